"""Ranks within blocks and across them, and how much of them is tied.

Ours because scipy's ``rankdata`` knows no direction, no weights and no alignment, and loading ``scipy.stats``
takes longer than everything else that the first test of a process does.
"""

import math
from collections.abc import Sequence
from typing import Literal

import numpy as np
import numpy.typing as npt

from benchreport.numerics.chunks import by_rows
from benchreport.numerics.ties import snap_differences

Floats = npt.NDArray[np.float64]


def mid_ranks(
    values: npt.ArrayLike, *, ties: Literal["average", "min", "max"] = "average"
) -> Floats:
    """Rank along the last axis, 1 the lowest; NaN is left out, and stays NaN.

    Parameters
    ----------
    values
        Numbers, (…, k).
    ties
        What tied values share: the mean, the lowest or the highest of their ranks.

    Returns
    -------
    ndarray of shape (…, k)

    Examples
    --------
    >>> mid_ranks([0.3, np.nan, 0.1, 0.3])
    array([2.5, nan, 1. , 2.5])
    """
    rows = np.asarray(values)
    n = rows.shape[-1]
    order = np.argsort(rows, axis=-1)
    order += n * np.arange(math.prod(rows.shape[:-1])).reshape(*rows.shape[:-1], 1)
    # in half the time of sorting again
    ordered = rows.ravel()[order]
    places = np.arange(1.0, n + 1)
    same = ordered[..., 1:] == ordered[..., :-1]
    if same.any():
        places = share_places(np.broadcast_to(places, rows.shape), same, ties)
    ranks = np.empty(rows.shape)
    # the places of one row are repeated for all
    ranks.reshape(-1)[order] = places
    last = ordered[..., -1:]
    if (last != last).any():  # noqa: PLR0124 - NaN, which comes last, differs from itself, in any dtype
        ranks[rows != rows] = np.nan  # noqa: PLR0124
    return ranks


def share_places(places: Floats, same: npt.NDArray[np.bool_], ties: str = "average") -> Floats:
    """Give tied values, each the same as the one before, the mean, the lowest or the highest place.

    Parameters
    ----------
    places
        Numbers that do not fall along the last axis, and none below 0, (…, n): those of sorted values.
    same
        Whether each value but the first is the same as the one before, (…, n − 1).
    ties
        As for `mid_ranks`.

    Examples
    --------
    >>> share_places(np.array([1.0, 2.0, 3.0]), np.array([True, False]))
    array([1.5, 1.5, 3. ])
    """
    new = np.ones(places.shape, dtype=bool)
    new[..., 1:] = ~same
    first = np.maximum.accumulate(np.where(new, places, 0.0), axis=-1)
    if ties == "min":
        return first
    ends = np.ones(places.shape, dtype=bool)
    ends[..., :-1] = ~same
    backwards = np.where(ends, places, np.inf)[..., ::-1]
    last = np.minimum.accumulate(backwards, axis=-1)[..., ::-1]
    shared: Floats = last if ties == "max" else (first + last) / 2.0
    return shared


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
    ranks: Floats = by_rows(mid_ranks, scores, width=8 * scores.shape[1])
    if higher_is_better:
        # reverse the ranks, not the scores: unsigned numbers and booleans have no negatives
        np.subtract(scores.shape[1] + 1.0, ranks, out=ranks)
    return ranks


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
    shared = np.asarray(ranks, dtype=np.float64)
    k = shared.shape[-1]
    untied = 2.0 * k * (k + 1) * (2 * k + 1)
    sums: Floats = untied - 12.0 * np.square(shared).sum(axis=-1)
    return sums


def sum_of_ties(ranks: Floats) -> float:
    """Sum `tie_sums` over all blocks, in a fraction of their time.

    >>> sum_of_ties(np.array([[1.0, 2.5, 2.5], [1.0, 2.0, 3.0], [2.0, 2.0, 2.0]]))
    30.0
    """
    n_blocks, k = ranks.shape
    flat = ranks.ravel()
    untied: float = 2.0 * n_blocks * k * (k + 1) * (2 * k + 1)
    return untied - 12.0 * float(flat @ flat)


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
    scores: Floats = mid_ranks(ranges)[:, None] * centred
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
    ranks = mid_ranks((-aligned if higher_is_better else aligned).ravel())
    return ranks.reshape(table.shape)
