"""A confusion matrix as a table of shaded cells."""

from itertools import product

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap

from benchreport.plots.style import (
    INK,
    MUTED,
    check_fonts,
    describe,
    elided,
    house_style,
    new_axes,
    wide_length,
)
from benchreport.results import format as fmt
from benchreport.results.confusion import ConfusionResult

__all__ = ["confusion_plot"]

# light enough for dark letters everywhere
SHADES = LinearSegmentedColormap.from_list("shares", ["#ffffff", "#63a8d8"])
MOST_SHARES, MOST_COUNTS, MOST_NAMES = 10, 20, 60
NAME, TITLE = 18, 28


def confusion_plot(
    result: ConfusionResult,
    *,
    algorithm: str | None = None,
    ax: Axes | None = None,
    width: float = 4.5,
) -> Axes:
    """Draw one model's confusion matrix: counts, and shares of the true class.

    Parameters
    ----------
    result
        As from ``confusion``.
    algorithm
        Whose matrix; the first model's by default.
    ax
        Where to draw; a new figure by default.
    width
        Of a new figure, inches; of more than ten classes it grows.

    Returns
    -------
    matplotlib.axes.Axes
        Shades are row shares. Above ten classes cells have counts only, above twenty none.

    Raises
    ------
    OptionError
        No such model.
    """
    place = result.place_of(algorithm)
    name, k = result.design.algorithms[place], len(result.classes)
    check_fonts((*result.classes, name))
    counts = np.array(result.matrices[place], dtype=float)
    totals = counts.sum(axis=1, keepdims=True)
    shares = np.divide(counts, totals, out=np.zeros_like(counts), where=totals > 0)
    with house_style():
        wide = max(width, min(9.0, 1.2 + (0.45 if k <= MOST_SHARES else 0.36) * k))
        axes = new_axes(wide, wide * 0.86 if k > 2 else wide * 0.72) if ax is None else ax  # noqa: PLR2004
        mesh = axes.pcolormesh(
            shares, cmap=SHADES, vmin=0, vmax=1, edgecolors="white", gid="cells",
            linewidth=1.0 if k <= MOST_COUNTS else 0.1,
        )  # fmt: skip
        axes.set_aspect("equal")
        axes.set_ylim(k, 0)
        _write(axes, counts, shares)
        _name(axes, result, wide)
        axes.set_title(elided(name, TITLE), loc="left")
        if k > MOST_COUNTS:
            figure = axes.get_figure(root=True)
            if figure is not None:
                figure.colorbar(mesh, ax=axes, label="share of the true class", shrink=0.8)
        describe(axes, alt=_alt(result, name), caption=_caption(result, name))
    return axes


def _write(axes: Axes, counts: np.ndarray, shares: np.ndarray) -> None:
    k = len(counts)
    if k > MOST_COUNTS:
        return
    size = 10.0 if k <= 3 else 8.5 if k <= 6 else 7.0 if k <= MOST_SHARES else 6.0  # noqa: PLR2004
    for row, column in product(range(k), range(k)):
        if k > MOST_SHARES and counts[row, column] == 0:
            continue  # many empty cells say nothing, and hide the others
        text = fmt.number(counts[row, column], 4)
        if k <= MOST_SHARES:
            text += f"\n{fmt.fixed(100 * shares[row, column], 1 if k <= 6 else 0)} %"  # noqa: PLR2004
        axes.text(
            column + 0.5, row + 0.5, text, ha="center", va="center", fontsize=size, gid="count",
            color=INK, linespacing=1.15,
        )  # fmt: skip


def _name(axes: Axes, result: ConfusionResult, width: float) -> None:
    k = len(result.classes)
    step = -(-k // MOST_NAMES)
    shown = range(0, k, step)
    names = [elided(result.classes[place], NAME) for place in shown]
    places = [place + 0.5 for place in shown]
    size = 8.5 if k <= MOST_SHARES else max(5.0, 8.5 - 0.08 * k)
    letters = 72 * (width - 1.6) / (0.62 * size)
    long = (max(map(wide_length, names)) + 1) * len(names) > letters
    axes.set_xticks(
        places, names, rotation=50 if long else 0, ha="right" if long else "center",
        rotation_mode="anchor", fontsize=size, color=INK,
    )  # fmt: skip
    axes.set_yticks(places, names, fontsize=size, color=INK)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(True)
        spine.set_color(MUTED)
        spine.set_linewidth(0.6)
    axes.set_xlabel("predicted class")
    axes.set_ylabel("true class")


def _right(result: ConfusionResult, name: str) -> str:
    matrix = np.array(result.matrices[result.place_of(name)], dtype=float)
    right, total = (fmt.number(each, 6) for each in (np.trace(matrix), matrix.sum()))
    return f"{name} is right on {right} of {total} examples of {len(result.classes)} classes"


def _alt(result: ConfusionResult, name: str) -> str:
    rows = [row for row in result.rows if row.algorithm == name]
    each = [f"{row.label} {fmt.fixed(row.recall, 2)}" for row in rows]
    recall = fmt.listed(each, most=12)
    return f"Confusion matrix: {_right(result, name)}. Recall by class: {recall}."


def _caption(result: ConfusionResult, name: str) -> str:
    most = result.mistaken(name)
    mistake = ""
    if most is not None:
        mistake = (
            f" Most frequent mistake: {most.truth} taken for {most.predicted} "
            f"({fmt.number(most.times, 6)} of {fmt.number(most.total, 6)})."
        )
    k = len(result.classes)
    cells = (
        "Counts and shares of the true class (row); rows add up to 100 %"
        if k <= MOST_SHARES
        else "Counts; shades are shares of the true class (row)"
        if k <= MOST_COUNTS
        else "Shades are shares of the true class (row)"
    )
    return f"{cells}. {_right(result, name)}.{mistake}"
