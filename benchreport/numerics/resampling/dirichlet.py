"""The probability that a gamma variable is the largest of several, and so a part of a Dirichlet vector.

Ours because libraries can only draw it.
"""

import numpy as np
import numpy.typing as npt
from scipy import special

from benchreport.numerics.chunks import by_rows

Floats = npt.NDArray[np.float64]

NODES = 240
# tails beyond these add less than rounding does
TAIL, NEAR_ZERO = 1e-19, 1e-20


def largest_of_three(shapes: npt.ArrayLike) -> Floats:
    """Return the probabilities that each part of a Dirichlet vector is its largest.

    Parameters
    ----------
    shapes
        (rows, 3), the parameters, at least 0; a part of parameter 0 is 0. A row adds up to 1 or more.

    Returns
    -------
    ndarray of shape (rows, 3)
        Adding up to 1 in each row; absolute error below 1e-12.

    Notes
    -----
    The parts are independent gamma variables over their sum, so that the first is largest with
    probability E[F₂(X) F₃(X)], X ~ gamma(a₁). The trapezoidal rule in log x converges
    exponentially, as the integrand is smooth and vanishes at both ends.

    References
    ----------
    Trefethen & Weideman (2014), SIAM Review 56: 385-458.

    Examples
    --------
    >>> largest_of_three([[1.0, 1.0, 1.0], [3.0, 0.0, 2.0]]).round(6)
    array([[0.333333, 0.333333, 0.333333],
           [0.6875  , 0.      , 0.3125  ]])
    """
    distinct_shapes, back = np.unique(
        np.asarray(shapes, dtype=np.float64), axis=0, return_inverse=True
    )
    distinct_shares: Floats = by_rows(_largest, distinct_shapes, width=6 * NODES)
    shares: Floats = distinct_shares[back.ravel()]
    return shares


def _largest(shapes: Floats) -> Floats:
    parts = [_first_largest(np.roll(shapes, -place, axis=1)) for place in range(3)]
    shares = np.column_stack(parts)
    total: Floats = shares / shares.sum(axis=1, keepdims=True)
    return total


def _first_largest(shapes: Floats) -> Floats:
    """Integrate the first's density times the others' distribution functions."""
    empty = shapes[:, 0] == 0
    first = np.where(empty, 1.0, shapes[:, 0])
    low = np.log(np.maximum(special.gammaincinv(first, TAIL), NEAR_ZERO))
    high = np.log(np.maximum(special.gammainccinv(first, TAIL), NEAR_ZERO))
    step = (high - low) / (NODES - 1)
    t = low[:, None] + step[:, None] * np.arange(NODES)
    x = np.exp(t)
    density = np.exp(first[:, None] * t - x - special.gammaln(first)[:, None])
    below = special.gammainc(shapes[:, 1, None], x) * special.gammainc(shapes[:, 2, None], x)
    return np.where(empty, 0.0, (density * below).sum(axis=1) * step)


def larger_of_two(first: npt.ArrayLike, second: npt.ArrayLike) -> Floats:
    """Return the probability that the first of two gamma variables is the larger one.

    Parameters
    ----------
    first, second
        Their shapes, at least 0; of two zeros neither is larger, which counts half.

    Examples
    --------
    >>> larger_of_two([3, 2, 0], [2, 0, 0])
    array([0.6875, 1.    , 0.5   ])
    """
    a, b = np.broadcast_arrays(np.asarray(first, np.float64), np.asarray(second, np.float64))
    proper = (a > 0) & (b > 0)
    inside = special.betainc(np.where(proper, b, 1.0), np.where(proper, a, 1.0), 0.5)
    return np.where(proper, inside, 0.5 * (1.0 + np.sign(a) - np.sign(b)))
