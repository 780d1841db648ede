"""Comparisons with a control: the largest of several t statistics that share it.

Ours because scipy's ``dunnett`` draws its p-values at random; these have all digits.
"""

import functools
import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from benchreport.errors import check_choice
from benchreport.numerics.roots import find_root
from benchreport.numerics.tails import ALTERNATIVES, Alternative, p_of_t

Array = NDArray[np.float64]
Groups = int | Sequence[float]

# half-width of the range of z, and its nodes: the density beyond 9 is below 1e-18, and beyond 38
# below 1e-313; and the share of the smallest s that is left out
NEAR, FAR = (9.0, 160, 1e-28), (38.0, 640, 1e-120)
WIDE = 5.0


def sf(t: ArrayLike, m: Groups, dof: float, alternative: Alternative = "two-sided") -> Array:
    """Return P(max T_i > t) for m t statistics with a common control.

    With equal groups any two of the T_i have correlation 1/2. ``"two-sided"`` takes the largest absolute
    value.

    Parameters
    ----------
    t
        Statistics of any shape: |t| for two-sided, t for greater, −t for less; larger ones are rarer.
    m
        Comparisons with the control, at least 1; or, for groups of unequal sizes, the size of each group
        over that of the control.
    dof
        Degrees of freedom of the common error.

    Notes
    -----
    With z the control's standardised mean and s² ~ χ²/dof the T_i are independent: P(all ≤ t) =
    E[∏ Φ(√(1 + r_i)·t·s + √r_i·z)] for sizes r_i, two-sided with Φ(−√(1 + r_i)·t·s + √r_i·z) subtracted
    from each Φ; r_i = 1 for equal groups. Both are integrated in complementary form, by Gauss–Legendre
    over z and by the trapezoid rule over log s.

    References
    ----------
    Dunnett (1955), JASA 50: 1096-1121; (1964), Biometrics 20: 482-491, exact two-sided values.

    Examples
    --------
    Dunnett (1964), Table II: two-sided, 3 comparisons, 20 dof, 5 %:

    >>> round(float(isf(0.05, 3, 20)), 2)
    2.54
    """
    check_choice("alternative", alternative, ALTERNATIVES)
    values = np.asarray(t, dtype=float)
    flat = values.ravel()
    out = np.array([_tail(value, m, dof, alternative != "two-sided") for value in flat])
    return out.reshape(values.shape)


def isf(alpha: float, m: Groups, dof: float, alternative: Alternative = "two-sided") -> float:
    """Return the critical value t with P(max T_i > t) = alpha.

    Examples
    --------
    Dunnett (1955), Table 1a: one-sided, 3 comparisons, 20 dof, 5 %:

    >>> round(isf(0.05, 3, 20, "greater"), 2)
    2.19
    """
    check_choice("alternative", alternative, ALTERNATIVES)
    one_sided = alternative != "two-sided"

    def excess(t: float) -> float:
        return _tail(t, m, dof, one_sided) - alpha

    high = 4.0
    while excess(high) > 0:
        high *= 2
    low = -high if one_sided else 0.0
    while one_sided and excess(low) < 0:
        low *= 2
    return find_root(excess, low, high, xtol=1e-11)


def _tail(t: float, m: Groups, dof: float, one_sided: bool) -> float:  # noqa: FBT001 - private
    if math.isnan(t):
        return math.nan
    if math.isinf(t):
        return 0.0 if t > 0 else 1.0
    if not one_sided and t <= 0:
        return 1.0
    counts = Counter({1.0: m}) if isinstance(m, int) else Counter(m)
    if counts.total() == 1:  # Student's t itself; nodes over few dof take seconds
        return float(p_of_t(np.array(t), dof, "greater" if one_sided else "two-sided"))
    # for large t the control itself is t/√2 off, and the smallest s decide: their tails must not be cut
    reach, number, least = FAR if t > WIDE else NEAR
    z, weight = _normal_nodes(reach, number)
    s, density = _scale_nodes(dof, least)
    inside = np.zeros((len(s), len(z)))
    for size, n in counts.items():
        shifted, moved = math.sqrt(1 + size) * t * s[:, None], math.sqrt(size) * z
        outside = special.ndtr(-shifted - moved)
        if not one_sided:
            outside = outside + special.ndtr(-shifted + moved)
        with np.errstate(divide="ignore"):  # all outside: log 0
            inside += n * np.log1p(-np.minimum(outside, 1.0))
    some = -np.expm1(inside)
    return min(1.0, float(density @ (some @ weight)))


@functools.cache
def _normal_nodes(reach: float, number: int) -> tuple[Array, Array]:
    # a banded matrix: numpy's rule takes a dense one, and seconds for 640 nodes
    nodes, weights = special.roots_legendre(number)
    z = reach * nodes
    return z, reach * weights * np.exp(-(z**2) / 2) / math.sqrt(2 * math.pi)


@functools.lru_cache(maxsize=64)
def _scale_nodes(dof: float, least: float) -> tuple[Array, Array]:
    """Nodes for s = √(χ²/dof), evenly spaced in log s over all but its least share below."""
    if math.isinf(dof):
        return np.ones(1), np.ones(1)
    low = math.log(2 * float(special.gammaincinv(dof / 2, least)) / dof) / 2
    high = math.log(2 * float(special.gammainccinv(dof / 2, 1e-18)) / dof) / 2
    # a fifth of the standard deviation of log s: the trapezoid rule then has all digits
    step = 0.2 / math.sqrt(2 * dof)
    x = np.linspace(low, high, math.ceil((high - low) / step))
    log_density = dof * (x - np.expm1(2 * x) / 2)
    mass = np.exp(log_density - log_density.max())
    return np.exp(x), mass / mass.sum()
