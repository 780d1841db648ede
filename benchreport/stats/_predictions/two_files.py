"""Results of an old and a new version, each in a table of its own: the same examples side by side."""

from collections.abc import Hashable, Iterable
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pandas as pd

from benchreport.data.cells.score_cells import holds_numbers
from benchreport.data.columns.role_columns import column_of
from benchreport.data.columns.roles import WRITTEN_INDEX, Roles
from benchreport.data.columns.words.direction import direction_of, range_of
from benchreport.data.columns.words.names import is_called
from benchreport.data.prediction_kinds.read_predictions import holds_predictions, roles_of
from benchreport.data.predictions import Predictions
from benchreport.errors import (
    DataError,
    DesignError,
    DirectionError,
    RoleError,
    examples,
    format_count,
)
from benchreport.hints import bench
from benchreport.stats._predictions.prediction_pairs import note_averages, notes_of
from benchreport.stats._predictions.versions import Versions, versions_of
from benchreport.wording.results import degradation as wording
from benchreport.wording.shell import reading

MODEL = "model"
KEYS = ("dataset", "cluster", "example")
UNNAMED = "example"
VALUES = ("truth", "prediction", "probability", "correct", "log_probability")
"""Roles whose columns may have different names in both files: the truth, and what models say."""


class Table(NamedTuple):
    """What one file holds: its name, its rows, and the columns that name an example, by role."""

    name: str
    frame: pd.DataFrame
    keys: dict[str, Hashable]


def match_versions(
    old: tuple[str, pd.DataFrame], new: tuple[str, pd.DataFrame], roles: Roles, metric: str
) -> tuple[Versions, tuple[str, ...]]:
    """Put the scores of an old and a new version side by side, by task, cluster and example.

    Parameters
    ----------
    old, new
        The name of each version, and its table: predictions, right and wrong answers, or a number for each
        example, such as a judge's grade.
    roles
        The columns of both tables.
    metric
        A metric that is a mean over examples; ``"auto"`` is accuracy, the usual loss, or the only score.

    Returns
    -------
    tuple
        The scores, the old version first; and what is to be said of how the tables match.

    Raises
    ------
    DesignError
        The tables have no example in common, or other numbers of examples where these have no names.
    RoleError
        A table holds several models, or the examples are named in one of the tables only.
    """
    before, after = (_table(name, frame, roles) for name, frame in (old, new))
    if before.keys.keys() != after.keys.keys():
        lacking = before if len(before.keys) < len(after.keys) else after
        role = next(role for role in KEYS if (role in before.keys) != (role in after.keys))
        raise RoleError(
            f"{lacking.name} has no column of the {role}, which the other file has.",
            hint="write the same columns to both files",
        )
    named = {after.keys[role]: column for role, column in before.keys.items()}
    after = after._replace(frame=after.frame.rename(columns=named), keys=before.keys)
    notes: list[str] = []
    if "example" not in before.keys:
        before, after = _number_examples(before, after)
        notes.append(wording.MATCHED_BY_ORDER)
    both, unmatched = _in_common(before, after)
    notes += unmatched
    bound = {role: column for role, column in before.keys.items() if role != "cluster"}
    roles = _without_values(replace(roles, algorithm=None)).bound(**bound)
    if "cluster" in before.keys:
        roles = roles.bound(cluster=[before.keys["cluster"]])
    if holds_predictions(both, roles):
        predictions = Predictions.from_frame(both, roles)
        versions = versions_of(predictions, metric)
        notes += [*note_averages(predictions), *notes_of(predictions)]
    else:
        versions = _grades(both, before.keys, roles, metric)
    # the order of models is that of the first rows
    order = [versions.algorithms.index(name) for name in (before.name, after.name)]
    turned = versions._replace(
        algorithms=(before.name, after.name), values=versions.values[:, order]
    )
    return turned, tuple(notes)


def _table(name: str, frame: pd.DataFrame, roles: Roles) -> Table:
    """Return the rows of one model, with a column that says which it is."""
    frame = frame.drop(columns=[column for column in frame.columns if column == WRITTEN_INDEX])
    algorithm = column_of("algorithm", roles, frame)
    if algorithm is not None:
        models = frame[algorithm].dropna().unique()
        if len(models) > 1:
            raise RoleError(
                f"{name} holds the results of {len(models)} models, {examples(models)}; one is compared.",
                hint=bench(where={str(algorithm): str(models[0])}),
            )
        frame = frame.drop(columns=algorithm)
    plain = replace(roles, algorithm=None)
    for role in VALUES:
        column = column_of(role, plain, frame)
        if column is not None and role not in frame.columns:
            # both files have the same names then
            frame = frame.rename(columns={column: role})
    plain = _without_values(plain)
    long = frame.assign(**{MODEL: name})
    played = roles_of(long, plain)
    keys = {role: column for column, role in played.items() if role in KEYS}
    if holds_predictions(long, plain) and {*VALUES[1:]} & {*played.values()}:
        return Table(name, long, keys)
    wide = roles_of(frame, plain)
    answers = [column for column, role in wide.items() if role == reading.PREDICTIONS_OF_MODEL]
    if "truth" in wide.values() and len(answers) != 1:
        raise RoleError(
            f"{name} has {len(answers)} columns that could be predictions: {examples(answers)}.",
            hint="call the one of the model prediction, or leave the others out",
        )
    if "truth" in wide.values():
        keys = {role: column for column, role in wide.items() if role in KEYS}
        long = long.rename(columns={answers[0]: "prediction"})
    return Table(name, long, keys)


def _without_values(roles: Roles) -> Roles:
    """Return the roles without those of columns that have the role as their name."""
    return replace(
        roles, truth=None, prediction=None, probability=None, correct=None, log_probability=None
    )


def _number_examples(before: Table, after: Table) -> tuple[Table, Table]:
    """Name examples by their place, where both tables have as many."""
    n_old, n_new = len(before.frame), len(after.frame)
    if n_old != n_new:
        raise DesignError(
            f"examples have no names, and {before.name} has {n_old}, {after.name} {n_new}.",
            hint="add a column of their names to both files: " + bench(example=...),
        )
    keys = {**before.keys, "example": UNNAMED}
    return (
        Table(before.name, before.frame.assign(**{UNNAMED: np.arange(n_old)}), keys),
        Table(after.name, after.frame.assign(**{UNNAMED: np.arange(n_new)}), keys),
    )


def _in_common(before: Table, after: Table) -> tuple[pd.DataFrame, list[str]]:
    """Return the rows of examples that both tables have, and what is said of the others."""
    columns = [before.keys[role] for role in KEYS if role in before.keys]
    for table in (before, after):
        empty = int(table.frame[columns].isna().any(axis=1).sum())
        if empty:
            raise DataError(
                f"{table.name}: {format_count(empty, 'row')} without a name of the example.",
                hint="write the name of each example",
            )
    names = [
        pd.MultiIndex.from_frame(table.frame[columns].astype(str)) for table in (before, after)
    ]
    kept = [mine.isin(other) for mine, other in (names, reversed(names))]
    if not kept[0].any():
        raise DesignError(
            f"{before.name} and {after.name} have no example in common: "
            f"{_write(names[0][0])}, {_write(names[1][0])}.",
            hint="name the column that both share: " + bench(example=...),
        )
    notes = [
        wording.UNMATCHED.format(
            examples=format_count(mine[~both].nunique(), "example"),
            table=table.name,
            names=examples([_write(name) for name in mine[~both].unique()]),
        )
        for table, mine, both in zip((before, after), names, kept, strict=True)
        if not both.all()
    ]
    parts = [table.frame[both] for table, both in zip((before, after), kept, strict=True)]
    return pd.concat(parts, ignore_index=True), notes


def _write(name: Iterable[Hashable]) -> str:
    return ", ".join(map(str, name))


def _grades(frame: pd.DataFrame, keys: dict[str, Hashable], roles: Roles, metric: str) -> Versions:
    """Return the mean number of each example, such as a judge's grade, by version."""
    columns = [keys[role] for role in KEYS if role in keys]
    score = roles.score if roles.score is not None else None if metric == "auto" else metric
    numbers = [
        name
        for name in frame.columns
        if name not in {*columns, MODEL}
        and holds_numbers(frame[name])
        and not is_called(name, "repeat")
    ]
    if score is None:
        known = [name for name in numbers if direction_of(name) is not None] or numbers
        if len(known) != 1:
            raise RoleError(
                f"{len(known)} columns could be the score: {examples(known) or 'none'}.",
                hint=bench(score=known[0] if known else "score"),
            )
        score = known[0]
    if score not in numbers:
        raise RoleError(
            f"score {score!r} is not a column of numbers: {examples(numbers) or 'there is none'}.",
            hint=bench(score=numbers[0] if numbers else "score"),
        )
    higher = direction_of(score) if roles.higher_is_better is None else roles.higher_is_better
    if higher is None:
        raise DirectionError(
            f"it is unknown whether a higher {score} is better.",
            hint=bench(higher_is_better=True) | bench(higher_is_better=False),
        )
    values = pd.to_numeric(frame[score], errors="coerce")
    if not np.isfinite(values).all():
        raise DataError(
            f"{format_count(int((~np.isfinite(values)).sum()), 'row')} without a finite {score}.",
            hint="leave those examples out of both files",
        )
    texts = frame[columns].astype(str)
    table = values.groupby([*(texts[name] for name in columns), frame[MODEL]], sort=False).mean()
    wide = table.unstack()  # noqa: PD010 - a series
    facts = wide.index.to_frame(index=False)
    codes = {
        role: pd.factorize(facts[keys[role]]) if role in keys else (np.zeros(len(wide), int), [""])
        for role in ("dataset", "cluster")
    }
    array = wide.to_numpy(dtype=np.float64)
    shares = range_of(score) == (0.0, 1.0) and bool(array.min() >= 0 and array.max() <= 1)
    return Versions(
        tuple(map(str, wide.columns)),
        array,
        str(score),
        bool(higher),
        tuple(facts[keys["example"]]),
        tuple(map(str, codes["dataset"][1])),
        codes["dataset"][0].astype(np.intp),
        tuple(map(str, codes["cluster"][1])),
        codes["cluster"][0].astype(np.intp),
        str(keys["cluster"]) if "cluster" in keys else "",
        None,
        shares,
    )
