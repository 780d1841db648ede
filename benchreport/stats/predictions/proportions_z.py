"""The z test of two proportions, as if unpaired."""

import numpy as np
from scipy import special

from benchreport.data.predictions import Predictions
from benchreport.errors import check_fraction
from benchreport.hints import call
from benchreport.numerics.predictions import proportion_differences as numerics
from benchreport.results.base import Assumption
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.stats._corrections import Correction, adjust_p
from benchreport.stats._pairs import pairs
from benchreport.stats._predictions.prediction_pairs import (
    compare_predictions,
    counts_of,
    name_pairs,
    require_unweighted,
)
from benchreport.wording.verdicts import assumptions as wording
from benchreport.wording.verdicts import notes as texts


def proportions_z(
    predictions: Predictions,
    *,
    alpha: float = 0.05,
    correction: Correction = "holm",
    control: str | None = None,
) -> PairwiseResult:
    """Test H0 for each pair: both accuracies are equal, as if the examples were different ones.

    H1: they differ (two-sided). The test is here because papers print it: models tested on the same
    examples are not independent, and `mcnemar` is the test for them.

    Parameters
    ----------
    predictions
        Labels of k models for n examples, unweighted.
    alpha
        The level of decisions; intervals have confidence 1 − alpha, for each pair alone.
    correction
        How p-values are adjusted, over all pairs or all comparisons with the control.
    control
        Compare the others with this model; by default, all pairs are compared.

    Returns
    -------
    PairwiseResult
        Differences of accuracy, first − second, with Wald's intervals; pooled z; Cohen's h, the
        difference of arcsines, −π to π, with its interval.

    Raises
    ------
    DesignError
        Examples are repeated, in clusters or weighted, the truth is a measured value, there is no such
        control, or there is one model only.

    Notes
    -----
    Wald's variance of an accuracy of 0 or 1 is 0: the interval of two such models is a point, and the
    result warns of it.

    References
    ----------
    Dietterich (1998), Neural Computation 10, section 3.2; Cohen (1988), chapter 6, for h.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> rows = [(1, 1, 1)] * 80 + [(1, 1, 0)] * 11 + [(1, 0, 1)] + [(0, 1, 1)] * 8
    >>> frame = pd.DataFrame(rows, columns=["y_true", "a", "b"])
    >>> pair = frame.bench.proportions_z().comparisons[0]
    >>> round(pair.statistic, 3), round(pair.p_value, 4)
    (2.038, 0.0416)
    """
    check_fraction("alpha", alpha)
    predictions.require_judgements("proportions_z").require_independent("proportions_z")
    require_unweighted(predictions, "proportions_z", hint=call("mcnemar") + ", which takes weights")
    columns = pairs(predictions, control)
    right, n = counts_of(predictions)[0].right, predictions.n
    test = numerics.proportions_z(right[columns[0]], n, right[columns[1]], n, 1 - alpha)
    share = right / n
    angles = 2 * np.arcsin(np.sqrt(share))
    h = angles[columns[0]] - angles[columns[1]]
    half = float(-special.ndtri(alpha / 2)) * np.sqrt(2 / n)
    point = test.low == test.high
    caution = texts.PERFECT_ACCURACIES.format(pairs=name_pairs(predictions, columns, point))
    return compare_predictions(
        predictions,
        columns,
        (
            test.difference,
            test.statistic,
            test.p_value,
            adjust_p(test.p_value, correction, control),
        ),
        interval=(test.low, test.high),
        effect=(h, np.maximum(h - half, -np.pi), np.minimum(h + half, np.pi)),
        assumptions=(SAME_EXAMPLES,),
        warnings=(caution,) if point.any() else (),
        centres=share,
        control=control,
        alpha=alpha,
        correction=correction,
        procedure="proportions_z",
        method="z test of two proportions",
        statistic_name="z",
        effect_name="Cohen's h",
        references=("dietterich1998", "cohen1988"),
    )


SAME_EXAMPLES = Assumption.of(wording.DIFFERENT_EXAMPLES, "violated")
