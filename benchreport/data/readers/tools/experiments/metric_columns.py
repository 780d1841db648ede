"""Tables of runs: one column per metric, or the columns ``metric`` and ``value`` where there are several."""

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import pandas as pd


def stack_metrics(frame: pd.DataFrame, metrics: Sequence[Hashable]) -> pd.DataFrame:
    """Return one row a value with the columns ``metric`` and ``value``, where there are several metrics.

    A metric without a value on a dataset is not measured there, and has no rows for it. Elsewhere an
    empty cell is a run that failed; on a dataset where all runs failed, they failed by all metrics.

    Examples
    --------
    >>> frame = pd.DataFrame({"algorithm": ["svm", "knn"], "accuracy": [0.9, 0.8], "f1": [0.7, 0.6]})
    >>> stack_metrics(frame, ["accuracy", "f1"]).to_numpy().tolist()
    [['svm', 'accuracy', 0.9], ['knn', 'accuracy', 0.8], ['svm', 'f1', 0.7], ['knn', 'f1', 0.6]]
    """
    if len(metrics) == 1:
        return frame
    keys = [name for name in frame.columns if name not in set(metrics)]
    rows = frame.melt(id_vars=keys, value_vars=list(metrics), var_name="metric", value_name="value")
    if "dataset" in keys:
        by_metric = rows.groupby(["metric", "dataset"], dropna=False)["value"].transform("count")
        by_any = rows.groupby("dataset", dropna=False)["value"].transform("count")
        rows = rows[(by_metric > 0) | (by_any == 0)]
    return rows.reset_index(drop=True)


def varies(column: "pd.Series[Any]") -> bool:
    """Tell whether a column has several values; an empty cell is one of them."""
    return len(column.unique()) > 1


def drop_constant(frame: pd.DataFrame, columns: Iterable[Hashable]) -> pd.DataFrame:
    """Leave out those of the columns that have one value, as it says nothing about the rows."""
    return frame.drop(
        columns=[name for name in columns if name in frame and not varies(frame[name])]
    )


def columns_that_tell_apart(
    frame: pd.DataFrame, keys: Sequence[Hashable], candidates: Iterable[Hashable]
) -> list[Hashable]:
    """Return the candidates that differ between rows with the same keys.

    >>> frame = pd.DataFrame({"model": ["a", "a", "b"], "tag": [1, 2, 1], "day": [1, 1, 2]})
    >>> columns_that_tell_apart(frame, ["model"], ["tag", "day"])
    ['tag']
    """
    present = [name for name in candidates if name in frame]
    if not frame.duplicated(list(keys)).any():
        return []
    different = frame.groupby(list(keys), dropna=False)[present].nunique(dropna=False)
    return [name for name in present if (different[name] > 1).any()]
