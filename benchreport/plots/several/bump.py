"""Ranks over nights, metrics or budgets: a bump chart."""

from collections.abc import Hashable, Sequence
from typing import Literal

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from benchreport import stats
from benchreport.data.columns.words.direction import Directions
from benchreport.data.several import Several
from benchreport.errors import format_count
from benchreport.plots.base.column_names import ColumnNames, fit_columns, write_columns
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.end_labels import (
    count_lines,
    darken,
    height_for_labels,
    label_size,
    spread_apart,
    wrap_labels,
)
from benchreport.plots.base.figure_functions import as_figure, from_table
from benchreport.plots.base.leader_lines import leader_line
from benchreport.plots.base.series_looks import Highlight, Series, assign_looks, explain_grey
from benchreport.plots.base.short_names import display_width, elide, list_first
from benchreport.plots.base.style import PASSIVE, Width, inches, make_axes
from benchreport.results.ranks.rank_changes import RankChangesResult
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import several as wording

Floats = NDArray[np.float64]
MOST_COLOURED = 12
LEADERS, MOVERS = 4, 4
MOST_NAMED = 30
MOST_SOLID = 100  # grey lines; more are drawn paler
MOST_MARKED = 30  # tables; of more, markers would hide the lines
GREY_TEXT = "#73787d"
LETTER = 0.066  # inches, an average letter of a label
BESIDE = 0.45  # inches beside a name: its rank and the leader
LEAST_STEP = 0.14  # inches between tables, else the left side has ranks without names
LEVEL = 0.15  # inches of a line of names below the axis
FEET = 0.85  # inches above and below the axes
LINE = 1.28  # heights of a line of text, in its size
STAR = "*"
LONGEST = 80  # letters of a name
BROAD = 0.4  # of the width, for the names of one side
TALLEST = 9.0  # inches


@as_figure
def bump_plot(
    result: RankChangesResult,
    *,
    ax: Axes | None = None,
    width: Width = "page",
    highlight: Highlight = None,
) -> Axes:
    """Draw the ranks of algorithms over nights, metrics or budgets; rank 1 is on top.

    Parameters
    ----------
    highlight
        How many of the best are in colour, or the names of those that are; ``None``: all up to 12,
        of more those that lead or move most. Above 30 only these are named.

    Returns
    -------
    matplotlib.axes.Axes
        Lines end where an algorithm is absent; ties share their mean rank.
    """
    names = result.design.algorithms
    series = assign_looks(
        names, result.order, _select_coloured(result) if highlight is None else highlight,
        longest=LONGEST,
    )  # fmt: skip
    named = [entry for entry in series if entry.strong or len(names) <= MOST_NAMED]
    # one side of names leaves half of the width to ranks
    labelled = wrap_labels(named, BROAD * inches(width) - BESIDE, len(named))
    lines = count_lines(entry.label for entry in labelled)
    height = min(
        6.0 if lines == 1 else TALLEST,
        max(height_for_labels(lines * len(labelled), 1.9), 1.0 + 0.16 * len(names)),
    )
    room, both = _measure_room(result, labelled, inches(width))
    tables = fit_columns(result.tables, room)
    axes = ax or make_axes(width, height + max(0.0, tables.below - LEVEL))
    ranks = np.array(result.ranks)
    for entry in series:
        _draw_line(axes, ranks[:, entry.place], entry, crowd=len(names))
    _set_axes(axes, result, tables)
    _label(axes, ranks, labelled, "left", named=both)
    _label(axes, ranks, labelled, "right")
    describe(
        axes,
        alt=_alt(result),
        caption=_caption(result, series, len(labelled)),
        data=lambda: result.table,
    )
    return axes


@from_table(bump_plot, stats.rank_changes)
def bump_plot_from_table(
    several: Several,
    *,
    scores: Sequence[str] | None = None,
    over: Hashable | None = None,
    higher_is_better: Directions = None,
    highlight: Highlight = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw the ranks of algorithms over nights, budgets or metrics; rank 1 is on top.

    Parameters
    ----------
    higher_is_better
        By metric, where its name does not say: ``{"quality": True}``.

    Returns
    -------
    matplotlib.axes.Axes
        Ranks are those of mean ranks over datasets; lines end where an algorithm is absent.

    Raises
    ------
    DesignError
        There is one table only, or a cell of one is empty.
    RoleError, DirectionError
        No such column, or a metric whose direction is not known.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({
    ...     "algorithm": ["a", "b"] * 4, "dataset": [1, 1, 2, 2] * 2, "night": [1] * 4 + [2] * 4,
    ...     "accuracy": [0.9, 0.8, 0.7, 0.6, 0.7, 0.8, 0.5, 0.6],
    ... })
    >>> frame.bench.bump_plot(over="night").get_xlabel()
    'night'
    """
    result = stats.rank_changes(
        several, scores=scores, over=over, higher_is_better=higher_is_better
    )
    return bump_plot(result, ax=ax, width=width, highlight=highlight)


def _measure_room(
    result: RankChangesResult, series: Sequence[Series], width: float
) -> tuple[float, bool]:
    """Return the width of the lines in inches, and whether names fit on both sides."""
    longest = (line for entry in series for line in entry.label.split("\n"))
    side = max(map(display_width, longest)) * LETTER + BESIDE
    wide = width - 2 * side
    if wide >= LEAST_STEP * (len(result.tables) - 1):
        return wide, True
    return width - side - BESIDE, False


def _select_coloured(result: RankChangesResult) -> list[str]:
    """Return the names in colour: all, or of many those that lead most often or move most."""
    names = result.design.algorithms
    if len(names) <= MOST_COLOURED:
        return [names[place] for place in result.order]
    first, moves = result.times_first, result.moves
    leaders = sorted(result.order, key=lambda place: -first[place])
    leaders = [place for place in leaders if first[place]][:LEADERS]
    movers = sorted(result.order, key=lambda place: -moves[place])
    movers = [place for place in movers if moves[place] and place not in leaders]
    chosen = {*leaders, *movers[: LEADERS + MOVERS - len(leaders)]}
    return [names[place] for place in result.order if place in chosen]


def _draw_line(axes: Axes, ranks: Floats, series: Series, *, crowd: int) -> None:
    """Draw one algorithm: a broken line where it is absent, a dot where it is there."""
    places = np.arange(len(ranks))
    line = series.line
    if not series.strong:
        line["linewidth"] = 0.8 if crowd <= MOST_NAMED else 0.35
        line["alpha"] = 1.0 if crowd <= MOST_SOLID else 0.45
    elif len(ranks) <= MOST_MARKED:
        mark = series.look["marker"]
        line |= {"marker": mark, "markersize": 8.5 if mark == STAR else 5.5, "linewidth": 1.7}
        line |= {"markeredgecolor": "white", "markeredgewidth": 0.5}
    axes.plot(places, ranks, gid="ranks", solid_capstyle="round", **line)
    if series.strong:
        return
    # a grey line through one table only would be invisible
    alone = ~np.isnan(ranks) & np.isnan(_neighbour_ranks(ranks))
    if alone.any():
        axes.plot(places[alone], ranks[alone], ".", color=PASSIVE, markersize=3, gid="alone")


def _neighbour_ranks(ranks: Floats) -> Floats:
    """Return a neighbour's rank, NaN where there is none on either side."""
    before = np.concatenate([[np.nan], ranks[:-1]])
    after = np.concatenate([ranks[1:], [np.nan]])
    return np.where(np.isnan(before), after, before)


def _set_axes(axes: Axes, result: RankChangesResult, names: ColumnNames) -> None:
    m, k = len(result.tables), result.design.n_algorithms
    axes.set_xlim(-0.12, m - 0.88) if m <= 3 else axes.set_xlim(-0.25, m - 0.75)  # noqa: PLR2004
    axes.set_ylim(k + 0.6, 0.4)
    axes.spines[["left"]].set_visible(False)
    axes.set_yticks([])
    write_columns(axes, m, names)
    axes.set_xlabel(elide(result.over, 30))
    axes.set_title("rank (1 = best)", loc="left", fontsize=8, color=GREY_TEXT)


def _label(
    axes: Axes,
    ranks: Floats,
    labelled: Sequence[Series],
    side: Literal["left", "right"],
    *,
    named: bool = True,
) -> None:
    """Write rank and name on one side, for algorithms that end there or at neither end."""
    right = side == "right"
    ends = []
    for entry in labelled:
        places = np.flatnonzero(~np.isnan(ranks[:, entry.place]))
        last = int(places[-1] if right else places[0])
        at_end = last == (len(ranks) - 1 if right else 0)
        at_neither = places[0] > 0 and places[-1] < len(ranks) - 1
        if at_end or (right and at_neither):
            ends.append((last, float(ranks[last, entry.place]), entry))
    if not ends:
        return
    size = label_size(len(ends))
    figure = axes.get_figure(root=True)
    figure_height = figure.get_figheight() if figure else 4.0
    tall = min(figure_height * 0.8, figure_height - FEET) * axes.get_position().height / 0.77
    low, high = axes.get_ylim()
    heights = np.array([(low - rank) / (low - high) for _, rank, _ in ends])
    # spread from the best down, so that ties keep the order of the series
    placed = 1 - spread_apart(
        1 - heights, count_lines(entry.label for entry in labelled) * size * LINE / 72 / tall
    )
    for (x, rank, entry), y in zip(ends, placed.tolist(), strict=True):
        parts = [fmt.number(rank), *[entry.label] * named]
        axes.annotate(
            "  ".join(parts if right else parts[::-1]), xy=(x, rank), xycoords="data",
            xytext=(1.02 if right else -0.02, y), textcoords="axes fraction", va="center",
            ha="left" if right else "right", fontsize=size, linespacing=1.0, gid="label",
            annotation_clip=False,
            color=darken(entry.look["color"]) if entry.strong else GREY_TEXT,
            arrowprops=leader_line(PASSIVE, relpos=(0 if right else 1, 0.5)),
        )  # fmt: skip


def _alt(result: RankChangesResult) -> str:
    names, first, last = result.design.algorithms, result.ranks[0], result.ranks[-1]
    changes = [
        wording.CHANGE.format(
            name=names[place], first=_format_rank(first[place]), last=_format_rank(last[place])
        )
        for place in result.order
    ]
    return wording.CHANGES.format(
        n=len(names),
        tables=format_count(len(result.tables), result.over),
        first=result.tables[0],
        last=result.tables[-1],
        listed=list_first(changes),
    )


def _format_rank(rank: float) -> str:
    return wording.ABSENT if np.isnan(rank) else fmt.number(rank)


def _caption(result: RankChangesResult, series: Sequence[Series], named: int) -> str:
    kind = result.design.block_kind
    few, many = min(result.blocks), max(result.blocks)
    blocks = format_count(many, kind)
    if few != many:
        blocks = wording.RANGE_OF_BLOCKS.format(few=few, many=many, block=kind)
    return fmt.paragraph(
        wording.RANKS.format(blocks=blocks, table=result.over),
        result.lead,
        result.mover,
        result.agreement,
        wording.BROKEN_LINE if np.isnan(result.ranks).any() else "",
        explain_grey(series),
        wording.NAMED.format(n=len(series)) if named < len(series) else "",
    )
