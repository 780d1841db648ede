"""A specification curve: what p-values depend on."""

import math
from collections.abc import Iterator, Sequence

import numpy as np
from matplotlib.axes import Axes

from benchreport import stats
from benchreport.data.predictions import Predictions
from benchreport.data.scores import Scores
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.figure_functions import as_figure, from_table
from benchreport.plots.base.short_names import shorten_names
from benchreport.plots.base.style import ACCENT, GRID, MUTED, PALETTE, Width, make_axes
from benchreport.results import MultiverseResult
from benchreport.results.checks.multiverse import AXES, Analysis
from benchreport.results.writing import number_format as fmt
from benchreport.wording.results import multiverse as wording

DECADES = (2, 6)
"""Powers of ten that the log scale has at least and at most."""
CURVE = 6.0  # rows that the curve takes
BETWEEN = 0.6  # rows between two groups of choices
PITCH, AROUND = 0.16, 0.65  # inches
AGAINST = PALETTE[1]
MOST_LETTERS = 24

Rows = list[tuple[float, str, list[int]]]
"""Height, label and the places of the analyses that have the choice."""


@as_figure
def multiverse_plot(
    result: MultiverseResult, *, ax: Axes | None = None, width: Width = "page"
) -> Axes:
    """Draw the p-values of the leader against its rival under all choices, sorted, and the choices below.

    Returns
    -------
    matplotlib.axes.Axes
        One column for each analysis: its adjusted p on a log scale, and marks at its choices.
    """
    there = [row for row in result.rows if not math.isnan(row.p_adjusted)]
    order = sorted(range(len(there)), key=lambda place: there[place].p_adjusted)
    rows = [there[place] for place in order]
    choices = [*_list_choices(rows, there)]
    height = CURVE + BETWEEN + (-choices[-1][0] if choices else 0.0)
    axes = ax or make_axes(width, AROUND + PITCH * height)
    decades = _count_decades(rows)
    for place, row in enumerate(rows):
        _draw_p(axes, (place, _height(row.p_adjusted, decades)), row, result)
    first = order.index(0)
    axes.plot(
        [first], [_height(rows[first].p_adjusted, decades)], "o", markersize=9, markerfacecolor="none",
        color=MUTED, gid="first",
    )  # fmt: skip
    _draw_choices(axes, choices)
    _set_axes(axes, len(rows), choices)
    _set_curve(axes, result, decades)
    describe(
        axes,
        alt=_alt(result, rows),
        caption=_caption(result, rows),
        data=lambda: result.table.iloc[
            [place for place, row in enumerate(result.rows) if not math.isnan(row.p_adjusted)]
        ].iloc[order],
    )
    return axes


@from_table(multiverse_plot, stats.multiverse)
def multiverse_plot_from_table(
    scores: Scores | Predictions,
    *,
    rival: str | None = None,
    alpha: float = 0.05,
    most: int = 64,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw what the p-value of the best against another algorithm depends on.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 3]})
    >>> axes = frame.bench(score="accuracy").multiverse_plot()
    """
    result = stats.multiverse(scores, rival=rival, alpha=alpha, most=most)
    return multiverse_plot(result, ax=ax, width=width)


def _count_decades(rows: Sequence[Analysis]) -> int:
    least = min(row.p_adjusted for row in rows)
    low, high = DECADES
    return min(max(low, math.ceil(-math.log10(max(least, 10.0**-high)) - 1e-9)), high)


def _height(p: float, decades: int) -> float:
    """Return the height of a p-value: 1 is at the bottom of the curve, the smallest at its top."""
    return BETWEEN + CURVE * min(-math.log10(max(p, 1e-300)) / decades, 1.0)


def _draw_p(axes: Axes, at: tuple[float, float], row: Analysis, result: MultiverseResult) -> None:
    ahead, behind = result.rival in row.ahead, result.rival in row.behind
    colour = ACCENT if ahead else AGAINST if behind else MUTED
    axes.plot(
        [at[0]], [at[1]], "o" if result.leader in row.best else "^",
        markersize=4.2, color=colour, markerfacecolor=colour if ahead or behind else "white",
        zorder=4, gid="p",
    )  # fmt: skip


def _list_choices(
    rows: Sequence[Analysis], listed: Sequence[Analysis]
) -> Iterator[tuple[float, str, list[int]]]:
    """Yield the choices that differ between analyses, from the top down."""
    height = -BETWEEN
    for axis in AXES:
        levels = [*dict.fromkeys(getattr(row, axis) for row in listed)]
        if len(levels) < 2:  # noqa: PLR2004 - no choice
            continue
        for level in levels:
            places = [place for place, row in enumerate(rows) if getattr(row, axis) == level]
            yield height, wording.LEVELS.get(level, level), places
            height -= 1
        height -= BETWEEN
    for kind in dict.fromkeys(row.left_out for row in rows if row.left_out):
        places = [place for place, row in enumerate(rows) if row.left_out == kind]
        yield height, wording.LEFT_OUT.format(kind=kind), places
        height -= 1


def _draw_choices(axes: Axes, choices: Rows) -> None:
    for height, _, places in choices:
        axes.axhline(height, color=GRID, linewidth=0.7, zorder=0)
        axes.plot(places, [height] * len(places), "|", color=MUTED, markersize=6, gid="choice")


def _set_axes(axes: Axes, n: int, choices: Rows) -> None:
    axes.tick_params(axis="y", length=0)
    axes.set_xticks([])
    for side in ("left", "bottom"):
        axes.spines[side].set_visible(False)
    axes.set_xlim(-1, n)
    axes.set_yticks(
        [height for height, _, _ in choices], [label for _, label, _ in choices], fontsize=7
    )
    bottom = choices[-1][0] if choices else 0.0
    axes.set_ylim(bottom - 0.7, CURVE + BETWEEN + 0.5)


def _set_curve(axes: Axes, result: MultiverseResult, decades: int) -> None:
    """Draw the scale of the curve above the choices, whose labels are the ticks."""
    for decade in range(decades + 1):
        height = _height(10.0**-decade, decades)
        axes.axhline(height, color=GRID, linewidth=0.7, zorder=0)
        label = f"{10.0**-decade:.{decade}f}".removeprefix("0")
        axes.annotate(
            f"≤ {label}" if decade == DECADES[1] else label, (0, height), xytext=(-4, 0),
            xycoords=("axes fraction", "data"), textcoords="offset points", ha="right",
            va="center", fontsize=7, gid="decade",
        )  # fmt: skip
    axes.axhline(_height(result.alpha, decades), color=MUTED, linewidth=0.9, zorder=1, gid="alpha")
    short = shorten_names([result.leader, result.rival], MOST_LETTERS)
    axes.set_title(
        wording.P_AXIS.format(leader=short[result.leader], rival=short[result.rival]),
        fontsize=8,
        loc="left",
    )


def _alt(result: MultiverseResult, rows: Sequence[Analysis]) -> str:
    p = np.array([row.p_adjusted for row in rows])
    return wording.ALT.format(
        leader=result.leader,
        rival=result.rival,
        analyses=wording.ANALYSES[len(rows) != 1].format(n=len(rows)),
        low=fmt.p_value(float(p.min())),
        high=fmt.p_value(float(p.max())),
        small=int((p <= result.alpha).sum()),
        level=fmt.level(result.alpha),
    )


def _caption(result: MultiverseResult, rows: Sequence[Analysis]) -> str:
    return wording.CAPTION.format(
        leader=result.leader,
        rival=result.rival,
        analyses=wording.ANALYSES[len(rows) != 1].format(n=len(rows)),
        level=fmt.level(result.alpha),
        noun=result.design.noun,
    )
