"""What all series of a night have in common: a shift of them all, and a larger spread.

Ours because no library splits nights × series robustly into both.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import special

from benchreport.numerics.series.level_shift import OUTLYING, winsorize
from benchreport.numerics.series.means_with_gaps import column_means

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

FEWEST = 6
"""Of fewer series, one that changes cannot be told from a night that is different."""

LEFT = 4
"""On a night, so many of them must be there and not known to be off."""

ROUNDS, MOST_ROUNDS = 4, 50
SETTLED = 0.1
"""Levels of series with gaps that move by fewer standard deviations, beside all, need no further round."""

REJECTED = 4.7
"""Tukey's biweight: series beyond this many standard deviations do not count; 95 % efficient."""

SURELY = 3.0
"""A shift of a night beyond this many standard errors is believed whatever other nights were like."""

PRIOR = 4.0
"""So many nights, each shifted by one standard deviation, tell as much of how a series follows as is
expected of it beforehand."""

ALIKE = 0.5
"""Nights that move a series by this share of a night's move, or more, tell how it follows that night."""

TOGETHER = 3
"""About as many nights are looked at together."""

CLEAR, MIXED = 1.5, 0.1
"""Series that a night shifts by this many standard deviations show it; this share of them need not."""

LEAST, ROUNDING = 0.5, 1e-9
"""A round leaves at least the one share of a deviation; less than the other of the first one is rounding."""

GAUSSIAN = 1.4826
MEDIAN_ERROR = 1.17
"""A deviation by the scaled median of n absolute values has this relative standard error over √n."""

TO_DEVIATION = 1.2533


class NightEffects(NamedTuple):
    """What the nights do to the series.

    Parameters
    ----------
    means
        (T,) the mean shift of each night's series.
    common
        (T, S) the shift of each series: without what chance explains, and as far as the series follows.
    spreads
        (T, S) how many times as wide as usual each series spreads on each night, 1 or more: as all others do,
        and as it is not known how far it follows a shift.
    without
        (T, G) the mean shift of each night's series without those of each side.
    """

    means: Floats
    common: Floats
    spreads: Floats
    without: Floats


def night_effects(
    residuals: Floats, *, latest: int, equal: bool, sides: Bools | None = None
) -> NightEffects:
    """Estimate the shift and the spread of each night, robustly over its series.

    Parameters
    ----------
    residuals
        (T, S), nights around the level of each series; NaN where a series has none, or is known to be off.
    latest
        The number of last nights from which no series' way of following is learned.
    equal
        Whether a night shifts all series by the same amount (logarithms of times). Otherwise it may also
        shift them in proportion to their standard deviations, whichever fits the nights better.
    sides
        (S, G) which series are of each side, such as those of one algorithm, without which the shift is
        estimated, too; none if not given.

    Notes
    -----
    Levels of series and shifts of nights are found in turn, shifts as Tukey's biweight mean over the series,
    around their median over the nights: a shift of all nights cannot be told from the levels.
    A shift is drawn to 0 by the share of its variance that chance explains, estimated over the nights: of
    independent series little is left of it. A shift beyond three standard errors is believed even if no
    other night is shifted. How far a series follows is a regression over the nights that were shifted half
    as far or more, drawn to 1.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> nights = rng.normal(size=(40, 20))
    >>> nights[30] -= 5
    >>> effects = night_effects(nights - nights.mean(axis=0), latest=3, equal=True)
    >>> effects.means[28:32].round().tolist()
    [0.0, -0.0, -5.0, 0.0]
    """
    if sides is None:
        sides = np.zeros((residuals.shape[1], 0), dtype=bool)
    ways = (True,) if equal else (True, False)
    fits = [_fit(residuals, sides, latest=latest, equal=way) for way in ways]
    if fits[0] is None or fits[-1] is None:
        none = np.zeros(residuals.shape)
        return NightEffects(none[:, :1].sum(axis=1), none, none + 1, none @ sides)
    first, misfit = fits[0]
    second, other = fits[-1]
    # one way for all nights: levels of series that nights shift in both ways would not agree
    return second if other < misfit else first


def _fit(
    residuals: Floats, sides: Bools, *, latest: int, equal: bool
) -> tuple[NightEffects, float] | None:
    """Return the effects of nights of one kind, and how badly they fit; None of too few series."""
    rest, taken, levels = residuals, np.zeros(residuals.shape), np.zeros(residuals.shape[1])
    lacking = np.isnan(residuals).any(axis=0)
    first = deviations = np.zeros(residuals.shape[1])
    for number in range(1, MOST_ROUNDS + 1):
        before = levels
        if number <= ROUNDS:
            # not in each round: one series that comes ever nearer to the shifts would take them over
            found = TO_DEVIATION * _known(column_means(np.abs(winsorize(rest))))
            first = found if number == 1 else first
            # what is left of a series without noise is rounding, which no shift can be told from
            deviations = np.where(
                found > ROUNDING * first, np.maximum(found, LEAST * deviations), 0.0
            )
            varying = deviations > 0
            if varying.sum() < FEWEST:
                return None
            units = np.where(varying, np.median(deviations[varying]) if equal else deviations, 0.0)
        levels = _known(column_means(winsorize(residuals - taken)))
        standard = _divide(residuals - levels, units)
        shifts, errors, weights = _centres(standard, _divide(deviations, units))
        taken = shifts[:, None] * units
        rest = residuals - levels - taken
        # a series that lacks the nights after a shift of all needs more rounds to be told from the shift
        moved = levels - before
        away = np.abs(moved - np.median(moved[varying]))
        if number >= ROUNDS and (away <= SETTLED * deviations)[lacking & varying].all():
            break
    spreads = _spreads(_divide(rest, deviations))
    # where a residual is around a level that a shift has moved, the level found here moves it back
    means = levels[varying].mean() + shifts * units.mean()
    without = _mean_levels(levels, varying, sides) + units.mean() * _leave_out(
        standard, weights, sides
    )
    shifts *= _reliability(shifts, errors * spreads**2)
    # from here on in standard deviations of each series
    shifted = _known(_divide(shifts[:, None] * units, deviations))
    standard = _divide(residuals - levels, deviations)
    # before series are given their own ways, by which either kind would fit
    misfit = float(np.nanmean(np.minimum(np.abs(standard - shifted), OUTLYING)))
    expected, variances = _follow(standard, shifted, latest)
    # the level of a series that follows otherwise was a part of a lasting shift off
    levels = _known(column_means(winsorize(residuals - expected * deviations)))
    standard = _divide(residuals - levels, deviations)
    expected[_are_mixed(standard, expected)] = 0.0
    # what is not known of a series is the same on all nights that are looked at together
    wide = np.sqrt(spreads[:, None] ** 2 + TOGETHER * variances)
    return NightEffects(means, expected * deviations, wide, without), misfit


def _known(values: Floats) -> Floats:
    known: Floats = np.where(np.isnan(values), 0.0, values)
    return known


def _divide(values: Floats, units: Floats) -> Floats:
    quotients: Floats = values / np.where(units > 0, units, np.nan)
    return quotients


def _mean_levels(levels: Floats, varying: Bools, sides: Bools) -> Floats:
    """Return (G,) the mean level of the varying series that are not of each side."""
    rest = varying[:, None] & ~sides
    means: Floats = levels @ rest / np.maximum(rest.sum(axis=0), 1)
    return means


def _leave_out(standard: Floats, weights: Floats, sides: Bools) -> Floats:
    """Return (T, G) the weighted means of the rows without the columns of each side, around their median."""
    sums = weights @ ~sides
    moved = (weights * _known(standard)) @ ~sides
    means = np.divide(moved, sums, out=np.zeros(sums.shape), where=sums > 0)
    enough = (~np.isnan(standard)).sum(axis=1) >= LEFT
    usual = np.median(means[enough], axis=0) if enough.any() else 0.0
    left: Floats = np.where(enough[:, None], means - usual, 0.0)
    return left


def _centres(standard: Floats, deviations: Floats) -> tuple[Floats, Floats, Floats]:
    """Return (T,) the biweight means of the rows, their variances under independence, and (T, S) weights.

    ``deviations`` (S,) are the standard deviations of the columns.
    """
    wide = np.where(np.isnan(deviations), np.inf, deviations)
    known = ~np.isnan(standard)
    centres, standard = _known(_row_medians(standard)), _known(standard)
    enough = known.sum(axis=1) >= LEFT
    precise = known * (1 / wide**2)
    wide = REJECTED * wide
    for _ in range(3):
        away = (standard - centres[:, None]) / wide
        weights = np.maximum(0.0, 1 - away**2) ** 2 * precise
        sums = weights.sum(axis=1)
        moved = (weights * standard).sum(axis=1)
        centres = np.where(
            sums > 0, np.divide(moved, sums, out=centres.copy(), where=sums > 0), centres
        )
    total = precise.sum(axis=1)
    errors = np.divide(1.0, total, out=np.full(len(total), np.inf), where=total > 0)
    # a shift of all nights is none: that of skewed series would grow round by round
    usual = np.median(centres[enough]) if enough.any() else 0.0
    return np.where(enough, centres - usual, 0.0), 1.05 * errors, weights


def _row_medians(values: Floats) -> Floats:
    ordered = np.sort(values, axis=1)
    counts = (~np.isnan(values)).sum(axis=1)
    rows = np.arange(len(values))
    low = ordered[rows, np.maximum(counts - 1, 0) // 2]
    high = ordered[rows, np.minimum(counts // 2, values.shape[1] - 1)]
    medians: Floats = np.where(counts > 0, (low + high) / 2, np.nan)
    return medians


def _spreads(standard: Floats) -> Floats:
    """Return (T,) the widths of the rows beyond what chance makes of usual ones, 1 or more."""
    counts = (~np.isnan(standard)).sum(axis=1)
    widths = GAUSSIAN * _known(_row_medians(np.abs(standard)))
    chance = 2 * MEDIAN_ERROR / np.sqrt(np.maximum(counts, 1))
    return np.where(counts >= FEWEST, np.maximum(1.0, widths - chance), 1.0)


def _reliability(shifts: Floats, errors: Floats) -> Floats:
    """Return (T,) the share of each night's shift that is believed."""
    # shifts that are none would break ties: beyond what chance makes of the deviation of so many nights
    usual = float(np.median(errors)) * (1 + 2 * MEDIAN_ERROR / np.sqrt(len(shifts))) ** 2
    varies = max(0.0, float(GAUSSIAN * np.median(np.abs(shifts))) ** 2 - usual)
    shrunken = varies / (varies + errors)
    squares = np.maximum(shifts**2, 1e-300)
    believed: Floats = np.maximum(shrunken, 1 - SURELY**2 * errors / squares)
    return believed


def _are_mixed(standard: Floats, shifted: Floats) -> Bools:
    """Return (T,) on which nights too many series are nearer to their level than to the shifted one.

    Such a night shifted some series only, which are judged one by one.
    """
    clear = ~np.isnan(standard) & (np.abs(shifted) >= CLEAR)
    counts = np.maximum(clear.sum(axis=1), 1)
    unmoved = (clear & (np.abs(standard) < np.abs(standard - shifted))).sum(axis=1) / counts
    chance = np.zeros(standard.shape)
    chance[clear] = special.ndtr(-np.abs(shifted[clear]) / 2)
    expected = chance.sum(axis=1) / counts
    mixed: Bools = unmoved > expected + MIXED + 1 / np.sqrt(counts)
    return mixed


def _follow(standard: Floats, shifted: Floats, latest: int) -> tuple[Floats, Floats]:
    """Return (T, S) how far each series was shifted if it follows as it did before, and the variance of that.

    How it follows is drawn to 1, and learned from nights that moved it half as far or more from the mean of
    its nights: what small shifts tell does not hold for one that is far larger.
    """
    learned = slice(0, max(0, len(standard) - latest))
    known = ~np.isnan(standard[learned])
    # around the means, as a lasting shift is a part of the level of a series that follows otherwise
    rows = standard[learned] - column_means(standard[learned])
    usual = _known(column_means(np.where(known, shifted[learned], np.nan)))
    moves = np.vstack([shifted, np.zeros(len(usual))]) - usual
    sizes = np.abs(moves)
    order = np.argsort(np.vstack([sizes[learned], ALIKE * sizes]), axis=0, kind="stable")
    products, squares = (
        _sums_beyond(np.where(known, moves[learned] * each, 0.0), order) + PRIOR
        for each in (rows, moves[learned])
    )
    followed = moves * products / squares
    # a night without a shift shifts no series
    return followed[:-1] - followed[-1], (moves**2 / squares)[:-1]


def _sums_beyond(values: Floats, order: npt.NDArray[np.intp]) -> Floats:
    """Return the sums of the values that do not come before each limit; the order is of values and limits."""
    padded = np.zeros(order.shape)
    padded[: len(values)] = values
    sums = np.cumsum(np.take_along_axis(padded, order, axis=0), axis=0)
    below = np.empty(order.shape)
    np.put_along_axis(below, order, sums, axis=0)
    beyond: Floats = sums[-1] - below[len(values) :]
    return beyond
