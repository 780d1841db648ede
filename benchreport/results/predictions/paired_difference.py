"""Differences of means over examples, with what clusters and pairing do to their standard errors."""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import pandas as pd

from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.results.writing.record_columns import columns


class Precision(NamedTuple):
    """How certain the difference of a pair is.

    Parameters
    ----------
    standard_error
        The CR2 standard error of the difference.
    unpaired_error
        What it would be if the two models had been tried on different examples.
    design_effect
        The variance relative to that of independent examples.
    correlation
        The intracluster correlation of the differences; NaN without clusters.
    """

    standard_error: float
    unpaired_error: float
    design_effect: float
    correlation: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedDifferenceResult(PairwiseResult):
    """Tests of pairs by their differences on the same examples.

    Parameters
    ----------
    dof
        Satterthwaite's degrees of freedom, which all pairs share.
    n_clusters
        The number of clusters; that of examples, if they are independent.
    precision
        One for each comparison, in their order.
    """

    each_row: ClassVar[tuple[str, ...]] = ("comparisons", "precision")

    dof: float
    n_clusters: int
    precision: tuple[Precision, ...]

    @property
    def table(self) -> pd.DataFrame:
        """One row per comparison, with its standard error and what pairing and clusters do to it."""
        # plain super() fails in a slotted dataclass, whose class is created twice
        frame: pd.DataFrame = PairwiseResult.table.fget(self)  # type: ignore[attr-defined]
        used = (
            Precision._fields if self.n_clusters < self.design.n_blocks else Precision._fields[:2]
        )
        return frame.join(pd.DataFrame(columns(self.precision, *used)))
