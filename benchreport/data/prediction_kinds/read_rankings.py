"""Read ranked lists: cells that hold lists, or one row for each query and item.

Both forms become gains: the gain of the item that each model put at each rank, and the gains of all items
that are useful for a query.
"""

import ast
import json
import re
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from benchreport.data.columns.role_columns import column_of
from benchreport.data.columns.roles import Roles
from benchreport.data.prediction_kinds.model_columns import model_columns, split_by_model
from benchreport.data.prediction_kinds.prediction_rows import Raw, format_label, read_examples
from benchreport.data.prediction_kinds.ranking_gains import check_gains, pad_rows, stack_models
from benchreport.data.prediction_kinds.read_ranked_items import read_ranked_items
from benchreport.data.prediction_kinds.refused_rows import refuse_missing
from benchreport.errors import DataError, RoleError, examples
from benchreport.hints import bench, code

BESIDE = re.compile(r"""['"]\s+['"]""")
SEPARATORS = re.compile(r"[,;|]")
GAINS = frozenset("relevance relevant gain gains".split())
LISTS = (list, tuple, set, frozenset, np.ndarray)


def holds_lists(column: "pd.Series[Any]") -> bool:
    """Tell whether the first nonempty cell of a column is a list, or text that spells one."""
    kind = column.dtype
    if not (pd.api.types.is_object_dtype(kind) or pd.api.types.is_string_dtype(kind)):
        return False
    # what is no scalar, as a list or a frame, has no one answer of whether it is missing
    nonempty = (cell for cell in column if not pd.api.types.is_scalar(cell) or not pd.isna(cell))
    return isinstance(_parse(next(nonempty, None)), LISTS)


def read_rankings(frame: pd.DataFrame, roles: Roles) -> Raw:
    """Read ranked lists in either form.

    Raises
    ------
    RoleError
        No column holds the truth, or no column holds lists, items or scores.
    DataError
        A list has an item twice, a query has no useful item, or gains are negative.
    DesignError
        Models answered different queries.
    """
    truth = _truth(frame, roles)
    item = column_of("item", roles, frame)
    if item is None or any(holds_lists(frame[name]) for name in frame.columns):
        return _of_lists(frame, roles, truth)
    return read_ranked_items(frame, roles, truth, item)


def _truth(frame: pd.DataFrame, roles: Roles) -> Hashable:
    truth = column_of("truth", roles, frame)
    usual = [name for name in frame.columns if str(name).casefold() in GAINS]
    if truth is not None or len(usual) == 1:
        return usual[0] if truth is None else truth
    raise RoleError(
        "which items are relevant? No column is called y_true, truth or relevance; the columns are "
        f"{examples(frame.columns, most=12)}.",
        hint=bench(truth=...),
    )


def _of_lists(frame: pd.DataFrame, roles: Roles, truth: Hashable) -> Raw:
    weight, example = column_of("weight", roles, frame), column_of("example", roles, frame)
    prediction = column_of("prediction", roles, frame)
    # pandas finds duplicate rows only if cells can be compared, as tuples can
    frame = frame.copy(deep=False)
    useful = [None if _is_empty(cell) else _useful(cell) for cell in _parse_column(frame[truth])]
    frame[truth] = pd.Series(useful, index=frame.index, dtype=object)
    answered = None
    if prediction is not None and column_of("algorithm", roles, frame) is not None:
        frame, by_kind, answered = split_by_model(frame, roles, truth, {"lists": prediction})
        columns = by_kind["lists"]
    else:
        columns = model_columns(frame, roles, (truth, example, weight))
    rows = read_examples(frame, roles, example=example, weight=weight, answered=answered)
    refuse_missing({"the truth": frame[truth], **columns}, rows.names)
    lists = {model: _parse_column(column) for model, column in columns.items()}
    if not lists or not all(isinstance(cells[0], LISTS) for cells in lists.values()):
        raise RoleError(
            "ranked lists are cells that hold lists, the best first, in one column per model; or one "
            f"row a query and item. The columns are {examples(frame.columns, most=12)}.",
            hint=bench(item=..., task="ranking") + " for rows of items",
        )
    of_use = [dict(pairs) for pairs in frame[truth]]
    _refuse_joined(of_use, lists, rows.names)
    gains = [
        [
            [gain.get(item, 0.0) for item in _once(items, model, query)]
            for items, gain, query in zip(map(_list, cells), of_use, rows.names, strict=True)
        ]
        for model, cells in lists.items()
    ]
    relevant = check_gains(pad_rows([list(row.values()) for row in of_use]), rows.names)
    return Raw(
        "ranking", tuple(lists), relevant, stack_models([pad_rows(row) for row in gains]), rows
    )


def _refuse_joined(
    of_use: Sequence[Mapping[str, float]], lists: Mapping[str, list[object]], names: Sequence[str]
) -> None:
    """Raise `DataError` where a truth names several items in one text that no list holds."""
    listed = {item for cells in lists.values() for cell in cells for item in _list(cell)}
    for query, items in zip(names, of_use, strict=True):
        for item in items:
            parts = [part.strip() for part in SEPARATORS.split(item)]
            if len(parts) > 1 and item not in listed and listed.issuperset(parts):
                raise DataError(
                    f"the truth of {query} is one item, {item!r}, whose parts are items of their own.",
                    hint=code("df.assign(truth=df['truth'].str.split(','))") + " makes lists of it",
                )


def _is_empty(cell: Any) -> bool:  # noqa: ANN401 - a cell
    return not isinstance(cell, (*LISTS, Mapping)) and bool(pd.isna(cell))


def _parse(value: object) -> object:
    """Return the list or dict that a text spells in JSON or Python."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        return value.item()
    if not isinstance(value, str) or value.strip()[:1] not in ("[", "{", "("):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        pass
    # NumPy writes lists without commas, and Python would join their items
    if BESIDE.search(value):
        return value
    try:
        return ast.literal_eval(value.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return value


def _parse_column(column: "pd.Series[Any]") -> list[object]:
    """Parse a column's cells; raise `DataError` where one looks like a list but cannot be read."""
    cells = [_parse(value) for value in column]
    torn = [cell for cell in cells if isinstance(cell, str) and cell.strip()[:1] in ("[", "{")]
    if torn:
        raise DataError(
            f"column {column.name!r} holds text that looks like a list and cannot be read: "
            f"{torn[0][:60]!r}.",
            hint="json.dumps([str(item) for item in items]) writes what can be read",
        )
    return cells


def _list(cell: object) -> tuple[str, ...]:
    if isinstance(cell, set | frozenset):
        raise DataError(
            "a set has no order, and a ranked list needs one.", hint="lists, the best item first"
        )
    if isinstance(cell, LISTS):
        return tuple(_item(item) for item in cell)
    return (_item(cell),)


def _item(item: object) -> str:
    if isinstance(item, (*LISTS, Mapping)):
        raise DataError(
            f"items are names; found {examples([item])}.",
            hint="[item for item, score in pairs], or "
            + bench(task="ranking")
            + " with a row an item",
        )
    return format_label(item)


def _useful(cell: object) -> tuple[tuple[str, float], ...]:
    """Return the useful items with their gains, 1 where the cell gives none."""
    if isinstance(cell, Mapping):
        gains = {_item(item): _gain(gain) for item, gain in cell.items()}
    else:
        items = cell if isinstance(cell, LISTS) else (cell,)
        gains = dict.fromkeys(map(_item, items), 1.0)
    return tuple(sorted(gains.items()))


def _gain(value: Any) -> float:  # noqa: ANN401 - a cell's
    try:
        return float(value)
    except (TypeError, ValueError) as error:
        raise DataError(
            f"gains are numbers; found {value!r}.",
            hint="{'item': 1.0}, 0 for an item that is not relevant",
        ) from error


def _once(items: tuple[str, ...], model: Hashable, query: str) -> tuple[str, ...]:
    if len(set(items)) == len(items):
        return items
    twice = [item for item in dict.fromkeys(items) if items.count(item) > 1]
    raise DataError(
        f"the list of {model} for {query} holds {examples(twice)} more than once.",
        hint="list(dict.fromkeys(items)) keeps the first of each",
    )
