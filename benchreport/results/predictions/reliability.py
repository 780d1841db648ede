"""Whether predicted probabilities come true."""

from dataclasses import dataclass, field
from typing import NamedTuple

import pandas as pd

from benchreport.errors import format_count
from benchreport.results.base import Interval, Result
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.record_columns import columns
from benchreport.wording.results import predictions as wording

NAMED = 5
LEAST_DECIMALS = 3


class CalibrationBin(NamedTuple):
    """Examples with about the same predicted probability.

    Parameters
    ----------
    left, right
        Probabilities above ``left``, up to ``right``; the first bin has 0 too.
    examples
        The number of examples in the bin.
    predicted, observed
        Mean probability, and share of positives with its interval.
    """

    left: float
    right: float
    examples: int
    predicted: float
    observed: float
    interval: Interval

    @property
    def off(self) -> bool:
        """Whether the interval of the observed share excludes the predicted probability."""
        return not self.interval.low <= self.predicted <= self.interval.high


class ReliabilityRow(NamedTuple):
    """One model: Brier score = reliability − resolution + uncertainty + within.

    Parameters
    ----------
    brier
        Mean squared difference of probability and truth; lower is better.
    reliability
        Mean squared difference of predicted and observed shares over bins; lower is better.
    resolution
        Mean squared difference of the bins' shares from the overall one; higher is better.
    uncertainty
        Variance of the truth, which does not depend on the predictions.
    within
        The part of the score that differing probabilities within bins add.
    bins
        The bins that have examples.
    histogram
        The numbers of examples in equal steps of probability from 0 to 1, independent of the bins.
    """

    algorithm: str
    brier: float
    reliability: float
    resolution: float
    uncertainty: float
    within: float
    bins: tuple[CalibrationBin, ...]
    histogram: tuple[int, ...]

    @property
    def skill(self) -> float:
        """1 − Brier score / uncertainty: 0 for always predicting the overall share."""
        return 1.0 - self.brier / self.uncertainty if self.uncertainty > 0 else float("nan")

    @property
    def off(self) -> tuple[CalibrationBin, ...]:
        """The bins whose interval excludes the predicted probability."""
        return tuple(calibration_bin for calibration_bin in self.bins if calibration_bin.off)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReliabilityResult(Result):
    """Reliability of every model's probabilities.

    Parameters
    ----------
    positive
        The class that the probabilities are of.
    share
        The share of examples of this class.
    rows
        One row for each model, in the design's order.
    """

    positive: str
    share: float
    rows: tuple[ReliabilityRow, ...] = field(repr=False)

    @property
    def order(self) -> tuple[int, ...]:
        """Places of the models, the lowest Brier score first."""
        return tuple(sorted(range(len(self.rows)), key=lambda place: self.rows[place].brier))

    @property
    def table(self) -> pd.DataFrame:
        """One row per model: the Brier score, its parts, and how many bins are off."""
        rows = self.rows
        parts = ("brier", "skill", "reliability", "resolution", "uncertainty", "within")
        return pd.DataFrame(
            {
                **columns(rows, "algorithm", *parts),
                "bins": [len(row.bins) for row in rows],
                "bins_off": [len(row.off) for row in rows],
            }
        )

    @property
    def bins(self) -> pd.DataFrame:
        """One row per model and bin."""
        return pd.DataFrame(
            [
                (
                    row.algorithm,
                    *calibration_bin[:5],
                    calibration_bin.interval.low,
                    calibration_bin.interval.high,
                )
                for row in self.rows
                for calibration_bin in row.bins
            ],
            columns=["algorithm", *CalibrationBin._fields[:5], "low", "high"],
        )

    @property
    def summary(self) -> str:
        """One line: the lowest Brier score, and the score of always predicting the overall share."""
        best = self.rows[self.order[0]]
        brier, reference = (
            fmt.fixed(score, LEAST_DECIMALS) for score in (best.brier, best.uncertainty)
        )
        ahead = [row.algorithm for row in self.rows if row.brier == best.brier]
        if len(ahead) == len(self.rows) > 1:
            whose = wording.SAME_BRIER
        else:
            whose = wording.LOWEST_BRIER.format(names=fmt.join(ahead, most=NAMED))
        return wording.BRIER.format(
            method=self.method,
            whose=whose,
            score=brier,
            positive=self.positive,
            reference=reference,
        )

    @property
    def interpretation(self) -> tuple[str, ...]:
        """Sentences on which probabilities do not hold, and on which side."""
        level = fmt.number(100 * self.alpha)
        sentences = [_reliability_sentence(self.rows[place]) for place in self.order[:NAMED]]
        n_more = len(self.rows) - len(sentences)
        if n_more > 0:
            models = format_count(n_more, "model")
            sentences.append(wording.MORE_CALIBRATIONS.format(models=models))
        return (*sentences, wording.BINS_BY_CHANCE.format(level=level))


def _reliability_sentence(row: ReliabilityRow) -> str:
    off = row.off
    if not off:
        return wording.CALIBRATED.format(name=row.algorithm, bins=len(row.bins))
    high = sum(calibration_bin.predicted > calibration_bin.observed for calibration_bin in off)
    low = len(off) - high
    sides = [wording.TOO_HIGH.format(n=high)] * (high > 0)
    sides += [wording.TOO_LOW.format(n=low)] * (low > 0)
    return wording.NOT_CALIBRATED.format(
        name=row.algorithm, off=len(off), bins=len(row.bins), sides=fmt.join(sides)
    )
