"""The Bayesian correlated t test."""

import numbers
from typing import Literal

import numpy as np
from scipy import special

from benchreport.data.scores import Scores
from benchreport.errors import OptionError
from benchreport.hints import option
from benchreport.numerics.moments import ratio
from benchreport.numerics.tails import interval
from benchreport.results.later import later
from benchreport.results.pairs.bayes import BayesResult
from benchreport.stats._arrays import Array
from benchreport.stats._folds import (
    correlated_differences,
    correlated_splits,
    fold_fraction,
    require_one_dataset,
)
from benchreport.stats._mean_differences import TTest, normal_differences
from benchreport.stats._pairs import pairs
from benchreport.stats.bayes._posteriors import PairPosteriors, check_region, make_result
from benchreport.wording.results import measures
from benchreport.wording.verdicts import notes as texts

Dof = Literal["splits", "folds"]


def bayes_correlated_t(
    scores: Scores,
    *,
    rope: float = 0.0,
    confidence: float = 0.95,
    control: str | None = None,
    test_fraction: float | None = None,
    dof: Dof = "splits",
) -> BayesResult:
    """Return the probabilities that on one dataset either of a pair is better, or neither is.

    There is no H0 and no H1, but three answers with their posterior probabilities: the mean
    difference over train/test splits is above the rope, within it, or below. The posterior is
    Student's t. Splits share training data, so the variance of the mean is 1/N + f/(1 − f) times that
    of the differences, with f the share of the data in each test set.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N folds or splits of one dataset.
    rope
        Half the width of the region of practical equivalence, in score units: differences up to this
        do not matter. Choose it before the scores are seen; 0 means no such region.
    confidence
        The posterior probability that decides a pair, and of the credible intervals.
    control
        Compare the others with this algorithm; by default, all pairs are compared.
    test_fraction
        The share f of the data in each test set; by default 1/folds if a column is named fold.
        Use 0 for repeats that share nothing, such as seeds of independent runs.
    dof
        ``"splits"`` is N − 1. ``"folds"`` is folds − 1, for repeated cross-validation, as in
        `corrected_t`.

    Returns
    -------
    BayesResult
        Probabilities of each pair, computed without draws; mean differences in score units, first −
        second, with credible intervals.

    Raises
    ------
    DesignError
        The blocks are datasets, runs are missing, or the control is not among the algorithms.
    OptionError
        The test fraction is missing, or not between 0 and 1; the rope is below 0; or the confidence is not
        above 0.5 and below 1.

    Notes
    -----
    The score's direction decides which is better. With ``rope=0`` a probability is 1 − the
    one-sided p-value of ``corrected_t``, uncorrected for other pairs: .975 goes with a two-sided p
    of .05. The region includes its ends; equal scores without a region give .5 and .5.

    References
    ----------
    Corani & Benavoli (2015), Machine Learning 100: 285-304; Benavoli et al. (2017), JMLR 18(77),
    section 3.1; Nadeau & Bengio (2003).

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"fold": [1, 2, 3, 4, 5], "a": [9, 8, 9, 7, 8], "b": [7, 6, 8, 5, 5]})
    >>> row = frame.bench(score="accuracy").bayes_correlated_t(rope=1).rows[0]
    >>> round(row.p_first, 4), round(row.p_rope, 4), round(row.p_second, 4)
    (0.9486, 0.0498, 0.0016)
    """
    check_region(rope, confidence)
    require_one_dataset(scores, "bayes_correlated_t")
    values = scores.require_complete("bayes_correlated_t")
    share = fold_fraction(scores, test_fraction)
    _check_share(share)
    columns = pairs(scores, control)
    test = correlated_differences(scores, values, columns, share, dof)
    ends = interval(
        test.difference, test.error, dof=test.dof, confidence=confidence, alternative="two-sided"
    )
    sign = 1.0 if scores.higher_is_better else -1.0
    shares = _shares(test._replace(difference=sign * test.difference), rope)
    return make_result(
        scores,
        columns,
        PairPosteriors(test.difference, ends, shares),
        rope=rope,
        confidence=confidence,
        control=control,
        procedure="bayes_correlated_t",
        method="Bayesian correlated t test",
        variant=dof,
        assumptions=later(lambda: (correlated_splits(share), normal_differences(values, columns))),
        warnings=(texts.CONSTANT_POSTERIOR,) if (test.deviation == 0).any() else (),
        references=("corani2015", "benavoli2017", "nadeau2003"),
        difference_name=f"mean difference of {scores.score}",
        prior=PRIOR,
    )


PRIOR = measures.FLAT


def _check_share(share: object) -> None:
    """Refuse a share that is below 0, or not below 1."""
    if isinstance(share, numbers.Real) and 0 <= float(share) < 1:
        return
    raise OptionError(
        f"test_fraction must be at least 0 and below 1; got {share!r}.",
        hint=option(test_fraction=0.1),
    )


def _shares(test: TTest, rope: float) -> Array:
    """Return the probabilities that the mean is below, in and above the region."""
    spread = test.error > 0
    error = np.where(spread, test.error, 1.0)
    above = special.stdtr(test.dof, ratio(test.difference - rope, error))
    below = special.stdtr(test.dof, ratio(-rope - test.difference, error))
    half = 0.5 * (test.difference == 0) * (rope == 0)
    above = np.where(spread, above, (test.difference > rope) + half)
    below = np.where(spread, below, (test.difference < -rope) + half)
    return np.column_stack([below, np.maximum(0.0, 1.0 - above - below), above])
