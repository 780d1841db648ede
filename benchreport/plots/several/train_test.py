"""Training scores against test scores."""

import math
from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from benchreport import stats
from benchreport.data.several import Several
from benchreport.errors import format_count
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.end_labels import POINTS, spread_apart
from benchreport.plots.base.figure_functions import as_figure, from_table
from benchreport.plots.base.leader_lines import leader_line
from benchreport.plots.base.legends import add_legend
from benchreport.plots.base.series_looks import Highlight, Series, assign_looks, explain_grey
from benchreport.plots.base.short_names import LONGEST_NAME, elide, list_first
from benchreport.plots.base.style import INK, MUTED, PASSIVE, Width, inches, make_axes
from benchreport.plots.base.text_sizes import measure_width, wrap_text
from benchreport.results.predictions.train_test import Cell, TrainTestResult
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import several as wording

MOST_CELLS = 5
MOST_VECTORS = 20_000  # more points would make the file huge
PAGE = 5.0  # inches from which the names stand beside the axes, not below
NAME = 24
SIZE, SMALL = 7.5, 6.8  # points
MOST_RINGED = 9
ROW = 0.158  # inches of a line of the legend
EDGE, FOOT = 0.72, 0.5  # inches of numbers and words left of and under the axes
HANDLE = 0.35  # inches of a mark of the legend
MARK = 4.6
OFFSET = 8.0  # points from a ring's middle to its number
FEW_POINTS = 400


@as_figure
def train_test_plot(
    result: TrainTestResult,
    *,
    ax: Axes | None = None,
    width: Width = "page",
    highlight: Highlight = None,
    cells: int = MOST_CELLS,
) -> Axes:
    """Draw the test score of each algorithm and dataset over its training score.

    Parameters
    ----------
    highlight
        How many of the best on test data are in colour, or the names of those that are; ``None``:
        all up to 20, of more the best 8. The rest is grey.
    cells
        How many of the points that lose most from training to test are ringed and named, up to 9.

    Returns
    -------
    matplotlib.axes.Axes
        On the diagonal both scores are the same; both axes have one scale.
    """
    below = inches(width) < PAGE
    series = assign_looks(result.design.algorithms, result.order, highlight, longest=LONGEST_NAME)
    worst = result.overfitting(max(0, min(cells, MOST_RINGED)))
    named, ringed = _make_handles(result, series, worst)
    side = _choose_side([*named, *ringed], inches(width))
    size = SMALL if below else SIZE
    room = inches(width) - HANDLE - (0.0 if below else side + EDGE)
    columns = 2 if below and _measure_labels(named, size) < room / 2 - HANDLE else 1
    _break_labels([*named, *ringed], room, size)
    rows = math.ceil(_count_lines(named) / columns), _count_lines(ringed)
    axes = ax or make_axes(width, _choose_height(side, rows, below=below))
    axes.set_anchor("NW")
    _draw_points(axes, result, series)
    _set_square_axes(axes, result)
    _ring(axes, result, worst, side)
    _place_legends(axes, named, ringed, rows[0], columns=columns, below=below)
    _write_correlations(axes, result, narrow=below)
    describe(
        axes,
        alt=_alt(result, worst),
        caption=_caption(result, series, worst),
        data=lambda: result.table,
    )
    return axes


@from_table(train_test_plot, stats.train_test)
def train_test_plot_from_table(
    several: Several,
    *,
    train: Hashable | None = None,
    alpha: float = 0.05,
    highlight: Highlight = None,
    cells: int = MOST_CELLS,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw test over training scores, a point for each algorithm and dataset.

    Parameters
    ----------
    alpha
        The interval of the correlation within datasets has confidence 1 − alpha.

    Raises
    ------
    RoleError
        No column holds training scores, or several could be the score of the test.
    DesignError
        No run has both scores.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({
    ...     "algorithm": list("abc") * 2, "dataset": [1] * 3 + [2] * 3,
    ...     "train": [0.9, 0.8, 1.0, 0.7, 0.6, 0.9], "accuracy": [0.85, 0.8, 0.7, 0.6, 0.55, 0.4],
    ... })
    >>> frame.bench.train_test_plot().get_ylabel()
    'test accuracy'
    """
    result = stats.train_test(several, train=train, alpha=alpha)
    return train_test_plot(result, ax=ax, width=width, highlight=highlight, cells=cells)


def _choose_side(handles: Sequence[Line2D], width: float) -> float:
    """Return the side of the square axes in inches: at least half of a page, so that long names wrap."""
    if width < PAGE:
        return width - EDGE
    beside = width - EDGE - _measure_labels(handles, SIZE) - HANDLE
    return max(0.5 * width, min(0.62 * width, beside))


def _choose_height(side: float, rows: tuple[int, int], *, below: bool) -> float:
    """Return the figure's height in inches, with so many lines in its legends."""
    named, ringed = rows
    if below:
        return side + FOOT + ROW * (named + ringed + 3.2 * bool(ringed) + 4.6)
    return max(side + FOOT + 0.35, (named + ringed + 5.0) * ROW)


def _measure_labels(handles: Sequence[Line2D], size: float) -> float:
    return measure_width([str(handle.get_label()) for handle in handles], size)


def _break_labels(handles: Sequence[Line2D], room: float, size: float) -> None:
    for handle in handles:
        label = str(handle.get_label())
        handle.set_label(wrap_text(label, room, size))


def _count_lines(handles: Sequence[Line2D]) -> int:
    return sum(1 + str(handle.get_label()).count("\n") for handle in handles)


def _draw_points(axes: Axes, result: TrainTestResult, series: Sequence[Series]) -> None:
    """Draw a point for each cell, those in colour last."""
    by_name: dict[str, list[Cell]] = {}
    for cell in result.cells:
        by_name.setdefault(cell.algorithm, []).append(cell)
    crowd = 1.0 if len(result.cells) <= FEW_POINTS else 0.75
    grey = [cell for entry in series if not entry.strong for cell in by_name.get(entry.name, [])]
    axes.plot(
        [cell.train for cell in grey], [cell.test for cell in grey], "o", color=PASSIVE,
        markersize=2.4 * crowd, markeredgewidth=0, alpha=0.6, zorder=1.5, gid="rest",
        rasterized=len(result.cells) > MOST_VECTORS,
    )  # fmt: skip
    for number, entry in enumerate(series):
        if not entry.strong:
            continue
        cells = by_name.get(entry.name, [])
        axes.plot(
            [cell.train for cell in cells], [cell.test for cell in cells],
            zorder=3 - 0.01 * number, gid="points", **_mark(entry, crowd),
        rasterized=len(result.cells) > MOST_VECTORS,
        )  # fmt: skip


def _mark(series: Series, crowd: float = 1.0) -> dict[str, Any]:
    """Return colour and marker of an algorithm's points."""
    mark, colour = series.look["marker"], series.look["color"]
    return {
        "linestyle": "none",
        "marker": mark,
        "markersize": MARK * crowd * (1.5 if mark == "*" else 1.0),
        "color": colour,
        "markeredgecolor": "white",
        "markeredgewidth": 0.4,
    }


def _set_square_axes(axes: Axes, result: TrainTestResult) -> None:
    """Set one range on both axes, with the diagonal on which nothing is lost."""
    values = np.array([(cell.train, cell.test) for cell in result.cells])
    low, high = float(values.min()), float(values.max())
    # equal scores get a little room around them
    room = 0.05 * (high - low) or 0.05 * abs(high) or 0.05
    ends = low - room, high + room
    axes.plot(
        ends, ends, color=MUTED, linewidth=0.8, linestyle=(0, (2, 2)), zorder=1, gid="diagonal"
    )
    axes.set_xlim(*ends)
    axes.set_ylim(*ends)
    axes.set_aspect("equal")
    axes.locator_params(nbins=6)
    # both axes have the same numbers
    axes.set_yticks([tick for tick in axes.get_xticks() if ends[0] <= tick <= ends[1]])
    axes.set_xticks(axes.get_yticks())
    axes.set_xlabel(f"training {elide(result.design.score, NAME)}")
    axes.set_ylabel(f"test {elide(result.design.score, NAME)}")


def _make_handles(
    result: TrainTestResult, series: Sequence[Series], worst: Sequence[Cell]
) -> tuple[list[Line2D], list[Line2D]]:
    """Return handles for the legends: algorithms with their mean gap, and the ringed cells."""
    write = fmt.writer([*result.gaps, *(cell.gap for cell in worst)])
    algorithms = [
        Line2D([], [], label=f"{entry.label}  {write(result.gaps[entry.place])}", **_mark(entry))
        for entry in series
        if entry.strong
    ]
    rest = sum(not entry.strong for entry in series)
    if rest:
        algorithms.append(_grey(format_count(rest, "more algorithm")))
    cells = []
    for number, cell in enumerate(worst, start=1):
        name = f"{elide(cell.algorithm)} on {elide(cell.block)}"
        cells.append(_ring_of(f"{number}  {name}  {write(cell.gap)}"))
    return algorithms, cells


def _grey(label: str) -> Line2D:
    return Line2D([], [], color=PASSIVE, marker="o", markersize=2.8, linestyle="none", label=label)


def _ring_of(label: str) -> Line2D:
    return Line2D(
        [], [], linestyle="none", marker="o", markersize=6.0, markerfacecolor="none",
        markeredgecolor=INK, markeredgewidth=0.8, label=label,
    )  # fmt: skip


def _ring(axes: Axes, result: TrainTestResult, worst: Sequence[Cell], side: float) -> None:
    """Ring the cells that lose most and number them, the numbers apart from one another."""
    down = result.design.higher_is_better
    low, high = axes.get_ylim()
    heights = np.array([(cell.test - low) / (high - low) for cell in worst])
    shift = OFFSET / POINTS / side
    placed = spread_apart(heights - shift if down else heights + shift, SIZE * 1.05 / POINTS / side)
    for number, (cell, y) in enumerate(zip(worst, placed.tolist(), strict=True), start=1):
        axes.plot(
            [cell.train], [cell.test], "o", markersize=8.5, markerfacecolor="none",
            markeredgecolor=INK, markeredgewidth=0.8, zorder=4, gid="overfitting",
        )  # fmt: skip
        x = (cell.train - low) / (high - low) + (1 if down else -1) * 1.6 * shift
        axes.annotate(
            str(number), (cell.train, cell.test), xytext=(x, y), textcoords="axes fraction",
            fontsize=SMALL, zorder=5, gid="number", ha="center", va="center",
            arrowprops=leader_line(MUTED, gaps=(0, 4.5)),
        )  # fmt: skip


def _place_legends(
    axes: Axes,
    named: Sequence[Line2D],
    cells: Sequence[Line2D],
    rows: int,
    *,
    columns: int,
    below: bool,
) -> None:
    """Place the legends right of the axes or below them, where they hide no point."""
    if below:
        down = FOOT + (rows + 1.8) * ROW
        add_legend(
            axes, named, "algorithm, mean gap", (0.0, 0.0, -FOOT), columns=columns, size=SMALL
        )
        add_legend(axes, cells, "largest gaps", (0.0, 0.0, -down), size=SMALL)
        return
    add_legend(axes, named, "algorithm, mean gap", (1.03, 1.0, 0.0))
    add_legend(axes, cells, "largest gaps", (1.03, 1.0, -(rows + 2.0) * ROW))


def _write_correlations(axes: Axes, result: TrainTestResult, *, narrow: bool) -> None:
    """Write the correlations above the axes."""
    correlation = result.correlation
    if math.isnan(correlation.spearman):
        return
    lines = [
        f"Spearman {fmt.proportion(correlation.spearman)}, Pearson {fmt.proportion(correlation.pearson)}"
    ]
    if correlation.blocks:
        interval = ""
        if correlation.within_interval is not None:
            low, high, _ = correlation.within_interval
            interval = f" [{fmt.proportion(low)}, {fmt.proportion(high)}]"
        lines.append(
            f"within {result.design.block_kind}s{chr(10) if narrow else ' '}"
            f"{fmt.proportion(correlation.within_spearman)}{interval}, "
            f"{fmt.proportion(correlation.within_pearson)}"
        )
    axes.text(
        0.0, 1.01, "\n".join(lines), gid="correlation",
        ha="left", va="bottom", fontsize=SMALL if narrow else SIZE,
        transform=axes.transAxes, zorder=6, linespacing=1.35,
    )  # fmt: skip


def _alt(result: TrainTestResult, worst: Sequence[Cell]) -> str:
    names = result.design.algorithms
    write = fmt.writer(result.gaps)
    gaps = [f"{names[place]} {write(result.gaps[place])}" for place in result.order]
    listed = fmt.join(
        [wording.CELL.format(name=cell.algorithm, block=cell.block) for cell in worst]
    )
    correlation = result.correlation
    correlated = wording.CORRELATED.format(
        spearman=fmt.proportion(correlation.spearman), pearson=fmt.proportion(correlation.pearson)
    )
    if math.isnan(correlation.spearman):
        correlated = wording.NOT_CORRELATED
    points = wording.POINTS.format(
        points=format_count(len(result.cells), "point"),
        algorithms=format_count(len(names), "algorithm"),
        score=result.design.score,
        train=result.train_score,
        correlated=correlated,
        gaps=list_first(gaps),
    )
    return fmt.paragraph(points, wording.RINGED.format(cells=listed) if worst else "")


def _caption(result: TrainTestResult, series: Sequence[Series], worst: Sequence[Cell]) -> str:
    kind, correlation = result.design.block_kind, result.correlation
    better = "below" if result.design.higher_is_better else "above"
    within = wording.WITHIN if result.within else wording.NOT_WITHIN
    over = wording.OVER_ALL.format(
        spearman=fmt.proportion(correlation.spearman),
        pearson=fmt.proportion(correlation.pearson),
        block=kind,
    )
    if math.isnan(correlation.spearman):
        over = wording.NOTHING_CORRELATES
    total = sum(cell.gap > 0 for cell in result.cells)
    gaps = format_count(len(worst), "largest gap")
    return fmt.paragraph(
        wording.DIAGONAL.format(block=kind, n=total, all=len(result.cells), side=better),
        over,
        within.format(block=kind, correlations=result.within),
        wording.RINGS.format(gaps=gaps) if worst else "",
        explain_grey(series),
        *result.warnings[:1],
    )
