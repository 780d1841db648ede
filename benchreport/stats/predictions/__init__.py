"""Procedures on predictions: metrics, and tests of models on the same examples.

What lives here: procedures from ``Predictions`` to a result; modules with ``_`` hold what several share.
They may import what ``stats`` may.
To add one: a file named after the procedure and a line in ``stats/__init__``.
"""
