"""Pairs by mean difference, wins and a p-value: what a multi-comparison matrix shows."""

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchreport.data.scores import Scores
from benchreport.errors import check_choice, check_fraction
from benchreport.numerics.effects.superiority import probability_of_superiority
from benchreport.numerics.nulls.signed_rank import signed_rank_p, signed_ranks
from benchreport.numerics.ties import snap_differences
from benchreport.results.base import Assumption, Design
from benchreport.results.multi_comparison import MultiComparisonResult, WinTieLoss
from benchreport.stats._assumptions import independent_blocks, notes
from benchreport.stats._pairs import Correction, Pairs, comparisons, corrected, pairs, source

__all__ = ["multi_comparison"]

Array = NDArray[np.float64]
Zeros = Literal["wilcox", "pratt", "zsplit"]

MOST_DIFFERENCES = 1 << 22
"""Held at a time, so that 300 algorithms on 1000 datasets need no gigabytes."""


def multi_comparison(
    scores: Scores,
    *,
    alpha: float = 0.05,
    correction: Correction = "holm",
    zeros: Zeros = "wilcox",
) -> MultiComparisonResult:
    """Compare all pairs by mean difference and wins, with Wilcoxon's test.

    H0 for each pair: the differences on a block are symmetric about zero. H1: they are shifted. Each
    pair is judged by its own scores: who else is compared changes neither its mean difference, nor
    its counts, nor its uncorrected p-value.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N blocks.
    alpha
        The level of decisions; effect sizes have confidence 1 − alpha, for each pair alone.
    correction
        Over all pairs. The authors print p-values as they are (``"none"``), so that a pair's does
        not depend on the others either.
    zeros
        Differences of 0 are dropped before ranking (``"wilcox"``), after it (``"pratt"``, as the
        authors' program does), or count half on either side (``"zsplit"``).

    Returns
    -------
    MultiComparisonResult
        Mean differences in score units, first − second; the statistic is R⁺; the effect size is the
        probability of superiority; on how many blocks the first is better, equal and worse.

    Raises
    ------
    DesignError
        Cells are empty.
    OptionError
        No such correction, zeros or alpha.

    Notes
    -----
    Differences that agree to the 12th digit of the scores tie, and equal scores differ by 0. The
    mean may be on another side than the test, which counts ranks: the better one is the test's.

    References
    ----------
    Ismail-Fawaz et al. (2023), An approach to multiple comparison benchmark evaluations that is
    stable under manipulation of the comparate set, arXiv:2305.11921; Wilcoxon (1945).

    Examples
    --------
    >>> import pandas as pd
    >>> from benchreport.data import Roles
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7, 8], "b": [7, 6, 8, 7, 9], "c": [5, 4, 4, 2, 1]})
    >>> result = multi_comparison(Scores.from_frame(frame, Roles(score="accuracy")))
    >>> result.counts[0], result.comparisons[0].difference
    (WinTieLoss(wins=3, ties=1, losses=1), 0.8)
    """
    check_fraction("alpha", alpha)
    check_choice("zeros", zeros, ("wilcox", "pratt", "zsplit"))
    values = scores.complete("multi_comparison")
    columns = pairs(scores)
    found = _compared(values, columns, zeros)
    means = values.mean(axis=0)
    direction = 1 if scores.higher_is_better else -1
    return MultiComparisonResult(
        procedure="multi_comparison",
        method="Multi-comparison matrix, Wilcoxon signed-rank test",
        variant=_variant(found.how),
        correction=correction,
        alpha=alpha,
        design=Design.of(scores),
        assumptions=(independent_blocks(scores), SYMMETRY),
        warnings=notes(scores),
        references=(*_references(zeros), *source(correction)),
        comparisons=comparisons(
            scores,
            columns,
            confidence=1 - alpha,
            numbers=(
                found.difference,
                found.positive,
                found.p_value,
                corrected(found.p_value, correction, None),
            ),
            interval=None,
            effect=probability_of_superiority(
                values, *columns, higher_is_better=scores.higher_is_better, confidence=1 - alpha
            ),
            sign=direction * found.balance,
            remarks=found.how,
        ),
        difference_name=f"mean difference of {scores.score}",
        statistic_name="R+",
        effect_name="probability of superiority",
        centre_name=f"mean {scores.score}",
        centres=tuple(means.tolist()),
        lower_centre_is_better=not scores.higher_is_better,
        counts=tuple(
            WinTieLoss(*row)
            for row in zip(*(each.tolist() for each in found.counts[::direction]), strict=True)
        ),
    )


SYMMETRY = Assumption(
    name="the differences of a pair are symmetric about their centre",
    outcome="not checked",
    evidence="without symmetry the test is about the sum of signed ranks, not the mean difference",
)


class _Compared(NamedTuple):
    """One number a pair: what its differences say."""

    difference: Array
    positive: Array
    balance: Array
    p_value: Array
    counts: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]
    """The first is higher, equal, lower."""
    how: list[str]


def _compared(values: Array, columns: Pairs, zeros: Zeros) -> _Compared:
    step = max(1, MOST_DIFFERENCES // len(values))
    parts = [
        _part(values, (columns[0][at : at + step], columns[1][at : at + step]), zeros)
        for at in range(0, len(columns[0]), step)
    ]
    joined = [np.concatenate([part[place] for part in parts]) for place in range(4)]
    counts = [np.concatenate([part.counts[place] for part in parts]) for place in range(3)]
    return _Compared(
        joined[0],
        joined[1],
        joined[2],
        joined[3],
        (counts[0], counts[1], counts[2]),
        [how for part in parts for how in part.how],
    )


def _part(values: Array, columns: Pairs, zeros: Zeros) -> _Compared:
    differences = snap_differences(values.T[columns[0]], values.T[columns[1]])
    sums = signed_ranks(differences, zeros)
    p_value, how = signed_rank_p(sums)
    above, below = (differences > 0).sum(axis=1), (differences < 0).sum(axis=1)
    return _Compared(
        differences.mean(axis=1),
        sums.positive,
        sums.positive - sums.negative,
        p_value,
        (above, differences.shape[1] - above - below, below),
        how.tolist(),
    )


def _variant(how: list[str]) -> str:
    kinds = sorted(set(how))
    return kinds[0] if len(kinds) == 1 else "exact, normal where large"


def _references(zeros: str) -> tuple[str, ...]:
    keys = ("ismailfawaz2023", "wilcoxon1945", "benavoli2016", "grissom2012", "wilson1927")
    return (*keys, "pratt1959") if zeros == "pratt" else keys
