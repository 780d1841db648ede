"""The mean of several cells on each night; a night that lacks a cell is compared on the other cells."""

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

ROOM = 4_000_000
"""The largest number of array elements in memory at once while the levels are computed."""


def least_squares_means(values: Floats) -> Floats:
    """Average over the last axis, adjusted for missing cells so that a gap does not look like a change.

    Parameters
    ----------
    values
        (T, …, C) values of C cells on T nights, tonight last; NaN where a night lacks a cell. Cells that
        tonight lacks do not count.

    Returns
    -------
    ndarray of shape (T, …)
        The night's effect in the least-squares fit of value = night + cell, where the effects of the cells
        average to 0. The effect of a complete night is its mean. NaN where a night has fewer than half
        of tonight's cells.

    Examples
    --------
    A night that lacks an easy problem (the second) does not look worse:

    >>> least_squares_means(np.array([[0.5, 0.9], [0.5, np.nan], [0.5, 0.9]])).tolist()
    [0.7, 0.7, 0.7]
    """
    tonight = ~np.isnan(values[-1])
    if values.shape[-1] == 1:
        return np.where(tonight[..., 0], values[..., 0], np.nan)
    present = ~np.isnan(values) & tonight
    counts = present.sum(axis=-1)
    filled = np.where(present, values, 0.0)
    mean = _ratio(filled.sum(axis=-1), counts)
    gaps = ((counts > 0) & (counts < tonight.sum(axis=-1))).any(axis=0)
    if gaps.any():
        mean[:, gaps] = _around_levels(filled[:, gaps], present[:, gaps], mean[:, gaps])
    result: Floats = np.where(2 * counts >= tonight.sum(axis=-1), mean, np.nan)
    return result


def _around_levels(filled: Floats, present: Bools, mean: Floats) -> Floats:
    """Return (T, G) the effects of the nights, from (T, G, C) cells with gaps filled by 0."""
    cells = filled.shape[-1]
    size = max(1, ROOM // (cells * max(cells, len(filled))))
    effects = mean.copy()
    for start in range(0, filled.shape[1], size):
        part = slice(start, start + size)
        weight = present[:, part].astype(float)
        level = _levels(filled[:, part], weight, mean[:, part])
        counts = weight.sum(axis=-1)
        effects[:, part] = mean[:, part] - _ratio((weight * level).sum(axis=-1), counts)
    return effects


def _levels(filled: Floats, weight: Floats, mean: Floats) -> Floats:
    """Return (G, C) the levels of the cells, from normal equations without the effects of the nights."""
    shares = weight / np.maximum(weight.sum(axis=-1, keepdims=True), 1)
    # (G, C, C); tonight has every pair of cells, so only their common level is undetermined
    matrix = -np.matmul(shares.transpose(1, 2, 0), weight.transpose(1, 0, 2))
    place = np.arange(filled.shape[-1])
    used = weight[-1] > 0
    matrix[:, place, place] += np.where(used, weight.sum(axis=0), 1.0)
    # among the solutions, levels that average to 0 leave complete nights their mean
    matrix += (used[:, :, None] & used[:, None, :]).astype(float)
    right = (filled - weight * np.nan_to_num(mean)[..., None]).sum(axis=0)
    levels: Floats = np.linalg.solve(matrix, right[..., None])[..., 0]
    return levels


def _ratio(sums: Floats, counts: npt.NDArray[np.intp] | Floats) -> Floats:
    empty = np.full(sums.shape, np.nan)
    result: Floats = np.divide(sums, counts, out=empty, where=np.asarray(counts) > 0)
    return result
