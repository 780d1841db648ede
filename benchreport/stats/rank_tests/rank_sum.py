"""Mann and Whitney's rank-sum test of independent runs."""

import numpy as np

from benchreport.data.scores import Scores
from benchreport.errors import check_fraction
from benchreport.numerics.effects.shifts import two_sample_shift
from benchreport.numerics.normal_tails import normal_quantile
from benchreport.numerics.nulls import rank_sum as numerics
from benchreport.numerics.tails import Alternative
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.stats._assumptions import SAME_SHAPE
from benchreport.stats._corrections import (
    Correction,
    adjust_confidence,
    adjust_p,
    adjusts_intervals,
    attainable_p,
)
from benchreport.stats._independent_samples import (
    apply_to_pairs,
    compare_samples,
    least_p_of_arrangements,
)
from benchreport.stats._pairs import name_variants, pairs
from benchreport.stats._samples import samples_with_spread
from benchreport.stats.rank_tests._run_ranks import rank_runs


def rank_sum(
    scores: Scores,
    *,
    alpha: float = 0.05,
    correction: Correction = "holm",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    variant: numerics.Variant = "auto",
) -> PairwiseResult:
    """Test H0 for each pair: the runs of both come from the same distribution.

    H1: the runs of one tend to be higher (for a one-sided alternative: of the one that it names).
    The test is for independent runs; where they belong together (same dataset, same split),
    `wilcoxon` uses that.

    Parameters
    ----------
    scores
        A table of k algorithms, at least two scores each; their numbers may differ.
    alpha
        The level of decisions; intervals have confidence 1 − alpha, adjusted as the p-values are.
    correction
        How p-values are adjusted, over all pairs or all comparisons with the control.
    control
        Compare the others with this algorithm; by default, all pairs are compared.
    alternative
        ``"two-sided"``; ``"greater"``: the first of a pair has the higher scores; ``"less"``. Choose it
        before the scores are seen.
    variant
        ``"exact"`` is the permutation distribution given the ties, ``"normal"`` the tie-corrected
        approximation; ``"auto"`` is exact up to about 30 scores of each.

    Returns
    -------
    PairwiseResult
        Hodges–Lehmann shifts in score units, first − second, with their distribution-free intervals;
        U, the number of pairs of runs that the first wins, ties counting half; Cliff's δ. The centres
        are mean ranks among the runs of all algorithms, 1 the best.

    Raises
    ------
    DesignError
        An algorithm has one score only, or the control is not among them.
    OptionError
        The correction, alternative or variant is invalid.

    Notes
    -----
    Two-sided exact p-values count all rank sums as far from their mean. If all scores are equal, p = 1.

    References
    ----------
    Mann & Whitney (1947); Hodges & Lehmann (1963); Cliff (1993).

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"algorithm": list("aaabbb"), "auc": [0.4, 0.5, 0.6, 0.1, 0.2, 0.3]})
    >>> pair = frame.bench.rank_sum().comparisons[0]
    >>> pair.statistic, round(pair.p_value, 3), round(pair.difference, 3), pair.effect_size
    (9.0, 0.1, 0.3, 1.0)
    """
    check_fraction("alpha", alpha)
    samples = samples_with_spread(scores, "rank_sum")
    columns = pairs(scores, control)
    u, p, how = apply_to_pairs(
        samples,
        columns,
        lambda x, y: numerics.rank_sum(x, y, alternative=alternative, variant=variant),
    )
    statistic, p_value = np.array(u), np.array(p)
    p_adjusted = adjust_p(p_value, correction, control)
    asked = adjust_confidence(p_value, p_adjusted, alpha)
    # the interval is that of the test: of its exact null, or of its approximation
    critical = np.where(np.array(how) == "normal", -normal_quantile((1 - asked) / 2), np.nan)
    limits = zip(asked.tolist(), critical.tolist(), strict=True)
    shift, low, high, confidence = (
        np.array(column)
        for column in apply_to_pairs(
            samples, columns, lambda x, y: two_sample_shift(x, y, *next(limits))
        )
    )
    sizes = np.array([len(sample) for sample in samples])
    return compare_samples(
        scores,
        columns,
        (shift, statistic, p_value, p_adjusted),
        interval=(low, high),
        confidence=confidence,
        adjusted_intervals=adjusts_intervals(correction, asked, confidence),
        control=control,
        alpha=alpha,
        correction=correction,
        alternative=alternative,
        procedure="rank_sum",
        method="Mann–Whitney rank-sum test",
        variant=name_variants(how, "mixed"),
        assumptions=(SAME_SHAPE,),
        references=("mann1947", "hodges1963", "cliff1993"),
        difference_name=f"Hodges–Lehmann shift of {scores.score}",
        statistic_name="U",
        centre_name="mean rank of runs",
        centres=tuple(rank_runs(scores).means.tolist()),
        lower_centre_is_better=True,
        sign=statistic - sizes[columns[0]] * sizes[columns[1]] / 2,
        attainable=(
            attainable_p(
                least_p_of_arrangements(samples, columns, mirrored=alternative == "two-sided"),
                correction,
            )
            if set(how) == {"exact"}
            else None
        ),
        remarks=how,
    )
