"""What examples in clusters, and samples of examples, are worth."""

import math
from dataclasses import dataclass
from typing import NamedTuple

import pandas as pd

from benchreport.results.base import Result
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.record_columns import columns
from benchreport.wording.results import clusters as wording


class DesignEffect(NamedTuple):
    """How much clusters widen the standard error of one model's mean, or of a difference.

    Parameters
    ----------
    of
        The model, or the pair of models.
    estimate
        Its mean, or the difference of the two.
    standard_error, naive_error
        The CR2 standard error, and that of independent examples.
    design_effect
        The ratio of their squares; NaN where examples do not vary.
    effective
        The number of independent examples that are worth as much.
    correlation
        The intracluster correlation; NaN without clusters.
    between_samples
        The share of the variance of examples' means that comes from their samples, and would vanish with more
        of them; NaN without samples.
    """

    of: str
    estimate: float
    standard_error: float
    naive_error: float
    design_effect: float
    effective: float
    correlation: float
    between_samples: float


@dataclass(frozen=True, slots=True, kw_only=True)
class DesignEffectResult(Result):
    """The design effects of all models, and of the differences of pairs.

    Parameters
    ----------
    rows
        The models in the design's order, then the pairs.
    cluster_column, n_clusters
        The column of clusters and their number; empty and that of examples without any.
    smallest, largest
        The numbers of examples of the smallest and of the largest cluster.
    """

    rows: tuple[DesignEffect, ...]
    cluster_column: str
    n_clusters: int
    smallest: int
    largest: int

    @property
    def table(self) -> pd.DataFrame:
        """One row per model, then one per pair."""
        return pd.DataFrame(columns(self.rows, *DesignEffect._fields))

    @property
    def summary(self) -> str:
        """One line: what the examples are worth for single models."""
        models = self.rows[: self.design.n_algorithms]
        return wording.WORTH.format(
            examples=self.design.blocks,
            where=self._where,
            effective=write_range([row.effective for row in models], 0),
            effect=write_range([row.design_effect for row in models], 1),
        )

    @property
    def _where(self) -> str:
        if not self.cluster_column:
            return ""
        return wording.WHERE.format(n=self.n_clusters, column=self.cluster_column)

    @property
    def interpretation(self) -> tuple[str, ...]:
        """What the differences of pairs are worth, how alike clusters are, and what samples add."""
        k = self.design.n_algorithms
        sentences = []
        if len(self.rows) > k:
            effective = write_range([row.effective for row in self.rows[k:]], 0)
            sentences.append(wording.WORTH_OF_PAIRS.format(effective=effective))
        if self.cluster_column:
            alike = write_range([row.correlation for row in self.rows[:k]], 2)
            sentences.append(
                wording.SIZES.format(
                    sizes=write_range([self.smallest, self.largest], 0), correlation=alike
                )
            )
        shares = write_range([100 * row.between_samples for row in self.rows[:k]], 0)
        if shares:
            sentences.append(wording.BETWEEN_SAMPLES.format(share=shares))
        return tuple(sentences)


def write_range(values: list[float], digits: int) -> str:
    """Write the smallest and the largest of some numbers; NaN are left out.

    >>> write_range([1.24, float("nan"), 3.0], 1), write_range([2.0, 2.01], 1)
    ('1.2 to 3.0', '2.0')
    """
    known = [value for value in values if not math.isnan(value)]
    if not known:
        return ""
    low, high = (fmt.fixed(end, digits) for end in (min(known), max(known)))
    return low if low == high else wording.RANGE.format(low=low, high=high)
