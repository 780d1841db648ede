"""McNemar's comparisons, with the 2×2 table of each pair."""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import pandas as pd

from benchreport.results.pairs.pairwise import PairwiseResult


class PairTable(NamedTuple):
    """The numbers of examples that both models, only the first, only the second, or neither gets right."""

    both: float
    first_only: float
    second_only: float
    neither: float


@dataclass(frozen=True, slots=True, kw_only=True)
class McNemarResult(PairwiseResult):
    """McNemar's tests of pairs.

    Parameters
    ----------
    tables
        The 2×2 tables, one for each comparison, in their order.
    """

    each_row: ClassVar[tuple[str, ...]] = ("comparisons", "tables")

    tables: tuple[PairTable, ...]

    @property
    def table(self) -> pd.DataFrame:
        """One row per comparison, with its 2×2 table."""
        # plain super() fails in a slotted dataclass, whose class is created twice
        frame: pd.DataFrame = PairwiseResult.table.fget(self)  # type: ignore[attr-defined]
        for name in PairTable._fields:
            frame[name] = [getattr(row, name) for row in self.tables]
        return frame
