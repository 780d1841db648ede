"""The multi-comparison matrix: every pair's mean difference, wins and p-value."""

import dataclasses
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.collections import QuadMesh
from matplotlib.colors import LinearSegmentedColormap
from numpy.typing import NDArray

from benchreport import stats
from benchreport.data.scores import Scores
from benchreport.errors import check_number, format_count
from benchreport.hints import option
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.figure_functions import as_figure, from_table
from benchreport.plots.base.short_names import display_width, shorten_names
from benchreport.plots.base.style import INK, Width, available_width, make_axes
from benchreport.results import Comparison, Effect, PairwiseResult, Posterior
from benchreport.results import number_format as fmt
from benchreport.results.multi_comparison import MultiComparisonResult, WinTieLoss
from benchreport.stats._corrections import Correction
from benchreport.wording import pair_figures as wording

Array = NDArray[np.float64]
SHADES = LinearSegmentedColormap.from_list("worse to better", ["#C85200", "#ffffff", "#1170AA"])
DIAGONAL = "#eceef0"
MOST = 60
LETTER = 0.62  # widths of a letter in its size
LINE = 1.3
POINTS = 72.0
LARGEST, SMALLEST = 8.5, 4.8
LEAST_CELL = 0.073  # inches
BAR = 0.8  # inches that the colour bar takes
CLIPPED = 0.95
DARK = 0.75
LEAST_APART = 0.2
HUGE = 1e7


class Grid(NamedTuple):
    """The sizes of a grid of cells, with names on its left and above it."""

    across: float
    """Width of a cell in inches."""
    down: float
    names: float
    """Size of the names in points."""
    left: int
    """Letters of the longest name left of the rows."""
    above: int
    """Letters of the longest name above the columns."""
    upright: bool
    """Whether the names above are upright."""
    height: float
    """Height of the figure in inches."""

    def size_of(self, cells: list[list[str]]) -> float:
        """Return the size at which the lines of each cell fit it, 0 where they do not."""
        if not cells:
            return 0.0
        widest = max(display_width(line) for lines in cells for line in lines)
        tallest = max(map(len, cells))
        across, down = POINTS * self.across / (widest * LETTER), POINTS * self.down / tallest
        size = min(0.94 * across, 0.9 * down / LINE)
        return 0.0 if size < SMALLEST else min(size, LARGEST)


def max_cells(width: float, aside: float) -> int:
    """Return how many cells there is room for side by side.

    >>> max_cells(7.0, 0.9), max_cells(3.4, 0.7)
    (60, 26)
    """
    return min(MOST, int((0.77 * width - aside) / LEAST_CELL))


def fit_grid(
    rows: list[str], columns: list[str], width: float, *, aside: float = 0.0, tallest: float = 0.52
) -> Grid:
    """Share a figure's width among names and cells.

    Parameters
    ----------
    rows, columns
        Names left of the cells and above them.
    width
        The width of the figure in inches.
    aside
        The inches that something else takes.
    tallest
        The greatest height of a cell in inches.
    """
    pitch = min(tallest, (0.77 * width - aside) / len(columns))
    size = min(LARGEST, max(SMALLEST, 0.8 * POINTS * pitch))
    letter = size * LETTER / POINTS
    left = min(max(map(display_width, rows)), max(6, int(0.32 * width / letter)))
    room = left * letter + 0.2
    across = min(1.3, (width - aside - room) / len(columns))
    down = min(across, tallest)
    longest = max(map(display_width, columns))
    upright = longest * letter > across
    above = min(longest, max(6, int(1.5 / letter)))
    top = above * letter if upright else size * LINE / POINTS
    return Grid(across, down, size, left, above, upright, len(rows) * down + top + 0.25)


def name_cells(axes: Axes, rows: list[str], columns: list[str], grid: Grid) -> None:
    """Write names left of the rows and above the columns of unit cells."""
    axes.set_yticks(np.arange(len(rows)) + 0.5, rows, fontsize=grid.names)
    axes.set_xticks(
        np.arange(len(columns)) + 0.5, columns, rotation=90 if grid.upright else 0,
        fontsize=grid.names,
    )  # fmt: skip
    axes.tick_params(length=0, top=False, bottom=False, labeltop=True, labelbottom=False, pad=2.5)
    axes.set_ylim(len(rows), 0)
    axes.set_xlim(0, len(columns))
    axes.spines[:].set_visible(False)


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
        and about 25 in a column. The caption says how many are left out.

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
    most = max_cells(wide, BAR) if most is None else most
    check_number("most", most, above=1, whole=True, hint=option(most=60))
    order = list(result.order[:most])
    names = [result.design.algorithms[place] for place in order]
    difference = _sense(result) * result.matrix("difference").to_numpy()[np.ix_(order, order)] + 0.0
    grid = fit_grid(_label_rows(result, order, 200), names, wide, aside=BAR)
    axes = ax or make_axes(width, grid.height)
    limit = _shade(axes, result, difference, grid)
    short = shorten_names(names, grid.above)
    name_cells(axes, _label_rows(result, order, grid.left), [short[name] for name in names], grid)
    lines = _write(axes, _format_cells(result, order, difference), difference / limit, grid)
    describe(
        axes,
        alt=_alt(result, names),
        caption=_caption(result, len(names), lines),
        data=lambda: select_pairs(orient_result(result).table, names),
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


def select_pairs(table: pd.DataFrame, names: Sequence[str]) -> pd.DataFrame:
    """Return the rows of pairs whose algorithms are both among the names."""
    both = table["first"].isin(names) & table["second"].isin(names)
    return table[both].reset_index(drop=True)


def select_rows(
    table: pd.DataFrame, rows: Iterable[Comparison | Effect | Posterior]
) -> pd.DataFrame:
    """Return the rows of a result's table that are of the same pairs as these rows."""
    pairs = {(row.first, row.second) for row in rows}
    mask = [pair in pairs for pair in zip(table["first"], table["second"], strict=True)]
    return table[mask].reset_index(drop=True)


def orient_result(result: PairwiseResult) -> PairwiseResult:
    """Return the result with the better algorithm of each pair first, and differences as its advantage."""
    rows = result.oriented()
    if not isinstance(result, MultiComparisonResult):
        return dataclasses.replace(result, comparisons=rows)
    counts = tuple(
        count if row.first == old.first else WinTieLoss(*count[::-1])
        for row, old, count in zip(rows, result.comparisons, result.counts, strict=True)
    )
    return dataclasses.replace(result, comparisons=rows, counts=counts)


def _sense(result: MultiComparisonResult) -> int:
    """Return 1 or −1, by which differences are positive where the row is better."""
    return -1 if result.lower_centre_is_better else 1


def _operands(result: MultiComparisonResult) -> str:
    return "column − row" if result.lower_centre_is_better else "row − column"


def _label_rows(result: MultiComparisonResult, order: list[int], longest: int) -> list[str]:
    """Name the rows with their means, as far as there is room."""
    write = _choose_writer(result.centres)
    means = [f"  {write(result.centres[place])}" for place in order]
    room = longest - max(map(len, means))
    names = [result.design.algorithms[place] for place in order]
    if room < 8:  # noqa: PLR2004 - letters that still name something
        short = shorten_names(names, longest)
        return [short[name] for name in names]
    short = shorten_names(names, room)
    return [f"{short[name]}{mean}" for name, mean in zip(names, means, strict=True)]


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
        significant = row.p_adjusted <= result.alpha
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


def _shade(axes: Axes, result: MultiComparisonResult, difference: Array, grid: Grid) -> float:
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
    _draw_colour_bar(
        axes, mesh, result, grid.down * len(difference), beyond=largest > limit * (1 + 1e-9)
    )
    return limit


def _draw_colour_bar(
    axes: Axes, mesh: QuadMesh, result: MultiComparisonResult, room: float, *, beyond: bool
) -> None:
    figure = axes.get_figure(root=True)
    if figure is None:
        return
    bar = figure.colorbar(
        mesh, ax=axes, shrink=0.9, aspect=30, pad=0.015, fraction=0.06,
        extend="both" if beyond else "neither",
    )  # fmt: skip
    label = f"{result.difference_name}, {_operands(result)}"
    letters = int(room * POINTS / (7.5 * LETTER))
    bar.set_label(label if len(label) <= letters else _operands(result), fontsize=7.5)
    bar.ax.tick_params(labelsize=7)
    bar.outline.set_visible(False)


def _write(axes: Axes, cells: list[_Cell], depth: Array, grid: Grid) -> int:
    """Write into the cells as many lines as fit; return how many."""
    for n_lines in (3, 1):
        size = grid.size_of([cell.lines[:n_lines] for cell in cells])
        if size:
            for cell in cells:
                _write_cell(
                    axes, cell, n_lines, size, dark=abs(depth[cell.row, cell.column]) > DARK
                )
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
    test = fmt.add_in_brackets(
        fmt.lower(result.method.split(", ")[-1]), format_count(result.design.n_blocks, kind)
    )
    adjusted = "" if result.correction == "none" else wording.ADJUSTED
    left_out = wording.BEST_SHOWN.format(n=n_drawn, hidden=hidden, are=fmt.are(hidden))
    return fmt.paragraph(
        wording.CELLS[lines].format(difference=difference, operands=_operands(result), block=kind),
        wording.MARKS[lines].format(level=fmt.level(result.alpha)),
        wording.BLUE,
        wording.P_OF.format(test=test, adjusted=adjusted),
        left_out if hidden else "",
    )
