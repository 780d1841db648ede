"""The numbers of a night: one format for each metric, which its messages and pages share."""

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchreport.nightly.night_facts import Finding, NightFacts, SeriesNight
from benchreport.report.rendering.clean_text import clean
from benchreport.results.writing import number_format as fmt

NONE = "–"
MOST_UNIT = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricFormat:
    """The number format of one metric's values and changes.

    Parameters
    ----------
    value, change
        Functions that format a value and a change; a change has a sign and no unit.
    unit, change_unit
        The units of values and of changes; changes of a metric compared by ratios are in per cent.
    """

    value: fmt.Writer
    change: fmt.Writer
    unit: str
    change_unit: str

    def format_value(self, value: float | None) -> str:
        """Write a value with its unit."""
        return NONE if is_missing(value) else _with_unit(self.value(value or 0.0), self.unit)

    def format_change(self, row: SeriesNight | Finding) -> str:
        """Write a change with its unit and interval: ``−1.2 % [−1.5, −0.9]``."""
        if is_missing(row.change) or (isinstance(row, Finding) and row.is_mark):
            return NONE
        size = self.format_size(row.change or 0.0)
        ends = self.format_interval(row)
        return size if ends == NONE else f"{size} {ends}"

    def format_size(self, change: float) -> str:
        """Write a change with its unit and without an interval."""
        return _with_unit(self.change(change), self.change_unit)

    def format_interval(self, row: SeriesNight | Finding) -> str:
        """Write the interval of a change."""
        if is_missing(row.low) or is_missing(row.high):
            return NONE
        return f"[{self.change(row.low or 0.0)}, {self.change(row.high or 0.0)}]"


def metric_formats(facts: NightFacts) -> dict[str, MetricFormat]:
    """Return the number format of each metric of a night.

    Changes have two digits of the width that an interval of the metric usually has, and values in the same
    unit have the same decimals.

    Examples
    --------
    >>> from benchreport.nightly.night_facts import Key
    >>> row = SeriesNight(key=Key("f1", "svm"), state="regressed", value=0.88, baseline=0.912,
    ...                   change=-0.0312, low=-0.0452, high=-0.0172)
    >>> numbers = metric_formats(NightFacts(name="n", night="2026-02-14", series=(row,)))["f1"]
    >>> numbers.format_value(row.value), numbers.format_change(row)
    ('0.880', '−0.031 [−0.045, −0.017]')
    """
    rows: dict[str, list[SeriesNight | Finding]] = {name: [] for name in facts.directions}
    for row in _rows(facts):
        rows.setdefault(row.key.metric, []).append(row)
    return {metric: _metric_format(facts, metric, of_metric) for metric, of_metric in rows.items()}


def metric_format(facts: NightFacts, row: SeriesNight | Finding) -> MetricFormat:
    """Return the number format of a row's metric, which the night may not have any more."""
    metric = row.key.metric
    of_metric = [other for other in _rows(facts) if other.key.metric == metric]
    return _metric_format(facts, metric, of_metric or [row])


def _rows(facts: NightFacts) -> list[SeriesNight | Finding]:
    return [*facts.series, *facts.findings]


def _metric_format(
    facts: NightFacts, metric: str, rows: Sequence[SeriesNight | Finding]
) -> MetricFormat:
    ratio = metric in facts.ratios
    factor = 100.0 if ratio else 1.0
    unit = facts.units.get(metric, "").strip()
    unit = clean(unit, most=MOST_UNIT) if unit else ""
    sizes = _finite(
        factor * size for row in rows for size in (row.change, row.low, row.high) if size
    )
    # fixed decimals would show only zeros of tiny numbers
    tiny = 0 < max(map(abs, sizes), default=0.0) < fmt.SMALLEST_PLAIN
    decimals = fmt.decimals_for(_widths(rows, factor) or sizes, digits=2)
    alike = bool(sizes) and not tiny and not ratio
    return MetricFormat(
        value=_fixed_writer(decimals) if alike else fmt.writer(_levels(rows), least=0),
        change=_signed_writer(factor, decimals=None if tiny else decimals),
        unit=unit,
        change_unit="%" if ratio else unit,
    )


def _finite(values: Iterable[float]) -> list[float]:
    return [value for value in values if math.isfinite(value)]


def _levels(rows: Sequence[SeriesNight | Finding]) -> list[float]:
    levels = [row.baseline for row in rows]
    levels += [row.value for row in rows if isinstance(row, SeriesNight)]
    return _finite(level for level in levels if level is not None)


def _widths(rows: Sequence[SeriesNight | Finding], factor: float) -> list[float]:
    """Return the usual width of an interval, as a list; an empty list if there is no interval."""
    widths = _finite(
        factor * (row.high - row.low)
        for row in rows
        if row.low is not None and row.high is not None and row.high > row.low
    )
    return [statistics.median(widths)] if widths else []


def _fixed_writer(decimals: int) -> fmt.Writer:
    return lambda value: fmt.fixed(value, decimals)


def _signed_writer(factor: float, *, decimals: int | None) -> fmt.Writer:
    def write(value: float) -> str:
        size = factor * value
        text = fmt.number(size) if decimals is None else fmt.fixed(size, decimals)
        # write no sign before a number that rounds to zero
        return f"+{text}" if size > 0 and text.strip("0.") else text

    return write


def is_missing(value: float | None) -> bool:
    """Return whether there is no finite value."""
    return value is None or not math.isfinite(value)


def _with_unit(text: str, unit: str) -> str:
    return f"{text} {unit}" if unit else text
