"""Precision-recall curves."""

import numpy as np

from benchreport.data.predictions import Predictions
from benchreport.numerics.predictions.roc import average_precision, precision_recall_points
from benchreport.results.base import Design
from benchreport.results.later import later
from benchreport.results.predictions.roc import Curve, PrecisionRecallResult, PrecisionRecallRow
from benchreport.stats._arrays import Array, Booleans
from benchreport.stats._predictions.prediction_pairs import ONE_SPLIT, examples_apart, notes_of


def precision_recall(predictions: Predictions) -> PrecisionRecallResult:
    """Compute the precision-recall curves of all models, with average precision.

    There is no H0 and no H1: ``metric_bootstrap`` and ``metric_permutation`` compare average
    precision.

    Parameters
    ----------
    predictions
        Scores or probabilities of the positive class, of k models for n examples; weights count.

    Returns
    -------
    PrecisionRecallResult
        For each model the curve, average precision (in steps, without interpolation), and
        precision and recall of its predicted labels; and the share of positives.

    Raises
    ------
    DesignError
        More than two classes, no scores, or no positives.

    References
    ----------
    Davis & Goadrich (2006), The relationship between precision-recall and ROC curves, ICML:
    233-240: points must not be joined by straight lines.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"y_true": [0, 0, 1, 1], "a_score": [0.1, 0.4, 0.35, 0.8]})
    >>> result = frame.bench.precision_recall()
    >>> round(result.rows[0].average_precision, 4), result.share
    (0.8333, 0.5)
    """
    scores = predictions.binary_scores("precision_recall")
    positive = predictions.is_positive
    weights = predictions.weights if predictions.weighted else predictions.counts
    code = predictions.classes.index(predictions.positive)
    rows, curves = [], []
    for place, name in enumerate(predictions.algorithms):
        predicted = predictions.predicted[:, place] == code
        rows.append(
            PrecisionRecallRow(
                name,
                average_precision(positive, scores[:, place], weights),
                _share(positive, predicted, predictions.weights),
                _share(predicted, positive, predictions.weights),
            )
        )
        curves.append(_curve(positive, scores[:, place], weights))
    return PrecisionRecallResult(
        procedure="precision_recall",
        method="Precision-recall analysis",
        design=Design.of_predictions(predictions, "average precision"),
        assumptions=later(lambda: (examples_apart(predictions), ONE_SPLIT)),
        warnings=later(lambda: notes_of(predictions)),
        references=("davis2006",),
        positive=predictions.positive,
        share=float(np.average(positive, weights=predictions.weights)),
        rows=tuple(rows),
        curves=tuple(curves),
    )


def _curve(positive: Booleans, score: Array, weights: Array | None) -> Curve:
    points = precision_recall_points(positive, score, weights)
    # the first point of a recall is the most precise, and the only one that the area counts
    first = np.append(True, np.diff(points.recall) > 0)
    columns = (points.recall, points.precision, points.thresholds)
    x, y, thresholds = (tuple(column[first].tolist()) for column in columns)
    return Curve(x, y, thresholds)


def _share(part: Booleans, among: Booleans, weights: Array) -> float:
    total = float(weights[among].sum())
    return float(weights[part & among].sum()) / total if total > 0 else float("nan")
