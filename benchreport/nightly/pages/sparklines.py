"""Series as small lines beside their names."""

import dataclasses
import datetime as dt
import itertools
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from benchreport.errors import counted
from benchreport.nightly.night_facts import Finding, Key, NightFacts, SeriesNight
from benchreport.nightly.notify.wording import clean
from benchreport.nightly.pages.wording import (
    MetricFormat,
    distinct_names,
    metric_format,
    series_name,
    sort_by_state,
)
from benchreport.plots.nights.night_series import GAP

__all__ = ["HEIGHT", "MOST_SERIES", "WIDTH", "Sparkline", "draw_sparklines"]

MOST_SERIES = 200
WIDTH, HEIGHT = 180.0, 30.0
ROOM = 3.0  # so that lines at an edge are not cut
PARTIAL = re.compile(r"\d of \d+ runs?\b")
DAY = dt.timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sparkline:
    """A series with its last nights as an SVG path.

    Parameters
    ----------
    name, metric, state, reason
        Of the series, tonight.
    path
        Of its nights; nights that lack runs are left open.
    level
        Of the baseline, from the top; ``None`` where there is none or it is off the picture.
    end
        Of the last night, from the left and the top; ``None`` where nothing is drawn.
    value, change
        As they are written.
    told
        What is seen, in words.
    anchor
        Of its finding on the page of the night; empty where there is none.
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
    told: str
    anchor: str


def draw_sparklines(nights: Sequence[NightFacts]) -> tuple[Sparkline, ...]:
    """Draw the series of the last of some nights, those to look at first.

    Parameters
    ----------
    nights
        What was found on them, oldest first.

    Returns
    -------
    tuple of Spark
        At most two hundred.
    """
    if not nights:
        return ()
    last = nights[-1]
    shown = sort_by_state(last.series)[:MOST_SERIES]
    alive = {each.key: each for each in last.findings if not each.closed}
    wanted = {each.key for each in shown}
    values: dict[Key, list[tuple[str, float]]] = {key: [] for key in wanted}
    for facts in nights:
        for row in facts.series:
            if row.key in wanted and row.value is not None and not PARTIAL.search(row.reason):
                values[row.key].append((facts.night, row.value))
    span = (nights[0].night, last.night)
    metrics = {each.key.metric for each in shown}
    numbers = {name: metric_format(last, name, shown) for name in metrics}
    names = distinct_names([series_name(each.key, metric=False) for each in shown])
    return tuple(
        dataclasses.replace(
            _spark(each, values[each.key], span, numbers[each.key.metric], alive.get(each.key)),
            name=name,
        )
        for each, name in zip(shown, names, strict=True)
    )


def _spark(
    row: SeriesNight,
    values: Sequence[tuple[str, float]],
    span: tuple[str, str],
    numbers: MetricFormat,
    finding: Finding | None,
) -> Sparkline:
    known = [(_day(night), value) for night, value in values if math.isfinite(value)]
    path, level, end = _drawn(known, (_day(span[0]), _day(span[1])), row.baseline)
    value, change = numbers.format_value(row.value), numbers.format_change(row)
    first = counted(len(known), "night")
    return Sparkline(
        name=series_name(row.key, metric=False),
        metric=clean(row.key.metric),
        state=row.state,
        reason=clean(row.reason) if row.reason else "",
        path=path,
        level=level,
        end=end,
        value=value,
        change=change,
        told=f"{first}, tonight {value}, change {change}",
        anchor="" if finding is None else f"finding-{finding.number}",
    )


def _day(night: str) -> float:
    start = dt.datetime(2000, 1, 1)  # noqa: DTZ001 - differences of local dates
    return (dt.datetime.fromisoformat(night) - start) / DAY


def _drawn(
    known: Sequence[tuple[float, float]], span: tuple[float, float], baseline: float | None
) -> tuple[str, float | None, tuple[float, float] | None]:
    """Write a path over the nights, a new stroke after each gap; and where the baseline is."""
    if not known:
        return "", None, None
    held = [value for _, value in known]
    held += [baseline] if baseline is not None and math.isfinite(baseline) else []
    low, high = min(held), max(held)
    steps = sorted(later[0] - one[0] for one, later in itertools.pairwise(known))
    usual = steps[len(steps) // 2] if steps else 1.0

    def across(day: float) -> float:
        share = (day - span[0]) / (span[1] - span[0]) if span[1] > span[0] else 1.0
        return round(ROOM + share * (WIDTH - 2 * ROOM), 1)

    def down(value: float) -> float:
        # halves before the difference: that of two large numbers may have no double
        share = (high / 2 - value / 2) / (high / 2 - low / 2) if high > low else 0.5
        return round(ROOM + share * (HEIGHT - 2 * ROOM), 1)

    parts, before = [], -math.inf
    for day, value in known:
        stroke = "L" if day - before <= GAP * usual else "M"
        # a stroke of no length is a dot, as its ends are round
        dot = f"h0M{across(day):g} {down(value):g}" if stroke == "M" else ""
        parts.append(f"{stroke}{across(day):g} {down(value):g}{dot}")
        before = day
    level = None if baseline is None or not math.isfinite(baseline) else down(baseline)
    return "".join(parts), level, (across(known[-1][0]), down(known[-1][1]))
