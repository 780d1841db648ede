"""What each weekday does to a series, where its history is long enough to show it.

Ours because no library estimates day effects that are robust against single nights and drawn to 0.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import special

from benchreport.numerics.series.level_shift import winsorize
from benchreport.numerics.series.means_with_gaps import column_means

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]

DAYS = 7

FEWEST = 5
"""A weekday with fewer nights is not estimated."""

SURE = 1e-4
"""The p-value, or smaller, at which a series has a weekday pattern."""


class WeekdayEffects(NamedTuple):
    """What the weekdays do to the series.

    Parameters
    ----------
    effects
        (7, S) the shift of each series on each weekday; 0 where the series has no pattern.
    widths
        (7, S) how many times as wide the series spreads on that day, as the effect is an estimate.
    """

    effects: Floats
    widths: Floats


def weekday_effects(residuals: Floats, weekdays: Ints) -> WeekdayEffects:
    """Estimate the effect of each weekday on each series.

    H0: the weekday does not shift the series. H1: it does.

    Parameters
    ----------
    residuals
        (T, S), nights around the level of each series; NaN where a night has none.
    weekdays
        (T,) the weekday of each night, from 0 for Monday.

    Notes
    -----
    One-way analysis of variance by weekday, of residuals that are winsorized around the median of their
    weekday: one bad Monday is no pattern. Where p is at most .0001, the effect of a day is its mean, drawn
    to 0 by 1 − 1/F, the share of the means' variance that chance does not explain. Weekdays with fewer than
    five nights are left out.

    Examples
    --------
    >>> days = np.arange(70) % 7
    >>> noise = np.random.default_rng(0).normal(size=(70, 2))
    >>> noise[days >= 5, 0] += 4
    >>> weekday_effects(noise, days).effects[4:].round(1).tolist()
    [[-1.2, -0.0], [3.1, 0.0], [2.0, -0.0]]
    """
    own = [residuals[weekdays == day] for day in range(DAYS)]
    counts = np.array([(~np.isnan(part)).sum(axis=0) for part in own])
    counts[counts < FEWEST] = 0
    robust = [winsorize(part) for part in own]
    means = np.where(counts > 0, [column_means(part) for part in robust], 0.0)
    squares = [
        np.nansum((part - mean) ** 2, axis=0) for part, mean in zip(robust, means, strict=True)
    ]
    n, n_days = counts.sum(axis=0), (counts > 0).sum(axis=0)
    overall = (counts * means).sum(axis=0) / np.maximum(n, 1)
    means = np.where(counts > 0, means - overall, 0.0)
    between = (counts * means**2).sum(axis=0) / np.maximum(n_days - 1, 1)
    within = np.where(counts > 0, squares, 0.0).sum(axis=0) / np.maximum(n - n_days, 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(between > 0, between / within, 0.0)
        p_values = special.fdtrc(np.maximum(n_days - 1, 1), np.maximum(n - n_days, 1), ratio)
    sure = (n_days > 1) & (p_values <= SURE)
    shrunken = np.where(sure, 1 - 1 / np.where(sure, ratio, 1.0), 0.0)
    lost = np.maximum(n - 1, 1) / np.maximum(n - n_days, 1)
    wide = np.sqrt((1 + 1 / np.maximum(counts, 1)) * lost)
    return WeekdayEffects(shrunken * means, np.where(sure & (counts > 0), wide, 1.0))
