"""Say in words how a frame is read, for users whose file is read otherwise than they expect."""

from collections.abc import Hashable
from typing import Any

import numpy as np
import pandas as pd

from benchreport.data.columns.content.evidence import Evidence
from benchreport.data.columns.factors import as_columns
from benchreport.data.columns.find_keys import find_keys
from benchreport.data.columns.layout import Layout
from benchreport.data.columns.read_layout import read_layout
from benchreport.data.columns.roles import Roles
from benchreport.data.columns.selection import select
from benchreport.data.curves import Curves, write_step
from benchreport.data.gaps_in_words import gaps_in_words
from benchreport.data.prediction_kinds.read_predictions import holds_predictions, roles_of
from benchreport.data.predictions import Predictions
from benchreport.data.read_curves import BESIDE, columns_of
from benchreport.data.scores import Scores
from benchreport.errors import InputError, examples, format_count, name_steps
from benchreport.wording.shell import reading

MOST_COLUMNS = 40
MOST_GAPS = 5
MOST_CHECKED, FEW_NAMES = 24, 12
# numbers from here to there are written in full
FIVE_DIGITS, LONGEST = 1e4, 1e15


def columns_in_words(frame: pd.DataFrame, roles: Roles) -> str:
    """List the columns: what each holds, and its role where that is known.

    Examples
    --------
    >>> frame = pd.DataFrame({"model": ["a", "b"], "task": ["t", "t"], "f1": [0.5, None]})
    >>> print(columns_in_words(frame, Roles()))
    2 rows, 3 columns; long: one row per score
      model  text, 2 values              algorithm: by its name
      task   text, 1 value               dataset: by its name
      f1     numbers, 1 value, 1 empty  score: the only column left
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
            # roles are known even where the direction is not; the error on the table names what is no column
            beside = [name for name in as_columns(roles.covariates) if name in frame.columns]
            one = frame.drop(columns=[*[table.metric_column] * bool(table.metrics), *beside])
            layout = read_layout(one, roles.bound(higher_is_better=True), levels=levels)
    except InputError:
        # the error is shown below the columns
        played |= _of_keys(roles, table.evidence)
    played |= dict.fromkeys(as_columns(roles.covariates), reading.COVARIATE)
    if table.factors:
        names = examples((factor.name for factor in table.factors), most=MOST_CHECKED)
        played[roles.algorithm] = reading.COMBINATIONS.format(names=names)
    if table.metrics:
        played |= {table.metric_column: "metric", table.value_column: reading.SCORES_OF_METRICS}
    evidence = table.evidence
    size = reading.COLUMNS.format(
        rows=format_count(len(frame), "row"), columns=format_count(len(frame.columns), "column")
    )
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
    lines += [f"  {reading.MORE.format(n=more)}"] * (more > 0)
    selected = "".join(f"; {note}" for note in table.notes)
    return "\n".join([size + (reading.FORM[layout.form] if layout else "") + selected, *lines])


def curves_in_words(curves: Curves) -> str:
    """List the algorithms with their runs, the datasets, and other scores that were measured.

    Examples
    --------
    >>> frame = pd.DataFrame({"model": list("aabb"), "epoch": [1, 2] * 2, "loss": [3, 1, 2, 2]})
    >>> print(curves_in_words(Curves.from_frame(frame)))
    2 algorithms, 2 runs of 2 points over epoch 1 to 2; loss, lower is better
    algorithms: a (1), b (1)
    """
    runs = tuple(
        reading.NAME_AND_COUNT.format(name=name, n=len(curves.of(algorithm=name)))
        for name in curves.algorithms
    )
    lines = [str(curves), reading.ALGORITHMS.format(names=_all(runs))]
    if len(curves.datasets) > 1:
        lines.append(reading.DATASETS.format(names=_all(curves.datasets)))
    parts = [part for part in BESIDE if getattr(curves.runs[0], part) is not None]
    if parts:
        lines.append(reading.FURTHER_SCORES.format(names=", ".join(parts)))
    ends = {float(run.step[-1]) for run in curves.runs}
    if len(ends) > 1:
        steps = name_steps(curves.step, write_step(min(ends)), write_step(max(ends)))
        lines.append(reading.LAST_STEPS.format(steps=steps))
    return "\n".join(lines)


def _of_keys(roles: Roles, evidence: Evidence) -> dict[Hashable | None, str]:
    """Return the columns that name algorithms, datasets and repeats, where the rest cannot be read."""
    try:
        keys = find_keys(roles, evidence)
    except InputError:
        return {}
    played = {keys.algorithm: "algorithm", keys.dataset: "dataset"}
    played |= dict.fromkeys(keys.repeat, "repeat")
    return {
        name: reading.WITH_REASON.format(role=role, reason=keys.reasons[name])
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
    return {name: played.get(name, reading.NOT_USED) for name in frame.columns}


def scores_in_words(scores: Scores) -> str:
    """List the algorithms and blocks, the missing runs with what became of them, and the notes."""
    kinds = f"{scores.block_kind}s"
    lines = [
        str(scores),
        reading.ALGORITHMS.format(names=_all(scores.algorithms)),
        reading.BLOCKS.format(kinds=kinds, names=_all(scores.blocks)),
    ]
    if scores.counts.max() > 1:
        lines.append(reading.REPEATS_AVERAGED.format(kinds=kinds))
    gaps = gaps_in_words(scores, most=MOST_GAPS)
    if gaps:
        lines.append(gaps)
    lines += [reading.NOTE.format(sentence=sentence) for sentence in scores.runs.notes]
    return "\n".join(lines)


def predictions_in_words(predictions: Predictions) -> str:
    """List the models, the classes with their examples, and what the models predicted."""
    outputs = reading.OUTPUTS[predictions.task]
    if predictions.probabilities is not None:
        outputs = reading.PROBABILITIES
    elif predictions.scores is not None:
        outputs = reading.SCORES_OF_CLASS.format(positive=predictions.positive)
    models = reading.MODELS.format(names=_all(predictions.algorithms), outputs=outputs)
    lines = [str(predictions), models]
    pairs = zip(predictions.classes, _count_classes(predictions), strict=True)
    classes = tuple(reading.NAME_AND_COUNT.format(name=name, n=count) for name, count in pairs)
    if classes:
        lines.append(reading.CLASSES.format(names=_all(classes)))
    if len(predictions.datasets) > 1:
        lines.append(reading.DATASETS.format(names=_all(predictions.datasets)))
    if predictions.clustered:
        names = examples(predictions.clusters, most=6)
        lines.append(reading.CLUSTERS.format(column=predictions.cluster_column, names=names))
    if len(predictions.repeats) > 1:
        lines.append(reading.REPEATS.format(names=_all(predictions.repeats)))
    lines += _odd(predictions)
    if predictions.weighted and predictions.task == "language":
        lines.append(reading.TOKENS.format(n=f"{predictions.weights.sum():.0f}"))
    elif predictions.weighted:
        lines.append(reading.WEIGHTED)
    elif predictions.counted:
        lines.append(reading.COUNTED.format(rows=predictions.n_rows, examples=predictions.n))
    return "\n".join(lines)


def _count_classes(predictions: Predictions) -> list[int]:
    if not predictions.classes:
        return []
    codes, n_classes = predictions.truth.astype(int), len(predictions.classes)
    return [int(n) for n in np.bincount(codes, predictions.counts, n_classes)]


def _odd(predictions: Predictions) -> list[str]:
    """Say what is unusual and may be a mistake."""
    lines = []
    codes = (predictions.dataset, predictions.cluster, predictions.repeat)
    keys = zip(*(code.tolist() for code in codes), predictions.examples, strict=True)
    twice = predictions.n_rows - len(set(keys))
    if twice:
        lines.append(reading.REPEATED_EXAMPLES[twice == 1].format(n=twice))
    scores = predictions.scores
    if scores is None or not predictions.has_labels or len(predictions.classes) > 2:  # noqa: PLR2004
        return lines
    code = predictions.classes.index(predictions.positive)
    middle = 0.5 if ((scores >= 0) & (scores <= 1)).all() else 0.0
    agree = ((predictions.predicted == code) == (scores > middle)).mean(axis=0)
    lines += [
        reading.CONTRADICTED.format(name=name, share=f"{100 * (1 - share):.0f}")
        for name, share in zip(predictions.algorithms, agree.tolist(), strict=True)
        if share < 0.5  # noqa: PLR2004 - more often than not
    ]
    return lines


def _all(names: tuple[str, ...]) -> str:
    """Write all names that a reader checks one by one, and the first of more."""
    return examples(names, most=MOST_CHECKED if len(names) <= MOST_CHECKED else FEW_NAMES)


def _content(column: "pd.Series[Any]") -> str:
    try:
        different = _count_different(column)
    except RecursionError:
        return reading.NESTED
    text = reading.VALUES.format(kind=_kind(column), values=format_count(different, "value"))
    kinds = pd.api.types
    ordered = kinds.is_numeric_dtype(column.dtype) and not kinds.is_complex_dtype(column.dtype)
    if different > 1 and ordered and not kinds.is_bool_dtype(column.dtype):
        low, high = (float(end) for end in (column.min(), column.max()))
        text += reading.RANGE.format(low=_plain(low), high=_plain(high))
    empty = int(column.isna().sum())
    return text + reading.EMPTY.format(n=empty) if empty else text


def _plain(end: float) -> str:
    return f"{end:,.0f}" if FIVE_DIGITS <= abs(end) < LONGEST else f"{end:.4g}"


def _count_different(column: "pd.Series[Any]") -> int:
    try:
        return int(column.nunique())
    except TypeError:
        # lists and dicts have no hash
        return int(column.astype(str)[column.notna()].nunique())


def _kind(column: "pd.Series[Any]") -> str:
    kinds = pd.api.types
    if kinds.is_bool_dtype(column.dtype):
        return reading.CONTENT["boolean"]
    if kinds.is_integer_dtype(column.dtype):
        return reading.CONTENT["whole"]
    if kinds.is_numeric_dtype(column.dtype):
        return reading.CONTENT["number"]
    if kinds.is_object_dtype(column.dtype) or kinds.is_string_dtype(column.dtype):
        return reading.CONTENT["text"]
    return str(column.dtype)


def _role(name: Hashable, layout: Layout | None, evidence: Evidence) -> str:
    if layout is None:
        return ""
    if name in layout.algorithms:
        return reading.SCORES_OF_ALGORITHM
    roles = {layout.algorithm: "algorithm", layout.dataset: "dataset"}
    roles |= dict.fromkeys(layout.repeat, "repeat")
    if layout.form == "long":
        roles |= {layout.score: "score", layout.runs: reading.RUNS_OF_MEAN}
        roles |= dict.fromkeys(layout.states, reading.WHICH_FAILED)
    role, reason = roles.get(name, reading.NOT_USED), layout.reasons.get(name, "")
    if role == reading.WHICH_FAILED:
        return role
    if role == reading.NOT_USED and not reason:
        facts = evidence.facts(name)
        reason = facts.why_not or reading.ALL_DIFFERENT * facts.unique
    if reason == reading.CONSTANT and evidence.column(name).isna().any():
        reason = reading.ONE_VALUE_OR_EMPTY[evidence.facts(name).different == 0]
    return reading.WITH_REASON.format(role=role, reason=reason) if reason else role
