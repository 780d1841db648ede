"""t tests of the paired differences of two algorithms."""

from typing import Any, NamedTuple

import numpy as np

from benchreport.data.scores import Scores
from benchreport.errors import format_count
from benchreport.numerics.chunks import by_rows
from benchreport.numerics.moments import moments, ratio
from benchreport.numerics.nulls.noncentral_t import noncentrality_interval
from benchreport.numerics.nulls.normality import shapiro_p
from benchreport.numerics.tails import Alternative, interval, p_of_t
from benchreport.results.base import Assumption
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.results.writing.number_format import p_equals
from benchreport.stats._arrays import Array
from benchreport.stats._assumptions import grade_p
from benchreport.stats._corrections import (
    Correction,
    adjust_confidence,
    adjust_p,
    adjusts_intervals,
    correction_references,
)
from benchreport.stats._pairs import Pairs, by_pairs, compare_pairs
from benchreport.wording.verdicts import assumptions as wording
from benchreport.wording.verdicts import notes as texts


class TTest(NamedTuple):
    """Mean differences of pairs with their standard errors, and the spread they are measured by."""

    difference: Array
    error: Array
    dof: float
    deviation: Array


class Options(NamedTuple):
    """The options that every t test of differences has."""

    alpha: float
    correction: Correction
    control: str | None
    alternative: Alternative


def mean_differences(values: Array, columns: Pairs, *, inflation: float = 1.0) -> TTest:
    """Average the differences of pairs over blocks.

    Parameters
    ----------
    values
        Scores (N, k).
    inflation
        The factor by which correlated blocks increase the variance of the means.
    """
    samples, n_blocks, largest = np.ascontiguousarray(values.T), len(values), np.abs(values).max()
    difference, deviation = by_rows(
        lambda first, second: moments(samples[first] - samples[second], largest),
        *columns,
        width=2 * n_blocks,
    )
    error = deviation * np.sqrt(inflation / n_blocks)
    return TTest(difference, error, n_blocks - 1, deviation)


def compare_means(
    scores: Scores,
    columns: Pairs,
    test: TTest,
    options: Options,
    **facts: Any,  # noqa: ANN401 - fields of PairwiseResult
) -> PairwiseResult:
    """Make a result of a t test of paired differences, with d_z and its noncentral t interval."""
    alpha, correction, control, alternative = options
    # the last argument separates the rounding noise of equal scores from a difference
    t = ratio(test.difference, test.error, np.abs(scores.values).max() * np.ones_like(test.error))
    p_value = np.where(np.isnan(t), 1.0, p_of_t(t, test.dof, alternative))
    # differences without a spread show only their sign, so p is the sign test's
    least = np.ldexp(1.0, -len(scores.values) + (alternative == "two-sided"))
    p_value = np.where(np.isinf(t), np.maximum(p_value, least), p_value)
    # equal scores are no evidence for either side
    p_value = np.where((test.difference == 0) & (test.deviation == 0), 1.0, p_value)
    p_adjusted = adjust_p(p_value, correction, control)
    confidence = adjust_confidence(p_value, p_adjusted, alpha)
    adjusted = adjusts_intervals(correction, confidence)
    keys = facts.pop("references", ())
    return compare_pairs(
        PairwiseResult,
        scores,
        columns,
        (test.difference, t, p_value, p_adjusted),
        effect=_d_z(test, t, 1 - alpha),
        interval=interval(
            test.difference,
            test.error,
            dof=test.dof,
            confidence=confidence,
            alternative=alternative,
        ),
        confidence=(confidence, 1 - alpha),
        adjusted_intervals=adjusted,
        control=control,
        alpha=alpha,
        correction=correction,
        alternative=alternative,
        warnings=(texts.CONSTANT_DIFFERENCES,) if np.isinf(t).any() else (),
        references=(*keys, "cohen1988", *correction_references(correction, intervals=adjusted)),
        difference_name=f"mean difference of {scores.score}",
        statistic_name="t",
        effect_name="d_z (mean difference / sd of differences)",
        **facts,
    )


def _d_z(test: TTest, t: Array, confidence: float) -> tuple[Array, Array, Array]:
    """Return d_z; its interval holds the noncentralities that the t statistic does not reject."""
    spread = test.deviation > 0
    deviation = np.where(spread, test.deviation, 1.0)
    # without a spread d is unknown for equal scores, and infinite for others
    without = np.where(t == 0, 0.0, t)
    low, high = noncentrality_interval(np.where(spread, t, 0.0), test.dof, confidence)
    scale = test.error / deviation
    return (
        np.where(spread, test.difference / deviation, without),
        np.where(spread, low * scale, np.where(without == 0, -np.inf, without)),
        np.where(spread, high * scale, np.where(without == 0, np.inf, without)),
    )


def normal_differences(values: Array, columns: Pairs) -> Assumption:
    """Check the pairs' differences with Shapiro and Wilk's test: the worst, corrected for all."""
    p = by_pairs(shapiro_p, values, columns)
    tested = p[~np.isnan(p)]
    if not len(tested):
        return Assumption.of(wording.UNTESTED_DIFFERENCES)
    least = min(1.0, float(tested.min()) * len(tested))
    return Assumption.of(
        wording.SHAPIRO_OF_ONE_PAIR if len(tested) == 1 else wording.SHAPIRO_OF_DIFFERENCES,
        grade_p(least),
        pairs=format_count(len(tested), "pair"),
        p=p_equals(least),
    )
