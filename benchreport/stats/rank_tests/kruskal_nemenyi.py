"""Nemenyi's test of independent runs."""

import math

import numpy as np

from benchreport.data.scores import Scores
from benchreport.errors import check_fraction
from benchreport.numerics.moments import ratio
from benchreport.numerics.nulls import studentized_range
from benchreport.numerics.tails import p_of_z
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.stats._pairs import pairs
from benchreport.stats._samples import samples_with_spread
from benchreport.stats.rank_tests._run_ranks import compare_run_ranks, rank_runs


def kruskal_nemenyi(scores: Scores, *, alpha: float = 0.05) -> PairwiseResult:
    """Test H0 for every pair: the runs of both have the same mean rank among the runs of all.

    H1: they differ (two-sided); all pairs together at about level alpha. The test is for independent runs,
    after `kruskal`; where the runs of a block belong together, `nemenyi` uses that.

    Parameters
    ----------
    scores
        A table of k algorithms, at least two scores each; their numbers may differ.
    alpha
        The family-wise level.

    Returns
    -------
    PairwiseResult
        Differences of mean ranks, first − second (negative: the first ranks better); q = √2·|z| of
        `dunn`; ``p_value`` of the pair alone (normal), ``p_adjusted`` from the studentized range; the
        probability that a run of the first is better than one of the second, ties counting half. Equal
        numbers of runs have a critical difference, which allows for their ties.

    Raises
    ------
    DesignError
        An algorithm has one score only.

    Notes
    -----
    The variance of the ranks allows for ties, as in `kruskal`. For unequal numbers of runs it is Tukey
    and Kramer's form.

    References
    ----------
    Nemenyi (1963), PhD thesis, Princeton; Kramer (1956), Biometrics 12: 307-310, for unequal numbers.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"algorithm": list("aaabbbccc"), "auc": [7, 8, 9, 4, 5, 6, 1, 2, 3]})
    >>> [round(row.p_adjusted, 3) for row in frame.bench.kruskal_nemenyi().comparisons]
    [0.372, 0.02, 0.372]
    """
    check_fraction("alpha", alpha)
    samples_with_spread(scores, "kruskal_nemenyi")
    ranks, columns = rank_runs(scores), pairs(scores)
    difference, z = ranks.compare(columns, ranks.variance)
    q, p_value = math.sqrt(2) * np.abs(z), p_of_z(z)
    k, error = len(ranks.sizes), ranks.error(columns, ranks.variance)
    # the runs of one are the best of all, and those of the other the worst
    apart = ranks.total - (ranks.sizes[columns[0]] + ranks.sizes[columns[1]]) / 2
    q_apart = math.sqrt(2) * float(ratio(apart, error).max())
    *adjusted, attainable = studentized_range.sf(np.append(q, q_apart), k).tolist()
    critical = float(studentized_range.isf(alpha, k)) / math.sqrt(2) * float(error[0])
    return compare_run_ranks(
        scores,
        columns,
        ranks,
        (difference, q, p_value, np.maximum(p_value, adjusted)),
        alpha=alpha,
        correction="studentized_range",
        control=None,
        procedure="kruskal_nemenyi",
        method="Nemenyi test of independent runs",
        statistic_name="q",
        references=("nemenyi1963", "kramer1956"),
        attainable=attainable,
        critical_difference=critical if np.ptp(ranks.sizes) == 0 and critical > 0 else None,
    )
