"""Nadeau and Bengio's corrected resampled t test."""

from typing import Literal

from benchreport.data.scores import Scores
from benchreport.errors import check_fraction
from benchreport.numerics.tails import Alternative
from benchreport.results.later import later
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.stats._block_independence import no_copied_blocks
from benchreport.stats._corrections import Correction
from benchreport.stats._folds import (
    correlated_differences,
    correlated_splits,
    fold_fraction,
    require_one_dataset,
)
from benchreport.stats._mean_differences import Options, compare_means, normal_differences
from benchreport.stats._pairs import pairs

Dof = Literal["splits", "folds"]


def corrected_t(
    scores: Scores,
    *,
    alpha: float = 0.05,
    correction: Correction = "holm",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    test_fraction: float | None = None,
    dof: Dof = "splits",
) -> PairwiseResult:
    """Test H0 for each pair: on this dataset the mean difference over train/test splits is zero.

    H1: it is not, or lies on the side of the alternative. This is the test for the folds or random splits
    of one dataset. Splits share training data, so the variance of the mean is 1/N + f/(1 − f) times
    that of the differences, with f the share of the data in each test set.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N folds or splits of one dataset.
    alpha
        The level of decisions; intervals have confidence 1 − alpha, adjusted as the p-values are.
    correction
        How p-values are adjusted, over all pairs or all comparisons with the control.
    control
        Compare the others with this algorithm; by default, all pairs are compared.
    alternative
        ``"two-sided"``; ``"greater"``: the first of a pair has the higher scores; ``"less"``. Choose it
        before the scores are seen.
    test_fraction
        The share f of the data in each test set; by default 1/folds if a column is named fold.
    dof
        ``"splits"`` is N − 1. ``"folds"`` is folds − 1, for repeated cross-validation: repetitions add
        no data, and with N − 1 the test of an unstable learner rejects up to twice too often (see the
        calibration study).

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
        The test fraction is missing, or not between 0 and 1; there is no such correction or alternative.

    Notes
    -----
    The correlation ρ = f is a rule of thumb. In simulations of one cross-validation the test is
    conservative, where the uncorrected tests reject up to three times too often; on 10 × 10 folds of
    an unstable learner it needs ``dof="folds"`` (Bouckaert, 2003, calibrates dof to 10).

    References
    ----------
    Nadeau & Bengio (2003), Machine Learning 52: 239-281; Bouckaert (2003), ICML: 51-58.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"fold": [1, 2, 3, 4, 5], "a": [9, 8, 9, 7, 8], "b": [7, 6, 8, 5, 5]})
    >>> pair = frame.bench(score="accuracy").corrected_t().comparisons[0]
    >>> round(pair.statistic, 3), round(pair.p_value, 4)
    (4.216, 0.0135)
    """
    check_fraction("alpha", alpha)
    require_one_dataset(scores, "corrected_t")
    values = scores.require_complete("corrected_t")
    share = fold_fraction(scores, test_fraction)
    check_fraction("test_fraction", share)
    columns = pairs(scores, control)
    test = correlated_differences(scores, values, columns, share, dof)
    return compare_means(
        scores,
        columns,
        test,
        Options(alpha, correction, control, alternative),
        procedure="corrected_t",
        method="Corrected resampled t test",
        assumptions=later(
            lambda: (
                correlated_splits(share),
                *no_copied_blocks(scores),
                normal_differences(values, columns),
            )
        ),
        variant=dof,
        references=("nadeau2003", "bouckaert2003", "dietterich1998"),
    )
