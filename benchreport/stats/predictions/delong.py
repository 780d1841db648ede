"""DeLong's comparison of areas under ROC curves."""

import numpy as np

from benchreport.data.predictions import Predictions
from benchreport.errors import check_fraction
from benchreport.hints import call
from benchreport.numerics.predictions import delong as numerics
from benchreport.numerics.tails import Alternative, interval
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.stats._corrections import Correction, adjust_confidence, adjust_p
from benchreport.stats._pairs import pairs
from benchreport.stats._predictions.prediction_pairs import (
    compare_predictions,
    name_pairs,
    p_at_least_of_signs,
    require_unweighted,
)
from benchreport.wording.verdicts import notes as texts


def delong(
    predictions: Predictions,
    *,
    alpha: float = 0.05,
    correction: Correction = "holm",
    control: str | None = None,
    alternative: Alternative = "two-sided",
) -> PairwiseResult:
    """Test H0 for each pair: both have the same area under the ROC curve (AUC).

    H1: they differ, or lie on the side of the alternative. The test is for the same examples, and does not
    depend on the scores' distributions.

    Parameters
    ----------
    predictions
        Scores or probabilities of the positive class, of k models for n examples, unweighted.
    alpha
        The level of decisions; intervals have confidence 1 − alpha, adjusted as the p-values are.
    correction
        How p-values are adjusted, over all pairs or all comparisons with the control.
    control
        Compare the others with this model; by default, all pairs are compared.
    alternative
        ``"two-sided"``; ``"greater"``: the first of a pair has the higher AUC; ``"less"``. Choose it
        before the scores are seen.

    Returns
    -------
    PairwiseResult
        Differences of AUC, first − second, with intervals; z; the effect size is the difference itself.
        An AUC is the probability that a positive outranks a negative.

    Raises
    ------
    DesignError
        Examples are repeated, or come in clusters.
        More than two classes, no scores, weighted examples, or fewer than two of a class.
    OptionError
        The correction or alternative is invalid.

    Notes
    -----
    For models that order the examples alike z = 0 and p = 1.

    References
    ----------
    DeLong, DeLong & Clarke-Pearson (1988), Biometrics 44: 837-845; Sun & Xu (2014).

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({
    ...     "y_true": [0, 0, 1, 1, 0, 1],
    ...     "a_score": [0.1, 0.4, 0.35, 0.8, 0.2, 0.9], "b_score": [0.5, 0.4, 0.6, 0.3, 0.2, 0.7],
    ... })
    >>> pair = frame.bench.delong().comparisons[0]
    >>> round(pair.difference, 4), round(pair.p_value, 3)
    (0.1111, 0.724)
    """
    check_fraction("alpha", alpha)
    instead = call("metric_bootstrap", metric="auc")
    scores = predictions.require_independent("delong", instead=instead).binary_scores("delong")
    require_unweighted(predictions, "delong", hint=instead + ", which takes weights")
    columns = pairs(predictions, control)
    aucs = numerics.delong_aucs(predictions.is_positive, scores, predictions.counts)
    test = numerics.auc_differences(aucs, *columns, alternative=alternative)
    caution = texts.FAILED_VARIANCE.format(pairs=name_pairs(predictions, columns, test.degenerate))
    sides = 2 if alternative == "two-sided" else 1
    p_value = p_at_least_of_signs(predictions, test.degenerate, test.p, sides=sides)
    p_adjusted = adjust_p(p_value, correction, control)
    confidence = adjust_confidence(p_value, p_adjusted, alpha)
    low, high = interval(
        test.difference, test.standard_error, confidence=confidence, alternative=alternative
    )
    low, high = np.maximum(low, -1.0), np.minimum(high, 1.0)
    return compare_predictions(
        predictions,
        columns,
        (test.difference, test.z, p_value, p_adjusted),
        interval=(low, high),
        confidence=confidence,
        effect=(test.difference, low, high),
        warnings=(caution,) if test.degenerate.any() else (),
        score="AUC",
        centres=np.asarray(aucs.auc),
        control=control,
        alpha=alpha,
        correction=correction,
        alternative=alternative,
        procedure="delong",
        method="DeLong test",
        statistic_name="z",
        effect_name="difference of AUC",
        references=("delong1988", "sun2014"),
    )
