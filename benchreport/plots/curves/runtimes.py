"""The share of targets reached within each budget."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from benchreport import stats
from benchreport.data.curves import Curves
from benchreport.errors import format_count
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.end_labels import LONGEST, End, height_for_ends, label_ends, wrap_ends
from benchreport.plots.base.figure_functions import as_figure, from_table
from benchreport.plots.base.series_looks import Highlight, assign_looks, explain_grey
from benchreport.plots.base.style import Width, inches, make_axes
from benchreport.plots.curves.step_axis import set_step_axis
from benchreport.results.curves.runtimes import RuntimesResult
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import curves as wording


@as_figure
def runtimes_plot(
    result: RuntimesResult,
    *,
    highlight: Highlight = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw the empirical distribution of running times to targets, a step function a system.

    Returns
    -------
    matplotlib.axes.Axes
        A cross marks where the first run of a system ended before the last step: more budget might
        have reached more.
    """
    names = [entry.algorithm for entry in result.shares]
    order = [names.index(entry.algorithm) for entry in result.order]
    series = assign_looks(names, order, highlight, longest=LONGEST)
    series = wrap_ends(series, inches(width))
    steps = np.array(result.steps)
    axes = ax or make_axes(width, height_for_ends(series, inches(width)))
    for entry in series:
        share = result.shares[entry.place]
        axes.plot(
            steps,
            100 * np.array(share.share),
            drawstyle="steps-post",
            gid="line",
            label=entry.label,
            **entry.line,
        )
        if entry.strong and share.ended < steps[-1]:
            at = max(0, int(np.searchsorted(steps, share.ended, side="right")) - 1)
            axes.plot(
                [share.ended], [100 * share.share[at]], "x", color=entry.look["color"],
                markersize=6, zorder=4, gid="ended",
            )  # fmt: skip
    axes.set_ylim(-2, 102)
    set_step_axis(axes, result.steps, log=result.log, name=result.step)
    axes.set_ylabel(wording.SHARE_AXIS)
    ends = [
        End(result.steps[-1], 100 * result.shares[entry.place].share[-1], entry.label,
            str(entry.look["color"]))
        for entry in series
        if entry.strong
    ]  # fmt: skip
    label_ends(axes, ends)
    describe(
        axes,
        alt=_alt(result),
        caption=fmt.paragraph(_caption(result), explain_grey(series)),
        data=lambda: result.share_table,
    )
    return axes


@from_table(runtimes_plot, stats.runtimes)
def ecdf_runtime_plot(
    curves: Curves,
    *,
    targets: Sequence[float] | None = None,
    n_targets: int = 20,
    log: bool | None = None,
    highlight: Highlight = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw which share of targets each system has reached within each budget."""
    result = stats.runtimes(curves, targets=targets, n_targets=n_targets, log=log)
    return runtimes_plot(result, highlight=highlight, ax=ax, width=width)


def _alt(result: RuntimesResult) -> str:
    return wording.TARGETS.format(
        step=result.step,
        axis=wording.LOG_AXIS if result.log else "",
        algorithms=format_count(len(result.shares), "algorithm"),
        summary=result.summary,
    )


def _caption(result: RuntimesResult) -> str:
    most = result.order[0].share[-1]
    best = [row.algorithm for row in result.order if row.share[-1] >= most - 1e-12]
    ended = any(row.ended < result.steps[-1] for row in result.shares)
    times = wording.RUNNING_TIMES.format(
        targets=result.targets_in_words,
        names=fmt.join(best, most=5),
        reach=wording.REACHES if len(best) == 1 else wording.REACH,
        share=fmt.fixed(100 * most, 0),
    )
    return fmt.paragraph(times, wording.CROSS if ended else "")
