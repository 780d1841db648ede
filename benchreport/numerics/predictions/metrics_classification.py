"""Metrics of predicted classes.

Truth and predictions are class codes 0 … K − 1. Weights are None, (n,), or (b, n) for b values at
once, which resampling needs. An example of weight 0 is as good as absent.

Where a ratio has no denominator: precision, recall and F1 of a class that occurs on one side only
are 0, and averages leave out a class that occurs on neither side. MCC, a correlation, is 0 without
variation. NaN is what stays undefined: κ where chance alone agrees in full, and every metric where
no example has weight.

Ours because resampling asks for many sets of weights at once (see ``metrics``).
"""

from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from benchreport.errors import OptionError, check_choice
from benchreport.numerics.predictions.confusion import class_codes, divide, margins

Floats = npt.NDArray[np.float64]
Weights = npt.ArrayLike | None
Score = Literal["precision", "recall", "f1"]
Average = Literal["macro", "micro", "weighted"]


class PerClass(NamedTuple):
    """Ratios of each class, (K,) or (b, K); NaN for classes neither there nor predicted."""

    precision: Floats
    """Share of the predictions of the class that are right."""
    recall: Floats
    """Share of the class's examples that are found."""
    f1: Floats
    """Harmonic mean of the two."""
    support: Floats
    """Weight of the class's examples."""


def correct(truth: npt.ArrayLike, predicted: npt.ArrayLike) -> Floats:
    """Return 1 where the predicted class is the true one, else 0, (n,): accuracy is the mean.

    Examples
    --------
    >>> correct([0, 1, 1], [0, 0, 1]).tolist()
    [1.0, 0.0, 1.0]
    """
    true, predictions, _ = class_codes(truth, predicted)
    right: Floats = (true == predictions).astype(np.float64)
    return right


def per_class(
    truth: npt.ArrayLike,
    predicted: npt.ArrayLike,
    n_classes: int | None = None,
    weights: Weights = None,
) -> PerClass:
    """Precision, recall and F1 of each class against all others.

    Parameters
    ----------
    n_classes
        K; None takes the largest code.

    Returns
    -------
    PerClass
        0 where a class is on one side only: never predicted, or never there.

    References
    ----------
    Sokolova & Lapalme (2009), Information Processing & Management 45: 427-437, table 3.

    Examples
    --------
    A lecture's 80 true positives, 20 false negatives, 5 false positives, 195 true negatives:

    >>> truth, predicted = [1] * 100 + [0] * 200, [1] * 80 + [0] * 20 + [1] * 5 + [0] * 195
    >>> found = per_class(truth, predicted)
    >>> [round(float(each[1]), 4) for each in (found.precision, found.recall, found.f1)]
    [0.9412, 0.8, 0.8649]
    """
    counts = margins(truth, predicted, n_classes, weights)
    occurring = counts.truth + counts.predicted
    nothing = np.where(occurring > 0, 0.0, np.nan)
    return PerClass(
        divide(counts.hits, counts.predicted, 0.0) + nothing,
        divide(counts.hits, counts.truth, 0.0) + nothing,
        divide(2.0 * counts.hits, occurring, 0.0) + nothing,
        counts.truth,
    )


def score_positive_class(
    truth: npt.ArrayLike, predicted: npt.ArrayLike, weights: Weights = None, *, score: Score
) -> Floats:
    """Precision, recall or F1 of class 1, the positive one of two.

    Parameters
    ----------
    truth, predicted
        Codes 0 and 1, (n,).
    score
        Which of the three to return; it is 0 where it has no denominator.

    Returns
    -------
    ndarray
        () or (b,).

    Raises
    ------
    OptionError
        The score is invalid, or there are more than two classes: then there is an average to choose.

    Examples
    --------
    >>> float(score_positive_class([1, 1, 0, 0], [1, 0, 0, 0], score="recall"))
    0.5
    """
    check_choice("score", score, ("precision", "recall", "f1"))
    k = class_codes(truth, predicted)[2]
    if k > 2:  # noqa: PLR2004 - the positive class and the other
        raise OptionError(
            f"{score} is of the positive class of two; found {k} classes.", hint=f"{score}_macro"
        )
    ratios = per_class(truth, predicted, 2, weights)
    scores: Floats = np.nan_to_num(getattr(ratios, score)[..., 1])
    return np.where(ratios.support.sum(axis=-1) > 0, scores, np.nan)


def average_classes(
    truth: npt.ArrayLike,
    predicted: npt.ArrayLike,
    weights: Weights = None,
    *,
    score: Score,
    average: Average,
) -> Floats:
    """Precision, recall or F1 over all classes.

    Parameters
    ----------
    score
        Which of the three to average.
    average
        ``"macro"``: the mean over classes that are there or predicted; ``"weighted"``: by the
        weight of their examples; ``"micro"``: of all decisions pooled, which is accuracy where
        each example has one class.

    Returns
    -------
    ndarray
        () or (b,).

    Notes
    -----
    Macro F1 is the mean of the classes' F1, not the F1 of mean precision and mean recall
    (Opitz & Burst, 2019, Macro F1 and macro F1).

    Examples
    --------
    >>> truth, predicted = [0, 1, 2, 0, 1, 2], [0, 2, 1, 0, 0, 1]
    >>> float(average_classes(truth, predicted, score="f1", average="macro").round(4))
    0.2667
    """
    check_choice("score", score, ("precision", "recall", "f1"))
    check_choice("average", average, ("macro", "micro", "weighted"))
    if average == "micro":
        counts = margins(truth, predicted, weights=weights)
        return divide(counts.hits.sum(axis=-1), counts.truth.sum(axis=-1), np.nan)
    ratios = per_class(truth, predicted, weights=weights)
    values: Floats = getattr(ratios, score)
    defined = ~np.isnan(values)
    share = defined.astype(np.float64) if average == "macro" else ratios.support
    return divide((share * np.where(defined, values, 0.0)).sum(axis=-1), share.sum(axis=-1), np.nan)


def balanced_accuracy(
    truth: npt.ArrayLike, predicted: npt.ArrayLike, weights: Weights = None
) -> Floats:
    """Mean recall of the classes that are there; some lectures say macro per-class accuracy.

    This is not the mean of one-against-rest accuracies, which others call average per-class
    accuracy: that mean is high for rare classes whatever is predicted.

    References
    ----------
    Brodersen, Ong, Stephan & Buhmann (2010), The balanced accuracy and its posterior distribution.

    Examples
    --------
    A lecture's (.8 + .975)/2:

    >>> truth, predicted = [1] * 100 + [0] * 200, [1] * 80 + [0] * 20 + [1] * 5 + [0] * 195
    >>> float(balanced_accuracy(truth, predicted).round(4))
    0.8875
    """
    counts = margins(truth, predicted, weights=weights)
    occurring = counts.truth > 0
    recall = divide(counts.hits, counts.truth, 0.0)
    return divide(recall.sum(axis=-1), occurring.sum(axis=-1).astype(np.float64), np.nan)


def mcc(truth: npt.ArrayLike, predicted: npt.ArrayLike, weights: Weights = None) -> Floats:
    """Matthews' correlation of truth and prediction, for any number of classes.

    −1 … 1; 0 is no association, and also where truth or predictions do not vary.

    References
    ----------
    Matthews (1975), Biochimica et Biophysica Acta 405: 442-451. Gorodkin (2004), Comparing two
    K-category assignments by a K-category correlation coefficient.

    Examples
    --------
    >>> float(mcc([1, 1, 1, 0], [1, 0, 1, 1]).round(4))
    -0.3333
    """
    hits, true, predictions = margins(truth, predicted, weights=weights)
    # each total comes from its own margin: with one class alone their difference is exactly 0
    total, predicted_total = true.sum(axis=-1), predictions.sum(axis=-1)
    covariance = hits.sum(axis=-1) * total - (true * predictions).sum(axis=-1)
    varied = (total**2 - (true**2).sum(axis=-1)) * (
        predicted_total**2 - (predictions**2).sum(axis=-1)
    )
    scale = np.sqrt(np.maximum(varied, 0.0))
    return np.where(total > 0, divide(covariance, scale, 0.0), np.nan)


def cohen_kappa(truth: npt.ArrayLike, predicted: npt.ArrayLike, weights: Weights = None) -> Floats:
    """Agreement of truth and prediction beyond what their class frequencies alone give.

    1 is full agreement, 0 that of chance; NaN where truth and predictions are one and the same class.

    References
    ----------
    Cohen (1960), A coefficient of agreement for nominal scales.

    Examples
    --------
    >>> float(cohen_kappa([2, 0, 2, 2, 0, 1], [0, 0, 2, 2, 0, 2]).round(4))
    0.4286
    """
    hits, true, predictions = margins(truth, predicted, weights=weights)
    total = true.sum(axis=-1)
    by_chance = (true * predictions).sum(axis=-1)
    return divide(hits.sum(axis=-1) * total - by_chance, total**2 - by_chance, np.nan)
