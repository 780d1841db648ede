"""Mean difference, wins and a p-value of every pair."""

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchreport.data.scores import Scores
from benchreport.errors import check_choice, check_fraction
from benchreport.numerics.effects.superiority import probability_of_superiority
from benchreport.numerics.nulls.signed_rank import signed_rank_p, signed_ranks
from benchreport.numerics.ties import snap_differences
from benchreport.results.later import later
from benchreport.results.pairs.multi_comparison import MultiComparisonResult, WinTieLoss
from benchreport.stats._arrays import Array
from benchreport.stats._assumptions import symmetric_differences
from benchreport.stats._block_independence import independent_blocks
from benchreport.stats._corrections import Correction, adjust_p, correction_references
from benchreport.stats._pairs import Pairs, compare_pairs, name_variants, pairs

Zeros = Literal["wilcox", "pratt", "zsplit"]

MOST_DIFFERENCES = 1 << 22
"""Kept in memory at a time, so that 300 algorithms on 1000 datasets need no gigabytes."""


def multi_comparison(
    scores: Scores,
    *,
    alpha: float = 0.05,
    correction: Correction = "holm",
    zeros: Zeros = "wilcox",
) -> MultiComparisonResult:
    """Compare all pairs by mean difference and wins, with Wilcoxon's test.

    H0 for each pair: the differences on a block are symmetric about zero. H1: they are shifted. A
    pair's mean difference, counts and uncorrected p-value depend on its own scores only.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N blocks.
    alpha
        The level of decisions; effect sizes have confidence 1 − alpha, for each pair alone.
    correction
        How p-values are adjusted, over all pairs. The authors do not correct them (``"none"``), so
        that a pair's p-value does not depend on the others either.
    zeros
        How differences of 0 are treated: ``"wilcox"`` drops them before ranking, ``"pratt"`` after it
        (as the authors' program does); with ``"zsplit"`` they count half on either side.

    Returns
    -------
    MultiComparisonResult
        Mean differences in score units, first − second; the statistic is R⁺; the effect size is the
        probability of superiority; the numbers of blocks where the first is better, equal and worse.

    Raises
    ------
    DesignError
        Runs are missing.
    OptionError
        The correction, zeros or alpha is invalid.

    Notes
    -----
    Differences that agree to the 12th digit of the scores tie, and equal scores differ by 0. The mean
    difference and the test, which counts ranks, may favour different algorithms; the result names the
    one that the test favours.

    References
    ----------
    Ismail-Fawaz et al. (2023), An approach to multiple comparison benchmark evaluations that is
    stable under manipulation of the comparate set, arXiv:2305.11921; Wilcoxon (1945).

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7, 8], "b": [7, 6, 8, 7, 9], "c": [5, 4, 4, 2, 1]})
    >>> result = frame.bench(score="accuracy").multi_comparison()
    >>> result.counts[0], result.comparisons[0].difference
    (WinTieLoss(wins=3, ties=1, losses=1), 0.8)
    """
    check_fraction("alpha", alpha)
    check_choice("zeros", zeros, ("wilcox", "pratt", "zsplit"))
    values = scores.require_complete("multi_comparison")
    columns = pairs(scores)
    tests = _test_pairs(values, columns, zeros)
    direction = 1 if scores.higher_is_better else -1
    return compare_pairs(
        MultiComparisonResult,
        scores,
        columns,
        (
            tests.difference,
            tests.positive,
            tests.p_value,
            adjust_p(tests.p_value, correction, None),
        ),
        effect=probability_of_superiority(
            values, *columns, higher_is_better=scores.higher_is_better, confidence=1 - alpha
        ),
        sign=direction * tests.balance,
        remarks=tests.how,
        alpha=alpha,
        correction=correction,
        procedure="multi_comparison",
        method="Multi-comparison matrix, Wilcoxon signed-rank test",
        variant=name_variants(tests.how, "exact, normal where large"),
        assumptions=later(
            lambda: (independent_blocks(scores), symmetric_differences("mean difference"))
        ),
        references=(*_references(zeros), *correction_references(correction)),
        difference_name=f"mean difference of {scores.score}",
        statistic_name="R+",
        effect_name="probability of superiority",
        counts=tuple(
            WinTieLoss(*row)
            for row in zip(*(column.tolist() for column in tests.counts[::direction]), strict=True)
        ),
    )


class _Tests(NamedTuple):
    """The tests of pairs, one number per pair."""

    difference: Array
    positive: Array
    balance: Array
    p_value: Array
    counts: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]
    """On how many blocks the first is higher, equal, lower."""
    how: list[str]


def _test_pairs(values: Array, columns: Pairs, zeros: Zeros) -> _Tests:
    """Test all pairs, some at a time."""
    step = max(1, MOST_DIFFERENCES // len(values))
    parts = [
        _test_some(values, (columns[0][at : at + step], columns[1][at : at + step]), zeros)
        for at in range(0, len(columns[0]), step)
    ]
    difference, positive, balance, p_value = (
        np.concatenate([part[place] for part in parts]) for place in range(4)
    )
    counts = [np.concatenate([part.counts[place] for part in parts]) for place in range(3)]
    how = [word for part in parts for word in part.how]
    tallies = (counts[0], counts[1], counts[2])
    return _Tests(difference, positive, balance, p_value, tallies, how)


def _test_some(values: Array, columns: Pairs, zeros: Zeros) -> _Tests:
    differences = snap_differences(values.T[columns[0]], values.T[columns[1]])
    sums = signed_ranks(differences, zeros)
    p_value, how = signed_rank_p(sums)
    above, below = (differences > 0).sum(axis=1), (differences < 0).sum(axis=1)
    return _Tests(
        differences.mean(axis=1),
        sums.positive,
        sums.positive - sums.negative,
        p_value,
        (above, differences.shape[1] - above - below, below),
        how.tolist(),
    )


def _references(zeros: str) -> tuple[str, ...]:
    keys = ("ismailfawaz2023", "wilcoxon1945", "benavoli2016", "grissom2012", "wilson1927")
    return (*keys, "pratt1959") if zeros == "pratt" else keys
