"""Ranks per block, joined by a line per algorithm."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from benchreport import stats
from benchreport.data.scores import Scores
from benchreport.errors import format_count
from benchreport.plots.base.column_names import fit_columns, write_columns
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.end_labels import darken, spread_apart
from benchreport.plots.base.figure_functions import as_figure, from_table
from benchreport.plots.base.leader_lines import leader_line
from benchreport.plots.base.series_looks import look_number
from benchreport.plots.base.short_names import list_first, shorten_names
from benchreport.plots.base.style import PASSIVE, Width, available_width, make_axes, series_look
from benchreport.plots.base.text_sizes import measure_width, wrap_text
from benchreport.results import RankingResult
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import scores as wording

HIGHLIGHTED = 8
MANY = 60  # blocks
LINE_OF_AXIS = 0.018  # share of its height
MOST_NAMED = 80  # more names would hide one another
LEAST_RANKS, AROUND = 1.7, 0.5  # inches of the axis of ranks, and above it and of the name below it
NAME, SMALL, LONGEST = 8, 6.5, 80  # points of a name, where names are many, and letters
MANY_NAMES = 30
TALLEST, POINTS = 9.0, 72  # inches of a figure
BESIDE, MEAN = 0.45, 0.4  # of the width, for names, and inches of a mean rank behind one


MOST_BLOCKS = 15


def readable(n_blocks: int) -> bool:
    """Tell whether a reader can follow the lines: over many blocks even those of three are a tangle.

    >>> readable(15), readable(16)
    (True, False)
    """
    return n_blocks <= MOST_BLOCKS


@as_figure
def rank_plot(
    result: RankingResult,
    *,
    ax: Axes | None = None,
    width: Width = "page",
    highlight: int = HIGHLIGHTED,
) -> Axes:
    """Draw each algorithm's rank on every block; rank 1 is on top.

    Parameters
    ----------
    highlight
        How many of the best are drawn in colour; the rest are grey, and all are labelled.

    Returns
    -------
    matplotlib.axes.Axes
        Lines are joined to show one algorithm's ranks; between blocks they mean nothing.
    """
    ranks = np.array(result.ranks)
    n_blocks, k = ranks.shape
    wide = available_width(ax, width)
    names = _wrap_names(result.design.algorithms, wide)
    lines = 1 + max(name.count("\n") for name in names.values()) if k <= MOST_NAMED else 1
    aside = measure_width(names.values(), NAME) + 1.0
    blocks = fit_columns(result.blocks, wide - aside)
    tall = max(LEAST_RANKS, (0.19 if lines == 1 else 0.14 * lines) * k)
    axes = ax or make_axes(width, min(TALLEST, tall + AROUND + blocks.below))
    n_lines = k + sum(name.count("\n") for name in names.values())
    fits = n_lines * _name_size(k) / POINTS <= TALLEST - AROUND - blocks.below
    named = k if k <= MOST_NAMED and fits else min(highlight, k)
    # with many blocks lines are thin, so that each remains visible
    dense = min(1.0, MANY / n_blocks)
    for number, place in enumerate(result.order):
        strong = number < highlight
        look = series_look(look_number(place, number, k)) if strong else {"color": PASSIVE}
        axes.plot(
            range(n_blocks), ranks[:, place], markersize=4.2 * dense if strong else 0,
            linewidth=max(0.5, 1.3 * dense) if strong else 0.6, zorder=3 if strong else 1,
            gid="ranks", label=result.design.algorithms[place], **look,
        )  # fmt: skip
    _label(axes, result, ranks, (highlight, named), names)
    write_columns(axes, n_blocks, blocks)
    axes.set_ylim(k + 0.5, 0.5)
    axes.set_yticks(sorted({1, *range(max(1, k // 10), k + 1, max(1, k // 10))}))
    axes.set_ylabel("rank (1 = best)")
    axes.set_xlabel(result.design.block_kind)
    describe(
        axes,
        alt=_alt(result),
        caption=_caption(result, highlight, named),
        data=lambda: result.table,
    )
    return axes


@from_table(rank_plot, stats.ranks)
def rank_plot_from_table(
    scores: Scores,
    *,
    ax: Axes | None = None,
    width: Width = "page",
    highlight: int = HIGHLIGHTED,
) -> Axes:
    """Draw each algorithm's rank on every block, joined by lines."""
    return rank_plot(stats.ranks(scores), ax=ax, width=width, highlight=highlight)


def _wrap_names(names: Sequence[str], width: float) -> dict[str, str]:
    """Break names into lines that leave more than half of the width to the ranks."""
    room = BESIDE * width - MEAN
    short = shorten_names(names, LONGEST)
    return {name: wrap_text(short[name], room, NAME) for name in names}


def _name_size(k: int) -> float:
    return NAME if k <= MANY_NAMES else SMALL


def _spread_labels(ranks: NDArray[np.float64], k: int, lines: int) -> NDArray[np.float64]:
    """Move labels of so many lines apart, on an axis of k ranks."""
    return k * spread_apart(ranks / k, lines * LINE_OF_AXIS)


def _label(
    axes: Axes,
    result: RankingResult,
    ranks: np.ndarray[tuple[int, int], np.dtype[np.float64]],
    most: tuple[int, int],
    names: dict[str, str],
) -> None:
    """Name each line at its right end, spread so that no two names overlap."""
    (highlight, named), (n_blocks, k) = most, ranks.shape
    order = sorted(result.order, key=lambda place: (ranks[-1, place], result.mean_ranks[place]))
    order = [place for place in order if place in set(result.order[:named])]
    lines = 1 + max(name.count("\n") for name in names.values())
    ladder = np.linspace(1, k, k) if named == k else _spread_labels(ranks[-1, order], k, lines)
    axes.set_xlim(-0.4, n_blocks - 0.6)
    strong = {place: number for number, place in enumerate(result.order[:highlight])}
    for y, place in zip(ladder, order, strict=True):
        look = look_number(place, strong.get(place, 0), k)
        colour = darken(str(series_look(look)["color"])) if place in strong else "#8a8f94"
        text = f"{names[result.design.algorithms[place]]} ({fmt.fixed(result.mean_ranks[place])})"
        axes.annotate(
            text, xy=(n_blocks - 1, ranks[-1, place]), xycoords="data",
            xytext=(1.035, y), textcoords=axes.get_yaxis_transform(), va="center", ha="left",
            fontsize=_name_size(k), color=colour, gid="label", linespacing=1.0,
            arrowprops=leader_line(PASSIVE, linewidth=0.6),
        )  # fmt: skip


def _alt(result: RankingResult) -> str:
    names = result.design.algorithms
    firsts = np.sum(np.array(result.ranks) == np.min(result.ranks, axis=1)[:, None], axis=0)
    wins = [f"{names[place]} {firsts[place]}" for place in result.order]
    blocks = format_count(len(result.blocks), result.design.block_kind)
    return wording.RANKS.format(n=len(names), blocks=blocks, listed=list_first(wins))


def _caption(result: RankingResult, highlight: int, named: int) -> str:
    k = len(result.mean_ranks)
    grey = wording.BEST_COLOURED if k > highlight else ""
    if named < k:
        grey = wording.BEST_NAMED.format(n=highlight)
    return fmt.paragraph(wording.LINES.format(block=result.design.block_kind), grey)
