"""The series of a metric over the nights, and the judgements of their last night, as arrays.

Detection makes these arrays; findings are opened and closed from them.
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
"""The smallest number of nights for a new level."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesMatrix:
    """The matrix of S series of one metric over T nights, tonight last.

    Parameters
    ----------
    keys, nights
        The names of the series and of the nights.
    values
        (T, S) values, higher is better; NaN where a night has none.
    expected
        (S,) the variance of a night's value that its runs let expect, NaN where they do not tell; ``None`` if
        no series has few nights.
    """

    keys: tuple[Key, ...]
    nights: tuple[str, ...]
    values: Floats
    expected: Floats | None = None

    @property
    def parts(self) -> Bools:
        """Which series are of one dataset, beside one of the same algorithm over all datasets, (S,)."""
        keys = {*self.keys}
        return np.array(
            [key != key.over_all and key.over_all in keys for key in self.keys], dtype=bool
        )

    def place_of(self, night: str) -> int:
        """Return the index of a night, or of the next night after it if it is missing."""
        return int(np.searchsorted(self.nights, night))

    def between(self, begin: int, end: int | None = None) -> "SeriesMatrix":
        """Return the matrix of the nights from index ``begin`` up to, not including, ``end``."""
        part = slice(begin, end)
        return dataclasses.replace(self, nights=self.nights[part], values=self.values[part])

    def only(self, columns: Sequence[int]) -> "SeriesMatrix":
        """Return the matrix of some of the series, by their indices."""
        keys = tuple(self.keys[column] for column in columns)
        expected = None if self.expected is None else self.expected[columns]
        return dataclasses.replace(
            self, keys=keys, values=self.values[:, columns], expected=expected
        )


class Anchor(NamedTuple):
    """A level to compare with, other than the mean of the last nights.

    Parameters
    ----------
    centre, n
        (S,) the level and the number of nights behind it; NaN where a series has none.
    """

    centre: Floats
    n: Floats


class Widths(NamedTuple):
    """How wide nights spread, beyond what the series do by themselves.

    Parameters
    ----------
    spreads
        (T, S) how many times as wide as usual, 1 or more.
    common
        (S,) which series tell what the others have in common.
    expected
        (S,) the variance that the runs of few nights let expect, or ``None``; see `SeriesMatrix`.
    """

    spreads: Floats
    common: Bools
    expected: Floats | None = None


class Trend(NamedTuple):
    """The slow change of each series over the nights of its level; all arrays have shape (S,).

    Parameters
    ----------
    change, low, high
        The change from the first of these nights to tonight, by the Theil-Sen slope, with its interval.
    p_values
        One-sided p-values, towards worse.
    drifting
        Whether the change is significant and at least as large as the smallest relevant change.
    """

    change: Floats
    low: Floats
    high: Floats
    p_values: Floats
    drifting: Bools


class Judgements(NamedTuple):
    """The judgements of the last night of S series; all arrays but ``t`` have shape (S,).

    Parameters
    ----------
    worse, better
        Whether a change is confirmed, significant and at least as large as the smallest relevant change.
    doubtful
        Whether tonight alone is worse, without confirmation by other nights.
    known
        Whether the series has enough history to be judged.
    provisional
        Whether it has few nights, and its runs and the other series say how much they vary.
    centre, n_baseline
        The level of the baseline, and the number of nights behind it.
    deviation, n_reference
        The standard deviation of single nights, and the number of nights behind it.
    worth
        How many independent nights one of many is worth for their mean, below 1 in autocorrelated series.
    change, low, high, window
        The mean of the last ``window`` nights minus the baseline, and the limits of its interval; tonight
        alone where several nights show no change.
    p_worse, p_better
        One-sided p-values of a change for the worse, and of one for the better, by the same nights.
    adjusted
        The p-value for the direction of the change, adjusted over the series of the night.
    trend
        Slow changes towards worse.
    t
        (W, S) t statistics of the last W nights, positive for changes to the worse.
    """

    worse: Bools
    better: Bools
    doubtful: Bools
    known: Bools
    provisional: Bools
    centre: Floats
    deviation: Floats
    n_baseline: Ints
    n_reference: Ints
    worth: Floats
    change: Floats
    low: Floats
    high: Floats
    window: Ints
    p_worse: Floats
    p_better: Floats
    adjusted: Floats
    trend: Trend
    t: Floats
