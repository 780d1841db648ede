"""A series over the last nights: its baseline, where it changed, tonight."""

import datetime as dt
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import blended_transform_factory

from benchreport.errors import DataError
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.figure_functions import as_figure
from benchreport.plots.base.hover import Point
from benchreport.plots.base.score_axis import NARROW
from benchreport.plots.base.short_names import elide
from benchreport.plots.base.style import ACCENT, INK, MUTED, Width, add_grid, inches, make_axes
from benchreport.plots.base.text_sizes import wrap_text
from benchreport.results.writing import number_format as fmt
from benchreport.wording.nights import figures as wording

WORSE, BETTER = "#D55E00", "#009E73"
FEWEST_TICKS, MOST_TICKS = 3, 6
GAP = 1.75  # usual steps between nights; a line over more would invent what lies between
LONGEST, TALL = 60, 1.5  # letters of a metric, and inches beside which it is written
EDGE = 0.15  # of an axis: words do not begin nearer to its right end


@dataclass(frozen=True, slots=True, kw_only=True)
class NightLine:
    """A series as it is drawn.

    Parameters
    ----------
    name, metric, unit
        The name of the series, what was measured, and its unit.
    higher_is_better
        The direction of the metric.
    nights, values
        T ISO dates, with or without a time, oldest first, and the T measured values, NaN where there is
        none.
    baseline, low, high
        The value that tonight is compared with, and the range of usual nights; NaN where unknown.
    since
        The first night of the change; empty where there is none.
    write
        The function that writes values, where the page around the figure has one; else the digits suit
        the values drawn.
    """

    name: str
    metric: str
    unit: str = ""
    higher_is_better: bool
    nights: tuple[str, ...]
    values: tuple[float, ...]
    baseline: float = math.nan
    low: float = math.nan
    high: float = math.nan
    since: str = ""
    write: fmt.Writer | None = None

    @property
    def frame(self) -> pd.DataFrame:
        """The numbers that are drawn, a row a night."""
        columns = {"night": list(self.nights), self.metric: list(self.values)}
        bands = {"baseline": self.baseline, "usual low": self.low, "usual high": self.high}
        return pd.DataFrame({**columns, **bands})


@as_figure
def night_plot(line: NightLine, *, ax: Axes | None = None, width: Width = "page") -> Axes:
    """Draw a series over its nights, gaps left open.

    Parameters
    ----------
    line
        The series.

    Raises
    ------
    DataError
        No night has a value.

    Examples
    --------
    >>> line = NightLine(name="svm", metric="accuracy", higher_is_better=True, baseline=0.9,
    ...                  nights=("2026-01-01", "2026-01-02"), values=(0.91, 0.85), since="2026-01-02")
    >>> night_plot(line).alt
    'accuracy of svm over 2 nights to 2026-01-02. The baseline is 0.9000; 0.8500 on the last night is
    below it. The change began on 2026-01-02.'
    """
    days, values = _days_since_1970(line.nights), np.array(line.values, dtype=float)
    if np.isnan(values).all():
        raise DataError(f"no night has a value of {line.name!r}.", hint="leave it out")
    narrow = inches(width) <= NARROW
    axes = ax or make_axes(width, 2.3 if narrow else 2.5)
    _draw_baseline(axes, line)
    _draw_nights(axes, line, days, values)
    _set_limits(axes, line, days, values)
    _mark_change(axes, line, days)
    _set_axes(axes, line, days, narrow=narrow)
    describe(axes, alt=_alt(line), caption=_caption(line), data=lambda: line.frame)
    return axes


def night_points(ax: Axes, line: NightLine) -> tuple[Point, ...]:
    """Return the places of the nights in a drawn figure, with their values.

    Parameters
    ----------
    ax
        The drawn axes that `night_plot` returned.
    line
        The series that they show.
    """
    figure = ax.get_figure(root=True)
    if figure is None:
        return ()
    write, unit = _choose_writer(line), f" {line.unit}" if line.unit else ""
    to_figure = ax.transData + figure.transFigure.inverted()
    known = [
        (night, day, value)
        for night, day, value in zip(
            line.nights, _days_since_1970(line.nights), line.values, strict=True
        )
        if not math.isnan(value)
    ]
    places = to_figure.transform([(day, value) for _, day, value in known])
    return tuple(
        Point(round(x, 4), round(1 - y, 4), f"{night}: {write(value)}{unit}")
        for (night, _, value), (x, y) in zip(known, places.tolist(), strict=True)
    )


def _days_since_1970(nights: Sequence[str]) -> list[float]:
    """Return days since 1970, with their part where a night has a time."""
    start = dt.datetime(1970, 1, 1)  # noqa: DTZ001 - differences of local dates
    return [(dt.datetime.fromisoformat(night) - start) / dt.timedelta(days=1) for night in nights]


def _choose_writer(line: NightLine) -> fmt.Writer:
    if line.write is not None:
        return line.write
    values = [value for value in line.values if not math.isnan(value)]
    return fmt.writer([*values, *([] if math.isnan(line.baseline) else [line.baseline])], least=3)


def _draw_baseline(axes: Axes, line: NightLine) -> None:
    if math.isnan(line.baseline):
        return
    if not math.isnan(line.low):
        axes.axhspan(line.low, line.high, color=ACCENT, alpha=0.09, linewidth=0, gid="band")
    axes.axhline(
        line.baseline, color=ACCENT, linewidth=1.1, linestyle=(0, (5, 2)), zorder=1.6, label="_"
    )


def _draw_nights(axes: Axes, line: NightLine, days: Sequence[float], values: np.ndarray) -> None:
    x, y = _break_gaps(days, values)
    axes.plot(x, y, color=MUTED, linewidth=0.9, zorder=2)
    after = np.array([bool(line.since) and night >= line.since for night in line.nights])
    axes.plot(
        np.array(days)[~after], values[~after], linestyle="", marker="o", markersize=3.1,
        color=MUTED, zorder=3,
    )  # fmt: skip
    up = _is_above(line)
    axes.plot(
        np.array(days)[after], values[after], linestyle="", marker="^" if up else "v",
        markersize=5.2, color=BETTER if up == line.higher_is_better else WORSE, zorder=4,
    )  # fmt: skip
    last = int(np.flatnonzero(~np.isnan(values))[-1])
    axes.plot(
        days[last], values[last], marker="o", markersize=10, fillstyle="none", zorder=5,
        markeredgecolor=INK, markeredgewidth=1.1, linestyle="",
    )  # fmt: skip


def _break_gaps(days: Sequence[float], values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Put a gap where nights are missing, so that the line does not run over them."""
    steps = np.diff(days)
    usual = float(np.median(steps)) if len(steps) else 1.0
    holes = np.flatnonzero(steps > GAP * usual) + 1
    return np.insert(np.array(days), holes, np.nan), np.insert(values, holes, np.nan)


def _is_above(line: NightLine) -> bool:
    """Tell whether the nights since the change lie above the baseline."""
    since = [
        value
        for night, value in zip(line.nights, line.values, strict=True)
        if night >= line.since and not math.isnan(value)
    ]
    if not since or math.isnan(line.baseline):
        return line.higher_is_better
    return float(np.mean(since)) > line.baseline


def _set_limits(axes: Axes, line: NightLine, days: Sequence[float], values: np.ndarray) -> None:
    bounds = np.array([*values, line.baseline, line.low, line.high])
    bounds = bounds[np.isfinite(bounds)]
    low, high = float(bounds.min()), float(bounds.max())
    room = 0.09 * (high - low) or 0.05 * abs(high) or 0.5
    axes.set_ylim(low - room, high + 1.9 * room)
    side = 0.02 * (days[-1] - days[0]) or 0.5
    axes.set_xlim(days[0] - side, days[-1] + 1.4 * side)


def _mark_change(axes: Axes, line: NightLine, days: Sequence[float]) -> None:
    """Mark where the change began, between the night before and the first of it."""
    place = next((n for n, night in enumerate(line.nights) if night >= line.since), None)
    if not line.since or place is None:
        return
    x = days[place] if place == 0 else (days[place] + days[place - 1]) / 2
    axes.axvline(x, color=INK, linewidth=0.8, linestyle=(0, (1.5, 1.5)), zorder=1.7)
    low, high = axes.get_xlim()
    right = (x - low) / (high - low) > 1 - EDGE
    axes.annotate(
        f"since {line.since}", (x, 0.985),
        xycoords=blended_transform_factory(axes.transData, axes.transAxes),
        xytext=(-3 if right else 3, 0), textcoords="offset points", va="top",
        ha="right" if right else "left", fontsize=8, color=INK, gid="since",
    )  # fmt: skip


def _set_axes(axes: Axes, line: NightLine, days: Sequence[float], *, narrow: bool) -> None:
    unit = f", {line.unit}" if line.unit else ""
    direction = "higher" if line.higher_is_better else "lower"
    metric = wrap_text(elide(line.metric + unit, LONGEST), TALL, 9.0)
    axes.set_ylabel(f"{metric}\n({direction} is better)")
    axes.yaxis.set_major_locator(MaxNLocator(5))
    # readers overlook an offset beside an axis
    axes.ticklabel_format(axis="y", useOffset=False)
    ticks = _choose_tick_days(days[0], days[-1], FEWEST_TICKS if narrow else MOST_TICKS)
    axes.set_xticks(ticks, [_format_date(day) for day in ticks])
    add_grid(axes, "y")


def _choose_tick_days(first: float, last: float, most: int) -> list[float]:
    """Return whole days, whole weeks apart where there are many, the last one among them."""
    end, span = math.floor(last), max(1.0, math.floor(last) - math.floor(first))
    steps = (1, 2, *(7 * 2**power for power in range(12)))
    step = next((candidate for candidate in steps if span / candidate <= most), steps[-1])
    return [float(end - back) for back in range(0, int(span) + 1, step)][::-1]


def _format_date(day: float) -> str:
    return (dt.date(1970, 1, 1) + dt.timedelta(days=day)).isoformat()


def _alt(line: NightLine) -> str:
    write = _choose_writer(line)
    values = [value for value in line.values if not math.isnan(value)]
    last, n = line.nights[-1], len(line.nights)
    sentences = [wording.ALT.format(metric=line.metric, name=line.name, n=n, last=last)]
    if not math.isnan(line.baseline):
        side = wording.SIDES[(values[-1] > line.baseline) - (values[-1] < line.baseline)]
        baseline, value = write(line.baseline), write(values[-1])
        sentences.append(wording.ALT_BASELINE.format(baseline=baseline, value=value, side=side))
    if line.since:
        sentences.append(wording.ALT_SINCE.format(since=line.since))
    return fmt.paragraph(*sentences)


def _caption(line: NightLine) -> str:
    direction = "higher" if line.higher_is_better else "lower"
    has_baseline = not math.isnan(line.baseline)
    band = "" if math.isnan(line.low) else wording.BAND
    return fmt.paragraph(
        wording.CAPTION.format(metric=line.metric, name=line.name, direction=direction),
        wording.BASELINE.format(band=band) if has_baseline else "",
        wording.SINCE if line.since else "",
        wording.TONIGHT,
    )
