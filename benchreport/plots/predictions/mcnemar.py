"""McNemar's exact test against an approximation, for all counts."""

from typing import Literal, NamedTuple

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import FuncNorm, LinearSegmentedColormap
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from benchreport import stats
from benchreport.data.predictions import Predictions
from benchreport.errors import OptionError, check_choice, check_fraction, check_number, format_count
from benchreport.hints import option
from benchreport.numerics.predictions.mcnemar import mcnemar
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.figure_functions import as_figure, from_table
from benchreport.plots.base.score_axis import NARROW
from benchreport.plots.base.short_names import shorten_names
from benchreport.plots.base.style import INK, Width, available_width, inches, make_axes, series_look
from benchreport.plots.base.text_sizes import wrap_text
from benchreport.results.predictions.mcnemar import McNemarResult
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import predictions as wording

Array = NDArray[np.float64]
Approximation = Literal["uncorrected", "corrected", "mid_p"]
APPROXIMATIONS: tuple[Approximation, ...] = ("uncorrected", "corrected", "mid_p")
APPROXIMATION_WORDS = {"uncorrected": "χ²", "corrected": "Edwards-corrected χ²", "mid_p": "mid-p"}
SHADES = LinearSegmentedColormap.from_list("less to more", ["#C85200", "#ffffff", "#1170AA"])
SMALLEST, MOST_CELLS, MOST_COUNTS, NAMED_PAIRS = 30, 60, 300, 8
LONGEST = 45  # letters of a name
LEGEND, MARK = 7.5, 0.35  # points, and inches beside a text
LINE = 1.35 * LEGEND / 72  # inches

Points = dict[str, list[tuple[float, float]]]
"""Places of pairs by their label in the legend."""


class _Grid(NamedTuple):
    """The decisions of the two tests at all counts: b by row, c by column."""

    counts: Array
    difference: Array
    """The approximation's p-value less the exact one."""
    only_approximate: NDArray[np.bool_]
    only_exact: NDArray[np.bool_]


@as_figure
def mcnemar_plot(
    result: McNemarResult | None = None,
    *,
    approximation: Approximation = "uncorrected",
    alpha: float | None = None,
    largest: int | None = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw where an approximation of McNemar's test departs from the exact one.

    Parameters
    ----------
    result
        The result of ``mcnemar``: its pairs are drawn as points. None draws the map alone.
    approximation
        ``"uncorrected"``, ``"corrected"`` or ``"mid_p"``.
    alpha
        The level at which decisions are compared; the result's, or 0.05, by default.
    largest
        The largest count on the axes; by default 30, or as many as the result's pairs need.

    Returns
    -------
    matplotlib.axes.Axes
        Shades are the approximation's p-value less the exact one.

    Raises
    ------
    OptionError
        No such approximation, a level that is not between 0 and 1, or a result of weighted
        examples, which exact tests do not go with.
    """
    check_choice("approximation", approximation, APPROXIMATIONS)
    pairs = _find_pairs(result)
    level = alpha if alpha is not None else result.alpha if result is not None else 0.05
    check_fraction("alpha", level)
    top = largest if largest is not None else max(SMALLEST, *_reach(pairs))
    check_number("largest", top, above=0, whole=True, hint=option(largest=30))
    grid = _compare_tests(top, approximation, level)
    narrow = available_width(ax, width) < NARROW
    points = _name_points(result, pairs, inches(width) * (0.9 if narrow else 0.33) - MARK)
    columns = 1 if narrow else 2
    more = LINE * sum(1 + label.count("\n") for label in points) / columns
    axes = ax or make_axes(width, inches(width) * (1.3 if narrow else 0.66) + more)
    _shade(axes, grid, approximation)
    _mark(axes, grid)
    _draw_points(axes, points)
    axes.set_aspect("equal")
    axes.set_xlabel(wording.ONLY_SECOND)
    axes.set_ylabel(wording.ONLY_FIRST)
    axes.legend(
        loc="lower left", bbox_to_anchor=(0, 1.01), frameon=False, fontsize=LEGEND,
        ncols=columns,
        borderaxespad=0, handletextpad=0.4, columnspacing=1.2,
    )  # fmt: skip
    describe(
        axes,
        alt=_alt(grid, approximation, level, pairs),
        caption=_caption(grid, approximation, level, pairs),
        data=lambda: _data(result, grid),
    )
    return axes


@from_table(mcnemar_plot, stats.mcnemar)
def mcnemar_plot_from_table(
    predictions: Predictions, *, alpha: float = 0.05, ax: Axes | None = None, width: Width = "page"
) -> Axes:
    """Draw where McNemar's exact test and its approximation decide differently, and all pairs in it.

    Parameters
    ----------
    predictions
        Labels of at least two models.
    alpha
        The level of the decisions.
    """
    return mcnemar_plot(stats.mcnemar(predictions, alpha=alpha), ax=ax, width=width)


def _data(result: McNemarResult | None, grid: _Grid) -> pd.DataFrame:
    """Return the table of pairs; without pairs the differences of the map, b by row and c by column."""
    if result is not None:
        return result.table
    counts = grid.counts.astype(int)
    return pd.DataFrame(grid.difference, index=pd.Index(counts, name="b"), columns=counts)


def _find_pairs(result: McNemarResult | None) -> list[tuple[float, float]]:
    """Return c and b of each pair, its place on the axes."""
    if result is None:
        return []
    places = [(float(table.second_only), float(table.first_only)) for table in result.tables]
    if any(count % 1 for pair in places for count in pair):
        raise OptionError(
            "mcnemar_plot compares with the exact test, which needs counts; these are weights.",
            hint="mcnemar_plot(), the map without points",
        )
    return places


def _reach(pairs: list[tuple[float, float]]) -> list[int]:
    most = max((count for pair in pairs for count in pair), default=0.0)
    return [int(1.05 * most) + 1]


def _compare_tests(top: int, approximation: Approximation, alpha: float) -> _Grid:
    counts = np.arange(0, top + 1, _grid_step(top, MOST_COUNTS), dtype=float)
    b, c = counts[:, None], counts[None, :]
    exact = mcnemar(b, c, "exact").p_value
    other = mcnemar(b, c, approximation).p_value
    return _Grid(
        counts,
        other - exact,
        (other <= alpha) & (exact > alpha),
        (exact <= alpha) & (other > alpha),
    )


def _grid_step(top: int, most: int) -> int:
    step = -(-(top + 1) // (most + 1))
    # an even step would show even counts only
    return step + (step > 1 and step % 2 == 0)


def _shade(axes: Axes, grid: _Grid, approximation: Approximation) -> None:
    # cells must stay large enough to be seen, while decisions are marked at all counts
    step = _grid_step(len(grid.counts) - 1, MOST_CELLS)
    counts, difference = grid.counts[::step], grid.difference[::step, ::step]
    half = (counts[1] - counts[0]) / 2 if len(counts) > 1 else 0.5
    edges = np.append(counts - half, counts[-1] + half)
    low, high = float(difference.min()), float(difference.max())
    limit = max(-low, high, 1e-9)
    # a root scale: one discordant example must not hide all others
    norm = FuncNorm((_signed_root, _signed_square), vmin=-limit, vmax=limit)
    mesh = axes.pcolormesh(
        edges, edges, difference, cmap=SHADES, norm=norm, gid="map",
        edgecolors="face", linewidth=0.1,
    )  # fmt: skip
    figure = axes.get_figure(root=True)
    if figure is not None:
        narrow = figure.get_figwidth() < NARROW
        bar = figure.colorbar(
            mesh, ax=axes, shrink=0.85, pad=0.02, location="bottom" if narrow else "right"
        )
        bar.set_label(f"p of {APPROXIMATION_WORDS[approximation]} − exact p")
        (bar.ax.set_xlim if narrow else bar.ax.set_ylim)(low, high if high > low else limit)
        if narrow:
            bar.ax.xaxis.set_major_locator(MaxNLocator(4))
        bar.outline.set_visible(False)


def _signed_root(values: Array) -> Array:
    return np.asarray(np.sign(values) * np.sqrt(np.abs(values)))


def _signed_square(values: Array) -> Array:
    return np.asarray(np.sign(values) * np.square(values))


def _mark(axes: Axes, grid: _Grid) -> None:
    looks = (
        (grid.only_approximate, "x", wording.ONLY_APPROXIMATION),
        (grid.only_exact, "+", wording.ONLY_EXACT),
    )
    for which, marker, label in looks:
        rows, columns = np.nonzero(which)
        if len(rows):
            size = 3.5 if len(rows) <= MOST_CELLS else 2.2
            axes.plot(
                grid.counts[columns], grid.counts[rows], linestyle="none", marker=marker,
                markersize=size, markeredgewidth=0.8, color=INK, label=label, gid="decision",
            )  # fmt: skip


def _name_points(
    result: McNemarResult | None, pairs: list[tuple[float, float]], room: float
) -> Points:
    """Name each of a few pairs in lines of a room in inches."""
    if result is None:
        return {}
    if len(pairs) > NAMED_PAIRS:
        return {f"{len(pairs)} pairs of models": pairs}
    short = shorten_names(result.design.algorithms, LONGEST)
    return {
        wrap_text(f"{short[row.first]} − {short[row.second]}", room, LEGEND): [pair]
        for pair, row in zip(pairs, result.comparisons, strict=True)
    }


def _draw_points(axes: Axes, groups: Points) -> None:
    for number, (label, points) in enumerate(groups.items()):
        look = series_look(number)
        axes.plot(
            *zip(*points, strict=True), linestyle="none", marker=str(look["marker"]), markersize=6.5,
            color=str(look["color"]), markeredgecolor="white", markeredgewidth=0.8, label=label,
            zorder=5, gid="pair", clip_on=False,
        )  # fmt: skip


def _count_decisions(grid: _Grid) -> tuple[int, int, int]:
    return grid.difference.size, int(grid.only_approximate.sum()), int(grid.only_exact.sum())


def _alt(
    grid: _Grid, approximation: Approximation, alpha: float, pairs: list[tuple[float, float]]
) -> str:
    cells, more, fewer = _count_decisions(grid)
    low, high = float(grid.difference.min()), float(grid.difference.max())
    differences = wording.DIFFERENCES.format(
        approximation=APPROXIMATION_WORDS[approximation],
        most=fmt.number(grid.counts[-1]),
        low=fmt.fixed(low, 3),
        high=fmt.fixed(high, 3),
        cells=cells,
        more=more,
        level=fmt.level(alpha),
        fewer=fewer,
    )
    points = wording.POINTS.format(pairs=format_count(len(pairs), "pair"))
    return fmt.paragraph(differences, points if pairs else "")


def _caption(
    grid: _Grid, approximation: Approximation, alpha: float, pairs: list[tuple[float, float]]
) -> str:
    every = int(grid.counts[1]) * _grid_step(len(grid.counts) - 1, MOST_CELLS)
    return fmt.paragraph(
        wording.LESS_EXACT.format(approximation=APPROXIMATION_WORDS[approximation]),
        wording.SOME_COUNTS.format(every=every) if every > 1 else "",
        wording.COLOURS.format(level=fmt.level(alpha)),
        wording.COMPARED if pairs else "",
    )
