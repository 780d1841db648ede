"""A mixed model: marginal means, variances of the random parts, and contrasts."""

from dataclasses import dataclass
from typing import NamedTuple

import pandas as pd

from benchreport.results.base import Interval
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.results.ranks.omnibus import OmnibusTest
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.record_columns import columns, interval_columns
from benchreport.wording.results import means as wording


class MarginalMean(NamedTuple):
    """An algorithm's estimated mean over the population of blocks."""

    algorithm: str
    estimate: float
    standard_error: float
    interval: Interval


class Component(NamedTuple):
    """The variance of the scores that one random part causes, in score units squared."""

    name: str
    variance: float
    share: float


@dataclass(frozen=True, slots=True, kw_only=True)
class MixedResult(PairwiseResult):
    """Contrasts of a mixed model's marginal means.

    Parameters
    ----------
    formula
        The model, as R writes it.
    omnibus
        Wald's F of no difference among all algorithms.
    means
        Estimated marginal means in the design's order.
    components
        Variances of the random parts and the residual.
    """

    formula: str
    omnibus: OmnibusTest
    means: tuple[MarginalMean, ...]
    components: tuple[Component, ...]

    @property
    def means_table(self) -> pd.DataFrame:
        """One row per algorithm."""
        return pd.DataFrame(
            columns(self.means, "algorithm")
            | {"mean": [row.estimate for row in self.means]}
            | columns(self.means, "standard_error")
            | interval_columns(self.means)
        )

    @property
    def summary(self) -> str:
        """One line, the way a paper writes it."""
        # plain super() fails in a slotted dataclass, whose class is created twice
        return f"{PairwiseResult.summary.fget(self)}; {self.omnibus.text}"  # type: ignore[attr-defined]

    @property
    def interpretation(self) -> tuple[str, ...]:
        """The sources of the variance, then who is better than whom."""
        parts = fmt.join(
            f"{fmt.number(100 * component.share, 2)} % {component.name}"
            for component in self.components
        )
        sentences = PairwiseResult.interpretation.fget(self)  # type: ignore[attr-defined]
        return (wording.MODEL.format(formula=self.formula, parts=parts), *sentences)
