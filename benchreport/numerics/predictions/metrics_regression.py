"""Metrics of predicted numbers; MSE, MAE and MAPE are means of errors of examples.

Truth and predictions are numbers, (n,); weights are None, (n,), or (b, n) for b values at once.

Ours because scikit-learn calls R² of a constant truth 0 or 1, and a truth of 0 drowns its MAPE (see
``metrics``).
"""

import numpy as np
import numpy.typing as npt

from benchreport.errors import DataError, DesignError, examples, format_count
from benchreport.numerics.moments import common_unit
from benchreport.numerics.predictions.confusion import divide
from benchreport.numerics.predictions.weighted_means import check_weights, weighted_mean

Floats = npt.NDArray[np.float64]
Weights = npt.ArrayLike | None
# a variance below this share of the mean square may be rounding only
_DOUBTFUL = 1e-20


def squared_error(truth: npt.ArrayLike, predicted: npt.ArrayLike) -> Floats:
    """(y − ŷ)² of each example, (n,): MSE is its mean.

    >>> squared_error([3.0, 2.0], [2.5, 4.0]).tolist()
    [0.25, 4.0]
    """
    true, predictions = _numbers(truth, predicted)
    with np.errstate(over="ignore"):  # ∞ where the square is beyond all numbers
        return np.square(true - predictions)


def absolute_error(truth: npt.ArrayLike, predicted: npt.ArrayLike) -> Floats:
    """|y − ŷ| of each example, (n,): MAE is its mean.

    >>> absolute_error([3.0, 2.0], [2.5, 4.0]).tolist()
    [0.5, 2.0]
    """
    true, predictions = _numbers(truth, predicted)
    return np.abs(true - predictions)


def percentage_error(truth: npt.ArrayLike, predicted: npt.ArrayLike) -> Floats:
    """|y − ŷ| / |y| of each example, (n,), as a fraction: MAPE is its mean.

    Parameters
    ----------
    truth
        (n,), without zeros.
    predicted
        (n,).

    Raises
    ------
    DataError
        A truth is 0, and no error is a percentage of 0. (scikit-learn divides by 2e-16 instead,
        and one such example drowns all others.)
    DesignError
        The numbers of examples differ.

    Notes
    -----
    Errors above the truth can be of any size, those below at most 1 for positive predictions, so
    that the smallest MAPE goes to models that predict too little (Hyndman & Koehler, 2006,
    International Journal of Forecasting 22: 679-688).

    Examples
    --------
    >>> percentage_error([4.0, -2.0], [5.0, -1.0]).tolist()
    [0.25, 0.5]
    """
    true, predictions = _numbers(truth, predicted)
    zeros = np.flatnonzero(true == 0)
    if zeros.size:
        raise DataError(
            "MAPE divides by the truth, which must not be 0; it is 0 in "
            f"{format_count(zeros.size, 'example')}: {examples(zeros.tolist())}.",
            hint="mae",
        )
    return np.abs(true - predictions) / np.abs(true)


def rmse(truth: npt.ArrayLike, predicted: npt.ArrayLike, weights: Weights = None) -> Floats:
    """Root of the mean squared error, in the unit of the truth.

    Parameters
    ----------
    truth, predicted
        (n,).

    Returns
    -------
    ndarray
        () or (b,). Without any weight NaN.

    Examples
    --------
    >>> float(rmse([3.0, -0.5, 2.0, 7.0], [2.5, 0.0, 2.0, 8.0]).round(4))
    0.6124
    """
    true, predictions = _numbers(truth, predicted)
    unit = common_unit(true - predictions)
    return np.sqrt(weighted_mean(np.square((true - predictions) / unit), weights)) * unit


def r2(truth: npt.ArrayLike, predicted: npt.ArrayLike, weights: Weights = None) -> Floats:
    """1 − Σ(y − ŷ)² / Σ(y − ȳ)²: the share of the truth's variance that is predicted.

    1 is perfect, 0 no better than always predicting the mean of this truth, and there is no lower
    bound.

    Returns
    -------
    ndarray
        () or (b,). NaN where the truth does not vary: there is nothing to explain, so that
        neither 1 nor 0 (scikit-learn's choices) would say anything.

    References
    ----------
    Kvålseth (1985), Cautionary note about R², The American Statistician 39: 279-285, R₁².

    Examples
    --------
    >>> float(r2([3.0, -0.5, 2.0, 7.0], [2.5, 0.0, 2.0, 8.0]).round(4))
    0.9486
    """
    true, predictions = _numbers(truth, predicted)
    unit = common_unit(true, predictions)
    true, predictions = true / unit, predictions / unit
    missed = weighted_mean(squared_error(true, predictions), weights)
    share = check_weights(weights, len(true))
    mean = weighted_mean(true, share)
    variance = _variance(true, share, mean)
    # around an inexact mean even a constant has a little variance: compare the truths themselves
    with np.errstate(over="ignore"):
        doubtful = variance <= _DOUBTFUL * (np.square(mean) + variance)
    constant = np.zeros(np.shape(variance), dtype=bool)
    constant[doubtful] = ~_varies(true, share[doubtful])
    with np.errstate(invalid="ignore"):  # ∞/∞
        return 1.0 - divide(missed, np.where(constant, 0.0, variance), np.nan)


def _variance(true: Floats, share: Floats, mean: Floats) -> Floats:
    with np.errstate(invalid="ignore", over="ignore"):  # no weight at all; ∞ beyond all numbers
        squares = np.square(true - mean[..., None])
        return np.asarray(np.einsum("...i,...i->...", share, squares) / share.sum(axis=-1))


def _varies(true: Floats, share: Floats) -> npt.NDArray[np.bool_]:
    """Tell which weights leave two different truths."""
    highest = np.where(share > 0, true, -np.inf).max(axis=-1)
    return np.asarray(np.where(share > 0, true, np.inf).min(axis=-1) < highest)


def _numbers(truth: npt.ArrayLike, predicted: npt.ArrayLike) -> tuple[Floats, Floats]:
    true, predictions = np.asarray(truth, dtype=np.float64), np.asarray(predicted, dtype=np.float64)
    if true.ndim != 1 or true.shape != predictions.shape or not true.size:
        raise DesignError(
            "Truth and predictions must have the same length, at least one example; "
            f"got shapes {true.shape} and {predictions.shape}."
        )
    for name, numbers in (("truth", true), ("predicted", predictions)):
        wrong = np.flatnonzero(~np.isfinite(numbers))
        if wrong.size:
            places = examples(wrong.tolist())
            raise DataError(f"{name} must be finite numbers; see examples {places}.")
    return true, predictions
