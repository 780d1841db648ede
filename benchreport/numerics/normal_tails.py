"""Tails and quantiles of the normal distribution.

Ours because ``scipy.special`` takes as long to load as all else of a first Nemenyi test.
"""

import functools
import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]

HALF = -math.log(2)
SCALE = 3.0
"""x = 3 is in the middle of a scale on which x from 0 to infinity is −1 to 1."""
SERIES = (
    1.17756257419656,
    0.005353904539615676,
    -0.09377550342284209,
    0.05436652555744322,
    -0.018976596707845208,
    0.004453426061462712,
    -0.0006335531710553147,
    1.7661719523171593e-05,
    1.2841532864056671e-05,
    -2.0072285659059913e-06,
    -1.807522790414837e-07,
    7.549828343825093e-08,
    1.885668523838603e-09,
    -2.699519049798364e-09,
    -1.460079119939105e-11,
    1.0361607445969489e-10,
    1.475715976623473e-12,
    -4.277340064396911e-12,
    -2.07922492859799e-13,
    1.8134502003176963e-13,
    1.973425574544739e-14,
    -7.287943737592673e-15,
    -1.5169878690228116e-15,
    2.3514112258781403e-16,
    1.0006111691821667e-16,
)
"""Chebyshev's series of (1 + 2x) exp(x²) erfc(x) on that scale, as Shepherd and Laframboise (1981,
Mathematics of Computation 36) have it about 3.75; from 40 digits."""
STEPS, ENOUGH = 20, 1e-9
"""Newton's steps after which a quantile ends, and the size of a step after which none is needed."""


def normal_cdf(z: ArrayLike) -> Array:
    """Return P(Z ≤ z) of a standard normal Z; 12 digits hold in both tails.

    >>> normal_cdf([-1.96, 0, 1.96]).round(3).tolist()
    [0.025, 0.5, 0.975]
    """
    values = np.asarray(z, dtype=float)
    below = np.exp(_log_below(-np.abs(values)))
    return np.where(values > 0, 1 - below, below)


def log_normal_cdf(z: ArrayLike) -> Array:
    """Return the logarithm of P(Z ≤ z), which is finite where the probability is below every float.

    >>> log_normal_cdf([-40.0, 0.0]).round(3).tolist()
    [-804.608, -0.693]
    """
    values = np.asarray(z, dtype=float)
    below = _log_below(-np.abs(values))
    return np.where(values > 0, np.log1p(-np.exp(below)), below)


def normal_quantile(p: float | Array) -> Array:
    """Return the z with P(Z ≤ z) = p.

    >>> normal_quantile(np.array([0.025, 0.5])).round(3).tolist()
    [-1.96, 0.0]
    """
    if isinstance(p, np.ndarray):
        return _quantiles(p)
    return np.asarray(_quantile(p))


@functools.lru_cache(maxsize=64)
def _quantile(p: float) -> float:
    """Remember one quantile: confidences are the same in call after call."""
    return float(_quantiles(np.asarray(p)))


def _quantiles(probabilities: Array) -> Array:
    with np.errstate(divide="ignore", invalid="ignore"):
        below = _quantile_below(np.log(np.minimum(probabilities, 1 - probabilities)))
    return np.where(probabilities > 1 / 2, -below, below)


def normal_quantile_of_log(log_p: float) -> float:
    """Return the z with P(Z ≤ z) = exp(log_p), which may be below every float.

    >>> round(normal_quantile_of_log(-804.608), 3)
    -40.0
    """
    if log_p > HALF:
        return -float(_quantile_below(np.log(-np.expm1(log_p))))
    return float(_quantile_below(np.asarray(log_p)))


def _log_below(z: Array) -> Array:
    """Return the logarithm of P(Z ≤ z) where no z is above 0."""
    return _log_and_slope(z)[0]


def _log_and_slope(z: Array) -> tuple[Array, Array]:
    """Return the logarithm of P(Z ≤ z) where no z is above 0, and one over its derivative."""
    x = z / -math.sqrt(2)
    scaled = _scaled_erfc(x)
    with np.errstate(divide="ignore", over="ignore"):
        return np.log(scaled / 2) - x * x, scaled * math.sqrt(math.pi / 2)


def _quantile_below(log_p: Array) -> Array:
    """Return z ≤ 0 by Newton's method: the logarithm is concave, and z²/2 a bound to begin from."""
    z: Array = -np.sqrt(2 * np.maximum(HALF - log_p, 0))
    for _ in range(STEPS):
        found, inverse = _log_and_slope(z)
        with np.errstate(invalid="ignore"):
            step = (log_p - found) * inverse
        z = z + np.where(np.isfinite(z), step, 0.0)
        # what is left is about the square of the step
        if not (np.abs(step) > ENOUGH * (1 - z)).any():
            break
    return z


def _scaled_erfc(x: Array) -> Array:
    """Return exp(x²) erfc(x) for x ≥ 0."""
    place = 1 - 2 * SCALE / (x + SCALE)
    later, latest = np.zeros_like(place), np.zeros_like(place)
    twice = 2 * place
    for coefficient in SERIES[:0:-1]:
        later, latest = twice * later - latest + coefficient, later
    scaled: Array = (SERIES[0] + place * later - latest) / (1 + 2 * x)
    return scaled
