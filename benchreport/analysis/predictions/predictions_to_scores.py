"""Predictions as a table of scores: one score per model and dataset."""

from typing import Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.columns.roles import Roles
from benchreport.data.predictions import Predictions
from benchreport.data.scores import Scores
from benchreport.errors import DataError, DesignError, check_choice, examples
from benchreport.hints import bench, call
from benchreport.stats._predictions.metric_values import Measure, measure

TWO = 2


def to_scores(
    predictions: Predictions, metric: str, *, by: Literal["dataset", "repeat"] = "dataset"
) -> Scores:
    """Score every model on every dataset or fold; all procedures on scores take the resulting table.

    There is no H0 and no H1. Tests on a table of datasets generalise to other datasets; a table of
    folds is about one dataset.

    Parameters
    ----------
    predictions
        The predictions of k models for examples of at least two datasets (the dataset role), or of two
        folds, seeds or runs (the repeat role).
    metric
        One of `benchreport.numerics.predictions.metrics.METRICS` that the table allows; its direction becomes
        the table's.
    by
        ``"dataset"``: one score per dataset; ``"repeat"``: one score per repeat, within each
        dataset where there are several.

    Returns
    -------
    Scores
        Datasets × models, or repeats × models. Weights of examples count within their part; parts
        count the same, however many examples they have.

    Raises
    ------
    DesignError
        There is only one dataset, repeat or model, or the table lacks what the metric needs.
    DataError
        The metric is undefined or infinite on a part.
    OptionError
        The metric is unknown.

    References
    ----------
    Demšar (2006), JMLR 7, section 3, on comparing classifiers over datasets.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({
    ...     "dataset": ["x", "x", "y", "y"], "y_true": list("abab"),
    ...     "m": list("abab"), "n": list("abbb"),
    ... })
    >>> table = frame.bench.to_scores(metric="accuracy")
    >>> table.values.tolist(), table.higher_is_better
    ([[1.0, 1.0], [1.0, 0.5]], True)
    """
    check_choice("by", by, ("dataset", "repeat"))
    codes = predictions.dataset[:, None]
    if by == "repeat":
        codes = np.column_stack([codes, predictions.repeat])
    parts, part = np.unique(codes, axis=0, return_inverse=True)
    if len(parts) < TWO:
        raise DesignError(
            f"to_scores makes one score a {by} and needs at least 2; found {predictions.size} of "
            f"one {by}.",
            hint=bench(**{by: "column that names them"})
            + ", a group of examples each; without any "
            + call("metric_bootstrap", metric=...)
            + " compares examples",
        )
    keys = {"dataset": [predictions.datasets[code] for code in parts[:, 0]]}
    if by == "repeat":
        keys["repeat"] = [predictions.repeats[code] for code in parts[:, 1]]
        if len(predictions.datasets) == 1:
            del keys["dataset"]
    measured = measure(predictions, metric)
    values = measure_parts(measured, part.ravel(), len(parts))
    _refuse_undefined(predictions, metric, values, by, keys[by])
    wide = pd.DataFrame(values, columns=list(predictions.algorithms))
    # a long table keeps models apart from columns, even if they have the same name
    frame = pd.concat(
        [
            pd.DataFrame({**keys, "algorithm": name, metric: wide[name]})
            for name in predictions.algorithms
        ]
    )
    roles = Roles(
        algorithm="algorithm",
        dataset="dataset" if "dataset" in keys else None,
        repeat="repeat" if "repeat" in keys else None,
        score=metric,
        higher_is_better=measured.metric.higher_is_better,
    )
    return Scores.from_frame(frame, roles)


def measure_parts(
    measured: Measure, part: NDArray[np.integer], n_parts: int
) -> NDArray[np.float64]:
    """Measure each model on each part of the examples, (n_parts, k); ``part`` is each example's, (n,)."""
    columns, importance = np.moveaxis(measured.predicted, 1, 0), measured.importance
    values = np.empty((n_parts, len(columns)))
    for code, row in enumerate(values):
        in_part = part == code
        weights = None if importance is None else importance[in_part]
        row[:] = [
            measured.metric.function(measured.truth[in_part], column[in_part], weights)
            for column in columns
        ]
    return values


def _refuse_undefined(
    predictions: Predictions,
    metric: str,
    values: NDArray[np.float64],
    by: str,
    names: list[str],
) -> None:
    rows, columns = np.nonzero(~np.isfinite(values))
    if not len(rows):
        return
    cells = [
        (predictions.algorithms[column], names[row])
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True)
    ]
    lost = examples([repr(names[row]) for row in dict.fromkeys(rows.tolist())])
    raise DataError(
        f"{metric} is undefined or infinite in {len(cells)} of {values.size} cells, which lack a "
        f"second class or have a probability of 0: {examples(cells)}.",
        hint=f"leave out {by} {lost}, or take another metric",
    )
