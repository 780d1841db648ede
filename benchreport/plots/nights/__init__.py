"""Figures of a nightly history.

What lives here: one figure a file. They may import ``plots.base`` and what ``plots`` may, but no other
family. To add one: its file, and its call in ``nightly/pages``.
"""
