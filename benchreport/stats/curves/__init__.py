"""Procedures on curves: scores over epochs, budgets or time.

What lives here: procedures from ``Curves`` to a result.
They may import what ``stats`` may.
To add one: a file named after the procedure and a line in ``stats/__init__``.
"""
