"""Labels, values, scores and probabilities as read, before labels become codes."""

import re
from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.prediction_rows import (
    Raw,
    dataset_codes,
    examples_of,
    refuse_missing,
    weights_of,
    widened,
    written,
    written_labels,
)
from benchreport.data.roles import Roles, Task, column_of
from benchreport.errors import DataError, RoleError, counted, examples

__all__ = ["is_long", "read_labels"]

SUFFIX = re.compile(r"^(?P<model>.+?)_(?:probability|proba|prob|score)(?:_(?P<label>.+))?$")
# numeric truths with more values than this are measured, unless they are whole numbers
MOST_CODES = 50


def read_labels(frame: pd.DataFrame, roles: Roles, truth: Hashable) -> Raw:
    """Read labels, values, scores or probabilities beside a column of truths, long or wide."""
    if is_long(frame, roles):
        values = {
            "": column_of("prediction", roles, frame),
            "_probability": column_of("probability", roles, frame),
        }
        frame, roles = widened(frame, roles, truth, values)
    return _wide(frame, roles, truth)


def is_long(frame: pd.DataFrame, roles: Roles) -> bool:
    """Tell whether each row is about one model."""
    algorithm = column_of("algorithm", roles, frame)
    said = [column_of(role, roles, frame) for role in ("prediction", "probability")]
    return algorithm is not None and said != [None, None]


def _wide(frame: pd.DataFrame, roles: Roles, truth: Hashable) -> Raw:
    dataset = column_of("dataset", roles, frame)
    example = column_of("example", roles, frame)
    weight = column_of("weight", roles, frame)
    taken = {truth, dataset, example, weight, "Unnamed: 0"}
    columns = [name for name in frame.columns if name not in taken]
    labels, scores, by_class = _sorted_columns(columns)
    if not labels and not scores and not by_class:
        raise RoleError(
            f"no column holds predictions; the columns are {examples(frame.columns, most=12)}.",
            hint="one column a model beside the truth",
        )
    names = examples_of(frame, example)
    task = roles.task or _task(frame[truth], bool(scores or by_class))
    true = _truths(frame[truth], task, names)
    predicted, single, probabilities, models = _predictions(
        frame,
        task,
        (labels, scores, by_class),
        set(true) if task == "classification" else set(),
        names,
    )
    codes, kinds = dataset_codes(frame, dataset)
    weights = np.ones(len(frame)) if weight is None else weights_of(frame[weight])
    return Raw(
        task, true, predicted, single, probabilities, models, kinds, codes, names, weights,
        weight is not None,
    )  # fmt: skip


Labels = dict[str, Hashable]


def _sorted_columns(
    columns: Sequence[Hashable],
) -> tuple[Labels, Labels, dict[str, Labels]]:
    """Tell labels, one class's scores and all classes' probabilities apart by their names."""
    plain = {str(name): name for name in columns}
    labels: Labels = {}
    scores: Labels = {}
    by_class: dict[str, Labels] = {}
    for text, name in plain.items():
        found = SUFFIX.match(text)
        if found is None:
            labels[text] = name
        elif found["label"] is None:
            scores[found["model"]] = name
        else:
            by_class.setdefault(found["model"], {})[found["label"]] = name
    return labels, scores, by_class


def _task(truth: "pd.Series[Any]", scored: bool) -> Task:  # noqa: FBT001 - private
    kind = truth.dtype
    numeric = pd.api.types.is_numeric_dtype(kind) and not pd.api.types.is_bool_dtype(kind)
    if not numeric or scored:
        return "classification"
    values = truth.dropna()
    whole = bool((values == values.round()).all())
    return "classification" if whole and values.nunique() <= MOST_CODES else "regression"


def _truths(column: "pd.Series[Any]", task: Task, names: tuple[str, ...]) -> Sequence[Any]:
    empty = np.flatnonzero(column.isna())
    if len(empty):
        raise DataError(
            f"{counted(len(empty), 'example')} without a truth: "
            f"{examples(names[place] for place in empty)}.",
            hint=f"df.dropna(subset=[{column.name!r}])",
        )
    if task == "regression":
        return [float(value) for value in pd.to_numeric(column)]
    return tuple(written_labels(column))


def _predictions(
    frame: pd.DataFrame,
    task: Task,
    columns: tuple[Labels, Labels, dict[str, Labels]],
    classes: set[str],
    names: tuple[str, ...],
) -> tuple[
    NDArray[Any] | None,
    NDArray[np.float64] | None,
    dict[str, NDArray[np.float64]] | None,
    tuple[str, ...],
]:
    labels, scores, by_class = columns
    alone = task == "classification" and not scores and not by_class
    # columns of fractions beside labels that are none: probabilities under the model's name
    if alone and all(_fractions(frame[name], classes) for name in labels.values()):
        labels, scores = {}, labels
    models = tuple(dict.fromkeys([*labels, *scores, *by_class]))
    for kind, given in (("predictions", labels), ("scores", scores), ("probabilities", by_class)):
        absent = [name for name in models if given and name not in given]
        if absent:
            raise DataError(
                f"{kind} of some models only: none of {examples(absent)}.",
                hint="the same columns for every model",
            )
    used = [*labels.values(), *scores.values()]
    used += [name for group in by_class.values() for name in group.values()]
    refuse_missing(frame, used, names)
    predicted = None
    if labels:
        each = [frame[labels[model]] for model in models]
        if task == "regression":
            predicted = np.array([pd.to_numeric(column) for column in each], dtype=float).T
        else:
            predicted = np.column_stack([written_labels(column) for column in each])
    single = _stacked(frame, [scores[model] for model in models]) if scores else None
    probabilities = None
    if by_class:
        known = list(dict.fromkeys(label for group in by_class.values() for label in group))
        probabilities = {
            label: _stacked(frame, [by_class[model][label] for model in models]) for label in known
        }
    return predicted, single, probabilities, models


def _fractions(column: "pd.Series[Any]", classes: set[str]) -> bool:
    if not pd.api.types.is_float_dtype(column.dtype):
        return False
    inside = bool(column.dropna().between(0, 1).all())
    return inside and not {written(value) for value in column.dropna().unique()[:50]} <= classes


def _stacked(frame: pd.DataFrame, columns: Sequence[Hashable]) -> NDArray[np.float64]:
    try:
        return np.column_stack([frame[name].to_numpy(dtype=np.float64) for name in columns])
    except (TypeError, ValueError) as error:
        raise DataError(
            f"columns of probabilities or scores hold what is no number: {examples(columns)}.",
            hint="pd.to_numeric(df[column])",
        ) from error
