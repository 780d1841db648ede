"""Figures of scores and ranks: one algorithm at a time, or two against each other.

What lives here: one figure per file.
They may import what ``plots`` may.
To add one: a file with the function, a line in the accessor and one in the gallery.
"""
