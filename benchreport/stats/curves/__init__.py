"""Procedures on curves: scores over epochs, budgets or time.

Procedures from ``Curves`` live here. ``_curve_lines`` averages runs and makes results.
They import what ``stats`` may import, and no other procedure.
To add one: a file named after the procedure, its test, and a line in ``stats/__init__`` and
``accessor.py`` each.
"""
