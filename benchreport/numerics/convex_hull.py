"""The part of a plane that points take: their convex hull."""

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import ConvexHull, QhullError

__all__ = ["footprint"]

CORNERS = 3  # of the smallest polygon
FLAT = 1e-9  # of the larger spread: points this near a line lie on it


def footprint(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the corners of the convex hull of points in the plane.

    Parameters
    ----------
    points
        Array (n, 2), finite.

    Returns
    -------
    numpy.ndarray
        (m, 2) corners, counter-clockwise; of no rows where the points take no area: fewer than
        three, or all on one line.

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
    try:
        return np.asarray(different[ConvexHull(scaled).vertices])
    except QhullError:
        return nothing
