"""Effect sizes, contrasts, equivalence and non-inferiority.

What lives here: procedures that say how large a difference is.
They may import what ``stats`` may.
To add one: a file named after the procedure and a line in ``stats/__init__``.
"""
