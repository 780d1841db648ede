"""Layouts that names settle, those of columns and those in cells, without a look at any single score.

The same names give the same layout. A small table of scores is read in less time than it takes to find its
layout, and analyses ask many tables of the same columns, so such layouts are remembered. Of columns of
floats the layout may depend on whether they are whole, which their first rows show, on how many numbers
differ, and on whether the columns are alike.
"""

import functools
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, NoReturn, TypeVar, cast

import numpy as np
import pandas as pd

from benchreport.data.columns.content.evidence import Evidence, list_labels
from benchreport.data.columns.content.facts import Facts
from benchreport.data.columns.content.likeness import floats_are_alike
from benchreport.data.columns.flat_frame import flat, name_of_texts
from benchreport.data.columns.roles import Roles

Answer = TypeVar("Answer")
FLOAT, WHOLE, OBJECT = np.dtype(np.float64), np.dtype(np.int64), np.dtype(object)
OF_OBJECTS = pd.Series([""]).dtype
"""The type of the column that pandas makes of an index of texts as objects."""
MOST_CELLS = 2000
"""Cells of names and numbers of repeats, up to which they are the key of a layout that is remembered."""
MOST_COLUMNS = 4
"""Columns of such cells: a table with more of them is seldom read again."""
MOST_SCORES = 20_000
"""Scores up to which those that differ are counted for the key."""

Labels = tuple[str, object, tuple[Hashable, ...]]
"""The name, the type and the cells of a column."""
Floats = tuple[int, tuple[tuple[str, tuple[int, bool] | None], ...], bool]
"""The number of rows, of each column of floats its kind and, if they are counted, how many numbers differ,
and whether all these columns are seen to be alike."""


class Known(NamedTuple, Generic[Answer]):
    """What is remembered: the answer, and what is known of the names in the frame's cells."""

    answer: Answer
    evidence: Evidence


class _CellsNeededError(Exception):
    """What is known so far settles nothing."""


def _refuse(*_: object) -> NoReturn:
    raise _CellsNeededError


class _Score:
    """Stands for a column of floats of which only the name is known."""

    dtype = FLOAT

    def __init__(self, name: str) -> None:
        self.name = name

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
        floats: Floats | None,
        roles: Roles,
    ) -> Known[Answer] | None:
        frame = _Names(names, labels, None if floats is None else floats[0])
        evidence = Evidence(cast("pd.DataFrame", frame))
        evidence.types = dict(zip(names, frame.dtypes, strict=True))
        evidence.names_of = dict.fromkeys(name for name, _, _ in labels)
        if floats is not None:
            columns = zip(_names_of_floats(names, labels), floats[1], strict=True)
            evidence.set_facts({name: _facts(*each) for name, each in columns})
            evidence.alike = floats[2]
        try:
            answer = read(evidence, roles, levels)
        except _CellsNeededError:
            return None
        return None if answer is None else Known(answer, evidence)

    def find(frame: pd.DataFrame, roles: Roles) -> Known[Answer] | None:
        # True, 1 and 1.0 are one key, and different names
        if type(roles.score) not in (str, type(None)):
            return None
        evidence, levels, cells = _flatten(frame)
        labels = None if evidence is None else _read_labels(evidence, cells)
        if evidence is None or labels is None:
            return None
        names = tuple(evidence.names)
        for floats in _what_floats_show(evidence):
            try:
                known = read_names(names, levels, labels, floats, roles)
            except TypeError:
                # lists of columns
                return None
            if known is not None:
                evidence.take_names(known.evidence, cells)
                return Known(known.answer, evidence)
        return None

    return find


def _names_of_floats(names: Sequence[str], labels: tuple[Labels, ...]) -> list[str]:
    known = {name for name, _, _ in labels}
    return [name for name in names if name not in known]


def _what_floats_show(evidence: Evidence) -> Iterator[Floats | None]:
    """Yield what is known of columns of floats: first nothing, at last also whether all are alike."""
    yield None
    rows, kinds = evidence.length, evidence.kinds_of_floats()
    yield rows, tuple((kind, None) for kind in kinds), False
    if rows * len(evidence.names) <= MOST_SCORES:
        counted = tuple(zip(kinds, evidence.counts_of_floats(), strict=True))
        yield rows, counted, floats_are_alike(evidence)


def _facts(kind: str, counts: tuple[int, bool] | None) -> Facts:
    return Facts(kind, _refuse if counts is None else lambda: counts)


def _flatten(
    frame: pd.DataFrame,
) -> tuple[Evidence | None, tuple[str, ...], dict[str, list[Hashable]]]:
    """Return what is known of the flat frame, if all names are texts, and its columns that were levels.

    The last are the cells of a level that is no column yet.
    """
    evidence, index = Evidence(frame), frame.index
    names = evidence.names
    titles = [*names, *(name for name in index.names if name is not None)]
    plain = isinstance(index, pd.RangeIndex) and index.name is None
    odd = len({*names}) < len(names) or any(type(name) is not str for name in titles)
    cells = len(index) * len(names)
    # of a large frame, columns made of the index take as long as a layout
    if not cells or frame.attrs or odd or (cells > MOST_SCORES and not plain):
        return None, (), {}
    if plain:
        return evidence, (), {}
    if index.nlevels == 1 and (
        isinstance(index.dtype, pd.StringDtype) or index.dtype in (WHOLE, OBJECT)
    ):
        found = _with_level(evidence, index)
        if found is not None:
            return found
    evidence, levels = flat(frame)
    return evidence, tuple(map(str, levels)), {}


def _with_level(
    evidence: Evidence, index: "pd.Index[Any]"
) -> tuple[Evidence, tuple[str, ...], dict[str, list[Hashable]]] | None:
    """Return the same of a frame of floats with an index of names or numbers, of which no column is made."""
    if len(index) > MOST_CELLS:
        return None
    level, cells = index.name, list_labels(index)
    if level is None and {*map(type, cells)} == {str}:
        level = _name_of(tuple(cells), tuple(evidence.names))
    if level is None or level in evidence.names:
        return None
    frame = evidence.frame
    kind = OF_OBJECTS if index.dtype == OBJECT else index.dtype
    known = evidence.with_level(level, kind, lambda: flat(frame)[0].frame)
    return None if known is None else (known, (str(level),), {str(level): cells})


@functools.lru_cache(maxsize=64)
def _name_of(cells: tuple[Hashable, ...], columns: tuple[Hashable, ...]) -> str:
    return name_of_texts(cells, columns)


def _read_labels(
    evidence: Evidence, known: Mapping[str, list[Hashable]]
) -> tuple[Labels, ...] | None:
    """Return the columns of names, or ``None`` of a frame with more than them and floats."""
    others = [(str(name), kind) for name, kind in evidence.types.items() if kind != FLOAT]
    if len(others) > MOST_COLUMNS or len(others) * evidence.length > MOST_CELLS:
        return None
    labels: list[Labels] = []
    for name, kind in others:
        if not isinstance(kind, pd.StringDtype) and kind not in (WHOLE, OBJECT):
            return None
        cells = known[name] if name in known else evidence.column(name).tolist()
        if kind != WHOLE and {*map(type, cells)} != {str}:
            return None
        labels.append((name, kind, tuple(cells)))
    return tuple(labels)
