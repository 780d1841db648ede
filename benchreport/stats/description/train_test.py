"""Training scores beside test scores.

Ours because ``scipy.stats.pearsonr`` warns of nearly constant scores, and computes p-values that do not
hold here.
"""

import math
from collections.abc import Hashable

import numpy as np
from scipy import special

from benchreport.data.several import Several
from benchreport.errors import check_fraction, format_count
from benchreport.numerics.ranks import mid_ranks
from benchreport.results.base import Design, Interval
from benchreport.results.predictions.train_test import Cell, Correlation, TrainTestResult
from benchreport.stats._arrays import Array
from benchreport.wording.verdicts import notes as texts

LEAST = 3


def train_test(
    several: Several, *, train: Hashable | None = None, alpha: float = 0.05
) -> TrainTestResult:
    """Compare the training and the test score of each algorithm on each dataset.

    Parameters
    ----------
    several
        A long table with both scores in columns; repeats are averaged.
    train
        The column of training scores; by default, the role ``train``.
    alpha
        The interval has confidence 1 − alpha.

    Returns
    -------
    TrainTestResult
        Cells with their gap, by which the training score is better (score units); mean gaps; Pearson's
        and Spearman's correlation over all cells, and the means of those within datasets.

    Raises
    ------
    RoleError
        No column holds training scores, or several could hold the test score.
    DesignError
        No run has both scores, or there are fewer than two algorithms or datasets.

    Notes
    -----
    The correlation over all cells has no p-value or interval: cells of one dataset or algorithm are not
    independent, and easy and hard datasets alone make it high. The mean within datasets takes datasets
    as the independent units; its interval is Student's over them, cut at −1 and 1. It leaves out
    datasets with fewer than three algorithms, or on which a score does not vary.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({
    ...     "algorithm": list("abc") * 2, "dataset": [1] * 3 + [2] * 3,
    ...     "train": [0.9, 0.8, 1.0, 0.7, 0.6, 0.9], "accuracy": [0.85, 0.8, 0.7, 0.6, 0.55, 0.4],
    ... })
    >>> result = frame.bench.train_test()
    >>> [round(gap, 3) for gap in result.gaps], round(result.correlation.within_spearman, 3)
    ([0.075, 0.025, 0.4], -0.5)
    """
    check_fraction("alpha", alpha)
    pair = several.pair_with_train(train)
    x, y = pair.train.values, pair.test.values
    gap = x - y if pair.test.higher_is_better else y - x
    left_out = format_count(pair.left_out, "run")
    return TrainTestResult(
        procedure="train_test",
        method="Training against test scores",
        alpha=alpha,
        design=Design.of(pair.test),
        warnings=(texts.ONE_OF_TWO.format(runs=left_out),) if pair.left_out else (),
        train_score=pair.train.score,
        cells=tuple(
            Cell(name, block, *map(float, (x[row, column], y[row, column], gap[row, column])))
            for column, name in enumerate(pair.test.algorithms)
            for row, block in enumerate(pair.test.blocks)
            if not np.isnan(gap[row, column])
        ),
        correlation=_correlation(x, y, alpha),
        gaps=tuple(np.nanmean(gap, axis=0).tolist()),
        test_means=tuple(np.nanmean(y, axis=0).tolist()),
        left_out=pair.left_out,
    )


def _correlation(x: Array, y: Array, alpha: float) -> Correlation:
    present = ~np.isnan(x)
    within = np.array(
        [
            (_pearson(a[used], b[used]), _spearman(a[used], b[used]))
            for a, b, used in zip(x, y, present, strict=True)
            if used.sum() >= LEAST
        ]
    ).reshape(-1, 2)
    within = within[~np.isnan(within).any(axis=1)]
    means = within.mean(axis=0) if len(within) else np.full(2, np.nan)
    return Correlation(
        pearson=_pearson(x[present], y[present]),
        spearman=_spearman(x[present], y[present]),
        within_pearson=float(means[0]),
        within_spearman=float(means[1]),
        within_interval=_interval(within[:, 1], alpha),
        blocks=len(within),
    )


def _interval(values: Array, alpha: float) -> Interval | None:
    n = len(values)
    if n < LEAST:
        return None
    half = float(special.stdtrit(n - 1, 1 - alpha / 2) * values.std(ddof=1) / math.sqrt(n))
    middle = float(values.mean())
    return Interval(max(-1.0, middle - half), min(1.0, middle + half), 1 - alpha)


def _spearman(x: Array, y: Array) -> float:
    return _pearson(mid_ranks(x), mid_ranks(y))


def _pearson(x: Array, y: Array) -> float:
    """Return Pearson's r; NaN if either variable is constant."""
    if np.ptp(x) == 0 or np.ptp(y) == 0:
        return math.nan
    # huge or tiny scores would overflow in products
    a, b = ((values - values.mean()) / np.ptp(values) for values in (x, y))
    r = float(a @ b) / math.sqrt(float(a @ a) * float(b @ b))
    return min(1.0, max(-1.0, r))
