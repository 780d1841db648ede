"""Arrays in, arrays out: the numerical work that libraries do wrongly, slowly or not at all.

What lives here: null distributions, corrections, effect sizes, resampling, metrics of predictions and
series in folders; ranks, ties, tails and chunks, which several of them share, on top. Each module says why
it exists. It may import numpy, scipy and, where it says so, statsmodels; nothing of the package but
``errors``. To add one: a module named after the quantity, with its test at the same place in
``tests/numerics``.
"""
