"""Bayesian comparisons of pairs.

Procedures from ``Scores`` that return posterior probabilities live here; ``_posteriors`` checks their
options and makes their results.
They import what ``stats`` may import, and no other procedure.
To add one: a file named after the procedure, its test, and a line in ``stats/__init__`` and
``accessor.py`` each.
"""
