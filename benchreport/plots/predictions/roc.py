"""ROC curves with their convex hull and operating points."""

import functools
import math
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

import pandas as pd
from matplotlib.axes import Axes

from benchreport import stats
from benchreport.data.predictions import Predictions
from benchreport.errors import format_count
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.figure_functions import as_figure, from_table
from benchreport.plots.base.house_figure import HouseFigure, SettledLayout
from benchreport.plots.base.score_axis import NARROW
from benchreport.plots.base.series_looks import look_number
from benchreport.plots.base.short_names import elide, shorten_names
from benchreport.plots.base.style import MUTED, PASSIVE, Width, inches, make_axes, series_look
from benchreport.plots.base.text_sizes import wrap_text
from benchreport.results.predictions.roc import PrecisionRecallResult, RocResult
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import predictions as wording

HIGHLIGHTED = 8
DECIMALS = 3
NAME = 24
NAMED = 12
LONGEST = 80  # letters of a name in the legend
ENTRY = 0.145  # inches, a line of the legend
SIZE, SMALL, MARK = 7.5, 6.6, 0.4  # points in wide and narrow figures, and inches of a mark
BESIDE = 0.27  # of the width, for names beside the axes
HULL = "#d9dce0"


class Look(TypedDict, total=False):
    """The look of a curve."""

    color: str
    linewidth: float
    zorder: float
    linestyle: object


@as_figure
def roc_plot(
    result: RocResult,
    *,
    ax: Axes | None = None,
    width: Width = "page",
    highlight: int = HIGHLIGHTED,
) -> Axes:
    """Draw ROC curves, their convex hull, the chance line and where the predicted labels are.

    Parameters
    ----------
    highlight
        How many of the largest areas are drawn in colour; the rest are grey.

    Returns
    -------
    matplotlib.axes.Axes
        Filled points are on the convex hull.
    """
    names = wrap_names(result.design.algorithms, width)
    axes = ax or make_axes(
        width, height_with_legend(width, min(highlight, len(result.rows)) + 3, names)
    )
    axes.plot(
        [0, 1], [0, 1], color=MUTED, linewidth=0.8, linestyle=(0, (2, 2)), zorder=1,
        label="chance", gid="chance",
    )  # fmt: skip
    # broad and pale, so that a curve on its own hull stays visible
    axes.plot(
        [corner.false_positive_rate for corner in result.hull],
        [corner.true_positive_rate for corner in result.hull],
        color=HULL, linewidth=4.5, solid_joinstyle="round", zorder=1.5, label="convex hull",
        gid="hull",
    )  # fmt: skip
    for number, place in enumerate(result.order):
        look = look_number(place, number, len(result.rows)) if number < highlight else None
        _draw_curve(axes, result, place, look, names)
    set_square_limits(axes)
    axes.set_xlabel("false positive rate")
    axes.set_ylabel(wording.TRUE_POSITIVES.format(name=elide(result.positive, NAME)))
    place_legend(axes, left_out=len(result.rows) - highlight)
    describe(
        axes,
        alt=_alt(result),
        caption=_caption(result, highlight),
        data=lambda: tabulate_curves(result),
    )
    return axes


@from_table(roc_plot, stats.roc)
def roc_plot_from_table(
    predictions: Predictions, *, alpha: float = 0.05, ax: Axes | None = None, width: Width = "page"
) -> Axes:
    """Draw the ROC curves of all models, with their convex hull and the chance line.

    Parameters
    ----------
    predictions
        Predictions of two classes, with scores or probabilities.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"y_true": [0, 0, 1, 1], "m_score": [0.1, 0.4, 0.35, 0.8]})
    >>> frame.bench(positive="1").roc_plot().get_xlabel()
    'false positive rate'
    """
    return roc_plot(stats.roc(predictions, alpha=alpha), ax=ax, width=width)


def _draw_curve(
    axes: Axes, result: RocResult, place: int, number: int | None, names: dict[str, str]
) -> None:
    row, curve = result.rows[place], result.curves[place]
    look = curve_look(number)
    axes.plot(curve.x, curve.y, gid="curve", **look)
    if number is not None:
        point = row.point
        # without predicted labels the point is NaN, and nothing is drawn
        axes.plot(
            [point.false_positive_rate], [point.true_positive_rate], linestyle="none",
            marker=series_look(number)["marker"], markersize=6.0, color=look["color"],
            markerfacecolor=look["color"] if point.on_hull else "white", zorder=5, gid="point",
            clip_on=False,
        )  # fmt: skip
        write = functools.partial(fmt.fixed, decimals=DECIMALS)
        numbers = f"AUC {write(row.auc)} {fmt.interval(row.interval, write, none=0.5)}"
        add_to_legend(axes, number, names[row.algorithm], numbers)


def tabulate_curves(result: RocResult | PrecisionRecallResult) -> pd.DataFrame:
    """Return the corners of all curves, a row each."""
    parts = [
        pd.DataFrame({"algorithm": name, "x": curve.x, "y": curve.y})
        for name, curve in zip(result.design.algorithms, result.curves, strict=True)
    ]
    return pd.concat(parts, ignore_index=True)


def curve_look(number: int | None) -> Look:
    """Return colour, width and dash of a curve; ``None`` is a curve in the background."""
    if number is None:
        return {"color": PASSIVE, "linewidth": 0.6, "zorder": 2.0}
    look = series_look(number)
    return {
        "color": str(look["color"]),
        "linewidth": 1.4,
        "linestyle": look["linestyle"],
        "zorder": 4.0 - 0.01 * number,
    }


def add_to_legend(axes: Axes, number: int, name: str, numbers: str) -> None:
    """Put a model into the legend, with its curve's dash and its point's mark."""
    look = curve_look(number)
    axes.plot(
        [], [], label=f"{name}\n{numbers}", gid="model", markersize=5.0,
        marker=series_look(number)["marker"], markerfacecolor="white", **look,
    )  # fmt: skip


def set_square_limits(axes: Axes) -> None:
    """Set rates from 0 to 1 on both axes, in one scale."""
    axes.set_xlim(-0.02, 1.02)
    axes.set_ylim(-0.02, 1.02)
    axes.set_aspect("equal")


def wrap_names(names: Sequence[str], width: Width) -> dict[str, str]:
    """Break names into lines that fit the legend: one column beside the axes, or two below narrow ones."""
    narrow = inches(width) < NARROW
    size, room = (SMALL, inches(width) / 2 - MARK) if narrow else (SIZE, BESIDE * inches(width))
    short = shorten_names(names, LONGEST)
    return {name: wrap_text(short[name], room, size) for name in names}


def height_with_legend(
    width: Width, entries: int, names: Mapping[str, str], share: float = 0.62
) -> float:
    """Return the height of a figure, inches: a narrow one has its legend below the axes."""
    entry = ENTRY * (2 + max(name.count("\n") for name in names.values()))
    if inches(width) >= NARROW:
        return max(inches(width) * share, entry * entries + 0.6)
    return inches(width) * (share + 0.2) + entry * -(-entries // 2) + 0.2


def place_legend(axes: Axes, *, left_out: int) -> None:
    """Set the legend to the right, or under narrow axes, where it hides no curve."""
    handles, labels = axes.get_legend_handles_labels()
    # models first, then what they are compared with
    last = [place for place, handle in enumerate(handles) if handle.get_gid() != "model"]
    order = [place for place in range(len(handles)) if place not in last] + last
    if left_out > 0:
        (grey,) = axes.plot([], [], color=PASSIVE, linewidth=0.6)
        handles, labels = [*handles, grey], [*labels, f"{left_out} more models"]
        order.insert(len(order) - len(last), len(handles) - 1)
    figure = axes.get_figure(root=True)
    look: dict[str, Any] = {
        "frameon": False, "fontsize": SIZE, "borderaxespad": 0, "handlelength": 2.6,
        "labelspacing": 0.7,
    }  # fmt: skip
    entries = [handles[place] for place in order], [labels[place] for place in order]
    if isinstance(figure, HouseFigure):
        figure.set_layout_engine(SettledLayout())
    if isinstance(figure, HouseFigure) and figure.get_figwidth() < NARROW:
        look |= {"fontsize": SMALL, "handlelength": 1.8, "handletextpad": 0.4, "columnspacing": 0.7}
        figure.legend(*entries, loc="outside lower center", ncols=2, **look)
        return
    axes.legend(*entries, loc="upper left", bbox_to_anchor=(1.03, 1.0), **look)


def _alt(result: RocResult) -> str:
    models = [
        f"{result.rows[place].algorithm} {fmt.fixed(result.rows[place].auc, DECIMALS)}"
        for place in result.order
    ]
    on = [row.algorithm for row in result.rows if row.on_hull]
    on_hull = wording.ON_HULL.format(names=fmt.join(on, most=NAMED))
    return wording.ROC.format(
        models=format_count(len(models), "model"),
        positives=format_count(result.positives, "positive"),
        negatives=format_count(result.negatives, "negative"),
        areas=fmt.join(models, most=NAMED),
        hull=on_hull if on else wording.NONE_ON_HULL,
    )


def _caption(result: RocResult, highlight: int) -> str:
    level = fmt.number(100 * (1 - result.alpha))
    method = wording.INTERVAL_METHODS[result.variant]
    with_intervals = result.rows[0].interval is not None
    with_points = any(not math.isnan(row.point.true_positive_rate) for row in result.rows)
    some_grey = len(result.rows) > highlight
    curves = wording.CURVES.format(
        intervals=wording.INTERVALS.format(level=level, method=method) if with_intervals else "",
        points=wording.AT_LABELS if with_points else "",
    )
    return fmt.paragraph(
        curves,
        wording.BELOW_HULL,
        wording.LARGEST_COLOURED.format(n=highlight) if some_grey else "",
    )
