"""Whether the last nights of many series are worse than their baseline, allowing for one bad night.

A one-night spike must not look like a step, so each night's statistic is clipped before the last
nights are added; the null distribution of the clipped sums is known exactly.
"""

import functools
import warnings
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import special

from benchreport.numerics.autocorrelation import effective_size
from benchreport.numerics.chunks import by_rows

__all__ = ["Shift", "Spread", "clip_for", "shift", "spread_of"]

Floats = npt.NDArray[np.float64]

STEPS = 400
"""Of the lattice on which a clipped normal value lies, on either side of 0."""

OUTLYING = 3.0
"""Baseline nights further out than so many robust standard deviations are drawn in to there."""

UNCLIPPED = 9.0
LEAST_DOF = 4.0


class Spread(NamedTuple):
    """How much each series varies from night to night.

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


def spread_of(residuals: Floats, rho: Floats) -> Spread:
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
    >>> spread_of(np.array([[-1.0], [1.0], [-1.0], [1.0]]), np.zeros(1)).deviation.round(3).tolist()
    [1.155]
    """
    drawn = winsorized(residuals)
    n = (~np.isnan(drawn)).sum(axis=0).astype(float)
    independent = effective_size(n, rho)
    with warnings.catch_warnings():
        # series of no or one night have no deviation
        warnings.simplefilter("ignore", RuntimeWarning)
        deviation = np.nanstd(drawn, axis=0, ddof=1)
    lost = 1 - ((1 + rho) / (1 - rho) - 1) / np.maximum(n - 1, 1)
    return Spread(
        residuals=residuals,
        n=n,
        deviation=deviation / np.sqrt(np.maximum(lost, 0.2)),
        rho=rho,
        dof=np.maximum(independent - 1, LEAST_DOF),
    )


def winsorized(values: Floats) -> Floats:
    """Draw in what lies beyond three robust standard deviations of its series' median."""
    low, median, high = _quartiles(values)
    away = _quartiles(np.abs(values - median))[1]
    robust = np.maximum(away / special.ndtri(0.75), (high - low) / 1.349)
    # where most nights are the same, nothing says what is far out
    limit = np.where(robust > 0, OUTLYING * robust, np.inf)
    return np.clip(values, median - limit, median + limit)


def _quartiles(values: Floats) -> Floats:
    """Return (3, S) quartiles of what is there; numpy's own for gaps loops over the series."""
    ordered = np.sort(values, axis=0)
    last = (~np.isnan(values)).sum(axis=0) - 1
    found = np.full((3, values.shape[1]), np.nan)
    for row, part in enumerate((0.25, 0.5, 0.75)):
        place = part * np.maximum(last, 0)
        below = np.floor(place).astype(np.intp)
        above = np.ceil(place).astype(np.intp)
        pair = np.take_along_axis(ordered, np.stack([below, above]), axis=0)
        found[row] = pair[0] + (pair[1] - pair[0]) * (place - below)
    return found


def shift(
    recent: Floats,
    centre: Floats,
    n_centre: Floats,
    spread: Spread,
    *,
    windows: tuple[int, int],
    clip: float,
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
        Of nights around their level.
    windows
        Two numbers of nights (w, w + 1) that are looked at together; W is the larger.
    clip
        What a night can count at most, in standard deviations.

    Notes
    -----
    Each night's t = (centre − value)/(s·√(1 + 1/n)) is bounded from above by the t value that its
    rank among the baseline's nights has, unless it lies below all of them: skewed and quantised
    scores do not make evidence of what is usual for them. The clipped statistics are added over each
    window and scaled to the variance they would have if they were independent (AR(1), common
    centre). The smaller of the two windows' p-values is referred to its own null distribution,
    which is summed on a lattice, and then to Student's t for the deviation is estimated.

    Examples
    --------
    >>> nights = np.random.default_rng(0).normal(size=(60, 2))
    >>> spread = spread_of(nights, np.zeros(2))
    >>> found = shift(np.array([[0, -3.0]] * 3), np.zeros(2), np.full(2, 60.0), spread,
    ...     windows=(2, 3), clip=2.0)
    >>> (found.p_values < 0.01).tolist()
    [False, True]
    """
    t = _bounded(recent, centre, n_centre, spread)
    smallest = np.full(len(centre), np.inf)
    null = _Null.of(round(clip, 2), windows)
    for window in windows:
        narrowed = np.sqrt(window / _variance(window, spread.rho, n_centre))
        limit = null.clip / narrowed
        sums = np.clip(t[-window:], -limit, limit).sum(axis=0) * narrowed
        # fmin: the longer window may not be there yet
        smallest = np.fmin(smallest, null.survival(window, sums))
    known = np.isfinite(smallest)
    p_values = np.full(len(centre), np.nan)
    p_values[known] = by_rows(null.of_smaller, smallest[known], width=2 * STEPS * windows[0])
    z = -special.ndtri(np.clip(p_values, 1e-300, 1.0))
    return Shift(
        p_values=special.stdtr(spread.dof, -z),
        tonight=special.stdtr(spread.dof, -t[-1]),
        t=t,
    )


def clip_for(n_series: int, level: float) -> float:
    """Return what a night may count at most, so that three nights can convince in a family.

    Parameters
    ----------
    n_series
        Tested together: the more, the stronger the evidence that one of them needs.
    level
        The false discovery rate.

    Notes
    -----
    Φ(−clip)³ = level/(100·n), but not below 1.8: three nights at the limit are then a hundred times
    rarer than what the first of n needs, while a single one is far from it.

    Examples
    --------
    >>> round(clip_for(100, 0.15), 2), round(clip_for(5000, 0.15), 2)
    (1.97, 2.47)
    """
    return max(1.8, float(-special.ndtri((level / (100 * max(n_series, 1))) ** (1 / 3))))


def _bounded(recent: Floats, centre: Floats, n_centre: Floats, spread: Spread) -> Floats:
    """Return each night's t statistic, no more than its rank among the residuals allows."""
    below = centre - recent
    # differences in the last bits of a mean are none
    noise = 1e-12 * np.maximum(np.abs(centre), np.abs(recent))
    below = np.where(np.abs(below) <= noise, 0.0, below)
    error = spread.deviation * np.sqrt(1 + 1 / n_centre)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(below == 0, 0.0, below / error)
    t = np.where(np.isnan(recent), np.nan, t)
    rank = np.stack([(spread.residuals <= -row + noise[0]).sum(axis=0) for row in below])
    usual = (1 + rank) / (spread.n + 1)
    bound = special.stdtrit(spread.dof, 1 - np.minimum(usual, 1 - 1e-9))
    return np.where((rank == 0) | (spread.n == 0), t, np.minimum(t, bound))


def _variance(window: int, rho: Floats, n_centre: Floats) -> Floats:
    """Return the variance of the sum of a window's statistics, each of variance 1."""
    common = 1 / (n_centre + 1)
    total = np.full(len(rho), float(window))
    for lag in range(1, window):
        total += 2 * (window - lag) * (rho**lag * (1 - common) + common)
    return total


@dataclass(frozen=True, slots=True)
class _Null:
    """The null distribution of sums of clipped normal values, on a lattice."""

    clip: float
    windows: tuple[int, int]
    masses: tuple[Floats, ...]

    @classmethod
    @functools.cache
    def of(cls, clip: float, windows: tuple[int, int]) -> "_Null":
        """Tabulate it; a clip of 0 or less does not clip."""
        limit = clip if clip > 0 else UNCLIPPED
        edges = np.linspace(-limit, limit, 2 * STEPS + 1)
        halves = (edges[1:] + edges[:-1]) / 2
        below = np.concatenate([[0.0], special.ndtr(halves), [1.0]])
        # differences of upper tails, where those of lower ones have lost their digits
        above = np.concatenate([[1.0], special.ndtr(-halves), [0.0]])
        single = np.where(edges > 0, above[:-1] - above[1:], below[1:] - below[:-1])
        masses = [np.ones(1)]
        for _ in range(max(windows)):
            masses.append(np.convolve(masses[-1], single))
        return cls(limit, windows, tuple(masses))

    def survival(self, window: int, sums: Floats) -> Floats:
        """Return P(sum ≥ s), NaN where s is."""
        places, tail = self._tail(window)
        return np.where(np.isnan(sums), np.nan, np.interp(sums, places, tail))

    def of_smaller(self, p_values: Floats) -> Floats:
        """Return P(the smaller p-value of the two windows ≤ p)."""
        short, long = self.windows
        places, tail = self._tail(short)
        further, beyond = self._tail(long)
        first = np.interp(-p_values, -tail, places)
        second = np.interp(-p_values, -beyond, further)
        rest_at, rest = self._tail(long - short)
        # the short window does not reach its bound, the long one does by the nights before it
        needed = second[:, None] - places
        reached = np.interp(needed, rest_at, rest, left=1.0, right=0.0)
        missed = np.where(places < first[:, None] - 1e-9, self.masses[short], 0.0)
        joint: Floats = np.minimum(1.0, p_values + (missed * reached).sum(axis=1))
        return joint

    def _tail(self, window: int) -> tuple[Floats, Floats]:
        mass = self.masses[window]
        places = np.linspace(-window * self.clip, window * self.clip, len(mass))
        return places, np.cumsum(mass[::-1])[::-1]
