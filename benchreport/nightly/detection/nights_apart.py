"""What the nights have in common, judged as a series of its own, and what their weekdays do to a series.

Both are taken from the series.
"""

import dataclasses
import datetime as dt
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from benchreport.nightly.judgements import SeriesMatrix, Widths
from benchreport.nightly.night_facts import ALL, Key
from benchreport.numerics.series.level_shift import winsorize
from benchreport.numerics.series.means_with_gaps import column_means
from benchreport.numerics.series.night_effects import FEWEST, LEFT, NightEffects, night_effects
from benchreport.numerics.series.weekdays import weekday_effects

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.intp]

DATE = "2026-11-20"
ROUNDING = 1e-12
# more series of one algorithm, or on one dataset, could be taken for what all have in common
MOST_OF_ONE = 1 / 4
# fewer series of one algorithm, or on one dataset, cannot move the mean of all
LEAST_OF_ONE = 1 / 20


class Apart(NamedTuple):
    """The series without what their nights have in common, and without what their weekdays do to them.

    Parameters
    ----------
    matrix
        The series; those of all together are measured.
    common
        (T, S) what was taken from each series on each night, as all have it in common; 0 for those of all
        together.
    weekday
        (T, S) what was taken as the weekday of the night does it to the series; 0 where it has no pattern.
    widths
        How wide the nights spread.
    """

    matrix: SeriesMatrix
    common: Floats
    weekday: Floats
    widths: Widths

    @property
    def taken(self) -> Floats:
        """What was taken from each series on each night, (T, S)."""
        return self.common + self.weekday


def add_common_series(matrix: SeriesMatrix) -> SeriesMatrix:
    """Add series, still without values, for what all algorithms of a night have in common.

    There is one over all datasets, and one for each dataset where each has a series of its own; none of fewer
    than six algorithms, of which one that changes could not be told from the rest. Where the algorithms have
    none over all datasets, the series of several datasets have one together, of fewer algorithms, too, if no
    algorithm or dataset has more than a quarter of them.
    """
    keys = tuple(_groups(matrix.keys))
    empty = np.full((len(matrix.nights), len(keys)), np.nan)
    expected = matrix.expected
    return dataclasses.replace(
        matrix,
        keys=(*matrix.keys, *keys),
        values=np.hstack([matrix.values, empty]),
        expected=None if expected is None else np.append(expected, np.full(len(keys), np.nan)),
    )


def _groups(keys: Sequence[Key]) -> dict[Key, list[int]]:
    """Return the places of the series behind each common one; nights come before their datasets."""
    groups: dict[Key, list[int]] = {}
    for place, key in enumerate(keys):
        if key.algorithm != ALL and not key.dataset:
            groups.setdefault(Key(key.metric, ALL), []).append(place)
    for place, key in enumerate(keys):
        if key.algorithm != ALL and key.dataset:
            groups.setdefault(Key(key.metric, ALL, key.dataset), []).append(place)
    enough = {key: places for key, places in groups.items() if len(places) >= FEWEST}
    together = _cells(keys) | enough
    return dict(sorted(together.items(), key=lambda group: bool(group[0].dataset)))


def _cells(keys: Sequence[Key]) -> dict[Key, list[int]]:
    """Return the places of all series of single datasets, by what they have in common, if it can be told."""
    cells: dict[Key, list[int]] = {}
    for place, key in enumerate(keys):
        if key.algorithm != ALL and key.dataset:
            cells.setdefault(Key(key.metric, ALL), []).append(place)
    return {key: places for key, places in cells.items() if _are_spread(keys, places)}


def _steps(keys: Sequence[Key]) -> list[tuple[Key, list[int], bool]]:
    """Return the groups whose common part is taken one after the other, and whether its series tells of it.

    Where averages tell what all have in common, it is taken from the series of datasets first: from all of
    them together, which show it more clearly than those of one dataset.
    """
    groups = _groups(keys)
    hidden = [
        (key, places, False)
        for key, places in _cells(keys).items()
        if groups.get(key, places) != places
    ]
    return [*hidden, *((key, places, True) for key, places in groups.items())]


def _are_spread(keys: Sequence[Key], places: Sequence[int]) -> bool:
    """Tell whether no algorithm and no dataset could move most of some series."""
    counts = [
        *Counter(keys[place].algorithm for place in places).values(),
        *Counter(keys[place].dataset for place in places).values(),
    ]
    return max(counts) <= MOST_OF_ONE * len(places)


def _sides(key: Key, keys: Sequence[Key]) -> Bools:
    """Return (S, G) which series are of an algorithm, or of a dataset, that could move the mean of all."""
    names = np.array([[each.algorithm, each.dataset] for each in keys])
    # averages have no dataset, and what all have in common on one has no other
    of_datasets = not key.dataset and keys[0].dataset
    sides = [
        names[:, [side]] == np.unique(names[:, side]) for side in range(2 if of_datasets else 1)
    ]
    every: Bools = np.hstack(sides)
    return every[:, every.sum(axis=0) > LEAST_OF_ONE * len(keys)]


def _least_changed(effects: NightEffects, enough: Bools, before: Bools, latest: int) -> Floats:
    """Return (T,) the means of the nights, without the one algorithm or dataset that changes them most.

    What all have in common is what remains whichever of them is left out. One is left out on all nights, so
    that the nights of its change and those before it are means of the same series.
    """
    means = np.column_stack([effects.means, effects.without])
    last = means[enough][-latest:][::-1]
    if not before.any() or not len(last):
        return effects.means
    sums = np.cumsum(last - means[before].mean(axis=0), axis=0)
    changes = np.abs(sums / np.sqrt(np.arange(1, len(last) + 1))[:, None]).max(axis=0)
    least: Floats = means[:, int(np.argmin(changes))]
    return least


def _averages_of(places: Sequence[int], keys: Sequence[Key]) -> Iterator[tuple[int, list[int]]]:
    """Return the series over all datasets of which some series, by their order, are the parts."""
    datasets = {keys[place].dataset for place in places}
    if len(datasets) == 1:
        return
    for whole, key in enumerate(keys):
        parts = [at for at, place in enumerate(places) if keys[place].algorithm == key.algorithm]
        if parts and not key.dataset and key.metric == keys[places[0]].metric:
            yield whole, parts


def series_behind(key: Key, keys: Sequence[Key]) -> list[int]:
    """Return the places of the series that a key names: one, or all that a common one is of."""
    return _groups(keys).get(key, [keys.index(key)])


def take_nights_apart(matrix: SeriesMatrix, levels: Ints, *, latest: int, equal: bool) -> Apart:
    """Estimate what the series of each night have in common, and what weekdays do, and take it from them.

    Parameters
    ----------
    matrix
        The series, with those of `add_common_series`; without these, nothing is taken.
    levels
        (T, S) the level of each night of each series, −1 where it is known to be off.
    latest
        The number of last nights, tonight included, that no baseline uses.
    equal
        Whether a night shifts all series by the same amount, as in ratios of times.
    """
    values, earlier = matrix.values.copy(), len(matrix.nights) - latest
    common, spreads = np.zeros(values.shape), np.ones(values.shape)
    columns = {key: place for place, key in enumerate(matrix.keys)}
    for key, places, told in _steps(matrix.keys):
        if key not in columns:
            continue
        column = columns[key]
        part = values[:, places]
        residuals = level_residuals(part, levels[:, places])
        sides = _sides(key, [matrix.keys[place] for place in places])
        effects = night_effects(residuals, latest=latest, equal=equal, sides=sides)
        centre = float(_known(column_means((part - residuals).reshape(-1, 1)))[0])
        enough = (~np.isnan(part)).sum(axis=1) >= LEFT
        # the common level of the baseline is 0
        present = levels[:, column] == levels[:, column].max()
        before = enough & present & (np.arange(len(values)) < earlier)
        if told:
            means = _least_changed(effects, enough, before, latest)
            values[:, column] = np.where(enough, centre + means, np.nan)
        shifts = effects.common - _known(column_means(effects.common[before]))
        values[:, places] -= shifts
        common[:, places] += shifts
        spreads[:, places] = np.maximum(spreads[:, places], effects.spreads)
        for whole, cells in _averages_of(places, matrix.keys) if told else ():
            # what moves all datasets moves their average
            moved = shifts[:, cells].mean(axis=1)
            values[:, whole] -= moved
            common[:, whole] += moved
    weekday, wide = measure_weekdays(matrix.nights, values, levels, latest=latest)
    together = np.array([key.algorithm == ALL for key in matrix.keys], dtype=bool)
    return Apart(
        dataclasses.replace(matrix, values=values - weekday),
        common,
        weekday,
        Widths(spreads * wide, together, matrix.expected),
    )


def measure_weekdays(
    nights: Sequence[str], values: Floats, levels: Ints, *, latest: int = 0
) -> tuple[Floats, Floats]:
    """Return (T, S) what weekdays do to each series, learned before the latest, and how wide they make it.

    Nights whose names are no dates have no weekday.
    """
    try:
        days = np.array([dt.date.fromisoformat(night[: len(DATE)]).weekday() for night in nights])
    except ValueError:
        return np.zeros(values.shape), np.ones(values.shape)
    learned = slice(0, max(0, len(nights) - latest))
    past = values[learned]
    residuals = level_residuals(past, levels[learned]) if len(past) else past
    rounding = np.abs(residuals) <= ROUNDING * np.abs(past)
    effects, widths = weekday_effects(np.where(rounding, 0.0, residuals), days[learned])
    return effects[days], widths[days]


def _known(values: Floats) -> Floats:
    return np.where(np.isnan(values), 0.0, values)


def level_residuals(values: Floats, levels: Ints) -> Floats:
    """Return the values minus the mean of their own level; NaN where they have none."""
    residuals = np.full_like(values, np.nan)
    if not len(values):
        return np.full((1, values.shape[1]), np.nan)
    for level in range(int(levels.max(initial=0)) + 1):
        at_level = np.where(levels == level, values, np.nan)
        residuals = np.where(
            np.isnan(at_level), residuals, at_level - column_means(winsorize(at_level))
        )
    return residuals
