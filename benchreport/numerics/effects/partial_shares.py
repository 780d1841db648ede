"""Shares of variance from F: partial η² and ω², with intervals by the noncentral F distribution.

Ours because scipy and statsmodels have neither, and because R's are for normal errors of equal variance only.
"""

import math
from typing import NamedTuple

from scipy import special

from benchreport.numerics.effects.f_spreads import FSpread
from benchreport.numerics.roots import find_root

LARGEST = 1e7
"""A noncentrality beyond which the numerator of F varies too little to matter."""


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
        noncentrality(f / how.ratio, how.dof, error, share) * how.ratio * dof / how.dof
        for error, share in (
            (how.dof_cautious or how.dof_error, (1 + confidence) / 2),
            (how.dof_error, (1 - confidence) / 2),
        )
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
        return float(f * dof * special.chdtri(dof_error, share) / dof_error)
    top = f * dof + 10.0
    while special.ncfdtr(dof, dof_error, top, f) > share:
        top *= 2
    return find_root(lambda nc: float(special.ncfdtr(dof, dof_error, nc, f)) - share, 0.0, top)
