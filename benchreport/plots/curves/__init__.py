"""Figures of curves: scores over steps, single runs, running times.

What lives here: one figure a file, with its way from a table. They may import ``plots.base`` and what
``plots`` may, but no other family. To add one: its file, a line in ``accessor.py``, a line in
``examples/gallery.py``, and for a figure of a result a line in ``plots/__init__.py``.
"""
