"""Leaks that can be seen before anything is fitted: test data that a training set would know."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.errors import DesignError, examples
from benchreport.experiments.cells import is_search
from benchreport.experiments.datasets import Dataset
from benchreport.experiments.resampling import Given, Plan, TimeSeries
from benchreport.hints import Hint, code, option

EXACT = 1e-10
FEWEST = 10
"""In fewer examples a feature may equal the target, or look standardized, by chance."""


class Leak(NamedTuple):
    """What leaks, and a way out."""

    message: str
    hint: Hint


def refuse_leaks(leaks: Sequence[Leak]) -> None:
    """Raise `DesignError` for the first leak."""
    if leaks:
        hint = leaks[0].hint + ("; if it is meant: " + option(leaks="allow"))
        raise DesignError(leaks[0].message, hint=hint)


def find_leaks(
    models: Mapping[str, Any], datasets: Sequence[Dataset], plan: Plan
) -> tuple[Leak, ...]:
    """List the leaks that estimators and data show.

    Found are parts of an estimator that are fitted already and stay so; searches whose own folds divide
    groups or go back in time; features that equal the target; and features that were standardized on all
    rows. An estimator that was fitted as a whole is no leak, as each cell fits a copy.
    """
    return (
        *_fitted_parts(models),
        *_inner_folds(models, datasets, plan),
        *(leak for data in datasets for leak in _columns(data)),
    )


def _fitted_parts(models: Mapping[str, Any]) -> Iterator[Leak]:
    for name, model in models.items():
        for part, value in {"": model, **model.get_params()}.items():
            prefit = (part.rpartition("__")[2], value) in (("cv", "prefit"), ("prefit", True))
            if prefit or type(value).__name__ == "FrozenEstimator":
                yield Leak(
                    f"{name!r} has a part that is fitted already ({part or 'FrozenEstimator'}), perhaps to "
                    "examples that others are tested on.",
                    Hint.of("give the part unfitted, so that each fold fits it"),
                )
                break


def _inner_folds(
    models: Mapping[str, Any], datasets: Sequence[Dataset], plan: Plan
) -> Iterator[Leak]:
    grouped = next((data.name for data in datasets if data.groups is not None), None)
    in_time = isinstance(plan, TimeSeries) or (
        isinstance(plan, Given) and "TimeSeries" in type(plan.splitter).__name__
    )
    for name, model in models.items():
        searches = filter(is_search, (model, *model.get_params().values()))
        inner = next((type(search.cv).__name__ for search in searches), "")
        if inner and grouped is not None and "Group" not in inner:
            yield Leak(
                f"the search of {name!r} divides the groups of dataset {grouped!r} among its own folds.",
                code("GridSearchCV(estimator, grid, cv=GroupKFold(5))"),
            )
        if inner and in_time and "TimeSeries" not in inner:
            yield Leak(
                f"the search of {name!r} learns from examples that come after those it chooses by.",
                code("GridSearchCV(estimator, grid, cv=TimeSeriesSplit(5))"),
            )


def _columns(data: Dataset) -> Iterator[Leak]:
    frame = _as_frame(data)
    if frame is None or data.n < FEWEST:
        return
    copies = [name for name in frame if _is_copy(frame[name], data.y)]
    if copies:
        yield Leak(
            f"{_name(copies)} of dataset {data.name!r} tells the target of every example.",
            code(f"X.drop(columns={copies[:5]!r})"),
        )
    numbers = frame.select_dtypes("number").to_numpy(dtype=float, na_value=np.nan)
    if numbers.shape[1] and _are_standardized(numbers):
        yield Leak(
            f"the features of dataset {data.name!r} were standardized on all rows (means 0, standard "
            "deviations 1), test rows included.",
            code("make_pipeline(StandardScaler(), estimator)") + " on the features as measured",
        )


def _is_copy(column: "pd.Series[Any]", target: NDArray[Any]) -> bool:
    """Tell whether a feature is the target, or names its classes in other words."""
    # most columns differ within the first rows
    for rows in (slice(0, 10 * FEWEST), slice(None)):
        values, truth = column.iloc[rows], target[rows]
        classes, found = pd.factorize(truth)
        if 2 * len(found) > len(truth):
            # measured values all differ, as the numbers of rows do
            if not (values.to_numpy() == truth).all():
                return False
        elif (pd.factorize(values)[0] != classes).any():
            return False
    return True


def _are_standardized(numbers: NDArray[np.float64]) -> bool:
    moving = numbers[:, np.ptp(numbers, axis=0) > 0]
    if not moving.shape[1]:
        return False
    means, spreads = moving.mean(axis=0), moving.std(axis=0)
    return bool((np.abs(means) < EXACT).all() and (np.abs(spreads - 1) < EXACT).all())


def _name(columns: Iterable[object]) -> str:
    names = [repr(str(name)) for name in columns]
    return f"feature {names[0]}" if len(names) == 1 else f"each of the features {examples(names)}"


def count_duplicates(data: Dataset) -> int:
    """Count the examples with the same features and target as an earlier one, which no fold tells apart."""
    frame = _as_frame(data)
    return 0 if frame is None else int(frame.assign(**{"\x1ftarget": data.y}).duplicated().sum())


def _as_frame(data: Dataset) -> pd.DataFrame | None:
    """Return the features as a frame; none where they are sparse, no table, or have several targets."""
    if data.y.ndim > 1:
        return None
    if isinstance(data.X, pd.DataFrame):
        return data.X
    table = isinstance(data.X, np.ndarray) and data.X.ndim == 2  # noqa: PLR2004 - rows and columns
    return pd.DataFrame(data.X) if table else None
