"""Checks of assumptions, outliers, and the dependence of a conclusion on single blocks or gaps.

Procedures from ``Scores`` that diagnose, and never choose a test, live here. ``_variations`` repeats a
comparison on a part of the table.
They import what ``stats`` may import, and no other procedure.
To add one: a file named after the check, its test, and a line in ``stats/__init__`` and
``accessor.py`` each.
"""
