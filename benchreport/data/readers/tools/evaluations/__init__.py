"""Evaluations of language models and embeddings, one module a tool.

``evaluation_rows`` has what they share.
"""
