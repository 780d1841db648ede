"""Means and totals of examples under weights; many sets of weights at once, as resampling needs.

Ours because ``numpy.average`` turns a weight of 0 on an infinite value into NaN.
"""

import numpy as np
import numpy.typing as npt

from benchreport.errors import DesignError
from benchreport.hints import option

Floats = npt.NDArray[np.float64]

AT_ONCE = 1 << 14
"""Weights that are added up by one call."""


def weighted_mean(values: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> Floats:
    """Mean over examples of one column of values, or of several.

    Parameters
    ----------
    values
        (n,) or (n, m); ±∞ and NaN count only where an example has weight.
    weights
        None for equal ones, (n,), or (b, n) for b means at once; not negative.

    Returns
    -------
    ndarray
        (), (m,), (b,) or (b, m). Without any weight NaN.

    Examples
    --------
    >>> weighted_mean([1.0, 2.0, 6.0], [[1, 1, 1], [0, 3, 1]]).tolist()
    [3.0, 3.0]
    """
    column = np.asarray(values, dtype=np.float64)
    share = check_weights(weights, len(column))
    usual = np.isfinite(column)
    with np.errstate(invalid="ignore"):  # 0/0 of no weight at all
        total = share.sum(axis=-1)
        means = np.asarray(share @ np.where(usual, column, 0.0))
        means = means / (total[..., None] if column.ndim > 1 else total)
    return means if usual.all() else _unusual(means, column, share)


def _unusual(means: Floats, column: Floats, share: Floats) -> Floats:
    """Put ±∞ and NaN where examples with such values have weight: 0·∞ would be NaN."""
    up, down = share @ (column == np.inf) > 0, share @ (column == -np.inf) > 0
    unknown = (share @ np.isnan(column) > 0) | (up & down)
    return np.where(unknown, np.nan, np.where(up, np.inf, np.where(down, -np.inf, means)))


def class_totals(
    codes: npt.NDArray[np.int64], n_classes: int, weights: npt.ArrayLike | None = None
) -> Floats:
    """Add up the weights of each class.

    Parameters
    ----------
    codes
        (n,), from 0 to n_classes − 1.
    n_classes
        K.
    weights
        As for `weighted_mean`.

    Returns
    -------
    ndarray
        (K,) or (b, K).

    Examples
    --------
    >>> class_totals(np.array([0, 2, 2]), 3, [[1, 1, 1], [5, 0, 2]]).tolist()
    [[1.0, 0.0, 2.0], [5.0, 0.0, 2.0]]
    """
    share = check_weights(weights, len(codes))
    rows = share.reshape(-1, len(codes))
    totals = np.empty((len(rows), n_classes))
    # few examples: counting the classes of several rows as classes of their own saves most calls
    step = max(1, AT_ONCE // len(codes))
    ahead = np.arange(min(step, len(rows)))[:, None] * n_classes + codes
    for start in range(0, len(rows), step):
        part = rows[start : start + step]
        cells = np.bincount(
            ahead[: len(part)].ravel(), part.ravel(), minlength=len(part) * n_classes
        )
        totals[start : start + step] = cells.reshape(len(part), n_classes)
    return totals.reshape(*share.shape[:-1], n_classes)


def check_weights(weights: npt.ArrayLike | None, n: int) -> Floats:
    """Return weights as floats, all 1 for None, if there is one for each of n examples."""
    if weights is None:
        return np.ones(n)
    share = np.asarray(weights, dtype=np.float64)
    if share.ndim == 0 or share.shape[-1] != n:
        raise DesignError(
            f"Each of {n} examples needs one weight; got weights of shape {share.shape}.",
            hint=option(weights=None),
        )
    return share
