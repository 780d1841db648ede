"""Conover's t tests after Friedman's."""

from benchreport.data.scores import Scores
from benchreport.errors import check_fraction
from benchreport.numerics.ranks import block_ranks
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.stats._corrections import Correction
from benchreport.stats._mean_ranks import compare_transformed_ranks


def conover(
    scores: Scores,
    *,
    alpha: float = 0.05,
    correction: Correction = "holm",
    control: str | None = None,
) -> PairwiseResult:
    """Test H0 for each pair: the two have the same mean rank.

    H1: they differ (two-sided). The error is the ranks' residual spread after the algorithms' means
    are subtracted, so it is small where blocks agree. The test is more powerful than the z test, and
    far too liberal for many pairs without a correction (as often published).

    Parameters
    ----------
    scores
        A complete table of k algorithms on N blocks.
    alpha
        The level of decisions, over the family that the correction controls.
    correction
        How p-values are adjusted, over all pairs or all comparisons with the control.
    control
        Compare the others with this algorithm; by default, all pairs are compared.

    Returns
    -------
    PairwiseResult
        Differences of mean ranks, first − second (negative: the first ranks better); t with
        (k − 1)(N − 1) dof.

    Raises
    ------
    DesignError
        Runs are missing, or the control is not among the algorithms.
    OptionError
        The correction is invalid, or it needs all pairs and there is a control.

    Notes
    -----
    Unanimous rankings leave no error: t is infinite and p = (1/k!)^(N−1), as in Friedman's test.

    All pairs share one error. Where some algorithms differ clearly from the others on every block, their
    ranks hardly vary, and the error is too small for those that are alike: of five algorithms on 20 blocks,
    three of them far apart, the two equal ones had an adjusted p ≤ .05 in 25 % of simulations (by
    `aligned_post` in 15 %, by `wilcoxon` in 4 %).

    References
    ----------
    Conover (1999), Practical Nonparametric Statistics, section 5.8.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 9, 8, 5], "c": [5, 4, 4, 2]})
    >>> result = frame.bench(score="accuracy").conover()
    >>> [round(row.statistic, 3) for row in result.comparisons]
    [-1.414, -4.95, -3.536]
    """
    check_fraction("alpha", alpha)
    values = scores.require_complete("conover")
    return compare_transformed_ranks(
        scores,
        block_ranks(values, higher_is_better=scores.higher_is_better),
        alpha=alpha,
        correction=correction,
        control=control,
        procedure="conover",
        method="Conover test",
        references=("conover1999",),
    )
