"""Count the examples of a large table of predictions by their pattern: the truth, and what models predicted.

Tests of labels, metrics of labels and sums over clusters need no more than these counts.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pandas as pd

from benchreport.data.columns.roles import ROUNDED, Roles
from benchreport.engines.example_rows import (
    COMPLETE,
    STATE,
    STATES,
    find_models,
    group_examples,
    split_examples,
)
from benchreport.engines.lazy_table import LazyTable, name_not_in, sort_by
from benchreport.engines.prediction_columns import (
    TRUTH,
    Columns,
    cell_of,
    find_columns,
    label_of,
    name_of,
)
from benchreport.engines.score_grids import find_grids
from benchreport.engines.whole_numbers import count_each_once
from benchreport.errors import DataError, DesignError, examples
from benchreport.hints import bench
from benchreport.wording.shell import reading

if TYPE_CHECKING:
    import narwhals as nw

MOST_CELLS = 1_000_000
"""How many patterns come back from an engine at most."""
COUNT = "n_examples"


def count_patterns(
    table: LazyTable, sample: pd.DataFrame, roles: Roles
) -> tuple[pd.DataFrame, Roles] | None:
    """Return a row for each pattern with how many examples have it, and the roles of the columns.

    ``None`` means that the models predicted values, ranked lists or scores that are no probabilities.

    Parameters
    ----------
    table
        The whole table.
    sample
        Rows that show which column plays which role.
    roles
        What the caller said about the columns.

    Raises
    ------
    DataError
        A prediction or a truth is missing, or there twice.
    DesignError
        Examples are weighted or repeated, or there are more than 1,000,000 patterns of right and wrong.
    """
    columns = find_columns(table, sample, replace(roles, where=None))
    if columns is None:
        return None
    models: list[object] = list(columns.labels)
    if columns.algorithm is not None:
        models = find_models(table, columns)
    names = list(map(str, models))
    if columns.algorithm is None:
        _refuse_repeated_names(table, columns)
    parts = [table] if columns.algorithm is None else split_examples(table, columns)
    for grid in find_grids(table, columns, names, MOST_CELLS):
        columns = replace(columns, grid=grid)
        frames = [_examples_of(part, columns, models) for part in parts]
        patterns, truth = _count(frames, columns, len(names)), columns.truth
        if len(patterns) <= MOST_CELLS:
            break
    if len(patterns) > MOST_CELLS and truth is not None and not columns.scores:
        # right and wrong have fewer patterns than labels
        judged = [_judge(frame, len(names)) for frame in frames]
        patterns, truth = _count(judged, replace(columns, truth=None), len(names)), None
    _refuse_many(table, columns, len(patterns))
    if columns.algorithm is not None and not _are_complete(patterns):
        exact = [group_examples(part, columns, models, diagnose=True) for part in parts]
        patterns = _count(exact, columns, len(names))
    _refuse_incomplete(table, columns, names, patterns)
    if columns.scores:
        return _as_counted_scores(table, columns, names, patterns, roles)
    return _as_counted_table(table, columns, names, patterns, truth, roles)


def _examples_of(table: LazyTable, columns: Columns, models: list[object]) -> "nw.LazyFrame[Any]":
    if columns.algorithm is None:
        return _select_wide(table, columns)
    return group_examples(table, columns, models)


def _are_complete(patterns: pd.DataFrame) -> bool:
    return bool(patterns.notna().all(axis=None) and patterns[STATE].eq(COMPLETE).all())


def _refuse_repeated_names(table: LazyTable, columns: Columns) -> None:
    if columns.example is None:
        return
    keys = (*columns.groups, columns.example)
    twice = count_each_once(table, columns.dataset, columns.example, keys)
    if twice:
        raise DesignError(
            f"examples are there more than once: {examples(twice)}. Such samples are averaged within the "
            "example, which takes the examples themselves.",
            hint="if rows are different examples, leave the column out: "
            + bench(where={columns.example: "..."})
            + " reads some of them",
        )


def _select_wide(table: LazyTable, columns: Columns) -> "nw.LazyFrame[Any]":
    import narwhals as nw

    truth = [] if columns.truth is None else [label_of(table, columns.truth).alias(TRUTH)]
    labels = [
        cell_of(table, columns, name).alias(name_of(place))
        for place, name in enumerate(columns.labels.values())
    ]
    return table.frame.select(*map(nw.col, columns.groups), *truth, *labels)


def _judge(frame: "nw.LazyFrame[Any]", n_models: int) -> "nw.LazyFrame[Any]":
    """Replace labels by whether they are right."""
    import narwhals as nw

    right = [
        (nw.col(name_of(place)) == nw.col(TRUTH)).cast(nw.Int64()).alias(name_of(place))
        for place in range(n_models)
    ]
    return frame.with_columns(*right)


def _count(frames: "list[nw.LazyFrame[Any]]", columns: Columns, n_models: int) -> pd.DataFrame:
    """Count the examples of each pattern, part by part; of too many, more than are taken come back."""
    import narwhals as nw

    keys = [
        *columns.groups,
        *([TRUTH] if columns.truth is not None else []),
        *map(name_of, range(n_models)),
        *([STATE] if columns.algorithm is not None else []),
    ]
    counts: pd.DataFrame | None = None
    for frame in frames:
        selected = LazyTable(frame.select(*map(nw.col, keys)))
        part = selected.groups(keys, nw.len().alias(COUNT), most=MOST_CELLS + 1)
        if counts is not None:
            part = pd.concat([counts, part], ignore_index=True)
            # freed before the groups take as much again
            counts = None
            part = part.groupby(keys, as_index=False, dropna=False, sort=False).sum()
        counts = part
        if len(counts) > MOST_CELLS:
            break
    return sort_by(pd.DataFrame(counts), keys)


def _refuse_many(table: LazyTable, columns: Columns, n: int) -> None:
    if n > MOST_CELLS:
        within = " × ".join((*columns.groups, "right and wrong answers"))
        raise DesignError(
            f"{table.engine} finds more than {MOST_CELLS:,} different {within} of {len(columns.labels)} "
            "models.",
            hint=bench(cluster=[])
            + " if examples are independent, or fewer models or rows, "
            + bench(where={table.columns[0]: "..."}),
        )


def _refuse_incomplete(
    table: LazyTable, columns: Columns, names: list[str], patterns: pd.DataFrame
) -> None:
    """Raise where an example lacks a model, has one twice, or lacks its truth or a prediction."""
    cells = {TRUTH: "no truth"} if TRUTH in patterns else {}
    cells |= {name_of(place): f"no prediction of {name}" for place, name in enumerate(names)}
    cells |= {group: f"no {group}" for group in columns.groups}
    lacking = {words: patterns[name].isna() for name, words in cells.items()}
    if STATE in patterns:
        lacking = {words: patterns[STATE] == state for state, words in STATES.items()} | lacking
    for words, which in lacking.items():
        n = patterns.loc[which, COUNT].sum()
        if n:
            raise DataError(
                f"{table.engine} finds {words} for {n:,} of {patterns[COUNT].sum():,} examples.",
                hint="leave those examples out for all models, where the table is made; or name what tells "
                "rows apart, " + bench(dataset=..., example=...),
            )


def _as_counted_table(
    table: LazyTable,
    columns: Columns,
    names: list[str],
    patterns: pd.DataFrame,
    truth: str | None,
    roles: Roles,
) -> tuple[pd.DataFrame, Roles]:
    """Return a wide table with a column of counts, and the roles of its columns."""
    import narwhals as nw

    of_truth, count = name_not_in(names, truth or TRUTH), name_not_in(names, COUNT)
    groups = {name: name_not_in((*names, of_truth, count), name) for name in columns.groups}
    renamed = {name_of(place): name for place, name in enumerate(names)}
    frame = patterns.rename(columns={**groups, **renamed, TRUTH: of_truth, COUNT: count})
    frame = frame.drop(columns=[STATE], errors="ignore")
    if truth is not None:
        labelled = [] if columns.scores else names
        labels = [columns.labels.get(name, columns.labels.get("", "")) for name in labelled]
        for name, source in zip((of_truth, *labelled), (truth, *labels), strict=True):
            if isinstance(table.schema[source], nw.Boolean):
                frame[name] = frame[name].astype(bool)
    cells = reading.COUNTED_BY.format(engine=table.engine, rows=table.n_rows, cells=len(frame))
    frame.attrs["notes"] = (cells, *([reading.JUDGED] if truth is not columns.truth else []))
    return frame, replace(
        roles,
        algorithm=None,
        prediction=None,
        example=None,
        correct=None,
        where=None,
        truth=of_truth if truth is not None else None,
        dataset=next((groups[name] for name in columns.dataset), None),
        cluster=[groups[name] for name in columns.clusters],
        repeat=[],
        task="classification" if truth is not None else "correctness",
        positive=roles.positive if truth is not None else None,
        classes=roles.classes if truth is not None else None,
        count=count,
    )


def _as_counted_scores(
    table: LazyTable, columns: Columns, names: list[str], patterns: pd.DataFrame, roles: Roles
) -> tuple[pd.DataFrame, Roles]:
    """Return a wide table of rounded probabilities with a column of counts, and the roles of its columns."""
    scores = {
        name_of(place): patterns[name_of(place)] / columns.grid for place in range(len(names))
    }
    named = [f"{name}_probability" for name in names]
    frame, roles = _as_counted_table(
        table, columns, named, patterns.assign(**scores), columns.truth, roles
    )
    frame.attrs |= {ROUNDED: 1 / columns.grid}
    return frame, replace(roles, probability=None, task=None)
