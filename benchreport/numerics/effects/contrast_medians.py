"""Contrast estimation based on medians: how much better, in score units and without outliers.

Ours because no Python library has it.
"""

import numpy as np
import numpy.typing as npt

from benchreport.errors import DesignError

Floats = npt.NDArray[np.float64]
# cells of the resamples that are computed together
_CELLS = 200_000


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
    blocks = np.random.default_rng(rng).integers(n, size=(n_resamples, n))
    together = max(1, _CELLS // scores.size)
    parts = [
        _effects(scores.T[:, blocks[start : start + together]])
        for start in range(0, n_resamples, together)
    ]
    return np.concatenate(parts, axis=1)


def _effects(columns: Floats) -> Floats:
    """Return the effects of algorithms (k, …) from their scores (k, …, n)."""
    k, n = len(columns), columns.shape[-1]
    effects = np.zeros(columns.shape[:-1])
    for column in range(k - 1):
        # comparing one algorithm with all later ones keeps memory at the size of the table
        differences = columns[column] - columns[column + 1 :]
        # many short rows are sorted in a sixth of the time that np.median takes
        differences.sort(axis=-1)
        medians = (differences[..., (n - 1) // 2] + differences[..., n // 2]) / 2
        effects[column] += medians.sum(axis=0)
        effects[column + 1 :] -= medians
    return effects / k
