"""Checks of assumptions, outliers, and what a conclusion depends on.

What lives here: procedures that diagnose and never choose a test.
They may import what ``stats`` may.
To add one: a file named after the check and a line in ``stats/__init__``.
"""
