"""Figures of a nightly history.

What lives here: one figure per file. They may import ``plots.base`` and what ``plots`` may, but no other
family. To add one: write its file, and call it in ``nightly/pages``.
"""
