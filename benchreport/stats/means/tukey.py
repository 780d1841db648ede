"""Tukey's comparison of all pairs of means.

Ours because ``scipy.stats.tukey_hsd`` and statsmodels' ``pairwise_tukeyhsd`` are for independent samples.
"""

import math

import numpy as np
from scipy import special

from benchreport.data.scores import Scores
from benchreport.errors import check_fraction
from benchreport.numerics.nulls import studentized_range
from benchreport.numerics.nulls.block_anova import block_anova
from benchreport.results.pairwise import PairwiseResult
from benchreport.stats._arrays import Array
from benchreport.stats._pairs import pairs
from benchreport.stats.means._block_means import compare_block_means, subtract_means


def tukey(scores: Scores, *, alpha: float = 0.05) -> PairwiseResult:
    """Test H0 for every pair: the two have the same mean score; all pairs together at level alpha.

    H1: they differ (two-sided). Differences between blocks are removed: the error is the residual mean
    square of the two-way layout, with (k − 1)(N − 1) dof. The test controls the family-wise error by
    itself.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N blocks.
    alpha
        The family-wise level; intervals are simultaneous with confidence 1 − alpha.

    Returns
    -------
    PairwiseResult
        Differences of means in score units, first − second, with simultaneous intervals; statistic
        q = |difference| / √(MSE/N); ``p_value`` of the pair alone (t), ``p_adjusted`` from the
        studentized range.

    Raises
    ------
    DesignError
        Runs are missing.

    Notes
    -----
    The effect size is difference / √MSE; its interval is for the pair alone, from the delta method:
    SE² = 2/N + d²/(2 dof), as in R's ``emmeans::eff_size``. Without residual spread different means
    have q = ∞ and p = 0, equal ones q = 0 and p = 1. The common error term assumes sphericity.

    References
    ----------
    Tukey (1953); R's ``TukeyHSD(aov(score ~ algorithm + block))``.

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
    values = scores.require_complete("tukey")
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


def _statistic(differences: Array, error: float) -> Array:
    if error > 0:
        return np.abs(differences) / error
    return np.where(differences == 0, 0.0, np.inf)
