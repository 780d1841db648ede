"""Shares of variance from F: partial η² and ω², with intervals by the noncentral F distribution.

Ours because scipy and statsmodels have neither, and because R's are for normal errors of equal variance only.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import special

from benchreport.numerics.roots import find_root

LARGEST = 1e7
"""A noncentrality beyond which the numerator of F varies too little to matter."""


EQUAL_BLOCKS = 0.1
"""The blocks of equal variance that are added, to keep few blocks that agree from certainty."""


class FSpread(NamedTuple):
    """How F varies: as a noncentral F with these dof, whose noncentrality is that of F times their ratio.

    Where errors are normal and contrasts of algorithms equally variable, the dof are those of F.
    """

    dof: float
    dof_error: float


def block_spread(contrasts: NDArray[np.float64], dof: int, alpha: float) -> FSpread | None:
    """Estimate how F of complete blocks varies, whose contrasts may be unequally variable and not normal.

    The numerator varies as contrasts do in the direction of their means, the denominator as squared errors
    do between blocks.

    Parameters
    ----------
    contrasts
        Orthonormal contrasts of each block's scores (N, d), or its scores less their mean (N, k).
    dof
        The number of contrasts.
    alpha
        The level of the interval.

    Returns
    -------
    FSpread or None
        None without an error.

    Examples
    --------
    >>> blocks = np.array([[1.0, 0, -1], [2, -1, -1], [0, 1, -1], [2, 0, -2], [1, -1, 0]])
    >>> [round(part, 3) for part in block_spread(blocks, 2, 0.05)]
    [1.485, 8]
    """
    n_blocks = len(contrasts)
    means = contrasts.mean(axis=0)
    left = contrasts - means
    squares, between = (left * left).sum(axis=1), float(means @ means)
    mean = float(squares.sum()) / dof / (n_blocks - 1)
    if mean == 0:
        return None
    direct = float(np.square(left @ means).sum() / between) / (n_blocks - 1) if between else mean
    # of two algorithms the direction is the only one
    t, z = special.stdtrit(n_blocks - 1, 1 - alpha / 2), special.ndtri(1 - alpha / 2)
    inflation = float(t / z) ** (2 - 2 / dof)
    one = EQUAL_BLOCKS * mean / n_blocks
    evenness = (mean + one) / (inflation * direct + one)
    varying = float(squares.var(ddof=1) / squares.mean() ** 2)
    most = dof * (n_blocks - 1)
    return FSpread(dof * evenness, min(2 * n_blocks / varying, most) if varying else most)


class Share(NamedTuple):
    """An estimate with its interval; NaN ends where there is none."""

    estimate: float
    low: float
    high: float


def partial_shares(
    f: float,
    dof: float,
    dof_error: float,
    n: int,
    confidence: float,
    spread: FSpread | None = None,
) -> tuple[Share, Share]:
    """Return partial η² and partial ω² of an F test with fixed levels.

    With the noncentrality λ the population has η² = λ/(λ + ``dof_error``), which is about the variance of the
    sample, and ω² = λ/(λ + n), which is not: partial ω² is lower where many blocks take dof from the error.

    Parameters
    ----------
    f
        F, 0 to infinity.
    dof, dof_error
        Its degrees of freedom.
    n
        The number of scores.
    confidence
        Of both intervals, two-sided.
    spread
        How F varies; by default as with normal errors of equal variance.

    References
    ----------
    Steiger (2004), Beyond the F test, Psychological Methods 9, for both intervals; Olejnik & Algina (2003)
    for ω². R's effectsize has these estimates; its interval of ω² is that of the η² which ω² implies, and
    misses ω² far more often than it says.

    Examples
    --------
    >>> eta, omega = partial_shares(5.0, 2, 20, 33, 0.95)
    >>> [round(end, 4) for end in eta], [round(end, 4) for end in omega]
    ([0.3333, 0.0124, 0.575], [0.1951, 0.0076, 0.4506])
    """
    if math.isinf(f):
        return (Share(1.0, math.nan, math.nan),) * 2
    how = spread or FSpread(dof, dof_error)
    low, high = (
        noncentrality(f, *how, (1 + side * confidence) / 2) * dof / how.dof for side in (1, -1)
    )
    eta = f * dof / (f * dof + dof_error)
    omega = max(0.0, (f - 1) * dof / ((f - 1) * dof + n))
    # no noncentrality makes an F near 0 usual; the interval then ends at the estimate
    return (
        Share(eta, low / (low + dof_error), max(high / (high + dof_error), eta)),
        Share(omega, low / (low + n), max(high / (high + n), omega)),
    )


def noncentrality(f: float, dof: float, dof_error: float, share: float) -> float:
    """Return the noncentrality under which this share of F values is below ``f``; 0 if none has so few.

    Examples
    --------
    >>> round(noncentrality(5.0, 2, 20, 0.025), 3)
    27.062
    """
    if special.fdtr(dof, dof_error, f) <= share:
        return 0.0
    if f * dof > LARGEST:
        return float(f * dof * special.chdtri(dof_error, 1 - share) / dof_error)
    top = f * dof + 10.0
    while special.ncfdtr(dof, dof_error, top, f) > share:
        top *= 2
    return find_root(lambda nc: float(special.ncfdtr(dof, dof_error, nc, f)) - share, 0.0, top)
