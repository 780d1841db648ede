"""Cells of any type as numbers and names: what is read, what is empty, and what is refused.

``score_cells`` reads the columns of a score together, ``cell_text`` one text cell; ``cell_values`` has the
types that pandas infers. These modules know nothing of roles. They may import pandas, numpy, ``errors`` and
``hints``.
"""
