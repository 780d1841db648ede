"""The studentized range: survival function and critical values.

Ours because scipy's loses relative accuracy below 1e-15 and costs milliseconds a value, and
statsmodels' table is clipped to .001 and .9. For one k the logarithm of the survival function is
smooth in log(1 + q) and log(dof), that of the critical value in log(dof): many values share one
Chebyshev interpolant.
"""

import functools
import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from benchreport.errors import OptionError
from benchreport.hints import option
from benchreport.numerics.normal_tails import log_normal_cdf, normal_quantile_of_log
from benchreport.numerics.nulls.chebyshev_interpolation import Panels, by_cells
from benchreport.numerics.roots import find_root

Array = NDArray[np.float64]

MOST_GROUPS = 1_000
# Gauss–Legendre: 128 nodes reach 1e-10 at k = 1,000, and 80 the last digit at k = 60
NODES, FEW_NODES, FEW_GROUPS = 192, 96, 60
OUTER_NODES = (
    384  # the fewest nodes of the trapezoid rule over the logarithm of the standard deviation
)
OUTER_STEP = 0.02  # the largest distance between them
LARGEST = 80.0  # beyond, the survival function is below 1e-690 for every k up to MOST_GROUPS
UNDERFLOW = -800.0  # no float is as small as e^−746
NEGLIGIBLE = 50.0  # e^−50 of the peak is negligible
# cells in log(1 + q), in which polynomial tails for few dof and normal ones for many are smooth, and
# in log(dof); the interpolant's relative error is below 1e-10 down to 1e-300
WIDTHS = (0.25, 1.0)
FEW = 64  # up to this many, integrating each value costs less than an interpolant
MEET = 0.25  # where the two ways in which the density of log s falls take over from each other
ROWS = 256  # values integrated at once: some 400 nodes of each are a megabyte


def sf(q: ArrayLike, k: int, dof: ArrayLike = math.inf) -> Array:
    """Return P(Q > q) for the range Q of k independent normal means over their standard deviation.

    Parameters
    ----------
    q
        Any shape. Negative values give 1, NaN gives NaN.
    k
        Groups, 2 to 1,000.
    dof
        Degrees of freedom of the standard deviation, 1 to infinity; broadcast with q.

    Returns
    -------
    numpy.ndarray
        P-values in the common shape. With infinite dof the relative error is below 1e-8 down to 1e-250; with
        finite dof the absolute error is below 1e-10 and the relative below 1e-6 down to 1e-30.

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
    values, dofs = np.broadcast_arrays(np.asarray(q, dtype=float), np.asarray(dof, dtype=float))
    _check(k, dofs)
    out = np.where(np.isnan(values), np.nan, np.where(values > 0, 0.0, 1.0))
    inside = np.isfinite(values) & (values > 0)
    out[inside] = np.minimum(np.exp(_log_sf(values[inside], k, dofs[inside])), 1.0)
    return out


def isf(alpha: ArrayLike, k: int, dof: ArrayLike = math.inf) -> Array:
    """Return the critical value q with P(Q > q) = alpha.

    Parameters
    ----------
    alpha
        Any shape, between 0 and 1; 0 gives infinity and 1 gives 0.
    k, dof
        As in `sf`; dof is broadcast with alpha.

    Returns
    -------
    numpy.ndarray
        Critical values in the common shape, with relative errors below 1e-9.

    Examples
    --------
    Demšar (2006), Table 5(a), four classifiers at .05, divided by √2:

    >>> round(float(isf(0.05, 4)) / math.sqrt(2), 3)
    2.569
    """
    alphas, dofs = np.broadcast_arrays(np.asarray(alpha, dtype=float), np.asarray(dof, dtype=float))
    _check(k, dofs)
    if not ((alphas >= 0) & (alphas <= 1)).all():
        raise OptionError(
            f"alpha must lie between 0 and 1; got {alpha!r}.", hint=option(alpha=0.05)
        )
    out = np.empty(alphas.shape)
    for level in np.unique(alphas).tolist():
        chosen = alphas == level
        out[chosen] = _critical(level, k, dofs[chosen])
    return out


def _check(k: int, dof: Array) -> None:
    if k != int(k) or not 2 <= k <= MOST_GROUPS:  # noqa: PLR2004 - a range needs two
        raise OptionError(
            f"k must be a whole number from 2 to {MOST_GROUPS}; got {k!r}.", hint=option(k=3)
        )
    refused = dof[~(dof >= 1)]
    if refused.size:
        raise OptionError(
            f"dof must be at least 1; got {float(refused[0])!r}.", hint=option(dof=10)
        )


def _critical(alpha: float, k: int, dof: Array) -> Array:
    """Return the critical value of one alpha at each dof (m,)."""
    if alpha in (0.0, 1.0):
        return np.full(dof.shape, math.inf if alpha == 0 else 0.0)
    out, finite = np.empty(dof.shape), np.isfinite(dof)
    if not finite.all():
        out[~finite] = _root(alpha, k, math.inf)

    def log_q(places: Array) -> Array:
        return np.log([_root(alpha, k, degrees) for degrees in np.exp(places[:, 0]).tolist()])

    if finite.any():
        out[finite] = np.exp(by_cells(log_q, np.log(dof[finite])[:, None], WIDTHS[1:]))
    return out


@functools.lru_cache(maxsize=256)
def _root(alpha: float, k: int, dof: float) -> float:
    target, dofs = math.log(alpha), np.array([dof])

    def excess(log_q: float) -> float:
        log_tail = float(_log_sf(np.array([math.exp(log_q)]), k, dofs)[0])
        return max(log_tail, -1e4) - target

    low, high = -1.0, 2.0
    while excess(low) < 0:
        low -= 4.0
    while excess(high) > 0:
        high += 1.0
    return math.exp(find_root(excess, low, high, xtol=1e-13))


def _log_sf(q: Array, k: int, dof: Array) -> Array:
    """Return the logarithm of the survival function at q > 0 with dof, both (m,)."""
    if k == 2:  # noqa: PLR2004 - the range of two is their absolute difference
        return _log_two(q / math.sqrt(2), dof)
    out, finite = np.empty_like(q), np.isfinite(dof)
    out[~finite] = _log_normal_range(q[~finite], k)
    out[finite] = _log_finite(q[finite], k, dof[finite])
    return out


def _log_finite(q: Array, k: int, dof: Array) -> Array:
    if q.size <= FEW:
        return _log_studentized(q, k, dof)

    def log_sf(places: Array) -> Array:
        return _log_studentized(np.expm1(places[:, 0]), k, np.exp(places[:, 1]))

    places = np.column_stack([np.log1p(q), np.log(dof)])
    return by_cells(log_sf, places, WIDTHS, least=UNDERFLOW)


def _log_two(t: Array, dof: Array) -> Array:
    finite, normal = np.isfinite(dof), log_normal_cdf(-t)
    if not finite.any():
        return normal + math.log(2.0)
    from scipy import special  # slow to load, and tests by ranks do without

    with np.errstate(divide="ignore"):
        tail = np.log(special.stdtr(np.where(finite, dof, 1.0), -t))
    return np.where(finite, tail, normal) + math.log(2.0)


def _log_normal_range(q: Array, k: int) -> Array:
    if q.size <= FEW:
        return _integrate_normal_range(q, k)
    near = np.minimum(q, LARGEST)
    return np.where(q < LARGEST, _normal_range_panels(k)(near), -np.inf)


@functools.lru_cache(maxsize=32)
def _normal_range_panels(k: int) -> Panels:
    return Panels.fit(lambda t: _integrate_normal_range(t, k), LARGEST, width=1.0)


def _integrate_normal_range(q: Array, k: int) -> Array:
    """Logarithm of the survival function with infinite dof, by Gauss–Legendre."""
    nodes, weights = _legendre(FEW_NODES if k <= FEW_GROUPS else NODES)
    out = np.empty_like(q)
    for start in range(0, q.size, ROWS):
        part = slice(start, start + ROWS)
        some = np.minimum(q[part], 1e6)
        low, high = _window(some, k)
        half = (high - low)[:, None] / 2
        z = low[:, None] + half * (nodes + 1)
        terms = _log_integrand(z, some[:, None], k)
        out[part] = _log_sum_exp(terms + np.log(half * weights))
    return np.minimum(out, 0.0)


def _log_sum_exp(terms: Array) -> Array:
    """Return the logarithm of each row's sum of powers of e; scipy's takes twice as long for few rows."""
    largest = terms.max(axis=1)
    largest = np.where(np.isinf(largest), 0.0, largest)
    with np.errstate(divide="ignore"):
        sums: Array = np.log(np.exp(terms - largest[:, None]).sum(axis=1)) + largest
    return sums


@functools.cache
def _legendre(n_nodes: int) -> tuple[Array, Array]:
    nodes, weights = np.polynomial.legendre.leggauss(n_nodes)
    return nodes, weights


def _window(q: Array, k: int) -> tuple[Array, Array]:
    """Bound where the largest value lies: in its own bulk, or near q/2 when q is far out."""
    reach = 7.5  # e^−t² at 7.5 is 4e-25
    bulk_low, bulk_high = _bulk(k)
    low = np.maximum(bulk_low, q / 2 - reach)
    high = np.maximum(bulk_high, q / 2 + reach)
    far = q / 2 - reach > bulk_high  # where the bulk itself no longer counts
    return low, np.where(far, q / 2 + reach, high)


@functools.cache
def _bulk(k: int) -> tuple[float, float]:
    """Return where the largest of k normals lies but for e^−60."""
    return normal_quantile_of_log(-60.0 / k), -normal_quantile_of_log(-60.0 - math.log(k))


def _log_integrand(z: Array, q: Array, k: int) -> Array:
    log_cdf = log_normal_cdf(z)
    log_ratio = np.minimum(log_normal_cdf(z - q) - log_cdf, 0.0)
    with np.errstate(divide="ignore"):
        exact = np.log(-np.expm1((k - 1) * np.log1p(-np.exp(log_ratio))))
    # where the ratio would underflow, one minus a power is k − 1 times the ratio
    inner = np.where(log_ratio < -NEGLIGIBLE, math.log(k - 1) + log_ratio, exact)
    log_density = -(z**2) / 2 - math.log(2 * math.pi) / 2
    return math.log(k) + log_density + (k - 1) * log_cdf + inner


def _log_studentized(q: Array, k: int, dof: ArrayLike) -> Array:
    """Average the range's survival function over the standard deviation, at each q with its dof."""
    shared = _normal_range_panels(k)
    dofs = np.broadcast_to(np.asarray(dof, dtype=float), q.shape)
    out = np.empty_like(q)
    for start in range(0, q.size, ROWS):
        part = slice(start, start + ROWS)
        low, high = _outer_window(q[part], dofs[part], shared)
        # few dof have windows 50 wide, in which the range of many groups changes within a tenth
        nodes = max(OUTER_NODES, math.ceil((high - low).max() / OUTER_STEP))
        width = (high - low) / (nodes - 1)
        x = low[:, None] + width[:, None] * np.arange(nodes)
        terms = _log_outer(x, q[part, None], dofs[part, None], shared)
        out[part] = _log_sum_exp(terms) + np.log(width)
    return np.minimum(out, 0.0)


def _log_outer(x: Array, q: Array, dof: Array, shared: Panels) -> Array:
    """Logarithm of the density of x = log s times the survival function at q·s."""
    range_ = q * np.exp(x)
    tail = np.where(range_ < LARGEST, shared(np.minimum(range_, LARGEST)), -np.inf)
    # x − (e^2x − 1)/2 is taken about 0, where large dof concentrate the density
    density = dof * (x - np.expm1(2 * x) / 2) + _log_constant(dof)
    return density + tail


def _log_constant(dof: Array) -> Array:
    """Logarithm of 2 (dof/2)^(dof/2) e^(−dof/2) / Γ(dof/2)."""
    from scipy import special  # as in `_log_two`

    half = dof / 2
    few = np.minimum(half, 1e3)  # above, the terms cancel and Stirling's series has all digits
    exact = few * np.log(few) - few - special.gammaln(few)
    series = np.log(half / (2 * math.pi)) / 2 - 1 / half / 12 + (1 / half) ** 3 / 360
    return math.log(2) + np.where(half == few, exact, series)


def _outer_window(q: Array, dof: Array, shared: Panels) -> tuple[Array, Array]:
    """Bound x = log s where the integrand is within e^−50 of its peak, on a coarse grid."""
    # the square of a larger q would overflow; the minimum does not need it
    drop = NEGLIGIBLE + np.minimum(np.minimum(q, 1e150) ** 2 / 4, dof * (np.log1p(q) + 1))
    # the density falls like e^(−dof x²) near its peak and like e^(dof x) far to the left
    share = drop / dof
    low = -np.where(share < MEET, 1.5 * np.sqrt(share), share + 0.5)
    ratio = NEGLIGIBLE / dof
    high = np.minimum(1.5 * np.sqrt(ratio), 0.5 * np.log(2 * ratio + 2) + 0.5)
    steps = np.linspace(0, 1, 256)
    x = low[:, None] + (high - low)[:, None] * steps
    terms = _log_outer(x, q[:, None], dof[:, None], shared)
    inside = terms > terms.max(axis=1, keepdims=True) - NEGLIGIBLE
    first = np.maximum(inside.argmax(axis=1) - 1, 0)
    last = np.minimum(len(steps) - inside[:, ::-1].argmax(axis=1), len(steps) - 1)
    return x[np.arange(q.size), first], x[np.arange(q.size), last]
