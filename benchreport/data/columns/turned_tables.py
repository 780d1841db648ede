"""Tables of which the caller says that columns are datasets, or repeats: one row per score of them."""

from collections.abc import Hashable
from dataclasses import replace
from typing import Any

import pandas as pd

from benchreport.data.cells.cell_text import is_empty_word
from benchreport.data.cells.cell_values import is_text, refuse_collections
from benchreport.data.cells.score_cells import POINTS, holds_numbers, read_score_cells
from benchreport.data.columns.content.evidence import Evidence
from benchreport.data.columns.orientation import FEWEST, benchmark_columns
from benchreport.data.columns.role_columns import column_of, repeat_columns
from benchreport.data.columns.roles import NOT_READ, WRITTEN_INDEX, Roles
from benchreport.data.columns.score_candidates import SPREADS
from benchreport.data.columns.selection import Table, join_datasets
from benchreport.data.columns.summary_columns import summary_rows
from benchreport.data.columns.words.direction import METRIC
from benchreport.data.columns.words.kinds_of_names import is_average
from benchreport.data.columns.words.names import words_of
from benchreport.data.columns.words.numbered import counted_columns, numbered_repeats
from benchreport.errors import RoleError, examples, format_count
from benchreport.hints import bench
from benchreport.wording.shell import reading


def turn_datasets(table: Table) -> Table:
    """Make one row per score of a table with one row per algorithm and one column per dataset.

    Raises
    ------
    RoleError
        No column names the algorithms, fewer than two columns hold scores, or the score is a column.
    """
    frame, roles = table.frame, table.roles
    algorithm, datasets, rest = _dataset_columns(frame, roles)
    if algorithm == "dataset":
        # an index without a name holds datasets elsewhere; here it holds algorithms
        algorithm = next(
            name for name in ("algorithm", "model", "row") if name not in frame.columns
        )
        frame = frame.rename(columns={"dataset": algorithm})
        rest = [algorithm if name == "dataset" else name for name in rest]
    score = str(frame.attrs.get(METRIC, "score") if roles.score is None else roles.score)
    if roles.score is None and score in frame.columns:
        score = "value"
    if score in (*frame.columns, "dataset"):
        raise RoleError(
            f"the scores are in the columns {examples(datasets)}, so score= says what they measure; "
            f"{score!r} is a column.",
            hint=bench(columns="dataset", score="accuracy") + ", or what else they measure",
        )
    refuse_collections(frame[algorithm], "algorithm")
    summaries = summary_rows(frame, algorithm, datasets)
    frame = frame[~frame[algorithm].isin(summaries)]
    empty = frame[datasets].apply(_are_empty).all(axis=1)
    rows = format_count(int(empty.sum()), "row")
    left = reading.EMPTY_ROWS.format(rows=rows, names=examples(frame[algorithm][empty]))
    frame = frame[~empty]
    # what cannot be read is said by the names of these columns, which the long table has not
    for name in datasets:
        if not holds_numbers(frame[name]):
            points = bool(frame.attrs.get(POINTS))
            read_score_cells(frame[name], n_algorithms=len(frame), points=points)
    others = [name for name in frame.columns if name not in {*rest, *datasets, WRITTEN_INDEX}]
    of_rows = [name for name in rest if name == roles.dataset != algorithm]
    name = "column" if "dataset" in of_rows else "dataset"
    long = frame.melt(id_vars=rest, value_vars=datasets, var_name=name, value_name=score)
    long.attrs |= {**frame.attrs, NOT_READ: others}
    roles = replace(roles, columns=None, algorithm=algorithm, dataset=name, score=score)
    if of_rows:
        long, roles = join_datasets(long, replace(roles, dataset=[*of_rows, name]))
    note = reading.TURNED.format(columns=format_count(len(datasets), "column"))
    note += reading.OTHERS_LEFT_OUT.format(names=examples(others)) * bool(others)
    below = reading.SUMMARY_ROWS.format(names=examples(summaries))
    notes = (*table.notes, note, *([left] * bool(empty.any())), *([below] * bool(summaries)))
    return replace(table, evidence=Evidence(long), levels=(), roles=roles, notes=notes)


def turn_repeats(table: Table) -> Table:
    """Make one row per score of a table with one column for each fold, seed or run.

    Raises
    ------
    RoleError
        No two columns number the repeats of one score.
    """
    from benchreport.data.columns.runs_in_names import split_runs

    split = split_runs(table.frame, table.roles)
    if split is not None:
        notes = (*table.notes, reading.SPLIT_RUNS)
        roles = replace(table.roles, columns=None)
        return replace(table, evidence=Evidence(split), roles=roles, notes=notes)
    long, roles, turned = _melt_repeats(table.frame, table.roles)
    note = reading.TURNED_REPEATS.format(columns=format_count(turned, "column"))
    return replace(table, evidence=Evidence(long), roles=roles, notes=(*table.notes, note))


def _are_empty(column: "pd.Series[Any]") -> "pd.Series[bool]":
    return column.isna() | (is_text(column) and column.map(lambda cell: is_empty_word(str(cell))))


def _dataset_columns(
    frame: pd.DataFrame, roles: Roles
) -> tuple[Hashable, list[Hashable], list[Hashable]]:
    """Return the column of algorithms, those of datasets, and those that stay, of a leaderboard."""
    algorithm, evidence = column_of("algorithm", roles, frame), Evidence(frame)
    columns: list[Hashable] = list(frame.columns)
    texts = [name for name in columns if is_text(frame[name]) and not holds_numbers(frame[name])]
    if algorithm is None:
        names = [name for name in texts if not evidence.facts(name).why_not]
        unique = [name for name in names if evidence.facts(name).unique]
        algorithm = next(iter((*unique, *names)), None)
    if algorithm is None:
        raise RoleError(
            "columns='dataset' is for tables with one row per algorithm, but no column names the algorithms; "
            f"the columns are {examples(frame.columns, most=12)}.",
            hint=bench(columns="dataset", algorithm="column with the names"),
        )
    repeat = repeat_columns(roles, frame, used=(algorithm,))
    # with a column of datasets, each pair with one of scores is a dataset
    of_rows = [name for name in columns if name == roles.dataset != algorithm]
    rest = [name for name in columns if name not in {algorithm, *repeat, *of_rows}]
    datasets = benchmark_columns(rest, evidence)
    if len(datasets) < FEWEST:
        raise RoleError(
            f"columns='dataset' needs at least 2 columns of scores; found {examples(datasets) or 'none'}.",
            hint="give the scores on each dataset a column",
        )
    return algorithm, datasets, [algorithm, *repeat, *of_rows]


def _melt_repeats(frame: pd.DataFrame, roles: Roles) -> tuple[pd.DataFrame, Roles, int]:
    """Return the long frame, its roles, and how many columns of repeats there were.

    Averages of the columns, and how much they vary, are left out.
    """
    free = [name for name in frame.columns if name not in roles.bound_columns()]
    numbered = numbered_repeats(free) or counted_columns(free)
    if numbered is None:
        raise RoleError(
            "columns='repeat' needs columns that number the repeats of one score, such as fold_1 and fold_2; "
            f"the columns are {examples(frame.columns, most=12)}.",
            hint=bench(columns="dataset") + " if the columns are datasets",
        )
    scores = list(numbered.columns)
    kept = [
        name
        for name in frame.columns
        if name not in scores and not is_average(name) and SPREADS.isdisjoint(words_of(name))
    ]
    score = str(roles.score) if roles.score is not None else numbered.score or "score"
    long = frame.melt(id_vars=kept, value_vars=scores, var_name=numbered.repeat, value_name=score)
    long[numbered.repeat] = long[numbered.repeat].map(numbered.columns)
    repeat = (*repeat_columns(roles, frame, used=()), numbered.repeat)
    return long, replace(roles, columns=None, repeat=repeat, score=score), len(scores)
