"""The t test over the folds of one cross-validation."""

from benchreport.data.scores import Scores
from benchreport.errors import check_fraction
from benchreport.numerics.tails import Alternative
from benchreport.results.base import Assumption
from benchreport.results.later import later
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.stats._corrections import Correction
from benchreport.stats._folds import require_one_dataset
from benchreport.stats._mean_differences import (
    Options,
    compare_means,
    mean_differences,
    normal_differences,
)
from benchreport.stats._pairs import pairs
from benchreport.wording.verdicts import assumptions as wording


def cv_t(
    scores: Scores,
    *,
    alpha: float = 0.05,
    correction: Correction = "holm",
    control: str | None = None,
    alternative: Alternative = "two-sided",
) -> PairwiseResult:
    """Test H0 for each pair: the mean difference over the folds is zero.

    H1: it is not, or lies on the side of the alternative. The test sets are disjoint, but any two training
    sets share most of their data; `corrected_t` allows for that.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N folds of one dataset.
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
        Mean differences in score units, first − second, with t intervals (open to one side for
        one-sided alternatives); t with N − 1 dof; d_z with its noncentral t interval.

    Raises
    ------
    DesignError
        The blocks are datasets, runs are missing, or the control is not among the algorithms.
    OptionError
        The correction or alternative is invalid.

    Notes
    -----
    Dietterich (1998) found a high power, and a type I error of two to three times the nominal level.

    References
    ----------
    Dietterich (1998), Neural Computation 10, section 3.4.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"fold": [1, 2, 3, 4, 5], "a": [9, 8, 9, 7, 8], "b": [7, 6, 8, 5, 5]})
    >>> pair = frame.bench(score="accuracy").cv_t().comparisons[0]
    >>> round(pair.statistic, 3), round(pair.p_value, 4)
    (6.325, 0.0032)
    """
    check_fraction("alpha", alpha)
    require_one_dataset(scores, "cv_t")
    values = scores.require_complete("cv_t")
    columns = pairs(scores, control)
    return compare_means(
        scores,
        columns,
        mean_differences(values, columns),
        Options(alpha, correction, control, alternative),
        procedure="cv_t",
        method="k-fold cross-validated t test",
        assumptions=later(lambda: (_independent(scores), normal_differences(values, columns))),
        references=("dietterich1998", "nadeau2003"),
    )


def _independent(scores: Scores) -> Assumption:
    once = scores.runs.repeat_columns and len(scores.runs.repeat_columns) == 1
    words = wording.OVERLAPPING_FOLDS if once else wording.REPEATED_FOLDS
    return Assumption.of(words, "violated")
