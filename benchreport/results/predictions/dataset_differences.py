"""Differences of pairs on each dataset, and over all of them: what a forest plot shows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import pandas as pd

from benchreport.errors import format_count
from benchreport.results.base import Interval, Result
from benchreport.results.pairs.pairwise import reverse_interval
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.record_columns import columns, interval_columns
from benchreport.wording.results import dataset_differences as wording


class DatasetDifference(NamedTuple):
    """The difference of a pair on one dataset, or over several.

    Parameters
    ----------
    dataset
        Its name; empty where it is over several.
    interval
        ``None`` where nothing varies independently, as with one cluster.
    examples, clusters
        How many different examples there are, and of how many clusters; those of examples without any.
    """

    first: str
    second: str
    dataset: str
    difference: float
    interval: Interval | None
    examples: int
    clusters: int

    @property
    def clear(self) -> int:
        """1 where the interval is above 0, −1 where it is below, else 0."""
        if self.interval is None:
            return 0
        return int(self.interval.low > 0) - int(self.interval.high < 0)

    def turned(self) -> "DatasetDifference":
        """Return the same as second − first."""
        interval = reverse_interval(self.interval, lambda end: -end)
        return self._replace(
            first=self.second, second=self.first, difference=-self.difference, interval=interval
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetDifferencesResult(Result):
    """The differences of all pairs on each dataset, and over all examples and all datasets.

    Parameters
    ----------
    rows
        By pair, and for each by dataset.
    pooled
        The difference over all examples of each pair.
    averaged
        The mean of the differences on datasets of each pair, as one sample of them; none of two datasets.
    ranking
        The models by their means over all examples, best first; a control comes last.
    simultaneous
        Whether the intervals over all examples hold for all pairs together.
    """

    rows: tuple[DatasetDifference, ...]
    pooled: tuple[DatasetDifference, ...]
    averaged: tuple[DatasetDifference, ...]
    ranking: tuple[str, ...]
    simultaneous: bool

    @property
    def table(self) -> pd.DataFrame:
        """One row per pair and dataset, then those over all examples, and over datasets."""
        rows = (*self.rows, *self.pooled, *self.averaged)
        kinds = [
            *(row.dataset for row in self.rows),
            *[wording.ALL_EXAMPLES] * len(self.pooled),
            *[wording.ALL_DATASETS] * len(self.averaged),
        ]
        facts = columns(rows, "first", "second") | {"dataset": kinds}
        facts |= columns(rows, "difference") | interval_columns(rows)
        return pd.DataFrame(facts | columns(rows, "examples", "clusters"))

    @property
    def datasets(self) -> tuple[str, ...]:
        """The names of the datasets."""
        return tuple(dict.fromkeys(row.dataset for row in self.rows))

    def leading_pairs(self) -> tuple[tuple[str, str], ...]:
        """Return the pairs of the first of the ranking with the others; with a control, its pairs."""
        compared = {frozenset((row.first, row.second)) for row in self.pooled}
        first = self.ranking[0]
        if frozenset((first, self.ranking[-1])) in compared and len(compared) >= len(self.ranking):
            return tuple((first, other) for other in self.ranking[1:])
        return tuple(
            (one, other)
            for place, one in enumerate(self.ranking)
            for other in self.ranking[place + 1 :]
            if frozenset((one, other)) in compared
        )

    def of_pair(
        self, first: str, second: str
    ) -> tuple[tuple[DatasetDifference, ...], DatasetDifference | None, DatasetDifference | None]:
        """Return a pair's differences by dataset, over all examples and over datasets, as an advantage.

        Above 0 the first is better, whether high or low scores are good.
        """
        rows = tuple(_select(self.rows, first, second, lower=not self.design.higher_is_better))
        pooled, averaged = (
            next(iter(_select(part, first, second, lower=not self.design.higher_is_better)), None)
            for part in (self.pooled, self.averaged)
        )
        return rows, pooled, averaged

    @property
    def summary(self) -> str:
        """One line: how the first and the second differ, over all examples and on single datasets."""
        first, second = self.leading_pairs()[0]
        rows, pooled, _ = self.of_pair(first, second)
        least = min(rows, key=lambda row: row.difference)
        most = max(rows, key=lambda row: row.difference)
        write = fmt.writer([row.difference for row in (*rows, pooled) if row is not None])
        return wording.SUMMARY.format(
            method=self.method,
            first=first,
            second=second,
            pooled=write(pooled.difference) if pooled else "–",
            low=write(least.difference),
            where_low=least.dataset,
            high=write(most.difference),
            where_high=most.dataset,
        )

    @property
    def interpretation(self) -> tuple[str, ...]:
        """Where the leading pairs differ, and what the two rows below the datasets say."""
        pairs = self.leading_pairs()
        sentences = [self._describe(first, second) for first, second in pairs[:MOST_PAIRS]]
        confidence = fmt.number(100 * (1 - self.alpha))
        single = wording.SINGLE.format(confidence=confidence)
        template = wording.TWO_POOLED if self.averaged else wording.ONE_POOLED
        return (*sentences, single, template)

    def _describe(self, first: str, second: str) -> str:
        """Say on how many datasets the first is ahead, and where the interval excludes 0."""
        rows = self.of_pair(first, second)[0]
        ahead = [row for row in rows if row.difference > 0]
        text = wording.AHEAD.format(
            first=first,
            second=second,
            n=len(ahead),
            all=format_count(len(rows), "dataset"),
        )
        clear = [row.dataset for row in rows if row.clear > 0]
        against = [row.dataset for row in rows if row.clear < 0]
        parts = [
            template.format(names=fmt.join(names, most=5), second=second)
            for names, template in ((clear, wording.CLEAR), (against, wording.AGAINST))
            if names
        ]
        return text + ("; ".join(["", *parts]) if parts else wording.NOWHERE) + "."


MOST_PAIRS = 2


def _select(
    rows: Iterable[DatasetDifference], first: str, second: str, *, lower: bool
) -> Sequence[DatasetDifference]:
    """Return the rows of a pair, oriented to its order and as advantages."""
    pair = {first, second}
    found = []
    for row in rows:
        if {row.first, row.second} != pair:
            continue
        straight = row if row.first == first else row.turned()
        found.append(straight.turned()._replace(first=first, second=second) if lower else straight)
    return found
