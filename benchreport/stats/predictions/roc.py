"""ROC curves, areas, convex hull and dominance."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from benchreport.data.predictions import Predictions
from benchreport.errors import check_choice, check_fraction
from benchreport.numerics.predictions.delong import METHODS, Method, auc_intervals, delong_aucs
from benchreport.numerics.predictions.roc import (
    RocCurve,
    RocHull,
    auc,
    curve_dominance,
    point_dominance,
    roc_hull,
    roc_points,
)
from benchreport.results.base import Design, Interval
from benchreport.results.later import later
from benchreport.results.predictions.roc import Curve, HullCorner, OperatingPoint, RocResult, RocRow
from benchreport.results.writing import number_format as fmt
from benchreport.stats._arrays import Array, Booleans
from benchreport.stats._predictions.prediction_pairs import ONE_SPLIT, examples_apart, notes_of
from benchreport.wording.verdicts import notes as texts


def roc(predictions: Predictions, *, alpha: float = 0.05, interval: Method = "logit") -> RocResult:
    """Compute the ROC curves of all models: areas with DeLong's intervals, convex hull, dominance.

    There is no H0 and no H1: ``delong`` tests whether areas differ.

    Parameters
    ----------
    predictions
        Scores or probabilities of the positive class, of k models for n examples; areas of weighted
        examples have no intervals.
    alpha
        Intervals have confidence 1 − alpha, for each model alone.
    interval
        ``"logit"``: DeLong's on the scale of log(AUC/(1 − AUC)), which covers better near 1;
        ``"plain"``: AUC ± z standard errors, cut at 0 and 1; ``"newcombe"``: from the AUC and the
        sizes of the classes alone.

    Returns
    -------
    RocResult
        For each model its curve (corners only), the area with its interval, the rates of the
        predicted labels (its operating point; NaN where there are none), whether it is on
        the convex hull of all curves and operating points, and which models dominate it.

    Raises
    ------
    DesignError
        There are no scores of a positive class, or fewer than two examples of a class.
    OptionError
        Alpha is not between 0 and 1; there is no such interval.

    Notes
    -----
    A model that separates the classes has an AUC of 1, and a variance of 0 by DeLong's method. Its logit
    interval is Newcombe's; the plain one has no width. The result warns of it.

    References
    ----------
    Fawcett (2006), Pattern Recognition Letters 27: 861-874; Provost & Fawcett (2001), Machine
    Learning 42: 203-231, for hull and dominance; DeLong et al. (1988), Biometrics 44: 837-845; Pepe
    (2003), chapter 5, for the logit scale; Newcombe (2006), Statistics in Medicine 25: 559-573.

    Examples
    --------
    The twenty instances of Fawcett (2006), figure 3:

    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({
    ...     "y_true": [int(each == "p") for each in "ppnpppnnpnpnpnnnpnpn"],
    ...     "a_score": [.9, .8, .7, .6, .55, .54, .53, .52, .51, .505,
    ...                 .4, .39, .38, .37, .36, .35, .34, .33, .30, .1],
    ... })
    >>> row = frame.bench.roc().rows[0]
    >>> round(row.auc, 4), round(row.interval.low, 3), round(row.interval.high, 3)
    (0.68, 0.404, 0.87)
    """
    check_fraction("alpha", alpha)
    check_choice("interval", interval, METHODS)
    scores = predictions.binary_scores("roc")
    positive = predictions.is_positive
    weights = predictions.weights if predictions.weighted else predictions.counts
    curves = [roc_points(positive, column, weights, drop_collinear=True) for column in scores.T]
    areas = _areas(predictions, scores, alpha, interval)
    code = predictions.classes.index(predictions.positive)
    points = []
    if predictions.has_labels:
        points = _points(positive, predictions.predicted == code, predictions.weights)
    hull = roc_hull([*curves, *points])
    return RocResult(
        procedure="roc",
        method="ROC analysis",
        variant=interval,
        alpha=alpha,
        design=Design.of_predictions(predictions, "AUC"),
        assumptions=later(lambda: (examples_apart(predictions), ONE_SPLIT)),
        warnings=later(lambda: (*notes_of(predictions), *areas.warnings)),
        references=("fawcett2006", "provost2001", *areas.references),
        positive=predictions.positive,
        positives=_count(positive, predictions.counts),
        negatives=_count(~positive, predictions.counts),
        rows=_rows(predictions.algorithms, areas, curves, points, hull),
        curves=tuple(Curve(*(tuple(column.tolist()) for column in curve)) for curve in curves),
        hull=_corners(predictions.algorithms, hull),
    )  # fmt: skip


def _count(which: Booleans, counts: Array | None) -> int:
    return int(which.sum() if counts is None else counts[which].sum())


class _Areas(NamedTuple):
    auc: Array
    intervals: Sequence[Interval | None]
    references: tuple[str, ...]
    warnings: tuple[str, ...]


def _areas(predictions: Predictions, scores: Array, alpha: float, method: Method) -> _Areas:
    """Compute the areas, with intervals where all examples have the same weight, as DeLong's method needs."""
    positive = predictions.is_positive
    if predictions.weighted or predictions.grouped:
        why = texts.WEIGHTED_AREAS if predictions.weighted else texts.GROUPED_AREAS
        areas = np.array([auc(positive, column, predictions.weights) for column in scores.T])
        return _Areas(
            areas,
            [None] * len(areas),
            (),
            (why,),
        )
    aucs = delong_aucs(positive, scores, predictions.counts)
    low, high = auc_intervals(aucs, confidence=1 - alpha, method=method)
    ends = zip(low.tolist(), high.tolist(), strict=True)
    constant = np.flatnonzero(np.diag(aucs.covariance) == 0)
    by_newcombe = method == "newcombe" or (method == "logit" and len(constant) > 0)
    return _Areas(
        aucs.auc,
        [Interval(*pair, 1 - alpha) for pair in ends],
        ("delong1988", "sun2014", *(("newcombe2006",) if by_newcombe else ())),
        _cautions([predictions.algorithms[place] for place in constant], method),
    )


def _points(positive: Booleans, predicted: Booleans, weights: Array) -> list[RocCurve]:
    """Return each model's predicted labels as a curve of one point."""
    true = weights[positive] @ predicted[positive] / weights[positive].sum()
    false = weights[~positive] @ predicted[~positive] / weights[~positive].sum()
    no_threshold = np.array([np.nan])
    return [
        RocCurve(np.array([x]), np.array([y]), no_threshold)
        for x, y in zip(false, true, strict=True)
    ]


def _rows(
    names: Sequence[str],
    areas: _Areas,
    curves: Sequence[RocCurve],
    points: Sequence[RocCurve],
    hull: RocHull,
) -> tuple[RocRow, ...]:
    k = len(names)
    above = curve_dominance(curves)
    nowhere = OperatingPoint(math.nan, math.nan, on_hull=False, dominated_by=())
    operating = _operating_points(names, points, hull) or [nowhere] * k
    return tuple(
        RocRow(
            algorithm=names[place],
            auc=float(areas.auc[place]),
            interval=areas.intervals[place],
            on_hull=bool(hull.curves[place::k].any()),
            dominated_by=_select_names(names, above[:, place]),
            point=operating[place],
        )
        for place in range(k)
    )


def _operating_points(
    names: Sequence[str], points: Sequence[RocCurve], hull: RocHull
) -> list[OperatingPoint]:
    """Return the operating points; each knows whether it is on the hull, and which ones dominate it."""
    if not points:
        return []
    x = np.concatenate([point.false_positive_rate for point in points])
    y = np.concatenate([point.true_positive_rate for point in points])
    better = point_dominance(x, y)
    k = len(names)
    return [
        OperatingPoint(
            float(x[place]),
            float(y[place]),
            bool(hull.on_hull[k + place][0]),
            _select_names(names, better[:, place]),
        )
        for place in range(k)
    ]


def _corners(names: Sequence[str], hull: RocHull) -> tuple[HullCorner, ...]:
    k = len(names)
    owners = hull.owners[:, :k]
    if hull.owners.shape[1] > k:
        owners = owners | hull.owners[:, k:]
    places = zip(hull.false_positive_rate.tolist(), hull.true_positive_rate.tolist(), strict=True)
    return tuple(
        HullCorner(*place, _select_names(names, on_corner))
        for place, on_corner in zip(places, owners, strict=True)
    )


def _select_names(names: Sequence[str], which: Booleans) -> tuple[str, ...]:
    return tuple(names[place] for place in np.flatnonzero(which).tolist())


def _cautions(names: Sequence[str], method: Method) -> tuple[str, ...]:
    if not names or method == "newcombe":
        return ()
    ends = texts.NO_WIDTH if method == "plain" else texts.NEWCOMBE
    return (texts.PERFECT_ORDER.format(models=fmt.join(names, most=5), interval=ends),)
