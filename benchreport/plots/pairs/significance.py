"""The p-values of all pairs as a triangle of shades."""

import math
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import BoundaryNorm, ListedColormap
from matplotlib.patches import Patch

from benchreport.data.scores import Scores
from benchreport.errors import check_number, format_count
from benchreport.hints import option
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.figure_functions import as_figure, from_table
from benchreport.plots.base.pairwise_tests import compare_pairs
from benchreport.plots.base.row_names import POINTS
from benchreport.plots.base.style import INK, Width, available_width, make_axes
from benchreport.plots.pairs.cd import cd_plot_from_table
from benchreport.plots.pairs.cell_grid import MOST, SPACING, Grid, fit_grid, max_cells, name_cells
from benchreport.plots.pairs.pair_tables import orient_pairs
from benchreport.results import Comparison, PairwiseResult
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import pairs as wording

LEVELS = (0.01, 0.001)
SHADES = ("#f1f2f3", "#b9d5e9", "#5b9fcd", "#08508a")
LEGEND = 0.45  # inches below the cells
FLAT = 0.2  # inches, of cells in one column
NARROW = 5.0
MARKERS = {"◀": "<", "▲": "^", "●": "o"}


class _Cell(NamedTuple):
    """One pair: its cell, its adjusted p-value, its shade, and the arrow to the better algorithm."""

    row: int
    column: int
    p_adjusted: float
    shade: int
    arrow: str


class _Layout(NamedTuple):
    """The names left of the rows and above the columns."""

    rows: list[str]
    columns: list[str]
    left_out: int


@as_figure
def significance_plot(
    result: PairwiseResult,
    *,
    most: int | None = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw the adjusted p-value of every pair in a triangle, the stronger its shade the smaller.

    An arrow in each significant cell points to the name of the better one: left to the row's, up to
    the column's; a dot where neither is. Comparisons with a control are one column.

    Parameters
    ----------
    result
        Any pairwise result.
    most
        How many algorithms are drawn, the best: None for as many as there is room for, 60 on a page
        and 24 to 34 in a column. The caption says how many are left out.

    Returns
    -------
    matplotlib.axes.Axes
        The best algorithm is on top and on the left.
    """
    wide = available_width(ax, width)
    if most is None:
        most = max_cells(result.design.algorithms, wide) if result.control is None else MOST
    check_number("most", most, above=1, whole=True, hint=option(most=60))
    layout = _make_layout(result, most)
    edges = (*sorted({result.alpha, *(level for level in LEVELS if level < result.alpha)}),)
    cells = _make_cells(result, layout, edges)
    tallest = 0.52 if result.control is None else FLAT
    grid = fit_grid(layout.rows, layout.columns, wide, tallest=tallest)
    axes = ax or make_axes(width, grid.height + LEGEND)
    _shade(axes, layout, cells, len(edges), grid)
    _name(axes, grid, beside_cells=result.control is None)
    has_values = _write(axes, cells, edges, grid, result.alpha)
    _draw_legend(axes, edges, wide)
    describe(
        axes,
        alt=_alt(result, layout),
        caption=_caption(result, layout, written=has_values),
        data=lambda: orient_pairs(result, {*layout.rows, *layout.columns}).table,
    )
    return axes


@from_table(significance_plot, cd_plot_from_table)
def significance_plot_from_table(
    scores: Scores,
    *,
    test: str | None = None,
    control: str | None = None,
    alpha: float = 0.05,
    most: int | None = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw the adjusted p-values of all pairs as shades, with arrows to the better one."""
    result = compare_pairs(scores, test, control, alpha)
    return significance_plot(result, most=most, ax=ax, width=width)


def _make_layout(result: PairwiseResult, most: int) -> _Layout:
    names = [result.design.algorithms[place] for place in result.order]
    if result.control is not None:
        others = [name for name in names if name != result.control]
        return _Layout(others[:most], [result.control], max(0, len(others) - most))
    return _Layout(names[:most][:-1], names[:most][1:], max(0, len(names) - most))


def _make_cells(result: PairwiseResult, layout: _Layout, edges: tuple[float, ...]) -> list[_Cell]:
    rows = {name: place for place, name in enumerate(layout.rows)}
    columns = {name: place for place, name in enumerate(layout.columns)}
    cells, found = [], result.claim_alpha
    for pair in result.comparisons:
        left, above = pair.first, pair.second
        if result.control is None:
            # the algorithm with the better centre is the row
            left, above = sorted((left, above), key=lambda name: rows.get(name, len(rows)))
        elif left == result.control:
            left, above = above, left
        if left not in rows or above not in columns:
            continue
        p = pair.p_adjusted
        # an undefined p-value is no evidence
        shade = 0 if math.isnan(p) else sum(p <= edge for edge in edges)
        arrow = {left: "◀", above: "▲", "": "●"}[pair.favours] if p <= found else ""
        cells.append(_Cell(rows[left], columns[above], p, shade, arrow))
    return cells


def _shade(axes: Axes, layout: _Layout, cells: list[_Cell], n_edges: int, grid: Grid) -> None:
    square = np.full((len(layout.rows), len(layout.columns)), np.nan)
    for cell in cells:
        square[cell.row, cell.column] = cell.shade
    colours = _select_colours(n_edges)
    axes.pcolormesh(
        np.ma.masked_invalid(square), cmap=ListedColormap(colours), gid="cells",
        norm=BoundaryNorm(np.arange(len(colours) + 1) - 0.5, len(colours)),
        edgecolors="white", linewidth=1.0 if grid.down > 0.2 else 0.3,  # noqa: PLR2004 - inches
    )  # fmt: skip


def _select_colours(n_edges: int) -> list[str]:
    """Return the shades from not significant to the smallest p-values."""
    return [SHADES[0], *SHADES[len(SHADES) - n_edges :]]


def _name(axes: Axes, grid: Grid, *, beside_cells: bool) -> None:
    """Name rows and columns; a row of a triangle beside its first cell, not at the far end of the axes."""
    name_cells(axes, grid, rows=not beside_cells)
    labels, size, _ = grid.left
    for place, label in enumerate(labels if beside_cells else []):
        axes.text(
            place - 0.05 / grid.across, place + 0.5, label, ha="right", va="center", fontsize=size,
            linespacing=SPACING, gid="name",
        )  # fmt: skip


def _write(
    axes: Axes, cells: list[_Cell], edges: tuple[float, ...], grid: Grid, alpha: float
) -> bool:
    """Write p-values where they fit, else only arrows; return whether they fit."""
    texts = [[fmt.p_value(cell.p_adjusted, alpha), cell.arrow or " "] for cell in cells]
    one_line = grid.across > 2 * grid.down
    if one_line:
        texts = [
            [f"{fmt.p_equals(cell.p_adjusted, alpha)}  {cell.arrow}".strip()] for cell in cells
        ]
    size = grid.size_of(texts)
    for cell, lines in zip(cells, texts, strict=True) if size else ():
        axes.text(
            cell.column + 0.5, cell.row + 0.5, "\n".join(line for line in lines if line.strip()),
            ha="center", va="center", fontsize=size, linespacing=1.1, gid="cell",
            color=_text_colour(cell.shade, len(edges)),
        )  # fmt: skip
    for arrow, marker in MARKERS.items() if not size else ():
        for dark in (False, True):
            marked = [
                cell
                for cell in cells
                if cell.arrow == arrow and (_text_colour(cell.shade, len(edges)) != INK) is dark
            ]
            axes.plot(
                [cell.column + 0.5 for cell in marked], [cell.row + 0.5 for cell in marked], marker,
                linestyle="none", color="white" if dark else INK, gid=arrow, markeredgewidth=0,
                markersize=min(4.5, 0.5 * POINTS * grid.down),
            )  # fmt: skip
    return bool(size)


def _text_colour(shade: int, n_edges: int) -> str:
    return "white" if shade == n_edges and n_edges > 1 else INK


def _draw_legend(axes: Axes, edges: tuple[float, ...], width: float) -> None:
    labels = ["not significant", *(f"p ≤ {fmt.level(edge)}" for edge in edges[::-1])]
    patches = [
        Patch(facecolor=colour, edgecolor="#b5b9be", linewidth=0.5, label=label)
        for colour, label in zip(_select_colours(len(edges)), labels, strict=True)
    ]
    axes.legend(
        handles=patches, loc="upper left", bbox_to_anchor=(0, -0.01), frameon=False, fontsize=7.5,
        ncols=2 if width < NARROW else 4, borderaxespad=0.3, handlelength=1.2, columnspacing=1.2,
    )  # fmt: skip


def _alt(result: PairwiseResult, layout: _Layout) -> str:
    small, total = len(result.small_p), len(result.comparisons)
    against = wording.WITH_CONTROL.format(control=result.control)
    first = sorted(result.small_p, key=lambda row: row.p_adjusted)[:6]
    listed = "; ".join(_describe_pair(row, result.alpha) for row in first)
    if small > len(first):
        listed = wording.MORE_PAIRS.format(pairs=listed, n=small - len(first))
    return wording.P_VALUES.format(
        adjusted=wording.P_VALUES_OF[result.adjusts_p],
        comparisons=format_count(total, "comparison"),
        control=against if result.control is not None else "",
        n=fmt.or_none(small),
        are=fmt.are(small),
        level=fmt.level(result.alpha),
        listed=f": {listed}" if listed else "",
        best=layout.rows[0],
    )


def _describe_pair(row: Comparison, alpha: float) -> str:
    p = fmt.p_equals(row.p_adjusted, alpha)
    if not row.favours:
        return wording.DIFFER.format(first=row.first, second=row.second, p=p)
    worse = row.second if row.favours == row.first else row.first
    return wording.FAVOURED.format(better=row.favours, worse=worse, p=p)


def _caption(result: PairwiseResult, layout: _Layout, *, written: bool) -> str:
    small, total = len(result.small_p), len(result.comparisons)
    dots = any(not row.favours for row in result.significant)
    blocks = result.design.blocks
    test = fmt.add_in_brackets(fmt.lower(result.corrected_method), blocks)
    shown, hidden = len(layout.rows) + (result.control is None), layout.left_out
    left_out = wording.BEST_SHOWN.format(n=shown, hidden=hidden, are=fmt.are(hidden))
    arrows = wording.ARROWS_TO_BETTER.format(neither=wording.NEITHER if dots else "")
    return fmt.paragraph(
        (wording.P_WRITTEN if written else wording.P_SHADED).format(test=test),
        wording.AT_MOST.format(
            comparisons=format_count(total, "comparison"),
            n=fmt.or_none(small),
            have="has" if small <= 1 else "have",
            level=fmt.level(result.alpha),
        ),
        arrows if result.significant else "",
        wording.ON_TOP.format(noun=result.design.noun, centre=result.centre_name),
        left_out if hidden else "",
        result.caution,
    )
