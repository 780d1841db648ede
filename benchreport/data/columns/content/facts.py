"""What a column holds: text, whole or other numbers, dates, notes, and how many different values."""

import math
import re
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.cells.cell_text import is_empty_word, parse_cell
from benchreport.data.cells.cell_values import has_gaps
from benchreport.data.cells.score_cells import holds_numbers
from benchreport.wording.shell import reading

# rows that follow each other, of which a sample is unique
MOST_NEIGHBOURS = 200_000
# texts longer than this are notes, not names
LONG_TEXT = 120
NOT_NAMES = {
    "link": "links",
    "date": "dates",
    "note": reading.LONG_TEXTS,
    "other": reading.NO_NAMES,
}
LINK = re.compile(r"^\s*(?:https?|ftp|file)://|^www\.", re.IGNORECASE)
DATE = re.compile(r"^\s*\d{4}-\d\d?-\d\d?(?:[T ]\d\d?:\d\d|\s*$)|^\s*\d\d?[./]\d\d?[./]\d{4}")

DIGITS = re.compile(r"\d+")
# as Python writes dictionaries
OBJECT = re.compile(r"\s*\{(?:\s*['\"].*?['\"]\s*:.*)?\}\s*", re.DOTALL)

# what all texts of a column are; the first text of most columns decides
TEXTS: dict[str, Callable[[Sequence[str]], bool]] = {
    "whole": lambda texts: all(map(DIGITS.fullmatch, texts)),
    "number": lambda texts: parse_cell(texts[0]) is not None and holds_numbers(_objects(texts)),
    "link": lambda texts: all(map(LINK.match, texts)),
    "date": lambda texts: (
        all(DATE.match(text) or is_empty_word(text) for text in texts)
        and any(map(DATE.match, texts))
    ),
    "other": lambda texts: OBJECT.match(texts[0]) is not None and all(map(OBJECT.fullmatch, texts)),
    "note": lambda texts: sorted(map(len, texts))[len(texts) // 2] > LONG_TEXT,
}


class Facts:
    """What a column holds.

    Parameters
    ----------
    kind
        ``"text"``, ``"whole"`` numbers, ``"number"``, ``"bool"``, ``"link"``, ``"date"``, ``"note"`` (long
        texts) or ``"other"``.
    count
        Counts the values, when their number is first asked for: how many different ones the rows that were
        looked at have, and whether every row has a value of its own.
    """

    def __init__(self, kind: str, count: Callable[[], tuple[int, bool]]) -> None:
        self.kind = kind
        self._count = count

    @cached_property
    def _counts(self) -> tuple[int, bool]:
        return self._count()

    @property
    def different(self) -> int:
        """How many different values the rows that were looked at have."""
        return self._counts[0]

    @property
    def unique(self) -> bool:
        """Whether every row has a value of its own."""
        return self._counts[1]

    @property
    def constant(self) -> bool:
        """Whether all rows have one value."""
        return self.different <= 1

    @property
    def names(self) -> bool:
        """Whether the values could name something, such as algorithms."""
        return self.kind in ("text", "whole", "bool")

    @property
    def why_not(self) -> str:
        """Why the column cannot name what is compared; empty if it can."""
        if self.kind in NOT_NAMES:
            return NOT_NAMES[self.kind]
        if self.constant:
            return reading.CONSTANT
        return "numbers" if self.kind == "number" else ""


def facts_of(
    column: "pd.Series[Any]",
    frame: pd.DataFrame,
    name: Hashable,
    find: "Callable[[pd.Series[Any]], Collection[Any]]" = pd.Series.unique,
    gaps_in: "Callable[[pd.Series[Any]], bool]" = has_gaps,
) -> Facts:
    """Return the facts about a column; ``find`` gives its different values but for the missing one."""
    if isinstance(column.dtype, np.dtype) and column.dtype.kind in "iuf":
        return facts_of_numbers(column.to_numpy(), frame, name)
    # to leave out nothing takes longer than to see that there is nothing
    values = column.dropna() if gaps_in(column) else column
    try:
        labels = find(values)
    except (TypeError, RecursionError):
        # cells that hold collections
        return Facts("other", lambda: (len(values), False))
    different = len(labels)

    def count() -> tuple[int, bool]:
        unique = len(values) == len(column) > 1 and different == len(values)
        if unique and len(frame) > len(column):
            unique = _seems_unique(frame[name])
        return different, unique

    return Facts(_kind(values, labels), count)


def _seems_unique(column: "pd.Series[Any]") -> bool:
    """Tell whether values of which a random sample is unique are so, too, where they follow each other."""
    if isinstance(column.dtype, np.dtype) and column.dtype.kind in "iu":
        return _all_different(column.to_numpy())
    if column.dtype == np.float64:
        values = column.head(MOST_NEIGHBOURS).to_numpy()
        return bool(np.count_nonzero(np.isnan(values)) <= 1 and _all_different(values))
    return bool(column.head(MOST_NEIGHBOURS).is_unique)


def _all_different(numbers: NDArray[Any]) -> bool:
    """Tell whether no number occurs twice; sorting is faster than hashing."""
    ordered = np.sort(numbers)
    return bool((ordered[1:] != ordered[:-1]).all())


def facts_of_numbers(values: NDArray[Any], frame: pd.DataFrame, name: Hashable) -> Facts:
    """Return the facts about numbers; a wide table may have thousands of such columns."""

    def count() -> tuple[int, bool]:
        known = np.sort(values)
        if values.dtype.kind == "f" and np.isnan(known[-1:]).any():
            known = known[: np.searchsorted(known, np.nan)]
        different = int(np.count_nonzero(known[1:] != known[:-1])) + (len(known) > 0)
        unique = len(values) > 1 and different == len(values)
        if unique and len(frame) > len(values):
            unique = _seems_unique(frame[name])
        return different, unique

    return Facts(kind_of_numbers(values), count)


def kind_of_numbers(values: NDArray[Any]) -> str:
    """Return whether numbers are ``"whole"`` or not, ``"number"``."""
    return "whole" if _are_whole(values) else "number"


def _are_whole(values: NDArray[Any]) -> bool:
    """Tell whether all numbers are whole; a column without any is not of whole numbers."""
    if values.dtype.kind != "f" or not len(values):
        return len(values) > 0
    if is_fraction(float(values[0])):
        return False
    known = values[~np.isnan(values)]
    return len(known) > 0 and bool((np.rint(known) == known).all())


def is_fraction(number: float) -> bool:
    """Tell whether a number is finite and not whole."""
    return math.isfinite(number) and not number.is_integer()


def _kind(values: "pd.Series[Any]", labels: Iterable[Any]) -> str:
    kind = values.dtype
    if isinstance(kind, pd.CategoricalDtype):
        values = labels = pd.Series(values.cat.categories)
        kind = values.dtype
    types = pd.api.types
    if types.is_bool_dtype(kind):
        return "bool"
    if types.is_datetime64_any_dtype(kind) or types.is_timedelta64_dtype(kind):
        return "date"
    if types.is_integer_dtype(kind):
        return "whole"
    if types.is_complex_dtype(kind):
        return "other"
    if types.is_numeric_dtype(kind):
        numbers = values.to_numpy(dtype=np.float64, na_value=np.nan)
        return "whole" if len(numbers) and bool((np.rint(numbers) == numbers).all()) else "number"
    return _kind_of_objects(values, labels)


def _objects(texts: Sequence[str]) -> "pd.Series[Any]":
    # an object column: half a surrogate pair is no text that Arrow holds
    return pd.Series(texts, dtype=object)


def _kind_of_objects(values: "pd.Series[Any]", labels: Iterable[Any]) -> str:
    inferred = pd.api.types.infer_dtype(values, skipna=True)
    if inferred in ("floating", "decimal", "mixed-integer-float"):
        return "number"
    if inferred in ("integer", "boolean"):
        return "whole" if inferred == "integer" else "bool"
    if inferred in ("complex", "bytes", "interval"):
        return "other"
    if inferred in ("datetime", "date", "datetime64", "timedelta", "time", "period"):
        return "date"
    # names are few, and the rows many
    texts = [str(value) for value in labels]
    return next((kind for kind, holds in TEXTS.items() if len(texts) and holds(texts)), "text")
