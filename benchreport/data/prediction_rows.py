"""Rows of predictions: which example each is about, once for each model."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.roles import Roles, Task, column_of
from benchreport.errors import DataError, DesignError, RoleError, counted, examples

__all__ = [
    "Raw",
    "dataset_codes",
    "examples_of",
    "refuse_missing",
    "refuse_twice",
    "refuse_two",
    "weights_of",
    "widened",
    "written",
    "written_labels",
]


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
    truth: Sequence[Any] | NDArray[np.float64]
    predicted: NDArray[Any] | None
    scores: NDArray[np.float64] | None
    probabilities: dict[str, NDArray[np.float64]] | None
    algorithms: tuple[str, ...]
    datasets: tuple[str, ...]
    dataset: NDArray[np.intp]
    examples: tuple[str, ...]
    weights: NDArray[np.float64]
    weighted: bool


def widened(
    frame: pd.DataFrame, roles: Roles, truth: Hashable | None, values: Mapping[str, Hashable | None]
) -> tuple[pd.DataFrame, Roles]:
    """Turn one row an example and model into one row an example.

    Parameters
    ----------
    frame, roles
        Of a long table.
    truth
        Its column of truths, ``None`` where it has none.
    values
        By the suffix of the new columns' names, the columns that hold what models said.
    """
    algorithm = column_of("algorithm", roles, frame)
    example = column_of("example", roles, frame)
    if example is None:
        raise RoleError(
            "a long table of predictions needs a column that says which example each row is about.",
            hint="df.bench(example='column'); without one, number them: "
            f"df.assign(example=df.groupby({algorithm!r}).cumcount())",
        )
    dataset = column_of("dataset", roles, frame)
    own = {role: column_of(role, roles, frame) for role in ("weight", "tokens")}
    keys = [dataset, example] if dataset is not None else [example]
    refuse_twice(frame, [*keys, algorithm])
    _refuse_absent(frame, keys, algorithm)
    kept = {name: column for name, column in {"truth": truth, **own}.items() if column is not None}
    for name, column in kept.items():
        refuse_two(frame, keys, column, name)
    base = frame.drop_duplicates(keys).set_index(keys)[list(kept.values())]
    groups = frame.groupby([algorithm], sort=False, observed=True)
    for suffix, column in values.items():
        if column is None:
            continue
        for (model,), rows in groups:
            base[f"{model}{suffix}"] = rows.set_index(keys)[column].loc[base.index]
    bound = replace(
        roles,
        truth=truth,
        dataset=dataset,
        example=example,
        weight=own["weight"],
        tokens=own["tokens"],
        algorithm=None,
        prediction=None,
        probability=None,
        log_probability=None,
    )
    return base.reset_index(), bound


def _named(frame: pd.DataFrame, keys: Sequence[Hashable]) -> str:
    rows = frame[list(keys)].astype(str).agg(", ".join, axis=1)
    return examples(rows.unique().tolist())


def refuse_twice(frame: pd.DataFrame, keys: Sequence[Hashable]) -> None:
    """Raise `DataError` naming the rows that are there more than once."""
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


def refuse_two(frame: pd.DataFrame, keys: Sequence[Hashable], column: Hashable, what: str) -> None:
    """Raise `DataError` naming the examples whose rows do not agree on what is one for all."""
    pairs = frame.drop_duplicates([*keys, column])
    twofold = pairs[pairs.duplicated(list(keys))]
    if len(twofold):
        names = twofold[list(keys)].astype(str).agg(", ".join, axis=1).unique().tolist()
        raise DataError(
            f"{counted(len(names), 'example')} with more than one {what}: {examples(names)}.",
            hint="check how the predictions were joined",
        )


def examples_of(frame: pd.DataFrame, example: Hashable | None) -> tuple[str, ...]:
    """Name the examples: by their column, else by the row from 0."""
    if example is None:
        return tuple(str(row) for row in range(len(frame)))
    return tuple(str(value) for value in frame[example])


def written(value: object) -> str:
    """Write a label so that 1, 1.0 and True's numpy kin read alike."""
    if isinstance(value, float | np.floating) and float(value).is_integer():
        return str(int(value))
    return str(value)


def written_labels(column: "pd.Series[Any]") -> NDArray[Any]:
    """Write a column's labels, each different one once."""
    if column.dtype == object and pd.api.types.infer_dtype(column) != "string":
        # 1 and True are the same key and not the same label
        return np.array([written(value) for value in column], dtype=object)
    codes, different = pd.factorize(column)
    texts = np.array([written(value) for value in different.tolist()], dtype=object)
    return texts[codes]


def refuse_missing(
    frame: pd.DataFrame, columns: Sequence[Hashable], names: tuple[str, ...]
) -> None:
    """Raise `DataError` naming the examples without a prediction."""
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


def dataset_codes(
    frame: pd.DataFrame, dataset: Hashable | None
) -> tuple[NDArray[np.intp], tuple[str, ...]]:
    """Code the datasets in the order they come."""
    if dataset is None:
        return np.zeros(len(frame), dtype=np.intp), ("",)
    codes, labels = pd.factorize(frame[dataset])
    return codes.astype(np.intp), tuple(str(label) for label in labels)


def weights_of(column: "pd.Series[Any]", *, positive: bool = False) -> NDArray[np.float64]:
    """Return weights, or raise `DataError` where they are none."""
    values = column.to_numpy(dtype=np.float64, na_value=np.nan)
    enough = (values > 0) if positive else (values >= 0)
    if not (np.isfinite(values) & enough).all() or not values.any():
        least = "above 0" if positive else "not negative, and not all 0"
        raise DataError(
            f"column {column.name!r} must hold finite numbers, {least}.",
            hint=f"df[df[{column.name!r}] > 0]",
        )
    return values
