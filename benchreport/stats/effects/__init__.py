"""Effect sizes and equivalence, contrasts and non-inferiority.

Procedures from ``Scores`` that measure how large a difference is live here. ``_equivalence_tests`` has the
one-sided tests against a margin.
They import what ``stats`` may import, and no other procedure.
To add one: a file named after the procedure, its test, and a line in ``stats/__init__`` and
``accessor.py`` each.
"""
