"""Figures of nights.

What lives here: one figure per file.
They may import what ``plots`` may.
To add one: a file with the function, and its call in ``nightly/pages``.
"""
