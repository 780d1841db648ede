"""The tables that were last read of a frame, for as long as the frame stays what it was.

Ours because ``DataFrame.equals`` takes True for 1 and sees no change within a list.
"""

import dataclasses
import operator
import weakref
from collections.abc import Hashable
from typing import Any

import numpy as np
import pandas as pd

from benchreport.data.columns.roles import Roles

MOST_NUMBERS, MOST_CELLS = 1_000_000, 20_000
"""Numbers of one type, and cells of others, up to which comparing them takes less time than reading them."""
FEW_CELLS = 1000
"""Cells that are taken from a frame all at once in less time than a column of them."""
MOST_COLUMNS = 40
"""Columns of several types up to which they are compared, one by one."""
NUMBERS = "fiubmM"
"""Kinds of arrays of numbers and dates."""
EMPTY = {id(cell): cell for cell in (pd.NA, np.nan)}
"""What stands for an empty cell, by its identity: two of them are not equal."""
PLAIN = frozenset({str, bool, type(None)})
"""Types of what is said of roles, of which equal ones are the same."""

_SAID = operator.attrgetter(*(field.name for field in dataclasses.fields(Roles)))

Cells = list[tuple[object, object]]
"""The type of each column or of all, and what it holds as bytes or texts."""


def last_tables(frame: pd.DataFrame, roles: Roles) -> dict[object, object]:
    """Return the tables that were read of a frame, by their readers, to be added to.

    Those of a large frame, and of one that may change unseen, are not kept.

    Examples
    --------
    >>> frame, roles = pd.DataFrame({"svm": [0.9, 0.8], "knn": [0.7, 0.6]}), Roles(score="accuracy")
    >>> last_tables(frame, roles)["reader"] = "table"
    >>> last_tables(frame, roles)
    {'reader': 'table'}
    >>> frame.loc[0, "svm"] = 0.95
    >>> last_tables(frame, roles)
    {}
    """
    if not PLAIN.issuperset(map(type, _SAID(roles))):
        return {}
    last = _LAST.get(id(frame))
    if last is None or not last.is_of(frame):
        cells = _cells(frame)
        if cells is None:
            _LAST.pop(id(frame), None)
            return {}
        last = _LAST[id(frame)] = _LastRead(frame, cells)
    return last.tables.setdefault(roles, {})


class _LastRead:
    """What was last read of a frame, and what shows whether the frame has changed since."""

    def __init__(self, frame: pd.DataFrame, cells: Cells) -> None:
        # as the process ends, frames may outlive this module's names
        key, forget = id(frame), _LAST.pop
        self._frame = weakref.ref(frame, lambda _: forget(key, None))
        self._cells = cells
        # an index cannot be changed, but for its names
        self._index, self._columns = frame.index, frame.columns
        self._names = _names(frame)
        self.tables: dict[Roles, dict[object, object]] = {}

    def is_of(self, frame: pd.DataFrame) -> bool:
        """Tell whether this is the frame, with the same names and cells."""
        return (
            self._frame() is frame
            and frame.index is self._index
            and frame.columns is self._columns
            and _names(frame) == self._names
            and _cells(frame) == self._cells
        )


_LAST: dict[int, _LastRead] = {}
"""By the frames' identities; they leave as the frames do."""


def _names(frame: pd.DataFrame) -> list[tuple[type, Hashable]]:
    return [(type(name), name) for name in (*frame.index.names, *frame.columns.names)]


def _cells(frame: pd.DataFrame) -> Cells | None:
    """Return the cells of a small frame; ``None`` if some are neither numbers nor texts."""
    rows, columns = frame.shape
    size = rows * columns
    # notes of the frame's reader are not compared
    if type(frame) is not pd.DataFrame or frame.attrs or size > MOST_NUMBERS:
        return None
    many = size > MOST_CELLS or columns > MOST_COLUMNS
    if many and len({*frame.dtypes.tolist()}) > 1:
        return None
    if many or size < FEW_CELLS:
        values = frame.to_numpy()
        # arrays that share memory are no copies, but what the frame itself holds
        if values.dtype.kind in NUMBERS and np.may_share_memory(values, frame.to_numpy()):
            return [(values.dtype, values.tobytes())]
    if many or not frame.columns.is_unique:
        return None
    cells = [_cells_of(frame[name]) for name in frame.columns]
    return None if None in cells else [known for known in cells if known is not None]


def _cells_of(column: "pd.Series[Any]") -> tuple[object, object] | None:
    kind: Any = column.dtype
    if isinstance(kind, np.dtype) and kind.kind in NUMBERS:
        return kind, column.to_numpy().tobytes()
    if isinstance(kind, pd.CategoricalDtype):
        return kind, column.cat.codes.to_numpy().tobytes()
    if kind != np.dtype(object) and not isinstance(kind, pd.StringDtype):
        return None
    texts = [None if id(cell) in EMPTY else cell for cell in column.tolist()]
    # other objects may change, or be equal and not the same
    return (kind, texts) if {str, type(None)}.issuperset(map(type, texts)) else None
