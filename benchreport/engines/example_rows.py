"""Make one row for each example of a long table of predictions, whose rows are of an example and a model.

Conditional aggregation reads the table once; a join of the table with itself for each model would read it as
often as there are models.
"""

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from benchreport.engines.lazy_table import LazyTable
from benchreport.engines.prediction_columns import TRUTH, Columns, cell_of, label_of, name_of
from benchreport.errors import DesignError
from benchreport.hints import bench

if TYPE_CHECKING:
    import narwhals as nw

MOST_MODELS = 200
STATE, ROWS, OTHER_TRUTH = "state of the example", "rows of the example", "other truth"
COMPLETE, TWICE, TWO_TRUTHS, ABSENT, UNSURE = range(5)
STATES = {
    TWICE: "more than one prediction of a model",
    TWO_TRUTHS: "more than one truth",
    ABSENT: "no row of some model",
    UNSURE: "more or fewer rows than one for each model",
}
ROWS_AT_ONCE = 10_000_000
"""So many rows of a sorted file are grouped at a time, in about 0.4 GB."""
FIRST_ROWS = 10_000
SORTED = 100
"""A file is sorted if its first rows hold less than this part of the range of its examples."""


def find_models(table: LazyTable, columns: Columns) -> list[object]:
    """Return the names of the models.

    Raises
    ------
    DesignError
        There are more than 200.
    """
    algorithm = str(columns.algorithm)
    models = table.different(algorithm)
    if len(models) > MOST_MODELS:
        raise DesignError(
            f"column {algorithm!r} names {len(models):,} models, more than {MOST_MODELS}.",
            hint=bench(algorithm=...) | bench(where={algorithm: ["...", "..."]}),
        )
    return models


def split_examples(table: LazyTable, columns: Columns) -> list[LazyTable]:
    """Return parts of a table that share no example: ranges of numbers, where a sorted Parquet file has them.

    Such a file tells which of its rows are in a range, so that together the parts are read once; all others
    are one part.
    """
    example, n_parts = str(columns.example), -(-table.n_rows // ROWS_AT_ONCE)
    if n_parts <= 1 or not table.schema[example].is_integer() or not table.is_parquet:
        return [table]
    numbers = LazyTable(table.frame.select(example)).rows(FIRST_ROWS)[example]
    least, most = table.ends(example)
    if SORTED * (numbers.max() - numbers.min()) > most - least:
        return [table]
    import narwhals as nw

    steps = [int(least + part * (most - least + 1) / n_parts) for part in range(1, n_parts)]
    cell = nw.col(example)
    parts = [cell < steps[0], *((cell >= a) & (cell < b) for a, b in pairwise(steps))]
    # an example without a number is in the last part
    parts.append((cell >= steps[-1]) | cell.is_null())
    return [LazyTable(table.frame.filter(part)) for part in parts]


def group_examples(
    table: LazyTable, columns: Columns, models: list[object], *, diagnose: bool = False
) -> "nw.LazyFrame[Any]":
    """Return a row for each example: its truth, the labels of the models, and whether all are there.

    Parameters
    ----------
    table
        A table, or a part of it that has all rows of its examples.
    columns
        Which column plays which role.
    models
        The names of the models.
    diagnose
        Whether the rows of each model are counted, to tell which rows an example lacks or has twice; else
        those of the example, in half the memory.
    """
    import narwhals as nw

    keys = (*columns.groups, str(columns.example))
    label = cell_of(table, columns, columns.labels[""])
    is_of = [nw.col(str(columns.algorithm)) == value for value in models]
    places = range(len(models))
    counted = [f"rows {place}" for place in places] if diagnose else []
    wide = table.frame.select(
        *map(nw.col, keys),
        *([] if columns.truth is None else [label_of(table, columns.truth).alias(TRUTH)]),
        *(nw.when(own).then(label).alias(name_of(place)) for place, own in enumerate(is_of)),
        *(
            nw.when(own).then(1).otherwise(0).alias(rows)
            for rows, own in zip(counted, is_of, strict=False)
        ),
    )
    truth = [] if columns.truth is None else [nw.col(TRUTH).min()]
    grouped = wide.group_by(*keys).agg(
        *truth,
        *(nw.col(TRUTH).max().alias(OTHER_TRUTH) for _ in truth),
        *(nw.col(name_of(place)).max() for place in places),
        *(nw.col(rows).sum() for rows in counted),
        nw.len().alias(ROWS),
    )
    kept = [*columns.groups, *([TRUTH] if truth else []), *map(name_of, places)]
    state = _state_of(counted, len(models), has_truth=bool(truth))
    return grouped.select(*map(nw.col, kept), state.alias(STATE))


def _state_of(counted: list[str], n_models: int, *, has_truth: bool) -> "nw.Expr":
    import narwhals as nw

    state = nw.lit(COMPLETE)
    if has_truth:
        differs = nw.col(TRUTH) != nw.col(OTHER_TRUTH)
        state = nw.when(differs).then(nw.lit(TWO_TRUTHS)).otherwise(state)
    if not counted:
        return nw.when(nw.col(ROWS) != n_models).then(nw.lit(UNSURE)).otherwise(state)
    for rows in counted:
        state = nw.when(nw.col(rows) == 0).then(nw.lit(ABSENT)).otherwise(state)
        state = nw.when(nw.col(rows) > 1).then(nw.lit(TWICE)).otherwise(state)
    return state
