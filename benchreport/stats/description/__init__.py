"""Descriptions without a test: scores, profiles, wins, rank changes, training beside test scores.

What lives here: procedures that describe.
They may import what ``stats`` may.
To add one: a file named after the procedure and a line in ``stats/__init__``.
"""
