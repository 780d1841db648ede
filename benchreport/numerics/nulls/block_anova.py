"""The two-way layout without replication: its sums of squares and residuals.

Ours because scipy has no blocks, and statsmodels fits a regression through a formula for them.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchreport.numerics.moments import common_unit


class BlockAnova(NamedTuple):
    """Sums of squares of an (N, k) table, their dof, and the residuals.

    ``ss_error`` is exactly 0 where only rounding is left. Residuals and sums of squares are those
    of the scores divided by ``unit``, which is 1 unless the scores are extreme.
    """

    ss_treatments: float
    ss_blocks: float
    ss_error: float
    dof_treatments: int
    dof_blocks: int
    dof_error: int
    ss_total: float
    residuals: NDArray[np.float64]
    unit: float = 1.0

    @property
    def root_mean_square(self) -> float:
        """The root of the residual mean square, in score units."""
        return float(np.sqrt(self.ms_error)) * self.unit

    @property
    def ms_error(self) -> float:
        """The residual mean square."""
        return self.ss_error / self.dof_error


def block_anova(values: NDArray[np.float64]) -> BlockAnova:
    """Split the spread of a complete table into treatments (columns), blocks (rows) and error.

    Parameters
    ----------
    values
        Array (N, k), no NaN, N ≥ 2 and k ≥ 2.

    References
    ----------
    Any text on the randomized block design, e.g. Montgomery, Design and Analysis of Experiments,
    section 4.1.

    Examples
    --------
    >>> parts = block_anova(np.array([[1.0, 2.0], [2.0, 5.0]]))
    >>> parts.ss_treatments, parts.ss_blocks, parts.ss_error
    (4.0, 4.0, 1.0)
    """
    n_blocks, k = values.shape
    unit = common_unit(values)
    values = values / unit
    # sums of squares are taken about the grand mean: scores may be large and lie close together
    centred = values - values.mean()
    columns = centred.mean(axis=0)
    rows = centred.mean(axis=1)
    residuals = centred - columns - rows[:, None]
    rounding = _rounding(values)
    ss_error = _unless_rounding(float((residuals**2).sum()), rounding)
    ss_treatments = _unless_rounding(n_blocks * float(columns @ columns), rounding)
    ss_blocks = _unless_rounding(k * float(rows @ rows), rounding)
    return BlockAnova(
        ss_treatments=ss_treatments,
        ss_blocks=ss_blocks,
        ss_error=ss_error,
        ss_total=ss_treatments + ss_blocks + ss_error,
        dof_treatments=k - 1,
        dof_blocks=n_blocks - 1,
        dof_error=(k - 1) * (n_blocks - 1),
        residuals=residuals if ss_error > 0 else np.zeros_like(residuals),
        unit=unit,
    )


class AdditiveFit(NamedTuple):
    """Treatments + blocks, fitted to a table with empty cells by least squares.

    Parameters
    ----------
    effects
        Least-squares means less their mean, in score units, (k,).
    centre
        Their mean.
    covariance
        The covariance of the effects over the error variance, (k, k).
    parts
        Sums of squares of type II: of treatments given the blocks, and of blocks given the treatments.
    """

    effects: NDArray[np.float64]
    centre: float
    covariance: NDArray[np.float64]
    parts: BlockAnova


def fit_with_gaps(values: NDArray[np.float64]) -> AdditiveFit:
    """Fit the additive model to the cells that are not empty.

    Parameters
    ----------
    values
        Array (N, k), NaN where a cell is empty; blocks link all treatments, and no block is empty.

    Notes
    -----
    Blocks are eliminated from the normal equations, which leaves k of them; their pseudo-inverse is the
    covariance of effects that sum to 0.

    References
    ----------
    Searle, Speed & Milliken (1980), The American Statistician 34: 216-221.

    Examples
    --------
    >>> fit = fit_with_gaps(np.array([[1.0, 2.0], [2.0, 5.0], [4.0, np.nan]]))
    >>> fit.effects, fit.parts.dof_error
    (array([-1.,  1.]), 1)
    """
    present = ~np.isnan(values)
    n_blocks, k = values.shape
    unit = common_unit(values[present])
    values = values / unit
    rounding = _rounding(values[present])
    centre = values[present].mean()
    cells = np.where(present, values - centre, 0.0)
    shares = present / present.sum(axis=1, keepdims=True)
    sizes, totals = present.sum(axis=0), cells.sum(axis=0)
    adjusted = totals - shares.T @ cells.sum(axis=1)
    covariance = np.linalg.pinv(np.diag(sizes) - present.T @ shares, hermitian=True)
    effects = covariance @ adjusted
    rows = (shares * (cells - effects)).sum(axis=1)
    residuals = (cells - effects - rows[:, None])[present]
    ss_total, ss_error = float((cells**2).sum()), float(residuals @ residuals)
    ss_error = _unless_rounding(ss_error, rounding)
    alone = float((totals**2 / sizes).sum())
    parts = BlockAnova(
        ss_treatments=_unless_rounding(float(adjusted @ effects), rounding),
        ss_blocks=_unless_rounding(ss_total - ss_error - alone, rounding),
        ss_error=ss_error,
        dof_treatments=k - 1,
        dof_blocks=n_blocks - 1,
        dof_error=len(residuals) - n_blocks - k + 1,
        ss_total=ss_total,
        residuals=residuals if ss_error > 0 else np.zeros_like(residuals),
        unit=unit,
    )
    return AdditiveFit(effects * unit, float(centre + rows.mean()) * unit, covariance, parts)


def _rounding(values: NDArray[np.float64]) -> float:
    """Return the sum of squares up to which only rounding is left."""
    return float((8 * np.finfo(float).eps * np.abs(values).max()) ** 2 * values.size)


def _unless_rounding(value: float, rounding: float) -> float:
    return 0.0 if value <= rounding else value
