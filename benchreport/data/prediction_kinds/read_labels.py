"""Read labels, values, scores and probabilities; labels become codes later."""

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.cells.cell_values import numbers_in, refuse_collections, refuse_no_numbers
from benchreport.data.columns.role_columns import column_of
from benchreport.data.columns.roles import Roles, Task
from benchreport.data.columns.words.names import is_called
from benchreport.data.prediction_kinds.classes import alike_to
from benchreport.data.prediction_kinds.model_columns import (
    ModelColumns,
    model_columns,
    split_by_model,
)
from benchreport.data.prediction_kinds.prediction_rows import (
    Examples,
    Raw,
    format_label,
    read_examples,
    read_label_codes,
)
from benchreport.data.prediction_kinds.refused_rows import refuse_missing
from benchreport.errors import DataError, RoleError, examples, format_count
from benchreport.hints import bench, code, option

SUFFIX = re.compile(r"^(?P<model>.+?)_(?P<kind>probability|proba|prob|score)(?:_(?P<label>.+))?$")
# prob_svm beside pred_svm
SCORED = re.compile(
    r"(?:y[\W_]?)?(?:prob|probs|proba|probability|score)[\W_]+(?P<model>\w.*)", re.IGNORECASE
)
# y_pred_svm, svm_prediction
PREDICTED = re.compile(
    r"(?:y[\W_]?)?(?:pred|preds|prediction|predicted|hat)[\W_]+(?P<behind>\w.*)|"
    r"(?P<before>.*\w)[\W_]+(?:y[\W_]?)?(?:pred|preds|prediction|predictions|predicted|hat)",
    re.IGNORECASE,
)
FEWEST, FEWEST_OF_CLASSES = 2, 4
# a numeric truth with more different values is measured, unless each occurs this often
MOST_CODES, LEAST_EACH = 50, 5
FIRST_ROWS = 1000


class _Columns(NamedTuple):
    """What models predicted, sorted by kind."""

    labels: ModelColumns
    scores: ModelColumns
    by_class: dict[str, ModelColumns]

    @property
    def models(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys([*self.labels, *self.scores, *self.by_class]))

    def by_name(self) -> "dict[str, pd.Series[Any]]":
        """Return every column by its model and kind, in words."""
        columns = dict(self.labels)
        columns |= {f"score of {model}": column for model, column in self.scores.items()}
        for model, group in self.by_class.items():
            columns |= {f"{model}'s probability of {label}": group[label] for label in group}
        return columns


def is_long(frame: pd.DataFrame, roles: Roles) -> bool:
    """Tell whether each row is about one model."""
    if column_of("algorithm", roles, frame) is None:
        return False
    return any(name is not None for name in _value_columns(frame, roles).values())


def _value_columns(frame: pd.DataFrame, roles: Roles) -> dict[str, Hashable | None]:
    """Find the columns of a long table that hold what models predicted."""
    columns = {role: column_of(role, roles, frame) for role in ("prediction", "probability")}
    about = [column_of(role, roles, frame) for role in ("example", "truth")]
    plain = [name for name in frame.columns if str(name).casefold() == "score"]
    # beside truths and examples, a column called score holds scores of examples
    if columns["probability"] is None and None not in about and roles.score is None and plain:
        columns["probability"] = plain[0]
    return columns


def read_labels(frame: pd.DataFrame, roles: Roles, truth: Hashable) -> Raw:
    """Read labels, values, scores or probabilities beside a column of truths, long or wide."""
    weight, example = column_of("weight", roles, frame), column_of("example", roles, frame)
    refuse_collections(frame[truth], "label")
    answered = None
    if is_long(frame, roles):
        values = _value_columns(frame, roles)
        frame, predicted, answered = split_by_model(frame, roles, truth, values)
        predictions = _Columns(
            predicted.get("prediction", {}), predicted.get("probability", {}), {}
        )
    else:
        columns = model_columns(frame, roles, (truth, example, weight))
        if not columns:
            raise RoleError(
                f"no column holds predictions; the columns are {examples(frame.columns, most=12)}.",
                hint="one column per model beside the truth",
            )
        predictions = _sort_columns(columns, lambda: _classes_in(frame[truth], roles))
    for column in (frame[truth], *predictions.by_name().values()):
        refuse_collections(column, "label")
        if pd.api.types.is_complex_dtype(column.dtype):
            refuse_no_numbers(column, "labels and values")
    rows = read_examples(frame, roles, example=example, weight=weight, answered=answered)
    _refuse_no_truth(frame[truth], rows)
    refuse_missing(predictions.by_name(), rows.names)
    task = roles.task or _task(frame[truth], predictions)
    if task == "regression":
        if roles.algorithm is None:
            _refuse_whole_among_measured(predictions.labels)
        return _values(frame[truth], predictions, rows)
    return _labels(frame[truth], predictions, rows)


def find_label_columns(
    frame: pd.DataFrame, roles: Roles, truth: Hashable
) -> dict[str, Hashable] | None:
    """Return the column of each model's labels by model; that of a long table belongs to the model ``""``.

    ``None`` means that models predicted values, or scores without labels.
    """
    if is_long(frame, roles):
        column = _value_columns(frame, roles)["prediction"]
        if column is None:
            return None
        predictions = _Columns({"": frame[column]}, {}, {})
    else:
        weight, example = column_of("weight", roles, frame), column_of("example", roles, frame)
        columns = model_columns(frame, roles, (truth, example, weight))
        predictions = _sort_columns(columns, lambda: _classes_in(frame[truth], roles))
    labels = predictions.labels
    if not labels or (roles.task or _task(frame[truth], predictions)) == "regression":
        return None
    alone = not predictions.scores and not predictions.by_class
    if alone and _hold_chances(frame[truth], labels):
        return None
    return {model: column.name for model, column in labels.items()}


def find_score_columns(
    frame: pd.DataFrame, roles: Roles, truth: Hashable
) -> dict[str, Hashable] | None:
    """Return the column of each model's scores of one class by model, where models give nothing else.

    That of a long table belongs to the model ``""``. ``None`` means that they give labels, too, or values.
    """
    if is_long(frame, roles):
        values = _value_columns(frame, roles)
        column = values["probability"]
        return None if column is None or values["prediction"] is not None else {"": column}
    weight, example = column_of("weight", roles, frame), column_of("example", roles, frame)
    columns = model_columns(frame, roles, (truth, example, weight))
    predictions = _sort_columns(columns, lambda: _classes_in(frame[truth], roles))
    alone = not predictions.labels and not predictions.by_class
    scores = predictions.scores if alone else predictions.labels
    if not alone and (predictions.scores or predictions.by_class):
        return None
    if not alone and not _hold_chances(frame[truth], scores):
        return None
    return {model: column.name for model, column in scores.items()}


def _hold_chances(truth: "pd.Series[Any]", columns: ModelColumns) -> bool:
    """Tell whether columns under the models' names hold probabilities."""
    classes = set(read_label_codes(truth.dropna()).names)
    return all(_fractions(column, classes) for column in columns.values())


def _classes_in(truth: "pd.Series[Any]", roles: Roles) -> set[str]:
    """Return the labels of the truth, and the classes that the caller named."""
    true = read_label_codes(truth.dropna())
    return {*true.names, *map(format_label, roles.classes or ())}


def _with_models_first(columns: ModelColumns) -> ModelColumns:
    """Call pred_svm and prob_svm, or svm_pred and svm_score, svm and svm_score; and others as they are.

    >>> [*_with_models_first({"pred_svm": pd.Series([1]), "prob_svm": pd.Series([0.6])})]
    ['svm', 'svm_score']
    """
    labels = {name: match for name in columns if (match := PREDICTED.fullmatch(name))}
    found = {
        name: match
        for name in columns
        if name not in labels and (match := SCORED.fullmatch(name) or SUFFIX.match(name))
    }
    scores = {name: match["model"] for name, match in found.items()}
    models = {*scores.values()}
    named = {name: name for name in columns if name in models}
    named |= {name: match["before"] or match["behind"] for name, match in labels.items()}
    if not models or len(named) + len(scores) < len(columns) or models - {*named.values()}:
        return columns
    named |= {name: f"{model}_score" for name, model in scores.items()}
    # several scores of a model are of classes
    several = any(match.groupdict().get("label") for match in found.values())
    several = several or len({*named.values()}) < len(named)
    return columns if several else {named[name]: column for name, column in columns.items()}


def _sort_columns(columns: ModelColumns, classes_in: Callable[[], set[str]]) -> _Columns:
    """Sort columns into labels, scores of one class and probabilities of every class."""
    if all(is_called(name, "prediction", "probability") for name in columns):
        return _only(columns)
    columns = _with_models_first(columns)
    matches = {name: SUFFIX.match(name) for name in columns}
    if not any(matches.values()):
        found = _by_class(columns, classes_in)
        return _Columns({} if found else _plain_names(columns), {}, found)
    classes = classes_in()
    plain = {name for name, match in matches.items() if match is None}
    suffixes = {match["label"] for match in matches.values() if match is not None} - {None}
    known = (suffixes & classes) | set(alike_to(sorted(suffixes), sorted(classes)))
    of_classes = {
        match["model"]
        for match in matches.values()
        if match is not None and match["label"] in known
    }
    labels: ModelColumns = {}
    scores: ModelColumns = {}
    by_class: dict[str, ModelColumns] = {}
    for name, column in columns.items():
        match = matches[name]
        if match is None or (match["label"] is not None and match["model"] not in of_classes):
            labels[name] = column
        elif match["label"] is not None:
            _add(by_class.setdefault(match["model"], {}), match["label"], column)
        elif (
            match["kind"] == "score"
            and match["model"] not in plain
            and _are_labels(column, classes if plain else set())
        ):
            # the model itself may be called so: a credit score
            labels[name] = column
        else:
            _add(scores, match["model"], column)
    return _Columns(labels, scores, by_class)


def _by_class(columns: ModelColumns, classes_in: Callable[[], set[str]]) -> dict[str, ModelColumns]:
    """Return the columns of each model by class, where each is called by a model and a class; else none."""
    if len(columns) < FEWEST_OF_CLASSES or not all(map(_is_number, columns.values())):
        return {}
    # most tables have no names that end alike
    ends = Counter(name.rpartition("_")[2] for name in columns)
    if min(ends.values()) < FEWEST or not any(map(_is_between, columns.values())):
        return {}
    classes = classes_in()
    found = {
        name: (name.removesuffix(f"_{label}"), label)
        for name in columns
        for label in classes
        if name.endswith(f"_{label}")
    }
    by_class: dict[str, ModelColumns] = {}
    for name, (model, label) in found.items():
        by_class.setdefault(model, {})[label] = columns[name]
    whole = len(found) == len(columns) == len(by_class) * len(classes)
    return (
        by_class if whole and all(len(each) == len(classes) for each in by_class.values()) else {}
    )


def _plain_names(columns: ModelColumns) -> ModelColumns:
    """Return the columns by their models alone where each is called a prediction, as y_pred_svm is."""
    found = [PREDICTED.fullmatch(name) for name in columns]
    names: list[str] = [match["behind"] or match["before"] for match in found if match]
    if len(columns) < FEWEST or len({*names}) < len(columns):
        return columns
    return dict(zip(names, columns.values(), strict=True))


def _add(columns: ModelColumns, key: str, column: "pd.Series[Any]") -> None:
    other = columns.setdefault(key, column)
    if other is not column:
        raise RoleError(
            f"columns {other.name!r} and {column.name!r} both hold the scores of {key}.",
            hint=code(f"df.drop(columns=[{column.name!r}])"),
        )


def _only(columns: ModelColumns) -> _Columns:
    """Read the columns of a single model, called y_pred and y_score."""
    predicted: dict[str, ModelColumns] = {"prediction": {}, "probability": {}}
    for name, column in columns.items():
        role = "prediction" if is_called(name, "prediction") else "probability"
        _add(predicted[role], "model", column)
    return _Columns(predicted["prediction"], predicted["probability"], {})


def _are_labels(column: "pd.Series[Any]", classes: set[str]) -> bool:
    if not pd.api.types.is_numeric_dtype(column.dtype):
        return True
    values = column.dropna()
    # most columns of scores show it in their first rows
    return _hold_labels(values.head(FIRST_ROWS), classes) and _hold_labels(values, classes)


def _hold_labels(values: "pd.Series[Any]", classes: set[str]) -> bool:
    different = values.unique()
    return len(different) <= len(classes) and set(map(format_label, different)) <= classes


def _task(truth: "pd.Series[Any]", predictions: _Columns) -> Task:
    """Tell whether the truth holds labels or measured values, by its values and the models'."""
    if not _is_number(truth) or predictions.scores or predictions.by_class:
        return "classification"
    if _is_between(truth):
        return "regression"
    values = truth.dropna().to_numpy(dtype=np.float64)
    different = len(np.unique(values))
    measured = [
        column
        for column in predictions.labels.values()
        if _is_number(column) and _is_between(column)
    ]
    if different > 2 and measured:  # noqa: PLR2004 - of two classes these may be probabilities
        return "regression"
    if different <= MOST_CODES:
        return "classification"
    labels = {format_label(value) for value in np.unique(values)}
    among = all(_are_labels(column, labels) for column in predictions.labels.values())
    rare = len(values) < LEAST_EACH * different
    return "regression" if rare or not among else "classification"


def _is_number(column: "pd.Series[Any]") -> bool:
    kind = column.dtype
    return pd.api.types.is_numeric_dtype(kind) and not pd.api.types.is_bool_dtype(kind)


def _is_between(column: "pd.Series[Any]") -> bool:
    """Tell whether numbers lie between whole ones."""
    if pd.api.types.is_integer_dtype(column.dtype):
        return False
    values = column.dropna().to_numpy(dtype=np.float64)
    return bool((values != np.round(values)).any())


def _refuse_no_truth(column: "pd.Series[Any]", rows: Examples) -> None:
    empty = np.flatnonzero(column.isna())
    if len(empty):
        raise DataError(
            f"{format_count(len(empty), 'example')} without a truth: "
            f"{examples([rows.names[place] for place in empty.tolist()])}.",
            hint=code(f"df.dropna(subset=[{column.name!r}])"),
        )


def _refuse_whole_among_measured(columns: ModelColumns) -> None:
    """Ask about whole numbers beside measured predictions: a visit or an age is no model."""
    measured = [
        name for name, column in columns.items() if _is_number(column) and _is_between(column)
    ]
    whole = [
        name
        for name, column in columns.items()
        if name not in measured and _is_number(column) and column.min() < column.max()
    ]
    if whole and len(measured) > 1:
        raise RoleError(
            f"{examples(whole)} {'holds' if len(whole) == 1 else 'hold'} whole numbers, and the other models "
            "predict fractions; which are the models?",
            hint=bench(algorithm=measured)
            + "; if all are models: "
            + bench(algorithm=list(columns)),
        )


def _values(truth: "pd.Series[Any]", predictions: _Columns, rows: Examples) -> Raw:
    if predictions.scores or predictions.by_class:
        raise DataError(
            f"probabilities or scores of {examples([*predictions.scores, *predictions.by_class])} go with "
            "labels, and the task is regression.",
            hint="one column of values a model, called by its name, or "
            + option(task="classification"),
        )
    columns = {"the truth": truth, **predictions.labels}
    table = np.column_stack([numbers_in(column, "values") for column in columns.values()])
    wrong = np.argwhere(~np.isfinite(table))
    if len(wrong):
        row, place = wrong[0].tolist()
        raise DataError(
            f"{list(columns)[place]} is infinite for example {rows.names[row]}.",
            hint=code("df.replace([np.inf, -np.inf], np.nan).dropna()"),
        )
    return Raw("regression", predictions.models, table[:, 0], table[:, 1:], rows)


def _labels(truth: "pd.Series[Any]", predictions: _Columns, rows: Examples) -> Raw:
    true = read_label_codes(truth)
    alone = not predictions.scores and not predictions.by_class
    # fractions where the labels are none are probabilities, under the model's name
    if alone and all(_fractions(column, set(true.names)) for column in predictions.labels.values()):
        predictions = _Columns({}, predictions.labels, {})
    models = predictions.models
    for kind, columns in (
        ("predictions", predictions.labels),
        ("scores", predictions.scores),
        ("probabilities", predictions.by_class),
    ):
        absent = [name for name in models if len(columns) and name not in columns]
        if absent:
            raise DataError(
                f"{kind} of some models only: none of {examples(absent)}.",
                hint=bench(task="language") + " for log-probabilities of the text that occurred"
                if any(name.endswith("_log") for name in absent)
                else "the same columns for every model; what is no model's: "
                + code("df.drop(columns=[...])"),
            )
    predicted = None
    if predictions.labels:
        predicted = tuple(read_label_codes(predictions.labels[model]) for model in models)
    scores = _stack(predictions.scores[model] for model in models) if predictions.scores else None
    probabilities = None
    if predictions.by_class:
        probabilities = _of_classes(predictions.by_class)
    return Raw("classification", models, true, predicted, rows, scores, probabilities)


def _fractions(column: "pd.Series[Any]", classes: set[str]) -> bool:
    """Tell whether a column holds probabilities: numbers from 0 to 1 that are not all labels."""
    if not pd.api.types.is_float_dtype(column.dtype):
        return False
    return bool(column.dropna().between(0, 1).all()) and not _are_labels(column, classes)


def _of_classes(by_class: Mapping[str, ModelColumns]) -> dict[str, NDArray[np.float64]]:
    labels = list(dict.fromkeys(label for group in by_class.values() for label in group))
    for model, group in by_class.items():
        absent = [label for label in labels if label not in group]
        if absent:
            raise DataError(
                f"{model} has no probabilities of {examples(absent)}, which others have.",
                hint="the same columns for every model",
            )
    return {label: _stack(group[label] for group in by_class.values()) for label in labels}


def _stack(columns: "Iterable[pd.Series[Any]]") -> NDArray[np.float64]:
    given_columns = list(columns)
    table = np.column_stack(
        [numbers_in(column, "probabilities or scores") for column in given_columns]
    )
    wrong = np.flatnonzero(~np.isfinite(table).all(axis=0))
    if len(wrong):
        raise DataError(
            f"column {given_columns[wrong[0]].name!r} holds infinite scores.",
            hint=code("df.clip(lower=-1e6, upper=1e6)") + " keeps their order, if none is beyond",
        )
    return table
