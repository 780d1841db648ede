"""Select what is read of a frame: rows, one metric, and what its columns are."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.cells.score_cells import holds_numbers
from benchreport.data.columns.content.evidence import Evidence
from benchreport.data.columns.content.run_states import without_excluded
from benchreport.data.columns.content.sections import split_sections
from benchreport.data.columns.content.units import read_units
from benchreport.data.columns.factors import Factor, as_columns, join_factors
from benchreport.data.columns.flat_frame import flat
from benchreport.data.columns.joined_names import (
    fill_down,
    name_variants,
    split_tuples,
    with_parts,
)
from benchreport.data.columns.role_columns import present
from benchreport.data.columns.roles import JOINED, WRITTEN_INDEX, Roles
from benchreport.data.columns.score_candidates import kind_of_candidate, without_spreads
from benchreport.data.columns.tables_of_pairs import refuse_pairs
from benchreport.data.columns.wide.metric_rows import (
    are_of_models,
    metric_column,
    metric_names,
    value_column,
)
from benchreport.data.columns.words.direction import METRIC, direction_of
from benchreport.data.columns.words.kinds_of_names import is_average, is_description
from benchreport.data.columns.words.measures import is_measure
from benchreport.data.columns.words.names import Strength, is_called, strength_of
from benchreport.data.columns.words.numbered import split_numbered_names, split_repeats
from benchreport.errors import DesignError, RoleError, examples
from benchreport.hints import bench, call
from benchreport.wording.shell import reading

# a dataset, and two algorithms by two metrics
FEWEST_JOINED = 3
FIRST_ROWS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A flat frame with what the caller said, after the selection.

    Parameters
    ----------
    evidence
        What is known of the rows to read, without levels in the index and without the column of metrics.
    levels
        The columns that were levels of the index.
    roles
        The roles that are left: ``where``, ``metric`` and ``columns`` are done.
    metrics
        The names of several metrics of which none was chosen, else empty.
    factors
        The columns of settings whose combinations are the algorithms.
    metric_column, value_column
        The columns with the names of metrics and with their values, where there are any.
    notes
        What was selected, in sentences.
    """

    evidence: Evidence
    levels: tuple[Hashable, ...]
    roles: Roles
    metrics: tuple[str, ...] = ()
    factors: tuple[Factor, ...] = ()
    metric_column: Hashable | None = None
    value_column: Hashable | None = None
    notes: tuple[str, ...] = ()

    @property
    def frame(self) -> pd.DataFrame:
        """The rows to read."""
        return self.evidence.frame

    def of_one_metric(self) -> "Table":
        """Return the table; raise `RoleError` where it holds several metrics and none was chosen."""
        if not self.metrics:
            return self
        raise RoleError(
            f"column {self.metric_column!r} holds {len(self.metrics)} metrics: "
            f"{examples(self.metrics)}. Which one is compared?",
            hint=bench(metric=self._fullest_metric())
            + "; "
            + call("report")
            + " compares by each of them",
        )

    def _fullest_metric(self) -> str:
        """Return the metric with most values, of several the likeliest or a mean; sizes were set."""
        if self.metric_column is None or self.value_column is None:
            return self.metrics[0]
        known = self.frame[self.metric_column][self.frame[self.value_column].notna()]
        counts = known.astype(str).value_counts()
        return max(
            self.metrics,
            key=lambda n: (
                not is_description(n),
                counts.get(n, 0),
                -kind_of_candidate(n),
                is_average(n),
                is_measure(n),
            ),
        )


def select(frame: pd.DataFrame, roles: Roles) -> Table:
    """Flatten a frame and apply the roles that select: ``where``, ``factors``, ``metric`` and ``columns``.

    Raises
    ------
    DesignError
        The table is empty, or no row is selected.
    RoleError
        A column, value or metric does not exist.

    Examples
    --------
    >>> frame = pd.DataFrame({
    ...     "model": ["a", "b"] * 2, "task": [1, 1, 2, 2], "metric": "auc", "value": [0.5, 0.6, 0.7, 0.8],
    ... })
    >>> table = select(frame, Roles(where={"task": 1}))
    >>> list(table.frame.columns), len(table.frame), table.roles.score
    (['model', 'auc'], 2, 'auc')
    """
    if frame.empty:
        raise DesignError(
            f"the table is empty: {len(frame)} rows, {len(frame.columns)} columns.",
            hint="add a row for each score",
        )
    evidence, levels = flat(frame)
    return select_from(evidence, roles, levels)


def _refuse_chosen_factors(roles: Roles, chosen: set[str]) -> None:
    """Refuse a factor of which ``where`` chooses one level: that leaves nothing to compare."""
    columns = as_columns(roles.factors)
    both = [name for name in columns if str(name) in chosen]
    if not both:
        return
    rest = [name for name in columns if name not in both]
    others = {name: value for name, value in (roles.where or {}).items() if name not in both}
    every = bench(factors=[*columns], **({"where": others} if others else {}))
    raise RoleError(
        f"where chooses one level of {examples(both)}, so it is no factor of these rows.",
        hint=(bench(factors=rest, where=roles.where) | every) if rest else every,
    )


def select_from(evidence: Evidence, roles: Roles, levels: tuple[Hashable, ...]) -> Table:
    """Apply the roles that select to a flat frame, whose columns ``levels`` were levels of the index."""
    notes: list[str] = []
    evidence = _with_numbered_rows(evidence, roles)
    if evidence.texts:
        evidence, sentences = read_units(evidence)
        notes += sentences
        if any(direction_of(name) for name in evidence.texts):
            from benchreport.data.columns.content.magnitudes import read_magnitudes

            evidence, sentences = read_magnitudes(evidence)
            notes += sentences
        if _may_hold_two_numbers(evidence):
            from benchreport.data.columns.two_numbers import read_two_numbers

            evidence, sentences = read_two_numbers(evidence)
            notes += sentences
        evidence = _with_split_cells(evidence, roles)
    if np.bool_ in evidence.types.values() and not roles.where:
        evidence, sentences = without_excluded(evidence)
        notes += sentences
    frame = evidence.frame
    if roles.where:
        chosen = {str(name) for name in roles.where}
        frame = _rows_where(frame, roles.where)
        _refuse_chosen_factors(roles, chosen - {str(name) for name in frame.columns})
        pairs = roles.where.items()
        conditions = (reading.CONDITION.format(column=name, value=value) for name, value in pairs)
        notes.append(reading.ROWS_WHERE.format(conditions=" and ".join(conditions)))
        roles = replace(roles, where=None)
        levels = tuple(name for name in levels if name in frame.columns)
    frame, roles = join_datasets(frame, roles)
    factors: tuple[Factor, ...] = ()
    # a factor may be what splitting names gives
    known = {*as_columns(roles.factors)} <= {*frame.columns}
    if roles.factors is not None and known:
        frame, roles, factors = join_factors(frame, roles)
    if _may_join_names(frame, roles if known else replace(roles, factors=None)):
        frame, sentences = _split_columns(frame, roles)
        notes += sentences
    if roles.factors is not None:
        frame, roles, factors = join_factors(frame, roles)
    evidence = evidence if frame is evidence.frame else Evidence(frame)
    refuse_pairs(evidence)
    roles = _with_score_as_metric(roles, evidence)
    table = Table(
        evidence=evidence, levels=levels, roles=roles, factors=factors, notes=tuple(notes)
    )
    table = _choose_metric(table)
    if table.roles.columns not in ("dataset", "repeat") or table.metrics:
        return table
    from benchreport.data.columns.turned_tables import turn_datasets, turn_repeats

    return turn_datasets(table) if table.roles.columns == "dataset" else turn_repeats(table)


def _with_numbered_rows(evidence: Evidence, roles: Roles) -> Evidence:
    """Return the table with a column that numbers rows without names, where the caller calls them folds."""
    named, frame = as_columns(roles.repeat), evidence.frame
    name = named[0] if len(named) == 1 else None
    unnamed = isinstance(name, str) and name not in evidence.names and not evidence.texts
    long = any(strength_of(n, "algorithm") > Strength.AGENT for n in evidence.names)
    if not unnamed or long or not strength_of(name, "repeat"):
        return evidence
    if WRITTEN_INDEX in evidence.names:
        return Evidence(frame.rename(columns={WRITTEN_INDEX: name}))
    numbered = frame.assign(**{str(name): range(1, len(frame) + 1)})
    numbered.attrs = dict(frame.attrs)
    return Evidence(numbered)


def _may_hold_two_numbers(evidence: Evidence) -> bool:
    """Tell whether first cells have slashes, as few tables have in two columns."""
    firsts = (evidence.column(name).iloc[0] for name in evidence.texts)
    return sum(isinstance(first, str) and "/" in first for first in firsts) > 1


def _with_split_cells(evidence: Evidence, roles: Roles) -> Evidence:
    """Return the table with a column for each part of names that are tuples, or that a role asks for."""
    frame = name_variants(fill_down(with_parts(evidence.frame, roles), evidence), evidence)
    if frame is evidence.frame:
        frame = split_sections(frame, evidence)
    frame = split_repeats(frame, roles.bound_columns())
    if frame is evidence.frame:
        for name in evidence.texts:
            if strength_of(name, "algorithm") and evidence.facts(name).kind == "text":
                frame = split_numbered_names(frame, name, evidence.labels(name))
    if not roles.bound_columns():
        split = split_tuples(frame, evidence)
        frame = frame if split is None else split
    return evidence if frame is evidence.frame else Evidence(frame)


def _may_join_names(frame: pd.DataFrame, roles: Roles) -> bool:
    """Tell whether names may join algorithms, or datasets, and metrics, as nothing else names them."""
    # what splitting names gives may be bound, too
    bound = [name for name in as_columns(roles.algorithm) if name in frame.columns]
    said = bool(bound) or roles.columns is not None or bool(roles.factors)
    answers = any(is_called(name, "truth", "correct") for name in frame.columns)
    if said or answers or len(frame.columns) < FEWEST_JOINED:
        return False
    named = [name for name in frame.columns if strength_of(name, "algorithm") > Strength.AGENT]
    # fractions name nothing
    named = [name for name in named if frame[name].dtype != np.float64]
    if not named:
        return True
    others = [name for name in frame.columns if name not in named]
    rows = any(strength_of(name, role) for name in others for role in ("dataset", "repeat"))
    if len(named) > 1 or rows:
        return False
    # those of a leaderboard may join datasets and metrics; most long tables repeat a name early
    parts = (frame[named[0]].iloc[:FIRST_ROWS], frame[named[0]])
    return all(_are_different_names(part.tolist()) for part in parts)


def _split_columns(frame: pd.DataFrame, roles: Roles) -> tuple[pd.DataFrame, tuple[str, ...]]:
    """Return one row per score where names of columns join algorithms and runs, or metrics."""
    if sum(any(map(str.isdigit, str(name))) for name in frame.columns) > 1:
        from benchreport.data.columns.runs_in_names import split_runs

        split = split_runs(frame, roles)
        if split is not None:
            return split, (reading.SPLIT_RUNS,)
    from benchreport.data.columns.metrics_in_names import split_names

    split = split_names(frame)
    if split is None:
        return frame, ()
    by_rows = "algorithm" in frame or "algorithm" not in split
    return split, (reading.SPLIT_DATASETS if by_rows else reading.SPLIT_NAMES,)


def _are_different_names(cells: Sequence[object]) -> bool:
    return all(isinstance(cell, str) for cell in cells) and len({*cells}) == len(cells)


def _write_labels(column: "pd.Series[Any]") -> "pd.Series[Any]":
    """Write labels as text; sizes such as 2e+06 are whole numbers."""
    if column.dtype.kind != "f":
        return column.astype(str)
    whole = column.notna() & (column % 1 == 0)
    return column.astype(str).mask(whole, column.map("{:.0f}".format))


def join_datasets(frame: pd.DataFrame, roles: Roles) -> tuple[pd.DataFrame, Roles]:
    """Make one column of several whose combinations are the datasets."""
    names = roles.dataset
    if not isinstance(names, list | tuple) or (isinstance(names, tuple) and names in frame.columns):
        return frame, roles
    # an empty list names no column either
    columns = [frame[present("dataset", name, frame)] for name in names or [names]]
    joint = _write_labels(columns[0])
    for column in columns[1:]:
        joint = joint + "/" + _write_labels(column)
    name = "/".join(map(str, names))
    rest = frame.drop(columns=list(names))
    rest.insert(0, name, joint)
    rest.attrs[JOINED] = {**rest.attrs.get(JOINED, {}), name: [*names]}
    return rest, replace(roles, dataset=name)


def _rows_where(frame: pd.DataFrame, where: Mapping[Any, Any]) -> pd.DataFrame:
    mask = np.ones(len(frame), dtype=bool)
    for name, value in where.items():
        column = frame[present("where", name, frame, value)]
        mask &= _equals(column, value)
        if not mask.any():
            values = examples(column.dropna().astype(str).unique())
            raise DesignError(
                f"no row is left where column {name!r} is {value!r}; it has {values}.",
                hint=bench(where={name: _first_value(column)}),
            )
    # the column is the same in all rows that are left, unless several values are selected
    done = [name for name, value in where.items() if not isinstance(value, list | tuple | set)]
    return frame[mask].drop(columns=done)


def _equals(column: "pd.Series[Any]", value: object) -> NDArray[np.bool_]:
    """Tell which cells are a value, or one of several; the shell's texts match numbers."""
    values = value if isinstance(value, list | tuple | set) else [value]
    codes, different = pd.factorize(column)
    texts = {str(item) for item in values}
    chosen = [code for code, item in enumerate(different) if item in values or str(item) in texts]
    return np.isin(codes, chosen)


def _first_value(column: "pd.Series[Any]") -> object:
    return next(iter(column.dropna().astype(str).unique()), "value")


def _with_score_as_metric(roles: Roles, evidence: Evidence) -> Roles:
    """Take the score for the metric, where it is no column and a column of metrics holds it."""
    frame = evidence.frame
    if roles.score is None or roles.score in frame.columns:
        return roles
    if roles.score == roles.metric:
        # said twice
        return replace(roles, score=None)
    if roles.metric is not None or not evidence.texts:
        return roles
    free = replace(roles, score=None)
    column = metric_column(free, evidence)
    beside = roles.columns == "dataset"
    if column is None or (value_column(free, column, evidence) is None and not beside):
        return roles
    return (
        replace(free, metric=roles.score)
        if roles.score in metric_names(evidence, column)
        else roles
    )


def _choose_metric(table: Table) -> Table:
    """Keep the rows of the metric that was chosen, and give the scores its name."""
    frame, roles = table.frame, table.roles
    if (
        roles.metric is not None
        and roles.metric in frame.columns
        and holds_numbers(frame[roles.metric])
    ):
        # metrics in columns of their own
        return replace(table, roles=replace(roles, score=roles.metric, metric=None))
    column = metric_column(roles, table.evidence)
    if column is None:
        if roles.metric is not None:
            raise _no_metric(frame, roles.metric)
        return table
    value = value_column(roles, column, table.evidence)
    names = metric_names(table.evidence, column)
    chosen = roles.metric if roles.metric not in (None, column) else None
    beside = value is None and are_of_models(column, roles, table.evidence)
    if value is None and not beside and (chosen is None or roles.score is not None):
        return replace(table, roles=replace(roles, metric=None))
    if chosen is not None and str(chosen) not in names:
        raise RoleError(
            f"metric={chosen!r} is not in column {column!r}; it has {examples(names)}.",
            hint=bench(metric=names[0]),
        )
    metrics = without_spreads(names) if chosen is None else ()
    if len(metrics) > 1:
        return replace(table, metrics=metrics, metric_column=column, value_column=value)
    name = metrics[0] if chosen is None else str(chosen)
    rows = frame[_equals(frame[column], name)].drop(columns=column)
    notes = (*table.notes, f"{column} is {name}" + _others(names, name))
    if value is None or _holds_answers(rows, name, value):
        # a column for each algorithm or dataset, or one of answers
        rows = rows if value is None else rows.rename(columns={value: "correct"})
        rows.attrs |= {METRIC: name} if beside else {}
        score = name if value is None and not beside else roles.score
        roles = replace(roles, metric=None, score=score)
        return replace(table, evidence=Evidence(rows), roles=roles, notes=notes)
    free = name not in rows.columns
    return replace(
        table,
        evidence=Evidence(rows.rename(columns={value: name}) if free else rows),
        roles=replace(roles, metric=None, score=name if free else value),
        metric_column=column,
        value_column=value,
        notes=notes,
    )


def _holds_answers(rows: pd.DataFrame, name: str, value: Hashable) -> bool:
    """Tell whether a metric says of each example if the answer was right: 1 or 0."""
    if is_called(value, "correct"):
        return True
    logged = any(is_called(column, "example") for column in rows) and "correct" not in rows
    # an error of 1 is no right answer
    return logged and direction_of(name) is not False and bool(rows[value].isin([0, 1]).all())


def _others(names: tuple[str, ...], name: str) -> str:
    rest = [other for other in names if other != name]
    return f" (others: {examples(rest)})" if rest else ""


def _no_metric(frame: pd.DataFrame, metric: Hashable) -> RoleError:
    numeric = [name for name in frame.columns if holds_numbers(frame[name])]
    known = [name for name in numeric if direction_of(name) is not None]
    return RoleError(
        f"metric={metric!r} is neither a column of numbers nor a value in a column of metrics; the columns "
        f"are {examples(frame.columns, most=12)}.",
        hint=bench(metric=known[0]) if known else "name a column with one of these names",
    )
