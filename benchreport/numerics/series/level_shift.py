"""Whether the last nights of many series are worse than their baseline, allowing for one bad night.

A one-night spike must not look like a step, so each night's statistic is clipped before the last
nights are added; the null distribution of the clipped sums is known exactly.

Ours because no library tests several windows of clipped statistics.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import special

from benchreport.numerics.series.autocorrelation import effective_size
from benchreport.numerics.series.clipped_sums import HASTE, ClippedSums
from benchreport.numerics.series.means_with_gaps import column_deviations

Floats = npt.NDArray[np.float64]

OUTLYING = 3.0
"""Baseline nights beyond this many robust standard deviations count as if they lay there."""

APART = 3.0
"""A night looks like a spike if its t exceeds the next one by more than this, and is over twice as large."""

ENORMOUS = 50.0
LEAST_CLIP = 1.4
LEAST_DOF = 4.0


class Spread(NamedTuple):
    """The variation of each series from night to night.

    Parameters
    ----------
    residuals
        (T, S), nights around their level; NaN where there is none.
    n
        (S,) how many there are.
    deviation
        (S,) their standard deviation, spikes drawn in.
    rho
        (S,) their lag-one autocorrelation.
    dof
        (S,) degrees of freedom of the deviation.
    """

    residuals: Floats
    n: Floats
    deviation: Floats
    rho: Floats
    dof: Floats


class Shift(NamedTuple):
    """Evidence that each series went down.

    Parameters
    ----------
    p_values
        (S,) one-sided, of the last nights together; NaN where there are too few.
    tonight
        (S,) one-sided, of the last night alone.
    t
        (W, S) each night's statistic, positive when lower than the centre.
    """

    p_values: Floats
    tonight: Floats
    t: Floats


def measure_spread(residuals: Floats, rho: Floats) -> Spread:
    """Measure the spread of nights around their level, robust against one-night spikes.

    Parameters
    ----------
    residuals
        (T, S); NaN where a night has no value.
    rho
        (S,) lag-one autocorrelation.

    Notes
    -----
    Values beyond three robust standard deviations (the larger of 1.4826 MAD and IQR/1.349) are drawn
    in to there. Under autocorrelation the sum of squares around the mean is too small; it is
    divided by what its expectation is for AR(1).

    Examples
    --------
    >>> measure_spread(np.array([[-1.0], [1.0], [-1.0], [1.0]]), np.zeros(1)).deviation.round(3).tolist()
    [1.155]
    """
    winsorized = winsorize(residuals)
    n = (~np.isnan(winsorized)).sum(axis=0).astype(float)
    independent = effective_size(n, rho)
    # squares of very large or small values would overflow or vanish
    largest = np.nanmax(np.abs(winsorized), axis=0, initial=0.0)
    scale = np.where(largest > 0, largest, 1.0)
    deviation = scale * column_deviations(winsorized / scale)
    lost = 1 - ((1 + rho) / (1 - rho) - 1) / np.maximum(n - 1, 1)
    return Spread(
        residuals=residuals,
        n=n,
        deviation=deviation / np.sqrt(np.maximum(lost, 0.2)),
        rho=rho,
        dof=np.maximum(independent - 1, LEAST_DOF),
    )


def winsorize(values: Floats) -> Floats:
    """Move values beyond three robust standard deviations of their series' median to there."""
    low, median, high = _quantiles(values, 0.25, 0.5, 0.75)
    away = _quantiles(np.abs(values - median), 0.5)[0]
    robust = np.maximum(away / special.ndtri(0.75), (high - low) / 1.349)
    # where most nights are equal, no night can be called far out
    limit = np.where(robust > 0, OUTLYING * robust, np.inf)
    return np.clip(values, median - limit, median + limit)


def _quantiles(values: Floats, *shares: float) -> Floats:
    """Return quantiles, (k, S), without gaps; numpy's ``nanquantile`` loops over the series."""
    if not len(values):
        return np.full((len(shares), values.shape[1]), np.nan)
    ordered = np.sort(values, axis=0)
    last = (~np.isnan(values)).sum(axis=0) - 1
    place = np.array(shares)[:, None] * np.maximum(last, 0)
    below = np.floor(place).astype(np.intp)
    series = np.arange(values.shape[1])
    low, high = ordered[below, series], ordered[np.ceil(place).astype(np.intp), series]
    quantiles: Floats = low + (high - low) * (place - below)
    return quantiles


def shift(
    recent: Floats,
    centre: Floats,
    n_centre: Floats,
    spread: Spread,
    *,
    windows: tuple[int, ...],
    clip: float,
    wide: Floats | float = 1.0,
) -> Shift:
    """Test whether the last nights are lower than the centre.

    H0: the last nights come from the distribution of the baseline. H1: they are lower.

    Parameters
    ----------
    recent
        (W, S): the last nights, tonight last; NaN where a series has fewer.
    centre, n_centre
        (S,): the baseline's level, and over how many independent nights it is averaged.
    spread
        Spread of nights around their level.
    windows
        Numbers of nights that are looked at together, ascending; W is the largest.
    clip
        The most that a night can count, in standard deviations.
    wide
        How many times as wide as usual each night spreads, (W, S) or a number; ∞ for one that is no evidence.

    Notes
    -----
    Each night's t = (centre − value)/(s·√(1 + 1/n)) is bounded from above by the t value that its
    rank among the baseline's nights has, unless it lies below all of them: the usual swings of
    skewed and quantised scores are then no evidence. The clipped statistics are added over each
    window and scaled to the variance they would have if they were independent (AR(1), common
    centre). The smallest of the windows' p-values, each with its weight, is referred to its own null
    distribution, which is tabulated, and then to Student's t for the deviation is estimated. Windows for
    which a series has too few nights do not count, nor do those after the second where a series is
    autocorrelated: many nights of it drift alike, and how much is known too badly.

    Examples
    --------
    >>> nights = np.random.default_rng(0).normal(size=(60, 2))
    >>> spread = measure_spread(nights, np.zeros(2))
    >>> found = shift(np.array([[0, -3.0]] * 3), np.zeros(2), np.full(2, 60.0), spread,
    ...     windows=(2, 3), clip=2.0)
    >>> (found.p_values < 0.01).tolist()
    [False, True]
    """
    below = _below(recent, centre)
    t, bound = _t(below, n_centre, spread), _bound(below, recent, centre, spread)
    t = np.where(np.isinf(wide), 0.0 * below, t / np.where(np.isinf(wide), 1.0, wide))
    alone, t = t, np.minimum(t, bound)
    p_values = np.full(len(centre), np.nan)
    smallest = np.full(len(centre), np.inf)
    for number, window in enumerate(windows, start=1):
        null = ClippedSums.of(round(clip, 2), windows[:number])
        narrowed = np.sqrt(window / _variance(window, spread.rho, n_centre))
        counted = np.clip(t[-window:], -null.clip / narrowed, null.clip / narrowed)
        if clip > 0 and number > 1:
            counted = _discount_lone_nights(alone[-window:], counted)
        found = null.survival(window, counted.sum(axis=0) * narrowed) * null.weights[-1]
        if number > 2:  # noqa: PLR2004 - the usual two
            found = np.where(spread.rho > 0, np.nan, found)
        smallest = np.fmin(smallest, found)
        p_values = np.where(np.isnan(found), p_values, null.of_smallest(smallest))
    z = -special.ndtri(np.clip(p_values, 1e-300, 1.0))
    p_values = special.stdtr(spread.dof, -z)
    if clip > 0:
        # if all nights are beyond the limit, the smallest alone is convincing: no third night is needed
        least = t[-windows[0] :].min(axis=0)
        together = np.where(least > clip, special.stdtr(spread.dof, -least), 1.0)
        p_values = np.minimum(p_values, together)
    return Shift(
        p_values=p_values,
        tonight=special.stdtr(spread.dof, -t[-1]),
        t=t,
    )


def choose_clip(n_series: int, level: float, confirm: int) -> float:
    """Return the most that a night may count, so that one bad night in a family does not convince.

    Parameters
    ----------
    n_series
        How many series are tested together: the more, the stronger the evidence that one needs.
    level
        The false discovery rate.
    confirm
        How many nights must agree, 2 or more.

    Notes
    -----
    So many nights at the limit are then almost what convinces of the first of n series, Φ(−clip) to the power
    of ``confirm`` times the handicap of the shortest window being 0.23·level/n: bad nights and one that is
    merely poor are not. The other windows take the rest. Between 1.4 and 3.

    Examples
    --------
    >>> round(choose_clip(100, 0.15, 2), 2), round(choose_clip(5000, 0.15, 2), 2)
    (2.2, 2.88)
    """
    tail = (0.23 * level / (HASTE * max(n_series, 1))) ** (1 / confirm)
    return float(np.clip(-special.ndtri(min(tail, 0.5)), LEAST_CLIP, 3.0))


def _below(recent: Floats, centre: Floats) -> Floats:
    """Return how far nights are below the centre; the rounding of a mean counts as 0."""
    below = centre - recent
    return np.where(np.abs(below) <= _rounding(recent, centre), 0.0, below)


def _rounding(recent: Floats, centre: Floats) -> Floats:
    rounding: Floats = 1e-12 * np.maximum(np.abs(centre), np.abs(recent))
    return rounding


def _t(below: Floats, n_centre: Floats, spread: Spread) -> Floats:
    """Return each night's t statistic."""
    error = spread.deviation * np.sqrt(1 + 1 / n_centre)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(below == 0, 0.0, below / error)
    return np.where(np.isnan(below), np.nan, t)


def _bound(below: Floats, recent: Floats, centre: Floats, spread: Spread) -> Floats:
    """Return the t that each night's rank among the residuals allows, ∞ below all residuals."""
    rounding = _rounding(recent, centre)
    rank = np.stack(
        [
            (spread.residuals <= noise - row).sum(axis=0)
            for row, noise in zip(below, rounding, strict=True)
        ]
    )
    usual = (1 + rank) / (spread.n + 1)
    bound = special.stdtrit(spread.dof, 1 - np.minimum(usual, 1 - 1e-9))
    return np.where((rank == 0) | (spread.n == 0), np.inf, bound)


def _discount_lone_nights(t: Floats, clipped: Floats) -> Floats:
    """Let a night that is much worse than the others count less or not at all: it looks like a spike.

    It is recognised by t statistics that no rank bounds. The null distribution of clipped values
    still applies, which makes the test conservative.
    """
    finite = np.clip(np.where(np.isnan(t), -ENORMOUS, t), -ENORMOUS, ENORMOUS)
    ordered = np.sort(finite, axis=0)
    most, second = ordered[-1], ordered[-2]
    excess = np.maximum(0.0, most - second - np.maximum(APART, second))
    lone = (finite >= most) & (excess > 0)
    return np.where(lone, np.maximum(clipped - excess, 0.0), clipped)


def _variance(window: int, rho: Floats, n_centre: Floats) -> Floats:
    """Return the variance of the sum of a window's statistics, each of variance 1."""
    common = 1 / (n_centre + 1)
    total = np.full(len(rho), float(window))
    for lag in range(1, window):
        total += 2 * (window - lag) * (rho**lag * (1 - common) + common)
    return total
