"""Sentences of results: statements, interpretations and summaries, a module a shape of result."""
