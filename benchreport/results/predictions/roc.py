"""ROC and precision-recall curves of models, and which of them are worth having."""

import functools
from dataclasses import dataclass, field
from typing import NamedTuple

import pandas as pd

from benchreport.results.base import Interval, Result
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.record_columns import columns, drop_empty_columns, interval_columns
from benchreport.wording.results import predictions as wording

NAMED = 5
LEAST_DECIMALS = 3


class Curve(NamedTuple):
    """Points as the threshold falls: scores at or above it are called positive.

    Parameters
    ----------
    x, y
        False and true positive rates; or recall and precision.
    thresholds
        The first is ∞, where nothing is called positive.
    """

    x: tuple[float, ...]
    y: tuple[float, ...]
    thresholds: tuple[float, ...]


class OperatingPoint(NamedTuple):
    """The rates of a model's predicted labels, and the models no worse at both rates and better at one."""

    false_positive_rate: float
    true_positive_rate: float
    on_hull: bool
    dominated_by: tuple[str, ...]


class RocRow(NamedTuple):
    """One model.

    Parameters
    ----------
    on_hull
        Whether its curve or its operating point is on the hull, somewhere between (0, 0) and (1,
        1).
    dominated_by
        Models whose curve is nowhere below this one's and somewhere above.
    interval
        ``None`` where examples are weighted.
    """

    algorithm: str
    auc: float
    interval: Interval | None
    on_hull: bool
    dominated_by: tuple[str, ...]
    point: OperatingPoint


class HullCorner(NamedTuple):
    """A corner of the convex hull, and the models that reach it."""

    false_positive_rate: float
    true_positive_rate: float
    owners: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RocResult(Result):
    """ROC curves with areas, convex hull and dominance.

    Parameters
    ----------
    positive
        The positive class.
    positives, negatives
        The numbers of positive and of negative examples.
    rows, curves
        In the design's order.
    hull
        From (0, 0) to (1, 1).
    """

    positive: str
    positives: int
    negatives: int
    rows: tuple[RocRow, ...]
    curves: tuple[Curve, ...] = field(repr=False)
    hull: tuple[HullCorner, ...] = field(repr=False)

    @property
    def order(self) -> tuple[int, ...]:
        """Places of the models, the largest area first."""
        return tuple(sorted(range(len(self.rows)), key=lambda place: -self.rows[place].auc))

    @property
    def table(self) -> pd.DataFrame:
        """One row per model; the rates are those of its predicted labels."""
        rows, points = self.rows, [row.point for row in self.rows]
        return pd.DataFrame(
            columns(rows, "algorithm", "auc")
            | interval_columns(rows)
            | columns(rows, "on_hull")
            | {"dominated_by": ["; ".join(row.dominated_by) for row in rows]}
            | columns(points, "false_positive_rate", "true_positive_rate")
            | {"point_on_hull": [point.on_hull for point in points]}
            | {"point_dominated_by": ["; ".join(point.dominated_by) for point in points]}
        )

    @property
    def display(self) -> pd.DataFrame:
        """The table as text, intervals in one column."""
        write = self._writer
        level = fmt.number(100 * (1 - self.alpha))
        rows = self.rows
        texts = pd.DataFrame(
            {
                self.design.noun: [row.algorithm for row in rows],
                "AUC": [write(row.auc) for row in rows],
                f"{level} % interval": [fmt.interval(row.interval, write, none=0.5) for row in rows],
                "on hull": ["yes" if row.on_hull else "no" for row in rows],
                "curve dominated by": [fmt.join(row.dominated_by, most=3) for row in rows],
                "FPR of labels": [fmt.fixed(row.point.false_positive_rate, 3) for row in rows],
                "TPR of labels": [fmt.fixed(row.point.true_positive_rate, 3) for row in rows],
                "labels dominated by": [
                    fmt.join(row.point.dominated_by, most=3) for row in rows
                ],
            },
            dtype=object,
        )  # fmt: skip
        # the columns on dominance are empty for one model, or where nobody dominates
        return drop_empty_columns(texts.drop(columns=["on hull"] * (len(rows) == 1)))

    @property
    def _writer(self) -> fmt.Writer:
        decimals = max(LEAST_DECIMALS, fmt.decimals_for([row.auc for row in self.rows]))
        return functools.partial(fmt.fixed, decimals=decimals)

    @property
    def summary(self) -> str:
        """The largest area with its interval."""
        best = self.rows[self.order[0]]
        write = self._writer
        numbers = [write(best.auc)]
        if best.interval is not None:
            level = fmt.number(100 * best.interval.confidence)
            interval = fmt.interval(best.interval, write, none=0.5)
            numbers.append(wording.INTERVAL.format(level=level, interval=interval))
        ahead = [row.algorithm for row in self.rows if row.auc == best.auc]
        whose = wording.LARGEST_AREA.format(names=fmt.join(ahead, most=NAMED))
        if len(ahead) == len(self.rows) > 1:
            whose = wording.SAME_AREA
        return wording.AREAS.format(method=self.method, whose=whose, numbers=", ".join(numbers))

    @property
    def interpretation(self) -> tuple[str, ...]:
        """Sentences on what the areas, the hull and dominance show, and what they do not."""
        best = self.rows[self.order[0]]
        ahead = [row.algorithm for row in self.rows if row.auc == best.auc]
        verb = "give" if len(ahead) > 1 else "gives"
        first = wording.AREA.format(
            names=fmt.join(ahead, most=NAMED),
            give=verb,
            positive=self.positive,
            share=fmt.number(100 * best.auc, 4),
        )
        if len(self.rows) == 1:
            return (first,)
        return (
            first,
            self._hull_sentence(),
            self._dominance_sentence(),
            wording.NO_OVERLAP_TEST,
        )

    def _hull_sentence(self) -> str:
        on = [row.algorithm for row in self.rows if row.on_hull]
        off = [row.algorithm for row in self.rows if not row.on_hull]
        if not on:
            return wording.NO_HULL
        line = wording.HULL.format(positive=self.positive, names=fmt.join(on, most=NAMED))
        never = wording.OFF_HULL.format(names=fmt.join(off, most=NAMED))
        return f"{line} {never}" if off else line

    def _dominance_sentence(self) -> str:
        worse = [row for row in self.rows if row.dominated_by]
        if not worse:
            return wording.NO_DOMINANCE
        models = [
            wording.DOMINATED_BY.format(
                name=row.algorithm, others=fmt.join(row.dominated_by, most=3)
            )
            for row in worse
        ]
        return wording.DOMINATED.format(names=fmt.join(models, most=NAMED))


class PrecisionRecallRow(NamedTuple):
    """One model; the point is that of its predicted labels, its precision NaN if there are none."""

    algorithm: str
    average_precision: float
    precision: float
    recall: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PrecisionRecallResult(Result):
    """Precision-recall curves with average precision.

    Parameters
    ----------
    positive
        The positive class.
    share
        The share of positives, which is the average precision of a random order.
    rows, curves
        Rows and curves in the design's order; a curve has a point for each recall, at its highest precision.
    """

    positive: str
    share: float
    rows: tuple[PrecisionRecallRow, ...]
    curves: tuple[Curve, ...] = field(repr=False)

    @property
    def order(self) -> tuple[int, ...]:
        """Places of the models, the highest average precision first."""
        return tuple(
            sorted(range(len(self.rows)), key=lambda place: -self.rows[place].average_precision)
        )

    @property
    def table(self) -> pd.DataFrame:
        """One row per model; precision and recall are those of its predicted labels."""
        return pd.DataFrame(self.rows, columns=list(PrecisionRecallRow._fields))

    @property
    def summary(self) -> str:
        """One line: the highest average precision, and that of a random order."""
        best = self.rows[self.order[0]]
        ahead = [
            row.algorithm for row in self.rows if row.average_precision == best.average_precision
        ]
        return wording.PRECISION.format(
            method=self.method,
            names=fmt.join(ahead, most=NAMED),
            value=fmt.fixed(best.average_precision, LEAST_DECIMALS),
            reference=fmt.fixed(self.share, LEAST_DECIMALS),
        )

    @property
    def interpretation(self) -> tuple[str, ...]:
        """Sentences on what to compare the numbers with."""
        share = fmt.number(100 * self.share, 3)
        return (wording.RANDOM_ORDER.format(positive=self.positive, share=share),)
