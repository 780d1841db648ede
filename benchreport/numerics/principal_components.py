"""Points with many features in a plane: principal components, and the area that points cover there.

Ours because scikit-learn is no dependency, and statsmodels' components keep an arbitrary sign.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

N_COMPONENTS = 2  # of a plane
CORNERS = 3  # the smallest polygon has three
FLAT = 1e-9  # points lie on a line if they are this near to it, as a share of the larger spread


class Projection(NamedTuple):
    """Points in the plane of their first principal components."""

    coordinates: Floats
    """(n, m), a component a column; exactly 0 in components without spread."""
    loadings: Floats
    """(p, m) unit vectors: how much of each standardized feature is in each component."""
    shares: Floats
    """(m,) of the variance of all standardized features."""


def principal_components(values: Floats) -> Projection:
    """Project points on the directions in which their standardized features vary most.

    Parameters
    ----------
    values
        Array (n, p) of features that each vary; n ≥ 2.

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
    # two points have only one direction: zeros give the second
    rows = max(0, N_COMPONENTS - len(standard))
    padded = np.vstack([standard, np.zeros((rows, standard.shape[1]))])
    _, sizes, directions = np.linalg.svd(padded, full_matrices=False)
    tiny = sizes <= sizes[0] * max(padded.shape) * np.finfo(float).eps
    sizes = np.where(tiny, 0.0, sizes)
    loadings = _fix_signs(directions[:N_COMPONENTS]).T
    coordinates = np.where(sizes[:N_COMPONENTS] > 0, standard @ loadings, 0.0)
    return Projection(coordinates, loadings, sizes[:N_COMPONENTS] ** 2 / np.square(sizes).sum())


def _standardize(values: Floats) -> Floats:
    # divide by the largest first: the square of a feature near 1e200 overflows
    scaled = values / np.abs(values).max(axis=0)
    centred = scaled - scaled.mean(axis=0)
    return np.asarray(centred / centred.std(axis=0))


def _fix_signs(directions: Floats) -> Floats:
    """Turn each row so that its largest entry, the first of equals, is positive."""
    # entries that differ by rounding only are equal
    largest = np.argmax(np.round(np.abs(directions), 9), axis=1)
    return directions * np.sign(np.take_along_axis(directions, largest[:, None], axis=1))


def footprint(points: Floats) -> Floats:
    """Return the corners of the convex hull of points in the plane.

    Parameters
    ----------
    points
        Array (n, 2), finite.

    Returns
    -------
    numpy.ndarray
        (m, 2) corners, counter-clockwise; no rows if the points cover no area: fewer than three, or
        all on one line.

    References
    ----------
    Barber, Dobkin & Huhdanpaa (1996), ACM Transactions on Mathematical Software 22(4).

    Examples
    --------
    >>> square = np.array([[0.0, 0.0], [1.0, 0.0], [0.5, 0.5], [1.0, 1.0], [0.0, 1.0]])
    >>> len(footprint(square)), len(footprint(square[:2]))
    (4, 0)
    """
    different = np.unique(points, axis=0)
    nothing = np.empty((0, 2))
    if len(different) < CORNERS:
        return nothing
    # qhull's own tolerances are for coordinates of the same size
    spread = np.ptp(different, axis=0)
    if not spread.all():
        return nothing
    scaled = (different - different.mean(axis=0)) / spread
    sizes = np.linalg.svd(scaled, compute_uv=False)
    if sizes[1] <= FLAT * sizes[0]:
        return nothing
    from scipy.spatial import ConvexHull, QhullError  # slow to load, and of use here only

    try:
        return np.asarray(different[ConvexHull(scaled).vertices])
    except QhullError:
        return nothing
