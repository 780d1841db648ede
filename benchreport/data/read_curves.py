"""Read a long frame as runs: find the columns, make one curve a run."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.cells.cell_values import is_number, numbers_in, refuse_collections
from benchreport.data.columns.role_columns import column_of, repeat_columns
from benchreport.data.columns.roles import Roles
from benchreport.data.columns.selection import select
from benchreport.data.columns.words.kinds_of_names import is_description
from benchreport.data.columns.words.measures import is_cost
from benchreport.data.columns.words.names import Strength, is_called, strength_of, words_of
from benchreport.data.prediction_kinds.refused_rows import unique_names
from benchreport.errors import (
    BenchreportError,
    DataError,
    DesignError,
    RoleError,
    examples,
    format_count,
)
from benchreport.hints import bench, code

Floats = NDArray[np.float64]
# whether rows are steps is looked at in the runs of so many rows, of a table with more rows than that
SOME, MOST_ROWS = 3, 200_000
# numbers of epochs that come again in a run are set, unless they are more
MOST_SET = 4
# resamplings have mostly no more folds
MOST_FOLDS = 10
# how the names of columns begin that hold scores on other parts of the data
BESIDE: dict[str, tuple[str, ...]] = {
    "train": ("train", "training"),
    "validation": ("val", "valid", "validation"),
}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Run:
    """One run: what an algorithm scored after each of its steps.

    Parameters
    ----------
    algorithm, dataset
        Names; empty where the table has none.
    repeats
        Its seed, fold or run: one text for each column that tells runs apart.
    step
        Evaluations, epochs or time, (n,), strictly rising.
    score
        The score after each step, (n,), never NaN.
    train, validation
        The scores on those data, (n,), NaN where unknown; ``None`` without a column.
    """

    algorithm: str
    dataset: str
    repeats: tuple[str, ...]
    step: Floats
    score: Floats
    train: Floats | None = None
    validation: Floats | None = None

    @property
    def repeat(self) -> str:
        """Its seed, fold or run in one name; empty where the table has none."""
        return ", ".join(self.repeats)

    def at(self, grid: Floats, *, part: str = "score") -> Floats:
        """Return the last score at or before each point, NaN before the first.

        A step function: what lies between two points had not been reached at the first.
        """
        place = np.searchsorted(self.step, grid, side="right") - 1
        scores: Floats = getattr(self, part)
        return np.where(place >= 0, scores[np.maximum(place, 0)], np.nan)


def holds_curves(frame: pd.DataFrame, roles: Roles) -> bool:
    """Tell whether a frame holds curves: a column is bound as, or called, the step.

    A column that is only called so is the step if its numbers rise within each run, as written, or are
    common to runs: times beside scores are another measure, and what never changes within a run is a setting.
    """
    if roles.step is not None:
        return True
    if frame.empty or isinstance(frame.columns, pd.MultiIndex):
        return False
    try:
        selected = select(frame, roles)
    except BenchreportError:
        # reading the table reports what is wrong
        return False
    return are_curves(selected.frame, selected.roles)


def are_curves(table: pd.DataFrame, roles: Roles) -> bool:
    """Tell whether a table after its selection holds curves (see `holds_curves`)."""
    if roles.step is not None:
        return True
    try:
        # a time that is compared is no step, even if it rises with the sizes of problems
        if column_of("step", roles, table) in (None, roles.score):
            return False
        if column_of("algorithm", roles, table) is None:
            return False
        columns = columns_of(table, roles)
        keys = [columns.algorithm, columns.dataset, *columns.repeat]
        present = [key for key in keys if key is not None]
        # what sizes took is no curve of sizes
        sizes = is_cost(columns.step) and is_description(columns.score)
        if sizes or may_number_folds(columns.step, table[columns.step]):
            return False
        table = _some_runs(table[[*present, columns.step]], present)
        steps = _steps(table[columns.step])
        for key in present:
            refuse_collections(table[key], "run")
    except (BenchreportError, TypeError):
        # among them cells that cannot be compared
        return False
    number = table.groupby(present, sort=False, observed=True, dropna=False).ngroup().to_numpy()
    known = np.isfinite(steps)
    return _are_steps(number[known], steps[known])


def may_number_folds(name: Hashable, steps: pd.Series) -> bool:
    """Tell whether what is called an iteration may be a fold, as mlr3 calls it: few, counted one by one.

    >>> turns = pd.Series([1, 2, 3, 1, 2, 3])
    >>> may_number_folds("iteration", turns), may_number_folds("epoch", turns)
    (True, False)
    >>> may_number_folds("iteration", 100 * turns)
    False
    """
    if not {"iteration", "iterations", "iter"} & {*words_of(name)}:
        return False
    different = np.sort(steps.dropna().unique())
    few = len(different) <= MOST_FOLDS and pd.api.types.is_integer_dtype(steps.dtype)
    return bool(few and different[0] in (0, 1) and (np.diff(different) == 1).all())


def _some_runs(table: pd.DataFrame, keys: Sequence[Hashable]) -> pd.DataFrame:
    """Return all rows of some runs of a large table."""
    for key in keys:
        if len(table) <= MOST_ROWS:
            break
        places = np.random.default_rng(0).integers(0, len(table), SOME)
        table = table[table[key].isin(table[key].iloc[places])]
    return table


def _are_steps(run: NDArray[np.integer[Any]], step: Floats) -> bool:
    """Tell whether numbers rise within runs, or are common to runs in any order."""
    ordered = np.argsort(run, kind="stable")
    same = np.diff(run[ordered]) == 0
    if not same.any():
        return False
    steps = np.diff(step[ordered])[same]
    runs = len(np.unique(run))
    # a run measured twice by chance is no curve
    if (steps > 0).all() and 2 * len(np.unique(run[ordered][1:][same])) >= runs:
        return True
    # what is the same throughout each run says how it was trained
    if (steps == 0).all():
        return False
    # measured times differ between runs and seldom repeat; rounded ones repeat by chance, in few of the runs
    pairs = len(np.unique(np.column_stack([run, step]), axis=0))
    different = len(np.unique(step))
    if different <= MOST_SET and 4 * (len(step) - pairs) >= len(step):
        # how long each of several models was trained
        return False
    return 2 * different <= len(step) < 2 * pairs and 3 * pairs > runs * different


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveColumns:
    """Which column plays which role."""

    algorithm: Hashable
    dataset: Hashable | None
    repeat: tuple[Hashable, ...]
    step: Hashable
    score: Hashable
    train: Hashable | None = None
    validation: Hashable | None = None


def columns_of(frame: pd.DataFrame, roles: Roles) -> CurveColumns:
    """Find the column of each role, or raise `RoleError`."""
    algorithm = column_of("algorithm", roles, frame)
    step = column_of("step", roles, frame)
    if algorithm is None or step is None:
        absent = "algorithm" if algorithm is None else "step"
        raise RoleError(
            f"curves need a column that says which {absent} each row is of; the columns are "
            f"{examples(frame.columns, most=12)}.",
            hint=bench(**{absent: "column"}),
        )
    dataset = column_of("dataset", roles, frame) or _dataset_by_name(frame, roles)
    parts = {role: column_of(role, roles, frame) for role in BESIDE}
    used = (algorithm, dataset, step, *parts.values(), roles.score)
    repeat = repeat_columns(roles, frame, used=used)
    rest = [name for name in frame.columns if name not in {*used, *repeat}]
    measured = [name for name in rest if is_number(frame[name])]
    for role, starts in BESIDE.items():
        parts[role] = parts[role] or _beside(starts, measured, roles.score)
    rest = [name for name in measured if name not in parts.values()]
    _refuse_training(roles, rest, parts)
    playing = {*used, *repeat, *parts.values()}
    others = [name for name in frame.columns if name not in playing]
    score = _score(frame, roles, rest, others)
    return CurveColumns(
        algorithm=algorithm, dataset=dataset, repeat=repeat, step=step, score=score, **parts
    )


def _dataset_by_name(frame: pd.DataFrame, roles: Roles) -> Hashable | None:
    """Find the one column of text that a field calls its datasets: function, environment, game."""
    said = roles.bound_columns()
    names = [
        name
        for name in frame.columns
        if name not in said
        and strength_of(name, "dataset") >= Strength.FIELD
        and not is_number(frame[name])
    ]
    return names[0] if len(names) == 1 else None


def _beside(
    starts: Sequence[str], measured: Sequence[Hashable], score: Hashable | None
) -> Hashable | None:
    """Find the column of another score, by its usual names or as ``train_`` or ``val_`` and the score."""
    names = [str(score)] if score is not None else [str(name) for name in measured]
    matches = [
        name
        for name in measured
        if any(str(name) == f"{start}_{other}" for start in starts for other in names)
    ]
    return matches[0] if len(matches) == 1 else None


def _refuse_training(
    roles: Roles, rest: Sequence[Hashable], parts: dict[str, Hashable | None]
) -> None:
    """Refuse to guess which of a loss and its validation loss is the score; training histories have both."""
    validation = parts["validation"]
    decided = roles.score is not None or roles.validation is not None or parts["train"] is not None
    if decided or validation is None or len(rest) != 1:
        return
    raise RoleError(
        f"{rest[0]!r} beside {validation!r} may be the score on training data; which is compared?",
        hint=bench(score=validation, train=rest[0]) | bench(score=rest[0], validation=validation),
    )


def _score(
    frame: pd.DataFrame, roles: Roles, measured: Sequence[Hashable], others: Sequence[Hashable]
) -> Hashable:
    if roles.score is not None and roles.score in frame.columns:
        return roles.score
    if roles.score is None and len(measured) == 1:
        return measured[0]
    problem = (
        f"score={roles.score!r} is not a column"
        if roles.score is not None
        else f"{len(measured) or 'no numeric'} columns could be the score"
    )
    starts = BESIDE["train"]
    likely = [
        name
        for name in measured
        if not str(name).startswith(starts) and not is_called(name, "step", "train")
    ]
    raise RoleError(
        f"{problem}; the columns are {examples(frame.columns, most=12)}.",
        hint=bench(score=(likely or measured or others or ["column"])[0]),
    )


def read_runs(frame: pd.DataFrame, columns: CurveColumns) -> Iterator[Run]:
    """Yield the runs, sorted by algorithm, dataset and repeat."""
    step = _finite(frame[columns.step])
    values = {"score": numbers_in(frame[columns.score], "scores")}
    for part in BESIDE:
        column = getattr(columns, part)
        if column is not None:
            values[part] = numbers_in(frame[column], f"{part} scores")
    for part, column in values.items():
        wrong = np.flatnonzero(np.isinf(column))
        if len(wrong):
            content = "scores" if part == "score" else f"{part} scores"
            raise DataError(
                f"{content} are infinite in {format_count(len(wrong), 'row')}, for instance row {wrong[0]}.",
                hint=code("df.replace([np.inf, -np.inf], np.nan)") + " leaves those points out",
            )
    rows = np.flatnonzero(~np.isnan(values["score"]))
    if len(rows) == 0:
        raise DesignError(f"column {columns.score!r} holds no scores.", hint=bench(score=...))
    keys = [columns.algorithm, columns.dataset, *columns.repeat]
    labels = [_labels(frame[name]) for name in keys if name is not None]
    codes = np.column_stack([code for _, code in labels])
    # one run after the other, each by rising steps
    order = rows[np.lexsort((step[rows], *codes[rows].T[::-1]))]
    new = np.any(np.diff(codes[order], axis=0) != 0, axis=1)
    for places in np.split(order, np.flatnonzero(new) + 1):
        label = [names[code] for (names, _), code in zip(labels, codes[places[0]], strict=True)]
        _refuse_twice(step[places], label, columns)
        has_dataset = columns.dataset is not None
        yield Run(
            algorithm=label[0],
            dataset=label[1] if has_dataset else "",
            repeats=tuple(label[1 + has_dataset :]),
            step=frozen(step[places]),
            **{part: frozen(column[places]) for part, column in values.items()},
        )


def _labels(column: "pd.Series[Any]") -> tuple[list[str], NDArray[np.intp]]:
    """Return the sorted texts of a column, and each row's place among them."""
    empty = np.flatnonzero(column.isna())
    if len(empty):
        raise DataError(
            f"{format_count(len(empty), 'row')} without a value in column {column.name!r}: row "
            f"{examples(empty.tolist())}.",
            hint=code(f"df.dropna(subset=[{column.name!r}])"),
        )
    refuse_collections(column, "name")
    texts = unique_names(column, "name")
    names = sorted(texts.values())
    place = {name: number for number, name in enumerate(names)}
    codes, different = pd.factorize(column)
    return names, np.array([place[texts[value]] for value in different], dtype=np.intp)[codes]


def _refuse_twice(step: Floats, label: list[str], columns: CurveColumns) -> None:
    twice = np.flatnonzero(np.diff(step) == 0)
    if len(twice):
        raise DataError(
            f"{columns.step} {step[twice[0]]:g} occurs twice in the run of {', '.join(label)}.",
            hint="name the column that tells the runs apart: " + bench(repeat=...),
        )


def _finite(column: "pd.Series[Any]") -> Floats:
    values = _steps(column)
    wrong = np.flatnonzero(~np.isfinite(values))
    if len(wrong):
        raise DataError(
            f"{format_count(len(wrong), 'row')} without a finite number in column {column.name!r}: row "
            f"{examples(wrong.tolist())}.",
            hint=code(f"df.dropna(subset=[{column.name!r}])"),
        )
    return values


def _steps(column: "pd.Series[Any]") -> Floats:
    """Return steps as numbers: durations in seconds, NaN where empty."""
    kind = getattr(column.dtype, "kind", "")
    if kind == "m":
        return np.asarray(column.dt.total_seconds().to_numpy(dtype=np.float64, na_value=np.nan))
    if kind == "M":
        raise DataError(
            f"column {column.name!r} holds dates; steps are numbers.",
            hint=code(
                f"df.assign(seconds=(df[{column.name!r}] - df[{column.name!r}].min()).dt.total_seconds())"
            )
            + " counts from the first",
        )
    return numbers_in(column, "steps")


def frozen(values: Any) -> Floats:  # noqa: ANN401 - any array
    """Return a read-only copy."""
    array = np.array(values, dtype=np.float64)
    array.setflags(write=False)
    return array
