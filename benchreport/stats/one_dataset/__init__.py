"""Tests and estimates from the folds, splits or bootstrap rounds of one dataset.

What lives here: procedures that allow for overlapping training sets.
They may import what ``stats`` may.
To add one: a file named after the procedure and a line in ``stats/__init__``.
"""
