"""The ranks that each algorithm could have."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import pandas as pd

from benchreport.results.base import Result
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.record_columns import columns
from benchreport.wording.figures import titles
from benchreport.wording.results import rank_sets as wording


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
    """Confidence sets of the ranks of algorithms.

    Parameters
    ----------
    rows
        The algorithms, best first.
    by
        What the ranking is by: ``"mean"``, ``"mean_rank"``, ``"win_rate"``, ``"iqm"``, ``"estimate"`` for
        printed ones, or the name of a function.
    separated
        The pairs of which the first is shown to be better.
    n_resamples
        The number of resamples.
    simultaneous
        Whether the sets hold for all algorithms at once; otherwise each holds for its own.
    resampled
        What is resampled, in the plural: ``"datasets"``, ``"examples"``; ``"errors"`` of printed estimates.
    """

    rows: tuple[RankSet, ...]
    by: str
    separated: tuple[tuple[str, str], ...]
    n_resamples: int
    simultaneous: bool = True
    resampled: str = "datasets"

    @property
    def short_name(self) -> str:
        """The method's name within a sentence."""
        return self.method.lower()

    @property
    def could_be_best(self) -> tuple[str, ...]:
        """The algorithms that could have rank 1, best first."""
        return tuple(row.algorithm for row in self.rows if row.low == 1)

    @property
    def in_doubt(self) -> bool:
        """Whether some could be told apart if no check put that in doubt."""
        return bool(self.separated and self.doubts)

    @property
    def unordered(self) -> int:
        """How many algorithms from the first on are such that no pair of them can be ordered."""
        return count_unordered([row.algorithm for row in self.rows], self.separated)

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """The longest stretches of the ranking in which no two algorithms can be ordered."""
        place = {row.algorithm: place for place, row in enumerate(self.rows)}
        pairs = [sorted((place[one], place[other])) for one, other in self.separated]
        ends = [len(self.rows)] * len(self.rows)
        for first, second in pairs:
            ends[first] = min(ends[first], second)
        # a stretch ends before the first that can be told from any of its members
        for start in range(len(ends) - 2, -1, -1):
            ends[start] = min(ends[start], ends[start + 1])
        names = [row.algorithm for row in self.rows]
        return tuple(
            tuple(names[start:end])
            for start, end in enumerate(ends)
            if start == 0 or ends[start - 1] < end
        )

    @property
    def measured(self) -> str:
        """What the ranking is by, in words."""
        template = wording.BY.get(self.by, wording.BY_FUNCTION)
        return template.format(score=self.design.score, name=self.by)

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
            doubt=wording.DOUBT * self.in_doubt,
            names=fmt.join(self.could_be_best, most=5),
        )

    @property
    def interpretation(self) -> tuple[str, ...]:
        """Who could be the best, how many cannot be ordered, and what the sets promise."""
        first, best = self.rows[0], self.could_be_best
        if self.in_doubt:
            return (wording.IN_DOUBT.format(noun=self.design.noun, reservation=self.reservation),)
        if len(best) == 1:
            claim = wording.ONLY_ONE.format(name=first.algorithm, by=self.measured)
        else:
            claim = wording.SEVERAL.format(n=len(best), all=len(self.rows), noun=self.design.noun)
        sentences = [claim]
        if self.simultaneous:
            sentences += write_unordered(self.unordered, len(self.rows), self.design.noun)
        confidence = fmt.number(100 * (1 - self.alpha))
        template = wording.PROMISE if self.simultaneous else wording.PROMISE_OF_EACH
        promise = template.format(confidence=confidence, noun=self.design.noun)
        return (*sentences, promise)


TWO = 2


def write_ranks(low: int, high: int) -> str:
    """Write a set of ranks.

    >>> write_ranks(1, 3), write_ranks(2, 2)
    ('1–3', '2')
    """
    return str(low) if low == high else f"{low}–{high}"


def count_unordered(ranking: Sequence[str], ordered: Iterable[tuple[str, str]]) -> int:
    """Count the names from the first on that are such that no pair of them is ordered.

    >>> count_unordered(["a", "b", "c"], [("a", "c")])
    2
    """
    place = {name: place for place, name in enumerate(ranking)}
    return min((max(place[one], place[other]) for one, other in ordered), default=len(ranking))


def write_unordered(n: int, of: int, noun: str) -> list[str]:
    """Say that no pair of the first n can be ordered; nothing where the first alone leads.

    >>> write_unordered(6, 9, "model")
    ['Of the models ranked 1 to 6, no two can be ordered.']
    """
    if n == 1:
        return []
    template = wording.FIRST_TWO if n == TWO else wording.UNORDERED
    return [(wording.NONE_ORDERED if n == of else template).format(noun=noun, n=n)]
