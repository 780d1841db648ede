"""Empirical distribution functions: the share of datasets on which an algorithm is this good."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from numpy.typing import NDArray

from benchreport.data.scores import Scores
from benchreport.errors import OptionError, format_count
from benchreport.hints import option
from benchreport.numerics.moments import spans_decades
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.end_labels import LINE, POINTS, height_for_labels, label_size
from benchreport.plots.base.figure_functions import as_figure
from benchreport.plots.base.legends import IN_ONE_COLUMN, count_columns
from benchreport.plots.base.score_axis import NARROW, score_label, set_log_ticks
from benchreport.plots.base.series_looks import Highlight, Series, assign_looks, explain_grey
from benchreport.plots.base.style import PASSIVE, Width, add_grid, inches, make_axes
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import scores as wording

Floats = NDArray[np.float64]
MOST_CORNERS, THINNED = 20_000, 100
QUARTERS = (0.25, 0.5, 0.75)


class _Steps(NamedTuple):
    """The corners of one algorithm's step function."""

    x: Floats
    share: Floats


@as_figure
def ecdf_plot(
    scores: Scores,
    *,
    log: bool | None = None,
    highlight: Highlight = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw on what share of the blocks each algorithm is at least as good as any given score.

    Parameters
    ----------
    scores
        A table of k algorithms on N blocks; cells may be empty.
    log
        Whether scores are on a log axis. By default where lower is better, as of times, and they are
        positive and span more than two decades.

    Returns
    -------
    matplotlib.axes.Axes
        Step functions from the first to the last score of all; markers are at the quartiles. The
        best curve is uppermost.

    Raises
    ------
    OptionError
        A log axis needs positive scores, or ``highlight`` names an unknown algorithm.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
    >>> frame.bench(score="accuracy").ecdf_plot().get_ylabel()
    'share of datasets at least as good'
    """
    logarithmic = _use_log(scores, log)
    samples = scores.samples
    medians = np.array([np.median(sample) for sample in samples])
    order = np.argsort(-medians if scores.higher_is_better else medians, kind="stable").tolist()
    limits = float(np.nanmin(scores.values)), float(np.nanmax(scores.values))
    steps = [_compute_steps(sample, limits, falling=scores.higher_is_better) for sample in samples]
    narrow = inches(width) < NARROW
    series = assign_looks(
        scores.algorithms, order, highlight, longest=IN_ONE_COLUMN if narrow else 30
    )
    axes = ax or make_axes(width, _figure_height(series, inches(width)))
    _draw_steps(axes, steps, series)
    _draw_legend(axes, series, narrow=narrow)
    if logarithmic:
        axes.set_xscale("log")
        set_log_ticks(axes.xaxis, scores.values, most=4 if narrow else 7)
    axes.set_ylim(-0.02, 1.02)
    add_grid(axes)
    side = "right" if scores.higher_is_better else "left"
    axes.set_xlabel(score_label(scores, f"upper {side} is best", narrow=narrow))
    gap = "\n" if narrow else " "
    axes.set_ylabel(wording.SHARE_AXIS.format(block=scores.block_kind, gap=gap))
    describe(
        axes,
        alt=_alt(scores, medians, order),
        caption=_caption(scores, medians, series, log=logarithmic),
        data=lambda: _data(scores, steps),
    )
    return axes


def _use_log(scores: Scores, log: bool | None) -> bool:  # noqa: FBT001 - the option itself
    if log is None:
        return not scores.higher_is_better and spans_decades(scores.values)
    lowest = float(np.nanmin(scores.values))
    if log and lowest <= 0:
        raise OptionError(
            f"a log axis needs positive scores; the lowest is {lowest:g}.", hint=option(log=False)
        )
    return log


def _compute_steps(sample: Floats, limits: tuple[float, float], *, falling: bool) -> _Steps:
    """Return the corners, from the first to the last score of all."""
    first, last = limits
    x = np.unique(sample)
    # how many are at least as good: the curve of higher scores falls after each, of lower ones rises
    ordered = np.sort(sample)
    if falling:
        count = len(ordered) - np.searchsorted(ordered, x, side="left")
        x, share = (
            np.append(np.append(first, x), [last, last]),
            np.append(1.0, count / len(ordered)),
        )
        return _Steps(x, np.append(share, [float(ordered[-1] == last) * share[-1], 0.0]))
    count = np.searchsorted(ordered, x, side="right")
    return _Steps(
        np.concatenate([[first], x, [last]]), np.concatenate([[0.0], count / len(ordered), [1.0]])
    )


def _draw_steps(axes: Axes, steps: Sequence[_Steps], series: Sequence[Series]) -> None:
    falling = steps[0].share[0] == 1
    grey = sum(len(steps[entry.place].x) for entry in series if not entry.strong)
    for entry in series:
        x, share = steps[entry.place]
        if not entry.strong and grey > MOST_CORNERS:
            # steps narrower than a grey line cannot be seen, and make a file of megabytes
            few = np.unique(np.linspace(0, len(x) - 1, THINNED).astype(int))
            x, share = x[few], share[few]
        axes.plot(
            x, share, drawstyle="steps-pre" if falling else "steps-post", gid="ecdf",
            marker=entry.look["marker"], markersize=4.5, markevery=_find_quartiles(share), **entry.line,
        )  # fmt: skip


def _find_quartiles(share: Floats) -> list[int]:
    """Return the corners at which a curve passes its quartiles."""
    reached = share[:, None] >= np.array(QUARTERS)
    # a falling curve passes where it still is that high, a rising one where it first is
    places = (
        np.argmax(reached, axis=0)
        if share[0] < 1
        else len(share) - 1 - np.argmax(reached[::-1], axis=0)
    )
    return sorted(set(places.tolist()))


def _figure_height(series: Sequence[Series], width: float) -> float:
    n_names = sum(entry.strong for entry in series) + 1
    if width >= NARROW:
        return height_for_labels(n_names, 0.5 * width)
    rows = -(-n_names // count_columns(series))
    return 0.75 * width + rows * label_size(n_names) * LINE / POINTS


def _draw_legend(axes: Axes, series: Sequence[Series], *, narrow: bool) -> None:
    """Name the curves in colour, the best first: right of the axes, or above where it is narrow.

    All curves end in one point, so that names at their ends would not tell them apart.
    """
    strong = [entry for entry in series if entry.strong]
    handles = [
        Line2D([], [], label=entry.label, marker=entry.look["marker"], markersize=4.5, **entry.line)
        for entry in strong
    ]
    rest = len(series) - len(strong)
    if rest:
        label = f"{rest} others" if rest > 1 else "1 other"
        handles.append(Line2D([], [], color=PASSIVE, linewidth=0.8, label=label))
    key = axes.legend(
        handles=handles, loc="lower left" if narrow else "upper left", frameon=False,
        bbox_to_anchor=(-0.05, 1.03) if narrow else (1.01, 1.0), ncols=count_columns(series) if narrow else 1,
        fontsize=label_size(len(handles)), borderaxespad=0, handlelength=2.2, labelspacing=0.28,
        columnspacing=1.2,
    )  # fmt: skip
    for text in key.get_texts():
        text.set_gid("label")


def _data(scores: Scores, steps: Sequence[_Steps]) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "algorithm": np.repeat(scores.algorithms, [len(step.x) for step in steps]),
            "score": np.concatenate([step.x for step in steps]),
            "share": np.concatenate([step.share for step in steps]),
        }
    )


def _alt(scores: Scores, medians: Floats, order: Sequence[int]) -> str:
    write = fmt.writer(medians)
    placed = [f"{scores.algorithms[place]} {write(medians[place])}" for place in order]
    return wording.STEPS.format(
        block=scores.block_kind,
        n=len(order),
        score=scores.score,
        listed=fmt.join(placed, most=12),
    )


def _caption(scores: Scores, medians: Floats, series: Sequence[Series], *, log: bool) -> str:
    best, others = series[0], series[1:]
    sign = 1.0 if scores.higher_is_better else -1.0
    samples = [np.sort(sign * sample) for sample in scores.samples]
    below = sum(_is_never_above(samples[other.place], samples[best.place]) for other in others)
    median = fmt.writer(medians)(medians[best.place])
    kind = scores.block_kind
    shares = wording.SHARES.format(
        blocks=format_count(scores.n_scored, kind),
        score=scores.score,
        direction=scores.direction,
    )
    return fmt.paragraph(
        shares,
        wording.HIGHER_CURVE.format(block=kind),
        wording.BEST_MEDIAN.format(
            name=best.name, median=median, below=_count_below(below, len(others))
        ),
        wording.SHARES_OF_KNOWN.format(block=kind) if scores.gaps else "",
        wording.LOG_AXIS if log else "",
        explain_grey(series),
    )


def _count_below(below: int, others: int) -> str:
    """Say how many other curves the best one is never below."""
    if below == 0:
        return ""
    if below == others:
        return wording.ABOVE_THE_OTHER if others == 1 else wording.ABOVE_ALL
    return wording.ABOVE_SOME.format(n=below, others=others)


def _is_never_above(sample: Floats, best: Floats) -> bool:
    """Tell whether a curve is nowhere above the best one's; both samples are sorted, higher is better."""
    at = np.concatenate([sample, best])
    ahead = np.searchsorted(best, at) / len(best) - np.searchsorted(sample, at) / len(sample)
    return bool((ahead <= 0).all())
