"""What the names of columns say, by themselves.

To add a word of a field, add it to ``names``.
"""
