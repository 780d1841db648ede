"""Reduce a large table of scores to the mean of the runs of each algorithm on each dataset."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.columns.content.run_states import columns_of_states, count_states, failures_in
from benchreport.data.columns.factors import as_columns
from benchreport.data.columns.read_layout import read_layout
from benchreport.data.columns.roles import RUNS_OF_DATASETS, Roles
from benchreport.data.columns.selection import select
from benchreport.data.several import Several
from benchreport.engines.lazy_table import LazyTable, name_not_in
from benchreport.engines.whole_numbers import (
    FIRST,
    LAST,
    add_ends,
    follow_one_another,
    numbers_of,
    sums_of_numbers,
)
from benchreport.errors import DataError, DesignError, examples, format_count
from benchreport.hints import bench, code
from benchreport.wording.shell import reading

if TYPE_CHECKING:
    import narwhals as nw

MOST_CELLS = 1_000_000
"""How many cells come back from an engine at most."""
DIGITS = 13
"""Significant digits of means: an engine adds in any order, and the last bits differ."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a large table is grouped by, and what is averaged.

    Parameters
    ----------
    algorithm, dataset
        The columns that name them; a wide table has no column of algorithms.
    repeat
        The columns that number the runs of a cell.
    metric
        The column that names the metric of each row.
    values
        The columns of scores; several are the algorithms of a wide table, or several metrics.
    covariates
        Columns of numbers that are averaged beside the scores.
    wide
        Whether each algorithm has a column.
    blocks
        The columns of repeats that are blocks, because there is one dataset.
    states
        The columns that may say which runs failed.
    """

    algorithm: tuple[str, ...]
    dataset: tuple[str, ...]
    repeat: tuple[str, ...]
    metric: tuple[str, ...]
    values: tuple[str, ...]
    covariates: tuple[str, ...]
    wide: bool
    blocks: tuple[str, ...] = ()
    states: tuple[str, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        """The columns that name a cell."""
        return tuple(dict.fromkeys((*self.algorithm, *self.dataset, *self.blocks, *self.metric)))

    @property
    def numbers(self) -> tuple[str, ...]:
        """The columns that are averaged."""
        return (*self.values, *self.covariates)

    def with_repeats_as_blocks(self) -> "Plan":
        """Return the plan of a table of one dataset, whose repeats are the blocks."""
        return replace(self, blocks=self.repeat, repeat=())


def reduce_scores(
    table: LazyTable, sample: pd.DataFrame, roles: Roles
) -> tuple[pd.DataFrame, Roles]:
    """Return the mean score of each cell with how many runs it is of, and the roles of the columns.

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
    InputError
        The roles are unclear, a cell has a run twice, or there are more than 1,000,000 cells.
    """
    plan = _plan(sample, roles)
    if plan.metric and roles.metric not in (None, *plan.metric):
        table = table.where(plan.metric[0], [roles.metric])
    for name in plan.numbers:
        _refuse_text(table, name)
    if not plan.dataset:
        plan = plan.with_repeats_as_blocks()
    table, failed = _without_failed(table, plan)
    cells = average_cells(table, plan)
    if plan.repeat and len(cells[list(plan.dataset)].drop_duplicates()) == 1:
        plan = plan.with_repeats_as_blocks()
        cells = average_cells(table, plan)
    refuse_runs_twice(table, plan, cells)
    frame, roles = _as_long_table(cells, plan, roles)
    if roles.runs is not None and plan.repeat and plan.dataset:
        frame.attrs[RUNS_OF_DATASETS] = count_runs(table, plan, cells)
    if roles.runs is not None:
        note = reading.AVERAGED_BY.format(engine=table.engine, rows=table.n_rows, cells=len(frame))
        frame.attrs["notes"] = (note,)
    if failed:
        frame.attrs["notes"] = (*frame.attrs.get("notes", ()), failed)
    return frame, roles


def _without_failed(table: LazyTable, plan: Plan) -> tuple[LazyTable, str]:
    """Return the table without what failed runs took, and how many failed, in words."""
    import narwhals as nw

    said = []
    for state in plan.states if _is_single(plan) else ():
        score, count = nw.col(plan.values[0]), name_not_in((state,), "scores")
        found = table.groups([state], nw.len().alias(count)).dropna(subset=[state])
        failures = failures_in(found[state], state)
        failed = found.loc[[*map(bool, failures)], state].tolist()
        if failed:
            kept = nw.when(nw.col(state).is_null() | ~nw.col(state).is_in(failed)).then(score)
            table = LazyTable(table.frame.with_columns(kept.alias(plan.values[0])))
            said.append(count_states(failures, found[count].tolist()))
    return table, "; ".join(filter(None, said))


def _plan(sample: pd.DataFrame, roles: Roles) -> Plan:
    chosen = select(sample, roles)
    if chosen.metrics:
        chosen = select(sample, roles.bound(metric=chosen.metrics[0]))
    metrics: tuple[str, ...] = ()
    if chosen.metric_column is None and Several.has_metrics(sample, roles):
        metrics = Several.from_frame(sample, roles).names
    read_as = chosen.roles.bound(score=metrics[0]) if metrics else chosen.roles
    layout = read_layout(chosen.frame, read_as, evidence=chosen.evidence)
    scores = [layout.score] if chosen.value_column is None else [chosen.value_column]
    wide = layout.form == "wide"
    several = isinstance(roles.dataset, list | tuple)
    return Plan(
        algorithm=_texts(as_columns(roles.factors) or [layout.algorithm]),
        dataset=_texts(as_columns(roles.dataset) if several else [layout.dataset]),
        repeat=_texts(layout.repeat),
        metric=_texts([chosen.metric_column]),
        values=_texts(layout.algorithms if wide else metrics or scores),
        covariates=_texts(as_columns(roles.covariates)),
        wide=wide,
        states=_texts([] if wide else columns_of_states(scores[0], layout.unused, chosen.evidence)),
    )


def _texts(columns: Iterable[Hashable | None]) -> tuple[str, ...]:
    return tuple(str(column) for column in columns if column is not None)


def _refuse_text(table: LazyTable, name: str) -> None:
    if not table.is_number(name):
        raise DataError(
            f"column {name!r} should hold numbers, but {table.engine} holds {table.schema[name]} in it.",
            hint="make it a number where the table is made, "
            + code(f"frame.with_columns(pl.col({name!r}).cast(float)) in Polars"),
        )


def average_cells(table: LazyTable, plan: Plan) -> pd.DataFrame:
    """Return the means of each cell, its number of rows, and of those with a score."""
    if not plan.dataset and not plan.blocks:
        raise DesignError(
            f"no column of the {table.n_rows:,} rows names datasets or repeats; tests of independent runs "
            "rank all of them, and no engine does.",
            hint=bench(dataset=...) | bench(repeat=...),
        )
    cells = _group(table, plan)
    unsure = [name for name in plan.numbers if _may_hold_nan(table, plan, name, cells)]
    if unsure:
        # rare, and looking for it in every row takes a quarter of the time
        cells = _group(table, plan, unsure)
    _refuse_many(table, plan, len(cells))
    _refuse_unnamed(plan, cells)
    if plan.repeat:
        cells = add_ends(table, plan.repeat[0], plan.keys, cells, rows_of(plan))
    averaged = cells[rows_of(plan)].to_numpy() > 1
    for name in plan.numbers:
        means = cells[name].to_numpy(np.float64)
        cells[name] = np.where(averaged, round_digits(means), means)
    return cells


def _group(table: LazyTable, plan: Plan, unsure: Sequence[str] = ()) -> pd.DataFrame:
    """Return the cells with figures of their scores and runs; only unsure columns are searched for NaN."""
    import narwhals as nw

    repeats = _numbers_of_repeats(table, plan)
    # some engines group by plain columns only
    numbers = [_number(table, name, check_nan=name in unsure) for name in plan.numbers]
    columns = [*map(nw.col, plan.keys), *numbers, *repeats.values()]
    return LazyTable(table.frame.select(*columns)).grouped(
        plan.keys,
        nw.len().alias(rows_of(plan)),
        *(nw.col(name).count().alias(count_of(name)) for name in plan.values),
        *(nw.col(name).mean() for name in plan.numbers),
        *(sums_of_numbers() if repeats else ()),
    )


def _may_hold_nan(table: LazyTable, plan: Plan, name: str, cells: pd.DataFrame) -> bool:
    """Tell whether a mean is NaN although the cell has numbers; a column without any is empty, too."""
    if not table.schema[name].is_float():
        return False
    filled = cells[count_of(name)] > 0 if name in plan.values else True
    return bool((cells[name].isna() & filled).any())


def _number(table: LazyTable, name: str, *, check_nan: bool) -> "nw.Expr":
    """Return a column as floats; NaN is empty, as it is in pandas, where it is looked for."""
    import narwhals as nw

    number = nw.col(name).cast(nw.Float64())
    if check_nan and table.schema[name].is_float():
        number = nw.when(~number.is_nan()).then(number)
    return number.alias(name)


def rows_of(plan: Plan) -> str:
    """Return the name of the column that counts the rows of each cell."""
    return name_not_in((*plan.keys, *plan.numbers), "rows")


def count_of(name: str) -> str:
    """Return the name of the column that counts the scores of each cell."""
    return f"{name} (count)"


def round_digits(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    """Round to thirteen significant digits.

    >>> round_digits(np.array([0.1 + 0.2, -1.2345e300, 0.0]))
    array([ 3.0000e-001, -1.2345e+300,  0.0000e+000])
    """
    return np.array([float(f"{number:.{DIGITS - 1}e}") for number in numbers.tolist()])


def _refuse_unnamed(plan: Plan, cells: pd.DataFrame) -> None:
    roles = {"algorithm": plan.algorithm, "dataset": plan.dataset}
    for role, name in ((role, name) for role, names in roles.items() for name in names):
        n = int(cells.loc[cells[name].isna(), rows_of(plan)].sum())
        if n:
            raise DataError(
                f"{format_count(n, 'row')} without {role}: column {name!r} is empty.",
                hint="leave these rows out, or name them, where the table is made",
            )


def _refuse_many(table: LazyTable, plan: Plan, n: int) -> None:
    if n > MOST_CELLS:
        raise DesignError(
            f"{table.engine} finds {n:,} cells of {' × '.join(plan.keys)}, but at most {MOST_CELLS:,} are "
            "compared.",
            hint="name the columns of algorithms and datasets, "
            + bench(algorithm=..., dataset=...)
            + ", or read a part of the rows, "
            + bench(where={plan.keys[0]: "..."}),
        )


def _numbers_of_repeats(table: LazyTable, plan: Plan) -> dict[str, "nw.Expr"]:
    """Return the numbers of the runs and their squares, where one column of whole numbers has them."""
    return numbers_of(table, plan.repeat[0]) if len(plan.repeat) == 1 else {}


def refuse_runs_twice(table: LazyTable, plan: Plan, cells: pd.DataFrame) -> None:
    """Raise `DataError` where a cell has the same run twice."""
    if follow_one_another(cells, rows_of(plan)):
        return
    import narwhals as nw

    rows, runs = rows_of(plan), (*plan.keys, *plan.repeat)
    if plan.repeat:
        counted = table.frame.group_by(*runs).agg(nw.len().alias(rows))
        cells = LazyTable(counted.filter(nw.col(rows) > 1)).rows(MOST_CELLS)
    twice = cells[cells[rows] > 1]
    if not len(twice):
        return
    names = examples(" on ".join(map(str, key)) for key in twice[list(runs)].to_numpy().tolist())
    verb = "has" if len(twice) == 1 else "have"
    raise DataError(
        f"{format_count(len(twice), 'cell')} of {' × '.join(runs)} {verb} more than one score: {names}.",
        hint="if they are repeats, name their column: "
        + bench(repeat=...)
        + "; else drop copies of rows",
    )


def count_runs(table: LazyTable, plan: Plan, cells: pd.DataFrame) -> dict[str, int]:
    """Return how many different runs with a score each dataset has; the fullest cell may lack some."""
    import narwhals as nw

    scored = cells[list(map(count_of, plan.values))].eq(cells[rows_of(plan)], axis=0)
    if follow_one_another(cells, rows_of(plan)) and scored.all(axis=None):
        n, ends = rows_of(plan), {FIRST: "min", LAST: "max", rows_of(plan): "max"}
        fullest = cells.groupby(list(plan.dataset), as_index=False).agg(ends)
        if (fullest[n] == fullest[LAST] - fullest[FIRST] + 1).all():
            # one cell has all runs, as in most tables
            return _by_dataset(fullest, plan)
    keys, n = (*plan.dataset, *plan.repeat), rows_of(plan)
    numbers = [_number(table, name, check_nan=True).alias(count_of(name)) for name in plan.values]
    has_score = [~nw.col(count_of(name)).is_null() for name in plan.values]
    rows = table.frame.select(*map(nw.col, keys), *numbers)
    rows = rows.filter(nw.any_horizontal(*has_score, ignore_nulls=True))
    runs = rows.group_by(*keys).agg(nw.len().alias(n))
    return _by_dataset(LazyTable(runs).grouped(plan.dataset, nw.len().alias(n)), plan)


def _by_dataset(counted: pd.DataFrame, plan: Plan) -> dict[str, int]:
    """Return the counts by the name of each dataset, which several columns make together."""
    names, *others = (counted[column].astype(str) for column in plan.dataset)
    for other in others:
        names = names + "/" + other
    return dict(zip(names.tolist(), counted[rows_of(plan)].astype(int).tolist(), strict=True))


def _as_long_table(cells: pd.DataFrame, plan: Plan, roles: Roles) -> tuple[pd.DataFrame, Roles]:
    """Return one row for each cell and column of scores, with the number of its runs."""
    keys = list(plan.keys)
    runs = name_not_in((*keys, *plan.numbers), "runs")
    noun = name_not_in(keys, "algorithm" if plan.wide else "metric")
    value = name_not_in((*keys, noun), str(roles.score) if plan.wide and roles.score else "score")
    parts = []
    for name in plan.values:
        part = cells[[*keys, name, *plan.covariates]].assign(**{runs: cells[count_of(name)]})
        parts.append(
            part if _is_single(plan) else part.rename(columns={name: value}).assign(**{noun: name})
        )
    table = pd.concat(parts, ignore_index=True)
    if plan.blocks:
        # each has one run
        table, roles = table.drop(columns=runs), replace(roles, repeat=list(plan.blocks))
    elif cells[rows_of(plan)].max() == 1:
        # scores, not means
        table, roles = table.drop(columns=runs), replace(roles, repeat=None)
    else:
        roles = replace(roles, repeat=None, runs=runs)
    if plan.wide:
        return table, _bound(replace(roles, algorithm=noun), plan, score=value)
    return table, _bound(roles, plan, score=plan.values[0] if _is_single(plan) else None)


def _is_single(plan: Plan) -> bool:
    """Tell whether one column has all scores."""
    return len(plan.values) == 1 and not plan.wide


def _bound(roles: Roles, plan: Plan, score: str | None) -> Roles:
    """Bind the columns that the sample showed, where the caller named none."""
    found = {"algorithm": plan.algorithm, "dataset": plan.dataset}
    single = {
        role: columns[0]
        for role, columns in found.items()
        if len(columns) == 1 and getattr(roles, role) is None and not roles.factors
    }
    if not plan.metric and roles.columns is None:
        single |= {"score": score} if score is not None else {}
    return roles.bound(**single)
