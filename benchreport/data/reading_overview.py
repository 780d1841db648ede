"""Say in words how a frame is read, for users whose file is read otherwise than they expect."""

from collections.abc import Hashable
from typing import Any

import pandas as pd

from benchreport.data.columns.evidence import Evidence
from benchreport.data.columns.keys import find_keys
from benchreport.data.columns.layout import Layout
from benchreport.data.columns.read_layout import read_layout
from benchreport.data.columns.roles import Roles
from benchreport.data.columns.selection import select
from benchreport.data.curves import Curves
from benchreport.data.gaps_in_words import gaps_in_words
from benchreport.data.prediction_kinds.read_predictions import holds_predictions, roles_of
from benchreport.data.predictions import Predictions
from benchreport.data.read_curves import BESIDE, columns_of
from benchreport.data.scores import Scores
from benchreport.errors import InputError, examples, format_count

MOST_COLUMNS = 40
MOST_NAMES = 60
GIVEN = {
    "classification": "labels",
    "regression": "values",
    "ranking": "ranked lists",
    "language": "probabilities of what came",
    "correctness": "right or wrong",
}


def columns_in_words(frame: pd.DataFrame, roles: Roles) -> str:
    """List the columns: what each holds, and its role where that is known.

    Examples
    --------
    >>> frame = pd.DataFrame({"model": ["a", "b"], "task": ["t", "t"], "f1": [0.5, None]})
    >>> print(columns_in_words(frame, Roles()))
    2 rows, 3 columns; long: one row a score
      model  text, 2 different              algorithm: by its name
      task   text, 1 different              dataset: by its name
      f1     numbers, 1 different, 1 empty  score: the only column that is left
    """
    table = select(frame, roles)
    frame, roles, levels = table.frame, table.roles, table.levels
    layout: Layout | None = None
    played: dict[Hashable | None, str] = {}
    try:
        if holds_predictions(frame, roles):
            played = roles_of(frame, roles)
        elif Curves.suits(frame, roles):
            played = _of_curves(frame, roles)
        else:
            # roles are known even where the direction is not
            one = frame.drop(columns=[table.metric_column] * bool(table.metrics))
            layout = read_layout(one, roles.bound(higher_is_better=True), levels=levels)
    except InputError:
        # the error is shown below the columns
        played |= _of_keys(frame, roles)
    if table.metrics:
        played |= {table.metric_column: "metric", table.value_column: "scores of each metric"}
    evidence = Evidence(frame)
    size = f"{format_count(len(frame), 'row')}, {format_count(len(frame.columns), 'column')}"
    rows = [
        # a name may go over lines
        (
            " ".join(str(name).split()),
            _content(frame[name]),
            played.get(name) or _role(name, layout, evidence),
        )
        for name in frame.columns[:MOST_COLUMNS]
    ]
    widths = [max((len(row[place]) for row in rows), default=0) for place in (0, 1)]
    lines = [
        f"  {name:{widths[0]}}  {content:{widths[1]}}  {role}".rstrip()
        for name, content, role in rows
    ]
    more = len(frame.columns) - MOST_COLUMNS
    lines += [f"  … and {more} more"] * (more > 0)
    form = {"long": "; long: one row a score", "wide": "; wide: one column an algorithm"}
    selected = "".join(f"; {note}" for note in table.notes)
    return "\n".join([size + (form[layout.form] if layout else "") + selected, *lines])


def curves_in_words(curves: Curves) -> str:
    """List the algorithms with their runs, the datasets, and other scores that were measured.

    Examples
    --------
    >>> frame = pd.DataFrame({"model": list("aabb"), "epoch": [1, 2] * 2, "loss": [3, 1, 2, 2]})
    >>> print(curves_in_words(Curves.from_frame(frame)))
    2 algorithms, 2 runs of 2 points over epoch 1 to 2; loss, lower is better
    algorithms: a (1), b (1)
    """
    runs = tuple(f"{name} ({len(curves.of(algorithm=name))})" for name in curves.algorithms)
    lines = [str(curves), f"algorithms: {_all(runs)}"]
    if len(curves.datasets) > 1:
        lines.append(f"datasets: {_all(curves.datasets)}")
    parts = [part for part in BESIDE if getattr(curves.runs[0], part) is not None]
    if parts:
        lines.append(f"beside the score: {' and '.join(parts)} scores")
    ends = {float(run.step[-1]) for run in curves.runs}
    if len(ends) > 1:
        lines.append(f"runs end at {curves.step} {min(ends):g} to {max(ends):g}")
    return "\n".join(lines)


def _of_keys(frame: pd.DataFrame, roles: Roles) -> dict[Hashable | None, str]:
    """Return the columns that name algorithms, datasets and repeats, where the rest cannot be read."""
    try:
        keys = find_keys(frame, roles, Evidence(frame))
    except InputError:
        return {}
    played = {keys.algorithm: "algorithm", keys.dataset: "dataset"}
    played |= dict.fromkeys(keys.repeat, "repeat")
    return {
        name: f"{role}: {keys.reasons[name]}"
        for name, role in played.items()
        if name in keys.reasons
    }


def _of_curves(frame: pd.DataFrame, roles: Roles) -> dict[Hashable, str]:
    """Return the role of each column of a table of curves."""
    columns = columns_of(frame, roles)
    played = {
        getattr(columns, role): role for role in ("algorithm", "dataset", "step", "score", *BESIDE)
    }
    played |= dict.fromkeys(columns.repeat, "repeat")
    played.pop(None, None)
    return {name: played.get(name, "not used") for name in frame.columns}


def scores_in_words(scores: Scores) -> str:
    """List the algorithms and blocks, the missing runs with what became of them, and the notes."""
    kinds = f"{scores.block_kind}s"
    lines = [
        str(scores),
        f"algorithms: {_all(scores.algorithms)}",
        f"{kinds}: {_all(scores.blocks)}",
    ]
    if scores.counts.max() > 1:
        lines.append(f"repeats: averaged within {kinds}")
    gaps = gaps_in_words(scores, most=MOST_NAMES)
    if gaps:
        lines.append(gaps)
    lines += [f"note: {sentence}" for sentence in scores.runs.notes]
    return "\n".join(lines)


def predictions_in_words(predictions: Predictions) -> str:
    """List the models, the classes with their examples, and what the models predicted."""
    outputs = GIVEN[predictions.task]
    if predictions.probabilities is not None:
        outputs = "probabilities of every class"
    elif predictions.scores is not None:
        outputs = f"scores of {predictions.positive}"
    lines = [str(predictions), f"models: {_all(predictions.algorithms)}; {outputs}"]
    counts = [int((predictions.truth == code).sum()) for code in range(len(predictions.classes))]
    pairs = zip(predictions.classes, counts, strict=True)
    classes = tuple(f"{name} ({count})" for name, count in pairs)
    if classes:
        lines.append(f"classes: {_all(classes)}")
    if len(predictions.datasets) > 1:
        lines.append(f"datasets: {_all(predictions.datasets)}")
    if len(predictions.repeats) > 1:
        lines.append(f"repeats: {_all(predictions.repeats)}")
    lines += _odd(predictions)
    if predictions.weighted and predictions.task == "language":
        lines.append(f"tokens: {predictions.weights.sum():.0f}")
    elif predictions.weighted:
        lines.append("examples are weighted")
    return "\n".join(lines)


def _odd(predictions: Predictions) -> list[str]:
    """Say what is unusual and may be a mistake."""
    lines = []
    parts = (predictions.dataset.tolist(), predictions.repeat.tolist(), predictions.examples)
    keys = zip(*parts, strict=True)
    twice = predictions.n - len(set(keys))
    if twice:
        lines.append(f"look again: {format_count(twice, 'row')} of examples that are there before")
    scores = predictions.scores
    if scores is None or not predictions.has_labels or len(predictions.classes) > 2:  # noqa: PLR2004
        return lines
    code = predictions.classes.index(predictions.positive)
    middle = 0.5 if ((scores >= 0) & (scores <= 1)).all() else 0.0
    agree = ((predictions.predicted == code) == (scores > middle)).mean(axis=0)
    lines += [
        f"look again: labels of {name} contradict its scores for {100 * (1 - share):.0f} % of examples"
        for name, share in zip(predictions.algorithms, agree.tolist(), strict=True)
        if share < 0.5  # noqa: PLR2004 - more often than not
    ]
    return lines


def _all(names: tuple[str, ...]) -> str:
    return examples(names, most=MOST_NAMES)


def _content(column: "pd.Series[Any]") -> str:
    try:
        different = _count_different(column)
    except RecursionError:
        return "lists in lists"
    text = f"{_kind(column)}, {different} different"
    empty = int(column.isna().sum())
    return f"{text}, {empty} empty" if empty else text


def _count_different(column: "pd.Series[Any]") -> int:
    try:
        return int(column.nunique())
    except TypeError:
        # lists and dicts have no hash
        return int(column.astype(str)[column.notna()].nunique())


def _kind(column: "pd.Series[Any]") -> str:
    kinds = pd.api.types
    if kinds.is_bool_dtype(column.dtype):
        return "true or false"
    if kinds.is_integer_dtype(column.dtype):
        return "whole numbers"
    if kinds.is_numeric_dtype(column.dtype):
        return "numbers"
    if kinds.is_object_dtype(column.dtype) or kinds.is_string_dtype(column.dtype):
        return "text"
    return str(column.dtype)


def _role(name: Hashable, layout: Layout | None, evidence: Evidence) -> str:
    if layout is None:
        return ""
    if name in layout.algorithms:
        return "an algorithm's scores"
    roles = {layout.algorithm: "algorithm", layout.dataset: "dataset"}
    roles |= dict.fromkeys(layout.repeat, "repeat")
    if layout.form == "long":
        roles[layout.score] = "score"
    role, reason = roles.get(name, "not used"), layout.reasons.get(name, "")
    if role == "not used" and not reason:
        facts = evidence.facts(name)
        reason = facts.why_not or "different in every row" * facts.unique
    return f"{role}: {reason}" if reason else role
