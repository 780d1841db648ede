"""Read a table as a user does who types what the tool hints at, and judge what comes of it."""

import functools
import io
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pandas as pd
from data.layouts.base import Layout, Reading

from benchreport.data import Curves, Roles, Scores
from benchreport.data.columns.flat_frame import flat
from benchreport.data.columns.words.names import is_called
from benchreport.data.readers import read
from benchreport.errors import BenchreportError, InputError
from benchreport.hints import Call, Code

MOST_QUESTIONS = 4
DEAD_END = "leads to an error without a way on"
COLUMN_ROLES = {"algorithm", "dataset", "repeat", "score", "step"}
AXES = {"algorithm", "dataset", "metric"}


@dataclass
class Outcome:
    """What came of a table.

    ``verdict`` is ``"right"``, ``"wrong"`` or ``"refused"``; ``path`` holds what was asked and answered,
    ``nowhere`` the hints that cannot be followed.
    """

    verdict: str
    path: list[str] = field(default_factory=list)
    nowhere: list[str] = field(default_factory=list)

    @property
    def questions(self) -> int:
        return len(self.path)


def write_table(layout: Layout, folder: Path) -> Path:
    """Write a layout's table as its project has it: a CSV file."""
    table = layout.make()
    path = folder / f"{layout.name}.csv"
    if isinstance(table, str):
        path.write_text(table, encoding="utf-8")
    else:
        # a saved index has no name in the file
        table.rename(columns={"Unnamed: 0": ""}).to_csv(path, index=False)
    return path


def judge(layout: Layout, folder: Path) -> Outcome:
    """Read a layout's file, follow all hints, and compare what is read with the right reading."""
    try:
        frame = read(write_table(layout, folder))
    except BenchreportError:
        return Outcome("refused")
    right, table = layout.right, layout.make()
    return follow(
        frame,
        lambda scores: matches(scores, right, table),
        curves=right.kind == "curves",
        nothing=right.kind == "nothing",
    )


def follow(
    frame: pd.DataFrame,
    is_right: Callable[[Scores], bool],
    roles: Mapping[str, object] | None = None,
    *,
    curves: bool = False,
    nothing: bool = False,
    before: tuple[str, ...] = (),
) -> Outcome:
    """Read a frame, and follow the hints where that ends in an error.

    Parameters
    ----------
    frame
        The table.
    is_right
        Tells whether scores are a right reading.
    roles
        What was answered so far.
    curves
        Whether the table is one of curves, which scores have to refuse.
    nothing
        Whether nothing can be tested, so that hints may end in an error that says so.
    before
        The questions that were asked so far.
    """
    given = dict(roles or {})
    try:
        scores = Scores.from_frame(frame, Roles(**given))
    except InputError as error:
        if curves and Curves.suits(frame, Roles(**given)):
            return Outcome("right")
        if len(before) >= MOST_QUESTIONS or error.message in before:
            return Outcome("refused")
        again = functools.partial(
            follow, frame, is_right, curves=curves, nothing=nothing, before=(*before, error.message)
        )
        return _take_hints(frame, given, error, again, nothing=nothing)
    return Outcome("right") if is_right(scores) else Outcome("wrong", [f"read as {scores}"])


def _take_hints(
    frame: pd.DataFrame,
    roles: dict[str, object],
    error: InputError,
    again: Callable[[dict[str, object]], Outcome],
    *,
    nothing: bool,
) -> Outcome:
    outcomes, nowhere = [], []
    for answer in answers(error):
        hint = ", ".join(f"{name}={value!r}" for name, value in answer.items())
        if bad := _unusable(answer, roles, frame):
            nowhere.append(f"{hint}: {bad}")
            continue
        outcome = again(_with_answer(roles, answer))
        if outcome.verdict == "refused" and not outcome.path and not nothing:
            nowhere.append(f"{hint}: {DEAD_END}")
        outcome.path.insert(0, f"{error.message} → {hint}")
        outcomes.append(outcome)
    nowhere += [text for outcome in outcomes for text in outcome.nowhere]
    return _best(outcomes, nowhere)


def _with_answer(roles: dict[str, object], answer: dict[str, object]) -> dict[str, object]:
    """Add an answer to the earlier ones: a column has its last role, and conditions on rows add up."""
    taken = {str(value) for value in answer.values()}
    roles = {name: value for name, value in roles.items() if str(value) not in taken}
    if "where" in answer and "where" in roles:
        answer = answer | {"where": {**roles["where"], **answer["where"]}}
    return roles | answer


def _best(outcomes: list[Outcome], nowhere: list[str]) -> Outcome:
    """One right answer among several makes a question a good one; a single hint has to be right."""
    for verdict in ("right", "wrong", "refused"):
        found = [outcome for outcome in outcomes if outcome.verdict == verdict]
        if found:
            best = min(found, key=lambda outcome: outcome.questions)
            return Outcome(verdict, best.path, nowhere)
    return Outcome("refused", [], nowhere)


def answers(error: InputError) -> Iterator[dict[str, object]]:
    """Return the roles of each hint that may be typed; what sets an argument of a failed call is one."""
    for part in error.way_out.parts:
        if isinstance(part, Code):
            # what follows is for the table that the code makes
            return
        given = _roles_of(part) if isinstance(part, Call) else {}
        if given:
            yield given


def _roles_of(call: Call) -> dict[str, object]:
    named = set(Roles.__dataclass_fields__)
    return dict(call.roles) or (
        {}
        if call.method
        else {name: value for name, value in call.options.items() if name in named}
    )


def _unusable(
    answer: Mapping[str, object], roles: Mapping[str, object], frame: pd.DataFrame
) -> str:
    """Say why an answer cannot be typed; empty if it can."""
    table = flat(frame)[0].frame
    if all(roles.get(name) == value for name, value in answer.items()):
        return "is what the caller said"
    for role, value in answer.items():
        for column in _columns_of(
            role, value, named=bool({"columns", "where"} & {**roles, **answer}.keys())
        ):
            # rows without names may be called folds
            called = role == "repeat" and is_called(column, "repeat")
            if column not in table.columns and not called:
                return f"{column!r} is not a column"
        constant = all(
            column in table.columns and table[column].nunique() < 2
            for column in _columns_of(role, value, named=False)
        )
        if role in {"algorithm", "repeat"} and constant:
            return f"{value!r} has one value"
        if role == "columns" and value not in AXES:
            return f"{value!r} is not what columns can be"
        if role == "where":
            yielded = _empty_selection(value, table)
            if yielded:
                return yielded
    return ""


def _columns_of(role: str, value: object, *, named: bool) -> list[object]:
    if role not in COLUMN_ROLES or value is None or (named and role == "score"):
        # the score of a leaderboard is only a name
        return []
    return list(value) if isinstance(value, list | tuple) else [value]


def _empty_selection(where: object, table: pd.DataFrame) -> str:
    for column, value in dict(where).items():
        if column not in table.columns or not (table[column].astype(str) == str(value)).any():
            return f"{column}={value} selects nothing"
    return ""


def matches(scores: Scores, right: Reading, table: pd.DataFrame | str) -> bool:
    """Tell whether scores are one of the right tables, by algorithms and values; blocks in any order."""
    if isinstance(table, str):
        if right.kind == "nothing":
            return False
        # only a file without a header is text and can be read
        table = pd.read_csv(io.StringIO(table), header=None)
        table.columns = pd.Index(
            [f"column {number}" for number in range(1, len(table.columns) + 1)]
        )
    return any(
        higher == scores.higher_is_better and same_scores(scores, expected)
        for expected, higher in right.tables(table)
    )


def same_scores(scores: Scores, expected: pd.DataFrame) -> bool:
    """Compare tables: algorithms by name, or by their scores where a label is another one of the same."""
    expected = expected.rename(columns=lambda name: str(name).strip())
    expected = expected.dropna(how="all").dropna(axis=1, how="all")
    found = scores.frame.dropna(how="all")
    if expected.shape != found.shape:
        return False
    if set(expected.columns) == set(found.columns):
        found = found[list(expected.columns)]
    else:
        expected, found = (table[_by_scores(table)] for table in (expected, found))
    first, second = _sorted_rows(expected), _sorted_rows(found)
    # per cent may be read as shares
    return any(
        np.allclose(first, second * unit, rtol=1e-6, equal_nan=True) for unit in (1.0, 100.0)
    )


def _by_scores(table: pd.DataFrame) -> list[object]:
    return sorted(table.columns, key=lambda name: sorted(table[name].dropna()))


def _sorted_rows(table: pd.DataFrame) -> np.ndarray:
    values = table.to_numpy(dtype=float)
    order = np.lexsort(np.nan_to_num(values / np.nanmax(np.abs(values)), nan=-9).round(6).T)
    return values[order]
