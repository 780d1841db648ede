"""Statistical models that are fitted: mixed models.

What lives here: procedures that call statsmodels.
They may import what ``stats`` may.
To add one: a file named after the model and a line in ``stats/__init__``.
"""
