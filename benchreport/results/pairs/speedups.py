"""How many times as fast, or as small: ratios of means, by dataset and over all."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.collector import collector_held
from benchreport.errors import check_choice, format_count
from benchreport.numerics.effects.mean_ratio import mean_ratio_interval
from benchreport.results.base import Interval, Result
from benchreport.results.later import remembered
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.record_columns import columns, interval_columns
from benchreport.wording.results import speedups as wording

Array = NDArray[np.float64]


class Speedup(NamedTuple):
    """How many times as good the first is as the second; above 1 the first is better.

    Parameters
    ----------
    dataset
        Where; empty for all datasets together.
    ratio
        Of the two means, the worse one's time over the better one's; over all datasets, the geometric mean
        of their ratios.
    interval
        ``None`` if nothing shows how much the scores vary.
    """

    first: str
    second: str
    dataset: str
    ratio: float
    interval: Interval | None


class MeanScore(NamedTuple):
    """The mean of one algorithm on one dataset, in score units.

    Parameters
    ----------
    n
        The number of invocations.
    standard_error
        Of the mean, by how invocations differ; ``None`` for a single one.
    """

    algorithm: str
    dataset: str
    mean: float
    standard_error: float | None
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeedupsResult(Result):
    """Ratios of means of all pairs, the better one first, or of every algorithm and the control.

    Parameters
    ----------
    rows
        Each pair over all datasets, or on the only one.
    means
        The means whose ratios these are, dataset by dataset.
    invocation
        The column whose values are the independent repeats; empty if no column numbers them.
    iterations
        The columns of repeats within an invocation, which are averaged.
    warmup
        The number of first iterations of each invocation that were left out.
    control
        The algorithm that all others are compared with, ``None`` for all pairs.
    """

    rows: tuple[Speedup, ...]
    means: tuple[MeanScore, ...]
    invocation: str = ""
    iterations: tuple[str, ...] = ()
    warmup: int = 0
    control: str | None = None

    @property
    def short_name(self) -> str:
        """The method's name within a sentence."""
        return self.method.lower()

    @property
    def datasets(self) -> tuple[str, ...]:
        """The names of the datasets, in the table's order."""
        return tuple(dict.fromkeys(mean.dataset for mean in self.means))

    @property
    @remembered
    def by_dataset(self) -> tuple[Speedup, ...]:
        """Each pair on each dataset, with Fieller's interval of the ratio of two means."""
        return compare_means(
            [(row.first, row.second) for row in self.rows],
            self.means,
            higher_is_better=self.design.higher_is_better,
            confidence=1 - self.alpha,
        )

    def of(self, first: str, second: str) -> tuple[Speedup, ...]:
        """Return the speedups of one pair, dataset by dataset, as the result orders the two."""
        for name, role in ((first, "first"), (second, "second")):
            check_choice(role, name, self.design.algorithms)
        return tuple(row for row in self.by_dataset if {row.first, row.second} == {first, second})

    @property
    def table(self) -> pd.DataFrame:
        """One row per pair, over all datasets, with the least and the greatest ratio of single ones."""
        facts = columns(self.rows, "first", "second", "ratio") | interval_columns(self.rows)
        if len(self.datasets) == 1:
            return pd.DataFrame(facts)
        ratios = np.array([row.ratio for row in self.by_dataset]).reshape(len(self.rows), -1)
        return pd.DataFrame(facts | {"least": ratios.min(axis=1), "greatest": ratios.max(axis=1)})

    @property
    def by_dataset_table(self) -> pd.DataFrame:
        """One row per pair and dataset."""
        rows = self.by_dataset
        return pd.DataFrame(
            columns(rows, "first", "second", "dataset", "ratio") | interval_columns(rows)
        )

    @property
    def display(self) -> pd.DataFrame:
        """The table as text."""
        table = self.table
        interval = wording.INTERVAL.format(confidence=fmt.number(100 * (1 - self.alpha)))
        pairs = [wording.OVER.format(first=row.first, second=row.second) for row in self.rows]
        ends = [_write_interval(row.interval) for row in self.rows]
        texts = {wording.PAIR: pairs, wording.RATIO: [*map(write_ratio, table["ratio"])]}
        texts |= {interval: ends}
        for name in table.columns.intersection(["least", "greatest"]):
            texts[name] = [*map(write_ratio, table[name])]
        return pd.DataFrame(texts, dtype=object)

    @property
    def summary(self) -> str:
        """One line, the way a paper writes it: the largest speedup over all datasets."""
        most = max(self.rows, key=lambda row: abs(math.log(row.ratio)))
        return wording.SUMMARY.format(
            method=self.method,
            pairs=format_count(len(self.rows), "pair"),
            claim=self.describe(most),
        )

    def describe(self, row: Speedup) -> str:
        """Write one speedup with its interval: ``1.42 for a over b, 95 % CI [1.20, 1.68]``."""
        template = wording.CLAIM if row.interval else wording.BARE
        return template.format(
            ratio=write_ratio(row.ratio),
            first=row.first,
            second=row.second,
            confidence=fmt.number(100 * (1 - self.alpha)),
            interval=_write_interval(row.interval),
        )

    @property
    def interpretation(self) -> tuple[str, ...]:
        """Sentences on which speedups are clear of 1, what they are made of, and the limits."""
        known = [row for row in self.rows if row.interval]
        clear = [row for row in known if row.interval and not _holds_one(row.interval)]
        sentences = []
        if known:
            sentences.append(
                wording.CLEAR.format(
                    n=len(clear), pairs=format_count(len(known), "pair"), ratio=wording.ONE
                )
            )
        if clear and self.doubts:
            sentences = [wording.IN_DOUBT.format(reservation=self.reservation)]
        scores = self.design.score
        if len(self.datasets) > 1:
            sentences.append(wording.GEOMETRIC.format(n=len(self.datasets), score=scores))
        else:
            sentences.append(wording.ARITHMETIC.format(score=scores))
        direction = wording.HIGHER if self.design.higher_is_better else wording.LOWER
        return (*sentences, direction, wording.EACH_ALONE)


def compare_means(
    pairs: Sequence[tuple[str, str]],
    means: Sequence[MeanScore],
    *,
    higher_is_better: bool,
    confidence: float,
) -> tuple[Speedup, ...]:
    """Return the ratio of the means of each pair on each dataset, pair by pair."""
    places = {(mean.algorithm, mean.dataset): place for place, mean in enumerate(means)}
    wanted = list(itertools.product(pairs, dict.fromkeys(mean.dataset for mean in means)))
    over = np.array([places[one, dataset] for (one, _), dataset in wanted])
    under = np.array([places[other, dataset] for (_, other), dataset in wanted])
    if not higher_is_better:
        over, under = under, over
    averages, errors, sizes = _as_arrays(means)
    known = ~np.isnan(errors[over] + errors[under])
    sides = over[known], under[known]
    bounds = np.full((2, len(wanted)), math.nan)
    bounds[:, known] = mean_ratio_interval(
        (errors[sides[0]], errors[sides[1]]),
        (sizes[sides[0]], sizes[sides[1]]),
        confidence=confidence,
    )
    ratios = averages[over] / averages[under]
    ends = zip(*(bounds * ratios).tolist(), itertools.repeat(confidence), strict=False)
    with collector_held():
        intervals = (None if math.isnan(end[0]) else Interval._make(end) for end in ends)
        rows = zip(wanted, ratios.tolist(), intervals, strict=True)
        return tuple(
            Speedup(one, other, dataset, ratio, interval)
            for ((one, other), dataset), ratio, interval in rows
        )


def write_ratio(ratio: float) -> str:
    """Write a ratio with three digits, two decimals at least.

    >>> write_ratio(1.0049), write_ratio(123.4), write_ratio(math.inf)
    ('1.00', '123', '∞')
    """
    if math.isinf(ratio):
        return "∞"
    return fmt.fixed(ratio) if ratio < 100 else fmt.number(ratio)  # noqa: PLR2004 - three digits


def _write_interval(interval: Interval | None) -> str:
    return "" if interval is None else fmt.interval(interval[:2], write_ratio, none=1.0)


def _holds_one(interval: Interval) -> bool:
    return interval.low <= 1 <= interval.high


def _as_arrays(means: Sequence[MeanScore]) -> tuple[Array, Array, Array]:
    """Return means, relative standard errors, NaN where there is none, and the numbers of invocations."""
    errors = [
        math.nan if mean.standard_error is None else mean.standard_error / mean.mean
        for mean in means
    ]
    averages, sizes = [mean.mean for mean in means], [float(mean.n) for mean in means]
    return np.array(averages), np.array(errors), np.array(sizes)
