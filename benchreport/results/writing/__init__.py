"""How a result is written: numbers, CSV, LaTeX and records of its fields.

Nothing here knows a shape of result.
"""
