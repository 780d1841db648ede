"""Count the examples of a large table of predictions by their pattern: the truth, and what models predicted.

Tests of labels, metrics of labels and sums over clusters need no more than these counts. A long table becomes
one row for each example by conditional aggregation, which reads it once; a join of the table with itself for
each model would read it as often as there are models.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pandas as pd

from benchreport.data.columns.roles import Roles
from benchreport.data.prediction_kinds.read_labels import find_label_columns
from benchreport.data.prediction_kinds.read_predictions import (
    kind_of,
    roles_of,
    with_clusters_and_samples,
)
from benchreport.engines.lazy_table import LazyTable, name_not_in
from benchreport.engines.whole_numbers import count_each_once
from benchreport.errors import DataError, DesignError, RoleError, examples, format_count
from benchreport.hints import bench
from benchreport.wording.shell import reading

if TYPE_CHECKING:
    import narwhals as nw

MOST_CELLS = 1_000_000
"""How many patterns come back from an engine at most."""
MOST_MODELS = 200
TRUTH, COUNT, STATE = "y_true", "n_examples", "state of the example"
COMPLETE, TWICE, TWO_TRUTHS, ABSENT = range(4)
STATES = {
    TWICE: "more than one prediction of a model",
    TWO_TRUTHS: "more than one truth",
    ABSENT: "no row of some model",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """Which column of a large table of predictions plays which role.

    Parameters
    ----------
    truth
        The true labels; ``None`` where predictions say whether they are right.
    labels
        What each model predicted, by model; of a long table the one column, by ``""``.
    algorithm
        The column of models; ``None`` of a wide table.
    example
        The column that names examples, ``None`` without one.
    dataset, clusters
        What examples are counted within.
    """

    truth: str | None
    labels: dict[str, str]
    algorithm: str | None
    example: str | None
    dataset: tuple[str, ...]
    clusters: tuple[str, ...]

    @property
    def groups(self) -> tuple[str, ...]:
        """The columns within which examples are counted."""
        return (*self.dataset, *self.clusters)


def count_patterns(
    table: LazyTable, sample: pd.DataFrame, roles: Roles
) -> tuple[pd.DataFrame, Roles] | None:
    """Return a row for each pattern with how many examples have it, and the roles of the columns.

    ``None`` means that the models predicted values, ranked lists or scores without labels.

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
    columns = _find_columns(table, sample, replace(roles, where=None))
    if columns is None:
        return None
    if columns.algorithm is None:
        _refuse_repeated_names(table, columns)
        names, frame = list(columns.labels), _select_wide(table, columns)
    else:
        names, frame = _one_row_for_each_example(table, columns)
    patterns, truth = _count(frame, columns, len(names)), columns.truth
    if len(patterns) > MOST_CELLS and truth is not None:
        # right and wrong have fewer patterns than labels
        patterns, truth = _count(_judge(frame, len(names)), columns, len(names), judged=True), None
    _refuse_many(table, columns, len(patterns))
    _refuse_incomplete(table, columns, names, patterns)
    return _as_counted_table(table, columns, names, patterns, truth, roles)


def _find_columns(table: LazyTable, sample: pd.DataFrame, roles: Roles) -> Columns | None:
    kind = kind_of(sample, roles)
    if kind not in (None, "classification", "correctness"):
        return None
    by_column = roles_of(sample, roles)

    def playing(role: str) -> tuple[str, ...]:
        return tuple(str(name) for name, played in by_column.items() if played == role)

    if playing("weight") or roles.count is not None:
        raise DesignError(
            f"rows of tables of more than {len(sample):,} rows are counted; weights and counts are not read.",
            hint="read a part of the rows: " + bench(where={table.columns[0]: "..."}),
        )
    truth, algorithm, example = (
        next(iter(playing(role)), None) for role in ("truth", "algorithm", "example")
    )
    if kind == "correctness":
        truth = None
        models = playing("correct") if algorithm else playing(reading.PREDICTIONS_OF_MODEL)
        labels: dict[str, Any] | None = {"" if algorithm else name: name for name in models}
    else:
        if truth is None:
            raise RoleError("no column holds the truth.", hint=bench(truth=...))
        labels = find_label_columns(*with_clusters_and_samples(sample, roles, kind), truth)
    if not labels:
        return None
    _refuse_repeats(table, playing("repeat"), example)
    if algorithm is not None and example is None:
        raise RoleError(
            "a long table of predictions needs a column that says which example each row is about.",
            hint=bench(example=...),
        )
    return Columns(
        truth=truth,
        labels={model: str(name) for model, name in labels.items()},
        algorithm=algorithm,
        example=example,
        dataset=playing("dataset"),
        clusters=playing("cluster"),
    )


def _refuse_repeats(table: LazyTable, repeats: tuple[str, ...], example: str | None) -> None:
    """Raise `DesignError` where repeats of an example would have to be averaged within it."""
    for name in repeats if example is not None else ():
        values = table.different(name)
        if len(values) > 1:
            raise DesignError(
                f"{format_count(len(values), 'repeat')} of each example ({name}) are averaged within it, "
                f"which takes the examples themselves; these are {table.n_rows:,} rows.",
                hint="compare one of the repeats: " + bench(where={name: values[0]}),
            )


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


def _label(table: LazyTable, name: str) -> "nw.Expr":
    """Return a column of labels in a type that all engines group and compare; NaN is empty."""
    import narwhals as nw

    kind, cell = table.schema[name], nw.col(name)
    if kind.is_float():
        return nw.when(~cell.is_nan()).then(cell)
    if kind.is_decimal():
        return cell.cast(nw.Float64())
    if isinstance(kind, nw.Boolean):
        return cell.cast(nw.Int64())
    if isinstance(kind, nw.Categorical | nw.Enum):
        return cell.cast(nw.String())
    return cell


def _name(place: int) -> str:
    return f"prediction {place}"


def _select_wide(table: LazyTable, columns: Columns) -> "nw.LazyFrame[Any]":
    import narwhals as nw

    truth = [] if columns.truth is None else [_label(table, columns.truth).alias(TRUTH)]
    labels = [
        _label(table, name).alias(_name(place))
        for place, name in enumerate(columns.labels.values())
    ]
    return table.frame.select(*map(nw.col, columns.groups), *truth, *labels)


def _one_row_for_each_example(
    table: LazyTable, columns: Columns
) -> "tuple[list[str], nw.LazyFrame[Any]]":
    """Return the models, and a row for each example: its truth, their labels, and whether all are there."""
    import narwhals as nw

    algorithm, example = str(columns.algorithm), str(columns.example)
    models = table.different(algorithm)
    if len(models) > MOST_MODELS:
        raise DesignError(
            f"column {algorithm!r} names {len(models):,} models, more than {MOST_MODELS}.",
            hint=bench(algorithm=...) | bench(where={algorithm: ["...", "..."]}),
        )
    keys = (*columns.groups, example)
    model, label = nw.col(algorithm), _label(table, columns.labels[""])
    is_of = [model == value for value in models]
    wide = table.frame.select(
        *map(nw.col, keys),
        *([] if columns.truth is None else [_label(table, columns.truth).alias(TRUTH)]),
        *(nw.when(own).then(label).alias(_name(place)) for place, own in enumerate(is_of)),
        *(nw.when(own).then(1).otherwise(0).alias(f"rows {i}") for i, own in enumerate(is_of)),
    )
    places = range(len(models))
    truth = []
    if columns.truth is not None:
        truth = [nw.col(TRUTH).min(), nw.col(TRUTH).max().alias("other truth")]
    grouped = wide.group_by(*keys).agg(
        *truth,
        *(nw.col(_name(place)).max() for place in places),
        *(nw.col(f"rows {place}").sum() for place in places),
    )
    state = nw.lit(COMPLETE)
    if truth:
        differs = nw.col(TRUTH) != nw.col("other truth")
        state = nw.when(differs).then(nw.lit(TWO_TRUTHS)).otherwise(state)
    for place in places:
        n = nw.col(f"rows {place}")
        state = nw.when(n == 0).then(nw.lit(ABSENT)).otherwise(state)
        state = nw.when(n > 1).then(nw.lit(TWICE)).otherwise(state)
    kept = [*columns.groups, *([TRUTH] if truth else []), *map(_name, places)]
    return [str(value) for value in models], grouped.select(*map(nw.col, kept), state.alias(STATE))


def _judge(frame: "nw.LazyFrame[Any]", n_models: int) -> "nw.LazyFrame[Any]":
    """Replace labels by whether they are right."""
    import narwhals as nw

    right = [
        (nw.col(_name(place)) == nw.col(TRUTH)).cast(nw.Int64()).alias(_name(place))
        for place in range(n_models)
    ]
    return frame.with_columns(*right)


def _count(
    frame: "nw.LazyFrame[Any]", columns: Columns, n_models: int, *, judged: bool = False
) -> pd.DataFrame:
    """Count the examples of each pattern; of too many, one more than are taken come back."""
    import narwhals as nw

    keys = [
        *columns.groups,
        *([TRUTH] if columns.truth is not None and not judged else []),
        *map(_name, range(n_models)),
        *([STATE] if columns.algorithm is not None else []),
    ]
    return LazyTable(frame.select(*map(nw.col, keys))).grouped(
        keys, nw.len().alias(COUNT), most=MOST_CELLS + 1
    )


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
    cells |= {_name(place): f"no prediction of {name}" for place, name in enumerate(names)}
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
    renamed = {_name(place): name for place, name in enumerate(names)}
    frame = patterns.rename(columns={**groups, **renamed, TRUTH: of_truth, COUNT: count})
    frame = frame.drop(columns=[STATE], errors="ignore")
    if truth is not None:
        labels = [truth, *(columns.labels.get(name, columns.labels.get("", "")) for name in names)]
        for name, source in zip((of_truth, *names), labels, strict=True):
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
