"""Every run's own curve, or one run's."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection

from benchreport.data.curves import Curves
from benchreport.data.read_curves import Run
from benchreport.errors import DesignError, examples, format_count
from benchreport.hints import option
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.end_labels import LONGEST, End, height_for_ends, label_ends, wrap_ends
from benchreport.plots.base.figure_functions import as_figure
from benchreport.plots.base.series_looks import Highlight, Series, assign_looks, explain_grey
from benchreport.plots.base.style import Width, inches, make_axes
from benchreport.plots.curves.step_axis import set_step_axis
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import curves as wording

LOG_SPAN = 100.0


@as_figure
def runs_plot(
    curves: Curves,
    *,
    run: str | None = None,
    dataset: str | None = None,
    best_so_far: bool = False,
    log: bool | None = None,
    highlight: Highlight = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw the curve of every run, or of one run of each algorithm, at its own steps.

    Parameters
    ----------
    curves
        Runs of k algorithms.
    run
        Only the runs of this name; ``None`` draws all.
    dataset
        The dataset to draw, where there are several.
    best_so_far
        Whether to draw the best score until each step.
    log
        Whether the axis of steps is logarithmic; ``None``: where they span two decades.

    Raises
    ------
    DesignError
        There are several datasets and none is named, or the run does not exist.
    """
    selected = _select_runs(curves, run, dataset)
    if best_so_far:
        selected = selected.incumbents()
    ends = {name: _find_end(selected.of(algorithm=name)) for name in selected.algorithms}
    sign = -1.0 if selected.higher_is_better else 1.0
    order = sorted(range(len(ends)), key=lambda place: sign * ends[selected.algorithms[place]][1])
    series = assign_looks(selected.algorithms, order, highlight, longest=LONGEST)
    series = wrap_ends(series, inches(width))
    low, high = selected.span
    logarithmic = low > 0 and high / low >= LOG_SPAN if log is None else log
    axes = ax or make_axes(width, height_for_ends(series, inches(width)))
    for entry in series:
        _draw_runs(axes, selected.of(algorithm=entry.name), entry, as_steps=selected.best_so_far)
    _set_limits(axes, selected)
    set_step_axis(axes, [low, high], log=logarithmic, name=selected.step)
    best = "best " if selected.best_so_far else ""
    axes.set_ylabel(f"{best}{selected.score}\n({selected.direction})")
    label_ends(
        axes,
        [
            End(*ends[entry.name], entry.label, str(entry.look["color"]))
            for entry in series
            if entry.strong
        ],
    )
    describe(
        axes,
        alt=_alt(selected, ends),
        caption=fmt.paragraph(_caption(selected, run), explain_grey(series)),
        data=lambda: _data(selected),
    )
    return axes


def _select_runs(curves: Curves, run: str | None, dataset: str | None) -> Curves:
    if dataset is None and len(curves.datasets) > 1:
        raise DesignError(
            f"runs are drawn of one dataset; there are {len(curves.datasets)}.",
            hint=option(dataset=curves.datasets[0]),
        )
    selected = curves if dataset is None else curves.on(dataset)
    return selected if run is None else selected.with_repeat(str(run))


def _find_end(runs: Sequence[Run]) -> tuple[float, float]:
    """Return where an algorithm's runs end: the last step of any, their mean last score."""
    return max(float(run.step[-1]) for run in runs), float(np.mean([run.score[-1] for run in runs]))


def _draw_runs(axes: Axes, runs: Sequence[Run], look: Series, *, as_steps: bool) -> None:
    # the best score so far is a step function, drawn by its corners; one artist draws all runs
    paths = [
        np.column_stack([np.repeat(run.step, 2)[1:], np.repeat(run.score, 2)[:-1]])
        if as_steps
        else np.column_stack([run.step, run.score])
        for run in runs
    ]
    style = look.line
    many = len(runs) > 1
    axes.add_collection(
        LineCollection(
            paths,
            colors=str(style["color"]),
            linestyles=style["linestyle"],
            linewidths=0.6 if many else style["linewidth"],
            alpha=max(0.12, min(1.0, 6 / len(runs))) if many else 1.0,
            zorder=style["zorder"],
            gid="runs",
        ),
        autolim=False,
    )


def _set_limits(axes: Axes, curves: Curves) -> None:
    every = np.concatenate([run.score for run in curves.runs])
    low, high = float(every.min()), float(every.max())
    room = 0.04 * (high - low) or 0.5 * abs(high) or 0.5
    axes.set_ylim(low - room, high + room)


def _data(curves: Curves) -> pd.DataFrame:
    return pd.concat(
        [
            pd.DataFrame(
                {
                    "algorithm": run.algorithm,
                    "repeat": run.repeat,
                    curves.step: run.step,
                    curves.score: run.score,
                }
            )
            for run in curves.runs
        ],
        ignore_index=True,
    )


def _alt(curves: Curves, ends: dict[str, tuple[float, float]]) -> str:
    scores = [f"{name} {fmt.number(end[1], 4)}" for name, end in list(ends.items())[:12]]
    return wording.SINGLE_RUNS.format(curves=curves, scores=", ".join(scores))


def _caption(curves: Curves, run: str | None) -> str:
    counts = sorted({len(curves.of(algorithm=name)) for name in curves.algorithms})
    runs = format_count(counts[-1], "run")
    best = wording.BEST_SO_FAR if curves.best_so_far else ""
    if run is not None:
        algorithms = format_count(len(curves.algorithms), "algorithm")
        return wording.ONE_RUN.format(run=run, algorithms=algorithms, score=curves.score, best=best)
    datasets = examples([name for name in curves.datasets if name])
    return wording.ALL_RUNS.format(
        where=wording.ON.format(datasets=datasets) if datasets else "",
        score=curves.score,
        best=best,
        runs=runs if len(counts) == 1 else f"{counts[0]} to {runs}",
    )
