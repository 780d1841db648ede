"""From a frame to arrays of truths and predictions, before labels become codes."""

import re
from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.roles import Roles, Task, column_of, flat
from benchreport.errors import DataError, DesignError, RoleError, counted, examples

__all__ = ["Raw", "has_truth", "read_raw", "roles_of"]

SUFFIX = re.compile(r"^(?P<model>.+?)_(?:probability|proba|prob|score)(?:_(?P<label>.+))?$")
# numeric truths with more values than this are measured, unless they are whole numbers
MOST_CODES = 50


class Raw(NamedTuple):
    """Predictions as read: labels as text, measured values as numbers.

    Parameters
    ----------
    truth
        (n,) labels or numbers.
    predicted
        (n, k), or ``None`` where models gave only scores.
    scores
        (n, k) of one class, or ``None``.
    probabilities
        By class (n, k), or ``None``.
    """

    task: Task
    truth: Sequence[Any]
    predicted: NDArray[Any] | None
    scores: NDArray[np.float64] | None
    probabilities: dict[str, NDArray[np.float64]] | None
    algorithms: tuple[str, ...]
    datasets: tuple[str, ...]
    dataset: NDArray[np.intp]
    examples: tuple[str, ...]
    weights: NDArray[np.float64]
    weighted: bool


def has_truth(frame: pd.DataFrame, roles: Roles) -> bool:
    """Tell whether a frame is one of predictions: a column is, or is called, the truth."""
    try:
        return not frame.empty and column_of("truth", roles, flat(frame)[0]) is not None
    except RoleError:
        # whoever reads it in earnest says what is wrong
        return roles.truth is not None


def roles_of(frame: pd.DataFrame, roles: Roles) -> dict[Hashable, str]:
    """Name the role that each column of a table of predictions plays."""
    long = _is_long(frame, roles)
    kinds = ["truth", "dataset", "example", "weight"]
    kinds += ["algorithm", "prediction", "probability"] if long else []
    played: dict[Hashable, str] = {}
    for role in kinds:
        column = column_of(role, roles, frame)
        if column is not None:
            played[column] = role
    rest = [name for name in frame.columns if name not in played]
    return {**played, **dict.fromkeys(rest, "not used" if long else "a model's predictions")}


def read_raw(frame: pd.DataFrame, roles: Roles) -> Raw:
    """Read a frame of predictions, long or wide."""
    if frame.empty:
        raise DesignError(
            f"the table is empty: {len(frame)} rows, {len(frame.columns)} columns.",
            hint="check what was read: df.shape, df.head()",
        )
    frame, _ = flat(frame)
    truth = column_of("truth", roles, frame)
    if truth is None:
        raise RoleError(
            "no column is called y_true, truth, target or label; which holds the truth? The columns "
            f"are {examples(frame.columns, most=12)}.",
            hint="df.bench(truth='column')",
        )
    if _is_long(frame, roles):
        frame, roles = _widened(frame, roles, truth)
    return _wide(frame, roles, truth)


def _is_long(frame: pd.DataFrame, roles: Roles) -> bool:
    algorithm = column_of("algorithm", roles, frame)
    said = [column_of(role, roles, frame) for role in ("prediction", "probability")]
    return algorithm is not None and said != [None, None]


def _widened(frame: pd.DataFrame, roles: Roles, truth: Hashable) -> tuple[pd.DataFrame, Roles]:
    """Turn one row an example and model into one row an example."""
    algorithm = column_of("algorithm", roles, frame)
    prediction = column_of("prediction", roles, frame)
    probability = column_of("probability", roles, frame)
    example = column_of("example", roles, frame)
    if example is None:
        raise RoleError(
            "a long table of predictions needs a column that says which example each row is about.",
            hint="df.bench(example='column'); without one, number them: "
            f"df.assign(example=df.groupby({algorithm!r}).cumcount())",
        )
    dataset = column_of("dataset", roles, frame)
    weight = column_of("weight", roles, frame)
    keys = [dataset, example] if dataset is not None else [example]
    _refuse_twice(frame, [*keys, algorithm])
    _refuse_absent(frame, keys, algorithm)
    _refuse_two_truths(frame, keys, truth)
    kept = [truth] if weight is None else [truth, weight]
    base = frame.drop_duplicates(keys).set_index(keys)[kept]
    names = [str(name) for name in frame[algorithm].unique()]
    order = frame[algorithm].unique()
    for column, suffix in ((prediction, ""), (probability, "_probability")):
        if column is None:
            continue
        for raw, name in zip(order, names, strict=True):
            own = frame[frame[algorithm] == raw].set_index(keys)[column]
            base[f"{name}{suffix}"] = own.loc[base.index]
    wide = base.reset_index()
    bound = Roles(
        truth=truth,
        dataset=dataset,
        example=example,
        weight=weight,
        classes=roles.classes,
        positive=roles.positive,
        task=roles.task,
    )
    return wide, bound


def _named(frame: pd.DataFrame, keys: Sequence[Hashable]) -> str:
    rows = frame[list(keys)].astype(str).agg(", ".join, axis=1)
    return examples(rows.unique().tolist())


def _refuse_twice(frame: pd.DataFrame, keys: Sequence[Hashable]) -> None:
    twice = frame[frame.duplicated(list(keys))]
    if len(twice):
        raise DataError(
            f"{counted(len(twice), 'prediction')} there twice: {_named(twice, keys)}.",
            hint="df.drop_duplicates(), or name the column that tells them apart",
        )


def _refuse_absent(frame: pd.DataFrame, keys: Sequence[Hashable], algorithm: Hashable) -> None:
    counts = frame.groupby(list(keys), sort=False, observed=True).size()
    models = frame[algorithm].nunique()
    short = counts[counts < models]
    if len(short):
        names = [str(name) for name in short.index[:5]]
        raise DesignError(
            f"models predicted different examples: {len(short)} of {len(counts)} lack a model's "
            f"prediction ({examples(names)}).",
            hint="leave those out for all models, or complete them",
        )


def _refuse_two_truths(frame: pd.DataFrame, keys: Sequence[Hashable], truth: Hashable) -> None:
    pairs = frame.drop_duplicates([*keys, truth])
    twofold = pairs[pairs.duplicated(list(keys))]
    if len(twofold):
        names = _named(twofold, keys).split(", ")
        raise DataError(
            f"{counted(len(twofold), 'example')} with more than one truth: {examples(names)}.",
            hint="check how the predictions were joined",
        )


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
    codes, kinds = _dataset_codes(frame, dataset)
    weights = np.ones(len(frame)) if weight is None else _weights(frame[weight])
    return Raw(
        task, true, predicted, single, probabilities, models, kinds, codes, names, weights,
        weight is not None,
    )  # fmt: skip


def examples_of(frame: pd.DataFrame, example: Hashable | None) -> tuple[str, ...]:
    """Name the examples: by their column, else by the row from 0."""
    if example is None:
        return tuple(str(row) for row in range(len(frame)))
    return tuple(str(value) for value in frame[example])


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


def _label(value: object) -> str:
    """Write a label so that 1, 1.0 and True's numpy kin read alike."""
    if isinstance(value, float | np.floating) and float(value).is_integer():
        return str(int(value))
    return str(value)


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
    return tuple(_labels(column))


def _labels(column: "pd.Series[Any]") -> NDArray[Any]:
    """Write a column's labels, each different one once."""
    if column.dtype == object and pd.api.types.infer_dtype(column) != "string":
        # 1 and True are the same key and not the same label
        return np.array([_label(value) for value in column], dtype=object)
    codes, different = pd.factorize(column)
    written = np.array([_label(value) for value in different.tolist()], dtype=object)
    return written[codes]


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
    _refuse_missing(frame, used, names)
    predicted = None
    if labels:
        each = [frame[labels[model]] for model in models]
        if task == "regression":
            predicted = np.array([pd.to_numeric(column) for column in each], dtype=float).T
        else:
            predicted = np.column_stack([_labels(column) for column in each])
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
    return inside and not {_label(value) for value in column.dropna().unique()[:50]} <= classes


def _stacked(frame: pd.DataFrame, columns: Sequence[Hashable]) -> NDArray[np.float64]:
    try:
        return np.column_stack([frame[name].to_numpy(dtype=np.float64) for name in columns])
    except (TypeError, ValueError) as error:
        raise DataError(
            f"columns of probabilities or scores hold what is no number: {examples(columns)}.",
            hint="pd.to_numeric(df[column])",
        ) from error


def _refuse_missing(
    frame: pd.DataFrame, columns: Sequence[Hashable], names: tuple[str, ...]
) -> None:
    found = [
        f"{column} for example {names[row]}"
        for column in columns
        for row in np.flatnonzero(frame[column].isna())[:5]
    ]
    if not found:
        return
    total = int(frame[list(columns)].isna().to_numpy().sum())
    raise DataError(
        f"{counted(total, 'prediction')} missing: {examples(found)}.",
        hint="leave those examples out for all models (df.dropna()), or give them a label of their "
        "own, such as 'none', with df.bench(classes=[...])",
    )


def _dataset_codes(
    frame: pd.DataFrame, dataset: Hashable | None
) -> tuple[NDArray[np.intp], tuple[str, ...]]:
    if dataset is None:
        return np.zeros(len(frame), dtype=np.intp), ("",)
    codes, labels = pd.factorize(frame[dataset])
    return codes.astype(np.intp), tuple(str(label) for label in labels)


def _weights(column: "pd.Series[Any]") -> NDArray[np.float64]:
    values = column.to_numpy(dtype=np.float64)
    if not (np.isfinite(values) & (values >= 0)).all() or not values.any():
        raise DataError(
            f"weights in column {column.name!r} must be finite, not negative, and not all 0.",
            hint=f"df[df[{column.name!r}] > 0]",
        )
    return values
