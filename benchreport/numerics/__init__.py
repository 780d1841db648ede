"""Arrays in, arrays out: the numerical work that libraries do wrongly, slowly or not at all.

Null distributions, corrections, effect sizes, resampling, metrics of predictions and series live
here in folders; means of cells, ranks, ties, tails and chunks, which several share, live on top. Each
module says why it exists. Arguments that are not as their description says raise `OptionError`
(options), `DataError` (values) or `DesignError` (shapes, and too few of something); docstrings list
only further conditions. It may import numpy, scipy and, where it says so, statsmodels; nothing of
the package but ``errors`` and ``hints``. To add one: a module named after the quantity, with its
test at the same place in ``tests/numerics``.
"""
