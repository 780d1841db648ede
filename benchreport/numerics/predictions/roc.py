"""ROC and precision-recall curves, the convex hull, and dominance.

Ours because scikit-learn, which the package does without, has neither hull nor dominance.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from benchreport.errors import (
    DataError,
    DesignError,
    format_count,
)
from benchreport.hints import option

Floats = npt.NDArray[np.float64]
Booleans = npt.NDArray[np.bool_]

_SAME = 1e-12  # rates of a million examples differ by more, and rounding differs by less


class RocCurve(NamedTuple):
    """A curve from (0, 0) to (1, 1), or a single operating point between them."""

    false_positive_rate: Floats
    """(p,), never falling."""
    true_positive_rate: Floats
    """(p,), never falling."""
    thresholds: Floats
    """(p,): scores at or above are called positive; the first is ∞, where nothing is."""


class PrecisionRecall(NamedTuple):
    """Precision and recall as the threshold falls."""

    precision: Floats
    """(p,), 1 at the first."""
    recall: Floats
    """(p,), from 0 to 1, never falling."""
    thresholds: Floats
    """(p,): scores at or above are called positive; the first is ∞, where nothing is."""


class RocHull(NamedTuple):
    """The convex hull of ROC curves, with what lies on it."""

    false_positive_rate: Floats
    """(v,) of the corners, from (0, 0) to (1, 1)."""
    true_positive_rate: Floats
    """(v,)."""
    owners: Booleans
    """(v, K): the corner is a point of the curve; (0, 0) and (1, 1) are points of all."""
    on_hull: tuple[Booleans, ...]
    """For each curve, (p,): the point is best at some cost of errors and share of positives."""
    curves: Booleans
    """(K,): a point other than (0, 0) and (1, 1) is."""


def check_examples(truth: Booleans, scores: Floats) -> None:
    """Raise `DataError` unless truth is boolean (n,) and scores (n,) or (n, K) without NaN."""
    if truth.dtype != np.bool_ or truth.ndim != 1:
        raise DataError(
            f"truth must be one boolean an example; got {truth.dtype} of shape {truth.shape}.",
            hint="truth = labels == positive_class",
        )
    if scores.ndim not in (1, 2) or len(scores) != len(truth):
        raise DataError(
            f"scores must have a row for each of {len(truth)} examples; got shape {scores.shape}.",
            hint="scores.shape, truth.shape",
        )
    gaps = np.isnan(scores).reshape(len(truth), -1).sum(axis=0)
    if gaps.any():
        column = int(np.flatnonzero(gaps)[0])
        raise DataError(
            f"scores must not be NaN; found {gaps[column]} in column {column}.",
            hint="known = ~np.isnan(scores.reshape(len(truth), -1)).any(axis=1)",
        )


def check_classes(truth: Booleans, *, positives: int, negatives: int, subject: str) -> None:
    """Raise `DesignError` unless each class has at least the given number of examples."""
    sizes = int(truth.sum()), int((~truth).sum())
    if sizes[0] < positives or sizes[1] < negatives:
        needed = [format_count(positives, "positive"), format_count(negatives, "negative")]
        raise DesignError(
            f"{subject} needs at least {' and '.join(needed[: 2 if negatives else 1])}; found "
            f"{format_count(sizes[0], 'positive')} and {format_count(sizes[1], 'negative')}.",
            hint="truth = labels == positive_class",
        )


def roc_points(
    truth: Booleans, score: Floats, weights: Floats | None = None, *, drop_collinear: bool = False
) -> RocCurve:
    """Rates of false and true positives as the threshold falls; equal scores move together.

    Parameters
    ----------
    truth
        (n,), true for positives; both classes are needed.
    score
        (n,), higher for positives; infinite ones are ordered like others.
    weights
        (n,) of the examples, not negative; examples of weight 0 are left out.
    drop_collinear
        Keep the corners of the curve alone.

    Returns
    -------
    RocCurve
        One point per distinct score, after (0, 0).

    Raises
    ------
    DataError
        NaN, shapes that differ, negative weights.
    DesignError
        A class without examples.

    References
    ----------
    Fawcett (2006), An introduction to ROC analysis, Pattern Recognition Letters 27, algorithm 1.

    Examples
    --------
    >>> curve = roc_points(np.array([False, False, True, True]), np.array([0.1, 0.4, 0.35, 0.8]))
    >>> curve.false_positive_rate.tolist(), curve.true_positive_rate.tolist()
    ([0.0, 0.0, 0.5, 0.5, 1.0], [0.0, 0.5, 0.5, 1.0, 1.0])
    """
    false, true, thresholds = _cumulate(truth, score, weights, negatives=1)
    x, y = false / false[-1], true / true[-1]
    if drop_collinear:
        corner = np.concatenate(([True], _turn(x, y) != 0, [True]))
        x, y, thresholds = x[corner], y[corner], thresholds[corner]
    return RocCurve(x, y, thresholds)


def auc(truth: Booleans, score: Floats, weights: Floats | None = None) -> float:
    """Area under the ROC curve: P(a positive outranks a negative) + P(tie)/2, Mann–Whitney's U/mn.

    Parameters are those of `roc_points`.

    References
    ----------
    Hanley & McNeil (1982), Radiology 143: 29-36.

    Examples
    --------
    >>> auc(np.array([False, False, True, True]), np.array([0.1, 0.4, 0.35, 0.8]))
    0.75
    """
    false, true, _ = _cumulate(truth, score, weights, negatives=1)
    # computed from whole counts, so that a perfect order gives 1 and not 1 − 1e-16
    doubled = float(np.sum(np.diff(false) * (true[1:] + true[:-1])))
    return doubled / (2.0 * float(false[-1]) * float(true[-1]))


def roc_hull(curves: Sequence[RocCurve]) -> RocHull:
    """Convex hull of one or several classifiers' curves or operating points (ROCCH).

    Whatever errors cost and however common positives are, the best choice lies on the hull; the
    lines between its corners are reached by choosing between two classifiers at random.

    Parameters
    ----------
    curves
        K curves from the same examples. A classifier of labels is a curve of one point.

    Returns
    -------
    RocHull
        Points on a vertical or horizontal edge are not on the hull: its corner dominates them.

    References
    ----------
    Provost & Fawcett (2001), Robust classification for imprecise environments, Machine
    Learning 42: 203-231.

    Examples
    --------
    >>> labels = [
    ...     RocCurve(np.array([x]), np.array([y]), np.array([np.nan]))
    ...     for x, y in [(0.1, 0.6), (0.3, 0.6), (0.4, 0.9)]
    ... ]
    >>> hull = roc_hull(labels)
    >>> hull.false_positive_rate.tolist(), hull.curves.tolist()
    ([0.0, 0.1, 0.4, 1.0], [True, False, True])
    """
    x, y = _upper_hull(
        np.concatenate([[0.0, 1.0], *(curve.false_positive_rate for curve in curves)]),
        np.concatenate([[0.0, 1.0], *(curve.true_positive_rate for curve in curves)]),
    )
    top = x[np.argmax(y >= 1.0)]
    corners = list(zip(x.tolist(), y.tolist(), strict=True))
    ends = {(0.0, 0.0), (1.0, 1.0)}
    on_hull, points = [], []
    for curve in curves:
        height = np.interp(curve.false_positive_rate, x, y)
        on = (curve.true_positive_rate >= height - _SAME) & (curve.false_positive_rate <= top)
        pairs = curve.false_positive_rate[on].tolist(), curve.true_positive_rate[on].tolist()
        on_hull.append(on)
        points.append(set(zip(*pairs, strict=True)))
    owners = [
        [corner in ends or corner in corners_of_curve for corners_of_curve in points]
        for corner in corners
    ]
    met = np.array([bool(corners_of_curve - ends) for corners_of_curve in points], dtype=bool)
    return RocHull(x, y, np.array(owners, dtype=bool), tuple(on_hull), met)


def point_dominance(false_positive_rate: Floats, true_positive_rate: Floats) -> Booleans:
    """Tell which operating point dominates which: no worse at either rate, and better at one.

    Parameters
    ----------
    false_positive_rate, true_positive_rate
        (K,).

    Returns
    -------
    ndarray of shape (K, K)
        [i, j] says that i dominates j.

    Examples
    --------
    >>> point_dominance(np.array([0.1, 0.2, 0.3]), np.array([0.7, 0.7, 0.9])).tolist()
    [[False, True, False], [False, False, False], [False, False, False]]
    """
    x, y = np.asarray(false_positive_rate), np.asarray(true_positive_rate)
    no_worse = (x[:, None] <= x) & (y[:, None] >= y)
    better = (x[:, None] < x) | (y[:, None] > y)
    return np.asarray(no_worse & better)


def curve_dominance(curves: Sequence[RocCurve]) -> Booleans:
    """Tell which curve dominates which: everywhere at or above, and somewhere strictly above.

    Parameters
    ----------
    curves
        K curves from (0, 0) to (1, 1).

    Returns
    -------
    ndarray of shape (K, K)
        [i, j] says that i dominates j. Curves that cross dominate neither.

    References
    ----------
    Provost & Fawcett (2001), Robust classification for imprecise environments, Machine
    Learning 42: 203-231.

    Examples
    --------
    >>> truth = np.array([True, True, False, True, False, False])
    >>> scores = [np.array([6.0, 5, 4, 3, 2, 1]), np.array([6.0, 3, 5, 4, 2, 1])]
    >>> curve_dominance([roc_points(truth, score) for score in scores]).tolist()
    [[False, True], [False, False]]
    """
    knots = np.unique(np.concatenate([curve.false_positive_rate for curve in curves]))
    # equal sums of weights may differ in their last digit, which must not shift a vertical line
    knots = knots[np.append(True, np.diff(knots) > _SAME)]
    rates = [
        knots[np.searchsorted(knots, curve.false_positive_rate, side="right") - 1]
        for curve in curves
    ]
    # both ends of vertical lines: np.interp takes the last of equal abscissae
    heights = np.array([
        (
            np.interp(knots, x, curve.true_positive_rate),
            np.interp(-knots, -x[::-1], curve.true_positive_rate[::-1]),
        )
        for x, curve in zip(rates, curves, strict=True)
    ])  # fmt: skip
    dominates = np.zeros((len(curves), len(curves)), dtype=bool)
    for i, height in enumerate(heights):
        lead = height - heights
        dominates[i] = (lead >= -_SAME).all(axis=(1, 2)) & (lead > _SAME).any(axis=(1, 2))
    return dominates


def precision_recall_points(
    truth: Booleans, score: Floats, weights: Floats | None = None
) -> PrecisionRecall:
    """Precision and recall as the threshold falls; equal scores move together.

    Parameters are those of `roc_points`; negatives are not needed.

    Returns
    -------
    PrecisionRecall
        One point per distinct score, after precision 1 at recall 0.

    Raises
    ------
    DataError
        NaN, shapes that differ, negative weights.
    DesignError
        No positives.

    Notes
    -----
    Points must not be joined by straight lines: precision between them is not linear in recall.

    References
    ----------
    Davis & Goadrich (2006), The relationship between precision-recall and ROC curves.

    Examples
    --------
    >>> truth, score = np.array([False, False, True, True]), np.array([0.1, 0.4, 0.35, 0.8])
    >>> points = precision_recall_points(truth, score)
    >>> points.precision.round(3).tolist(), points.recall.tolist()
    ([1.0, 1.0, 0.5, 0.667, 0.5], [0.0, 0.5, 0.5, 1.0, 1.0])
    """
    false, true, thresholds = _cumulate(truth, score, weights, negatives=0)
    precision = np.append(1.0, true[1:] / (true[1:] + false[1:]))
    return PrecisionRecall(precision, true / true[-1], thresholds)


def average_precision(truth: Booleans, score: Floats, weights: Floats | None = None) -> float:
    """Average precision, Σ (Rᵢ − Rᵢ₋₁) Pᵢ, in steps and without interpolation.

    Parameters are those of `precision_recall_points`. A random order has
    the share of positives on average, not one half.

    Examples
    --------
    >>> truth, score = np.array([False, False, True, True]), np.array([0.1, 0.4, 0.35, 0.8])
    >>> round(average_precision(truth, score), 4)
    0.8333
    """
    points = precision_recall_points(truth, score, weights)
    return float(np.sum(np.diff(points.recall) * points.precision[1:]))


def _cumulate(
    truth: Booleans, score: Floats, weights: Floats | None, *, negatives: int
) -> tuple[Floats, Floats, Floats]:
    """Add up the weights of false and of true positives at or above each distinct score, 0 first."""
    classes, values = np.asarray(truth), np.asarray(score, dtype=np.float64)
    check_examples(classes, values)
    if weights is None:
        weight = np.ones(len(classes))
    else:
        weight = _check_weights(weights, len(classes))
        # an example of weight 0 would double a point and so hide a corner
        classes, values, weight = classes[weight > 0], values[weight > 0], weight[weight > 0]
    subject = "A ROC curve" if negatives else "A precision-recall curve"
    check_classes(classes, positives=1, negatives=negatives, subject=subject)
    order = np.argsort(-values)
    ordered = values[order]
    last = np.append(np.flatnonzero(ordered[1:] != ordered[:-1]), len(ordered) - 1)
    true = np.append(0.0, np.cumsum(np.where(classes, weight, 0.0)[order])[last])
    false = np.append(0.0, np.cumsum(np.where(classes, 0.0, weight)[order])[last])
    return false, true, np.append(np.inf, ordered[last])


def _check_weights(weights: Floats, n: int) -> Floats:
    weight = np.asarray(weights, dtype=np.float64)
    if weight.shape != (n,) or not (np.isfinite(weight) & (weight >= 0)).all():
        raise DataError(
            f"weights must be finite and at least 0, one for each of {n} examples; got shape "
            f"{weight.shape} with {(~(weight >= 0)).sum()} negative or NaN.",
            hint=option(weights=None),
        )
    return weight


def _turn(x: Floats, y: Floats) -> Floats:
    """Return cross products of successive steps: below 0 for a turn to the right, 0 up to rounding."""
    right, up = np.diff(x), np.diff(y)
    turn = right[:-1] * up[1:] - up[:-1] * right[1:]
    # whole counts turn by 1/mn or not at all, and both rates are rounded to half an epsilon
    noise = 2 * np.finfo(float).eps * (right[:-1] + up[1:] + np.abs(up[:-1]) + right[1:])
    return np.where(np.abs(turn) <= noise, 0.0, turn)


def _upper_hull(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    order = np.lexsort((y, x))
    x, y = x[order], y[order]
    # dominated points are no corners, except the last, (1, 1)
    highest = np.maximum.accumulate(y)
    front = np.append(True, highest[1:] > highest[:-1])
    front[-1] |= x[front][-1] < 1.0
    x, y = x[front], y[front]
    # a point below the line between its neighbours is never a corner, so that a few
    # passes over the whole arrays leave the corners
    while not (bent := np.concatenate(([True], _turn(x, y) < 0, [True]))).all():
        x, y = x[bent], y[bent]
    return x, y
