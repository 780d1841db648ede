"""Descriptions of the scores, before any test."""

import math
from dataclasses import dataclass

import pandas as pd

from benchreport.results.base import Result
from benchreport.results.later import remembered
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.record_columns import columns
from benchreport.wording.results import description as wording


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """One algorithm over the blocks where it has a score.

    Parameters
    ----------
    mean, sd, median, lower_quartile, upper_quartile
        Moments and quantiles of its scores; sd has divisor n − 1, quartiles are of R's type 7.
    mean_rank
        Mean rank over the complete blocks; NaN when there is none.
    wins, ties, losses
        Over all blocks and rivals that both have a score.
    n
        Blocks with a score.
    """

    algorithm: str
    n: int
    mean: float
    sd: float
    median: float
    lower_quartile: float
    upper_quartile: float
    mean_rank: float
    wins: int
    ties: int
    losses: int

    @property
    def iqr(self) -> float:
        """The interquartile range."""
        return self.upper_quartile - self.lower_quartile


@dataclass(frozen=True, slots=True, kw_only=True)
class DescriptionResult(Result):
    """Every algorithm described, in the design's order."""

    rows: tuple[Description, ...]

    @property
    def best(self) -> str:
        """The algorithm with the best mean; the first of several."""
        sign = -1.0 if self.design.higher_is_better else 1.0
        return min(self.rows, key=lambda row: sign * row.mean).algorithm

    @property
    def table(self) -> pd.DataFrame:
        """One row per algorithm; ``best`` lists the columns in which it is best."""
        names = (
            "algorithm",
            "n",
            "mean",
            "sd",
            "median",
            "iqr",
            "mean_rank",
            "wins",
            "ties",
            "losses",
        )
        frame = pd.DataFrame(columns(self.rows, *names))
        frame["best"] = [", ".join(self.best_in(row)) for row in self.rows]
        return frame

    def best_in(self, row: Description) -> tuple[str, ...]:
        """Name the columns (mean, median, mean rank) in which a row is best, or shares the best."""
        return tuple(name for name, best in self._best.items() if getattr(row, name) == best)

    @property
    def has_gaps(self) -> bool:
        """Whether some means are of fewer blocks than there are."""
        blocks = self.design.n_blocks
        return self.design.block_kind != "run" and any(row.n < blocks for row in self.rows)

    @property
    @remembered
    def _best(self) -> dict[str, float]:
        """The best value of each of these columns; means over different blocks have no best."""
        largest = max if self.design.higher_is_better else min
        choices = {"mean": largest, "median": largest, "mean_rank": min}
        if self.has_gaps:
            choices = {"mean_rank": min}
        columns = {name: [getattr(row, name) for row in self.rows] for name in choices}
        return {
            name: choose(
                (value for value in columns[name] if not math.isnan(value)), default=math.nan
            )
            for name, choose in choices.items()
        }

    @property
    def display(self) -> pd.DataFrame:
        """The table as text; measured columns share their decimals."""
        higher = self.design.higher_is_better
        shared = fmt.writer_of_best([row.mean for row in self.rows], largest=higher)
        # medians of skewed scores are of another size than their means
        skewed = fmt.differ_in_size(
            [[row.mean for row in self.rows], [row.median for row in self.rows]]
        )
        columns: dict[str, list[str]] = {
            "algorithm": [row.algorithm for row in self.rows],
            "n": [f"{row.n:,}" for row in self.rows],
        }
        for name in ("mean", "sd", "median", "iqr"):
            numbers = [getattr(row, name) for row in self.rows]
            # a spread that is not 0 does not look like 0
            spread = name in ("sd", "iqr")
            write = shared
            if skewed and spread:
                write = fmt.writer(numbers)
            elif skewed:
                write = fmt.writer_of_best(numbers, largest=higher)
            columns["IQR" if name == "iqr" else name] = [
                fmt.apart(number, write) if spread else write(number) for number in numbers
            ]
        if self.design.block_kind != "run":
            columns["mean rank"] = [fmt.fixed(row.mean_rank) for row in self.rows]
            columns["wins/ties/losses"] = [
                f"{row.wins:,}/{row.ties:,}/{row.losses:,}" for row in self.rows
            ]
        columns["best in"] = [", ".join(self.best_in(row)).replace("_", " ") for row in self.rows]
        return pd.DataFrame(columns, dtype=object)

    @property
    def summary(self) -> str:
        """The best mean and the best mean rank; means over different blocks have no best."""
        ranks = [row.mean_rank for row in self.rows if not math.isnan(row.mean_rank)]
        names, rank = self._first_in("mean_rank"), fmt.fixed(min(ranks, default=math.nan))
        if ranks and "mean" not in self._best:
            return wording.BEST_OF_COMPLETE.format(
                score=self.design.score, names=names, rank=rank, kind=self.design.block_kind
            )
        best = next(row for row in self.rows if row.algorithm == self.best).mean
        text = wording.BEST_MEAN.format(
            score=self.design.score,
            names=fmt.join([row.algorithm for row in self.rows if row.mean == best], most=5),
            mean=fmt.number(best, 4),
        )
        return f"{text}, {wording.BEST_MEAN_RANK.format(names=names, rank=rank)}" if ranks else text

    def _first_in(self, column: str) -> str:
        """Name the algorithms that are best in a column."""
        return fmt.join([row.algorithm for row in self.rows if column in self.best_in(row)], most=5)

    @property
    def interpretation(self) -> tuple[str, ...]:
        """The limits of a description."""
        return (wording.SAMPLE_ONLY,)
