"""Descriptions without a test: scores, profiles, wins, changes of ranks, training beside test scores.

Procedures from ``Scores`` or ``Several`` that describe live here. ``multi_comparison`` is among them: its
matrix shows means and wins, with a p-value beside them.
They import what ``stats`` may import, and no other procedure.
To add one: a file named after the procedure, its test, and a line in ``stats/__init__`` and
``accessor.py`` each.
"""
