"""Precision-recall curves."""

import math

from matplotlib.axes import Axes

from benchreport import stats
from benchreport.data.predictions import Predictions
from benchreport.errors import format_count
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.figure_functions import as_figure, from_table
from benchreport.plots.base.series_looks import look_number
from benchreport.plots.base.short_names import elide
from benchreport.plots.base.style import MUTED, Width, make_axes, series_look
from benchreport.plots.predictions.roc import (
    DECIMALS,
    HIGHLIGHTED,
    NAME,
    NAMED,
    add_to_legend,
    curve_look,
    height_with_legend,
    place_legend,
    set_square_limits,
    tabulate_curves,
    wrap_names,
)
from benchreport.results.predictions.roc import PrecisionRecallResult
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import predictions as wording


@as_figure
def precision_recall_plot(
    result: PrecisionRecallResult,
    *,
    ax: Axes | None = None,
    width: Width = "page",
    highlight: int = HIGHLIGHTED,
) -> Axes:
    """Draw precision against recall in steps, the share of positives, and the predicted labels.

    Parameters
    ----------
    highlight
        How many of the highest average precisions are drawn in colour; the rest are grey.

    Returns
    -------
    matplotlib.axes.Axes
        The area under the steps is the average precision.
    """
    names = wrap_names(result.design.algorithms, width)
    axes = ax or make_axes(
        width, height_with_legend(width, min(highlight, len(result.rows)) + 2, names)
    )
    axes.axhline(
        result.share, color=MUTED, linewidth=0.8, linestyle=(0, (2, 2)), zorder=1,
        label=f"random order, {fmt.fixed(result.share, DECIMALS)}", gid="chance",
    )  # fmt: skip
    for number, place in enumerate(result.order):
        look = look_number(place, number, len(result.rows)) if number < highlight else None
        _draw_curve(axes, result, place, look, names)
    set_square_limits(axes)
    axes.set_xlabel(f"recall (positive: {elide(result.positive, NAME)})")
    axes.set_ylabel("precision")
    place_legend(axes, left_out=len(result.rows) - highlight)
    describe(
        axes,
        alt=_alt(result),
        caption=_caption(result, highlight),
        data=lambda: tabulate_curves(result),
    )
    return axes


@from_table(precision_recall_plot, stats.precision_recall)
def precision_recall_plot_from_table(
    predictions: Predictions, *, ax: Axes | None = None, width: Width = "page"
) -> Axes:
    """Draw precision against recall of all models.

    Parameters
    ----------
    predictions
        Predictions of two classes, with scores or probabilities.
    """
    return precision_recall_plot(stats.precision_recall(predictions), ax=ax, width=width)


def _draw_curve(
    axes: Axes,
    result: PrecisionRecallResult,
    place: int,
    number: int | None,
    names: dict[str, str],
) -> None:
    row, curve = result.rows[place], result.curves[place]
    look = curve_look(number)
    # precision is undefined at recall 0, so the curve starts with the first positive found
    x, y = (0.0, *curve.x[1:]), (curve.y[1], *curve.y[1:])
    axes.plot(x, y, drawstyle="steps-pre", gid="curve", **look)
    if number is None:
        return
    add_to_legend(
        axes, number, names[row.algorithm], f"AP {fmt.fixed(row.average_precision, DECIMALS)}"
    )
    if not math.isnan(row.precision):
        axes.plot(
            [row.recall], [row.precision], linestyle="none",
            marker=series_look(number)["marker"], markersize=6.0, color=look["color"],
            markerfacecolor="white", zorder=5, gid="point", clip_on=False,
        )  # fmt: skip


def _alt(result: PrecisionRecallResult) -> str:
    models = [
        f"{result.rows[place].algorithm} "
        f"{fmt.fixed(result.rows[place].average_precision, DECIMALS)}"
        for place in result.order
    ]
    return wording.PRECISION.format(
        models=format_count(len(models), "model"),
        positive=result.positive,
        listed=fmt.join(models, most=NAMED),
        share=fmt.fixed(result.share, DECIMALS),
    )


def _caption(result: PrecisionRecallResult, highlight: int) -> str:
    some_grey = len(result.rows) > highlight
    return fmt.paragraph(wording.STEPS, wording.BEST_COLOURED if some_grey else "")
