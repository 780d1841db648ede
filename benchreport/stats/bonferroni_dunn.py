"""Bonferroni and Dunn's comparison of mean ranks with a control's."""

import math

import numpy as np
from numpy.typing import NDArray
from scipy import special

from benchreport.data.scores import Scores
from benchreport.errors import check_fraction
from benchreport.numerics.ranks import block_ranks
from benchreport.numerics.superiority import probability_of_superiority
from benchreport.results.base import Design
from benchreport.results.pairwise import PairwiseResult
from benchreport.stats._shared import (
    comparisons,
    independent_blocks,
    notes,
    pairs,
    pool_of_ranks,
)

__all__ = ["bonferroni_dunn"]


def bonferroni_dunn(scores: Scores, *, control: str, alpha: float = 0.05) -> PairwiseResult:
    """Test H0 for each algorithm: it has the same mean rank as the control.

    H1: it differs (two-sided). The k − 1 comparisons together are at level alpha.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N blocks.
    control
        The algorithm that all others are compared with.
    alpha
        The family-wise level.

    Returns
    -------
    PairwiseResult
        Differences of mean ranks, algorithm − control (negative: the algorithm ranks better);
        statistic z; two-sided normal p-values times k − 1; the critical difference
        z(1 − alpha/2(k−1)) · √(k(k+1)/6N).

    Raises
    ------
    DesignError
        Cells are empty, or the control is not among the algorithms.

    Notes
    -----
    The effect size is the probability that the algorithm is better than the control on a new block,
    ties counting half, with Wilson's interval.

    References
    ----------
    Dunn (1961), JASA 56: 52-64; Demšar (2006), JMLR 7, section 3.2.2.

    Examples
    --------
    >>> import pandas as pd
    >>> from benchreport.data import Roles
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
    >>> table = Scores.from_frame(frame, Roles(score="accuracy"))
    >>> result = bonferroni_dunn(table, control="c")
    >>> round(result.critical_difference, 3), result.better_than("c")
    (1.585, ('a',))
    """
    check_fraction("alpha", alpha)
    values = scores.complete("bonferroni_dunn")
    columns = pairs(scores, control)
    mean_ranks = block_ranks(values, higher_is_better=scores.higher_is_better).mean(axis=0)
    error = _standard_error(*values.shape)
    differences = mean_ranks[columns[0]] - mean_ranks[columns[1]]
    z, p_value = _statistic(differences, error)
    tried = len(differences)
    effects = probability_of_superiority(
        values, *columns, higher_is_better=scores.higher_is_better, confidence=1 - alpha
    )
    return PairwiseResult(
        procedure="bonferroni_dunn",
        method="Bonferroni–Dunn test",
        correction="bonferroni",
        alpha=alpha,
        design=Design.of(scores),
        assumptions=(independent_blocks(scores), pool_of_ranks(len(scores.algorithms))),
        warnings=notes(scores),
        references=("dunn1961", "demsar2006", "benavoli2016", "grissom2012", "wilson1927"),
        comparisons=comparisons(
            scores,
            columns,
            confidence=1 - alpha,
            numbers=(differences, z, p_value, np.minimum(1.0, tried * p_value)),
            interval=None,
            effect=effects,
            sign=-differences,
        ),
        difference_name="difference of mean ranks",
        statistic_name="z",
        effect_name="probability of superiority",
        centre_name="mean rank",
        centres=tuple(mean_ranks.tolist()),
        lower_centre_is_better=True,
        critical_difference=float(-special.ndtri(alpha / (2 * tried))) * error,
        control=scores.algorithms[scores.index_of(control)],
    )


def _standard_error(n_blocks: int, k: int) -> float:
    """Of a difference of two mean ranks under H0 (Demšar 2006, section 3.2.2)."""
    return math.sqrt(k * (k + 1) / (6 * n_blocks))


def _statistic(
    differences: NDArray[np.float64], error: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    z = differences / error
    return z, 2 * special.ndtr(-np.abs(z))
