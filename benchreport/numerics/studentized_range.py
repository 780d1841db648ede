"""The studentized range: survival function and critical values.

Ours because scipy's loses relative accuracy below 1e-15 and costs milliseconds a value, and
statsmodels' table is clipped to .001 and .9. For one (k, dof) the logarithm of the survival function
is smooth in one variable: it is integrated at Chebyshev nodes, and many values share the interpolant.
"""

import functools
import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import optimize, special

from benchreport.errors import OptionError

__all__ = ["isf", "ppf", "sf"]

Array = NDArray[np.float64]

MOST_GROUPS = 1_000
NODES = 192  # Gauss–Legendre; 128 reach 1e-10 at k = 1,000
OUTER_NODES = 384  # trapezoid over the logarithm of the standard deviation, at least these
OUTER_STEP = 0.02  # and at most this far apart
DEGREE = 16
# beyond this range the survival function is below 1e-690 for every k up to MOST_GROUPS
LARGEST = 80.0
NEGLIGIBLE = 50.0  # e^−50 of the peak
FEW = 64  # below this, integrating each value costs less than an interpolant
MEET = 0.25  # where the two ways in which the density of log s falls take over from each other
CHUNK = 1 << 21


def sf(q: ArrayLike, k: int, dof: float = math.inf) -> Array:
    """Return P(Q > q) for the range Q of k independent normal means over their standard deviation.

    Parameters
    ----------
    q
        Any shape. Negative values give 1, NaN gives NaN.
    k
        Groups, 2 to 1,000.
    dof
        Degrees of freedom of the standard deviation, 1 to infinity.

    Returns
    -------
    numpy.ndarray
        In the shape of q. With infinite dof the relative error is below 1e-8 down to 1e-250; with
        finite dof the absolute error is below 1e-10 and the relative below 1e-6 down to 1e-30.

    Raises
    ------
    OptionError
        k or dof is out of range.

    Notes
    -----
    With z the largest of k normals, P(Q > q) = k ∫ φ(z) Φ(z)^(k−1) {1 − [1 − Φ(z − q)/Φ(z)]^(k−1)} dz.
    This complementary form has no cancellation. Finite dof average it over q·s, s² ~ χ²/dof.

    References
    ----------
    Copenhaver & Holland (1988), J. Stat. Comput. Simul. 30: 1-15, for the integral.

    Examples
    --------
    >>> round(float(sf(3.5, 3, 20)), 7)
    0.0558918
    """
    _check(k, dof)
    values = np.asarray(q, dtype=float)
    flat = values.ravel()
    out = np.where(np.isnan(flat), np.nan, np.where(flat > 0, 0.0, 1.0))
    inside = np.isfinite(flat) & (flat > 0)
    if inside.any():
        out[inside] = np.minimum(np.exp(_log_sf(flat[inside], k, dof)), 1.0)
    return out.reshape(values.shape)


def isf(alpha: ArrayLike, k: int, dof: float = math.inf) -> Array:
    """Return the critical value q with P(Q > q) = alpha.

    Parameters
    ----------
    alpha
        Any shape, between 0 and 1; 0 gives infinity and 1 gives 0.
    k, dof
        As in `sf`.

    Raises
    ------
    OptionError
        An argument is out of range.

    Examples
    --------
    Demšar (2006), Table 5(a), four classifiers at .05, divided by √2:

    >>> round(float(isf(0.05, 4)) / math.sqrt(2), 3)
    2.569
    """
    _check(k, dof)
    wanted = np.asarray(alpha, dtype=float)
    if not ((wanted >= 0) & (wanted <= 1)).all():
        raise OptionError(f"alpha must lie between 0 and 1; got {alpha!r}.", hint="alpha=0.05")
    return np.array([_root(each, k, dof) for each in wanted.ravel()]).reshape(wanted.shape)


def ppf(p: ArrayLike, k: int, dof: float = math.inf) -> Array:
    """Return the quantile q with P(Q ≤ q) = p; near 1, `isf` keeps more digits.

    Examples
    --------
    >>> round(float(ppf(0.95, 3, 20)), 4)
    3.5779
    """
    return isf(1.0 - np.asarray(p, dtype=float), k, dof)


def _check(k: int, dof: float) -> None:
    if k != int(k) or not 2 <= k <= MOST_GROUPS:  # noqa: PLR2004 - a range needs two
        raise OptionError(f"k must be a whole number from 2 to {MOST_GROUPS}; got {k!r}.")
    if not dof >= 1:
        raise OptionError(f"dof must be at least 1; got {dof!r}.")


def _root(alpha: float, k: int, dof: float) -> float:
    if alpha in (0.0, 1.0):
        return math.inf if alpha == 0 else 0.0
    target = math.log(alpha)

    def excess(log_q: float) -> float:
        found = float(_log_sf(np.array([math.exp(log_q)]), k, dof)[0])
        return max(found, -1e4) - target

    low, high = -1.0, 2.0
    while excess(low) < 0:
        low -= 4.0
    while excess(high) > 0:
        high += 1.0
    return math.exp(optimize.brentq(excess, low, high, xtol=1e-13, rtol=1e-14))


def _log_sf(q: Array, k: int, dof: float) -> Array:
    if k == 2:  # noqa: PLR2004 - the range of two is their absolute difference
        return _log_two(q / math.sqrt(2), dof)
    if math.isinf(dof):
        return _log_normal_range(q, k)
    if q.size <= FEW:
        return _log_studentized(q, k, dof)
    # panels in log(1 + q): polynomial tails for few dof, normal ones for many, are smooth in it
    shared = _Panels.fit(
        lambda t: _log_studentized(np.expm1(t), k, dof), math.log1p(q.max()), width=0.25
    )
    return shared(np.log1p(q))


def _log_two(t: Array, dof: float) -> Array:
    if math.isinf(dof):
        tail: Array = special.log_ndtr(-t)
    else:
        with np.errstate(divide="ignore"):
            tail = np.log(special.stdtr(dof, -t))
    return tail + math.log(2.0)


def _log_normal_range(q: Array, k: int) -> Array:
    if q.size <= FEW:
        return _integrated_normal_range(q, k)
    near = np.minimum(q, LARGEST)
    return np.where(q < LARGEST, _shared_normal_range(k)(near), -np.inf)


@functools.lru_cache(maxsize=32)
def _shared_normal_range(k: int) -> "_Panels":
    return _Panels.fit(lambda t: _integrated_normal_range(t, k), LARGEST, width=1.0)


def _integrated_normal_range(q: Array, k: int) -> Array:
    """Logarithm of the survival function with infinite dof, by Gauss–Legendre."""
    nodes, weights = _legendre()
    out = np.empty_like(q)
    step = max(1, CHUNK // NODES)
    for start in range(0, q.size, step):
        some = np.minimum(q[start : start + step], 1e6)
        low, high = _window(some, k)
        half = (high - low)[:, None] / 2
        z = low[:, None] + half * (nodes + 1)
        terms = _log_integrand(z, some[:, None], k)
        out[start : start + step] = special.logsumexp(terms + np.log(half * weights), axis=1)
    return np.minimum(out, 0.0)


@functools.cache
def _legendre() -> tuple[Array, Array]:
    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    return nodes, weights


def _window(q: Array, k: int) -> tuple[Array, Array]:
    """Bound where the largest value lies: in its own bulk, or near q/2 when q is far out."""
    reach = 7.5  # e^−t² at 7.5 is 4e-25
    bulk_low = float(special.ndtri_exp(-60.0 / k))
    bulk_high = float(-special.ndtri_exp(-60.0 - math.log(k)))
    low = np.maximum(bulk_low, q / 2 - reach)
    high = np.maximum(bulk_high, q / 2 + reach)
    # far out the bulk itself no longer counts
    far = q / 2 - reach > bulk_high
    return low, np.where(far, q / 2 + reach, high)


def _log_integrand(z: Array, q: Array, k: int) -> Array:
    log_cdf = special.log_ndtr(z)
    log_ratio = np.minimum(special.log_ndtr(z - q) - log_cdf, 0.0)
    with np.errstate(divide="ignore"):
        exact = np.log(-np.expm1((k - 1) * np.log1p(-np.exp(log_ratio))))
    # where the ratio would underflow, one minus a power is k − 1 times the ratio
    inner = np.where(log_ratio < -NEGLIGIBLE, math.log(k - 1) + log_ratio, exact)
    log_density = -(z**2) / 2 - math.log(2 * math.pi) / 2
    total: Array = math.log(k) + log_density + (k - 1) * log_cdf + inner
    return total


def _log_studentized(q: Array, k: int, dof: float) -> Array:
    """Average the range's survival function over the standard deviation, at each q."""
    shared = _shared_normal_range(k)
    out = np.empty_like(q)
    low, high = _outer_window(q, dof, shared)
    # few dof have windows of 50, in which the range of many groups turns within a tenth
    nodes = max(OUTER_NODES, math.ceil((high - low).max() / OUTER_STEP))
    step = max(1, CHUNK // nodes)
    for start in range(0, q.size, step):
        part = slice(start, start + step)
        width = (high[part] - low[part]) / (nodes - 1)
        x = low[part, None] + width[:, None] * np.arange(nodes)
        terms = _log_outer(x, q[part, None], dof, shared)
        out[part] = special.logsumexp(terms, axis=1) + np.log(width)
    return np.minimum(out, 0.0)


def _log_outer(x: Array, q: Array, dof: float, shared: "_Panels") -> Array:
    """Logarithm of the density of x = log s times the survival function at q·s."""
    range_ = q * np.exp(x)
    tail = np.where(range_ < LARGEST, shared(np.minimum(range_, LARGEST)), -np.inf)
    # x − (e^2x − 1)/2 is taken about 0, where large dof concentrate the density
    density = dof * (x - np.expm1(2 * x) / 2) + _log_constant(dof)
    total: Array = density + tail
    return total


def _log_constant(dof: float) -> float:
    """Logarithm of 2 (dof/2)^(dof/2) e^(−dof/2) / Γ(dof/2)."""
    half = dof / 2
    if half < 1e3:  # noqa: PLR2004 - above, the terms cancel and Stirling's series has all digits
        return math.log(2) + half * math.log(half) - half - math.lgamma(half)
    return math.log(2) + math.log(half / (2 * math.pi)) / 2 - 1 / (12 * half) + 1 / (360 * half**3)


def _outer_window(q: Array, dof: float, shared: "_Panels") -> tuple[Array, Array]:
    """Bound x = log s where the integrand is within e^−50 of its peak, on a coarse grid."""
    drop = NEGLIGIBLE + np.minimum(q**2 / 4, dof * (np.log1p(q) + 1))
    # the density falls like e^(−dof x²) near its peak and like e^(dof x) far to the left
    share = drop / dof
    low = -np.where(share < MEET, 1.5 * np.sqrt(share), share + 0.5)
    high = min(1.5 * math.sqrt(NEGLIGIBLE / dof), 0.5 * math.log(2 * NEGLIGIBLE / dof + 2) + 0.5)
    steps = np.linspace(0, 1, 256)
    x = low[:, None] + (high - low)[:, None] * steps
    terms = _log_outer(x, q[:, None], dof, shared)
    inside = terms > terms.max(axis=1, keepdims=True) - NEGLIGIBLE
    first = np.maximum(inside.argmax(axis=1) - 1, 0)
    last = np.minimum(len(steps) - inside[:, ::-1].argmax(axis=1), len(steps) - 1)
    rows = np.arange(len(q))
    return x[rows, first], x[rows, last]


class _Panels:
    """A function on [0, end], as Chebyshev series on panels of equal width."""

    def __init__(self, coefficients: Array, width: float) -> None:
        self.coefficients = coefficients
        self.width = width

    @classmethod
    def fit(cls, function: Callable[[Array], Array], end: float, *, width: float) -> "_Panels":
        panels = max(1, math.ceil(end / width))
        nodes = np.cos(np.pi * (np.arange(DEGREE + 1) + 0.5) / (DEGREE + 1))
        places = (np.arange(panels)[:, None] + (nodes + 1) / 2) * width
        values = function(places.ravel()).reshape(places.shape)
        orders = np.arange(DEGREE + 1)[:, None]
        transform = 2 / (DEGREE + 1) * np.cos(orders * np.arccos(nodes))
        transform[0] /= 2
        return cls(values @ transform.T, width)

    def __call__(self, t: Array) -> Array:
        scaled = t / self.width
        panel = np.minimum(scaled.astype(np.intp), len(self.coefficients) - 1)
        local = (
            4 * (scaled - panel) - 2
        )  # twice the place in −1 to 1, as Clenshaw's recurrence wants
        later = np.zeros_like(t)
        latest = np.zeros_like(t)
        for order in range(DEGREE, 0, -1):
            later, latest = self.coefficients[panel, order] + local * later - latest, later
        total: Array = self.coefficients[panel, 0] + local / 2 * later - latest
        return total
