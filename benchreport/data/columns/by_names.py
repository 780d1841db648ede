"""Layouts that names settle, those of columns and those in a column of text, without a look at any score.

The same names give the same layout. A small table of scores is read in less time than it takes to find its
layout, and analyses ask many tables of the same columns, so such layouts are remembered.
"""

import functools
from collections.abc import Callable, Hashable
from typing import Any, NoReturn, TypeVar, cast

import numpy as np
import pandas as pd

from benchreport.data.columns.evidence import Evidence
from benchreport.data.columns.roles import Roles

Answer = TypeVar("Answer")
FLOAT = np.dtype(np.float64)
MOST_ROWS = 2000
"""Rows of a table with a column of text whose layout is remembered: all its cells are the key."""

Text = tuple[str, object, tuple[str, ...]]
"""The name, the type and the cells of a column."""


class _CellsNeededError(Exception):
    """The names alone settle nothing."""


class _Names:
    """Stands for a frame of which only the names of its columns and one column of text are known."""

    empty = False

    def __init__(self, names: tuple[str, ...], texts: tuple[Text, ...]) -> None:
        self.columns = pd.Index(names, dtype=object)
        self.attrs: dict[Hashable, object] = {}
        self._texts: dict[str, pd.Series[Any]] = {
            name: pd.Series(cells, dtype=cast("Any", kind), name=name)
            for name, kind, cells in texts
        }
        self.dtypes = [self._texts[name].dtype if name in self._texts else FLOAT for name in names]

    def __getitem__(self, name: object) -> "pd.Series[Any]":
        if isinstance(name, str) and name in self._texts:
            return self._texts[name]
        raise _CellsNeededError

    def __len__(self) -> int:
        for column in self._texts.values():
            return len(column)
        raise _CellsNeededError

    def _refuse(self, *_: object) -> NoReturn:
        raise _CellsNeededError

    __getattr__ = __iter__ = _refuse


def remembered_by_names(
    read: Callable[[Evidence, Roles], Answer],
) -> Callable[[pd.DataFrame, Roles], Answer | None]:
    """Make a function of a frame that remembers what its names and roles settle.

    Parameters
    ----------
    read
        A function of what is known of a frame, and its roles.

    Returns
    -------
    function
        Of a frame and its roles; it returns ``None`` where scores or an index decide, too.
    """

    @functools.lru_cache(maxsize=64)
    def read_names(names: tuple[str, ...], texts: tuple[Text, ...], roles: Roles) -> Answer | None:
        try:
            return read(Evidence(cast("pd.DataFrame", _Names(names, texts))), roles)
        except _CellsNeededError:
            return None

    def find(frame: pd.DataFrame, roles: Roles) -> Answer | None:
        texts = _read_texts(frame)
        if texts is None:
            return None
        names = frame.columns.tolist()
        # True, 1 and 1.0 are one key, and different names
        if any(type(name) is not str for name in names) or type(roles.score) not in (
            str,
            type(None),
        ):
            return None
        try:
            return read_names(tuple(names), texts, roles)
        except TypeError:
            # lists of columns
            return None

    return find


def _read_texts(frame: pd.DataFrame) -> tuple[Text, ...] | None:
    """Return the column of text, or ``None`` of a frame with more than it, floats and numbered rows."""
    index = frame.index
    numbered = isinstance(index, pd.RangeIndex) and index.name is None and len(index) > 0
    if not numbered or frame.attrs or not frame.columns.is_unique:
        return None
    kinds = dict(zip(frame.columns.tolist(), frame.dtypes.tolist(), strict=True))
    others = [name for name, kind in kinds.items() if kind != FLOAT]
    if not others:
        return () if kinds else None
    # tables with several are long: which column is the score depends on its cells
    if len(others) > 1 or len(frame) > MOST_ROWS:
        return None
    [name] = others
    cells = frame[name].tolist() if isinstance(kinds[name], pd.StringDtype) else ()
    if not cells or not all(type(cell) is str for cell in cells):
        return None
    return ((name, kinds[name], tuple(cells)),)
