"""z tests of mean ranks, with any correction."""

from benchreport.data.scores import Scores
from benchreport.errors import check_fraction
from benchreport.numerics.ranks import block_ranks
from benchreport.numerics.tails import p_of_z
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.stats._corrections import Correction, adjust_p, correction_references
from benchreport.stats._mean_ranks import RankTest, compare_ranks, rank_difference_error
from benchreport.stats._pairs import pairs


def rank_z(
    scores: Scores,
    *,
    alpha: float = 0.05,
    correction: Correction = "holm",
    control: str | None = None,
) -> PairwiseResult:
    """Test H0 for each pair: the two have the same mean rank.

    H1: they differ (two-sided). This is the z test of Friedman's ranks, used with many corrections;
    with ``correction="bonferroni"`` it is what García & Herrera (2008) call Nemenyi's test.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N blocks.
    alpha
        The level of decisions, over the family that the correction controls.
    correction
        How p-values are adjusted, over all pairs or all comparisons with the control. ``"shaffer"`` and
        ``"bergmann_hommel"`` use the logical relations among the hypotheses of all pairs, and need
        all of them.
    control
        Compare the others with this algorithm; by default, all pairs are compared.

    Returns
    -------
    PairwiseResult
        Differences of mean ranks, first − second (negative: the first ranks better); statistic z =
        difference / √(k(k+1)/6N).

    Raises
    ------
    DesignError
        Runs are missing, or the control is not among the algorithms.
    OptionError
        The correction is invalid, or it needs all pairs and there is a control.

    Notes
    -----
    The standard error is that of untied ranks, as published: with ties the test is conservative.

    References
    ----------
    Demšar (2006), JMLR 7, section 3.2.2; García & Herrera (2008), JMLR 9: 2677-2694.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
    >>> result = frame.bench(score="accuracy").rank_z(correction="shaffer")
    >>> [round(row.p_adjusted, 4) for row in result.comparisons]
    [0.1573, 0.014, 0.1573]
    """
    check_fraction("alpha", alpha)
    values = scores.require_complete("rank_z")
    ranks = block_ranks(values, higher_is_better=scores.higher_is_better)
    columns = pairs(scores, control)
    mean_ranks = ranks.mean(axis=0)
    differences = mean_ranks[columns[0]] - mean_ranks[columns[1]]
    z = differences / rank_difference_error(*ranks.shape)
    p_value = p_of_z(z)
    return compare_ranks(
        scores,
        columns,
        RankTest(differences, z, p_value, adjust_p(p_value, correction, control)),
        alpha=alpha,
        mean_ranks=mean_ranks,
        control=control,
        procedure="rank_z",
        method="z test of mean ranks",
        correction=correction,
        statistic_name="z",
        references=("demsar2006", "garcia2008", *correction_references(correction)),
    )
