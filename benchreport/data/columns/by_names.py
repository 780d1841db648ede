"""Layouts that the names of columns settle, without a look at any cell: the same names give the same layout.

A small table of scores is read in less time than it takes to find its layout, and analyses ask many tables of
the same columns, so such layouts are remembered.
"""

import functools
from collections.abc import Callable, Hashable
from typing import NoReturn, TypeVar, cast

import numpy as np
import pandas as pd

from benchreport.data.columns.evidence import Evidence
from benchreport.data.columns.roles import Roles

Answer = TypeVar("Answer")
FLOAT = np.dtype(np.float64)


class _CellsNeededError(Exception):
    """The names alone settle nothing."""


class _Names:
    """Stands for a frame of floats of which only the names of its columns are known."""

    empty = False

    def __init__(self, names: tuple[str, ...]) -> None:
        self.columns = pd.Index(names, dtype=object)
        self.dtypes = [FLOAT] * len(names)
        self.attrs: dict[Hashable, object] = {}

    def _refuse(self, *_: object) -> NoReturn:
        raise _CellsNeededError

    __getattr__ = __getitem__ = __iter__ = __len__ = _refuse


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
        Of a frame and its roles; it returns ``None`` where cells or an index decide, too.
    """

    @functools.lru_cache(maxsize=64)
    def read_names(names: tuple[str, ...], roles: Roles) -> Answer | None:
        try:
            return read(Evidence(cast("pd.DataFrame", _Names(names))), roles)
        except _CellsNeededError:
            return None

    def find(frame: pd.DataFrame, roles: Roles) -> Answer | None:
        if not _has_names_only(frame):
            return None
        names = frame.columns.tolist()
        # True, 1 and 1.0 are one key, and different names
        if any(type(name) is not str for name in names) or type(roles.score) not in (
            str,
            type(None),
        ):
            return None
        try:
            return read_names(tuple(names), roles)
        except TypeError:
            # lists of columns
            return None

    return find


def _has_names_only(frame: pd.DataFrame) -> bool:
    """Tell whether a frame has numbered rows of floats, and nothing beside them."""
    index = frame.index
    numbered = isinstance(index, pd.RangeIndex) and index.name is None and len(index) > 0
    if not numbered or frame.attrs or not frame.columns.is_unique:
        return False
    return set(frame.dtypes.tolist()) == {FLOAT}
