"""Speedups of pairs: ratios of means on each dataset, and over all with their intervals."""

import itertools
import math
from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from benchreport import stats
from benchreport.data.scores import Scores
from benchreport.errors import check_number, format_count
from benchreport.hints import option
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.figure_functions import as_figure, from_table
from benchreport.plots.base.row_names import count_pairs, fit_pairs, pair_pitch
from benchreport.plots.base.score_axis import log_limits, set_log_ticks
from benchreport.plots.base.style import (
    ACCENT,
    INK,
    MUTED,
    Width,
    available_width,
    make_axes,
    set_row_axes,
)
from benchreport.plots.base.text_sizes import measure_width
from benchreport.plots.pairs.pair_tables import select_rows
from benchreport.results import Speedup, SpeedupsResult
from benchreport.results.writing import number_format as fmt
from benchreport.wording.results import speedups as wording

AXIS, ASIDE, AROUND, ROOM = 0.52, 0.3, 0.9, 0.06
BELOW = 0.24  # of the distance of rows, so that bars hide no dot
LONGEST = math.log(1e4)
"""The longest bar, beyond which the axis ends, in logarithms of ratios."""


@as_figure
def speedup_plot(
    result: SpeedupsResult,
    *,
    most: int | None = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw the speedup of every pair with its interval, and a dot for each dataset.

    Parameters
    ----------
    most
        How many pairs are drawn, those farthest from 1; None: as many as a page holds with whole names, at
        most 45. The caption says how many are left out.

    Returns
    -------
    matplotlib.axes.Axes
        One row for each pair, the largest speedup on top, on a logarithmic axis. Filled: the interval
        excludes 1. Dots are the ratios of single datasets.
    """
    farthest = sorted(result.rows, key=lambda row: -abs(math.log(row.ratio)))
    wide = available_width(ax, width)
    room = (1 - AXIS) * wide - ASIDE
    if most is None:
        most = count_pairs([row[:2] for row in farthest], room, measure_width)
    check_number("most", most, above=0, whole=True, hint=option(most=45))
    rows = sorted(farthest[:most], key=lambda row: row.ratio)
    labels, size, n_lines = fit_pairs(
        [row[:2] for row in rows], room, wide, measure_width, between=wording.BETWEEN
    )
    axes = ax or make_axes(width, AROUND + pair_pitch(len(rows), size, n_lines) * len(rows))
    axes.set_xscale("log")
    singles = _group_by_pair(result)
    limits = _find_limits(rows, singles)
    for place, row in enumerate(rows):
        _draw_row(axes, place, row, singles[row[:2]], limits)
    axes.axvline(1, color=INK, linewidth=0.9, zorder=1, gid="no speedup")
    axes.set_yticks(range(len(rows)), labels, fontsize=size, linespacing=1.0)
    set_row_axes(axes, len(rows))
    set_log_ticks(axes.xaxis, np.array(limits), most=7)
    axes.set_xlim(limits)
    axes.set_xlabel(wording.AXIS)
    describe(
        axes,
        alt=_alt(rows),
        caption=_caption(result, len(farthest) - len(rows)),
        data=lambda: select_rows(result.table, rows),
    )
    return axes


@from_table(speedup_plot, stats.speedup)
def speedup_plot_from_table(
    scores: Scores,
    *,
    control: str | None = None,
    invocation: str | None = None,
    warmup: int = 0,
    alpha: float = 0.05,
    most: int | None = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw by which factor algorithms are faster or smaller than others.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> times = pd.DataFrame({"zip": [2.0, 4.1, 8.2], "lz": [1.0, 2.0, 4.0]}, index=["text", "code", "logs"])
    >>> axes = times.bench(score="seconds").speedup_plot()
    """
    result = stats.speedup(
        scores, control=control, invocation=invocation, warmup=warmup, alpha=alpha
    )
    return speedup_plot(result, most=most, ax=ax, width=width)


def _group_by_pair(result: SpeedupsResult) -> dict[tuple[str, str], list[float]]:
    """Return the ratios on single datasets of each pair; none where there is one dataset only."""
    if len(result.datasets) == 1:
        return {(row.first, row.second): [] for row in result.rows}
    groups = itertools.groupby(result.by_dataset, lambda row: (row.first, row.second))
    return {pair: [row.ratio for row in group] for pair, group in groups}


def _find_limits(
    rows: Sequence[Speedup], singles: dict[tuple[str, str], list[float]]
) -> tuple[float, float]:
    """Return limits that hold 1, all ratios, and the ends of intervals that are not far away."""
    ratios = [1.0, *(ratio for row in rows for ratio in (row.ratio, *singles[row[:2]]))]
    least, greatest = min(ratios), max(ratios)
    ends = [end for row in rows if row.interval for end in row.interval[:2] if 0 < end < math.inf]
    # differences of logarithms: the ratios themselves may overflow
    bounds = math.log(least) - LONGEST, math.log(greatest) + LONGEST
    near = [end for end in ends if bounds[0] < math.log(end) < bounds[1]]
    low, high = min([least, *near]), max([greatest, *near])
    if high / low < 1 + 1e-9:
        low, high = 0.9, 1.1
    return log_limits(low, high, ROOM)


def _draw_row(
    axes: Axes,
    place: int,
    row: Speedup,
    singles: Sequence[float],
    limits: tuple[float, float],
) -> None:
    clear = row.interval is not None and not row.interval.low <= 1 <= row.interval.high
    colour = ACCENT if clear else MUTED
    axes.plot(
        singles, [place - BELOW] * len(singles), "o", color=INK, markersize=2.8, alpha=0.6,
        markeredgewidth=0, zorder=3, gid="dataset",
    )  # fmt: skip
    if row.interval is not None:
        ends = [min(max(end, limits[0]), limits[1]) for end in row.interval[:2]]
        axes.plot(
            ends, [place] * 2, color=colour, linewidth=1.7 if clear else 1.2, gid="interval",
            solid_capstyle="butt",
        )  # fmt: skip
        inside = [end for end in row.interval[:2] if limits[0] <= end <= limits[1]]
        axes.plot(inside, [place] * len(inside), "|", color=colour, markersize=5)
    axes.plot(
        [row.ratio], [place], "o", markersize=4.8, color=colour,
        markerfacecolor=colour if clear else "white", zorder=4, gid="ratio",
    )  # fmt: skip


def _alt(rows: Sequence[Speedup]) -> str:
    clear = [row for row in rows if row.interval and not row.interval.low <= 1 <= row.interval.high]
    pairs = format_count(len(rows), "pair")
    low, high = (
        wording.BARE.format(ratio=fmt.fixed(row.ratio), first=row.first, second=row.second)
        for row in (rows[0], rows[-1])
    )
    return wording.DRAWN.format(pairs=pairs, low=low, high=high, n=fmt.or_none(len(clear)))


def _caption(result: SpeedupsResult, hidden: int) -> str:
    n, score = len(result.datasets), result.design.score
    level = fmt.number(100 * (1 - result.alpha))
    several = n > 1
    what = wording.CAPTION_OVER.format(n=n, score=score) if several else wording.CAPTION
    hidden_pairs = wording.LEFT_OUT.format(pairs=format_count(hidden, "pair"), are=fmt.are(hidden))
    return fmt.paragraph(
        what.format(score=score),
        wording.BARS_OVER.format(level=level) if several else wording.BARS.format(level=level),
        wording.FILLED,
        hidden_pairs if hidden else "",
    )
