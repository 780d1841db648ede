"""Pairs with their mean difference, and who wins how often."""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import pandas as pd

from benchreport.results.pairs.pairwise import PairwiseResult


class WinTieLoss(NamedTuple):
    """On how many blocks the first of a pair is better, equal and worse."""

    wins: int
    ties: int
    losses: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MultiComparisonResult(PairwiseResult):
    """Comparisons of all pairs by their mean difference.

    Parameters
    ----------
    counts
        Wins, ties and losses, one record for each comparison, in their order.
    """

    each_row: ClassVar[tuple[str, ...]] = ("comparisons", "counts")

    counts: tuple[WinTieLoss, ...]

    @property
    def table(self) -> pd.DataFrame:
        """One row per comparison, with wins, ties and losses of the first."""
        # plain super() fails in a slotted dataclass, whose class is created twice
        frame: pd.DataFrame = PairwiseResult.table.fget(self)  # type: ignore[attr-defined]
        for name in WinTieLoss._fields:
            frame[name] = [getattr(row, name) for row in self.counts]
        return frame
