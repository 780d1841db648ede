"""What the content of columns says about their roles.

Large tables are looked at in a sample of rows.
"""

import functools
import math
import sys
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.cells.cell_values import (
    factorize,
    find_codes,
    has_gaps,
    is_text_type,
    take_columns,
)
from benchreport.data.columns.content.facts import (
    Facts,
    facts_of,
    facts_of_numbers,
    is_fraction,
    kind_of_numbers,
)

Codes = NDArray[np.intp]

MOST_ROWS = 20_000
MOST_TEXTS = 5 * MOST_ROWS
"""Rows up to which all texts of a column are looked at, as what names the rows is read as a whole anyway."""
FEW_COLUMNS = 6
SMALL = 10_000
"""Cells up to which a table is seen to be one array of floats sooner than the types of its columns."""
# pairs that could occur, for each row, up to which they are marked in an array, without hashing
MOST_PAIRS_A_ROW = 8
# an algorithm and a dataset column have at least this share of their pairs
NEARLY_ALL = 0.8
# rows of each value beside each key, of which fewer may be equal by chance
FEWEST_EACH = 3
# fewer different values may be alike by chance
FEWEST_SHARED = 3


def list_labels(index: "pd.Index[Any]") -> list[Any]:
    """Return the labels of an index, by the fewest steps through pandas."""
    labels: list[Any] = []
    if getattr(index.dtype, "storage", "") == "pyarrow":
        array: Any = index.array
        labels = array.__arrow_array__().to_pylist()
    if not labels or None in labels:
        labels = np.asarray(index, dtype=object).tolist()
    return labels


class Evidence:
    """Facts about the columns of a flat frame, and about pairs of columns; each is found once.

    Parameters
    ----------
    frame
        A frame without levels in its index, or a function that makes it when it is first needed.
    """

    def __init__(self, frame: pd.DataFrame | Callable[[], pd.DataFrame]) -> None:
        self._source = frame
        self.alike = False
        """Whether all columns of floats are known to be of one size, and none to follow from others."""
        self.names_of: dict[Hashable, tuple[Codes, tuple[str, ...]] | None] = {}
        """Codes and names of columns that other frames share, once they are found."""
        self._facts: dict[Hashable, Facts] = {}
        self._labels: dict[Hashable, tuple[Codes, pd.Index[Any]]] = {}
        self._columns: dict[Hashable, pd.Series[Any]] = {}
        self._joined: tuple[tuple[Hashable, ...] | None, Codes, int] = (
            None,
            np.zeros(0, np.intp),
            0,
        )

    @cached_property
    def frame(self) -> pd.DataFrame:
        """The frame."""
        return self._source() if callable(self._source) else self._source

    @cached_property
    def length(self) -> int:
        """The number of rows."""
        return len(self.frame)

    @cached_property
    def attrs(self) -> Mapping[Hashable, Any]:
        """What the maker of the frame noted of it."""
        return self.frame.attrs

    @cached_property
    def rows(self) -> pd.DataFrame:
        """The rows that are looked at: all, or a random sample of a large table."""
        return self.frame if self._sample is None else self.frame.iloc[self._sample]

    @cached_property
    def _sample(self) -> Codes | None:
        """The places of the rows that are looked at; none if all are."""
        if self.length <= MOST_ROWS:
            return None
        # sorting takes a tenth of the time of hashing, as np.unique does
        places = np.sort(np.random.default_rng(0).integers(0, self.length, MOST_ROWS))
        return places[np.diff(places, prepend=-1) > 0]

    def column(self, name: Hashable) -> "pd.Series[Any]":
        """Return a column; taking it from the frame again and again is slow."""
        if name not in self._columns:
            self._columns[name] = self.frame[name]
        return self._columns[name]

    def columns(self, names: Sequence[Hashable]) -> pd.DataFrame:
        """Return several columns; all of them are the frame itself."""
        return self.frame if [*names] == self.names else take_columns(self.frame, names)

    def scores(self, names: Sequence[Hashable]) -> "pd.DataFrame | NDArray[np.float64]":
        """Return several columns; of floats, the numbers, which pandas takes longer to look at again."""
        if any(self.types[name] != np.float64 for name in names):
            return self.columns(names)
        if self._sample is None and [*names] == self.floats[0]:
            return self.floats[1]
        if self._few and len(names) < len(self.names):
            # in less time than pandas cuts them out
            return np.column_stack([self.column(name).to_numpy() for name in names])
        return self.columns(names).to_numpy()

    def facts(self, column: Hashable) -> Facts:
        """Return what a column holds."""
        if column not in self._facts:
            self._facts[column] = self._look_at(column)
        return self._facts[column]

    def kinds_of_floats(self) -> tuple[str, ...]:
        """Return the kinds of the columns of floats, without the facts that count their numbers."""
        numbers = self.floats[1]
        # the first row shows most columns of fractions
        firsts = numbers[0].tolist() if len(numbers) else [0.0] * numbers.shape[1]
        pairs = zip(firsts, numbers.T, strict=True)
        return tuple(
            "number" if is_fraction(first) else kind_of_numbers(each) for first, each in pairs
        )

    def counts_of_floats(self) -> list[tuple[int, bool]]:
        """Return for each column of floats what its facts count, all at once; of tables without a sample."""
        numbers = np.sort(self.floats[1], axis=0)
        known = ~np.isnan(numbers)
        changes = (numbers[1:] != numbers[:-1]) & known[1:]
        different = np.count_nonzero(changes, axis=0) + known.any(axis=0)
        unique = (different == len(numbers)) & (len(numbers) > 1)
        return list(zip(different.tolist(), unique.tolist(), strict=True))

    def set_facts(self, facts: Mapping[Hashable, Facts]) -> None:
        """Take what columns hold as known; they are not looked at."""
        self._facts |= facts

    def take_names(self, other: "Evidence", levels: Iterable[Hashable] = ()) -> None:
        """Take what names rows over from another frame with the same cells: codes, and columns of levels."""
        self._labels |= other._labels  # noqa: SLF001 - its own
        self.names_of = other.names_of
        self._columns |= {name: other.column(name) for name in levels}

    def take_floats(self, other: "Evidence") -> None:
        """Take over the array of floats that another frame is, where this one has its columns and others."""
        array, own = other._array, other.names  # noqa: SLF001 - its own
        if array is None or self.names[-len(own) :] != own:
            return
        others = {name: self.column(name).dtype for name in self.names[: -len(own)]}
        if array.dtype not in others.values():
            self.types = others | dict.fromkeys(own, array.dtype)
            self.floats = own, array

    def with_level(
        self, name: Hashable, kind: object, make: Callable[[], pd.DataFrame]
    ) -> "Evidence | None":
        """Return what is known of a frame of floats with a level of its index as its first column.

        The frame with that column is made when it is needed. ``None`` if not all columns are one array.
        """
        if self._array is None:
            return None
        flat = Evidence(make)
        flat.names = [name, *self.names]
        flat.types = {name: kind, **dict.fromkeys(self.names, self._array.dtype)}
        flat.floats = self.names, self._array
        flat.length, flat.attrs = self.length, self.attrs
        return flat

    def _look_at(self, name: Hashable) -> Facts:
        if self.types[name] == np.float64:
            return facts_of_numbers(self._numbers[name], self.frame, name)
        texts = len(self.frame) <= MOST_TEXTS and is_text_type(self.types[name])
        if texts or self._sample is None:
            labels, gaps = (lambda _: self.find(name)[1]), (lambda _: self.has_gaps(name))
            return facts_of(self.column(name), self.frame, name, labels, gaps)
        return facts_of(self.column(name).iloc[self._sample], self.frame, name)

    @cached_property
    def _numbers(self) -> dict[Hashable, NDArray[Any]]:
        names, numbers = self.floats
        return dict(zip(names, numbers.T, strict=True))

    @cached_property
    def floats(self) -> tuple[list[Hashable], NDArray[Any]]:
        """The names and the columns of floats, of the rows that are looked at; taking each is slow."""
        names = [name for name, kind in self.types.items() if kind == np.float64]
        if names != self.names:
            if self._few and names and self._sample is None:
                # in less time than pandas cuts them out
                return names, np.column_stack([self.column(name).to_numpy() for name in names])
            floats = take_columns(self.frame, names)
            floats = floats if self._sample is None else floats.iloc[self._sample]
            return names, floats.to_numpy()
        return names, self.rows.to_numpy() if self._array is None else self._array

    @cached_property
    def names(self) -> list[Any]:
        """The names of all columns."""
        return list_labels(self.frame.columns)

    @cached_property
    def types(self) -> dict[Hashable, Any]:
        """The type of each column; looking them up together is faster for wide tables."""
        guess = _were_floats(tuple(self.names))
        if guess.right and self._array is not None:
            return dict.fromkeys(self.names, np.dtype(np.float64))
        found = (self.column(name).dtype for name in self.names) if self._few else self.frame.dtypes
        types = dict(zip(self.names, found, strict=True))
        guess.right = {*types.values()} == {np.dtype(np.float64)} and self._array is not None
        return types

    @cached_property
    def _few(self) -> bool:
        """Whether there are so few columns that each is taken in less time than something of all."""
        names = self.names
        texts = all(type(name) is str for name in names)
        return texts and len({*names}) == len(names) <= FEW_COLUMNS

    @cached_property
    def _array(self) -> NDArray[Any] | None:
        """The array of floats that a small frame is, found in a tenth of the time that its types take."""
        if not 1 < len(self.names) <= len(self.names) * len(self.frame) <= SMALL:
            return None
        values = self.frame.to_numpy()
        # arrays that share memory are no copies, but what the frame itself holds
        one = values.dtype == np.float64 and np.may_share_memory(values, self.frame.to_numpy())
        return values if one else None

    @cached_property
    def texts(self) -> tuple[Hashable, ...]:
        """The columns of text, categories or any objects."""
        return tuple(name for name, kind in self.types.items() if is_text_type(kind))

    def holds_integers(self, column: Hashable) -> bool:
        """Tell whether a column is of integers, not of floats that happen to be whole."""
        return getattr(self.types[column], "kind", "") in ("i", "u")

    def has_values(self, column: Hashable) -> bool:
        """Tell whether a column has a value; what is known of it already may show it."""
        known = self._facts.get(column)
        return (known is not None and known.different > 0) or bool(
            self.column(column).notna().any()
        )

    def has_gaps(self, column: Hashable) -> bool:
        """Tell whether cells of a column are empty; where they are known, its codes show it sooner."""
        known = self._labels.get(column)
        return has_gaps(self.column(column)) if known is None else bool((known[0] < 0).any())

    def determines(self, first: Hashable, second: Hashable) -> bool:
        """Tell whether each value of the first column goes with one of the second, over several rows."""
        pairs, left, _ = self._count(first, second)
        return pairs == left < len(self.rows)

    def describes(self, key: Hashable, column: Hashable) -> bool:
        """Tell whether a column has one value for each value of a key."""
        pairs, left, _ = self._count(key, column)
        return pairs == left

    def crossing(self, first: Hashable, second: Hashable) -> float:
        """Return the share of pairs of two columns' values that occur, between 0 and 1."""
        pairs, left, right = self._count(first, second)
        if 4 * left * right > len(self.rows) and len(self.frame) > len(self.rows):
            # too few rows to see every pair
            left_codes, right_codes = self.codes(first), self.codes(second)
            left, right = int(left_codes.max()) + 1, int(right_codes.max()) + 1
            pairs = _count_pairs(left_codes, right_codes)
        return pairs / max(1, left * right)

    def counts_up(self, column: Hashable) -> bool:
        """Tell whether a column holds the whole numbers from 0 or 1 up to some number."""
        facts = self.facts(column)
        if facts.kind != "whole" or facts.different < 2:  # noqa: PLR2004 - one number does not count up
            return False
        values = self.rows[column].dropna().unique().tolist()
        if math.inf in values or -math.inf in values:
            return False
        numbers = sorted(map(int, values))
        return numbers[0] in (0, 1) and numbers[-1] - numbers[0] + 1 == len(numbers)

    def repeats_within(self, keys: Iterable[Hashable], column: Hashable) -> bool:
        """Tell whether a column's values are different within each group of rows, and shared by groups."""
        group, groups = self._join(keys)
        codes = self.codes(column)
        different = int(codes.max(initial=0)) + 1
        pairs = _count_pairs(group, codes)
        return pairs == len(codes) > groups and pairs >= NEARLY_ALL * different * groups

    def splits(self, keys: Iterable[Hashable], column: Hashable) -> bool:
        """Tell whether keys occur more than once, and a column makes nearly complete tables of the rows."""
        cells, number = self._join(keys)
        if number == len(cells):
            return False
        codes = self.codes(column)
        pairs, parts = _count_pairs(cells, codes), int(codes.max(initial=0)) + 1
        return pairs > number and pairs >= NEARLY_ALL * number * parts

    def balances(self, keys: Iterable[Hashable], column: Hashable) -> bool:
        """Tell whether the values of a column are equally frequent, and repeat, beside the same keys."""
        cells, number = self._join(keys)
        codes = self.codes(column)
        different = int(codes.max(initial=0)) + 1
        if different < 2 or FEWEST_EACH * number * different > len(codes):  # noqa: PLR2004 - one is constant
            return False
        if number <= cells.max():
            # some combinations of keys do not occur
            cells = pd.factorize(cells)[0]
        counts = np.bincount(cells * different + codes, minlength=number * different)
        table = counts.reshape(number, different)
        return bool(table.min() >= FEWEST_EACH and (table == table[:, :1]).all())

    def is_shared(self, key: Hashable, column: Hashable) -> bool:
        """Tell whether each value of a key has the same values of a column, equally often.

        What is measured differs; such values were set.
        """
        keys, codes = self.codes(key), self.codes(column)
        number, different = int(keys.max(initial=0)) + 1, int(codes.max(initial=0)) + 1
        if number == 1 or different < FEWEST_SHARED or number * different > len(codes):
            return False
        table = np.bincount(keys * different + codes, minlength=number * different)
        return bool((table.reshape(number, different) == table[:different]).all())

    def groups(self, keys: Iterable[Hashable]) -> int:
        """Return how many combinations of the keys' values occur."""
        return self._join(keys)[1]

    def codes(self, column: Hashable) -> Codes:
        """Return the code of each row's value; empty cells are a value."""
        return _codes(self.column(column), lambda _: self.find(column))

    def factorize(self, column: Hashable, role: str) -> tuple[Codes, "pd.Index[Any]"]:
        """Return codes, −1 for empty cells, and labels of a column that names something.

        Raises
        ------
        DataError
            Cells are collections or bytes.
        """
        return factorize(self.column(column), role, lambda _: self.find(column))

    def find(self, column: Hashable) -> tuple[Codes, "pd.Index[Any]"]:
        """Return codes and labels of a column, found once.

        Raises
        ------
        TypeError
            Cells have no hash: they are collections, or a signaling NaN.
        """
        if column not in self._labels:
            self._labels[column] = find_codes(self.column(column))
        return self._labels[column]

    def labels(self, column: Hashable) -> "pd.Index[Any]":
        """Return the different values of a column; of categories, those that it may have, without codes."""
        kind = self.types[column]
        if isinstance(kind, pd.CategoricalDtype):
            return kind.categories
        return self.find(column)[1]

    def _join(self, keys: Iterable[Hashable]) -> tuple[Codes, int]:
        """Return a code for each row's combination of keys, and the number of combinations that occur."""
        names = tuple(keys)
        if self._joined[0] != names:
            group, number = np.zeros(len(self.frame), dtype=np.intp), 1
            for name in names:
                codes = self.codes(name)
                number = _count_pairs(group, codes)
                group = _join(group, codes)
            # the same keys are asked about for each further column
            self._joined = names, group, number
        return self._joined[1:]

    def _count(self, first: Hashable, second: Hashable) -> tuple[int, int, int]:
        if self.rows is self.frame:
            left, right = self.codes(first), self.codes(second)
        else:
            left, right = _codes(self.rows[first]), _codes(self.rows[second])
        return (
            _count_pairs(left, right),
            int(left.max(initial=-1)) + 1,
            int(right.max(initial=-1)) + 1,
        )


@dataclass
class _Guess:
    right: bool = False


@functools.lru_cache(maxsize=64)
def _were_floats(_: tuple[Hashable, ...]) -> _Guess:
    """Remember whether the last frame with columns of these names was one array of floats."""
    return _Guess()


def _codes(
    column: "pd.Series[Any]", find: "Callable[[pd.Series[Any]], tuple[Codes, Any]]" = find_codes
) -> Codes:
    try:
        codes = find(column)[0]
    except TypeError:
        # cells that hold collections
        codes = pd.factorize(column.map(id))[0]
    return np.where(codes < 0, codes.max() + 1, codes) if codes.min(initial=0) < 0 else codes


def _join(left: Codes, right: Codes) -> Codes:
    """Return a code for each pair of codes."""
    if (int(left.max(initial=0)) + 1) * (int(right.max(initial=0)) + 1) > sys.maxsize:
        left = pd.factorize(left)[0]
    joined: Codes = np.multiply(left, int(right.max(initial=0)) + 1, dtype=np.intp)
    joined += right
    return joined


def _count_pairs(left: Codes, right: Codes) -> int:
    pairs = _join(left, right)
    size = int(pairs.max(initial=-1)) + 1
    if size > MOST_PAIRS_A_ROW * len(pairs):
        return len(pd.unique(pairs))
    occurs = np.zeros(size, dtype=bool)
    occurs[pairs] = True
    return int(np.count_nonzero(occurs))
