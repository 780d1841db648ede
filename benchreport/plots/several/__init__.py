"""Figures of several tables at once: metrics, nights, budgets, training beside test scores.

What lives here: one figure per file.
They may import what ``plots`` may.
To add one: a file with the function, a line in the accessor and one in the gallery.
"""
