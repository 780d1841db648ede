"""Dietterich's 5×2 cross-validated t test."""

import numpy as np

from benchreport.data.scores import Scores
from benchreport.errors import check_fraction
from benchreport.numerics.moments import ratio
from benchreport.numerics.tails import Alternative, p_of_t
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.stats._corrections import Correction
from benchreport.stats.one_dataset._cv5x2 import compare_cv5x2, five_by_two

DOF = 5


def cv5x2_t(
    scores: Scores,
    *,
    alpha: float = 0.05,
    correction: Correction = "holm",
    control: str | None = None,
    alternative: Alternative = "two-sided",
) -> PairwiseResult:
    """Test H0 for each pair: on this dataset the two perform alike, trained on half of it.

    H1: they do not, or one is better on the side of the alternative. The test is for five repetitions of
    twofold cross-validation, where the training sets of a repetition do not overlap.

    Parameters
    ----------
    scores
        A complete table of k algorithms on 5 × 2 folds of one dataset: two repeat columns, of five
        and of two labels.
    alpha
        The level of decisions, over the family that the correction controls.
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
        Means of the ten differences, first − second; t with 5 dof.

    Raises
    ------
    DesignError
        The blocks are not 5 × 2 folds of one dataset, or runs are missing.
    OptionError
        The correction or alternative is invalid.

    Notes
    -----
    t = d₁₁ / √(Σ s_i² / 5) with d₁₁ the difference on the first fold of the first repetition (by
    label). The choice of one of the ten differences is arbitrary; `cv5x2_f` uses all.

    References
    ----------
    Dietterich (1998), Neural Computation 10, section 3.5.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({
    ...     "repeat": [1, 1, 2, 2, 3, 3, 4, 4, 5, 5], "fold": [1, 2] * 5,
    ...     "a": [9, 8, 9, 8, 8, 9, 7, 9, 8, 9], "b": [6, 7, 7, 6, 7, 6, 6, 7, 6, 7],
    ... })
    >>> pair = frame.bench(score="accuracy").cv5x2_t().comparisons[0]
    >>> round(pair.statistic, 3), round(pair.p_value, 4)
    (3.162, 0.025)
    """
    check_fraction("alpha", alpha)
    table = five_by_two(scores, "cv5x2_t", control)
    t = ratio(table.differences[:, 0, 0], np.sqrt(table.variances.mean(axis=1)))
    return compare_cv5x2(
        scores,
        table,
        t,
        p_of_t(t, DOF, alternative),
        alpha=alpha,
        correction=correction,
        control=control,
        alternative=alternative,
        procedure="cv5x2_t",
        method="5×2 cv t test",
        statistic_name="t",
    )
