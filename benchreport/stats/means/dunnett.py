"""Dunnett's comparison of means with a control's.

Ours because ``scipy.stats.dunnett`` is for independent samples, and integrates by random draws.
"""

import math

import numpy as np

from benchreport.data.scores import Scores
from benchreport.errors import check_choice, check_fraction
from benchreport.numerics.moments import ratio
from benchreport.numerics.nulls import max_t
from benchreport.numerics.nulls.block_anova import block_anova
from benchreport.numerics.tails import ALTERNATIVES, Alternative, p_of_t
from benchreport.results.pairwise import PairwiseResult
from benchreport.stats._pairs import pairs
from benchreport.stats.means._block_means import compare_block_means, subtract_means


def dunnett(
    scores: Scores,
    *,
    control: str,
    alpha: float = 0.05,
    alternative: Alternative = "two-sided",
) -> PairwiseResult:
    """Test H0 for each algorithm: it has the same mean score as the control.

    H1: it differs, or lies on the side of the alternative; all comparisons together at level alpha.
    Differences between blocks are removed: the error is the residual mean square of the two-way layout.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N blocks.
    control
        The algorithm that all others are compared with.
    alpha
        The family-wise level; intervals are simultaneous with confidence 1 − alpha.
    alternative
        ``"two-sided"``; ``"greater"``: the algorithm has higher scores than the control;
        ``"less"``. Choose it before the scores are seen.

    Returns
    -------
    PairwiseResult
        Differences of means in score units, algorithm − control, with simultaneous intervals; t with
        (k − 1)(N − 1) dof; ``p_value`` of the comparison alone, ``p_adjusted`` from the distribution of
        the largest of k − 1 equicorrelated t.

    Raises
    ------
    DesignError
        Runs are missing, or the control is not among the algorithms.
    OptionError
        The alternative is invalid.

    Notes
    -----
    The effect size is difference / √MSE with the delta method's interval, as in `tukey`.

    References
    ----------
    Dunnett (1955), JASA 50: 1096-1121; R's ``multcomp::glht`` on ``aov(score ~ algorithm + block)``.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
    >>> result = frame.bench(score="accuracy").dunnett(control="b")
    >>> result.better_than("b")
    ('a',)
    """
    check_fraction("alpha", alpha)
    check_choice("alternative", alternative, ALTERNATIVES)
    values = scores.require_complete("dunnett")
    columns = pairs(scores, control)
    parts = block_anova(values)
    differences = subtract_means(values, columns)
    error = parts.root_mean_square * math.sqrt(2 / len(values))
    t = ratio(differences, error)
    m = len(differences)
    extreme = {"two-sided": np.abs(t), "greater": t, "less": -t}[alternative]
    p_value = p_of_t(t, parts.dof_error, alternative)
    p_adjusted = max_t.sf(extreme, m, parts.dof_error, alternative)
    half = max_t.isf(alpha, m, parts.dof_error, alternative) * error
    low = differences - (np.inf if alternative == "less" else half)
    high = differences + (np.inf if alternative == "greater" else half)
    return compare_block_means(
        scores,
        columns,
        # a single comparison is its own family, but its two integrals differ by rounding
        (differences, t, p_value, np.maximum(p_value, p_adjusted)),
        parts,
        interval=(low, high),
        control=control,
        alpha=alpha,
        alternative=alternative,
        procedure="dunnett",
        method="Dunnett test (randomized blocks)",
        correction="max_t",
        statistic_name="t",
        references=("dunnett1955",),
    )
