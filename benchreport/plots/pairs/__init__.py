"""Figures of comparisons of pairs: critical differences, intervals, effects, posteriors.

What lives here: one figure per file, with the function that draws it from a table. They may import
``plots.base``, what ``plots`` may, but no other family. To add one: write its file, add a line to
``accessor.py`` and one to ``examples/gallery.py``, and for a figure of a result one to
``plots/__init__.py``.
"""
