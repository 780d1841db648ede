"""Statistical models: linear mixed models.

Procedures that fit a model with statsmodels live here.
They import what ``stats`` may import, and no other procedure.
To add one: a file named after the model, its test, and a line in ``stats/__init__`` and
``accessor.py`` each.
"""
