"""Layouts that names settle, those of columns and those in cells, without a look at any single score.

The same names give the same layout. A small table of scores is read in less time than it takes to find its
layout, and analyses ask many tables of the same columns, so such layouts are remembered. Of columns of
floats the layout may depend on whether they are whole, and on how many of them differ.
"""

import functools
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, NamedTuple, NoReturn, TypeVar, cast

import numpy as np
import pandas as pd

from benchreport.data.cells.cell_values import take_columns
from benchreport.data.columns.evidence import Evidence, Facts
from benchreport.data.columns.roles import Roles, flat

Answer = TypeVar("Answer")
FLOAT, WHOLE, OBJECT = np.dtype(np.float64), np.dtype(np.int64), np.dtype(object)
MOST_CELLS = 2000
"""Cells of names and numbers of repeats, up to which they are the key of a layout that is remembered."""
MOST_COLUMNS = 4
"""Columns of such cells: a table with more of them is seldom read again."""
MOST_SCORES = 20_000
"""Scores up to which those that differ are counted for the key."""

Labels = tuple[str, object, tuple[Hashable, ...]]
"""The name, the type and the cells of a column."""
Counts = tuple[int, tuple[tuple[bool, int], ...]]
"""The number of rows, and of each column of floats whether they are whole, and how many differ."""


class Known(NamedTuple, Generic[Answer]):
    """What is remembered: the answer, and what is known of the names in the frame's cells."""

    answer: Answer
    evidence: Evidence


class _CellsNeededError(Exception):
    """The names alone settle nothing."""


class _Score:
    """Stands for a column of floats of which only the name is known."""

    dtype = FLOAT

    def __init__(self, name: str) -> None:
        self.name = name

    def _refuse(self, *_: object) -> NoReturn:
        raise _CellsNeededError

    __getattr__ = __getitem__ = __iter__ = __len__ = _refuse


class _Names:
    """Stands for a frame of which only the names of its columns and the cells of some are known."""

    empty = False

    def __init__(
        self, names: tuple[str, ...], labels: tuple[Labels, ...], rows: int | None
    ) -> None:
        self.columns = pd.Index(names, dtype=object)
        self.attrs: dict[Hashable, object] = {}
        self._rows = rows
        self._labels: dict[str, pd.Series[Any]] = {
            name: pd.Series(cells, dtype=cast("Any", kind), name=name)
            for name, kind, cells in labels
        }
        self.dtypes = [self._labels[n].dtype if n in self._labels else FLOAT for n in names]

    def __getitem__(self, name: object) -> object:
        if not isinstance(name, str) or name not in self.columns:
            raise _CellsNeededError
        return self._labels[name] if name in self._labels else _Score(name)

    def __len__(self) -> int:
        for column in self._labels.values():
            return len(column)
        if self._rows is None:
            raise _CellsNeededError
        return self._rows

    def _refuse(self, *_: object) -> NoReturn:
        raise _CellsNeededError

    __getattr__ = __iter__ = _refuse


def remembered_by_names(
    read: Callable[[Evidence, Roles, tuple[str, ...]], Answer | None],
) -> Callable[[pd.DataFrame, Roles], Known[Answer] | None]:
    """Make a function of a frame that remembers what its names and roles settle.

    Parameters
    ----------
    read
        A function of what is known of a flat frame, its roles, and its columns that were levels of the index.

    Returns
    -------
    function
        Of a frame and its roles; it returns ``None`` where scores decide, too.
    """

    @functools.lru_cache(maxsize=64)
    def read_names(
        names: tuple[str, ...],
        levels: tuple[str, ...],
        labels: tuple[Labels, ...],
        counts: Counts | None,
        roles: Roles,
    ) -> Known[Answer] | None:
        frame = _Names(names, labels, None if counts is None else counts[0])
        evidence = Evidence(cast("pd.DataFrame", frame))
        if counts is not None:
            evidence.set_facts(dict(zip(_floats(names, labels), _facts(*counts), strict=True)))
        try:
            answer = read(evidence, roles, levels)
        except _CellsNeededError:
            return None
        return None if answer is None else Known(answer, evidence)

    def find(frame: pd.DataFrame, roles: Roles) -> Known[Answer] | None:
        # True, 1 and 1.0 are one key, and different names
        if type(roles.score) not in (str, type(None)):
            return None
        evidence, levels = _flatten(frame)
        labels = None if evidence is None else _read_labels(evidence)
        if evidence is None or labels is None:
            return None
        names = tuple(evidence.names)
        try:
            known = read_names(names, levels, labels, None, roles)
            if known is None and frame.size <= MOST_SCORES:
                counts = _count(evidence, _floats(names, labels))
                known = counts and read_names(names, levels, labels, counts, roles)
        except TypeError:
            # lists of columns
            return None
        if known is None:
            return None
        evidence.take_codes(known.evidence)
        return Known(known.answer, evidence)

    return find


def _floats(names: Sequence[str], labels: tuple[Labels, ...]) -> list[str]:
    known = {name for name, _, _ in labels}
    return [name for name in names if name not in known]


def _count(evidence: Evidence, names: list[str]) -> Counts | None:
    """Count the different numbers of each column, or return ``None`` where some are missing."""
    if len(names) == 1:
        # pandas takes long to make a frame of one column
        values = evidence.column(names[0]).to_numpy()[:, None]
    else:
        values = take_columns(evidence.frame, names).to_numpy()
    if not np.isfinite(values).all():
        return None
    whole = (np.rint(values) == values).all(axis=0)
    ordered = np.sort(values, axis=0)
    different = 1 + np.count_nonzero(ordered[1:] != ordered[:-1], axis=0)
    return len(values), tuple(zip(whole.tolist(), different.tolist(), strict=True))


def _facts(rows: int, columns: tuple[tuple[bool, int], ...]) -> list[Facts]:
    return [
        Facts("whole" if whole else "number", functools.partial(_pair, different, rows))
        for whole, different in columns
    ]


def _pair(different: int, rows: int) -> tuple[int, bool]:
    return different, rows > 1 and different == rows


def _flatten(frame: pd.DataFrame) -> tuple[Evidence | None, tuple[str, ...]]:
    """Return what is known of the flat frame, if all names are texts, and its columns that were levels."""
    names, index = frame.columns.tolist(), frame.index
    titles = [*names, *(name for name in index.names if name is not None)]
    plain = isinstance(index, pd.RangeIndex) and index.name is None
    odd = len({*names}) < len(names) or any(type(name) is not str for name in titles)
    # of a large frame, columns made of the index take as long as a layout
    if frame.empty or frame.attrs or odd or (frame.size > MOST_SCORES and not plain):
        return None, ()
    evidence, levels = (Evidence(frame), ()) if plain else flat(frame)
    return evidence, tuple(map(str, levels))


def _read_labels(evidence: Evidence) -> tuple[Labels, ...] | None:
    """Return the columns of names, or ``None`` of a frame with more than them and floats."""
    others = [(str(name), kind) for name, kind in evidence.types.items() if kind != FLOAT]
    if len(others) > MOST_COLUMNS or len(others) * len(evidence.frame) > MOST_CELLS:
        return None
    labels: list[Labels] = []
    for name, kind in others:
        if kind not in (WHOLE, OBJECT) and not isinstance(kind, pd.StringDtype):
            return None
        cells = evidence.column(name).tolist()
        if kind != WHOLE and {*map(type, cells)} != {str}:
            return None
        labels.append((name, kind, tuple(cells)))
    return tuple(labels)
