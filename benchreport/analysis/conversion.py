"""Predictions as a table of scores: one a model and dataset."""

from typing import Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.predictions import Predictions
from benchreport.data.roles import Roles
from benchreport.data.scores import Scores
from benchreport.errors import DataError, DesignError, check_choice, examples
from benchreport.stats._metrics import measure

__all__ = ["to_scores"]

TWO = 2


def to_scores(
    predictions: Predictions, metric: str, *, by: Literal["dataset"] = "dataset"
) -> Scores:
    """Score every model on every dataset: the table that all comparisons over datasets work on.

    There is no H0 and no H1. What is learnt from the table is about datasets, not about examples of
    one: it generalises to other datasets.

    Parameters
    ----------
    predictions
        Of k models for examples of at least two datasets (the dataset role).
    metric
        One of `benchreport.numerics.metrics.METRICS` that the table allows; its direction becomes
        the table's.
    by
        ``"dataset"``.

    Returns
    -------
    Scores
        Datasets × models. Weights of examples count within their dataset; datasets count the same,
        however many examples they have.

    Raises
    ------
    DesignError
        There is one dataset only, one model only, or the table lacks what the metric needs.
    DataError
        The metric is undefined or infinite on a dataset.
    OptionError
        No such metric.

    References
    ----------
    Demšar (2006), JMLR 7, section 3, on comparing classifiers over datasets.

    Examples
    --------
    >>> frame = pd.DataFrame({
    ...     "dataset": ["x", "x", "y", "y"], "y_true": list("abab"),
    ...     "m": list("abab"), "n": list("abbb"),
    ... })
    >>> table = to_scores(Predictions.from_frame(frame), metric="accuracy")
    >>> table.values.tolist(), table.higher_is_better
    ([[1.0, 1.0], [1.0, 0.5]], True)
    """
    check_choice("by", by, ("dataset",))
    if len(predictions.datasets) < TWO:
        raise DesignError(
            f"to_scores makes one score a dataset and needs at least 2; found {predictions.size} of "
            "one dataset.",
            hint="df.bench(dataset='column that names them'), a group of examples each, such as a "
            "subject; on one dataset df.bench.metric_bootstrap(metric=…) compares examples",
        )
    whole = measure(predictions, metric)
    columns = np.moveaxis(whole.predicted, 1, 0)
    values = np.empty((len(predictions.datasets), len(predictions.algorithms)))
    for code, row in enumerate(values):
        here = predictions.dataset == code
        weights = None if whole.weights is None else whole.weights[here]
        row[:] = [
            whole.metric.function(whole.truth[here], column[here], weights) for column in columns
        ]
    _refuse_undefined(predictions, metric, values)
    names = {"dataset": predictions.datasets, "algorithm": predictions.algorithms}
    keys = pd.MultiIndex.from_product(list(names.values()), names=list(names))
    frame = keys.to_frame(index=False).assign(**{metric: values.ravel()})
    roles = Roles(
        algorithm="algorithm",
        dataset="dataset",
        score=metric,
        higher_is_better=whole.metric.higher_is_better,
    )
    return Scores.from_frame(frame, roles)


def _refuse_undefined(predictions: Predictions, metric: str, values: NDArray[np.float64]) -> None:
    rows, columns = np.nonzero(~np.isfinite(values))
    if not len(rows):
        return
    cells = [
        (predictions.algorithms[column], predictions.datasets[row])
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True)
    ]
    lost = examples([repr(predictions.datasets[row]) for row in dict.fromkeys(rows.tolist())])
    raise DataError(
        f"{metric} is undefined or infinite in {len(cells)} of {values.size} cells, for lack of a "
        f"second class or after a probability of 0: {examples(cells)}.",
        hint=f"df[~df['dataset'].isin([{lost}])].bench, or another metric",
    )
