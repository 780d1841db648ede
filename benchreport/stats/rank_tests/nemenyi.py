"""Nemenyi's comparison of all pairs of mean ranks."""

import math

import numpy as np

from benchreport.data.scores import Scores
from benchreport.errors import check_fraction
from benchreport.numerics.nulls import studentized_range
from benchreport.numerics.ranks import block_ranks
from benchreport.numerics.tails import p_of_z
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.stats._mean_ranks import RankTest, compare_ranks, rank_difference_error
from benchreport.stats._pairs import pairs


def nemenyi(scores: Scores, *, alpha: float = 0.05) -> PairwiseResult:
    """Test H0 for every pair: the two have the same mean rank; all pairs together at level alpha.

    H1: they differ (two-sided). The test controls the family-wise error by itself, with or without an
    omnibus test before it.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N blocks.
    alpha
        The family-wise level; any value between 0 and 1, for any k.

    Returns
    -------
    PairwiseResult
        Differences of mean ranks, first − second (negative: the first ranks better); statistic q;
        ``p_value`` of the pair alone (normal), ``p_adjusted`` from the studentized range with
        infinite dof; the critical difference q(1−alpha; k, ∞)/√2 · √(k(k+1)/6N).

    Raises
    ------
    DesignError
        Runs are missing.

    Notes
    -----
    The effect size is the probability that the first is better on a new block, ties counting half,
    with Wilson's interval. What García & Herrera (2008) call Nemenyi's test is the z test with
    Bonferroni's correction, another procedure.

    References
    ----------
    Nemenyi (1963); Demšar (2006), JMLR 7, section 3.2.2.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
    >>> result = frame.bench(score="accuracy").nemenyi()
    >>> round(result.critical_difference, 3), result.better_than("c")
    (1.657, ('a',))
    """
    check_fraction("alpha", alpha)
    values = scores.require_complete("nemenyi")
    ranks = block_ranks(values, higher_is_better=scores.higher_is_better)
    columns = pairs(scores)
    mean_ranks = ranks.mean(axis=0)
    differences = mean_ranks[columns[0]] - mean_ranks[columns[1]]
    k = values.shape[1]
    error = rank_difference_error(*values.shape)
    z = differences / error
    # where all blocks rank alike, the first and the last are k − 1 ranks apart
    q = math.sqrt(2) * np.abs(np.append(z, (k - 1) / error))
    *p_adjusted, attainable = studentized_range.sf(q, k).tolist()
    return compare_ranks(
        scores,
        columns,
        RankTest(differences, q[:-1], p_of_z(z), np.array(p_adjusted)),
        alpha=alpha,
        mean_ranks=mean_ranks,
        procedure="nemenyi",
        method="Nemenyi test",
        correction="studentized_range",
        statistic_name="q",
        references=("nemenyi1963", "demsar2006"),
        attainable=attainable,
        critical_difference=float(studentized_range.isf(alpha, k)) / math.sqrt(2) * error,
    )
