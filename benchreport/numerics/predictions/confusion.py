"""The confusion matrix of class codes, and its margins.

Ours because resampling asks for matrices under many sets of weights at once.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from benchreport.errors import DataError, DesignError, examples
from benchreport.numerics.predictions.weighted_means import class_totals

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


class Margins(NamedTuple):
    """The parts of a confusion matrix that most metrics need, each (K,) or (b, K)."""

    hits: Floats
    """The diagonal: weight of the examples of a class that are found."""
    truth: Floats
    """Sums of rows: weight of the examples of a class."""
    predicted: Floats
    """Sums of columns: weight of the predictions of a class."""


def confusion_matrix(
    truth: npt.ArrayLike,
    predicted: npt.ArrayLike,
    n_classes: int | None = None,
    weights: npt.ArrayLike | None = None,
) -> Floats:
    """Count examples by true class (rows) and predicted class (columns).

    Parameters
    ----------
    truth, predicted
        Class codes, (n,).
    n_classes
        K; None takes the largest code.
    weights
        None, (n,), or (b, n) for b matrices at once.

    Returns
    -------
    ndarray
        (K, K) or (b, K, K).

    Examples
    --------
    >>> confusion_matrix([0, 0, 1, 1, 1], [0, 1, 1, 1, 0]).tolist()
    [[1.0, 1.0], [1.0, 2.0]]
    """
    true, predictions, k = class_codes(truth, predicted, n_classes)
    cells = class_totals(true * k + predictions, k * k, weights)
    return cells.reshape(*cells.shape[:-1], k, k)


def margins(
    truth: npt.ArrayLike,
    predicted: npt.ArrayLike,
    n_classes: int | None = None,
    weights: npt.ArrayLike | None = None,
) -> Margins:
    """Sum the diagonal, the rows and the columns of `confusion_matrix` without its K² cells.

    Parameters
    ----------
    truth, predicted, n_classes, weights
        As for `confusion_matrix`.


    Examples
    --------
    >>> margins([0, 0, 1, 1, 1], [0, 1, 1, 1, 0]).hits.tolist()
    [1.0, 2.0]
    """
    true, predictions, k = class_codes(truth, predicted, n_classes)
    # a further class holds the misses, and is cut off again
    hits = class_totals(np.where(true == predictions, true, k), k + 1, weights)[..., :k]
    return Margins(hits, class_totals(true, k, weights), class_totals(predictions, k, weights))


def class_codes(
    truth: npt.ArrayLike, predicted: npt.ArrayLike, n_classes: int | None = None
) -> tuple[Integers, Integers, int]:
    """Check class codes, and count the classes.

    >>> class_codes([0, 2], [1, 1])[2]
    3
    """
    true, predictions = _whole("truth", truth), _whole("predicted", predicted)
    if len(true) != len(predictions) or not len(true):
        raise DesignError(
            "Truth and predictions must have the same length, at least one example; "
            f"got {len(true)} and {len(predictions)}."
        )
    k = 1 + int(max(true.max(), predictions.max())) if n_classes is None else n_classes
    for name, codes in (("truth", true), ("predicted", predictions)):
        if codes.min() < 0 or codes.max() >= k:
            examples_of_wrong = examples(np.unique(codes[(codes < 0) | (codes >= k)]).tolist())
            raise DataError(
                f"{name} must be class codes from 0 to {k - 1}; found {examples_of_wrong}."
            )
    return true, predictions, k


def _whole(name: str, codes: npt.ArrayLike) -> Integers:
    values = np.asarray(codes)
    if values.ndim != 1:
        raise DesignError(
            f"{name} must be one class code an example; got shape {values.shape}.",
            hint="predicted.argmax(axis=1)",
        )
    if values.dtype.kind not in "iub":
        raise DataError(
            f"{name} must be class codes, whole numbers; got dtype {values.dtype}.",
            hint="numpy.unique(labels, return_inverse=True)[1]",
        )
    return values.astype(np.int64, copy=False)


def divide(numerator: Floats, denominator: Floats, otherwise: float) -> Floats:
    """Divide, and put ``otherwise`` where the denominator is 0.

    >>> divide(np.array([1.0, 0.0]), np.array([4.0, 0.0]), 0.0).tolist()
    [0.25, 0.0]
    """
    fits = denominator > 0
    return np.where(fits, numerator / np.where(fits, denominator, 1.0), otherwise)
