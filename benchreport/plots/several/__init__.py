"""Figures of several tables at once: metrics, nights, budgets, training beside test scores.

What lives here: one figure a file, with its way from a table. They may import ``plots.base``, the other
families and what ``plots`` may. To add one: its file, a line in ``accessor.py``, a line in
``examples/gallery.py``, and for a figure of a result a line in ``plots/__init__.py``.
"""
