"""Ranks within each block."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from benchreport.results.base import Result
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.text_table import format_table
from benchreport.wording.verdicts import caveats


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingResult(Result):
    """Mid-ranks of the algorithms within each block; 1 is best.

    Parameters
    ----------
    blocks
        The N names.
    ranks
        N rows of k ranks, in the design's order.
    mean_ranks
        The k column means.
    """

    blocks: tuple[str, ...]
    ranks: tuple[tuple[float, ...], ...]
    mean_ranks: tuple[float, ...]

    @property
    def table(self) -> pd.DataFrame:
        """One row per block and a last one of means."""
        frame = pd.DataFrame(
            [*self.ranks, self.mean_ranks], columns=pd.Index(self.design.algorithms)
        )
        frame.insert(0, self.design.block_kind, [*self.blocks, "mean rank"], allow_duplicates=True)
        return frame

    @property
    def display(self) -> pd.DataFrame:
        """The table as text; an algorithm may be called like a column of p-values."""
        table = self.table
        return format_table(table.set_axis(range(table.shape[1]), axis=1)).set_axis(
            table.columns, axis=1
        )

    @property
    def order(self) -> tuple[int, ...]:
        """The algorithms' places in the design, best mean rank first."""
        return tuple(np.argsort(self.mean_ranks, kind="stable").tolist())

    @property
    def summary(self) -> str:
        """The mean ranks, best first."""
        names = self.design.algorithms
        entries = [f"{names[place]} {fmt.fixed(self.mean_ranks[place])}" for place in self.order]
        return f"{self.method} (1 is best): {', '.join(entries)}"

    @property
    def interpretation(self) -> tuple[str, ...]:
        """Sentences on what ranks show, and what they hide."""
        return (caveats.RANKS_HIDE_SIZES, caveats.RANKS_DEPEND_ON_OTHERS)
