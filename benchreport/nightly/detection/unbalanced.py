"""Series of several cells as one: nights that lack a cell are compared on the others."""

import numpy as np
import numpy.typing as npt

__all__ = ["least_squares_means"]

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

ROOM = 4_000_000
"""Numbers that are held at once while levels are solved for."""


def least_squares_means(values: Floats) -> Floats:
    """Average over the last axis, allowing for what nights lack.

    Parameters
    ----------
    values
        (T, …, C): cells of nights, tonight last; only cells that tonight has count. NaN where a night
        has none.

    Returns
    -------
    ndarray of shape (T, …)
        Least squares for value = night + cell: the night's effect, the cells' averaging to 0. Complete
        nights have their mean; where cells are missing, the others stand for them without a jump.
        NaN where a night has fewer than half of the cells that tonight has.

    Examples
    --------
    An easy problem (the second) that a night lacks does not look like a change:

    >>> least_squares_means(np.array([[0.5, 0.9], [0.5, np.nan], [0.5, 0.9]])).tolist()
    [0.7, 0.7, 0.7]
    """
    tonight = ~np.isnan(values[-1])
    if values.shape[-1] == 1:
        return np.where(tonight[..., 0], values[..., 0], np.nan)
    there = ~np.isnan(values) & tonight
    counts = there.sum(axis=-1)
    own = np.where(there, values, 0.0)
    mean = _ratio(own.sum(axis=-1), counts)
    gaps = ((counts > 0) & (counts < tonight.sum(axis=-1))).any(axis=0)
    if gaps.any():
        mean[:, gaps] = _around_levels(own[:, gaps], there[:, gaps], mean[:, gaps])
    result: Floats = np.where(2 * counts >= tonight.sum(axis=-1), mean, np.nan)
    return result


def _around_levels(own: Floats, there: Bools, mean: Floats) -> Floats:
    """Return the nights' effects of (T, G, C) cells with gaps."""
    cells = own.shape[-1]
    size = max(1, ROOM // (cells * max(cells, len(own))))
    found = mean.copy()
    for start in range(0, own.shape[1], size):
        part = slice(start, start + size)
        weight = there[:, part].astype(float)
        level = _levels(own[:, part], weight, mean[:, part])
        counts = weight.sum(axis=-1)
        found[:, part] = mean[:, part] - _ratio((weight * level).sum(axis=-1), counts)
    return found


def _levels(own: Floats, weight: Floats, mean: Floats) -> Floats:
    """Solve the normal equations of (T, G, C) cells for the cells' levels, nights swept out."""
    shares = weight / np.maximum(weight.sum(axis=-1, keepdims=True), 1)
    # (G, C, C); every pair of cells is tied by tonight, so only the common level is free
    matrix = -np.matmul(shares.transpose(1, 2, 0), weight.transpose(1, 0, 2))
    place = np.arange(own.shape[-1])
    used = weight[-1] > 0
    matrix[:, place, place] += np.where(used, weight.sum(axis=0), 1.0)
    # levels that average to 0 are the solution that leaves nights their mean
    matrix += (used[:, :, None] & used[:, None, :]).astype(float)
    right = (own - weight * np.nan_to_num(mean)[..., None]).sum(axis=0)
    levels: Floats = np.linalg.solve(matrix, right[..., None])[..., 0]
    return levels


def _ratio(sums: Floats, counts: npt.NDArray[np.intp] | Floats) -> Floats:
    empty = np.full(sums.shape, np.nan)
    result: Floats = np.divide(sums, counts, out=empty, where=np.asarray(counts) > 0)
    return result
