"""Tukey's comparison of all pairs of means.

Ours because ``scipy.stats.tukey_hsd`` and statsmodels' ``pairwise_tukeyhsd`` are for independent samples.
"""

import math

import numpy as np
from scipy import special

from benchreport.data.scores import Scores
from benchreport.errors import check_fraction
from benchreport.numerics.moments import ratio
from benchreport.numerics.nulls import studentized_range
from benchreport.numerics.nulls.block_anova import block_anova
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.stats._arrays import Array
from benchreport.stats._pairs import pairs
from benchreport.stats.means._block_means import compare_block_means, subtract_means
from benchreport.stats.means._run_means import compare_run_means, pool_runs


def tukey(
    scores: Scores, *, alpha: float = 0.05, blocks: bool = True, factor: str | None = None
) -> PairwiseResult:
    """Test H0 for every pair: the two have the same mean score; all pairs together at level alpha.

    H1: they differ (two-sided). Differences between blocks are removed: the error is the residual mean
    square of the two-way layout, with (k − 1)(N − 1) dof. Without blocks it is Tukey and Kramer's test of
    independent runs in any numbers, on their pooled variance with n − k dof. The test controls the
    family-wise error by itself.

    Parameters
    ----------
    scores
        A table of k algorithms on N blocks, complete; without blocks, any numbers of scores.
    alpha
        The family-wise level; intervals are simultaneous with confidence 1 − alpha.
    blocks
        Whether the scores of a block belong together.
    factor
        One of the factors of ``df.bench(factors=[…])``: its levels are compared by their estimated
        marginal means, over all levels of the other factors equally. Without factors ``"algorithm"``
        is one, which compares least-squares means of a table with gaps.

    Returns
    -------
    PairwiseResult
        Differences of means in score units, first − second, with simultaneous intervals; statistic
        q = |difference| / √(MSE/N), without blocks with the mean of 1/n₁ and 1/n₂ for 1/N; ``p_value`` of
        the pair alone (t), ``p_adjusted`` from the studentized range.

    Raises
    ------
    DesignError
        Runs are missing, or scores of a block do not belong together; without blocks, an algorithm
        has one score only. Of a factor: levels cannot be told apart.
    OptionError
        There is no such factor.

    Notes
    -----
    The effect size is difference / √MSE; its interval is for the pair alone, from the delta method:
    SE² = 2/N + d²/(2 dof), as in R's ``emmeans::eff_size``; without blocks 1/n₁ + 1/n₂ replaces 2/N.
    Without residual spread different means have q = ∞ and p = 0, equal ones q = 0 and p = 1. The common
    error term assumes sphericity, or equal variances, which `games_howell` does not. The error of a
    factor's levels is how much they differ between blocks where every combination is on every block, as
    in `anova`, else that of the model with all interactions that the table allows: by clusters where a
    table of factors has gaps, or the residual mean square.

    References
    ----------
    Tukey (1953); Kramer (1956), Biometrics 12: 307-310; R's ``TukeyHSD(aov(score ~ algorithm + block))``,
    and of a factor ``pairs(emmeans(model, "factor"))``.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
    >>> pair = frame.bench(score="accuracy").tukey().comparisons[0]
    >>> f"{pair.difference:.2f} [{pair.interval.low:.2f}, {pair.interval.high:.2f}]"
    '1.75 [0.67, 2.83]'
    """
    check_fraction("alpha", alpha)
    if factor is not None:
        # a call without factors does not wait for their models
        from benchreport.stats.means._level_means import tukey_of_levels

        return tukey_of_levels(scores, factor, alpha, blocks=blocks)
    return (_tukey_of_blocks if blocks else _tukey_of_runs)(scores, alpha)


def _tukey_of_blocks(scores: Scores, alpha: float) -> PairwiseResult:
    values = scores.require_complete("tukey", gaps="tukey", factor="algorithm")
    parts = block_anova(values)
    columns = pairs(scores)
    differences = subtract_means(values, columns)
    error = parts.root_mean_square / math.sqrt(len(values))
    q = _statistic(differences, error)
    k = values.shape[1]
    half = float(studentized_range.isf(alpha, k, parts.dof_error)) * error
    p_value = 2 * special.stdtr(parts.dof_error, -q / np.sqrt(2))
    return compare_block_means(
        scores,
        columns,
        (differences, q, p_value, studentized_range.sf(q, k, parts.dof_error)),
        parts,
        interval=(differences - half, differences + half),
        alpha=alpha,
        procedure="tukey",
        method="Tukey test (randomized blocks)",
        correction="studentized_range",
        statistic_name="q",
        references=("tukey1953",),
    )


def _tukey_of_runs(scores: Scores, alpha: float) -> PairwiseResult:
    runs = pool_runs(scores, "tukey(blocks=False)")
    columns = pairs(scores)
    differences = runs.subtract(columns)
    error = runs.spread * runs.scale(columns) / math.sqrt(2)
    q = np.abs(ratio(differences, error))
    k = len(runs.sizes)
    half = float(studentized_range.isf(alpha, k, runs.dof)) * error
    p_value = 2 * special.stdtr(runs.dof, -q / math.sqrt(2))
    adjusted = np.maximum(p_value, studentized_range.sf(q, k, runs.dof))
    return compare_run_means(
        scores,
        columns,
        (differences, q, p_value, adjusted),
        runs,
        interval=(differences - half, differences + half),
        alpha=alpha,
        control=None,
        procedure="tukey",
        method="Tukey–Kramer test",
        correction="studentized_range",
        statistic_name="q",
        references=("tukey1953", "kramer1956"),
    )


def _statistic(differences: Array, error: float) -> Array:
    if error > 0:
        return np.abs(differences) / error
    return np.where(differences == 0, 0.0, np.inf)
