"""Intervals for the noncentrality of a t statistic: standardised differences rest on them.

Ours because scipy's ``nctdtrinc`` is off by 2e-7 at t = 3 and by 4e-3 at 10,000.
"""

import numpy as np
import numpy.typing as npt
from scipy import special

from benchreport.errors import check_fraction

Floats = npt.NDArray[np.float64]

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(64)
_REACH = 9.0  # a normal variable is farther out with probability 1e-19
_BEYOND = 1e-18  # the probability of s outside the range of integration
_CHUNK = 1 << 10  # statistics solved at once: 64 nodes of each are half a megabyte
_HUGE = 1e10  # beyond, Z does not change a digit of the quantiles of t·s − Z
_MOST_STEPS = 30
_LAST_STEP = 1e-8  # Newton's steps square their size: the next one would be below 1e-16


def noncentrality_interval(
    t: npt.ArrayLike, dof: float, confidence: float = 0.95
) -> tuple[Floats, Floats]:
    """Noncentralities that a two-sided test would not reject, given t statistics.

    The ends λ solve P(T ≥ t; λ_low) = P(T ≤ t; λ_high) = (1 − confidence)/2 for T = (Z + λ)/s with
    s² = χ²(dof)/dof. scipy's ``nctdtrinc`` (1.17) is off by up to 2e-7 at t = 3, 2e-4 at 600
    and 4e-3 at 10,000, and R's ``pt`` turns normal beyond λ = 37.62; here 12 digits hold at any t.

    Parameters
    ----------
    t
        Statistics of any shape.
    dof
        Degrees of freedom of all of them, at least 1.
    confidence
        Between 0 and 1.

    Returns
    -------
    low, high
        Ends in the shape of ``t``: for ±∞ both are ±∞, for NaN both are NaN.

    Notes
    -----
    The interval is about the median of λ given t, not its mean, so that with few degrees of freedom
    and little confidence (below 37 % at dof = 1) t itself may lie outside.

    References
    ----------
    Steiger & Fouladi (1997), Noncentrality interval estimation, in: What if there were no
    significance tests?, chapter 9.
    Cumming & Finch (2001), Educational and Psychological Measurement 61: 532-574.

    Examples
    --------
    >>> low, high = noncentrality_interval([0.0, 3.0, 600.0], 9)
    >>> low.round(4).tolist(), high.round(4).tolist()
    ([-1.96, 0.5568, 328.6492], [1.96, 5.3337, 872.3083])
    """
    check_fraction("confidence", confidence)
    statistics = np.asarray(t, dtype=np.float64)
    flat = np.abs(statistics).ravel()
    error = (1.0 - confidence) / 2.0
    below, above = chi_quantiles(dof, [error, 1.0 - error])[:, None] * flat
    solvable = np.flatnonzero(flat < _HUGE)
    for start in range(0, len(solvable), _CHUNK):
        part = solvable[start : start + _CHUNK]
        below[part] = _solve(flat[part], dof, error, upper=False)
        above[part] = _solve(flat[part], dof, error, upper=True)
    below, above = below.reshape(statistics.shape), above.reshape(statistics.shape)
    negative = statistics < 0
    return np.where(negative, -above, below), np.where(negative, -below, above)


def chi_quantiles(dof: float, probabilities: float | list[float]) -> Floats:
    """Quantiles of s = √(χ²(dof)/dof), the standard deviation of a normal sample when σ is 1.

    Parameters
    ----------
    dof
        Degrees of freedom.
    probabilities
        One, or a list.

    Examples
    --------
    >>> chi_quantiles(9, [0.025, 0.975]).round(4)
    array([0.5478, 1.4538])
    """
    shares = np.asarray(probabilities, dtype=np.float64)
    squares = special.gammaincinv(dof / 2.0, shares) * 2.0 / dof
    return np.sqrt(np.asarray(squares, dtype=np.float64))


def _solve(t: Floats, dof: float, error: float, *, upper: bool) -> Floats:
    """Find the end λ of the interval, t ≥ 0, by Newton's method on the probit scale."""
    side = 1.0 if upper else -1.0
    aim = special.ndtri(error)
    middle, quantile = chi_quantiles(dof, [0.5, 1.0 - error if upper else error])
    # λ is a quantile of t·s − Z: of −Z alone for t = 0, of t·s alone for t → ∞
    noncentrality: Floats = t * middle + side * np.hypot(aim, t * (quantile - middle))
    active = np.arange(len(t))
    for _ in range(_MOST_STEPS):
        tail, slope = _tail(noncentrality[active], t[active], dof, side)
        probit = special.ndtri(np.clip(tail, 1e-300, 1.0 - 1e-16))
        steepness = np.maximum(slope / np.exp(-np.square(probit) / 2.0), 1e-3 / (1.0 + t[active]))
        step = side * (probit - aim) / steepness
        noncentrality[active] += step
        active = active[np.abs(step) > _LAST_STEP * (1.0 + t[active])]
        if not len(active):
            break
    return noncentrality


def _tail(noncentrality: Floats, t: Floats, dof: float, side: float) -> tuple[Floats, Floats]:
    """P(Z + λ ≤ t·s) for side 1, P(Z + λ ≥ t·s) for −1; and √(2π) times the slope in λ.

    Only where |t·s − λ| is below 9 is Φ(t·s − λ) neither 0 nor 1. There it and the density of s are
    smooth on the scale of the interval, whichever of the two is the narrower.
    """
    least = float(chi_quantiles(dof, _BEYOND))
    most = float(np.sqrt(special.gammainccinv(dof / 2.0, _BEYOND) * 2.0 / dof))
    scale = np.maximum(t, 1e-200)
    start = np.clip((noncentrality - _REACH) / scale, least, most)
    stop = np.clip((noncentrality + _REACH) / scale, least, most)
    half = (stop - start)[:, None] / 2.0
    s = (stop + start)[:, None] / 2.0 + half * _NODES
    density = _density(s, dof) * half / _mass(dof, least, most)
    z = t[:, None] * s - noncentrality[:, None]
    outside = special.gammaincc if side > 0 else special.gammainc
    sure = outside(dof / 2.0, dof / 2.0 * np.square(stop if side > 0 else start))
    inside: Floats = (special.ndtr(side * z) * density) @ _WEIGHTS
    slope: Floats = (np.exp(-np.square(z) / 2.0) * density) @ _WEIGHTS
    return inside + sure, slope


def _density(s: Floats, dof: float) -> Floats:
    """Density of s = √(χ²(dof)/dof), but for a constant factor."""
    density: Floats = np.exp((dof - 1.0) * np.log(s) - dof / 2.0 * (s - 1.0) * (s + 1.0))
    return density


def _mass(dof: float, least: float, most: float) -> float:
    """Integrate `_density`: by the same rule, as its closed form cancels digits for large dof."""
    half = (most - least) / 2.0
    return float(_density((most + least) / 2.0 + half * _NODES, dof) @ _WEIGHTS * half)
