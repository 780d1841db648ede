"""Classes of predictions: their order, the positive class, and the codes of labels."""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchreport.data.columns.roles import Roles
from benchreport.data.prediction_kinds.prediction_rows import Labels, Raw, format_label
from benchreport.errors import DataError, DesignError, OptionError, examples
from benchreport.hints import bench, code, option

TWO = 2
WHOLE = re.compile(r"^(?P<number>0|-?[1-9][0-9]*)(?:\.0+)?$")
MOST_TOLD = 12
# the sum of probabilities that were printed with three digits differs from one by less than this
SUM_TOLERANCE = 1e-3
MOST_UNKNOWN = 0.5
"""The share of a column's labels that the truth lacks, beyond which it may be no model."""


def classes_of(truth: Labels, roles: Roles) -> tuple[str, ...]:
    """Return the classes in order: the caller's, or else the labels of the truth, numbers by size."""
    labels = sorted(set(truth.names), key=_natural)
    classes = tuple(labels)
    if roles.classes is not None:
        if isinstance(roles.classes, str) or len(set(roles.classes)) < len(roles.classes):
            raise OptionError(
                f"classes must list each label once; got {roles.classes!r}.",
                hint=bench(classes=_some(labels)),
            )
        alike = alike_to([format_label(name) for name in roles.classes], labels)
        classes = tuple(alike.get(name, name) for name in map(format_label, roles.classes))
    unknown = [name for name in labels if name not in classes]
    if unknown:
        raise DataError(
            f"labels of the truth are not among classes: {examples(unknown)}.",
            hint=bench(classes=_some([*classes, *unknown])),
        )
    if len(classes) < TWO:
        raise DesignError(
            f"a classification needs at least 2 classes; the truth has {examples(classes)} only.",
            hint=bench(classes=["all", "labels"]) | option(task="regression"),
        )
    return classes


def _some(labels: Sequence[str]) -> list[Any]:
    """Return the labels for a hint; dots stand for a long list."""
    return list(labels) if len(labels) <= MOST_TOLD else [...]


def alike_to(labels: Sequence[str], classes: Sequence[str]) -> dict[str, str]:
    """Return, for labels that are spelled differently from a class (True and 1, 1.0 and 1), that class."""
    forms: dict[str, list[str]] = {}
    for name in classes:
        forms.setdefault(_canonical(name), []).append(name)
    candidates = {
        label: forms.get(_canonical(label), []) for label in labels if label not in classes
    }
    # a label that fits two classes stays as it is
    return {label: names[0] for label, names in candidates.items() if len(names) == 1}


def _canonical(label: str) -> str:
    """Write truth values and whole numbers in one form; 007 and 1e3 remain unchanged."""
    if label in ("True", "False"):
        return str(int(label == "True"))
    number = WHOLE.match(label)
    return label if number is None else number["number"]


def _value(label: str) -> float | None:
    if label in ("True", "False"):
        return float(label == "True")
    try:
        return float(label)
    except ValueError:
        return None


def _natural(label: str) -> tuple[int, float, str]:
    """Return a sort key: numbers by size, then other labels by name."""
    try:
        return 0, float(label), label
    except ValueError:
        return 1, 0.0, label


def positive_of(classes: Sequence[str], roles: Roles, *, needed: bool) -> str:
    """Return the positive class: the caller's, the usual one of two classes, or an empty text."""
    if roles.positive is not None:
        wanted_label = format_label(roles.positive)
        label = alike_to([wanted_label], classes).get(wanted_label, wanted_label)
        if label in classes:
            return label
        raise OptionError(
            f"positive={roles.positive!r} is not among the classes: {examples(classes)}.",
            hint=bench(positive=classes[-1]),
        )
    if len(classes) != TWO and needed:
        raise DataError(
            f"one score per model cannot tell {len(classes)} classes apart: {examples(classes)}.",
            hint="a column name_probability_class for each class, or "
            + bench(positive=classes[-1])
            + " if the scores are of that one",
        )
    if len(classes) != TWO:
        return ""
    usual = {frozenset(("0", "1")): "1", frozenset(("False", "True")): "True",
             frozenset(("-1", "1")): "1", frozenset(("no", "yes")): "yes",
             frozenset(("negative", "positive")): "positive"}  # fmt: skip
    positive = usual.get(frozenset(classes), "")
    if not positive and needed:
        raise OptionError(
            f"which class are the probabilities of, {classes[0]!r} or {classes[1]!r}? It is never "
            "guessed.",
            hint=bench(positive=classes[1]),
        )
    return positive


def codes_of(
    columns: tuple[Labels, ...], raw: Raw, classes: tuple[str, ...]
) -> NDArray[np.float64]:
    """Return the codes of predicted labels, (n, k); raise `DataError` on labels that are not classes."""
    labels = list(dict.fromkeys(name for column in columns for name in column.names))
    places = {name: code for code, name in enumerate(classes)}
    alike = alike_to(labels, classes)
    codes = {name: places.get(alike.get(name, name), -1) for name in labels}
    # a model's codes stand side by side in memory, as they are written and read
    table = np.empty((len(columns), len(columns[0].codes)))
    for row, column in zip(table, columns, strict=True):
        column.translate(codes, out=row)
    if -1 in codes.values():
        _refuse_unknown(columns, table.T < 0, raw, classes)
    return table.T


def _refuse_unknown(
    columns: tuple[Labels, ...], unknown: NDArray[np.bool_], raw: Raw, classes: tuple[str, ...]
) -> None:
    """Raise `DataError` on labels that are not classes, with a hint that suits them."""
    table = np.column_stack(
        [np.array(column.names, dtype=object)[column.codes] for column in columns]
    )
    row, column = np.argwhere(unknown)[0]
    model = raw.algorithms[column]
    labels = sorted(set(table[unknown]), key=_natural)
    values = [_value(label) for label in labels]
    folded = {name.strip().casefold() for name in classes}
    column_code = f"df[{model!r}]"
    if any(value is not None and not value.is_integer() for value in values):
        hint = bench(task="regression") + " if these are measured values; columns "
        hint += "name_probability if they are probabilities"
    elif all(label.strip().casefold() in folded for label in labels):
        hint = (
            code(f"{column_code}.str.strip().str.lower()")
            + ", and the truth as well, makes them alike"
        )
    elif unknown[:, column].all():
        hint = (
            code(f"{column_code}.map({{...: {classes[0]!r}}})")
            + " makes labels of them; if it is no model, "
        )
        others = [
            name for name, odd in zip(raw.algorithms, unknown.T, strict=True) if not odd.all()
        ]
        hint += bench(algorithm=others) if others else code(f"df.drop(columns=[{model!r}])")
    elif unknown[:, column].mean() > MOST_UNKNOWN and np.sum(~unknown.any(axis=0)) > 1:
        known = [name for name, odd in zip(raw.algorithms, unknown.T, strict=True) if not odd.any()]
        hint = bench(algorithm=known) + f" if {model!r} is no model"
    else:
        hint = bench(classes=_some([*classes, *labels])) + ", if they are classes too"
    raise DataError(
        f"predicted labels that the truth never has: {examples(labels)} (for instance by "
        f"{model} for example {raw.rows.names[row]}); the classes are {examples(classes)}.",
        hint=hint,
    )


def probabilities_of(raw: Raw, classes: tuple[str, ...]) -> NDArray[np.float64] | None:
    """Return the probabilities of all classes, (n, k, C), or ``None`` if the table has none."""
    if raw.probabilities is None:
        return None
    alike = {name: label for label, name in alike_to(list(raw.probabilities), classes).items()}
    by_class = {name: raw.probabilities.get(alike.get(name, name)) for name in classes}
    absent = [name for name, column in by_class.items() if column is None]
    if absent:
        raise DataError(
            f"no probabilities of {examples(absent)}; there are columns for "
            f"{examples(raw.probabilities)}.",
            hint="a column name_probability_class for each class",
        )
    table = np.stack([column for column in by_class.values() if column is not None], axis=2)
    outside = np.argwhere((table < 0) | (table > 1))
    sums = np.abs(table.sum(axis=2) - 1)
    if len(outside):
        row, column, _ = outside[0]
        raise DataError(
            f"probabilities outside 0 to 1, for instance of {raw.algorithms[column]} for example "
            f"{raw.rows.names[row]}.",
            hint=code("scipy.special.softmax(scores, axis=1)") + " makes probabilities of scores",
        )
    if (sums > SUM_TOLERANCE).any():
        row, column = np.argwhere(sums > SUM_TOLERANCE)[0]
        raise DataError(
            f"probabilities of {raw.algorithms[column]} for example {raw.rows.names[row]} add up to "
            f"{table[row, column].sum():.4g}, not 1.",
            hint=bench(classes=[...]) + " if a class has no column",
        )
    return table
