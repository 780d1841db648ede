"""Conover and Iman's t tests of independent runs."""

import math

import numpy as np
from scipy import special

from benchreport.data.scores import Scores
from benchreport.errors import check_fraction
from benchreport.numerics.tails import p_of_t
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.stats._corrections import Correction, adjust_p
from benchreport.stats._pairs import pairs
from benchreport.stats._samples import samples_with_spread
from benchreport.stats.rank_tests._run_ranks import RunRanks, compare_run_ranks, rank_runs


def conover_iman(
    scores: Scores,
    *,
    alpha: float = 0.05,
    correction: Correction = "holm",
    control: str | None = None,
) -> PairwiseResult:
    """Test H0 for each pair: the runs of both have the same mean rank among the runs of all.

    H1: they differ (two-sided). The test is for independent runs, after `kruskal`. The error is the
    ranks' spread within algorithms, so the test is more powerful than `dunn` where some algorithms differ
    much, and too liberal for the others then.

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
        Differences of mean ranks, first − second (negative: the first ranks better); t with n − k dof for
        n runs; the probability that a run of the first is better than one of the second, ties counting
        half.

    Raises
    ------
    DesignError
        An algorithm has one score only, or the control is not among them.
    OptionError
        The correction is invalid, or it needs all pairs and there is a control.

    Notes
    -----
    Without a correction, one of six true hypotheses is rejected in 20 % of tables. If the scores of each
    algorithm are all equal, t is infinite or 0, and p not below the probability of one division of the
    runs among the algorithms.

    References
    ----------
    Conover & Iman (1979), Los Alamos report LA-7677-MS; Conover (1999), section 5.2.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"algorithm": list("aaabbbccc"), "auc": [7, 8, 9, 4, 5, 6, 1, 2, 3]})
    >>> [round(row.statistic, 3) for row in frame.bench.conover_iman().comparisons]
    [-3.674, -7.348, -3.674]
    """
    check_fraction("alpha", alpha)
    samples_with_spread(scores, "conover_iman")
    ranks, columns = rank_runs(scores), pairs(scores, control)
    dof = ranks.total - len(ranks.sizes)
    within = ranks.total - 1 - ranks.h
    # equal scores within each algorithm leave rounding only
    within = 0.0 if within <= 1e-12 * ranks.total else within
    difference, t = ranks.compare(columns, ranks.variance * within / dof)
    least = np.where(np.isinf(t), _p_of_one_division(ranks), 0.0)
    p_value = np.maximum(p_of_t(t, dof), least)
    return compare_run_ranks(
        scores,
        columns,
        ranks,
        (difference, t, p_value, adjust_p(p_value, correction, control)),
        alpha=alpha,
        correction=correction,
        control=control,
        procedure="conover_iman",
        method="Conover–Iman test",
        statistic_name="t",
        references=("conover1979", "conover1999"),
    )


def _p_of_one_division(ranks: RunRanks) -> float:
    """Return the probability under H0 that the runs fall to the algorithms as they did."""
    divisions = special.gammaln(ranks.total + 1) - special.gammaln(ranks.sizes + 1).sum()
    return math.exp(-float(divisions))
