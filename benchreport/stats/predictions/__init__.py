"""Procedures on predictions: metrics, curves, and tests of models on the same examples.

Procedures from ``Predictions`` live here; what they share is in ``stats/_predictions``.
They import what ``stats`` may import, and no other procedure.
To add one: a file named after the procedure, its test, and a line in ``stats/__init__`` and
``accessor.py`` each.
"""
