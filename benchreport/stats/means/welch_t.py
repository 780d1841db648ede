"""Welch's t test of independent runs."""

from benchreport.data.scores import Scores
from benchreport.errors import check_fraction
from benchreport.numerics.effects.unpaired import hedges_g
from benchreport.numerics.nulls.welch import welch
from benchreport.numerics.tails import Alternative, interval, p_of_t
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.results.writing import number_format as fmt
from benchreport.stats._assumptions import NORMAL_RUNS
from benchreport.stats._corrections import (
    Correction,
    adjust_confidence,
    adjust_p,
    adjusts_intervals,
)
from benchreport.stats._independent_samples import apply_stacked, compare_samples
from benchreport.stats._pairs import pairs
from benchreport.stats._samples import samples_with_spread


def welch_t(
    scores: Scores,
    *,
    alpha: float = 0.05,
    correction: Correction = "holm",
    control: str | None = None,
    alternative: Alternative = "two-sided",
) -> PairwiseResult:
    """Test H0 for each pair: the runs of both have the same mean, whatever their variances.

    H1: they differ, or lie on the side of the alternative. The test is for independent runs.

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

    Returns
    -------
    PairwiseResult
        Differences of means in score units, first − second, with t intervals; t with Welch's dof;
        Hedges' g with its noncentral t interval.

    Raises
    ------
    DesignError
        An algorithm has one score only, or the control is not among them.
    OptionError
        The correction or alternative is invalid.

    Notes
    -----
    If neither varies, t is infinite and p = 0; for equal means t = 0 and p = 1.

    References
    ----------
    Welch (1947), Biometrika 34: 28-35; R's ``t.test``.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"algorithm": list("aaabbb"), "auc": [4, 5, 6, 1, 2, 3]})
    >>> pair = frame.bench.welch_t().comparisons[0]
    >>> round(pair.statistic, 3), round(pair.p_value, 4)
    (3.674, 0.0213)
    """
    check_fraction("alpha", alpha)
    samples = samples_with_spread(scores, "welch_t")
    columns = pairs(scores, control)
    difference, error, dof, t = apply_stacked(samples, columns, welch)
    p_value = p_of_t(t, dof, alternative)
    p_adjusted = adjust_p(p_value, correction, control)
    confidence = adjust_confidence(p_value, p_adjusted, alpha)
    return compare_samples(
        scores,
        columns,
        (difference, t, p_value, p_adjusted),
        interval=interval(
            difference, error, dof=dof, confidence=confidence, alternative=alternative
        ),
        confidence=confidence,
        adjusted_intervals=adjusts_intervals(correction, confidence),
        control=control,
        alpha=alpha,
        correction=correction,
        alternative=alternative,
        procedure="welch_t",
        method="Welch t test",
        assumptions=(NORMAL_RUNS,),
        references=("welch1947", "hedges1981"),
        difference_name=f"difference of {fmt.mean_of(scores.score)}",
        statistic_name="t",
        effect=(
            "Hedges' g",
            *apply_stacked(samples, columns, lambda x, y: hedges_g(x, y, 1 - alpha)),
        ),
    )
