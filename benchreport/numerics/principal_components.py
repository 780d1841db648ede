"""Principal components: the plane in which points with many features differ most."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Projection", "principal_components"]

Floats = NDArray[np.float64]


class Projection(NamedTuple):
    """Points in the plane of their first principal components."""

    coordinates: Floats
    """(n, m), a component a column; exactly 0 in components without spread."""
    loadings: Floats
    """(p, m) unit vectors: how much of each standardized feature is in each component."""
    shares: Floats
    """(m,) of the variance of all standardized features."""


def principal_components(values: Floats, n_components: int = 2) -> Projection:
    """Project points on the directions in which their standardized features vary most.

    Parameters
    ----------
    values
        Array (n, p) of features that each vary; n ≥ 2.
    n_components
        m, at most p.

    Returns
    -------
    Projection
        Each component has the sign that makes its largest loading positive, so that the same
        points always give the same picture.

    References
    ----------
    Jolliffe (2002), Principal Component Analysis, section 3.5.

    Examples
    --------
    >>> plane = principal_components(np.array([[1.0, 10.0], [2.0, 20.0], [3.0, 30.0]]))
    >>> plane.shares.round(6).tolist(), plane.loadings[:, 0].round(4).tolist()
    ([1.0, 0.0], [0.7071, 0.7071])
    """
    standard = _standardize(values)
    # two points have one direction, and two are asked for
    rows = max(0, n_components - len(standard))
    padded = np.vstack([standard, np.zeros((rows, standard.shape[1]))])
    _, sizes, directions = np.linalg.svd(padded, full_matrices=False)
    tiny = sizes <= sizes[0] * max(padded.shape) * np.finfo(float).eps
    sizes = np.where(tiny, 0.0, sizes)
    loadings = _fix_signs(directions[:n_components]).T
    coordinates = np.where(sizes[:n_components] > 0, standard @ loadings, 0.0)
    return Projection(coordinates, loadings, sizes[:n_components] ** 2 / np.square(sizes).sum())


def _standardize(values: Floats) -> Floats:
    # in units of the largest first: the square of a feature near 1e200 has no double
    scaled = values / np.abs(values).max(axis=0)
    centred = scaled - scaled.mean(axis=0)
    return np.asarray(centred / centred.std(axis=0))


def _fix_signs(directions: Floats) -> Floats:
    """Turn each row so that its largest entry, the first of equals, is positive."""
    # entries that differ by rounding are equals
    largest = np.argmax(np.round(np.abs(directions), 9), axis=1)
    return directions * np.sign(np.take_along_axis(directions, largest[:, None], axis=1))
