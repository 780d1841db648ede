"""Tests of means: analysis of variance, t tests and permutation tests.

What lives here: procedures from ``Scores`` to a result; modules with ``_`` hold what several share.
They may import what ``stats`` may.
To add one: a file named after the procedure and a line in ``stats/__init__``.
"""
