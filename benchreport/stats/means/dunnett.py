"""Dunnett's comparison of means with a control's.

Ours because ``scipy.stats.dunnett`` knows no blocks, and integrates by random draws.
"""

import math

import numpy as np

from benchreport.data.scores import Scores
from benchreport.errors import check_choice, check_fraction
from benchreport.numerics.moments import ratio
from benchreport.numerics.nulls import max_t
from benchreport.numerics.nulls.block_anova import block_anova
from benchreport.numerics.tails import ALTERNATIVES, Alternative, p_of_t
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.stats._arrays import Array
from benchreport.stats._pairs import pairs
from benchreport.stats.means._block_means import compare_block_means, subtract_means
from benchreport.stats.means._run_means import compare_run_means, pool_runs


def dunnett(
    scores: Scores,
    *,
    control: str,
    alpha: float = 0.05,
    alternative: Alternative = "two-sided",
    blocks: bool = True,
) -> PairwiseResult:
    """Test H0 for each algorithm: it has the same mean score as the control.

    H1: it differs, or lies on the side of the alternative; all comparisons together at level alpha.
    Differences between blocks are removed: the error is the residual mean square of the two-way layout.
    Without blocks it is the test of independent runs in any numbers, on their pooled variance.

    Parameters
    ----------
    scores
        A table of k algorithms on N blocks, complete; without blocks, any numbers of scores.
    control
        The algorithm that all others are compared with.
    alpha
        The family-wise level; intervals are simultaneous with confidence 1 − alpha.
    alternative
        ``"two-sided"``; ``"greater"``: the algorithm has higher scores than the control;
        ``"less"``. Choose it before the scores are seen.
    blocks
        Whether the scores of a block belong together.

    Returns
    -------
    PairwiseResult
        Differences of means in score units, algorithm − control, with simultaneous intervals; t with
        (k − 1)(N − 1) dof, or n − k for n independent runs; ``p_value`` of the comparison alone,
        ``p_adjusted`` from the distribution of the largest of k − 1 t that share the control.

    Raises
    ------
    DesignError
        Runs are missing, scores of a block do not belong together, or the control is not among the
        algorithms; without blocks, an algorithm has one score only.
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
    facts = {
        "control": control,
        "alpha": alpha,
        "alternative": alternative,
        "procedure": "dunnett",
        "correction": "max_t",
        "statistic_name": "t",
        "references": ("dunnett1955",),
    }
    if not blocks:
        runs = pool_runs(scores, "dunnett(blocks=False)")
        columns = pairs(scores, control)
        differences, error = runs.subtract(columns), runs.spread * runs.scale(columns)
        others, first = columns
        sizes = (runs.sizes[others] / runs.sizes[first]).tolist()
        numbers, interval = _compare(differences, error, sizes, runs.dof, alpha, alternative)
        method = "Dunnett test (independent runs)"
        return compare_run_means(
            scores, columns, numbers, runs, interval=interval, method=method, **facts
        )
    values = scores.require_complete("dunnett")
    columns = pairs(scores, control)
    parts = block_anova(values)
    differences = subtract_means(values, columns)
    error = np.full_like(differences, parts.root_mean_square * math.sqrt(2 / len(values)))
    numbers, interval = _compare(
        differences, error, len(differences), parts.dof_error, alpha, alternative
    )
    method = "Dunnett test (randomized blocks)"
    return compare_block_means(
        scores, columns, numbers, parts, interval=interval, method=method, **facts
    )


def _compare(
    differences: Array,
    error: Array,
    groups: max_t.Groups,
    dof: float,
    alpha: float,
    alternative: Alternative,
) -> tuple[tuple[Array, Array, Array, Array], tuple[Array, Array]]:
    """Return difference, t and both p-values of each comparison, and the ends of its interval."""
    t = ratio(differences, error)
    extreme = {"two-sided": np.abs(t), "greater": t, "less": -t}[alternative]
    p_value = p_of_t(t, dof, alternative)
    p_adjusted = max_t.sf(extreme, groups, dof, alternative)
    half = max_t.isf(alpha, groups, dof, alternative) * error
    low = differences - (np.inf if alternative == "less" else half)
    high = differences + (np.inf if alternative == "greater" else half)
    # a single comparison is its own family, but its two integrals differ by rounding
    return (differences, t, p_value, np.maximum(p_value, p_adjusted)), (low, high)
