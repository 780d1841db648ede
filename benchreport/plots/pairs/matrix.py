"""The multi-comparison matrix: every pair's mean difference, wins and p-value."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import QuadMesh
from matplotlib.colorbar import Colorbar
from matplotlib.colors import LinearSegmentedColormap
from numpy.typing import NDArray

from benchreport import stats
from benchreport.data.scores import Scores
from benchreport.errors import check_number, format_count
from benchreport.hints import option
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.figure_functions import as_figure, from_table
from benchreport.plots.base.row_names import POINTS
from benchreport.plots.base.style import INK, MUTED, Width, available_width, make_axes
from benchreport.plots.base.text_sizes import measure_width
from benchreport.plots.pairs.cell_grid import Grid, fit_grid, max_cells, name_cells
from benchreport.plots.pairs.pair_tables import orient_pairs
from benchreport.results.pairs.multi_comparison import MultiComparisonResult
from benchreport.results.writing import number_format as fmt
from benchreport.stats._corrections import Correction
from benchreport.wording.figures import pairs as wording

Array = NDArray[np.float64]
SHADES = LinearSegmentedColormap.from_list("worse to better", ["#C85200", "#ffffff", "#1170AA"])
DIAGONAL = "#eceef0"
NARROW = 5.0  # inches of figures whose colour bar is below
BAR, BAR_BELOW = 0.8, 0.5  # inches that the colour bar takes beside and below
BAR_SHARE, BAR_SIZE = 0.9, 7.5  # of the matrix, and points
CLIPPED = 0.95
DARK = 0.75
LEAST_APART = 0.2
HUGE = 1e7


@as_figure
def matrix_plot(
    result: MultiComparisonResult,
    *,
    most: int | None = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw every pair as a cell: mean difference, wins/ties/losses and p-value of row against column.

    The best algorithm is on top and on the left. Where cells are too small for three lines they hold
    the mean difference, or only a mark where the pair differs significantly.

    Parameters
    ----------
    most
        How many algorithms are drawn, the best: None for as many as there is room for, 60 on a page
        and 24 to 34 in a column. The caption says how many are left out.

    Returns
    -------
    matplotlib.axes.Axes
        Blue, and positive: the row is better, whether high or low scores are good; orange: the column is.
        Bold, or a triangle: significant.

    References
    ----------
    Ismail-Fawaz et al. (2023), arXiv:2305.11921.
    """
    wide = available_width(ax, width)
    beside = wide >= NARROW
    aside = BAR if beside else 0.0
    if most is None:
        most = max_cells(result.design.algorithms, wide, aside)
    check_number("most", most, above=1, whole=True, hint=option(most=60))
    order = list(result.order[:most])
    names = [result.design.algorithms[place] for place in order]
    difference = _sense(result) * result.matrix("difference").to_numpy()[np.ix_(order, order)] + 0.0
    grid = fit_grid(_label_rows(result, order), names, wide, shorter=names, aside=aside)
    axes = ax or make_axes(width, grid.height + (0.0 if beside else BAR_BELOW))
    limit = _shade(axes, result, difference, grid, beside=beside)
    name_cells(axes, grid)
    lines = _write(axes, _format_cells(result, order, difference), difference / limit, grid)
    describe(
        axes,
        alt=_alt(result, names),
        caption=_caption(result, len(names), lines),
        data=lambda: orient_pairs(result, frozenset(names)).table,
    )
    return axes


@from_table(matrix_plot, stats.multi_comparison)
def matrix_plot_from_table(
    scores: Scores,
    *,
    alpha: float = 0.05,
    correction: Correction = "holm",
    most: int | None = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw the multi-comparison matrix: mean difference, wins/ties/losses and p of every pair.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
    >>> axes = frame.bench(score="accuracy").matrix_plot()
    >>> [label.get_text() for label in axes.get_xticklabels()]
    ['a', 'b', 'c']
    """
    result = stats.multi_comparison(scores, alpha=alpha, correction=correction)
    return matrix_plot(result, most=most, ax=ax, width=width)


def _sense(result: MultiComparisonResult) -> int:
    """Return 1 or −1, by which differences are positive where the row is better."""
    return -1 if result.lower_centre_is_better else 1


def _operands(result: MultiComparisonResult) -> str:
    return "column − row" if result.lower_centre_is_better else "row − column"


def _label_rows(result: MultiComparisonResult, order: list[int]) -> list[str]:
    """Name the rows with their means."""
    write = _choose_writer(result.centres)
    return [f"{result.design.algorithms[place]}  {write(result.centres[place])}" for place in order]


def _choose_writer(values: Iterable[float]) -> fmt.Writer:
    """Choose how to write numbers alike; huge ones are shortened, since all digits could not be read."""
    numbers = list(values)
    return fmt.number if max(map(abs, numbers)) >= HUGE else fmt.writer(numbers)


class _Cell(NamedTuple):
    """A cell: its lines of text, whether it is significant, and whom it favours."""

    row: int
    column: int
    lines: list[str]
    significant: bool
    favours: int
    """1: the row, −1: the column, 0: neither."""


def _format_cells(
    result: MultiComparisonResult, order: list[int], difference: Array
) -> list[_Cell]:
    place = {result.design.algorithms[index]: at for at, index in enumerate(order)}
    write = _choose_writer(difference[np.triu_indices(len(order), 1)].tolist())
    cells = []
    for row, count in zip(result.comparisons, result.counts, strict=True):
        i, j = place.get(row.first), place.get(row.second)
        if i is None or j is None:
            continue
        significant = row.p_adjusted <= result.claim_alpha
        advantage = _sense(result) * row.difference
        side = (row.favours == row.first) - (row.favours == row.second)
        p = fmt.p_equals(row.p_adjusted, result.alpha)
        for at, to, sign, (wins, ties, losses) in (
            (i, j, 1, count),
            (j, i, -1, count[::-1]),
        ):
            value = write(sign * advantage + 0.0)
            plus = "+" if sign * advantage > 0 and any(c in "123456789" for c in value) else ""
            lines = [f"{plus}{value}", f"{wins}/{ties}/{losses}", p]
            cells.append(_Cell(at, to, lines, significant, sign * side))
    return cells


def _shade(
    axes: Axes, result: MultiComparisonResult, difference: Array, grid: Grid, *, beside: bool
) -> float:
    """Colour the cells; return the difference that is darkest."""
    sizes = np.abs(difference[np.triu_indices(len(difference), 1)])
    largest = float(sizes.max())
    limit = float(np.quantile(sizes, CLIPPED)) if len(sizes) > 20 else largest  # noqa: PLR2004
    limit = max(limit, largest / 20) or 1.0
    shown = difference.copy()
    np.fill_diagonal(shown, np.nan)
    apart = grid.down > LEAST_APART
    mesh = axes.pcolormesh(
        np.ma.masked_invalid(shown), cmap=SHADES, vmin=-limit, vmax=limit, gid="cells",
        edgecolors="white" if apart else "face", linewidth=1.0 if apart else 0.1,
    )  # fmt: skip
    for place in range(len(difference)):
        axes.fill_between(
            [place, place + 1], place, place + 1, color=DIAGONAL, linewidth=0, gid="diagonal"
        )
    bar = _draw_colour_bar(axes, mesh, beside=beside, beyond=largest > limit * (1 + 1e-9))
    label, operands = f"{result.difference_name}, {_operands(result)}", _operands(result)
    length = BAR_SHARE * (grid.down if beside else grid.across) * len(difference)
    bar.set_label(
        label if measure_width([label], BAR_SIZE) <= length else operands, fontsize=BAR_SIZE
    )
    return limit


def _draw_colour_bar(axes: Axes, mesh: QuadMesh, *, beside: bool, beyond: bool) -> Colorbar:
    """Draw what the shades mean: right of a wide matrix, below a narrow one."""
    place: dict[str, Any] = (
        {"orientation": "vertical", "pad": 0.015}
        if beside
        else {"orientation": "horizontal", "pad": 0.02}
    )
    figure: Any = axes.get_figure(root=True)
    bar: Colorbar = figure.colorbar(
        mesh, ax=axes, shrink=BAR_SHARE, aspect=30, fraction=0.06,
        extend="both" if beyond else "neither", **place,
    )  # fmt: skip
    bar.ax.tick_params(labelsize=7)
    if not beside:
        bar.ax.locator_params(nbins=5)
    bar.outline.set_visible(False)
    return bar


def _write(axes: Axes, cells: list[_Cell], depth: Array, grid: Grid) -> int:
    """Write into the cells as many lines as fit; return how many."""
    for n_lines in (3, 1):
        size = grid.size_of([cell.lines[:n_lines] for cell in cells])
        if size:
            for cell in cells:
                _write_cell(
                    axes, cell, n_lines, size, dark=abs(depth[cell.row, cell.column]) > DARK
                )
            if n_lines == len(wording.CELL_KEY):
                _write_key(axes, min(size, grid.size_of([list(wording.CELL_KEY)])))
            return n_lines
    for side, marker in ((1, "^"), (-1, "v"), (0, "o")):
        marked = [cell for cell in cells if cell.significant and cell.favours == side]
        if marked:
            axes.plot(
                [cell.column + 0.5 for cell in marked], [cell.row + 0.5 for cell in marked], marker,
                linestyle="none", color=INK, markersize=min(4.5, 0.5 * POINTS * grid.down),
                markeredgewidth=0, gid={1: "row better", -1: "column better", 0: "differ"}[side],
            )  # fmt: skip
    return 0


def _write_cell(axes: Axes, cell: _Cell, n_lines: int, size: float, *, dark: bool) -> None:
    axes.text(
        cell.column + 0.5, cell.row + 0.5, "\n".join(cell.lines[:n_lines]), ha="center", va="center",
        fontsize=size, color="white" if dark else INK,
        fontweight="bold" if cell.significant else "normal", gid="cell", linespacing=1.15,
        in_layout=False,
    )  # fmt: skip


def _write_key(axes: Axes, size: float) -> None:
    """Say in the first cell, which has no pair, what the lines of the others are, where that fits."""
    if size:
        axes.text(
            0.5, 0.5, "\n".join(wording.CELL_KEY), ha="center", va="center", fontsize=size,
            color=MUTED, gid="key", linespacing=1.15,
        )  # fmt: skip


def _alt(result: MultiComparisonResult, names: list[str]) -> str:
    significant = len(result.significant)
    best, last = result.order[0], result.order[len(names) - 1]
    write = _choose_writer(result.centres)
    every = result.design.algorithms
    widest = max(result.comparisons, key=lambda row: (abs(row.difference), row.first))
    selection = wording.BEST_OF.format(n=len(names), all=len(every))
    return wording.MATRIX.format(
        selection=selection if len(names) < len(every) else len(every),
        centre=result.centre_name,
        best=every[best],
        best_value=write(result.centres[best]),
        last=every[last],
        last_value=write(result.centres[last]),
        n=significant,
        pairs=format_count(len(result.comparisons), "pair"),
        difference=fmt.number(abs(widest.difference)),
        first=widest.first,
        second=widest.second,
    )


def _caption(result: MultiComparisonResult, n_drawn: int, lines: int) -> str:
    difference = result.difference_name[:1].upper() + result.difference_name[1:]
    hidden, kind = result.design.n_algorithms - n_drawn, result.design.block_kind
    test = fmt.add_in_brackets(fmt.lower(result.method.split(", ")[-1]), result.design.blocks)
    adjusted = "" if result.correction == "none" else wording.ADJUSTED
    left_out = wording.BEST_SHOWN.format(n=n_drawn, hidden=hidden, are=fmt.are(hidden))
    return fmt.paragraph(
        wording.CELLS[lines].format(difference=difference, operands=_operands(result), block=kind),
        "" if result.in_doubt else wording.MARKS[lines].format(level=fmt.level(result.alpha)),
        wording.BLUE,
        wording.P_OF.format(test=test, adjusted=adjusted),
        result.caution,
        left_out if hidden else "",
    )
