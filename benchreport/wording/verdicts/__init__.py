"""Sentences that judge: verdict, headline, advice, and what threatens a claim."""
