"""Differences of accuracies, Newcombe's intervals."""

import numpy as np

from benchreport.data.predictions import Predictions
from benchreport.errors import OptionError, check_fraction, format_count
from benchreport.hints import call, option
from benchreport.numerics.predictions.correctness_counts import pair_tables
from benchreport.numerics.predictions.proportion_differences import newcombe_paired
from benchreport.numerics.tails import Alternative, p_of_z
from benchreport.results.base import Assumption
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.stats._arrays import Array
from benchreport.stats._corrections import Correction, adjust_confidence, adjust_p
from benchreport.stats._mean_differences import Options
from benchreport.stats._pairs import Pairs, pairs
from benchreport.stats._predictions.paired_losses import compare_columns, means_of
from benchreport.stats._predictions.prediction_pairs import (
    average_repeats,
    compare_predictions,
    counts_of,
    p_if_any_differ,
    require_unweighted,
)
from benchreport.wording.verdicts import assumptions as wording

# z is nearly normal if the two differ on at least about this many examples
ENOUGH = 10
HALF = 0.5


def accuracy_differences(
    predictions: Predictions,
    *,
    alpha: float = 0.05,
    correction: Correction = "holm",
    control: str | None = None,
    alternative: Alternative = "two-sided",
) -> PairwiseResult:
    """Test H0 for each pair: both have the same accuracy; and estimate the difference.

    H1: they differ, or lie on the side of the alternative. The effect size is the difference of
    accuracies itself; `mcnemar` has an odds ratio, and exact p-values.

    Parameters
    ----------
    predictions
        Labels of k models for n examples, unweighted.
    alpha
        The level of decisions; intervals have confidence 1 − alpha, adjusted as the p-values are.
    correction
        How p-values are adjusted, over all pairs or all comparisons with the control.
    control
        Compare the others with this model; by default, all pairs are compared.
    alternative
        ``"two-sided"``; ``"greater"``: the first of a pair has the higher accuracy; ``"less"``. Choose
        it before the scores are seen.

    Returns
    -------
    PairwiseResult
        Differences of accuracy, first − second, with Newcombe's paired intervals (up to 1 or down to
        −1 for one-sided alternatives), which are the effect size too; McNemar's z = (b − c)/√(b + c).

    Raises
    ------
    DesignError
        The truth is a measured value, examples are weighted or come in clusters, there is no such
        control, or there is one model only.
    OptionError
        The correction or alternative is invalid; or alpha is .5 or more in a one-sided test.

    Notes
    -----
    For models that never differ z = 0 and p = 1, with an interval around 0. The interval and the test may
    disagree close to the level. Where examples have several repeats, such as samples of an answer, each
    example counts once, with its share of right answers, and the test and the interval are those of
    the paired t test.

    References
    ----------
    Newcombe (1998), Statistics in Medicine 17: 2635-2650, method 10; McNemar (1947); Fagerland et
    al. (2013).

    Examples
    --------
    Newcombe's table of 36, 12, 2 and 0:

    >>> import pandas as pd
    >>> import benchreport
    >>> rows = [(1, 1, 1)] * 36 + [(1, 1, 0)] * 12 + [(0, 1, 0)] * 2
    >>> frame = pd.DataFrame(rows, columns=["y_true", "a", "b"])
    >>> pair = frame.bench.accuracy_differences().comparisons[0]
    >>> round(pair.difference, 2), [round(end, 4) for end in pair.interval[:2]]
    (0.2, [0.0569, 0.3404])
    """
    check_fraction("alpha", alpha)
    predictions.require_judgements("accuracy_differences")
    predictions.require_independent("accuracy_differences", averages=True)
    require_unweighted(
        predictions,
        "accuracy_differences",
        hint=call("metric_bootstrap", metric="accuracy") + ", which takes weights",
    )
    columns = pairs(predictions, control)
    if predictions.repeated:
        return _compare_shares(predictions, columns, alpha, correction, control, alternative)
    counts, _ = counts_of(predictions)
    b, c = counts.ahead[columns], counts.ahead[columns[::-1]]
    differ = b + c
    z = (b - c) / np.sqrt(np.maximum(differ, 1))
    p_value = p_if_any_differ(differ > 0, p_of_z(z, alternative))
    p_adjusted = adjust_p(p_value, correction, control)
    confidence = adjust_confidence(p_value, p_adjusted, alpha)
    cells = pair_tables(counts, columns)
    estimate, low, high = newcombe_paired(cells, _two_sided(confidence, alpha, alternative))
    low = np.full_like(low, -1.0) if alternative == "less" else low
    high = np.full_like(high, 1.0) if alternative == "greater" else high
    return compare_predictions(
        predictions,
        columns,
        (estimate, z, p_value, p_adjusted),
        interval=(low, high),
        confidence=confidence,
        effect=(estimate, low, high),
        assumptions=(_enough(int(differ.min())),),
        centres=np.asarray(counts.right / counts.total, dtype=np.float64),
        control=control,
        alpha=alpha,
        correction=correction,
        alternative=alternative,
        procedure="accuracy_differences",
        method="Difference of paired accuracies",
        statistic_name="z",
        effect_name="difference of accuracy",
        references=("newcombe1998", "mcnemar1947", "fagerland2013"),
    )


def _compare_shares(
    predictions: Predictions,
    columns: Pairs,
    alpha: float,
    correction: Correction,
    control: str | None,
    alternative: Alternative,
) -> PairwiseResult:
    """Compare each example's share of right answers, where it was answered several times."""
    shares = average_repeats(predictions, predictions.correct.astype(np.float64))
    test = compare_columns(shares, columns, Options(alpha, correction, control, alternative))
    low, high = np.maximum(test.interval[0], -1.0), np.minimum(test.interval[1], 1.0)
    return compare_predictions(
        predictions,
        columns,
        (test.difference, test.t, test.p_value, test.p_adjusted),
        interval=(low, high),
        confidence=test.confidence,
        effect=(test.difference, low, high),
        centres=means_of(shares),
        control=control,
        alpha=alpha,
        correction=correction,
        alternative=alternative,
        procedure="accuracy_differences",
        method="Paired t test of accuracy",
        variant="t",
        statistic_name="t",
        effect_name="difference of accuracy",
        references=("student1908", "dietterich1998"),
    )


def _two_sided(confidence: Array, alpha: float, alternative: Alternative) -> Array:
    """Return the confidence of two-sided intervals with the same end as the one-sided ones."""
    if alternative == "two-sided":
        return confidence
    if alpha >= HALF:
        raise OptionError(
            f"alpha of a one-sided test must be below 0.5; got {alpha!r}.", hint=option(alpha=0.05)
        )
    return 2 * confidence - 1


def _enough(fewest: int) -> Assumption:
    if fewest >= ENOUGH:
        return Assumption.of(wording.DIFFERENCES_ENOUGH, "held", n=fewest)
    return Assumption.of(
        wording.DIFFERENCES_TOO_FEW, "doubtful", examples=format_count(fewest, "example")
    )
