"""Metrics of predicted class probabilities, as means of one value per example.

They raise `DataError` for probabilities outside 0 to 1 and `DesignError` where numbers of examples differ.
Ours because scikit-learn clips the log loss (see ``metrics``).
"""

import numpy as np
import numpy.typing as npt

from benchreport.errors import DataError, DesignError
from benchreport.hints import code, option
from benchreport.numerics.predictions.confusion import class_codes

Floats = npt.NDArray[np.float64]


def probability_of_truth(truth: npt.ArrayLike, predicted: npt.ArrayLike) -> Floats:
    """Return the predicted probability of the true class.

    Parameters
    ----------
    truth
        Class codes, (n,).
    predicted
        (n, K), a column a class, whose rows add up to 1; or (n,), the probability of class 1 of two.

    Examples
    --------
    >>> probability_of_truth([0, 1], [[0.9, 0.1], [0.4, 0.6]]).tolist()
    [0.9, 0.6]
    """
    codes, chances = _check_probabilities(truth, predicted)
    return chances[np.arange(len(codes)), codes]


def log_loss(truth: npt.ArrayLike, predicted: npt.ArrayLike) -> Floats:
    """Return −log of the predicted probability of the true class, natural logarithm; ∞ if that was 0.

    Nothing is clipped: a model that excluded what happened is infinitely wrong, and an
    arbitrary floor would decide its rank.

    Parameters
    ----------
    truth, predicted
        As for `probability_of_truth`.


    References
    ----------
    Good (1952), Rational decisions, JRSS B 14: 107-114.

    Examples
    --------
    >>> float(log_loss([1, 0, 0, 1], [0.9, 0.1, 0.2, 0.65]).mean().round(4))
    0.2162
    """
    with np.errstate(divide="ignore"):  # log 0
        # 0 − log 1 is 0, where −log 1 would be −0
        return 0.0 - np.log(probability_of_truth(truth, predicted))


def brier(truth: npt.ArrayLike, predicted: npt.ArrayLike) -> Floats:
    """Square (p − y)² of the error in the probability of class 1 of two: 0 to 1.

    Parameters
    ----------
    truth
        Codes 0 and 1, (n,).
    predicted
        The probability of class 1, (n,), or both in columns, (n, 2).

    Returns
    -------
    ndarray of shape (n,)
        Half of `brier_multiclass`.

    Examples
    --------
    >>> float(brier([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3]).mean().round(4))
    0.0375
    """
    codes, chances = _check_probabilities(truth, predicted)
    if chances.shape[1] != 2:  # noqa: PLR2004 - the positive class and the other
        raise DesignError(
            f"brier is of one probability of two classes; found {chances.shape[1]} classes.",
            hint=option(metric="brier_multiclass"),
        )
    return np.square(chances[:, 1] - codes)


def brier_multiclass(truth: npt.ArrayLike, predicted: npt.ArrayLike) -> Floats:
    """Sum of the squared errors in the probabilities of all classes: 0 to 2.

    Returns
    -------
    ndarray of shape (n,)
        With two classes twice `brier`.

    References
    ----------
    Brier (1950), Verification of forecasts expressed in terms of probability.

    Examples
    --------
    >>> brier_multiclass([0, 2], [[1.0, 0.0, 0.0], [0.2, 0.3, 0.5]]).round(2).tolist()
    [0.0, 0.38]
    """
    codes, chances = _check_probabilities(truth, predicted)
    rows = np.arange(len(codes))
    other_squares: Floats = np.square(chances).sum(axis=1) - np.square(chances[rows, codes])
    return other_squares + np.square(1.0 - chances[rows, codes])


def _check_probabilities(
    truth: npt.ArrayLike, predicted: npt.ArrayLike
) -> tuple[npt.NDArray[np.int64], Floats]:
    """Return codes and a column for each class."""
    chances = np.asarray(predicted, dtype=np.float64)
    outside = ~((chances >= 0.0) & (chances <= 1.0))
    if outside.any():
        example = chances[outside][0]
        raise DataError(
            f"Probabilities must be from 0 to 1; found {int(outside.sum())} others, like {example:g}.",
            hint=code("scipy.special.expit(scores)") + ", if they are log odds",
        )
    if chances.ndim == 1:
        chances = np.column_stack([1.0 - chances, chances])
    codes, _, k = class_codes(truth, truth)
    if len(codes) != len(chances) or k > chances.shape[1]:
        raise DesignError(
            f"Each of {len(codes)} examples needs a probability of each of {k} classes; "
            f"got shape {np.shape(predicted)}."
        )
    return codes, chances
