"""The metrics of each algorithm, with intervals."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import pandas as pd

from benchreport.results.base import Interval, Result
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.record_columns import columns, interval_columns
from benchreport.wording.results import predictions as wording

# names that papers do not write in small letters
WRITTEN = {
    "auc": "AUC",
    "brier": "Brier score",
    "brier_multiclass": "Brier score",
    "f1": "F1",
    "f1_macro": "macro F1",
    "f1_micro": "micro F1",
    "hit_rate": "hit rate",
    "iqm": "IQM",
    "mae": "MAE",
    "mape": "MAPE",
    "mcc": "MCC",
    "mse": "MSE",
    "ndcg": "NDCG",
    "r2": "R²",
    "rmse": "RMSE",
}


def format_metric(metric: str) -> str:
    """Write a metric's name.

    >>> format_metric("auc"), format_metric("ndcg@10"), format_metric("balanced_accuracy")
    ('AUC', 'NDCG@10', 'balanced accuracy')
    """
    name, at, rank = metric.partition("@")
    return f"{WRITTEN.get(name, name.replace('_', ' '))}{at}{rank}"


class Measured(NamedTuple):
    """One metric of one algorithm.

    Parameters
    ----------
    interval
        The interval of the estimate; ``None`` if there is none.
    higher_is_better
        The metric's direction.
    definition
        The definition of the metric, in a phrase.
    how
        The method of the interval; empty where there is none.
    baseline
        The metric of always predicting the most frequent class; NaN where that says nothing.
    beats_baseline
        Whether the interval of the accuracy's difference from the baseline, on the same examples, is above 0.
    """

    algorithm: str
    metric: str
    estimate: float
    interval: Interval | None
    higher_is_better: bool
    definition: str
    how: str = ""
    baseline: float = math.nan
    beats_baseline: bool = False

    @property
    def direction(self) -> str:
        """``higher is better`` or ``lower is better``."""
        return f"{'higher' if self.higher_is_better else 'lower'} is better"


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricsResult(Result):
    """Metrics of every algorithm.

    Parameters
    ----------
    rows
        Metric by metric, each in the design's order of the algorithms.
    claims
        The sentences of the interpretation.
    majority
        The most frequent class, which the baseline always predicts; empty where there is none.
    """

    rows: tuple[Measured, ...]
    claims: tuple[str, ...] = ()
    majority: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The metrics in their order."""
        return tuple(dict.fromkeys(row.metric for row in self.rows))

    @property
    def definitions(self) -> tuple[tuple[str, str], ...]:
        """Each metric with its definition and direction."""
        definitions = {row.metric: f"{row.definition} ({row.direction})" for row in self.rows}
        return tuple(definitions.items())

    def of(self, metric: str) -> tuple[Measured, ...]:
        """Return the rows of one metric."""
        return tuple(row for row in self.rows if row.metric == metric)

    def best(self, metric: str) -> Measured | None:
        """Return the best row of a metric, the first of several; ``None`` where all are undefined."""
        known = [row for row in self.of(metric) if not math.isnan(row.estimate)]
        sign = -1.0 if known and known[0].higher_is_better else 1.0
        return min(known, key=lambda row: sign * row.estimate, default=None)

    @property
    def table(self) -> pd.DataFrame:
        """One row per metric and algorithm; the baseline's column where there is one."""
        rows = self.rows
        facts = columns(rows, "algorithm", "metric", "estimate")
        if any(row.interval for row in rows):
            facts |= interval_columns(rows) | {"interval": [row.how for row in rows]}
        if self.majority:
            facts |= columns(rows, "baseline")
        return pd.DataFrame(facts | columns(rows, "higher_is_better"))

    @property
    def display(self) -> pd.DataFrame:
        """The table as text; the numbers of a metric share their decimals."""
        write = {name: self.writer(name) for name in self.names}
        columns: dict[str, list[str]] = {
            "metric": [format_metric(row.metric) for row in self.rows],
            self.design.noun: [row.algorithm for row in self.rows],
            "estimate": [write[row.metric](row.estimate) for row in self.rows],
        }
        if any(row.interval for row in self.rows):
            level = fmt.number(100 * (1 - self.alpha))
            columns[f"{level} % interval"] = [
                fmt.interval(row.interval, write[row.metric]) for row in self.rows
            ]
            columns["by"] = [row.how for row in self.rows]
        if self.majority:
            columns[f"always {self.majority}"] = [
                write[row.metric](row.baseline) for row in self.rows
            ]
        return pd.DataFrame(columns, dtype=object)

    def writer(self, metric: str) -> Callable[[float], str]:
        """Return a function that writes all numbers of a metric alike."""
        return fmt.writer(row.estimate for row in self.of(metric))

    @property
    def summary(self) -> str:
        """The best of the first metric, with its interval and the baseline."""
        name = self.names[0]
        title = format_metric(name)
        best = self.best(name)
        if best is None:
            return wording.UNDEFINED.format(metric=f"{title[:1].upper()}{title[1:]}")
        write = self.writer(name)
        value, parts = write(best.estimate), list[str]()
        if best.interval is not None:
            level = fmt.number(100 * best.interval.confidence)
            interval = fmt.interval(best.interval, write)
            parts.append(wording.INTERVAL.format(level=level, interval=interval))
        if self.majority and not math.isnan(best.baseline):
            baseline = write(best.baseline)
            parts.append(wording.BASELINE.format(majority=self.majority, value=baseline))
        ahead = [row.algorithm for row in self.of(name) if row.estimate == best.estimate]
        who = fmt.join(ahead, most=5)
        beside = f"{value} ({'; '.join(parts)})" if parts else value
        if len(self.design.algorithms) == 1:
            return wording.VALUE_OF_ONE.format(metric=title, name=who, value=beside)
        if len(ahead) == len(self.design.algorithms):
            noun = self.design.noun
            return wording.SAME_VALUE.format(noun=noun, metric=title, value=beside)
        has = "has" if len(ahead) == 1 else "share"
        return wording.BEST_VALUE.format(names=who, has=has, metric=title, value=beside)

    @property
    def interpretation(self) -> tuple[str, ...]:
        """Sentences on what the numbers show, and what they do not."""
        return self.claims
