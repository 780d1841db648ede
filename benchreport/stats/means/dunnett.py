"""Dunnett's comparison of means with a control's, in the block design."""

import math

import numpy as np

from benchreport.data.scores import Scores
from benchreport.errors import check_choice, check_fraction
from benchreport.numerics.effects.standardization import ratio, without_noise
from benchreport.numerics.nulls import max_t
from benchreport.numerics.nulls.block_anova import block_anova
from benchreport.numerics.nulls.sphericity import mauchly
from benchreport.numerics.tails import ALTERNATIVES, Alternative, p_of_t
from benchreport.results.base import Design
from benchreport.results.pairwise import PairwiseResult
from benchreport.stats._assumptions import (
    independent_blocks,
    notes,
    residual_normality,
    spherical,
)
from benchreport.stats._pairs import comparisons, pairs
from benchreport.stats.means._mean_differences import standardised

__all__ = ["dunnett"]


def dunnett(
    scores: Scores,
    *,
    control: str,
    alpha: float = 0.05,
    alternative: Alternative = "two-sided",
) -> PairwiseResult:
    """Test H0 for each algorithm: it has the same mean score as the control.

    H1: it differs, or lies on the side of the alternative; all comparisons together at level alpha.
    Blocks are taken out: the error is the residual mean square of the two-way layout.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N blocks.
    control
        The algorithm that all others are compared with.
    alpha
        The family-wise level; intervals are simultaneous with confidence 1 − alpha.
    alternative
        ``"two-sided"``; ``"greater"``: the algorithm has higher scores than the control;
        ``"less"``. To be chosen before looking.

    Returns
    -------
    PairwiseResult
        Differences of means in score units, algorithm − control, with simultaneous intervals; t with
        (k − 1)(N − 1) dof; ``p_value`` of the comparison alone, ``p_adjusted`` from the largest of
        k − 1 equicorrelated t.

    Raises
    ------
    DesignError
        Cells are empty, or the control is not among the algorithms.
    OptionError
        No such alternative.

    Notes
    -----
    The effect size is difference / √MSE with the delta method's interval, as in `tukey`.

    References
    ----------
    Dunnett (1955), JASA 50: 1096-1121; R's ``multcomp::glht`` on ``aov(score ~ algorithm + block)``.

    Examples
    --------
    >>> import pandas as pd
    >>> from benchreport.data import Roles
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
    >>> result = dunnett(Scores.from_frame(frame, Roles(score="accuracy")), control="b")
    >>> result.better_than("b")
    ('a',)
    """
    check_fraction("alpha", alpha)
    check_choice("alternative", alternative, ALTERNATIVES)
    values = scores.complete("dunnett")
    columns = pairs(scores, control)
    parts = block_anova(values)
    means = (values - values.mean()).mean(axis=0)
    differences = without_noise(means[columns[0]] - means[columns[1]], np.abs(values).max())
    error = parts.root_mean_square * math.sqrt(2 / len(values))
    t = ratio(differences, error)
    m = len(differences)
    extreme = {"two-sided": np.abs(t), "greater": t, "less": -t}[alternative]
    p_value = p_of_t(t, parts.dof_error, alternative)
    p_adjusted = max_t.sf(extreme, m, parts.dof_error, alternative)
    half = max_t.isf(alpha, m, parts.dof_error, alternative) * error
    low = differences - (np.inf if alternative == "less" else half)
    high = differences + (np.inf if alternative == "greater" else half)
    return PairwiseResult(
        procedure="dunnett",
        method="Dunnett test (randomized blocks)",
        correction="max_t",
        alpha=alpha,
        alternative=alternative,
        design=Design.of(scores),
        assumptions=(
            independent_blocks(scores),
            residual_normality(parts.residuals),
            spherical(*(mauchly(values) or (np.nan, np.nan)), values.shape[1], len(values)),
        ),
        warnings=notes(scores),
        references=("dunnett1955",),
        comparisons=comparisons(
            scores,
            columns,
            confidence=1 - alpha,
            # one comparison alone is its own family, whose two integrals differ by rounding
            numbers=(differences, t, p_value, np.maximum(p_value, p_adjusted)),
            interval=(low, high),
            effect=standardised(differences, parts, len(values), 1 - alpha),
            sign=differences if scores.higher_is_better else -differences,
        ),
        difference_name=f"difference of mean {scores.score}",
        statistic_name="t",
        effect_name="d (difference / √MSE)",
        centre_name=f"mean {scores.score}",
        centres=tuple(values.mean(axis=0).tolist()),
        lower_centre_is_better=not scores.higher_is_better,
        control=scores.algorithms[scores.index_of(control)],
    )
