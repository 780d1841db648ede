"""How often each algorithm takes each rank, in shades of a bar: for more blocks than lines could join."""

import math

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from benchreport.errors import format_count
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.figure_functions import as_figure
from benchreport.plots.base.row_names import fit_names, pair_pitch
from benchreport.plots.base.score_axis import NARROW
from benchreport.plots.base.short_names import list_first
from benchreport.plots.base.style import (
    GRID,
    INK,
    Width,
    available_width,
    make_axes,
    set_row_axes,
)
from benchreport.plots.base.text_sizes import measure_width
from benchreport.plots.scores.heatmap import DARK, SHADES
from benchreport.results import RankingResult
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import scores as wording

NAMES, AROUND = 0.38, 1.15  # of the width; inches of the axis and of the key to the shades
COUNT, MARGIN = 7, 0.05  # points of a count, and inches beside it
MOST_SHADES = 12  # that can be told apart


@as_figure
def rank_count_plot(
    result: RankingResult,
    *,
    ax: Axes | None = None,
    width: Width = "page",
    most: int | None = None,
) -> Axes:
    """Draw on how many blocks each algorithm takes each rank; the best mean rank is on top.

    Parameters
    ----------
    most
        How many algorithms are drawn, the best; ``None`` draws all. The caption says how many are left out.

    Returns
    -------
    matplotlib.axes.Axes
        A bar for each algorithm, from its first ranks (dark) to its last. Tied algorithms share their ranks.

    Examples
    --------
    >>> import pandas as pd
    >>> from benchreport import stats
    >>> from benchreport.data import Roles, Scores
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 7], "c": [5, 4, 4, 3]})
    >>> axes = rank_count_plot(stats.ranks(Scores.from_frame(frame, Roles(score="accuracy"))))
    >>> axes.get_xlabel(), [float(bar.get_width()) for bar in axes.patches[:2]]
    ('datasets', [3.5, 0.5])
    """
    order = result.order[:most]
    names = [result.design.algorithms[place] for place in order]
    counts = count_ranks(np.array(result.ranks))[list(order)]
    together = _group_ranks(counts.shape[1])
    wide = available_width(ax, width)
    labels, size, n_lines = fit_names(names, NAMES * wide, wide, measure_width)
    axes = ax or make_axes(width, AROUND + pair_pitch(len(order), size, n_lines) * len(order))
    n = max(2, counts.shape[1])
    # matplotlib makes a picture of dots of a key that has 50 colours or more
    shades = ScalarMappable(Normalize(0.5, n + 0.5), SHADES.reversed().resampled(min(n, 40)))
    # an inch of the axis, in blocks
    inch = counts[0].sum() / ((1 - NAMES) * wide)
    for row, bar in enumerate(counts):
        _draw_bar(axes, len(order) - 1 - row, bar, together, shades, inch)
    axes.set_yticks(range(len(order))[::-1], labels, fontsize=size, linespacing=1.0)
    set_row_axes(axes, len(order))
    axes.grid(visible=False)
    axes.set_xlim(0, counts[0].sum())
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.set_xlabel(f"{result.design.block_kind}s")
    _draw_key(axes, shades, narrow=wide < NARROW)
    describe(
        axes,
        alt=_alt(result, names, counts),
        caption=_caption(result, len(result.order) - len(order)),
        data=lambda: _tabulate(names, counts),
    )
    return axes


def count_ranks(ranks: NDArray[np.float64]) -> NDArray[np.float64]:
    """Count how often each column has each rank; m tied columns share the m ranks that they take.

    >>> count_ranks(np.array([[1.0, 2.0, 3.0], [1.5, 1.5, 3.0]])).tolist()
    [[1.5, 0.5, 0.0], [0.5, 1.5, 0.0], [0.0, 0.0, 2.0]]
    """
    columns = range(ranks.shape[1])
    best = 1 + np.stack([(ranks < ranks[:, [j]]).sum(axis=1) for j in columns], axis=1)
    # a mid-rank is the middle of the ranks that are shared
    worst = 2 * ranks - best
    shares = 1 / (worst - best + 1)
    counts = [np.where((best <= j + 1) & (j + 1 <= worst), shares, 0).sum(axis=0) for j in columns]
    return np.stack(counts, axis=-1)


def _group_ranks(n: int) -> int:
    """Return how many ranks one shade stands for."""
    return math.ceil(n / MOST_SHADES)


def _draw_bar(
    axes: Axes,
    y: int,
    counts: NDArray[np.float64],
    together: int,
    shades: ScalarMappable,
    inch: float,
) -> None:
    """Draw the ranks of an algorithm beside one another, with their counts where these fit."""
    left = 0.0
    for first in range(0, len(counts), together):
        group = counts[first : first + together]
        count, rank = float(group.sum()), first + (len(group) + 1) / 2
        if not count:
            continue
        axes.barh(
            [y], [count], left=[left], height=0.78, color=shades.to_rgba(np.array([rank])), gid="rank",
            edgecolor="white", linewidth=0.5,
        )  # fmt: skip
        text = fmt.number(count, 2)
        if measure_width([text], COUNT) <= count / inch - 2 * MARGIN:
            axes.text(
                left + count / 2, y, text, ha="center", va="center", fontsize=COUNT, gid="count",
                color="white" if rank < 1 + (1 - DARK) * len(counts) else INK, in_layout=False,
            )  # fmt: skip
        left += count


def _draw_key(axes: Axes, shades: ScalarMappable, *, narrow: bool) -> None:
    figure = axes.get_figure(root=True)
    if figure is None:
        return
    key = figure.colorbar(
        shades, ax=axes, orientation="horizontal", shrink=0.6, pad=0.02, aspect=24 if narrow else 40
    )
    key.outline.set_visible(False)
    key.ax.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    key.ax.tick_params(labelsize=7, color=GRID, pad=2)
    key.set_label(wording.RANK_KEY, fontsize=8)


def _tabulate(names: list[str], counts: NDArray[np.float64]) -> pd.DataFrame:
    frame = pd.DataFrame(
        counts, columns=pd.Index([f"rank {rank + 1}" for rank in range(counts.shape[1])])
    )
    frame.insert(0, "algorithm", names)
    return frame


def _alt(result: RankingResult, names: list[str], counts: NDArray[np.float64]) -> str:
    firsts = [f"{name} {fmt.number(row[0])}" for name, row in zip(names, counts, strict=True)]
    blocks = format_count(len(result.blocks), result.design.block_kind)
    return wording.RANKS.format(n=len(result.order), blocks=blocks, listed=list_first(firsts))


def _caption(result: RankingResult, hidden: int) -> str:
    blocks = format_count(len(result.blocks), result.design.block_kind)
    others = format_count(hidden, "algorithm")
    together = _group_ranks(len(result.order))
    return fmt.paragraph(
        wording.RANK_COUNTS.format(blocks=blocks),
        wording.RANKS_TOGETHER.format(n=together) if together > 1 else "",
        wording.SHARED_RANKS if _has_ties(result) else "",
        wording.RANKS_NOT_DRAWN.format(others=others, are=fmt.are(hidden)) if hidden else "",
    )


def _has_ties(result: RankingResult) -> bool:
    return any(len(set(row)) < len(row) for row in result.ranks)
