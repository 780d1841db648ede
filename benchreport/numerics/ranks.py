"""Ranks within blocks and across them, and how much of them is tied.

Ours because scipy's ``rankdata``, which is called, knows no direction, no weights and no alignment.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy import stats

from benchreport.numerics.ties import snap_differences

Floats = npt.NDArray[np.float64]


def block_ranks(values: npt.ArrayLike, *, higher_is_better: bool) -> Floats:
    """Rank the algorithms within each block; 1 is best, ties share their mid-rank.

    Parameters
    ----------
    values
        Scores, (N blocks, k algorithms), without gaps.
    higher_is_better
        Whether the highest score of a block gets rank 1, or the lowest.

    Returns
    -------
    ndarray of shape (N, k)
        Mid-ranks, multiples of one half.

    Examples
    --------
    >>> block_ranks([[0.9, 0.7, 0.9], [0.5, 0.6, 0.8]], higher_is_better=True)
    array([[1.5, 3. , 1.5],
           [3. , 2. , 1. ]])
    """
    scores = np.asarray(values)
    ascending = np.asarray(stats.rankdata(scores, axis=1), dtype=np.float64)
    # reverse the ranks, not the scores: unsigned numbers and booleans have no negatives
    return scores.shape[1] + 1.0 - ascending if higher_is_better else ascending


def run_ranks(samples: Sequence[Floats], *, higher_is_better: bool) -> list[Floats]:
    """Rank independent runs among those of all samples; 1 is best, ties share their mid-rank.

    Parameters
    ----------
    samples
        (n_i,) each.
    higher_is_better
        Whether the highest of all runs gets rank 1, or the lowest.

    Returns
    -------
    list of ndarray
        (n_i,) each.

    Examples
    --------
    >>> run_ranks([np.array([0.9, 0.7]), np.array([0.9, 0.5, 0.6])], higher_is_better=True)
    [array([1.5, 3. ]), array([1.5, 5. , 4. ])]
    """
    together = np.concatenate(samples)
    ranks = block_ranks(together[None, :], higher_is_better=higher_is_better)[0]
    return np.split(ranks, np.cumsum([len(sample) for sample in samples])[:-1])


def tie_sums(ranks: npt.ArrayLike) -> Floats:
    """Sum t³ − t over the groups of t tied values of each block.

    Replacing t consecutive ranks by their mean lowers their sum of squares by (t³ − t) / 12, so
    the sum of squared mid-ranks tells the sum over ties without looking for them.

    Parameters
    ----------
    ranks
        Mid-ranks, (…, k): each row ranks k values from 1.

    Returns
    -------
    ndarray of shape (…)
        Exact whole numbers; 0 where nothing is tied.

    References
    ----------
    Kendall (1945), The treatment of ties in ranking problems, Biometrika 33.

    Examples
    --------
    >>> tie_sums([[1.0, 2.5, 2.5], [1.0, 2.0, 3.0], [2.0, 2.0, 2.0]])
    array([ 6.,  0., 24.])
    """
    mid_ranks = np.asarray(ranks, dtype=np.float64)
    k = mid_ranks.shape[-1]
    untied = 2.0 * k * (k + 1) * (2 * k + 1)
    sums: Floats = untied - 12.0 * np.square(mid_ranks).sum(axis=-1)
    return sums


def quade_scores(values: npt.ArrayLike, *, higher_is_better: bool) -> Floats:
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
    scores: Floats = np.asarray(stats.rankdata(ranges))[:, None] * centred
    return scores


def aligned_ranks(values: npt.ArrayLike, *, higher_is_better: bool) -> Floats:
    """Rank all cells together, after the mean of its block is subtracted from each.

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
    # everything is multiplied by k, as the mean itself may have infinitely many decimals
    sums = np.repeat(table.sum(axis=1), table.shape[1])
    aligned = snap_differences(table.shape[1] * table.ravel(), sums).reshape(table.shape)
    ranks = np.asarray(stats.rankdata(-aligned if higher_is_better else aligned))
    return ranks.reshape(table.shape)
