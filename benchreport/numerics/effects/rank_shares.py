"""Shares of the spread of ranks, Kendall's W and ε²: how exact they are, and intervals.

Ours because no Python library has them, and the bootstrap (R's effectsize) does not cover: W is too high
on few blocks, and higher still in resamples.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from benchreport.numerics.roots import find_root

Floats = npt.NDArray[np.float64]
RANDOM_BLOCKS = 0.1
"""The blocks of random ranks that are added to the variances, to keep few unanimous blocks from certainty.

With a whole one, intervals of strong agreement held W in 98 to 100 % of draws (see coverage.md).
"""
CAUTION = 0.25
"""The same for the lower end of W, for each contrast: few blocks that agree by chance vary little, too."""
UPPER = 0.25
"""The power of t's inflation at the upper end of W, which agreement by chance does not move."""
ROUNDING = 1e-9
FEWEST = 3
"""The fewest blocks and algorithms: with two, W takes too few values for a continuous distribution."""


class ShareSpread(NamedTuple):
    """How an estimated share w of the spread of ranks varies about the share ω in the population.

    As shares of the largest that there can be, ``top``: ``size``·``dof``·w/(1 − ω) is about noncentral χ²
    with ``dof`` dof and the noncentrality ``size``·``dof``·ω/(1 − ω). Were all contrasts of algorithms
    equally variable, ``dof`` would be k − 1. The lower end has ``dof_cautious``, where that is not 0.
    """

    size: float
    dof: float
    top: float = 1.0
    dof_cautious: float = 0.0


def agreement_spread(ranks: Floats, alpha: float) -> ShareSpread | None:
    """Estimate how exact Kendall's W of blocks is.

    Parameters
    ----------
    ranks
        Ranks (N, k) within blocks.
    alpha
        The level of the interval.

    Returns
    -------
    ShareSpread or None
        None of two algorithms or two blocks, and where all blocks are tied throughout.

    Examples
    --------
    >>> spread = agreement_spread(np.array([[1.0, 2, 3], [1, 3, 2], [2, 1, 3], [1, 2, 3]]), 0.05)
    >>> [round(part, 3) for part in spread]
    [4, 5.125, 1.0, 2.51]
    """
    n_blocks, k = ranks.shape
    centred = ranks - (k + 1) / 2
    means = centred.sum(axis=0) / n_blocks
    whole, between = np.vdot(centred, centred) / n_blocks, means @ means
    if min(k, n_blocks) < FEWEST or whole == 0:
        return None
    along = centred @ means
    along -= along.sum() / n_blocks
    direct = float(along @ along / between) / (n_blocks - 1) if between > 0 else 0.0
    within = (whole - between) * n_blocks / (n_blocks - 1)
    mean, one = within / (k - 1), whole / n_blocks
    inflation = _inflation(n_blocks - 1, alpha)
    return ShareSpread(
        n_blocks,
        _dof(inflation**UPPER * direct, mean, RANDOM_BLOCKS * one / (k - 1), k),
        dof_cautious=_dof(inflation * direct, mean, CAUTION * one, k),
    )


def run_spread(ranks: Floats, sizes: npt.NDArray[np.intp], alpha: float) -> ShareSpread | None:
    """Estimate how exact ε² of independent runs is.

    Parameters
    ----------
    ranks
        Ranks (n,) of the runs among all, algorithm by algorithm.
    sizes
        The numbers of runs (k,).
    alpha
        The level of the interval.

    Returns
    -------
    ShareSpread or None
        None where all runs are tied, or no algorithm has two.
    """
    n, k = len(ranks), len(sizes)
    owners = np.repeat(np.arange(k), sizes)
    centred = ranks - (n + 1) / 2
    means = np.bincount(owners, centred) / sizes
    whole, between = float(centred @ centred) / n, float(sizes @ means**2)
    if n == k or whole == 0:
        return None
    # a run moves its algorithm's mean rank, and those of all runs behind it
    _, places = np.unique(ranks, return_inverse=True)
    weights = np.bincount(places, means[owners])
    behind = weights[::-1].cumsum()[::-1] - weights / 2
    along = means[owners] * ranks + behind[places]
    along -= (np.bincount(owners, along) / sizes)[owners]
    direct = float(along @ along / between) * n / (n - k) if between > 0 else 0.0
    # algorithms that are all apart still differ within, so that less than everything lies between them
    apart = (1 - float(((sizes / n) ** 3).sum())) * n**2 / 12
    top = min(1.0, apart / whole)
    within = max(whole - between / n / top, 0.0)
    dof = _dof(_inflation(n - k, alpha) * direct, within, RANDOM_BLOCKS * whole * k / n, k)
    return ShareSpread(n * top / (k - 1), dof, top)


def _inflation(dof: int, alpha: float) -> float:
    """Return how much a variance with so many dof is inflated, as t quantiles are."""
    from scipy import special  # when an interval is read: the tests do without

    return float(special.stdtrit(dof, 1 - alpha / 2) / special.ndtri(1 - alpha / 2)) ** 2


def _dof(direct: float, mean: float, one: float, k: int) -> float:
    """Return by how many equally variable contrasts k algorithms vary.

    Parameters
    ----------
    direct
        The variance of ranks in the direction of the mean ranks.
    mean
        Its mean over all directions.
    one
        The weight of more blocks of random ranks.
    """
    return float((k - 1) * (mean + one) / (direct + one))


def share_interval(share: float, spread: ShareSpread, alpha: float) -> tuple[float, float]:
    """Return the ends of the interval of a share, by its noncentral χ² distribution.

    Parameters
    ----------
    share
        W or ε², 0 to 1.
    spread
        How exact it is.
    alpha
        One minus the confidence.

    Examples
    --------
    >>> [round(end, 3) for end in share_interval(0.4, ShareSpread(10, 3), 0.05)]
    [0.037, 0.675]
    >>> [round(end, 3) for end in share_interval(1.0, ShareSpread(10, 3), 0.05)]
    [0.553, 1.0]
    """
    part = share / spread.top
    cautious = spread._replace(dof=spread.dof_cautious or spread.dof)
    if part > 1 - ROUNDING:
        return _share_at(1.0, cautious, 1 - alpha / 2) * spread.top, max(share, spread.top)
    low, high = _share_at(part, cautious, 1 - alpha / 2), _share_at(part, spread, alpha / 2)
    # no noncentrality makes a share near 0 usual; the interval then ends at the estimate
    return low * spread.top, max(share, high * spread.top)


def _share_at(share: float, spread: ShareSpread, chance: float) -> float:
    """Return the share in the population under which this many estimates are lower; 0 if none has so few."""
    from scipy import special  # as in `_inflation`

    scale, dof = spread.size * spread.dof, spread.dof

    def excess(odds: float) -> float:
        return float(special.chndtr(scale * share * (1 + odds), dof, scale * odds)) - chance

    if excess(0.0) <= 0:
        return 0.0
    top = 1.0
    while excess(top) > 0:
        top *= 2
    odds = find_root(excess, 0.0, top)
    return odds / (1 + odds)
