"""Ranks that weigh blocks or look across them: Quade's and the aligned ones."""

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats

from benchreport.numerics.ranks import block_ranks
from benchreport.numerics.ties import snap_differences

__all__ = ["aligned_ranks", "quade_scores"]

Array = NDArray[np.float64]


def quade_scores(values: ArrayLike, *, higher_is_better: bool) -> Array:
    """Weigh each block's centred ranks by the rank of its range.

    Parameters
    ----------
    values
        Array (N, k) of scores, no NaN.
    higher_is_better
        Whether rank 1, the lowest score here, goes to the highest value.

    Returns
    -------
    ndarray of shape (N, k)
        Q_i (r_ij − (k + 1)/2): the rank Q of the block's range among blocks, 1 the narrowest, times
        the centred rank. Negative is good.

    References
    ----------
    Quade (1979); Conover (1999), section 5.8.

    Examples
    --------
    >>> quade_scores([[3.0, 1.0], [9.0, 10.0]], higher_is_better=True).tolist()
    [[-1.0, 1.0], [0.5, -0.5]]
    """
    table = np.asarray(values, dtype=float)
    # ranges that are equal in decimals tie, as differences do elsewhere
    ranges = snap_differences(table.max(axis=1), table.min(axis=1))
    centred = block_ranks(table, higher_is_better=higher_is_better) - (table.shape[1] + 1) / 2
    scores: Array = np.asarray(stats.rankdata(ranges))[:, None] * centred
    return scores


def aligned_ranks(values: ArrayLike, *, higher_is_better: bool) -> Array:
    """Rank all cells together after the mean of its block is taken from each.

    Parameters
    ----------
    values
        Array (N, k) of scores, no NaN.
    higher_is_better
        Whether rank 1 goes to the highest.

    Returns
    -------
    ndarray of shape (N, k)
        Ranks 1 to N·k, ties sharing their mean.

    References
    ----------
    Hodges & Lehmann (1962).

    Examples
    --------
    >>> aligned_ranks([[3.0, 1.0], [9.0, 10.0]], higher_is_better=True).tolist()
    [[1.0, 4.0], [3.0, 2.0]]
    """
    table = np.asarray(values, dtype=float)
    # k times as much: the mean itself may have no end in decimals
    sums = np.repeat(table.sum(axis=1), table.shape[1])
    aligned = snap_differences(table.shape[1] * table.ravel(), sums).reshape(table.shape)
    ranks = np.asarray(stats.rankdata(-aligned if higher_is_better else aligned))
    return ranks.reshape(table.shape)
