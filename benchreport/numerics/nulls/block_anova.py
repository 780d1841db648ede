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

    @property
    def ss_total(self) -> float:
        """The total sum of squares."""
        return self.ss_treatments + self.ss_blocks + self.ss_error


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
    rounding = (8 * np.finfo(float).eps * np.abs(values).max()) ** 2 * values.size
    ss_error = _unless_rounding(float((residuals**2).sum()), rounding)
    return BlockAnova(
        ss_treatments=_unless_rounding(n_blocks * float(columns @ columns), rounding),
        ss_blocks=_unless_rounding(k * float(rows @ rows), rounding),
        ss_error=ss_error,
        dof_treatments=k - 1,
        dof_blocks=n_blocks - 1,
        dof_error=(k - 1) * (n_blocks - 1),
        residuals=residuals if ss_error > 0 else np.zeros_like(residuals),
        unit=unit,
    )


def _unless_rounding(value: float, rounding: float) -> float:
    return 0.0 if value <= rounding else value
