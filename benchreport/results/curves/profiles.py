"""Performance profiles: how many problems or runs reach each threshold."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

import pandas as pd

from benchreport.errors import format_count
from benchreport.results.base import Interval, Result
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.record_columns import columns, interval_columns
from benchreport.wording.results import description as wording
from benchreport.wording.verdicts import caveats


class Profile(NamedTuple):
    """One algorithm's profile.

    Parameters
    ----------
    shares, low, high
        The share that reaches each threshold of the result, and the ends of its band.
    area, area_interval
        The area under the profile, as a share of the axes.
    best, best_interval
        The share of problems on which no other is better, ρ(1); NaN of profiles of scores.
    ninety_percent
        The smallest ratio within which 90 % of the problems are, or the score that 90 % of the runs
        reach; infinite or NaN if more than 10 % fail.
    failed
        Runs without a score.
    """

    algorithm: str
    shares: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    area: float
    area_interval: Interval
    best: float
    best_interval: Interval
    ninety_percent: float
    failed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfilesResult(Result):
    """Performance profiles of all algorithms.

    Parameters
    ----------
    kind
        ``"ratio"`` (to the best on each problem) or ``"score"``.
    rows
        One profile per algorithm, in the design's order.
    thresholds
        The thresholds of the profiles, increasing.
    exact
        Whether the profiles change at the thresholds only.
    confidence, n_resamples
        Confidence and resamples of the bands, for each point by itself.
    resampled
        The unit that was drawn: ``"problem"``, ``"dataset"`` or ``"run"``.
    """

    kind: Literal["ratio", "score"]
    rows: tuple[Profile, ...]
    thresholds: tuple[float, ...]
    exact: bool
    confidence: float
    n_resamples: int
    resampled: Literal["problem", "dataset", "run"]

    @property
    def order(self) -> tuple[int, ...]:
        """The algorithms' places in the design, the largest area first."""
        places = range(len(self.rows))
        return tuple(sorted(places, key=lambda place: -self.rows[place].area))

    @property
    def table(self) -> pd.DataFrame:
        """One row per algorithm: its area, how often it is best, and what 90 % reach."""
        rows = self.rows
        facts = columns(rows, "algorithm", "area") | interval_columns(rows, "area_interval")
        if self.kind == "ratio":
            facts |= columns(rows, "best") | interval_columns(rows, "best_interval", "best_")
        return pd.DataFrame(facts | columns(rows, "ninety_percent", "failed"))

    @property
    def curves(self) -> pd.DataFrame:
        """One row per algorithm and threshold: the profile with its band."""
        rows, times = self.rows, len(self.thresholds)
        return pd.DataFrame(
            {
                "algorithm": [row.algorithm for row in rows for _ in range(times)],
                "threshold": [*self.thresholds] * len(rows),
                "share": [share for row in rows for share in row.shares],
                "low": [share for row in rows for share in row.low],
                "high": [share for row in rows for share in row.high],
            }
        )

    @property
    def summary(self) -> str:
        """One line: who has the largest area, and who is best most often."""
        top = self.rows[self.order[0]]
        level = [row.algorithm for row in self.rows if row.area >= top.area - 1e-12]
        text = wording.LARGEST_AREA.format(
            method=self.method,
            names=fmt.join(level, most=5),
            have="has" if len(level) == 1 else "have",
            area=fmt.fixed(top.area, 3),
        )
        if self.kind == "score":
            return text
        often = max(self.rows, key=lambda row: row.best)
        alike = [row.algorithm for row in self.rows if row.best >= often.best - 1e-12]
        best = wording.BEST_ON.format(
            names=fmt.join(alike, most=5),
            are="is" if len(alike) == 1 else "are each",
            share=fmt.number(100 * often.best),
            problems=format_count(self.design.n_blocks, "problem"),
        )
        return f"{text}{best}"

    @property
    def interpretation(self) -> tuple[str, ...]:
        """Sentences on what profiles show, and what they do not."""
        sentences = [self._about, self._bands]
        failed = [(row.algorithm, row.failed) for row in self.rows if row.failed]
        if failed:
            runs = fmt.join([f"{name} {count}" for name, count in failed], most=5)
            sentences.append(wording.FAILED.format(runs=runs))
        return tuple(sentences)

    @property
    def _about(self) -> str:
        return wording.SCORE_PROFILE if self.kind == "score" else wording.RATIO_PROFILE

    @property
    def _bands(self) -> str:
        level = fmt.number(100 * self.confidence)
        # one draw of n rows with replacement has binomial shares, whose quantiles are known
        source = wording.BAND_SOURCES[self.resampled].format(n=self.n_resamples)
        target = wording.BAND_TARGETS[self.resampled]
        bands = wording.BANDS.format(level=level, source=source, target=target)
        return f"{bands} {caveats.OVERLAP_IS_NO_TEST}"
