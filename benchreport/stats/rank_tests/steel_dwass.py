"""Steel and Dwass's rank-sum tests of all pairs."""

import math

import numpy as np
from scipy import special

from benchreport.data.scores import Scores
from benchreport.errors import check_fraction
from benchreport.numerics.effects.shifts import two_sample_shift
from benchreport.numerics.nulls import studentized_range
from benchreport.numerics.nulls.rank_sum import rank_sum_z
from benchreport.numerics.tails import p_of_z
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.stats._assumptions import SAME_SHAPE
from benchreport.stats._independent_samples import apply_to_pairs, compare_samples
from benchreport.stats._pairs import pairs
from benchreport.stats._samples import samples_with_spread
from benchreport.stats.rank_tests._run_ranks import rank_runs


def steel_dwass(scores: Scores, *, alpha: float = 0.05) -> PairwiseResult:
    """Test H0 for every pair: the runs of both come from the same distribution.

    H1: the runs of one tend to be higher (two-sided); all pairs together at about level alpha. The test is
    for independent runs. Each pair is ranked by itself, so the other algorithms change its p-value by
    their number only; `rank_sum` is the same test with a correction, and exact.

    Parameters
    ----------
    scores
        A table of k algorithms, at least two scores each; their numbers may differ.
    alpha
        The family-wise level; intervals are simultaneous with confidence about 1 − alpha.

    Returns
    -------
    PairwiseResult
        Hodges–Lehmann shifts in score units, first − second, with simultaneous intervals that hold all
        shifts which the test does not reject; q = √2·|z|
        of the pair's rank sum, corrected for ties; ``p_value`` of the pair alone (normal), ``p_adjusted``
        from the studentized range; Cliff's δ. The centres are mean ranks among the runs of all
        algorithms, 1 the best.

    Raises
    ------
    DesignError
        An algorithm has one score only.

    Notes
    -----
    The normal approximation needs about six scores of each; below that, the simultaneous level is not
    reached, and the interval is the widest that there is. If all scores are equal, p = 1.

    References
    ----------
    Steel (1960), Technometrics 2: 197-207; Dwass (1960), in Contributions to Probability and Statistics;
    Critchlow & Fligner (1991), Communications in Statistics 20: 127-139, for ties and unequal numbers.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"algorithm": list("aaabbbccc"), "auc": [7, 8, 9, 4, 5, 6, 1, 2, 3]})
    >>> [round(row.p_adjusted, 3) for row in frame.bench.steel_dwass().comparisons]
    [0.121, 0.121, 0.121]
    """
    check_fraction("alpha", alpha)
    samples = samples_with_spread(scores, "steel_dwass")
    columns, k = pairs(scores), len(samples)
    z = np.array(apply_to_pairs(samples, columns, lambda x, y: (rank_sum_z(x, y),))[0])
    q, p_value = math.sqrt(2) * np.abs(z), p_of_z(z)
    critical = float(studentized_range.isf(alpha, k)) / math.sqrt(2)
    alone = 1 - float(p_of_z(critical))
    shift, low, high, confidence = (
        np.array(column)
        for column in apply_to_pairs(
            samples, columns, lambda x, y: two_sample_shift(x, y, alone, critical)
        )
    )
    return compare_samples(
        scores,
        columns,
        (shift, q, p_value, np.maximum(p_value, studentized_range.sf(q, k))),
        interval=(low, high),
        confidence=_simultaneous(float(confidence.min()), k, alpha, alone),
        control=None,
        alpha=alpha,
        correction="studentized_range",
        procedure="steel_dwass",
        method="Steel–Dwass test",
        assumptions=(SAME_SHAPE,),
        references=("steel1960", "dwass1960", "critchlow1991", "hodges1963", "cliff1993"),
        difference_name=f"Hodges–Lehmann shift of {scores.score}",
        statistic_name="q",
        centre_name="mean rank of runs",
        centres=tuple(rank_runs(scores).means.tolist()),
        lower_centre_is_better=True,
        sign=z,
    )


def _simultaneous(least: float, k: int, alpha: float, wanted: float) -> float:
    """Return the simultaneous confidence of intervals of which each alone has at least this one."""
    if least >= wanted:
        return 1 - alpha
    # so few scores have no wider interval
    alone = math.sqrt(2) * float(-special.ndtri((1 - least) / 2))
    return 1 - float(studentized_range.sf(alone, k))
