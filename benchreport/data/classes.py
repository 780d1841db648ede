"""Labels and classes: which there are, which is positive, and which labels are unknown."""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.prediction_rows import Raw, format_label
from benchreport.data.roles import Roles
from benchreport.errors import DataError, DesignError, OptionError, examples
from benchreport.hints import bench, code, option

TWO = 2
WHOLE = re.compile(r"^(?P<number>0|-?[1-9][0-9]*)(?:\.0+)?$")
MOST_TOLD = 12
# probabilities printed with three digits add up to one within this
SUM_TOLERANCE = 1e-3


def classes_of(raw: Raw, roles: Roles) -> tuple[str, ...]:
    """Return the classes in order: the caller's, else the truth's labels, numbers by size."""
    seen = sorted(set(raw.truth), key=_natural)
    classes = tuple(seen)
    if roles.classes is not None:
        if isinstance(roles.classes, str) or len(set(roles.classes)) < len(roles.classes):
            raise OptionError(
                f"classes must list each label once; got {roles.classes!r}.",
                hint=bench(classes=_some(seen)),
            )
        alike = alike_to([format_label(name) for name in roles.classes], seen)
        classes = tuple(alike.get(name, name) for name in map(format_label, roles.classes))
    unknown = [name for name in seen if name not in classes]
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
    """List labels, or only the shape of a long list."""
    return list(labels) if len(labels) <= MOST_TOLD else [...]


def alike_to(labels: Sequence[str], classes: Sequence[str]) -> dict[str, str]:
    """Find for each label the class that is only written otherwise: True and 1, 1.0 and 1."""
    forms: dict[str, list[str]] = {}
    for name in classes:
        forms.setdefault(_canonical(name), []).append(name)
    found = {label: forms.get(_canonical(label), []) for label in labels if label not in classes}
    # a label that fits two classes stays as it is
    return {label: names[0] for label, names in found.items() if len(names) == 1}


def _canonical(label: str) -> str:
    """Write truth values and whole numbers in one form; 007 and 1e3 stay as they are."""
    if label in ("True", "False"):
        return str(int(label == "True"))
    whole = WHOLE.match(label)
    return label if whole is None else whole["number"]


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
    """Return the positive class: the caller's, or the usual one of two; else an empty text."""
    if roles.positive is not None:
        asked = format_label(roles.positive)
        found = alike_to([asked], classes).get(asked, asked)
        if found in classes:
            return found
        raise OptionError(
            f"positive={roles.positive!r} is not among the classes: {examples(classes)}.",
            hint=bench(positive=classes[-1]),
        )
    if len(classes) != TWO and needed:
        raise DataError(
            f"one score a model says little of {len(classes)} classes: {examples(classes)}.",
            hint="a column name_probability_class for each class, or "
            + bench(positive=classes[-1])
            + " if the scores are of that one",
        )
    if len(classes) != TWO:
        return ""
    usual = {frozenset(("0", "1")): "1", frozenset(("False", "True")): "True",
             frozenset(("-1", "1")): "1", frozenset(("no", "yes")): "yes",
             frozenset(("negative", "positive")): "positive"}  # fmt: skip
    known = usual.get(frozenset(classes), "")
    if not known and needed:
        raise OptionError(
            f"which class are the probabilities of, {classes[0]!r} or {classes[1]!r}? It is never "
            "guessed.",
            hint=bench(positive=classes[1]),
        )
    return known


def codes_of(raw: Raw, classes: tuple[str, ...]) -> NDArray[np.float64]:
    """Return the codes of predicted labels; raise naming labels that are no class."""
    table = np.asarray(raw.predicted, dtype=object)
    inverse, labels = pd.factorize(table.ravel())
    alike = alike_to(labels.tolist(), classes)
    place = {name: code for code, name in enumerate(classes)}
    codes = np.array([place.get(alike.get(name, name), -1) for name in labels], dtype=np.float64)
    found = codes[inverse].reshape(table.shape)
    if (codes < 0).any():
        _refuse_unknown(raw, table, found < 0, classes)
    return found


def _refuse_unknown(
    raw: Raw, table: NDArray[Any], unknown: NDArray[np.bool_], classes: tuple[str, ...]
) -> None:
    """Raise `DataError` on labels that are no class, with the way out that fits them."""
    row, column = np.argwhere(unknown)[0]
    model = raw.algorithms[column]
    labels = sorted(set(table[unknown]), key=_natural)
    values = [_value(label) for label in labels]
    folded = {name.strip().casefold() for name in classes}
    own = f"df[{model!r}]"
    if any(value is not None and not value.is_integer() for value in values):
        hint = bench(task="regression") + " if these are measured values; columns "
        hint += "name_probability if they are probabilities"
    elif all(label.strip().casefold() in folded for label in labels):
        hint = code(f"{own}.str.strip().str.lower()") + ", and the truth as well, makes them alike"
    elif unknown[:, column].all():
        hint = (
            code(f"{own}.map({{...: {classes[0]!r}}})")
            + " makes labels of them; if it is no model, "
        )
        hint += code(f"df.drop(columns=[{model!r}])")
    else:
        hint = bench(classes=_some([*classes, *labels])) + ", if they are classes too"
    raise DataError(
        f"predicted labels that the truth never has: {examples(labels)} (for instance by "
        f"{model} for example {raw.rows.names[row]}); the classes are {examples(classes)}.",
        hint=hint,
    )


def probabilities_of(raw: Raw, classes: tuple[str, ...]) -> NDArray[np.float64] | None:
    """Return the probabilities of all classes, where each model gave them."""
    if raw.probabilities is None:
        return None
    alike = {name: label for label, name in alike_to(list(raw.probabilities), classes).items()}
    given = {name: raw.probabilities.get(alike.get(name, name)) for name in classes}
    absent = [name for name, column in given.items() if column is None]
    if absent:
        raise DataError(
            f"no probabilities of {examples(absent)}; there are columns for "
            f"{examples(raw.probabilities)}.",
            hint="a column name_probability_class for each class",
        )
    table = np.stack([column for column in given.values() if column is not None], axis=2)
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
