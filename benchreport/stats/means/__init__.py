"""Tests of means: analysis of variance, t tests, permutation tests and intervals.

Procedures from ``Scores`` that compare mean scores live here. ``_block_means`` makes the results of
Tukey's and Dunnett's tests; ``_mean_differences`` and ``_independent_samples`` in ``stats`` make those of
paired and of independent scores.
They import what ``stats`` may import, and no other procedure.
To add one: a file named after the procedure, its test, and a line in ``stats/__init__`` and
``accessor.py`` each.
"""
