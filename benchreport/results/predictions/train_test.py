"""Training scores beside test scores."""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pandas as pd

from benchreport.errors import format_count
from benchreport.results.base import Interval, Result
from benchreport.results.writing import number_format as fmt
from benchreport.wording.results import description as wording


class Cell(NamedTuple):
    """One algorithm on one block.

    Parameters
    ----------
    train, test
        Scores, repeats averaged.
    gap
        How much better the training score is, whatever the direction; negative where it is worse.
    """

    algorithm: str
    block: str
    train: float
    test: float
    gap: float


class Correlation(NamedTuple):
    """Correlations of training and test scores; NaN where nothing varies.

    Parameters
    ----------
    pearson, spearman
        Over all cells.
    within_pearson, within_spearman
        Means over blocks of the correlation among the algorithms on one block.
    within_interval
        Interval of the mean Spearman correlation, by Student's t over blocks; ``None`` below three.
    blocks
        How many blocks have at least three algorithms and scores that vary.
    """

    pearson: float
    spearman: float
    within_pearson: float
    within_spearman: float
    within_interval: Interval | None
    blocks: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainTestResult(Result):
    """Training and test scores of k algorithms on N blocks.

    Parameters
    ----------
    train_score
        The name of the training score's column.
    cells
        The cells that have both scores, in the order of the design and of the blocks.
    correlation
        Correlations of training and test scores.
    gaps
        Mean gap of each algorithm over its cells, in the design's order.
    test_means
        Mean test score of each algorithm over its cells, in the design's order.
    left_out
        How many runs had only one of the two scores.
    """

    train_score: str
    cells: tuple[Cell, ...]
    correlation: Correlation
    gaps: tuple[float, ...]
    test_means: tuple[float, ...]
    left_out: int = 0

    @property
    def table(self) -> pd.DataFrame:
        """One row per cell."""
        return pd.DataFrame(list(self.cells), columns=list(Cell._fields))

    @property
    def order(self) -> tuple[int, ...]:
        """The algorithms' places in the design, best mean test score first."""
        sign = -1.0 if self.design.higher_is_better else 1.0
        return tuple(np.argsort(sign * np.array(self.test_means), kind="stable").tolist())

    def overfitting(self, most: int = 5) -> tuple[Cell, ...]:
        """Return the cells whose training score is better than the test score, worst first."""
        worse = [cell for cell in self.cells if cell.gap > 0]
        return tuple(sorted(worse, key=lambda cell: -cell.gap)[:most])

    @property
    def within(self) -> str:
        """The mean correlation within blocks in words; empty where there is none."""
        correlation = self.correlation
        if not correlation.blocks:
            return ""
        interval = ""
        if correlation.within_interval is not None:
            low, high, confidence = correlation.within_interval
            level = fmt.number(100 * confidence)
            interval = wording.CORRELATION_INTERVAL.format(
                level=level, low=fmt.proportion(low), high=fmt.proportion(high)
            )
        return wording.WITHIN_CORRELATIONS.format(
            spearman=fmt.proportion(correlation.within_spearman),
            interval=interval,
            pearson=fmt.proportion(correlation.within_pearson),
            blocks=format_count(correlation.blocks, self.design.block_kind),
        )

    @property
    def summary(self) -> str:
        """Correlations over all and within blocks."""
        correlation = self.correlation
        blocks = f"{self.design.block_kind}s"
        within = wording.WITHIN.format(blocks=blocks, correlations=self.within)
        return wording.CORRELATIONS.format(
            method=self.method,
            points=format_count(len(self.cells), "point"),
            pearson=fmt.proportion(correlation.pearson),
            spearman=fmt.proportion(correlation.spearman),
            within=within if self.within else "",
        )

    @property
    def interpretation(self) -> tuple[str, ...]:
        """Sentences on what the correlations and gaps show, and what they do not."""
        names = self.design.algorithms
        place = int(np.nanargmax(self.gaps))
        write = fmt.writer(self.gaps)
        largest = wording.LARGEST_GAP.format(name=names[place], gap=write(self.gaps[place]))
        kind = self.design.block_kind
        if math.isnan(self.correlation.within_spearman):
            return (largest, wording.NO_CORRELATION_WITHIN.format(block=kind))
        return (largest, wording.CORRELATION_WITHIN.format(blocks=f"{kind}s"))
