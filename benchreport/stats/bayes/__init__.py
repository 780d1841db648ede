"""Bayesian comparisons of pairs.

What lives here: procedures that return posterior probabilities.
They may import what ``stats`` may.
To add one: a file named after the procedure and a line in ``stats/__init__``.
"""
