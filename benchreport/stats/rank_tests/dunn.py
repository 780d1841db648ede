"""Dunn's z tests of independent runs."""

from benchreport.data.scores import Scores
from benchreport.errors import check_fraction
from benchreport.numerics.tails import p_of_z
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.stats._corrections import Correction, adjust_p
from benchreport.stats._pairs import pairs
from benchreport.stats._samples import samples_with_spread
from benchreport.stats.rank_tests._run_ranks import compare_run_ranks, rank_runs


def dunn(
    scores: Scores,
    *,
    alpha: float = 0.05,
    correction: Correction = "holm",
    control: str | None = None,
) -> PairwiseResult:
    """Test H0 for each pair: the runs of both have the same mean rank among the runs of all.

    H1: they differ (two-sided). The test is for independent runs, after `kruskal`. A pair's p-value depends
    on the other algorithms; that of `rank_sum` and of `steel_dwass` does not.

    Parameters
    ----------
    scores
        A table of k algorithms, at least two scores each; their numbers may differ.
    alpha
        The level of decisions, over the family that the correction controls.
    correction
        How p-values are adjusted, over all pairs or all comparisons with the control.
    control
        Compare the others with this algorithm; by default, all pairs are compared.

    Returns
    -------
    PairwiseResult
        Differences of mean ranks, first − second (negative: the first ranks better); z, corrected for
        ties; the probability that a run of the first is better than one of the second, ties counting half.

    Raises
    ------
    DesignError
        An algorithm has one score only, or the control is not among them.
    OptionError
        The correction is invalid, or it needs all pairs and there is a control.

    Notes
    -----
    If all scores are equal, z = 0 and p = 1.

    References
    ----------
    Dunn (1964), Technometrics 6: 241-252.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"algorithm": list("aaabbbccc"), "auc": [7, 8, 9, 4, 5, 6, 1, 2, 3]})
    >>> [round(row.statistic, 3) for row in frame.bench.dunn().comparisons]
    [-1.342, -2.683, -1.342]
    """
    check_fraction("alpha", alpha)
    samples_with_spread(scores, "dunn")
    ranks, columns = rank_runs(scores), pairs(scores, control)
    difference, z = ranks.compare(columns, ranks.variance)
    p_value = p_of_z(z)
    return compare_run_ranks(
        scores,
        columns,
        ranks,
        (difference, z, p_value, adjust_p(p_value, correction, control)),
        alpha=alpha,
        correction=correction,
        control=control,
        procedure="dunn",
        method="Dunn test",
        statistic_name="z",
        references=("dunn1964",),
    )
