"""Figures of comparisons of pairs: critical differences, intervals, effects, posteriors.

What lives here: one figure per file.
They may import what ``plots`` may.
To add one: a file with the function, a line in the accessor and one in the gallery.
"""
