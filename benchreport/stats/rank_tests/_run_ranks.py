"""Mean ranks of independent runs, ranked all together, as in Kruskal and Wallis's test."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchreport.data.scores import Scores
from benchreport.numerics.effects.dominance import vargha_delaney
from benchreport.numerics.moments import ratio
from benchreport.numerics.ranks import run_ranks
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.stats._arrays import Array
from benchreport.stats._assumptions import SAME_SHAPE, pool_dependence
from benchreport.stats._independent_samples import apply_stacked, compare_samples
from benchreport.stats._pairs import PairNumbers, Pairs, favour_better


@dataclass(frozen=True, slots=True)
class RunRanks:
    """Ranks of the runs of k algorithms among all n of them, 1 is best.

    Parameters
    ----------
    ranks
        Ranks of all runs, algorithm by algorithm, (n,).
    means
        Mean rank of each algorithm, (k,).
    sizes
        Number of its runs, (k,).
    variance
        Variance of all ranks, with n − 1 below: smaller where runs are tied, 0 where all are.
    """

    ranks: Array
    means: Array
    sizes: NDArray[np.intp]
    variance: float

    @property
    def total(self) -> int:
        """The number of runs, n."""
        return int(self.sizes.sum())

    @property
    def h(self) -> float:
        """Kruskal and Wallis's statistic, corrected for ties."""
        squares = self.sizes * (self.means - (self.total + 1) / 2) ** 2
        # the same whatever the order of the algorithms, and on any processor
        between = math.fsum(squares.tolist())
        return between / self.variance if self.variance > 0 else 0.0

    def compare(self, columns: Pairs, variance: float) -> tuple[Array, Array]:
        """Return the pairs' differences of mean ranks, and those in units of their standard errors.

        Parameters
        ----------
        columns
            The m pairs.
        variance
            Variance of a single rank.
        """
        difference = self.means[columns[0]] - self.means[columns[1]]
        return difference, ratio(difference, self.error(columns, variance))

    def error(self, columns: Pairs, variance: float) -> Array:
        """Return the standard errors of the pairs' differences."""
        sizes = self.sizes[columns[0]], self.sizes[columns[1]]
        error: Array = np.sqrt(variance * (1 / sizes[0] + 1 / sizes[1]))
        return error


def rank_runs(scores: Scores) -> RunRanks:
    """Rank the runs of all algorithms together."""
    by_sample = run_ranks(scores.samples, higher_is_better=scores.higher_is_better)
    ranks = np.concatenate(by_sample)
    centred = ranks - (len(ranks) + 1) / 2
    return RunRanks(
        ranks=ranks,
        means=np.array([part.mean() for part in by_sample]),
        sizes=np.array([len(part) for part in by_sample]),
        variance=float(centred @ centred) / (len(ranks) - 1),
    )


def compare_run_ranks(
    scores: Scores,
    columns: Pairs,
    ranks: RunRanks,
    numbers: PairNumbers,
    **facts: Any,  # noqa: ANN401 - fields of PairwiseResult
) -> PairwiseResult:
    """Make a result of a test of mean ranks, with the probability of superiority as effect size."""
    confidence = 1 - facts["alpha"]
    better = 1.0 if scores.higher_is_better else -1.0
    superiority = apply_stacked(
        scores.samples, columns, lambda x, y: vargha_delaney(better * x, better * y, confidence)
    )
    return compare_samples(
        scores,
        columns,
        numbers,
        confidence=confidence,
        effect=("probability of superiority", *superiority),
        assumptions=(SAME_SHAPE, pool_dependence(len(scores.algorithms), blocks=False)),
        difference_name="difference of mean ranks",
        centre_name="mean rank of runs",
        centres=tuple(ranks.means.tolist()),
        lower_centre_is_better=True,
        # of the two turns by the direction, the other is in compare_samples
        sign=favour_better(scores, -numbers[0]),
        **{**facts, "references": (*facts["references"], "vargha2000", "cliff1993")},
    )
