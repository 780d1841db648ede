"""Changes of the ranks of algorithms over nights, metrics or budgets."""

import itertools
import math
from collections import Counter
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.errors import format_count
from benchreport.results.base import Result
from benchreport.results.writing import number_format as fmt
from benchreport.wording.results import description as wording

NAMED = 5
RESERVED = ("algorithm", "rank", "mean_rank")


@dataclass(frozen=True, slots=True, kw_only=True)
class RankChangesResult(Result):
    """Ranks of k algorithms in m tables, by their mean rank in each.

    Parameters
    ----------
    over
        The column whose values tell the tables apart, or ``"metric"``.
    tables
        Their m names, in order.
    blocks
        How many blocks each table has.
    mean_ranks
        m rows of k mean ranks over the table's blocks, in the design's order; NaN where the
        algorithm is not in the table.
    ranks
        m rows of k ranks of these mean ranks: 1 is best, ties share their mean.
    kendall_w
        Agreement of the tables on the order of the algorithms that are in all of them, 0 to 1; NaN
        where there are fewer than two or all tie.
    """

    over: str
    tables: tuple[str, ...]
    blocks: tuple[int, ...]
    mean_ranks: tuple[tuple[float, ...], ...]
    ranks: tuple[tuple[float, ...], ...]
    kendall_w: float

    @property
    def ordered(self) -> bool:
        """Whether the order of the tables means something; that of metrics does not."""
        return self.over != "metric"

    @property
    def table(self) -> pd.DataFrame:
        """One row per table and algorithm in it."""
        names = self.design.algorithms
        over = "table" if self.over in RESERVED else self.over
        frame = pd.DataFrame(
            {
                over: np.repeat(np.array(self.tables, dtype=object), len(names)),
                "algorithm": np.tile(np.array(names, dtype=object), len(self.tables)),
                "rank": np.ravel(self.ranks),
                "mean_rank": np.ravel(self.mean_ranks),
            }
        )
        return frame.dropna(subset="rank").reset_index(drop=True)

    @property
    def order(self) -> tuple[int, ...]:
        """The algorithms' places in the design, best rank on average first."""
        return tuple(np.argsort(np.nanmean(self._ranks, axis=0), kind="stable").tolist())

    @property
    def leaders(self) -> tuple[tuple[str, ...], ...]:
        """The algorithms that are first in each table; several if they tie."""
        best = np.nanmin(self._ranks, axis=1)[:, None] == self._ranks
        names = self.design.algorithms
        return tuple(tuple(names[place] for place in np.flatnonzero(row)) for row in best)

    @property
    def times_first(self) -> tuple[int, ...]:
        """The number of tables in which each algorithm is first, in the design's order."""
        first = Counter(name for names in self.leaders for name in names)
        return tuple(first[name] for name in self.design.algorithms)

    @property
    def lead_changes(self) -> int:
        """The number of times that the lead changes from one table to the next."""
        leaders = [set(names) for names in self.leaders]
        return sum(now != before for before, now in itertools.pairwise(leaders))

    @property
    def moves(self) -> tuple[float, ...]:
        """Worst minus best rank of each algorithm, in the design's order."""
        ranks = self._ranks
        return tuple((np.nanmax(ranks, axis=0) - np.nanmin(ranks, axis=0)).tolist())

    @property
    def lead(self) -> str:
        """A sentence on who leads, and how steadily."""
        times = self.times_first
        first = max(times)
        places = [place for place in self.order if times[place] == first]
        who = fmt.join([self.design.algorithms[place] for place in places], most=NAMED)
        return wording.LEADS.format(
            names=who,
            are="are each" if len(places) > 1 else "is",
            n=first,
            tables=format_count(len(self.tables), self.over),
            steadiness=self._steadiness,
        )

    @property
    def _steadiness(self) -> str:
        """Say how often the lead changes, or in tables without an order how many are ever first."""
        if not self.ordered:
            different = sum(count > 0 for count in self.times_first)
            algorithms = format_count(self.design.n_algorithms, "algorithm")
            are = "is" if different == 1 else "are"
            return wording.EVER_FIRST.format(n=different, algorithms=algorithms, are=are)
        changes = self.lead_changes
        if not changes:
            return wording.LEAD_STAYS
        return wording.LEAD_CHANGES.format(times="once" if changes == 1 else f"{changes} times")

    @property
    def mover(self) -> str:
        """A sentence on who moves most."""
        moves = self.moves
        most = max(moves)
        if most == 0:
            return wording.NO_CHANGE
        movers = [place for place, move in enumerate(moves) if move == most]
        if len(movers) > 1:
            names = fmt.join((self.design.algorithms[place] for place in movers), most=3)
            places = f"{fmt.number(most)} {'place' if most == 1 else 'places'}"
            return wording.MOVERS.format(names=names, places=places)
        (place,) = movers
        ranks = self._ranks[:, place]
        low, high = (fmt.number(rank) for rank in (np.nanmin(ranks), np.nanmax(ranks)))
        return wording.MOVER.format(name=self.design.algorithms[place], low=low, high=high)

    @property
    def agreement(self) -> str:
        """Kendall's W in a sentence; empty where there is none."""
        if math.isnan(self.kendall_w):
            return ""
        tables = format_count(len(self.tables), self.over)
        scale = wording.SCALE_OF_TWO if len(self.tables) == 2 else wording.SCALE  # noqa: PLR2004
        w = fmt.proportion(self.kendall_w)
        return wording.AGREEMENT.format(w=w, tables=tables, scale=scale)

    @property
    def summary(self) -> str:
        """One line: who leads, and how much the tables agree."""
        return f"{self.method}: {self.lead} {self.agreement}".rstrip()

    @property
    def interpretation(self) -> tuple[str, ...]:
        """Sentences on which algorithms move, and what ranks hide."""
        return (
            self.mover,
            wording.NEAR_TIES,
            wording.RANKS_IN_TABLE,
        )

    @property
    def _ranks(self) -> NDArray[np.float64]:
        return np.array(self.ranks)
