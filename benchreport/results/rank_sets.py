"""The ranks that each algorithm could have."""

from dataclasses import dataclass
from typing import NamedTuple

import pandas as pd

from benchreport.results import number_format as fmt
from benchreport.results.base import Result
from benchreport.results.record_columns import columns
from benchreport.wording import rank_sets as wording
from benchreport.wording import titles


class RankSet(NamedTuple):
    """The ranks that one algorithm could have; 1 is best.

    Parameters
    ----------
    estimate
        What the ranking is by, in its own unit.
    rank
        The rank of the estimate; algorithms with equal estimates share the best.
    low, high
        The best and the worst rank of the confidence set.
    """

    algorithm: str
    estimate: float
    rank: int
    low: int
    high: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RankSetsResult(Result):
    """Confidence sets of the ranks, which hold for all algorithms at once.

    Parameters
    ----------
    rows
        The algorithms, best first.
    by
        What the ranking is by: ``"mean"``, ``"mean_rank"`` or ``"win_rate"``.
    separated
        The pairs of which the first is shown to be better.
    n_resamples
        The number of resamples.
    """

    rows: tuple[RankSet, ...]
    by: str
    separated: tuple[tuple[str, str], ...]
    n_resamples: int

    @property
    def short_name(self) -> str:
        """The method's name within a sentence."""
        return self.method.lower()

    @property
    def could_be_best(self) -> tuple[str, ...]:
        """The algorithms that could have rank 1, best first."""
        return tuple(row.algorithm for row in self.rows if row.low == 1)

    @property
    def unordered(self) -> int:
        """How many algorithms from the first on are such that no pair of them can be ordered."""
        place = {row.algorithm: place for place, row in enumerate(self.rows)}
        worse = [max(place[one], place[other]) for one, other in self.separated]
        return min(worse, default=len(self.rows))

    @property
    def measured(self) -> str:
        """What the ranking is by, in words."""
        return wording.BY[self.by].format(score=self.design.score)

    @property
    def table(self) -> pd.DataFrame:
        """One row per algorithm, best first."""
        return pd.DataFrame(columns(self.rows, *RankSet._fields))

    @property
    def display(self) -> pd.DataFrame:
        """The table as text, a set as ``1–3``."""
        write = fmt.writer([row.estimate for row in self.rows])
        return pd.DataFrame(
            {
                self.design.noun: [row.algorithm for row in self.rows],
                self.measured: [write(row.estimate) for row in self.rows],
                wording.RANK: [str(row.rank) for row in self.rows],
                titles.COULD_BE: [write_ranks(row.low, row.high) for row in self.rows],
            },
            dtype=object,
        )

    @property
    def summary(self) -> str:
        """One line, the way a paper writes it: who could be the best."""
        return wording.SUMMARY.format(
            method=self.method,
            by=self.measured,
            confidence=fmt.number(100 * (1 - self.alpha)),
            names=fmt.join(self.could_be_best, most=5),
        )

    @property
    def interpretation(self) -> tuple[str, ...]:
        """Who could be the best, how many cannot be ordered, and what the sets promise."""
        first, best = self.rows[0], self.could_be_best
        if self.separated and self.doubts:
            claim = wording.IN_DOUBT.format(noun=self.design.noun, reservation=self.reservation)
        elif len(best) == 1:
            claim = wording.ONLY_ONE.format(name=first.algorithm, by=self.measured)
        else:
            claim = wording.SEVERAL.format(n=len(best), all=len(self.rows), noun=self.design.noun)
        sentences = [claim]
        if self.unordered > 1:
            template = wording.FIRST_TWO if self.unordered == TWO else wording.UNORDERED
            if self.unordered == len(self.rows):
                template = wording.NONE_ORDERED
            sentences.append(template.format(noun=self.design.noun, n=self.unordered))
        confidence = fmt.number(100 * (1 - self.alpha))
        promise = wording.PROMISE.format(confidence=confidence, noun=self.design.noun)
        return (*sentences, promise)


TWO = 2


def write_ranks(low: int, high: int) -> str:
    """Write a set of ranks.

    >>> write_ranks(1, 3), write_ranks(2, 2)
    ('1–3', '2')
    """
    return str(low) if low == high else f"{low}–{high}"
