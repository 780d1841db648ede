"""The series of a metric over the nights, and the judgements of their last night, as arrays.

Detection makes them; findings are opened and closed by them.
"""

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from benchreport.nightly.night_facts import Key

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.intp]

FEWEST = 3
"""A new level rests on at least so many nights."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesMatrix:
    """The S series of one metric over T nights, tonight last.

    Parameters
    ----------
    keys, nights
        The names of the series and of the nights.
    values
        (T, S) values, higher is better; NaN where a night has none.
    """

    keys: tuple[Key, ...]
    nights: tuple[str, ...]
    values: Floats

    def place_of(self, night: str) -> int:
        """Return the place of a night, or of the first one after it where the night is missing."""
        return int(np.searchsorted(self.nights, night))

    def between(self, begin: int, end: int | None = None) -> "SeriesMatrix":
        """Return the nights from the ``begin``-th up to the one before the ``end``-th."""
        part = slice(begin, end)
        return dataclasses.replace(self, nights=self.nights[part], values=self.values[part])

    def only(self, columns: Sequence[int]) -> "SeriesMatrix":
        """Return some of the series."""
        keys = tuple(self.keys[column] for column in columns)
        return dataclasses.replace(self, keys=keys, values=self.values[:, columns])


class Anchor(NamedTuple):
    """A level to compare with, other than the mean of the last nights.

    Parameters
    ----------
    centre, n
        (S,) the level and the number of nights behind it; NaN where a series has none.
    """

    centre: Floats
    n: Floats


class Trend(NamedTuple):
    """Slow change of each series over the nights of its level; all of shape (S,).

    Parameters
    ----------
    change, low, high
        The change from the first of these nights to tonight, by the Theil-Sen slope, with its interval.
    p_values
        One-sided p-values, towards worse.
    drifting
        Whether the change is significant and at least the smallest relevant one.
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
        Whether a change is confirmed, significant and at least the smallest relevant one.
    doubtful
        Whether tonight alone is worse, which is not confirmed.
    known
        Whether there is enough history to judge by.
    centre, n_baseline
        The level of the baseline, and the number of nights behind it.
    deviation, n_reference
        The standard deviation of single nights, and the number of nights behind it.
    change, low, high, window
        The mean of the last ``window`` nights minus the baseline, with an interval.
    p_worse, p_better
        One-sided p-values.
    adjusted
        The p-value towards the side of the change, adjusted over the series of the night.
    trend
        Whether the series gets slowly worse.
    t
        (W, S) t statistics of the last nights, positive when worse.
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
