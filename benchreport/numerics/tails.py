"""P-values and intervals of normal and t statistics, on the side that the alternative names.

Ours because ``scipy.stats`` takes seven to nine times as long for ten values; ``scipy.special``, which is
called, has no sides.
"""

from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from benchreport.errors import check_choice
from benchreport.numerics.normal_tails import normal_cdf, normal_quantile

Array = NDArray[np.float64]
Alternative = Literal["two-sided", "less", "greater"]
ALTERNATIVES: tuple[Alternative, ...] = ("two-sided", "less", "greater")
OPPOSITE: dict[Alternative, Alternative] = {
    "two-sided": "two-sided",
    "less": "greater",
    "greater": "less",
}
"""The same alternative for second − first."""


def p_of_z(z: ArrayLike, alternative: Alternative = "two-sided") -> Array:
    """Return the p-value of standard normal statistics.

    Examples
    --------
    >>> p_of_z([1.96, -1.96]).round(3).tolist(), p_of_z(1.96, "greater").round(3).tolist()
    ([0.05, 0.05], 0.025)
    """
    return _p(z, normal_cdf, alternative)


def p_of_t(t: ArrayLike, dof: ArrayLike, alternative: Alternative = "two-sided") -> Array:
    """Return the p-value of Student's t statistics; infinite ones give 0 or 1.

    Examples
    --------
    >>> p_of_t(2.0, 10).round(4).tolist(), p_of_t(2.0, 10, "less").round(4).tolist()
    (0.0734, 0.9633)
    """
    from scipy import special  # slow to load, and tests by ranks do without

    return _p(t, lambda towards: special.stdtr(_array(dof), towards), alternative)


def _p(statistic: ArrayLike, below: Callable[[Array], Array], alternative: Alternative) -> Array:
    """Double the smaller tail, or take one, of a symmetric null with this distribution function."""
    check_choice("alternative", alternative, ALTERNATIVES)
    values = _array(statistic)
    if alternative == "two-sided":
        return np.minimum(1.0, 2 * below(-np.abs(values)))
    return np.asarray(below(values if alternative == "less" else -values))


def is_as_far(
    null: Array, observed: Array | float, noise: Array | float, alternative: Alternative
) -> NDArray[np.bool_]:
    """Tell which values under H0 are as far out as the observed one, up to rounding.

    >>> is_as_far(np.array([-2.0, 0.5, 2.0]), 2.0, 1e-9, "two-sided").tolist()
    [True, False, True]
    """
    if alternative == "two-sided":
        return np.asarray(np.abs(null) >= np.abs(observed) - noise)
    if alternative == "greater":
        return np.asarray(null >= observed - noise)
    return np.asarray(null <= observed + noise)


def interval(
    estimate: Array,
    error: ArrayLike,
    *,
    dof: ArrayLike = np.inf,
    confidence: float | Array,
    alternative: Alternative = "two-sided",
) -> tuple[Array, Array]:
    """Return the interval of values that the test accepts; one-sided alternatives leave one side open.

    Parameters
    ----------
    estimate, error
        Estimates with their standard errors.
    dof
        Degrees of freedom of the t distribution; infinite ones give the normal distribution.
    confidence
        Between 0 and 1, of all estimates or of each.

    Examples
    --------
    >>> low, high = interval(np.array([1.0]), 0.5, confidence=0.95)
    >>> low.round(2).tolist(), high.round(2).tolist()
    ([0.02], [1.98])
    """
    check_choice("alternative", alternative, ALTERNATIVES)
    level = (1 + confidence) / 2 if alternative == "two-sided" else confidence
    half = _quantile(level, np.asarray(dof, dtype=float)) * np.asarray(error, dtype=float)
    unbounded = np.full_like(estimate, np.inf)
    low = -unbounded if alternative == "less" else estimate - half
    high = unbounded if alternative == "greater" else estimate + half
    return low, high


def _quantile(level: float | Array, dof: Array) -> Array:
    finite, normal = np.isfinite(dof), normal_quantile(level)
    if not finite.any():
        return normal
    from scipy import special  # as in `p_of_t`

    return np.where(finite, special.stdtrit(np.where(finite, dof, 1.0), level), normal)


def _array(values: ArrayLike) -> Array:
    return np.asarray(values, dtype=float)
