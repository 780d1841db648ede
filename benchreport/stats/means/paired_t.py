"""Student's t test of paired scores."""

from benchreport.data.scores import Scores
from benchreport.errors import check_fraction
from benchreport.numerics.tails import Alternative
from benchreport.results.later import later
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.stats._block_independence import independent_blocks
from benchreport.stats._corrections import Correction
from benchreport.stats._mean_differences import (
    Options,
    compare_means,
    mean_differences,
    normal_differences,
)
from benchreport.stats._pairs import pairs


def paired_t(
    scores: Scores,
    *,
    alpha: float = 0.05,
    correction: Correction = "holm",
    control: str | None = None,
    alternative: Alternative = "two-sided",
) -> PairwiseResult:
    """Test H0 for each pair: the mean difference on a block is zero.

    H1: it is not, or lies on the side of the alternative. Over datasets the test takes all differences
    to be on one scale, and outliers weigh heavily; `wilcoxon` avoids both.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N blocks.
    alpha
        The level of decisions; intervals have confidence 1 − alpha, adjusted as the p-values are.
    correction
        How p-values are adjusted, over all pairs or all comparisons with the control.
    control
        Compare the others with this algorithm; by default, all pairs are compared.
    alternative
        ``"two-sided"``; ``"greater"``: the first of a pair has the higher scores; ``"less"``. Choose it
        before the scores are seen.

    Returns
    -------
    PairwiseResult
        Mean differences in score units, first − second, with t intervals (open to one side for
        one-sided alternatives); t with N − 1 dof; d_z with its noncentral t interval.

    Raises
    ------
    DesignError
        Runs are missing, or the control is not among the algorithms.
    OptionError
        The correction or alternative is invalid.

    Notes
    -----
    If the differences do not vary, t is infinite and p is that of the sign test; if all are zero, t = 0
    and p = 1. On the folds of one dataset use `corrected_t`: their overlap makes this test reject too
    often.

    References
    ----------
    Student (1908); Demšar (2006), JMLR 7, section 3.1.2.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"fold": [1, 2, 3, 4, 5], "a": [9, 8, 9, 7, 8], "b": [7, 6, 8, 5, 5]})
    >>> pair = frame.bench(score="accuracy").paired_t().comparisons[0]
    >>> round(pair.statistic, 3), round(pair.p_value, 4)
    (6.325, 0.0032)
    """
    check_fraction("alpha", alpha)
    values = scores.require_complete("paired_t")
    columns = pairs(scores, control)
    return compare_means(
        scores,
        columns,
        mean_differences(values, columns),
        Options(alpha, correction, control, alternative),
        procedure="paired_t",
        method="Paired t test",
        assumptions=later(
            lambda: (independent_blocks(scores), normal_differences(values, columns))
        ),
        references=("student1908", "demsar2006"),
    )
