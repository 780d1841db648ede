"""Tests and estimates on one dataset, from its folds, splits or bootstrap rounds.

Procedures from ``Scores`` whose blocks are repeats on one dataset live here. ``_cv5x2`` reads 5 × 2 folds,
``_point_632_rounds`` bootstrap rounds; ``_folds`` in ``stats`` has the correlation of overlapping splits.
They import what ``stats`` may import, and no other procedure.
To add one: a file named after the procedure, its test, and a line in ``stats/__init__`` and
``accessor.py`` each.
"""
