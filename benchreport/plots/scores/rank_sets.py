"""The ranks that each algorithm could have."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from benchreport import stats
from benchreport.data.predictions import Predictions
from benchreport.data.scores import Scores
from benchreport.errors import check_number, format_count
from benchreport.hints import option
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.figure_functions import as_figure, from_table
from benchreport.plots.base.row_names import LEAST_PITCH, TALLEST, fit_names, pair_pitch
from benchreport.plots.base.short_names import list_first
from benchreport.plots.base.style import (
    ACCENT,
    MUTED,
    Width,
    available_width,
    make_axes,
    set_row_axes,
)
from benchreport.plots.base.text_sizes import measure_width
from benchreport.results import RankSet, RankSetsResult
from benchreport.results.ranks.rank_sets import write_ranks
from benchreport.results.writing import number_format as fmt
from benchreport.stats.studies._rank_rows import Resample
from benchreport.stats.studies.rank_sets import By
from benchreport.wording.results import rank_sets as wording

AXIS, ASIDE, AROUND = 0.52, 0.3, 0.75
MOST = int(TALLEST / LEAST_PITCH)


@as_figure
def rank_set_plot(
    result: RankSetsResult,
    *,
    most: int | None = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw each algorithm's rank with the ranks that it could have, the best on top.

    Parameters
    ----------
    most
        How many algorithms are drawn, the best; None: as many as a page holds. The caption says how many
        are left out.

    Returns
    -------
    matplotlib.axes.Axes
        One row for each algorithm. Filled: it could be the best.
    """
    if most is None:
        most = MOST
    check_number("most", most, above=0, whole=True, hint=option(most=MOST))
    rows = result.rows[:most]
    wide = available_width(ax, width)
    names = [row.algorithm for row in rows]
    labels, size, n_lines = fit_names(names, (1 - AXIS) * wide - ASIDE, wide, measure_width)
    axes = ax or make_axes(width, AROUND + pair_pitch(len(rows), size, n_lines) * len(rows))
    for place, row in enumerate(rows):
        _draw_row(axes, len(rows) - 1 - place, row)
    axes.set_yticks(range(len(rows))[::-1], labels, fontsize=size, linespacing=1.0)
    set_row_axes(axes, len(rows))
    axes.set_xlim(0.6, max(row.high for row in rows) + 0.4)
    axes.xaxis.set_major_locator(MaxNLocator(12, integer=True, min_n_ticks=2))
    axes.set_xlabel(wording.AXIS)
    describe(
        axes,
        alt=_alt(result, rows),
        caption=_caption(result, len(result.rows) - len(rows)),
        data=lambda: result.table.head(len(rows)),
    )
    return axes


@from_table(rank_set_plot, stats.rank_sets)
def rank_set_plot_from_table(
    scores: Scores | Predictions,
    *,
    by: By = "mean",
    alpha: float = 0.05,
    simultaneous: bool = True,
    resample: Resample = "auto",
    most: int | None = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw which ranks each algorithm could have.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 3]})
    >>> axes = frame.bench(score="accuracy").rank_set_plot()
    """
    result = stats.rank_sets(
        scores, by=by, alpha=alpha, simultaneous=simultaneous, resample=resample
    )
    return rank_set_plot(result, most=most, ax=ax, width=width)


def _draw_row(axes: Axes, y: int, row: RankSet) -> None:
    best = row.low == 1
    colour = ACCENT if best else MUTED
    axes.plot(
        [row.low, row.high], [y, y], color=colour, linewidth=1.7 if best else 1.2, gid="set",
        solid_capstyle="butt",
    )  # fmt: skip
    axes.plot([row.low, row.high], [y, y], "|", color=colour, markersize=5)
    axes.plot(
        [row.rank], [y], "o", markersize=4.8, color=colour,
        markerfacecolor=colour if best else "white", zorder=4, gid="rank",
    )  # fmt: skip


def _alt(result: RankSetsResult, rows: Sequence[RankSet]) -> str:
    listed = [
        wording.ONE_DRAWN.format(
            name=row.algorithm, rank=row.rank, ranks=write_ranks(row.low, row.high)
        )
        for row in rows
    ]
    return wording.DRAWN.format(by=result.measured, listed=list_first(listed))


def _caption(result: RankSetsResult, hidden: int) -> str:
    caption = wording.CAPTION.format(
        noun=result.design.noun,
        by=result.measured,
        confidence=fmt.number(100 * (1 - result.alpha)),
        reach=wording.REACH[result.simultaneous],
    )
    noun = format_count(hidden, result.design.noun)
    left_out = wording.LEFT_OUT.format(algorithms=noun, are=fmt.are(hidden))
    return fmt.paragraph(caption, left_out if hidden else "")
