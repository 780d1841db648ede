"""Tests of ranks: omnibus tests, post hoc comparisons, signed ranks, signs and rank sums.

Procedures from ``Scores`` that need only the order of scores, or ranks of their differences, live here;
``_mean_ranks`` in ``stats`` makes the results of tests of mean ranks.
They import what ``stats`` may import, and no other procedure.
To add one: a file named after the procedure, its test, and a line in ``stats/__init__`` and
``accessor.py`` each.
"""
