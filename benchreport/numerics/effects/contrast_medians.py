"""Contrast estimation based on medians: how much better, in score units and without outliers.

Ours because no Python library has it.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from benchreport.errors import DesignError

Floats = npt.NDArray[np.float64]
# cells of the resamples that are computed together
_CELLS = 200_000
# blocks from which counting how often each is drawn takes less time than sorting what is drawn
_MANY = 3_000
# counts of such blocks that are held at a time
_COUNTS = 4_000_000


def contrast_medians(values: npt.ArrayLike) -> Floats:
    """Estimate all differences between k algorithms from the medians of their paired differences.

    Medians of paired differences contradict one another: those of (a, b) and (b, c) need not add up
    to that of (a, c). Each algorithm's effect m_u, the mean over v of the medians Z_uv, gives
    estimates m_u − m_v that do, by least squares.

    Parameters
    ----------
    values
        (n, k) scores: n blocks, k algorithms, without gaps.

    Returns
    -------
    ndarray of shape (k, k)
        Row − column, in score units; antisymmetric, with zeros on the diagonal. With two algorithms
        it is the median of their differences.

    References
    ----------
    Doksum (1967), Robust procedures for some linear models with one observation per cell, Annals of
    Mathematical Statistics 38: 878-883.
    García, Fernández, Luengo & Herrera (2010), Advanced nonparametric tests for multiple
    comparisons in the design of experiments, Information Sciences 180: 2044-2064, section 3.3.

    Examples
    --------
    The medians of (a, b), (b, c) and (a, c) are 2, 1 and 4; each gives a third to make a sum:

    >>> estimates = contrast_medians([[5, 3, 0], [4, 2, 1], [5, 0, 1], [4, 3, 2], [6, 3, 2]])
    >>> estimates.round(2).tolist()
    [[0.0, 2.33, 3.67], [-2.33, 0.0, 1.33], [-3.67, -1.33, 0.0]]
    """
    scores = np.asarray(values, dtype=np.float64)
    if scores.ndim != 2 or not scores.size:  # noqa: PLR2004 - a table has two sides
        raise DesignError(f"expected scores as blocks × algorithms; got shape {scores.shape}.")
    effects = _effects(scores.T)
    estimates: Floats = effects[:, None] - effects
    return estimates


def resampled_effects(values: npt.ArrayLike, *, n_resamples: int, rng: int) -> Floats:
    """Draw blocks with replacement, and compute the algorithms' effects m_u each time.

    Parameters
    ----------
    values
        (n, k) scores, as in `contrast_medians`.
    n_resamples
        The number of resamples.
    rng
        The seed of the resamples.

    Returns
    -------
    ndarray of shape (k, n_resamples)
        The difference of two rows has a contrast in each resample.
    """
    scores = np.asarray(values, dtype=np.float64)
    n = len(scores)
    generator = np.random.default_rng(rng)
    together = max(1, _COUNTS // n if n >= _MANY else _CELLS // scores.size)
    parts = []
    for start in range(0, n_resamples, together):
        blocks = generator.integers(n, size=(min(together, n_resamples - start), n))
        if n < _MANY:
            parts.append(_effects(scores.T[:, blocks]))
        else:
            counts = np.array([np.bincount(drawn, minlength=n) for drawn in blocks], np.int32)
            parts.append(_effects_of_drawn(scores.T, counts))
    return np.concatenate(parts, axis=1)


def _effects(columns: Floats) -> Floats:
    """Return the effects of algorithms (k, …) from their scores (k, …, n)."""
    n = columns.shape[-1]

    def medians(differences: Floats) -> Floats:
        # many short rows are sorted in a sixth of the time that np.median takes
        differences.sort(axis=-1)
        return np.asarray((differences[..., (n - 1) // 2] + differences[..., n // 2]) / 2)

    return _add_medians(columns, medians, columns.shape[:-1])


def _effects_of_drawn(columns: Floats, counts: npt.NDArray[np.int32]) -> Floats:
    """Return the effects of algorithms (k, b) from scores (k, n), and how often blocks are drawn (b, n)."""
    n = columns.shape[-1]

    def medians(differences: Floats) -> Floats:
        found = np.empty((len(differences), len(counts)))
        for row, each in zip(found, differences, strict=True):
            order = np.argsort(each)
            drawn = counts.take(order, axis=1).cumsum(axis=1, dtype=np.int32)
            middle = [np.searchsorted(upto, ((n - 1) // 2, n // 2), "right") for upto in drawn]
            row[:] = each[order[np.array(middle)]].sum(axis=1) / 2
        return found

    return _add_medians(columns, medians, (len(columns), len(counts)))


def _add_medians(
    columns: Floats, medians: Callable[[Floats], Floats], shape: tuple[int, ...]
) -> Floats:
    """Return effects of a shape (k, …) from the medians of differences to one algorithm."""
    effects, k = np.zeros(shape), len(columns)
    for column in range(k - 1):
        # comparing one algorithm with all later ones keeps memory at the size of the table
        to_others = medians(columns[column] - columns[column + 1 :])
        effects[column] += to_others.sum(axis=0)
        effects[column + 1 :] -= to_others
    return effects / k
