"""Tests of ranks: omnibus tests, post hoc comparisons, signed ranks, signs and rank sums.

What lives here: procedures from ``Scores`` to a result.
They may import what ``stats`` may.
To add one: a file named after the procedure and a line in ``stats/__init__``.
"""
