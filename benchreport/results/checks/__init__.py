"""Shapes of answers that question a table or a claim: descriptions, checks, sensitivity."""
