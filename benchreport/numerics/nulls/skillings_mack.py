"""Skillings and Mack's statistic: Friedman's for blocks of different sizes.

Ours because no Python library has it.
"""

import numpy as np
from numpy.typing import NDArray

from benchreport.numerics.ranks import mid_ranks

Array = NDArray[np.float64]


def ranks_with_gaps(values: Array, *, higher_is_better: bool) -> Array:
    """Rank each block's scores, 1 the best; empty cells stay NaN.

    Parameters
    ----------
    values
        Array (N, k), NaN where a cell is empty.
    """
    goodness = -values if higher_is_better else values
    return mid_ranks(goodness)


def statistic(ranks: Array, *, tied: bool = True) -> float:
    """Return the statistic, χ² with k − 1 dof under H0.

    Parameters
    ----------
    ranks
        Array (N, k) from `ranks_with_gaps`, at least two in each block.
    tied
        Whether the variance allows for the ties.

    References
    ----------
    Skillings & Mack (1981), Technometrics 23: 171-177.

    Examples
    --------
    >>> round(statistic(np.array([[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]])), 6)
    4.0
    """
    present = ~np.isnan(ranks)
    sizes = present.sum(axis=1, keepdims=True)
    centred = np.where(present, np.nan_to_num(ranks) - (sizes + 1) / 2, 0.0)
    sums = (np.sqrt(12 / (sizes + 1)) * centred).sum(axis=0)
    # a block's share of the covariance: 1 without ties
    shares = 12 * (centred**2).sum(axis=1, keepdims=True) / (sizes * (sizes**2 - 1))
    covariance = -(present.T @ (present * (shares if tied else 1.0)))
    np.fill_diagonal(covariance, 0.0)
    np.fill_diagonal(covariance, -covariance.sum(axis=1))
    return max(0.0, float(sums @ np.linalg.pinv(covariance, hermitian=True) @ sums))


def mean_ranks(ranks: Array) -> Array:
    """Average the ranks of each algorithm over its blocks, stretched to 1 to k in each."""
    k = ranks.shape[1]
    sizes = (~np.isnan(ranks)).sum(axis=1, keepdims=True)
    stretched: Array = np.nanmean(1 + (ranks - 1) * (k - 1) / (sizes - 1), axis=0)
    return stretched


def agreement(ranks: Array) -> float:
    """Return the statistic as a share of its value if every block ranked in the order of mean ranks."""
    order = np.broadcast_to(mean_ranks(ranks), ranks.shape)
    if np.ptp(order[0]) == 0:
        return 0.0
    unanimous = mid_ranks(np.where(np.isnan(ranks), np.nan, order))
    most = statistic(unanimous, tied=False)
    return min(1.0, statistic(ranks, tied=False) / most)
