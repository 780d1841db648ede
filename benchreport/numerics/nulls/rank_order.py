"""Whether numbers in an order depend on those before them: the rank von Neumann ratio of many series.

Ours because scipy and statsmodels know von Neumann's ratio of values only, whose distribution needs normal
ones.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import special

from benchreport.numerics.ranks import mid_ranks

FEWEST = 4


class RankOrder(NamedTuple):
    """The serial correlation of ranks over all series, and the p-value of H0: there is none above 0."""

    correlation: float
    p_value: float


def rank_order(series: list[NDArray[np.float64]]) -> RankOrder:
    """Test whether neighbours in series are alike, as drifts and spells make them.

    H0: each series is in a random order. H1: neighbours are closer than in a random order.

    Parameters
    ----------
    series
        Values in their order; those of fewer than 4, or without any difference, tell nothing.

    Returns
    -------
    RankOrder
        NaN if no series tells anything. The variance of each ratio is exact for series without ties, and
        the sum is taken to be normal.

    References
    ----------
    Bartels (1982), The rank version of von Neumann's ratio test for randomness, Journal of the American
    Statistical Association 77: 40-46.

    Examples
    --------
    >>> found = rank_order([np.arange(8.0), np.arange(8.0)])
    >>> round(found.correlation, 3), found.p_value < 1e-4
    (0.917, True)
    """
    excess = weights = 0.0
    for values in series:
        n = len(values)
        if n < FEWEST or np.ptp(values) == 0:
            continue
        ranks = mid_ranks(values)
        ratio = np.square(np.diff(ranks)).sum() / np.square(ranks - ranks.mean()).sum()
        variance = 4 * (n - 2) * (5 * n**2 - 2 * n - 9) / (5 * n * (n + 1) * (n - 1) ** 2)
        excess += (2 - ratio) / variance
        weights += 1 / variance
    if weights == 0:
        return RankOrder(np.nan, np.nan)
    return RankOrder(float(excess / weights / 2), float(special.ndtr(-excess / np.sqrt(weights))))
