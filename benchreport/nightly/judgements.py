"""The judgements of a night's series, as arrays over the series.

Detection makes them; findings are opened and closed by them.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = ["FEWEST", "Anchor", "Judgements", "Trend"]

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.intp]

FEWEST = 3
"""Nights that a new level rests on at least."""


class Anchor(NamedTuple):
    """A level to compare with that is not the last nights' own.

    Parameters
    ----------
    centre, n
        (S,) and over how many nights; NaN where a series has none.
    """

    centre: Floats
    n: Floats


class Trend(NamedTuple):
    """Slow change of each series over the nights of its level; all of shape (S,).

    Parameters
    ----------
    change, low, high
        From the first of these nights to tonight, by Theil and Sen's slope, with its interval.
    p_values
        One-sided, towards worse.
    drifting
        Beyond chance and the smallest relevant change.
    """

    change: Floats
    low: Floats
    high: Floats
    p_values: Floats
    drifting: Bools


class Judgements(NamedTuple):
    """What the last night shows of each of S series; all of shape (S,) but ``t``.

    Parameters
    ----------
    worse, better
        Confirmed, beyond chance and the smallest relevant change.
    doubtful
        Tonight alone is worse; not confirmed.
    known
        There is enough history to judge by.
    centre, deviation, n_baseline, n_reference
        The baseline's level and its nights, the spread of nights and theirs.
    change, low, high, window
        The last nights minus the baseline with an interval, and how many nights that are.
    p_worse, p_better
        One-sided.
    adjusted
        The p-value towards the side the series went, adjusted over the night.
    trend
        Whether it gets slowly worse.
    t
        (W, S) of the last nights, positive when worse.
    """

    worse: Bools
    better: Bools
    doubtful: Bools
    known: Bools
    centre: Floats
    deviation: Floats
    n_baseline: Ints
    n_reference: Ints
    change: Floats
    low: Floats
    high: Floats
    window: Ints
    p_worse: Floats
    p_better: Floats
    adjusted: Floats
    trend: Trend
    t: Floats
