"""Reliability diagrams."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from benchreport import stats
from benchreport.data.predictions import Predictions
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.figure_functions import as_figure, from_table
from benchreport.plots.base.score_axis import NARROW
from benchreport.plots.base.series_looks import look_number
from benchreport.plots.base.short_names import elide
from benchreport.plots.base.style import MUTED, Width, inches, make_axes, series_look
from benchreport.plots.predictions.roc import (
    NAME,
    NAMED,
    add_to_legend,
    curve_look,
    height_with_legend,
    place_legend,
    wrap_names,
)
from benchreport.results.predictions.reliability import ReliabilityResult, ReliabilityRow
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import predictions as wording

HIGHLIGHTED = 4
DECIMALS = 3
DODGE = 0.006


@as_figure
def calibration_plot(
    result: ReliabilityResult,
    *,
    ax: Axes | None = None,
    width: Width = "page",
    highlight: int = HIGHLIGHTED,
) -> Axes:
    """Draw the observed share of positives against the predicted one, with intervals.

    Parameters
    ----------
    highlight
        How many of the lowest Brier scores are drawn with intervals; the rest are grey.

    Returns
    -------
    matplotlib.axes.Axes
        Filled marks are off the diagonal by their interval; beneath is the histogram of the
        probabilities, ``axes.child_axes[0]``.
    """
    entries = min(highlight, len(result.rows)) + 2
    share = 0.8 if inches(width) >= NARROW else 0.95
    names = wrap_names(result.design.algorithms, width)
    axes = ax or make_axes(width, height_with_legend(width, entries, names, share))
    axes.plot(
        [0, 1], [0, 1], color=MUTED, linewidth=0.8, linestyle=(0, (2, 2)), zorder=1,
        label="probabilities that hold", gid="diagonal",
    )  # fmt: skip
    below = axes.inset_axes((0, -0.3, 1, 0.22))
    below.patch.set_visible(False)
    n_coloured = min(highlight, len(result.rows))
    for number, place in enumerate(result.order):
        row = result.rows[place]
        if number < n_coloured:
            look = look_number(place, number, len(result.rows))
            _draw_with_intervals(axes, row, look, DODGE * (number - (n_coloured - 1) / 2))
            add_to_legend(
                axes,
                look,
                names[row.algorithm],
                f"Brier score {fmt.fixed(row.brier, DECIMALS)}",
            )
            _draw_histogram(below, row, look)
        else:
            _draw_curve(axes, row, None)
    _label(axes, below, result)
    place_legend(axes, left_out=len(result.rows) - n_coloured)
    describe(
        axes, alt=_alt(result), caption=_caption(result, n_coloured), data=lambda: _data(result)
    )
    return axes


@from_table(calibration_plot, stats.reliability)
def calibration_plot_from_table(
    predictions: Predictions,
    *,
    alpha: float = 0.05,
    bins: int = 10,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw the observed share of positives against the predicted one, with intervals.

    Parameters
    ----------
    predictions
        Predictions of two classes, with probabilities.
    """
    result = stats.reliability(predictions, alpha=alpha, bins=bins)
    return calibration_plot(result, ax=ax, width=width)


def _data(result: ReliabilityResult) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "algorithm": row.algorithm,
                "predicted": group.predicted,
                "observed": group.observed,
                "low": group.interval.low,
                "high": group.interval.high,
            }
            for row in result.rows
            for group in row.bins
        ]
    )


def _draw_curve(axes: Axes, row: ReliabilityRow, number: int | None) -> None:
    look = curve_look(number)
    look["linewidth"] = 0.7
    axes.plot(
        [group.predicted for group in row.bins], [group.observed for group in row.bins],
        gid="curve", **look,
    )  # fmt: skip


def _draw_with_intervals(axes: Axes, row: ReliabilityRow, number: int, shift: float) -> None:
    """Draw one model with intervals, moved aside a little so that they do not hide each other."""
    _draw_curve(axes, row, number)
    look = series_look(number)
    colour = str(look["color"])
    for group in row.bins:
        place = group.predicted + shift
        axes.plot(
            [place] * 2, [group.interval.low, group.interval.high], color=colour, linewidth=1.0,
            zorder=3, gid="interval", solid_capstyle="butt",
        )  # fmt: skip
        axes.plot(
            [place], [group.observed], linestyle="none", marker=str(look["marker"]), color=colour,
            markersize=5.0, markerfacecolor=colour if group.off else "white", zorder=5, gid="bin",
        )  # fmt: skip


def _draw_histogram(below: Axes, row: ReliabilityRow, number: int) -> None:
    counts = np.array(row.histogram, dtype=float)
    edges = np.linspace(0, 1, len(counts) + 1)
    look = curve_look(number)
    below.stairs(
        counts / counts.sum(), edges, color=look["color"], linewidth=1.0,
        linestyle=look.get("linestyle", "-"), zorder=look["zorder"], gid="histogram",
    )  # fmt: skip


def _label(axes: Axes, below: Axes, result: ReliabilityResult) -> None:
    for panel in (axes, below):
        panel.set_xlim(-0.02, 1.02)
    axes.set_ylim(-0.02, 1.02)
    axes.set_xticklabels([])
    axes.set_ylabel(f"observed share of {elide(result.positive, NAME)}")
    below.set_ylim(bottom=0)
    below.set_ylabel("share of\nexamples")
    below.set_xlabel(f"predicted probability of {elide(result.positive, NAME)}")


def _alt(result: ReliabilityResult) -> str:
    models = [
        wording.BRIER_AND_BINS.format(
            name=row.algorithm,
            brier=fmt.fixed(row.brier, DECIMALS),
            off=len(row.off),
            bins=len(row.bins),
        )
        for row in (result.rows[place] for place in result.order)
    ]
    listed, more = "; ".join(models[:NAMED]), len(models) - NAMED
    if more > 0:
        listed = wording.MORE.format(listed=listed, n=more)
    return wording.CALIBRATION.format(positive=result.positive, listed=listed)


def _caption(result: ReliabilityResult, n_coloured: int) -> str:
    level = fmt.number(100 * (1 - result.alpha))
    some_grey = len(result.rows) > n_coloured
    return fmt.paragraph(
        wording.RELIABILITY.format(level=level),
        wording.LOWEST_COLOURED.format(n=n_coloured) if some_grey else "",
        wording.ASIDE if n_coloured > 1 else "",
    )
