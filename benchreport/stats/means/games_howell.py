"""Games and Howell's comparison, unequal variances.

Ours because scipy before 1.15 has none (``tukey_hsd(equal_var=False)`` since).
"""

import math

import numpy as np

from benchreport.data.scores import Scores
from benchreport.errors import check_fraction
from benchreport.numerics.effects.unpaired import hedges_g
from benchreport.numerics.nulls import studentized_range
from benchreport.numerics.nulls.welch import welch
from benchreport.numerics.tails import p_of_t
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.results.writing import number_format as fmt
from benchreport.stats._assumptions import NORMAL_RUNS
from benchreport.stats._independent_samples import apply_stacked, compare_samples
from benchreport.stats._pairs import pairs
from benchreport.stats._samples import samples_with_spread


def games_howell(scores: Scores, *, alpha: float = 0.05) -> PairwiseResult:
    """Test H0 for every pair: the runs of both have the same mean, whatever their variances.

    H1: they differ (two-sided); all pairs together at about level alpha. The test is for independent
    runs, in any numbers.

    Parameters
    ----------
    scores
        A table of k algorithms, at least two scores each; their numbers may differ.
    alpha
        The family-wise level; intervals are simultaneous with confidence 1 − alpha.

    Returns
    -------
    PairwiseResult
        Differences of means in score units, first − second, with simultaneous intervals; q, √2 times the
        size of Welch's t, with its dof; ``p_value`` of the pair alone, ``p_adjusted`` from the
        studentized range; Hedges' g.

    Raises
    ------
    DesignError
        An algorithm has one score only.

    Notes
    -----
    The test is somewhat liberal for fewer than about six scores each, and far more so where errors are
    skewed: with exponential errors and 4 to 20 scores, 7 to 22 % of tables had a false difference at .05.

    References
    ----------
    Games & Howell (1976), J. Educ. Stat. 1: 113-125.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"algorithm": list("aaabbbccc"), "auc": [4, 5, 6, 1, 2, 3, 5, 7, 9]})
    >>> [round(row.p_adjusted, 3) for row in frame.bench.games_howell().comparisons]
    [0.045, 0.39, 0.063]
    """
    check_fraction("alpha", alpha)
    samples = samples_with_spread(scores, "games_howell")
    columns = pairs(scores)
    difference, error, dof, t = apply_stacked(samples, columns, welch)
    q = math.sqrt(2) * np.abs(t)
    p_value = p_of_t(t, dof)
    adjusted = studentized_range.sf(q, len(samples), dof)
    half = studentized_range.isf(alpha, len(samples), dof) / math.sqrt(2) * error
    return compare_samples(
        scores,
        columns,
        (difference, q, p_value, np.maximum(p_value, adjusted)),
        interval=(difference - half, difference + half),
        confidence=1 - alpha,
        control=None,
        alpha=alpha,
        correction="studentized_range",
        procedure="games_howell",
        method="Games–Howell test",
        assumptions=(NORMAL_RUNS,),
        references=("games1976", "welch1947", "hedges1981"),
        difference_name=f"difference of {fmt.mean_of(scores.score)}",
        statistic_name="q",
        effect=(
            "Hedges' g",
            *apply_stacked(samples, columns, lambda x, y: hedges_g(x, y, 1 - alpha)),
        ),
    )
