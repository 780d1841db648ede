"""Sparklines, which show the last nights of a series as a small line beside its name."""

import datetime as dt
import itertools
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from benchreport.errors import format_count
from benchreport.nightly.night_facts import Finding, Key, NightFacts, SeriesNight
from benchreport.nightly.notify.metric_format import MetricFormat, metric_formats
from benchreport.nightly.pages.wording import (
    describe_reason,
    distinct_names,
    finding_anchor,
    series_name,
    sort_by_state,
)
from benchreport.plots.nights.night_series import GAP
from benchreport.report.rendering.clean_text import clean
from benchreport.wording.nights import pages as night_pages

MOST_SERIES = 200
WIDTH, HEIGHT = 180.0, 30.0
ROOM = 3.0  # a margin, so that lines at an edge are not cut
PARTIAL = re.compile(r"\d of \d+ runs?\b")
DAY = dt.timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sparkline:
    """The sparkline of a series, as an SVG path.

    Parameters
    ----------
    name, metric, state, reason
        The series, and its state tonight with the reason.
    path
        The SVG path over the nights; nights without a value leave gaps.
    level
        The height of the baseline, measured from the top; ``None`` if there is none.
    end
        The position of the last night, from the left and the top; ``None`` if nothing is drawn.
    value, change
        Tonight's value and the change, formatted.
    label
        A description of the picture in words.
    anchor
        The anchor of the series' finding on the page of the night; empty if there is none.
    """

    name: str
    metric: str
    state: str
    reason: str
    path: str
    level: float | None
    end: tuple[float, float] | None
    value: str
    change: str
    label: str
    anchor: str


def draw_sparklines(
    nights: Sequence[NightFacts], accepted: Iterable[Finding] = (), *, aligned: bool = True
) -> tuple[Sparkline, ...]:
    """Draw the series of the last of these nights, the most urgent first, at most 200.

    Parameters
    ----------
    nights
        The facts of the nights, oldest first.
    accepted
        The findings whose new level somebody, or time, accepted.
    aligned
        Whether baselines change slowly, so that a jump tells of other datasets or repeats: what was before it
        is then drawn on tonight's scale. Otherwise nights with missing runs are left out.
    """
    if not nights:
        return ()
    last = nights[-1]
    rows = sort_by_state(last.series)[:MOST_SERIES]
    # no page has a section about a mark
    alive = {
        finding.key: finding
        for finding in last.findings
        if not finding.closed and not finding.is_mark
    }
    measured: dict[Key, list[tuple[str, SeriesNight]]] = {row.key: [] for row in rows}
    for facts in nights:
        for row in facts.series:
            if row.key in measured and row.value is not None:
                measured[row.key].append((facts.night, row))
    closed: dict[Key, list[str]] = {row.key: [] for row in rows}
    for finding in accepted:
        closed.setdefault(finding.key, []).append(finding.closed)
    values = {
        key: _align(series, closed[key], ratio=key.metric in last.ratios)
        if aligned
        else [
            (night, row.value)
            for night, row in series
            if row.value is not None and not PARTIAL.search(row.reason)
        ]
        for key, series in measured.items()
    }
    formats = metric_formats(last)
    names = distinct_names([series_name(row.key, metric=False) for row in rows])
    return tuple(
        _sparkline(row, name, values[row.key], nights, formats[row.key.metric], alive.get(row.key))
        for row, name in zip(rows, names, strict=True)
    )


def _align(
    series: Sequence[tuple[str, SeriesNight]], accepted: Sequence[str], *, ratio: bool
) -> list[tuple[str, float]]:
    """Return the values of a series on tonight's scale.

    A baseline that jumps is one of other runs, unless a new level was accepted then. A jump, of all values
    too, is at least twice as large as their standard deviation; baselines that follow a drift move by less.
    """
    values = np.array([row.value for _, row in series], dtype=float)
    levels = np.array([row.baseline for _, row in series], dtype=float)
    if ratio:
        with np.errstate(invalid="ignore", divide="ignore"):
            values, levels = np.log(values), np.log(levels)
    known = np.flatnonzero(np.isfinite(levels)).tolist()
    usual = (
        max(float(np.median(np.abs(np.diff(values)))), float(values.std()))
        if len(values) > 1
        else 0.0
    )
    for before, after in itertools.pairwise(known):
        jump = levels[after] - levels[before]
        begin, end = series[before][0], series[after][0]
        if abs(jump) > usual and not any(begin <= night < end for night in accepted):
            # nights between them have too few earlier ones of their own runs for a baseline
            values[: before + 1] += jump
    drawn = np.exp(values) if ratio else values
    last = known[-1] if known else -1
    lost = 0 <= last < len(series) - 1 and all(night < series[last][0] for night in accepted)
    # without a baseline, tonight's runs are compared with none of these
    first = last + 1 if lost else 0
    nights = [night for night, _ in series]
    return list(zip(nights[first:], drawn[first:].tolist(), strict=True))


def _sparkline(
    row: SeriesNight,
    name: str,
    values: Sequence[tuple[str, float]],
    nights: Sequence[NightFacts],
    numbers: MetricFormat,
    finding: Finding | None,
) -> Sparkline:
    points = [(_day(night), value) for night, value in values if math.isfinite(value)]
    last = nights[-1]
    path, level, end = _draw(points, (_day(nights[0].night), _day(last.night)), row.baseline)
    value, change = numbers.format_value(row.value), numbers.format_change(row)
    return Sparkline(
        name=name,
        metric=clean(row.key.metric),
        state=last.describe_state(row)[0],
        reason=describe_reason(last, row, numbers),
        path=path,
        level=level,
        end=end,
        value=value,
        change=change,
        label=night_pages.SPARKLINE.format(
            nights=format_count(len(points), "night"), value=value, change=change
        ),
        anchor="" if finding is None else finding_anchor(finding),
    )


def _day(night: str) -> float:
    start = dt.datetime(2000, 1, 1)  # noqa: DTZ001 - differences of local dates
    return (dt.datetime.fromisoformat(night) - start) / DAY


def _draw(
    points: Sequence[tuple[float, float]], span: tuple[float, float], baseline: float | None
) -> tuple[str, float | None, tuple[float, float] | None]:
    """Return the path, with a new stroke after each gap, the height of the baseline, and the last point."""
    if not points:
        return "", None, None
    values = [value for _, value in points]
    values += [baseline] if baseline is not None and math.isfinite(baseline) else []
    low, high = min(values), max(values)
    steps = sorted(later - day for (day, _), (later, _) in itertools.pairwise(points))
    usual = steps[len(steps) // 2] if steps else 1.0

    def across(day: float) -> float:
        share = (day - span[0]) / (span[1] - span[0]) if span[1] > span[0] else 1.0
        return round(ROOM + share * (WIDTH - 2 * ROOM), 1)

    def down(value: float) -> float:
        # halve first, because the difference of two large numbers may overflow
        share = (high / 2 - value / 2) / (high / 2 - low / 2) if high > low else 0.5
        return round(ROOM + share * (HEIGHT - 2 * ROOM), 1)

    parts, before = [], -math.inf
    for day, value in points:
        stroke = "L" if day - before <= GAP * usual else "M"
        # a stroke of length 0 appears as a dot, because its ends are round
        dot = f"h0M{across(day):g} {down(value):g}" if stroke == "M" else ""
        parts.append(f"{stroke}{across(day):g} {down(value):g}{dot}")
        before = day
    level = None if baseline is None or not math.isfinite(baseline) else down(baseline)
    return "".join(parts), level, (across(points[-1][0]), down(points[-1][1]))
