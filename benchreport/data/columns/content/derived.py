"""Which columns follow from others, by their numbers: differences, ratios, changes against one row, means.

They measure nothing of their own, whatever they are called: a gain over a baseline, a speedup, an average.
"""

import functools
import math
import re
from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.cells.cell_text import number_of
from benchreport.data.cells.cell_values import is_text, to_numbers
from benchreport.data.columns.content.evidence import Codes, Evidence

# of more columns, each is seldom computed from two others
MOST_COMPARED = 12
FEWEST_COMPUTED, FEWEST_ROWS = 3, 4
# more rows show nothing new
MOST_ROWS = 200
# digits that numbers should have together: fewer may follow from others by chance
LEAST_CERTAIN = 6
# rounding of what was computed from two others, as a share
ROUNDED = 0.02
CLOSE, TINY = 1e-9, 1e-12
# how near the first score of a row is to a change that is rounded
NEAR = 0.1
# decimals up to which a number is rounded, else its last digit is the computer's
MOST_DECIMALS = 6
# what a change against one number begins from; a mere multiple may be the same measure in another unit
STARTS = (1, -1, 100, -100)
SIGNED = re.compile(r"\W*[+±−–-]\s?\d.*")
PLUS = re.compile(r"\W*\+\s?\d.*")

SIGNED_COLUMNS = "signed_columns"
"""Entry of a frame's ``attrs``: columns of numbers that the file writes with their signs."""

Numbers = NDArray[np.float64]


def numbers_of(column: "pd.Series[Any]") -> Numbers:
    """Return the numbers of a column, also those of texts such as 81.2% and 81.2 ± 0.3."""
    if is_text(column) or column.dtype == object:
        return np.array([number_of(cell) for cell in column], np.float64)
    return to_numbers(column).to_numpy(np.float64)


def derived_columns(
    columns: Sequence[Hashable],
    evidence: Evidence,
    *,
    beside: Sequence[Hashable] = (),
    of_two: bool = True,
) -> list[Hashable]:
    """Return the columns that follow from others before them, or whose numbers are all written with a sign.

    Parameters
    ----------
    columns
        Columns of numbers.
    evidence
        What is known of them.
    beside
        Other columns of numbers, which they may follow from, too.
    of_two
        Whether they may follow from two; of metrics, a ratio of two may be the best known one.

    Examples
    --------
    >>> frame = pd.DataFrame({"old": [3.0, 5, 8], "new": [2.0, 4, 2], "x": [33.3, 20, 75], "y": [1.0, 2, 4]})
    >>> derived_columns(list(frame), Evidence(frame))
    ['x']
    >>> frame = pd.DataFrame({"a": [34.91, 45.02, 47.43], "b": [42.8, 49.91, 52.32]})
    >>> frame = frame.assign(m=(frame["a"] + frame["b"]) / 2, gain=["-", "+8.61", "+11.02"])
    >>> derived_columns(list(frame), Evidence(frame))
    ['m', 'gain']
    """
    if evidence.alike and all(evidence.types[name] == np.float64 for name in columns):
        return []
    found = signed_columns(columns, evidence)
    every = [name for name in evidence.names if name in {*columns, *beside}]
    exactly = functools.partial(follow_exactly, groups=_groups(every, evidence))
    for names, follows in ((columns if of_two else (), follow), (every, exactly)):
        if 1 < len(names) <= MOST_COMPARED and all(
            evidence.facts(name).kind in ("whole", "number", "text") for name in names
        ):
            table = np.column_stack([numbers_of(evidence.rows[name]) for name in names])
            found |= {names[place] for place in follows(table)}
    return [name for name in columns if name in found]


def signed_columns(columns: Sequence[Hashable], evidence: Evidence) -> set[Hashable]:
    """Return the columns whose numbers are all written with a sign, if others are not."""
    written = evidence.frame.attrs.get(SIGNED_COLUMNS, ())
    signed = {n for n in columns if n in written or is_signed(evidence.column(n))}
    return set() if len(signed) == len(columns) else signed


def _groups(columns: Sequence[Hashable], evidence: Evidence) -> list[Codes]:
    """Return the codes of columns of few values: each group of rows may have a baseline of its own."""
    found = []
    for name in evidence.names:
        facts = evidence.facts(name)
        few = not facts.constant and FEWEST_ROWS * facts.different <= len(evidence.frame)
        if few and facts.names and (name not in columns or facts.kind == "whole"):
            found.append(evidence.codes(name)[: len(evidence.rows)][:MOST_ROWS])
    return found if evidence.rows is evidence.frame else []


def is_signed(column: "pd.Series[Any]") -> bool:
    """Tell whether all numbers of a column but 0 are written with a sign, as differences are.

    >>> is_signed(pd.Series(["-", "+9.2", "-0.3"])), is_signed(pd.Series(["9.2", "-0.3"]))
    (True, False)
    """
    if not is_text(column):
        return False
    texts = [cell for cell in column.tolist() if isinstance(cell, str)]
    scored = [text for text in texts if number_of(text)]
    scored = [text for text in scored if not math.isnan(number_of(text))]
    return any(map(PLUS.fullmatch, scored)) and all(map(SIGNED.fullmatch, scored))


def follow(table: Numbers) -> list[int]:
    """Return the places of columns that are differences or ratios of two before them, which are not."""
    if table.shape[1] < FEWEST_COMPUTED:
        return []
    places = _triples(table.shape[1])
    # the first row leaves few, and the next ones next to none; what is missing says nothing
    for rows in (table[:1], table[1:FEWEST_ROWS]):
        numbers, first, second = (rows[:, place] for place in places)
        computed = _computed(first, second)
        with np.errstate(invalid="ignore"):
            apart = np.abs(numbers - computed) > CLOSE + ROUNDED * np.abs(computed)
        places = places[:, ~apart.any(axis=1).all(axis=0)]
    found: list[int] = []
    for place, one, other in places.T.tolist():
        new = not {place, one, other} & {*found}
        if new and _follows(table[:, place], table[:, one], table[:, other]):
            found.append(place)
    return found


@functools.cache
def _triples(number: int) -> NDArray[np.intp]:
    """Return the places of all columns, each with those of two others before it in both orders, (3, m)."""
    places = np.indices((number,) * 3).reshape(3, -1)
    place, first, second = places
    return places[:, (first != second) & (first < place) & (second < place)]


def _follows(numbers: Numbers, first: Numbers, second: Numbers) -> bool:
    known = np.isfinite(numbers) & np.isfinite(first) & np.isfinite(second)
    numbers, first, second = numbers[known], first[known], second[known]
    if len(np.unique(numbers)) < FEWEST_COMPUTED or np.array_equal(first, second):
        return False
    whole = (numbers % 1 == 0).all()
    if whole and len(numbers) * math.log10(1 + np.ptp(numbers)) < LEAST_CERTAIN:
        return False
    return any(
        np.isfinite(computed).all()
        and _are_close(numbers, computed)
        # what is small beside another number makes no difference
        and not (_are_close(computed, first) or _are_close(computed, second))
        for computed in _computed(first, second)
    )


def _are_close(numbers: Numbers, others: Numbers) -> bool:
    return bool(np.allclose(numbers, others, rtol=ROUNDED, atol=CLOSE))


def _computed(first: Numbers, second: Numbers) -> Numbers:
    """Return ratios, relative differences, both in per cent, and differences, one below the other."""
    computed = np.empty((8, *first.shape))
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        np.subtract(first, second, out=computed[6])
        np.abs(computed[6], out=computed[7])
        np.divide(first, second, out=computed[0])
        np.divide(computed[6], second, out=computed[1])
        np.divide(computed[6], first, out=computed[2])
        np.multiply(computed[:3], 100, out=computed[3:6])
    return computed


class _Column(NamedTuple):
    """The numbers of a column, and half the last digit that they are written with."""

    numbers: Numbers
    half: float

    @classmethod
    def of(cls, numbers: Numbers) -> "_Column":
        known = numbers[np.isfinite(numbers)]
        # most floats of programs have more decimals
        if not _are_rounded(known, MOST_DECIMALS):
            return cls(numbers, float(np.abs(known).max(initial=0)) * CLOSE)
        rounded = (place for place in range(MOST_DECIMALS) if _are_rounded(known, place))
        return cls(numbers, 0.5 * 10.0 ** -next(rounded, MOST_DECIMALS))

    def is_known(self, predicted: Numbers, error: Numbers, free: int) -> bool:
        """Tell whether the numbers are those predicted, up to rounding, and are so many that it is no chance.

        ``free`` of them were used to find the prediction.
        """
        known = np.isfinite(self.numbers) & np.isfinite(predicted)
        numbers, predicted, error = self.numbers[known], predicted[known], error[known] + self.half
        if len(np.unique(numbers)) < FEWEST_COMPUTED or len(numbers) <= free:
            return False
        if (np.abs(numbers - predicted) > 1.01 * error).any():
            return False
        certain = np.log10(np.ptp(numbers) / (2 * error)).clip(0).mean()
        return bool((len(numbers) - free) * certain >= LEAST_CERTAIN)


def follow_exactly(table: Numbers, groups: Sequence[Codes] = ()) -> list[int]:
    """Return the places of columns that are means of those just before them, or compare one with a number.

    That number may be the score of a baseline, in all rows or in each of some groups of rows.

    >>> times = np.array([732, 1093, 440, 2930, 4953])
    >>> follow_exactly(np.column_stack([times, (100 * (times / 732 - 1)).round(1)]))
    [1]
    """
    columns = [_Column.of(numbers) for numbers in table[:MOST_ROWS].T]
    found: list[int] = []
    for place, column in enumerate(columns):
        before = [other for at, other in enumerate(columns[:place]) if at not in found]
        # a baseline has no change, or none is written
        none = (column.numbers == 0) | np.isnan(column.numbers)
        ways = [np.zeros(len(none), np.intp), *groups] if none.any() and not none.all() else []
        if _is_mean(column, before) or any(
            _compares(column, other, group) for group in ways for other in before
        ):
            found.append(place)
    return found


# a number near the largest one has no decimals
@np.errstate(over="ignore", invalid="ignore")
def _are_rounded(numbers: Numbers, places: int) -> bool:
    return bool((np.abs(numbers - numbers.round(places)) <= TINY).all())


# infinite numbers are no means
@np.errstate(over="ignore", invalid="ignore")
def _is_mean(column: _Column, others: Sequence[_Column]) -> bool:
    """Tell whether a column is the mean of two or more just before it, and not the same as one."""
    if len(others) < 2:  # noqa: PLR2004 - one has no mean
        return False
    table = np.array([other.numbers for other in others])
    means = table[::-1].cumsum(axis=0)[1:] / np.arange(2, len(others) + 1)[:, None]
    halves = np.array([other.half for other in others])[::-1].cumsum()[1:]
    errors = halves / np.arange(2, len(others) + 1) + column.half
    near = np.nanmax(np.abs(means - column.numbers), axis=1, initial=0) <= 1.01 * errors
    if not near.any() or (table == column.numbers).all(axis=1).any():
        return False
    return any(
        column.is_known(mean, np.full_like(mean, error - column.half), 0)
        for mean, error in zip(means[near], errors[near], strict=True)
    )


def _compares(column: _Column, other: _Column, group: Codes) -> bool:
    """Tell whether a column is another's difference from one number in each group, or its change."""
    numbers, others = column.numbers, other.numbers
    ones, free = np.ones_like(others), int(group.max(initial=0)) + 1
    for sign in (1, -1):
        shift = _middles(numbers - sign * others, group)
        same = sign > 0 and (np.abs(shift) <= column.half + other.half).any()
        if not same and column.is_known(sign * others + shift, other.half * ones, free):
            return True
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        inverse, errors = 1 / others, other.half / others**2
        for base, error in ((others, other.half * ones), (inverse, errors)):
            for start in STARTS:
                factor = _middles((numbers - start) / base, group)
                if column.is_known(factor * base + start, np.abs(factor) * error, free):
                    return True
    return False


def _middles(numbers: Numbers, group: Codes) -> Numbers:
    """Return the median of each row's group, of the numbers that are known."""
    middles = np.full(int(group.max(initial=0)) + 1, math.nan)
    for code in range(len(middles)):
        known = numbers[(group == code) & np.isfinite(numbers)]
        if len(known):
            middles[code] = np.median(known)
    return middles[group]


def derived_rows(table: Numbers) -> list[int]:
    """Return the places of rows that are exactly the difference of two rows before them, or its share.

    >>> derived_rows(np.array([[77.89, 73.59, 87.12], [85.75, 77.12, 91.32], [7.86, 3.53, 4.2]]))
    [2]
    """
    table = table[:, :MOST_ROWS]
    if not np.isfinite(table[:, :FEWEST_COMPUTED]).all():
        return []
    # the first scores leave next to no row and pair
    near = np.ones((3, *2 * (len(table),), len(table)), bool)
    for scores in table[:, :FEWEST_COMPUTED].T:
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            gains = scores[:, None] - scores
            ways = np.stack([gains, 100 * gains / np.abs(scores), gains / np.abs(scores)])
            off = np.abs(scores[:, None, None] - ways[:, None])
            near &= off <= NEAR * np.abs(ways[:, None]) + NEAR
    places = np.argwhere(near.any(axis=0)).tolist()
    found: list[int] = []
    for place, one, other in places:
        new = one < place > other != one and not {place, one, other} & {*found}
        if new and _is_change(*(_Column.of(table[at]) for at in (place, one, other))):
            found.append(place)
    return found


def means_others(table: Numbers) -> bool:
    """Tell whether the last row holds the mean of all others, column by column, and is no chance.

    >>> means_others(np.array([[77.89, 73.59, 87.12], [85.75, 77.12, 91.32], [81.82, 75.36, 89.22]]))
    True
    """
    if min(table.shape) < FEWEST_COMPUTED or not np.isfinite(table).all():
        return False
    others, last = table[:-1], table[-1]
    with np.errstate(over="ignore"):
        mean, spread = np.mean(others, axis=0), np.ptp(others, axis=0)
    # far from the mean in one column, which settles most tables
    if (np.abs(mean - last) > NEAR * spread).any():
        return False
    rows = [_Column.of(numbers) for numbers in table]
    half = sum(row.half for row in rows[:-1]) / len(others)
    return rows[-1].is_known(mean, np.full_like(mean, half), 0)


def _is_change(column: _Column, one: _Column, other: _Column) -> bool:
    half = np.full_like(one.numbers, one.half + other.half)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        gain = one.numbers - other.numbers
        if column.is_known(gain, half, 0):
            return True
        share = 100 / np.abs(other.numbers)
        return column.is_known(share * gain, 2 * share * half, 0) or column.is_known(
            gain / np.abs(other.numbers), 2 * half / np.abs(other.numbers), 0
        )
