"""Confusion matrices, with recall and precision."""

import numpy as np

from benchreport.data.predictions import Predictions
from benchreport.errors import check_fraction
from benchreport.numerics.predictions.confusion import confusion_matrix, divide
from benchreport.numerics.predictions.proportion_interval import proportion_interval
from benchreport.results.base import Design, Interval
from benchreport.results.later import later
from benchreport.results.predictions.confusion import ClassRow, ConfusionResult
from benchreport.stats._arrays import Array
from benchreport.stats._predictions.prediction_pairs import ONE_SPLIT, examples_apart, notes_of


def confusion(predictions: Predictions, *, alpha: float = 0.05) -> ConfusionResult:
    """Count each model's predictions of each class by true class, with recall and precision.

    There is no H0 and no H1: ``mcnemar`` tests accuracies, ``marginal_homogeneity`` how often two
    models predict each class.

    Parameters
    ----------
    predictions
        Labels of k models for n examples; weights count.
    alpha
        Wilson's intervals have confidence 1 − alpha, each alone; weighted examples have none.

    Returns
    -------
    ConfusionResult
        One matrix per model (rows are the truth), and recall and precision of each class. Precision is
        undefined for a class that a model never predicts; its interval takes the number of predictions
        as given.

    Raises
    ------
    DesignError
        The truth is a measured value.
    OptionError
        Alpha is not between 0 and 1.

    References
    ----------
    Wilson (1927), JASA 22: 209-212, for the intervals.

    Examples
    --------
    A lecture's 80 positives found and 20 missed, 195 negatives found and 5 missed:

    >>> import pandas as pd
    >>> import benchreport
    >>> rows = [(1, 1)] * 80 + [(1, 0)] * 20 + [(0, 1)] * 5 + [(0, 0)] * 195
    >>> frame = pd.DataFrame(rows, columns=["y_true", "model"])
    >>> result = frame.bench.confusion()
    >>> result.matrices[0]
    ((195, 5), (20, 80))
    >>> round(result.rows[1].recall, 3), round(result.rows[1].precision, 4)
    (0.8, 0.9412)
    """
    check_fraction("alpha", alpha)
    labels = predictions.require_labels("confusion")
    weights = labels.weights if labels.weighted or labels.counted else None
    truth, predicted = labels.truth.astype(np.int64), labels.predicted.astype(np.int64)
    matrices = [
        confusion_matrix(truth, column, len(labels.classes), weights) for column in predicted.T
    ]
    return ConfusionResult(
        procedure="confusion",
        method="Confusion matrices",
        alpha=alpha,
        design=Design.of_predictions(labels),
        assumptions=later(lambda: (examples_apart(labels), ONE_SPLIT)),
        warnings=later(lambda: notes_of(labels)),
        references=() if labels.weighted else ("wilson1927",),
        classes=labels.classes,
        matrices=tuple(_plain(matrix, counted=not labels.weighted) for matrix in matrices),
        rows=tuple(
            row
            for name, matrix in zip(labels.algorithms, matrices, strict=True)
            for row in _rows(name, labels, matrix, 1 - alpha)
        ),
    )


def _plain(matrix: Array, *, counted: bool) -> tuple[tuple[float, ...], ...]:
    cells = matrix.astype(np.int64) if counted else matrix
    return tuple(tuple(row) for row in cells.tolist())


def _rows(name: str, labels: Predictions, matrix: Array, confidence: float) -> list[ClassRow]:
    hits, truth, predicted = np.diag(matrix), matrix.sum(axis=1), matrix.sum(axis=0)
    recall, precision = divide(hits, truth, np.nan), divide(hits, predicted, np.nan)
    counts = [
        list(row) for row in _plain(np.array([truth, predicted, hits]), counted=not labels.weighted)
    ]
    columns = zip(
        labels.classes,
        *counts,
        recall.tolist(),
        _intervals(hits, truth, confidence, counted=not labels.weighted),
        precision.tolist(),
        _intervals(hits, predicted, confidence, counted=not labels.weighted),
        strict=True,
    )
    return [ClassRow(name, *row) for row in columns]


def _intervals(
    hits: Array, total: Array, confidence: float, *, counted: bool
) -> list[Interval | None]:
    if not counted:
        # a sum of weights is not a number of trials
        return [None] * len(hits)
    low, high = proportion_interval(hits, total, confidence)
    return [
        Interval(start, end, confidence) if n > 0 else None
        for start, end, n in zip(low.tolist(), high.tolist(), total.tolist(), strict=True)
    ]
