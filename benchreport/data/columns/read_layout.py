"""Read the layout of a table of scores: long or wide, and the role of each column.

A frame is **long** (one row for each score) if a column names the algorithms, and **wide** (one column for
each algorithm) otherwise. Names decide first; where they do not, the content of the columns does, and where
two readings are as good, the caller is asked.
"""

import itertools
import re
from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from benchreport.data.cells.cell_values import is_text
from benchreport.data.cells.score_cells import holds_numbers
from benchreport.data.columns.content.evidence import Evidence
from benchreport.data.columns.find_keys import find_keys
from benchreport.data.columns.layout import Layout, refuse_double_roles
from benchreport.data.columns.long.long_layout import long_layout
from benchreport.data.columns.orientation import names_rows
from benchreport.data.columns.role_columns import present
from benchreport.data.columns.roles import WRITTEN_INDEX, Roles
from benchreport.data.columns.wide.wide_layout import wide_layout
from benchreport.data.columns.words.names import is_called, words_of
from benchreport.errors import DesignError, RoleError, examples
from benchreport.hints import Hint, call, code

# such names are scores
DECIMAL = re.compile(r"[+-]?\d+\.\d{3,}(?:e[+-]?\d+)?", re.IGNORECASE)
WINS = frozenset("winner preferred preference chosen choice better".split())
TIES = frozenset("tie draw both neither none equal same".split())
# model_a and model_b, player 1 and player 2, home team and away team
OPPONENT = re.compile(
    r"(?P<who>model|player|system|method|algorithm|agent|engine)[ _-]?(?:[ab12]|left|right)"
    r"|(?:home|away)(?P<team>[ _-]?team)?|(?P<chess>white|black)",
    re.IGNORECASE,
)


def read_layout(
    frame: pd.DataFrame,
    roles: Roles,
    *,
    levels: Sequence[Hashable] = (),
    one_score: bool = False,
    evidence: Evidence | None = None,
) -> Layout:
    """Find the column of each role.

    Parameters
    ----------
    frame
        A frame without levels in its index (see `flat`).
    roles
        The roles that the caller set.
    levels
        The columns that were levels of the index; they name rows and never hold scores.
    one_score
        Whether one score an algorithm is enough, as it is in each of many nights.
    evidence
        What is known of the frame's columns already.

    Raises
    ------
    RoleError
        A column that the caller set does not exist, or no column, or several, could play a role.
    DirectionError
        Neither the caller nor the score's name says whether higher is better.
    """
    evidence = evidence or Evidence(frame)
    _refuse_battles(roles, frame)
    _refuse_numbers_as_names(frame, evidence)
    try:
        keys = find_keys(roles, evidence)
    except RoleError:
        # true and predicted classes cross as algorithms and datasets do
        _refuse_classes(roles, frame)
        raise
    refuse_double_roles({"algorithm": keys.algorithm, "dataset": keys.dataset}, keys.repeat)
    runs = None if roles.runs is None else present("runs", roles.runs, frame)
    known = {*keys.columns, *levels, WRITTEN_INDEX, runs}
    rest = [name for name in frame.columns if name not in known]
    _refuse_predictions(roles, rest, frame, long=keys.algorithm is not None)
    if keys.algorithm is not None:
        layout = long_layout(frame, roles, keys, rest, evidence, one_score=one_score)
        return layout if runs is None else replace(layout, runs=runs)
    if runs is not None:
        raise RoleError(
            "runs= takes a column that says how many runs each score is the mean of, one score a row; this "
            "table has a column for each algorithm.",
            hint=code("df.melt(id_vars=[...], var_name='algorithm', value_name='score').bench"),
        )
    return wide_layout(frame, roles, keys, rest, evidence, levels=levels)


def _refuse_numbers_as_names(frame: pd.DataFrame, evidence: Evidence) -> None:
    """Refuse a table whose first row was taken for the names of its columns."""
    names = [name for name in frame.columns if DECIMAL.fullmatch(str(name))]
    if not names or len(names) == len(frame.columns) or not evidence.texts:
        return
    others = [name for name in frame.columns if name not in names]
    # a wide table may have a column for each level of noise
    if all(name in evidence.texts for name in others) and (len(names) == 1 or len(others) > 1):
        raise DesignError(
            f"the names of the columns look like a row of the table: {examples(frame.columns, most=12)}.",
            hint=code(
                "pd.read_csv(path, names=['algorithm', 'dataset', 'score'])",
                "write a line of names above the first row",
            ),
        )


def _refuse_battles(roles: Roles, frame: pd.DataFrame) -> None:
    """Refuse a table whose rows are contests of two models: no score is of one of them."""
    # columns of numbers so called are algorithms
    names = [name for name in frame.columns if OPPONENT.fullmatch(str(name))]
    texts = [str(name) for name in names if is_text(frame[name]) and not holds_numbers(frame[name])]
    found = [match for match in map(OPPONENT.fullmatch, texts) if match]
    pairs = [
        (first[0], second[0])
        for first, second in itertools.combinations(found, 2)
        if first.group("who", "team", "chess") == second.group("who", "team", "chess")
        or (first["chess"] and second["chess"])
    ]
    pairs += [sides for name in frame.columns if (sides := _sides_of(name, frame))]
    if not pairs or roles.algorithm is not None:
        return
    raise DesignError(
        f"each row is a contest of two models, {pairs[0][0]!r} and {pairs[0][1]!r}, and no score is of one "
        "model alone.",
        hint="fit ratings to the contests, and rank them with their standard errors: "
        + code("benchreport.rank_estimates(ratings, standard_errors)"),
    )


def _sides_of(name: Hashable, frame: pd.DataFrame) -> tuple[str, str] | None:
    """Return the two other columns of which a column such as ``winner`` names one in each row, or a tie."""
    if WINS.isdisjoint(words_of(name)) or not is_text(frame[name]):
        return None
    said = {str(cell).casefold() for cell in frame[name].dropna().unique()}
    sides = [str(other) for other in frame.columns if str(other).casefold() in said]
    rest = said - {side.casefold() for side in sides}
    return (sides[0], sides[1]) if len(sides) == 2 and rest <= TIES else None  # noqa: PLR2004 - a pair


def _refuse_predictions(
    roles: Roles, rest: Sequence[Hashable], frame: pd.DataFrame, *, long: bool
) -> None:
    """Refuse a table of predictions: its truth would be read as an algorithm or a score."""
    truth = [name for name in rest if is_called(name, "truth") and name != roles.score]
    truth = [name for name in truth if not names_rows(frame, name)]
    predictions = [name for name in rest if is_called(name, "prediction", "probability")]
    if not truth or (long and (not predictions or roles.score is not None)):
        return
    raise _predictions_error(truth[0])


def _refuse_classes(roles: Roles, frame: pd.DataFrame) -> None:
    """Refuse a table with a column of true classes and another one that holds the same classes."""
    for name in frame.columns:
        if is_called(name, "truth") and name != roles.score:
            classes = _texts(frame[name])
            # models are adapted from each source to each target, which hold the same names
            others = (other for other in frame.columns if str(other).casefold() != "source")
            if any(_texts(frame[other]) == classes for other in others if other != name):
                raise _predictions_error(name)


def _texts(column: "pd.Series[Any]") -> set[str]:
    # the lists of rankings are not hashable
    return set(column.astype(str))


def _predictions_error(truth: Hashable) -> RoleError:
    return RoleError(
        f"this looks like a table of predictions, whose truth is in {truth!r}, but scores are needed.",
        hint=calls_for_predictions(),
    )


def calls_for_predictions() -> Hint:
    """Return the ways out for a table of predictions where scores are needed."""
    return (
        call("analyze_predictions")
        + ", "
        + call("metrics")
        + " or "
        + call("mcnemar")
        + " compare predictions; "
        + call("to_scores", metric="accuracy")
        + " makes scores of several datasets"
    )
