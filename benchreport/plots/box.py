"""The scores themselves: a box per algorithm."""

import numpy as np
from matplotlib.axes import Axes

from benchreport.data.scores import Scores
from benchreport.plots.names import elided
from benchreport.plots.style import (
    ACCENT,
    GRID,
    INK,
    MUTED,
    Width,
    check_fonts,
    house_style,
    new_axes,
)
from benchreport.plots.words import describe
from benchreport.results import format as fmt

__all__ = ["box_plot"]

MOST_POINTS = 4_000


def box_plot(scores: Scores, *, ax: Axes | None = None, width: Width = "page") -> Axes:
    """Draw a horizontal box per algorithm over its blocks, best median on top.

    Parameters
    ----------
    scores
        A table of k algorithms on N blocks; cells may be empty.
    ax
        Where to draw; a new figure by default.
    width
        Of a new figure: ``"column"``, ``"page"`` or inches; its height follows from the number of algorithms.

    Notes
    -----
    The box is the quartiles, the line the median, the diamond the mean, whiskers reach to the last
    point within 1.5 interquartile ranges; every block is a dot.

    Examples
    --------
    >>> import pandas as pd
    >>> from benchreport.data import Roles
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
    >>> box_plot(Scores.from_frame(frame, Roles(score="accuracy"))).get_xlabel()
    'accuracy (higher is better)'
    """
    check_fonts(scores.algorithms)
    columns = [column[~np.isnan(column)] for column in scores.values.T]
    medians = np.array([np.median(column) for column in columns])
    # matplotlib draws from below, and the best is to be on top
    order = np.argsort(medians if scores.higher_is_better else -medians, kind="stable")
    with house_style():
        axes = new_axes(width, 0.85 + 0.24 * len(columns)) if ax is None else ax
        drawn = [columns[place] for place in order]
        names = [elided(scores.algorithms[place]) for place in order]
        _boxes(axes, drawn)
        axes.set_yticks(range(len(drawn)), names)
        axes.set_ylim(-0.7, len(drawn) - 0.3)
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
        axes.grid(axis="x", color=GRID, linewidth=0.7)
        axes.set_axisbelow(True)
        axes.set_xlabel(f"{scores.score} ({scores.direction})")
        describe(
            axes,
            alt=_alt(scores, medians, order[::-1]),
            caption=_caption(scores),
            data=lambda: scores.frame.reset_index(names=scores.block_kind),
        )
    return axes


def _boxes(axes: Axes, columns: list[np.ndarray[tuple[int], np.dtype[np.float64]]]) -> None:
    box = axes.boxplot(
        columns, positions=range(len(columns)), orientation="horizontal", widths=0.56,
        patch_artist=True, showfliers=False, showmeans=True, manage_ticks=False,
        boxprops={"facecolor": "#dbe9f4", "edgecolor": MUTED, "linewidth": 0.9},
        medianprops={"color": INK, "linewidth": 1.6},
        whiskerprops={"color": MUTED, "linewidth": 0.9},
        capprops={"color": MUTED, "linewidth": 0.9},
        meanprops={"marker": "D", "markerfacecolor": "white", "markeredgecolor": INK,
                   "markersize": 4.2},
    )  # fmt: skip
    for mean in box["means"]:
        mean.set_zorder(5)
    if sum(len(column) for column in columns) > MOST_POINTS:
        return
    for place, column in enumerate(columns):
        # spread by the golden ratio: even, and the same each time
        spread = ((np.arange(len(column)) * 0.6180339887) % 1 - 0.5) * 0.4
        axes.plot(
            column, place + spread, "o", markersize=2.6, color=ACCENT, alpha=0.55,
            markeredgewidth=0, zorder=3, gid="block",
        )  # fmt: skip


def _alt(
    scores: Scores,
    medians: np.ndarray[tuple[int], np.dtype[np.float64]],
    order: np.ndarray[tuple[int], np.dtype[np.intp]],
) -> str:
    each = [f"{scores.algorithms[place]} {fmt.number(medians[place], 4)}" for place in order[:12]]
    more = f" and {len(order) - 12} more" if len(order) > 12 else ""  # noqa: PLR2004
    return f"Boxes of {scores.score}, medians from the best: {', '.join(each)}{more}."


def _caption(scores: Scores) -> str:
    if scores.block_kind == "run":
        return (
            f"{scores.score} ({scores.direction}) of each algorithm's runs: quartiles, median (line), "
            "mean (diamond), and every run as a dot."
        )
    what = scores.block_kind
    averaged = ", repeats averaged" if scores.counts.max() > 1 else ""
    return (
        f"{scores.score} ({scores.direction}) over the {len(scores.blocks)} {what}s{averaged}: "
        "quartiles, median (line), mean (diamond), and every value as a dot. Overlapping boxes say "
        "little here, as the comparison is within each block."
    )
