"""The bibliography: references, their identifiers and how they are printed.

To add one: its entry in ``bibliography``, and its DOI in ``dois``.
"""
