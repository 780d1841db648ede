"""A confusion matrix as a table of shaded cells."""

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.collections import QuadMesh
from matplotlib.colors import LinearSegmentedColormap
from numpy.typing import NDArray

from benchreport import stats
from benchreport.data.predictions import Predictions
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.figure_functions import as_figure, from_table
from benchreport.plots.base.short_names import display_width, elide, shorten_names
from benchreport.plots.base.style import (
    INK,
    LEAST_WIDTH,
    MUTED,
    Width,
    inches,
    make_axes,
    make_panels,
)
from benchreport.plots.base.text_sizes import wrap_text
from benchreport.results.predictions.confusion import ConfusionResult, mistake_frequency
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import predictions as wording

Floats = NDArray[np.float64]

# light enough for dark letters everywhere
SHADES = LinearSegmentedColormap.from_list("shares", ["#ffffff", "#63a8d8"])
MOST_SHARES, MOST_COUNTS, MOST_CLASSES = 10, 20, 30
NAME, GRID_NAME, LONGEST = 18, 11, 60  # letters
TITLE, GRID_TITLE, LINE = 9.5, 8.5, 0.15  # points, and inches of a line
SMALLEST = 5.0
# of a matrix among others, in inches
NARROWEST = 1.6


@as_figure
def confusion_plot(
    result: ConfusionResult,
    *,
    algorithm: str | None = None,
    ax: Axes | None = None,
    width: Width = 4.5,
) -> Axes:
    """Draw one model's confusion matrix: counts, and shares of the true class.

    Parameters
    ----------
    algorithm
        The model whose matrix is drawn; the first by default.
    width
        Width of a new figure: ``"column"``, ``"page"`` or a number of inches;
        of more than ten classes it grows.

    Returns
    -------
    matplotlib.axes.Axes
        Shades are row shares. Above ten classes cells have counts only, above twenty none; above
        thirty only the most confused classes are drawn, and the others as one.

    Raises
    ------
    OptionError
        No such model.
    """
    name = result.design.algorithms[result.place_of(algorithm)]
    classes, counts = result.condense(algorithm, most=_count_rows(result))
    k = len(classes)
    wide = max(inches(width), min(9.0, 1.2 + (0.45 if k <= MOST_SHARES else 0.36) * k))
    title = wrap_text(elide(name, LONGEST), 0.7 * wide, TITLE)
    extra = LINE * title.count("\n")
    axes = ax or make_axes(wide, wide * (0.86 if k > 2 else 0.72) + extra)  # noqa: PLR2004
    mesh = _draw(axes, classes, counts, _Look(wide))
    axes.set_title(title, loc="left", fontsize=TITLE)
    if k > MOST_COUNTS:
        figure = axes.get_figure(root=True)
        if figure is not None:
            figure.colorbar(mesh, ax=axes, label=wording.SHARE_OF_CLASS, shrink=0.8)
    describe(
        axes,
        alt=_alt(result, name),
        caption=_caption(result, name),
        data=lambda: _data(result, [name]),
    )
    return axes


@from_table(confusion_plot, stats.confusion)
def confusion_plot_from_table(
    predictions: Predictions,
    *,
    algorithm: str | None = None,
    ax: Axes | None = None,
    width: Width = 4.5,
) -> Axes:
    """Draw one model's confusion matrix: counts, and shares of the true class."""
    chosen = predictions.algorithms[0 if algorithm is None else predictions.index_of(algorithm)]
    return confusion_plot(stats.confusion(predictions), algorithm=chosen, ax=ax, width=width)


@as_figure
def confusion_grid(
    result: ConfusionResult, algorithms: Sequence[str], *, width: Width = "page"
) -> Axes:
    """Draw confusion matrices of several models beside one another.

    Parameters
    ----------
    algorithms
        The models whose matrices are drawn, in this order.
    width
        Width of the new figure: ``"column"``, ``"page"`` or a number of inches.

    Returns
    -------
    matplotlib.axes.Axes
        The first model's axes; their figure holds all.

    Raises
    ------
    OptionError
        No such model.
    """
    if len(algorithms) == 1:
        return confusion_plot(result, algorithm=algorithms[0])
    matrices = [result.condense(name, most=_count_rows(result)) for name in algorithms]
    k = len(matrices[0][0])
    n, most = len(algorithms), _max_columns(k, inches(width))
    rows = -(-n // most)
    # rows have about the same length, and matrices the size that they have in a full row
    columns, size = -(-n // rows), inches(width) / max(2, min(n, most))
    short = shorten_names(result.design.algorithms, LONGEST)
    titles = [wrap_text(short[name], size - 0.5, GRID_TITLE) for name in algorithms]
    extra = LINE * max(title.count("\n") for title in titles)
    wide, tall = max(LEAST_WIDTH, columns * size), rows * (size * 1.04 + extra)
    places = make_panels(wide, tall, (rows, columns), n)
    for number, (axes, (classes, counts)) in enumerate(zip(places, matrices, strict=True)):
        # all models have the same classes, unless each shows those that it confuses most
        inner = number % columns > 0 and k == len(result.classes)
        _draw(axes, classes, counts, _Look(size, grid=True, labelled=not inner))
        axes.set_title(titles[number], loc="left", fontsize=GRID_TITLE)
    describe(
        places[0],
        alt=_grid_alt(result, algorithms),
        caption=_describe_cells(result),
        data=lambda: _data(result, algorithms),
    )
    return places[0]


def _data(result: ConfusionResult, algorithms: Sequence[str]) -> pd.DataFrame:
    table = result.table
    return table[table["algorithm"].isin(list(algorithms))].reset_index(drop=True)


class _Look(NamedTuple):
    """The width of a matrix in inches, whether it is one of several, and whether its rows are named."""

    width: float
    grid: bool = False
    labelled: bool = True


def _max_columns(k: int, width: float) -> int:
    """Return how many matrices of k classes stand side by side with readable cells."""
    readable = 4 if k == 2 else 3 if k <= 5 else 2 if k <= MOST_SHARES else 1  # noqa: PLR2004
    return max(1, min(readable, int(width / NARROWEST)))


def _count_rows(result: ConfusionResult) -> int:
    """Return how many rows are drawn: all, or of very many classes the most confused ones."""
    return len(result.classes) if len(result.classes) <= MOST_CLASSES else MOST_COUNTS


def _draw(axes: Axes, classes: Sequence[str], counts: Floats, look: _Look) -> QuadMesh:
    k = len(classes)
    totals = counts.sum(axis=1, keepdims=True)
    shares = np.divide(counts, totals, out=np.zeros_like(counts), where=totals > 0)
    mesh = axes.pcolormesh(
        shares, cmap=SHADES, vmin=0, vmax=1, edgecolors="white", gid="cells",
        linewidth=1.0 if k <= MOST_COUNTS else 0.1,
    )  # fmt: skip
    axes.set_aspect("equal")
    axes.set_ylim(k, 0)
    _write(axes, counts, shares, look)
    _name(axes, classes, look)
    return mesh


def _write(axes: Axes, counts: Floats, shares: Floats, look: _Look) -> None:
    k = len(counts)
    if k > MOST_COUNTS:
        return
    size = 10.0 if k <= 3 else 8.5 if k <= 6 else 7.0 if k <= MOST_SHARES else 6.0  # noqa: PLR2004
    if look.grid:
        # a cell is about look.width/(k + 1.6) inches wide
        size = min(size, 72 * look.width / (k + 1.6) / 4.6)
    for row, column in product(range(k), range(k)):
        if k > MOST_SHARES and counts[row, column] == 0:
            continue  # many empty cells say nothing, and hide the others
        text = fmt.number(counts[row, column], 4)
        if k <= MOST_SHARES and size >= SMALLEST:
            text += f"\n{fmt.fixed(100 * shares[row, column], 1 if k <= 6 else 0)} %"  # noqa: PLR2004
        axes.text(
            column + 0.5, row + 0.5, text, ha="center", va="center", fontsize=size, gid="count",
            color=INK, linespacing=1.15,
        )  # fmt: skip


def _name(axes: Axes, classes: Sequence[str], look: _Look) -> None:
    k = len(classes)
    short = shorten_names(classes, NAME if not look.grid else GRID_NAME)
    names = [short[name] for name in classes]
    places = [place + 0.5 for place in range(k)]
    size = 7.0 if look.grid else 8.5 if k <= MOST_SHARES else max(5.0, 8.5 - 0.08 * k)
    letters = 72 * (look.width - (0.8 if look.grid else 1.6)) / (0.62 * size)
    long = (max(map(display_width, names)) + 1) * len(names) > letters
    axes.set_xticks(
        places, names, rotation=50 if long else 0, ha="right" if long else "center",
        rotation_mode="anchor", fontsize=size, color=INK,
    )  # fmt: skip
    axes.set_yticks(places, names if look.labelled else [""] * k, fontsize=size, color=INK)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(True)
        spine.set_color(MUTED)
        spine.set_linewidth(0.6)
    size = 7.5 if look.grid else 9.0
    axes.set_xlabel("predicted class", fontsize=size)
    if look.labelled:
        axes.set_ylabel("true class", fontsize=size)


def _describe_accuracy(result: ConfusionResult, name: str) -> str:
    matrix = np.array(result.matrices[result.place_of(name)], dtype=float)
    right, total = float(np.trace(matrix)), float(matrix.sum())
    n = len(result.classes)
    if not result.counted:
        # weights of examples are not counts
        share = fmt.fixed(100 * right / total, 1)
        return wording.RIGHT_ON_WEIGHT.format(name=name, share=share, n=n)
    return wording.RIGHT_ON.format(name=name, right=f"{right:,.0f}", total=f"{total:,.0f}", n=n)


def _alt(result: ConfusionResult, name: str) -> str:
    rows = [row for row in result.rows if row.algorithm == name]
    recalls = [f"{row.label} {fmt.fixed(row.recall, 2)}" for row in rows]
    recall = fmt.join(recalls, most=12)
    return wording.MATRIX.format(accuracy=_describe_accuracy(result, name), recall=recall)


def _grid_alt(result: ConfusionResult, algorithms: Sequence[str]) -> str:
    models = fmt.join((_describe_accuracy(result, name) for name in algorithms), most=12)
    return wording.MATRICES.format(n=len(algorithms), models=models)


def _describe_cells(result: ConfusionResult) -> str:
    k, measure = len(result.classes), wording.COUNTS if result.counted else wording.WEIGHTS
    if k > MOST_CLASSES:
        return wording.CELLS_OF_MOST.format(measure=measure, k=k, n=MOST_COUNTS - 1)
    if k > MOST_COUNTS:
        return wording.SHADES
    template = wording.CELLS_AND_SHADES if k > MOST_SHARES else wording.CELLS_AND_SHARES
    return template.format(measure=measure)


def _caption(result: ConfusionResult, name: str) -> str:
    most = result.top_mistake(name)
    mistake = ""
    if most is not None and most.shared <= 1:
        often = mistake_frequency(most, counted=result.counted)
        mistake = wording.MOST_FREQUENT.format(
            truth=most.truth, predicted=most.predicted, often=often
        )
    accuracy = wording.ACCURACY.format(accuracy=_describe_accuracy(result, name))
    return fmt.paragraph(_describe_cells(result), accuracy, mistake)
