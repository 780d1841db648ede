"""Analysis of variance of the randomized block design."""

import math
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy import special

from benchreport.data.scores import Scores
from benchreport.errors import check_choice, check_fraction
from benchreport.numerics.block_anova import BlockAnova, block_anova
from benchreport.numerics.sphericity import greenhouse_geisser, huynh_feldt, mauchly
from benchreport.results.base import Design
from benchreport.results.variance import Sphericity, VarianceResult, VarianceRow
from benchreport.stats._assumptions import (
    independent_blocks,
    notes,
    residual_normality,
    spherical,
)

__all__ = ["anova"]

Variant = Literal["greenhouse_geisser", "huynh_feldt", "uncorrected"]


def anova(
    scores: Scores, *, alpha: float = 0.05, variant: Variant = "greenhouse_geisser"
) -> VarianceResult:
    """Test H0: all algorithms have the same mean score, blocks taken out.

    H1: some means differ. The two-way layout without interaction: score = algorithm + block + error.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N blocks.
    alpha
        The level of the decision.
    variant
        Which p-value decides. ``"greenhouse_geisser"`` and ``"huynh_feldt"`` allow for differences
        whose variances are unequal; ``"uncorrected"`` assumes sphericity. The choice is made before
        looking: Mauchly's test is shown and does not choose.

    Returns
    -------
    VarianceResult
        Treatments, Blocks, Error and Total with dof, sums of squares (score units squared), mean
        squares, F, p, η², partial η² and ω²; Mauchly's test and both corrections.

    Raises
    ------
    DesignError
        Cells are empty.
    OptionError
        No such variant or alpha.

    Notes
    -----
    No spread within blocks: F = 0 and p = 1. No error but different means: F is infinite, p = 0.
    Mauchly's test needs more blocks than algorithms, and two algorithms are always spherical.

    References
    ----------
    Mauchly (1940); Greenhouse & Geisser (1959); Huynh & Feldt (1976).

    Examples
    --------
    >>> import pandas as pd
    >>> from benchreport.data import Roles
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
    >>> table = Scores.from_frame(frame, Roles(score="accuracy"))
    >>> print(anova(table, variant="uncorrected").summary)
    Randomized-block ANOVA: F(2, 6) = 82.33, p < .001, partial η² = 0.96
    """
    check_fraction("alpha", alpha)
    check_choice("variant", variant, ("greenhouse_geisser", "huynh_feldt", "uncorrected"))
    values = scores.complete("anova")
    parts = block_anova(values)
    rows = _rows(parts)
    sphericity = _sphericity(parts, rows[0].statistic, values)
    return VarianceResult(
        procedure="anova",
        method="Randomized-block ANOVA",
        variant=variant,
        alpha=alpha,
        design=Design.of(scores),
        assumptions=(
            independent_blocks(scores),
            residual_normality(parts.residuals),
            spherical(sphericity.mauchly_w, sphericity.mauchly_p, values.shape[1]),
        ),
        warnings=notes(scores),
        references=("mauchly1940", "greenhouse1959", "huynh1976"),
        rows=rows,
        sphericity=sphericity,
    )


def _rows(parts: BlockAnova) -> tuple[VarianceRow, ...]:
    tested = [
        _tested("Treatments", parts, parts.ss_treatments, parts.dof_treatments),
        _tested("Blocks", parts, parts.ss_blocks, parts.dof_blocks),
    ]
    error = VarianceRow(
        source="Error",
        dof=parts.dof_error,
        sum_of_squares=parts.ss_error,
        mean_square=parts.ms_error,
    )
    dof = parts.dof_treatments + parts.dof_blocks + parts.dof_error
    total = VarianceRow(source="Total", dof=dof, sum_of_squares=parts.ss_total)
    return (*tested, error, total)


def _tested(source: str, parts: BlockAnova, ss: float, dof: int) -> VarianceRow:
    f = _ratio(ss / dof, parts.ms_error)
    return VarianceRow(
        source=source,
        dof=dof,
        sum_of_squares=ss,
        mean_square=ss / dof,
        statistic=f,
        p_value=_p_value(f, dof, parts.dof_error),
        eta_squared=_share(ss, parts.ss_total),
        partial_eta_squared=_share(ss, ss + parts.ss_error),
        omega_squared=_share(ss - dof * parts.ms_error, parts.ss_total + parts.ms_error),
    )


def _ratio(above: float, below: float) -> float:
    if below > 0:
        return above / below
    return math.inf if above > 0 else 0.0


def _share(part: float, whole: float) -> float:
    return part / whole if whole > 0 else 0.0


def _p_value(f: float, dof: float, dof_error: float) -> float:
    return 0.0 if math.isinf(f) else float(special.fdtrc(dof, dof_error, f))


def _sphericity(parts: BlockAnova, f: float, values: NDArray[np.float64]) -> Sphericity:
    gg, hf = greenhouse_geisser(values), huynh_feldt(values)
    tested = mauchly(values)
    w, p = (math.nan, math.nan) if tested is None else tested
    dofs = parts.dof_treatments, parts.dof_error
    return Sphericity(
        mauchly_w=w,
        mauchly_p=p,
        greenhouse_geisser=gg,
        huynh_feldt=hf,
        p_greenhouse_geisser=_p_value(f, gg * dofs[0], gg * dofs[1]),
        p_huynh_feldt=_p_value(f, hf * dofs[0], hf * dofs[1]),
    )
