"""Tests of means of the randomized block design, on its residual mean square: Tukey's and Dunnett's."""

from typing import Any

import numpy as np
from scipy import special

from benchreport.data.scores import Scores
from benchreport.errors import DesignError
from benchreport.numerics.moments import without_noise
from benchreport.numerics.nulls.block_anova import AdditiveFit, BlockAnova, fit_with_gaps
from benchreport.numerics.nulls.sphericity import mauchly
from benchreport.results.pairwise import PairwiseResult
from benchreport.stats._arrays import Array
from benchreport.stats._assumptions import residual_normality, sphericity_of_differences
from benchreport.stats._block_independence import independent_blocks
from benchreport.stats._gaps import check_linked
from benchreport.stats._pairs import Pairs, compare_pairs


def subtract_means(values: Array, columns: Pairs) -> Array:
    """Return the differences of the pairs' means, (m,), exactly 0 where only rounding is left."""
    # subtract the grand mean first: large scores would leave rounding in the differences
    means = (values - values.mean()).mean(axis=0)
    return without_noise(means[columns[0]] - means[columns[1]], np.abs(values).max())


def compare_block_means(
    scores: Scores,
    columns: Pairs,
    numbers: tuple[Array, Array, Array, Array],
    parts: BlockAnova,
    **facts: Any,  # noqa: ANN401 - fields of PairwiseResult
) -> PairwiseResult:
    """Make a result of differences of means, with difference / √MSE as effect size."""
    values = scores.values
    w, p = mauchly(values) or (np.nan, np.nan)
    return compare_pairs(
        PairwiseResult,
        scores,
        columns,
        numbers,
        effect=standardize(numbers[0], parts, 2 / len(values), 1 - facts["alpha"]),
        assumptions=(
            independent_blocks(scores),
            residual_normality(parts.residuals),
            sphericity_of_differences(w, p, values.shape[1], len(values)),
        ),
        difference_name=f"difference of mean {scores.score}",
        effect_name="d (difference / √MSE)",
        **facts,
    )


def fit_gaps(scores: Scores, procedure: str) -> AdditiveFit:
    """Fit algorithm + block to the cells that are not empty.

    Raises
    ------
    DesignError
        Scores of a block do not belong together, no chain of blocks links the algorithms, or there are
        too few scores to estimate the error.
    """
    values = scores.require_matched(procedure)
    values = values[~np.isnan(values).all(axis=1)]
    check_linked(scores, values)
    fit = fit_with_gaps(values)
    if fit.parts.dof_error < 1:
        n = int(np.count_nonzero(~np.isnan(values)))
        raise DesignError(
            f"{procedure} needs more than {n} scores to estimate the error of "
            f"{len(scores.algorithms)} algorithms on {len(values)} {scores.block_kind}s.",
            hint=f"add {scores.block_kind}s on which more algorithms ran",
        )
    return fit


def standardize(
    differences: Array, parts: BlockAnova, variance: Array | float, confidence: float
) -> tuple[Array, Array, Array]:
    """Divide by the residual standard deviation, with the delta method's interval.

    Parameters
    ----------
    variance
        Variance of the differences over that of the error.
    """
    if parts.ms_error == 0:
        infinite = np.where(differences == 0, 0.0, np.copysign(np.inf, differences))
        return infinite, infinite, infinite
    d = differences / parts.root_mean_square
    spread = np.sqrt(variance + d**2 / (2 * parts.dof_error))
    half = float(special.stdtrit(parts.dof_error, (1 + confidence) / 2)) * spread
    return d, d - half, d + half
