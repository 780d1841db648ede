"""Tests of means of the randomized block design, on its residual mean square: Tukey's and Dunnett's."""

from typing import Any

import numpy as np
from scipy import special

from benchreport.data.scores import Scores
from benchreport.numerics.moments import without_noise
from benchreport.numerics.nulls.block_anova import BlockAnova
from benchreport.numerics.nulls.sphericity import measure_sphericity
from benchreport.results.later import later
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.results.writing import number_format as fmt
from benchreport.stats._arrays import Array
from benchreport.stats._assumptions import residual_normality, sphericity_of_differences
from benchreport.stats._block_independence import independent_blocks
from benchreport.stats._factorial.linear_model import with_formula
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
    w, p = measure_sphericity(values).mauchly or (np.nan, np.nan)
    result = compare_pairs(
        PairwiseResult,
        scores,
        columns,
        numbers,
        effect=_standardize(numbers[0], parts, len(values), 1 - facts["alpha"]),
        assumptions=later(
            lambda: (
                independent_blocks(scores),
                residual_normality(parts.residuals),
                sphericity_of_differences(w, p, values.shape[1], len(values)),
            )
        ),
        difference_name=f"difference of {fmt.mean_of(scores.score)}",
        effect_name="d (difference / √MSE)",
        **facts,
    )
    return with_formula(result, scores)


def _standardize(
    differences: Array, parts: BlockAnova, n_blocks: int, confidence: float
) -> tuple[Array, Array, Array]:
    """Divide by the residual standard deviation, with the delta method's interval."""
    if parts.ms_error == 0:
        infinite = np.where(differences == 0, 0.0, np.copysign(np.inf, differences))
        return infinite, infinite, infinite
    d = differences / parts.root_mean_square
    spread = np.sqrt(2 / n_blocks + d**2 / (2 * parts.dof_error))
    half = float(special.stdtrit(parts.dof_error, (1 + confidence) / 2)) * spread
    return d, d - half, d + half
