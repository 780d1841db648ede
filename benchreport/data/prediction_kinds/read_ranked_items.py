"""Read ranked lists with one row per query and item: models gave items scores or ranks."""

import re
from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.cells.cell_values import (
    numbers_in,
    refuse_collections,
    refuse_no_numbers,
    to_numbers,
)
from benchreport.data.columns.role_columns import column_of, repeat_columns
from benchreport.data.columns.roles import Roles
from benchreport.data.prediction_kinds.clusters import cluster_columns
from benchreport.data.prediction_kinds.model_columns import model_columns
from benchreport.data.prediction_kinds.prediction_rows import Raw, read_examples
from benchreport.data.prediction_kinds.ranking_gains import check_gains, stack_models
from benchreport.data.prediction_kinds.refused_rows import (
    refuse_conflicts,
    refuse_duplicates,
    unique_names,
)
from benchreport.errors import DataError, DesignError, RoleError, examples, format_count
from benchreport.hints import bench, code

Floats = NDArray[np.float64]
RANKED = re.compile(r"^(?P<model>.+)_(?P<kind>score|rank)$")


def read_ranked_items(frame: pd.DataFrame, roles: Roles, truth: Hashable, item: Hashable) -> Raw:
    """Read scores or ranks of items, and order each query's items by them."""
    query = column_of("example", roles, frame.drop(columns=[item]))
    if query is None:
        raise RoleError(
            "which query is each row about? No column is called query, example or id; the columns "
            f"are {examples(frame.columns, most=12)}.",
            hint=bench(example=...),
        )
    dataset, weight = (column_of(role, roles, frame) for role in ("dataset", "weight"))
    used = (dataset, query, item, truth)
    cluster = cluster_columns(roles, frame)
    repeat = repeat_columns(roles, frame, used=(*used, *cluster))
    keys = [name for name in (dataset, *cluster, *repeat, query) if name is not None]
    for name in [*keys, item]:
        refuse_collections(frame[name], "item" if name == item else "query")
    if weight is not None:
        refuse_conflicts(frame, keys, weight, "weight")
    values, table = _values(frame, roles, [*keys, item], {truth, weight})
    code, _ = pd.factorize(pd.MultiIndex.from_frame(table[keys].astype(str)))
    first = np.unique(code, return_index=True)[1]
    rows = read_examples(table.iloc[first], roles, example=query, weight=weight)
    gain = _gains(table, truth, [*keys, item])
    _refuse_unanswered(code, values, rows.names)
    useful = np.where(gain == 0, np.nan, gain)
    relevant = check_gains(_by_rank(code, useful, useful), rows.names)
    ranked = [_by_rank(code, gain, column) for column in values.values()]
    return Raw("ranking", tuple(values), relevant, stack_models(ranked), rows)


def _values(
    frame: pd.DataFrame, roles: Roles, keys: list[Hashable], other: set[Hashable | None]
) -> tuple[dict[str, Floats], pd.DataFrame]:
    """Return each model's scores of the queries' items, NaN for what it left out, and the rows."""
    algorithm = column_of("algorithm", roles, frame)
    if algorithm is None:
        columns = model_columns(frame, roles, {*keys, *other})
        if not columns:
            raise RoleError(
                f"no column holds scores; the columns are {examples(frame.columns, most=12)}.",
                hint="one column of scores a model, the best item's the highest",
            )
        refuse_duplicates(frame, keys)
        return dict(_model_scores(column, name) for name, column in columns.items()), frame
    refuse_collections(frame[algorithm], "model")
    column, kind = _rank_column(frame, roles)
    for column_of_rows in other - {None}:
        refuse_conflicts(frame, keys, column_of_rows, "truth")
    rows = frame.drop_duplicates(keys)
    place = pd.MultiIndex.from_frame(rows[keys].astype(str))
    # a useful item that no model found has a row without a model
    ranked = frame[frame[algorithm].notna()]
    refuse_duplicates(ranked, [*keys, algorithm])
    by_model = {}
    for raw, model in unique_names(ranked[algorithm], "model").items():
        model_rows = ranked[ranked[algorithm] == raw]
        table = np.full(len(rows), np.nan)
        where = place.get_indexer(pd.MultiIndex.from_frame(model_rows[keys].astype(str)))
        table[where] = _higher_is_better(model_rows[column], ranks=kind == "rank")
        by_model[model] = table
    return by_model, rows


def _rank_column(frame: pd.DataFrame, roles: Roles) -> tuple[Hashable, str]:
    """Find the column of ranks or scores of a long table."""
    rank = column_of("rank", roles, frame)
    if rank is not None:
        return rank, "rank"
    score = roles.score if roles.score is not None else column_of("probability", roles, frame)
    plain = [name for name in frame.columns if str(name).casefold() in ("score", "prediction")]
    column = score if score is not None else next(iter(plain), None)
    if column is None or column not in frame.columns:
        raise RoleError(
            "at which rank is each item? No column is called rank or score; the columns are "
            f"{examples(frame.columns, most=12)}.",
            hint=bench(rank=...) | bench(score=...) + ", higher first",
        )
    return column, "score"


def _model_scores(column: "pd.Series[Any]", name: str) -> tuple[str, Floats]:
    """Return a model's name and its scores, higher for better items; ranks are negated."""
    suffix = RANKED.match(name)
    if suffix is None:
        return name, _higher_is_better(column, ranks=False)
    return suffix["model"], _higher_is_better(column, ranks=suffix["kind"] == "rank")


def _higher_is_better(column: "pd.Series[Any]", *, ranks: bool) -> Floats:
    """Return numbers that are higher for better items; items outside a list are empty cells, not -1."""
    values = numbers_in(column, "scores or ranks")
    wrong = np.isinf(values) | (ranks & (values < 1))
    if wrong.any():
        rule = "ranks count from 1" if ranks else "scores are finite"
        raise DataError(
            f"{rule}; column {column.name!r} has {values[wrong][0]:g}.",
            hint=code("df.replace([-1, np.inf, -np.inf], np.nan)")
            + " for what was not found; ranks from 0: + 1",
        )
    return -values if ranks else values


def _gains(rows: pd.DataFrame, truth: Hashable, keys: list[Hashable]) -> Floats:
    refuse_no_numbers(rows[truth], "gains")
    gain = to_numbers(rows[truth]).to_numpy(np.float64, na_value=np.nan)
    unjudged = np.flatnonzero(np.isnan(gain))
    if not len(unjudged):
        return gain
    listed = rows.iloc[unjudged[:5]][keys].map(str).agg(", ".join, axis=1)
    raise DataError(
        f"{format_count(len(unjudged), 'item')} whose gain is no number: {examples(listed.tolist())}.",
        hint=code(f"df.fillna({{{truth!r}: 0}})") + " if items that nobody judged are not relevant",
    )


def _refuse_unanswered(
    code: NDArray[np.intp], values: dict[str, Floats], names: Sequence[str]
) -> None:
    unanswered = [
        f"{model} for {names[int(query)]}"
        for model, column in values.items()
        for query in np.flatnonzero(np.bincount(code, ~np.isnan(column)) == 0)
    ]
    if unanswered:
        raise DesignError(
            f"models answered different queries; {format_count(len(unanswered), 'list')} not there: "
            f"{examples(unanswered)}.",
            hint="leave those queries out for all models",
        )


def _by_rank(code: NDArray[np.intp], gain: Floats, score: Floats) -> Floats:
    """Put gains in the order of the scores, query by query, (n, depth).

    Among items with the same score the less useful goes first: a model gains nothing by ties.
    """
    ranked = np.flatnonzero(~np.isnan(score))
    order = ranked[np.lexsort((gain[ranked], -score[ranked], code[ranked]))]
    queries = code[order]
    starts = np.searchsorted(queries, queries)
    rank = np.arange(len(queries)) - starts
    table = np.zeros((int(code.max()) + 1, int(rank.max(initial=0)) + 1))
    table[queries, rank] = gain[order]
    return table
