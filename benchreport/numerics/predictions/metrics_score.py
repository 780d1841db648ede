"""Metrics of how scores order two classes; sorted once, for many sets of weights.

Weights are None, (n,), or (b, n) for b values at once.

Ours because scikit-learn sorts for each set of weights (see ``metrics``).
"""

import numpy as np
import numpy.typing as npt

from benchreport.errors import DataError, DesignError, examples
from benchreport.numerics.predictions.confusion import class_codes, divide
from benchreport.numerics.predictions.weighted_means import check_weights

Floats = npt.NDArray[np.float64]
Weights = npt.ArrayLike | None


def area_under_roc(truth: npt.ArrayLike, scores: npt.ArrayLike, weights: Weights = None) -> Floats:
    """AUC: how often a positive example outranks a negative one, ties counting half.

    Parameters
    ----------
    truth
        Codes 0 and 1, (n,).
    scores
        (n,), higher for positives; ±∞ are ordered like others.

    Returns
    -------
    ndarray
        () or (b,). NaN where one of the classes has no weight.

    References
    ----------
    Hanley & McNeil (1982), Radiology 143: 29-36.

    Examples
    --------
    >>> float(area_under_roc([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]))
    0.75
    """
    true, false = _by_score(truth, scores, weights)
    above = 2.0 * true.cumsum(axis=-1) - true
    pairs = true.sum(axis=-1) * false.sum(axis=-1)
    return divide((false * above).sum(axis=-1), 2.0 * pairs, np.nan)


def area_under_precision_recall(
    truth: npt.ArrayLike, scores: npt.ArrayLike, weights: Weights = None
) -> Floats:
    """Average precision: the mean over positive examples of the precision down to their score.

    The curve is followed in steps, without interpolation, which would be too good. A random order
    has the share of positives.

    Returns
    -------
    ndarray
        () or (b,). NaN where positives have no weight.

    References
    ----------
    Davis & Goadrich (2006), The relationship between precision-recall and ROC curves.

    Examples
    --------
    >>> float(area_under_precision_recall([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]).round(4))
    0.8333
    """
    true, false = _by_score(truth, scores, weights)
    true_positives = true.cumsum(axis=-1)
    precision = divide(true_positives, true_positives + false.cumsum(axis=-1), 0.0)
    return divide((true * precision).sum(axis=-1), true.sum(axis=-1), np.nan)


def _by_score(
    truth: npt.ArrayLike, scores: npt.ArrayLike, weights: Weights
) -> tuple[Floats, Floats]:
    """Weights of positives and of negatives at each distinct score, from the highest on."""
    codes, _, _ = class_codes(truth, truth, 2)
    values = np.asarray(scores, dtype=np.float64)
    if values.shape != codes.shape:
        raise DesignError(
            f"Each of {len(codes)} examples needs one score; got shape {values.shape}.",
            hint="scores[:, 1]",
        )
    unknown = np.flatnonzero(np.isnan(values))
    if unknown.size:
        raise DataError(
            f"Scores must not be NaN; they are in examples {examples(unknown.tolist())}."
        )
    order = np.argsort(-values, kind="stable")
    ordered = values[order]
    first = np.append(0, np.flatnonzero(ordered[1:] != ordered[:-1]) + 1)
    share = check_weights(weights, len(codes))[..., order]
    true = share * codes[order]
    return np.add.reduceat(true, first, axis=-1), np.add.reduceat(share - true, first, axis=-1)
