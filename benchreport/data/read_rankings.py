"""Ranked lists: cells that hold lists, or one row a query and item.

Whatever the form, what remains are gains: of what each model put at each rank, and of all that is
of use to a query.
"""

import ast
import json
import re
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.prediction_rows import (
    Raw,
    by_model,
    examples_in,
    named,
    numbers,
    of_models,
    refuse_missing,
    refuse_twice,
    refuse_two,
    written,
)
from benchreport.data.roles import Roles, column_of, repeat_columns
from benchreport.errors import DataError, DesignError, RoleError, counted, examples

__all__ = ["holds_lists", "read_rankings"]

Floats = NDArray[np.float64]
RANKED = re.compile(r"^(?P<model>.+)_(?P<kind>score|rank)$")
BESIDE = re.compile(r"""['"]\s+['"]""")
SEPARATORS = re.compile(r"[,;|]")
GAINS = frozenset("relevance relevant gain gains".split())
LISTS = (list, tuple, set, frozenset, np.ndarray)


def holds_lists(column: "pd.Series[Any]") -> bool:
    """Tell whether a column's first cell that is not empty is a list, or text that is one."""
    kind = column.dtype
    if not (pd.api.types.is_object_dtype(kind) or pd.api.types.is_string_dtype(kind)):
        return False
    filled = (cell for cell in column if isinstance(cell, LISTS) or not pd.isna(cell))
    return isinstance(_parsed(next(filled, None)), LISTS)


def read_rankings(frame: pd.DataFrame, roles: Roles) -> Raw:
    """Read ranked lists in either form.

    Raises
    ------
    RoleError
        No column is the truth, or none the lists, items or scores.
    DataError
        An item is there twice, nothing is of use to a query, or gains are negative.
    DesignError
        Models answered different queries.
    """
    truth = _truth(frame, roles)
    item = column_of("item", roles, frame)
    if item is None or any(holds_lists(frame[name]) for name in frame.columns):
        return _of_lists(frame, roles, truth)
    return _of_items(frame, roles, truth, item)


def _truth(frame: pd.DataFrame, roles: Roles) -> Hashable:
    found = column_of("truth", roles, frame)
    usual = [name for name in frame.columns if str(name).casefold() in GAINS]
    if found is not None or len(usual) == 1:
        return usual[0] if found is None else found
    raise RoleError(
        "what is of use to a query? No column is called y_true, truth or relevance; the columns are "
        f"{examples(frame.columns, most=12)}.",
        hint="df.bench(truth='column')",
    )


def _of_lists(frame: pd.DataFrame, roles: Roles, truth: Hashable) -> Raw:
    weight, example = column_of("weight", roles, frame), column_of("example", roles, frame)
    prediction = column_of("prediction", roles, frame)
    # tuples can be compared, as telling rows apart needs
    frame = frame.copy(deep=False)
    useful = [None if _is_empty(cell) else _useful(cell) for cell in _told(frame[truth])]
    frame[truth] = pd.Series(useful, index=frame.index, dtype=object)
    if prediction is not None and column_of("algorithm", roles, frame) is not None:
        frame, said = by_model(frame, roles, truth, {"lists": prediction})
        columns = said["lists"]
    else:
        columns = of_models(frame, roles, (truth, example, weight))
    rows = examples_in(frame, roles, example=example, weight=weight)
    refuse_missing({"the truth": frame[truth], **columns}, rows)
    told = {model: _told(column) for model, column in columns.items()}
    if not told or not all(isinstance(cells[0], LISTS) for cells in told.values()):
        raise RoleError(
            "ranked lists are cells that hold lists, the best first, in one column a model; or one "
            f"row a query and item. The columns are {examples(frame.columns, most=12)}.",
            hint="df.bench(item='column', task='ranking') for rows of items",
        )
    of_use = [dict(pairs) for pairs in frame[truth]]
    _refuse_joined(of_use, told, rows.names)
    gains = [
        [
            [gain.get(item, 0.0) for item in _once(items, model, query)]
            for items, gain, query in zip(map(_list, cells), of_use, rows.names, strict=True)
        ]
        for model, cells in told.items()
    ]
    relevant = _checked(_filled([list(each.values()) for each in of_use]), rows.names)
    return Raw("ranking", tuple(told), relevant, _beside([_filled(each) for each in gains]), rows)


def _refuse_joined(
    of_use: Sequence[Mapping[str, float]], told: Mapping[str, list[object]], names: tuple[str, ...]
) -> None:
    """Raise `DataError` on a truth that is several items in one text, which no list holds."""
    known = {item for cells in told.values() for cell in cells for item in _list(cell)}
    for query, items in zip(names, of_use, strict=True):
        for item in items:
            parts = [part.strip() for part in SEPARATORS.split(item)]
            if len(parts) > 1 and item not in known and known.issuperset(parts):
                raise DataError(
                    f"the truth of {query} is one item, {item!r}, whose parts are items of their own.",
                    hint="df.assign(truth=df['truth'].str.split(',')) makes lists of it",
                )


def _is_empty(cell: Any) -> bool:  # noqa: ANN401 - a cell
    return not isinstance(cell, (*LISTS, Mapping)) and bool(pd.isna(cell))


def _parsed(value: object) -> object:
    """Return the list or dict that a text spells, as JSON or Python writes it."""
    if not isinstance(value, str) or value.strip()[:1] not in ("[", "{", "("):
        return value
    try:
        return json.loads(value)
    except ValueError:
        pass
    # what NumPy writes has no commas, and Python would glue its items together
    if BESIDE.search(value):
        return value
    try:
        return ast.literal_eval(value.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return value


def _told(column: "pd.Series[Any]") -> list[object]:
    """Return what a column's cells spell, or raise where one seems to be a list and is none."""
    cells = [_parsed(value) for value in column]
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
        return tuple(_item(each) for each in cell)
    return (_item(cell),)


def _item(each: object) -> str:
    if isinstance(each, (*LISTS, Mapping)):
        raise DataError(
            f"items are names; found {each!r}.",
            hint="[item for item, score in pairs], or df.bench(task='ranking') with a row an item",
        )
    return written(each)


def _useful(cell: object) -> tuple[tuple[str, float], ...]:
    """Return what is of use, each with its gain: 1 where none is said."""
    if isinstance(cell, Mapping):
        gains = {_item(item): _gain(gain) for item, gain in cell.items()}
    else:
        several = cell if isinstance(cell, LISTS) else (cell,)
        gains = dict.fromkeys((_item(each) for each in several), 1.0)
    return tuple(sorted(gains.items()))


def _gain(value: Any) -> float:  # noqa: ANN401 - a cell's
    try:
        return float(value)
    except (TypeError, ValueError) as error:
        raise DataError(
            f"gains are numbers; found {value!r}.", hint="{'item': 1.0}, 0 for what is of no use"
        ) from error


def _once(items: tuple[str, ...], model: Hashable, query: str) -> tuple[str, ...]:
    if len(set(items)) == len(items):
        return items
    twice = [item for item in dict.fromkeys(items) if items.count(item) > 1]
    raise DataError(
        f"the list of {model} for {query} holds {examples(twice)} more than once.",
        hint="list(dict.fromkeys(items)) keeps the first of each",
    )


def _filled(rows: Sequence[Sequence[float]]) -> Floats:
    """Fill rows of different length up with 0."""
    table = np.zeros((len(rows), max(1, *map(len, rows))))
    for place, row in enumerate(rows):
        table[place, : len(row)] = row
    return table


def _beside(tables: Sequence[Floats]) -> Floats:
    """Put the lists of all models beside each other, (n, k, depth)."""
    depth = max(table.shape[1] for table in tables)
    return np.stack(
        [np.pad(table, ((0, 0), (0, depth - table.shape[1]))) for table in tables], axis=1
    )


def _checked(relevant: Floats, names: tuple[str, ...]) -> Floats:
    """Return the gains of all of use, or raise where they cannot judge a list."""
    wrong = np.flatnonzero(~((relevant >= 0) & (relevant < np.inf)).all(axis=1))
    if len(wrong):
        raise DataError(
            "gains must be 0 or more and finite; not so for "
            f"{examples([names[place] for place in wrong.tolist()])}.",
            hint="df['relevance'].clip(lower=0)",
        )
    nothing = np.flatnonzero(~(relevant > 0).any(axis=1))
    if len(nothing):
        raise DataError(
            f"no list can be judged where nothing is of use; so it is for {len(nothing)} of "
            f"{len(names)} queries: {examples([names[place] for place in nothing.tolist()])}.",
            hint="leave those queries out",
        )
    return relevant


def _of_items(frame: pd.DataFrame, roles: Roles, truth: Hashable, item: Hashable) -> Raw:
    query = column_of("example", roles, frame.drop(columns=[item]))
    if query is None:
        raise RoleError(
            "which query is each row about? No column is called query, example or id; the columns "
            f"are {examples(frame.columns, most=12)}.",
            hint="df.bench(example='column')",
        )
    dataset, weight = (column_of(role, roles, frame) for role in ("dataset", "weight"))
    repeat = repeat_columns(roles, frame, taken=(dataset, query, item, truth))
    keys = [name for name in (dataset, *repeat, query) if name is not None]
    if weight is not None:
        refuse_two(frame, keys, weight, "weight")
    values, table = _values(frame, roles, [*keys, item], {truth, weight})
    code, _ = pd.factorize(pd.MultiIndex.from_frame(table[keys].astype(str)))
    first = np.unique(code, return_index=True)[1]
    rows = examples_in(table.iloc[first], roles, example=query, weight=weight)
    gain = _gains(table, truth, [*keys, item])
    _refuse_unanswered(code, values, rows.names)
    useful = np.where(gain == 0, np.nan, gain)
    relevant = _checked(_by_rank(code, useful, useful), rows.names)
    ranked = [_by_rank(code, gain, column) for column in values.values()]
    return Raw("ranking", tuple(values), relevant, _beside(ranked), rows)


def _values(
    frame: pd.DataFrame, roles: Roles, keys: list[Hashable], other: set[Hashable | None]
) -> tuple[dict[str, Floats], pd.DataFrame]:
    """Return each model's scores of the queries' items, NaN for what it left out, and the rows."""
    algorithm = column_of("algorithm", roles, frame)
    if algorithm is None:
        columns = of_models(frame, roles, {*keys, *other})
        if not columns:
            raise RoleError(
                f"no column holds scores; the columns are {examples(frame.columns, most=12)}.",
                hint="one column of scores a model, the best item's the highest",
            )
        refuse_twice(frame, keys)
        return dict(_scored(column, name) for name, column in columns.items()), frame
    column, kind = _said(frame, roles)
    for each in other - {None}:
        refuse_two(frame, keys, each, "truth")
    rows = frame.drop_duplicates(keys)
    place = pd.MultiIndex.from_frame(rows[keys].astype(str))
    # what is of use and no model found has a row without a model
    given = frame[frame[algorithm].notna()]
    refuse_twice(given, [*keys, algorithm])
    found = {}
    for raw, model in named(given[algorithm], "model").items():
        own = given[given[algorithm] == raw]
        table = np.full(len(rows), np.nan)
        where = place.get_indexer(pd.MultiIndex.from_frame(own[keys].astype(str)))
        table[where] = _ordered(own[column], ranks=kind == "rank")
        found[model] = table
    return found, rows


def _said(frame: pd.DataFrame, roles: Roles) -> tuple[Hashable, str]:
    """Find the column of ranks or scores of a long table."""
    rank = column_of("rank", roles, frame)
    if rank is not None:
        return rank, "rank"
    score = roles.score if roles.score is not None else column_of("probability", roles, frame)
    plain = [name for name in frame.columns if str(name).casefold() in ("score", "prediction")]
    found = score if score is not None else next(iter(plain), None)
    if found is None or found not in frame.columns:
        raise RoleError(
            "at which rank is each item? No column is called rank or score; the columns are "
            f"{examples(frame.columns, most=12)}.",
            hint="df.bench(rank='column'), or df.bench(score='column'), higher first",
        )
    return found, "score"


def _scored(column: "pd.Series[Any]", name: str) -> tuple[str, Floats]:
    """Return a model's name and its scores, higher first; ranks count from the other end."""
    suffix = RANKED.match(name)
    if suffix is None:
        return name, _ordered(column, ranks=False)
    return suffix["model"], _ordered(column, ranks=suffix["kind"] == "rank")


def _ordered(column: "pd.Series[Any]", *, ranks: bool) -> Floats:
    """Return numbers that are higher for better items; what is not in a list is empty, not -1."""
    found = numbers(column, "scores or ranks")
    wrong = np.isinf(found) | (ranks & (found < 1))
    if wrong.any():
        what = "ranks count from 1" if ranks else "scores are finite"
        raise DataError(
            f"{what}; column {column.name!r} has {found[wrong][0]:g}.",
            hint="df.replace([-1, np.inf, -np.inf], np.nan) for what was not found; ranks from 0: + 1",
        )
    return -found if ranks else found


def _gains(rows: pd.DataFrame, truth: Hashable, keys: list[Hashable]) -> Floats:
    gain = pd.to_numeric(rows[truth], errors="coerce").to_numpy(np.float64, na_value=np.nan)
    unjudged = np.flatnonzero(np.isnan(gain))
    if not len(unjudged):
        return gain
    found = rows.iloc[unjudged[:5]][keys].astype(str).agg(", ".join, axis=1)
    raise DataError(
        f"{counted(len(unjudged), 'item')} whose gain is no number: {examples(found.tolist())}.",
        hint=f"df.fillna({{{truth!r}: 0}}) if what nobody judged is of no use",
    )


def _refuse_unanswered(
    code: NDArray[np.intp], values: dict[str, Floats], names: tuple[str, ...]
) -> None:
    found = [
        f"{model} for {names[query]}"
        for model, column in values.items()
        for query in np.flatnonzero(np.bincount(code, ~np.isnan(column)) == 0)
    ]
    if found:
        raise DesignError(
            f"models answered different queries; {counted(len(found), 'list')} not there: "
            f"{examples(found)}.",
            hint="leave those queries out for all models",
        )


def _by_rank(code: NDArray[np.intp], gain: Floats, score: Floats) -> Floats:
    """Put gains in the order of the scores, query by query, (n, depth).

    Of items with the same score the less useful goes first: an order that the model did not decide
    earns it nothing.
    """
    found = np.flatnonzero(~np.isnan(score))
    order = found[np.lexsort((gain[found], -score[found], code[found]))]
    own = code[order]
    starts = np.searchsorted(own, own)
    rank = np.arange(len(own)) - starts
    table = np.zeros((int(code.max()) + 1, int(rank.max(initial=0)) + 1))
    table[own, rank] = gain[order]
    return table
