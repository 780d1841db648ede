"""Curves over steps, with bands."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from benchreport import stats
from benchreport.data.curves import Curves
from benchreport.errors import OptionError
from benchreport.hints import option
from benchreport.numerics.series.curves import Band, Center
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.end_labels import LONGEST, End, label_ends, wrap_ends
from benchreport.plots.base.figure_functions import as_figure, from_table
from benchreport.plots.base.series_looks import Highlight, Series, assign_looks
from benchreport.plots.base.style import Width, inches
from benchreport.plots.base.ticks import nice_ticks
from benchreport.plots.curves.curve_facts import describe_curves, explain_curves, has_bands
from benchreport.plots.curves.curve_panels import (
    LEGEND,
    TITLE,
    break_titles,
    count_names,
    make_curve_panels,
)
from benchreport.plots.curves.runs import runs_plot
from benchreport.plots.curves.step_axis import set_step_axis
from benchreport.results.curves.lines import CurvesResult, Line, last
from benchreport.stats.curves.anytime import Across
from benchreport.wording.figures import curves as wording

MOST_PANELS = 12
MARKED = 8
MOST_GREY, GREY_POINTS = 40, 40
PARTS: dict[str, str | tuple[int, tuple[float, ...]]] = {
    "score": "-",
    "train": (0, (1.2, 1.2)),
    "validation": (0, (5, 1.5)),
}


@as_figure
def curves_plot(
    result: CurvesResult,
    *,
    highlight: Highlight = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw curves with their bands: one panel, or one a dataset.

    Parameters
    ----------
    ax
        The axes to draw the curves of one dataset into; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        The first panel; its figure holds all. Lines join points at which all runs were measured; else,
        and of the best so far, they are steps.

    Raises
    ------
    OptionError
        One axes is given for several datasets, or ``highlight`` names an unknown algorithm.
    """
    datasets = result.datasets[:MOST_PANELS]
    if ax is not None and len(datasets) > 1:
        raise OptionError(
            f"one axes holds one dataset; the curves are of {len(result.datasets)}.",
            hint=option(dataset=datasets[0]) + ", or leave ax out",
        )
    # each algorithm has one look over all panels
    order = _sort_by_end(result)
    series = assign_looks(result.design.algorithms, order, highlight, longest=LONGEST)
    parts = len({line.part for line in result.lines})
    if len(datasets) == parts == 1:
        series = wrap_ends(series, inches(width))
    titles = break_titles(datasets, width)
    panels = [ax] if ax is not None else make_curve_panels(titles, series, width, parts)
    for number, (axes, dataset) in enumerate(zip(panels, datasets, strict=True)):
        lines = result.of(dataset)
        _draw_lines(axes, result, lines, series)
        _label_axes(axes, result, number, len(datasets))
        if len(datasets) > 1:
            axes.set_title(titles[number], loc="left", fontsize=TITLE)
        elif len({line.part for line in lines}) == 1:
            label_ends(axes, _find_ends(lines, series, result))
    if len(datasets) > 1 or len({line.part for line in result.lines}) > 1:
        _draw_legend(panels[0], result, series)
    describe(
        panels[0],
        alt=describe_curves(result),
        caption=explain_curves(result, series, len(datasets)),
        data=lambda: result.table,
    )
    return panels[0]


@from_table(curves_plot, runs_plot, stats.curve_summary)
def curve_plot(  # noqa: PLR0913 - each says one thing, all have defaults
    curves: Curves,
    *,
    center: Center | None = "median",
    band: Band | None = None,
    run: str | None = None,
    dataset: str | None = None,
    best_so_far: bool = False,
    parts: Sequence[str] = ("score",),
    log: bool | None = None,
    highlight: Highlight = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw curves: averaged over runs with a band, every run, or one.

    Parameters
    ----------
    center
        ``"median"`` or ``"mean"`` over runs; ``None`` draws every run.
    band
        ``"quartiles"`` (default of medians), ``"se"`` (default of means), ``"sd"`` or
        ``"bootstrap"``; the caption says which.
    run
        Draw this run of each algorithm alone (its seed, fold or name).
    dataset
        Only this one; ``None`` draws a panel a dataset.
    log
        Whether the axis of steps is logarithmic; ``None``: where they span two decades, or one
        of the best so far.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({
    ...     "model": list("aaaabbbb"), "seed": [1, 1, 2, 2] * 2, "epoch": [1, 2] * 4,
    ...     "accuracy": [0.5, 0.7, 0.6, 0.9, 0.4, 0.5, 0.5, 0.5],
    ... })
    >>> print(frame.bench.curve_plot(center="mean", band="sd").caption)
    Mean accuracy over 2 runs; bands: one standard deviation over runs to each side. At the end, a
    leads (0.800).
    """
    if center is None or run is not None:
        return runs_plot(
            curves, run=run, dataset=dataset, best_so_far=best_so_far, log=log,
            highlight=highlight, ax=ax, width=width,
        )  # fmt: skip
    result = stats.curve_summary(
        curves if dataset is None else curves.on(dataset),
        center=center,
        band=band or ("quartiles" if center == "median" else "se"),
        best_so_far=best_so_far,
        parts=parts,
        log=log,
    )
    return curves_plot(result, highlight=highlight, ax=ax, width=width)


@from_table(curves_plot, stats.anytime)
def anytime_plot(  # noqa: PLR0913 - each says one thing, all have defaults
    curves: Curves,
    *,
    across: Across | None = None,
    band: Band | None = None,
    dataset: str | None = None,
    best_so_far: bool | None = None,
    log: bool | None = None,
    highlight: Highlight = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw how good systems are at every budget: on each dataset, or over datasets.

    Parameters
    ----------
    curves
        Runs of k algorithms.
    across
        ``None``: a panel a dataset, means of runs; ``"regret"``, ``"rank"`` or ``"mean"`` over
        datasets.
    band
        ``"se"`` (default), ``"sd"``, ``"quartiles"`` or ``"bootstrap"``: over runs, or datasets.
    dataset
        Only this one.
    """
    if dataset is not None:
        curves = curves.on(dataset)
    if across is None:
        result = stats.curve_summary(
            curves, center="mean", band=band or "se", best_so_far=best_so_far, log=log
        )
    else:
        result = stats.anytime(
            curves, across=across, band=band or "se", best_so_far=best_so_far, log=log
        )
    return curves_plot(result, highlight=highlight, ax=ax, width=width)


@from_table(curves_plot, stats.rank_over_time)
def rank_over_time_plot(  # noqa: PLR0913 - each says one thing, all have defaults
    curves: Curves,
    *,
    band: Band = "sd",
    best_so_far: bool | None = None,
    log: bool | None = None,
    n_draws: int | None = 10_000,
    rng: int = 0,
    highlight: Highlight = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw mean ranks at every budget, with their spread over datasets or draws of single runs.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({
    ...     "optimizer": list("aabb") * 2, "task": list("xxxxyyyy"), "budget": [1, 10] * 4,
    ...     "loss": [3.0, 1.0, 2.0, 2.0, 9.0, 5.0, 8.0, 7.0],
    ... })
    >>> frame.bench.rank_over_time_plot().get_ylabel()
    'mean rank (1 = best)'
    """
    result = stats.rank_over_time(
        curves, band=band, best_so_far=best_so_far, log=log, n_draws=n_draws, rng=rng
    )
    return curves_plot(result, highlight=highlight, ax=ax, width=width)


def _sort_by_end(result: CurvesResult) -> list[int]:
    """Sort algorithms by their mean place at the ends of the panels, the best first."""
    places: dict[str, list[int]] = {name: [] for name in result.design.algorithms}
    for dataset in result.datasets:
        lines = tuple(line for line in result.of(dataset) if line.part == result.part)
        for number, line in enumerate(result.order(lines)):
            places[line.algorithm].append(number)
    means = [np.mean(ranks) if ranks else math.inf for ranks in places.values()]
    return sorted(range(len(means)), key=lambda place: means[place])


def _draw_lines(
    axes: Axes, result: CurvesResult, lines: Sequence[Line], series: Sequence[Series]
) -> None:
    by_name = {entry.name: entry for entry in series}
    # a best score stays until the next point, so only measured averages are joined by lines
    joined = result.measured and not result.best_so_far
    bands = has_bands(series)
    parted = len({entry.part for entry in lines}) > 1
    grey = _thin_steps(len(result.steps), sum(not entry.strong for entry in series))
    for line in lines:
        look = by_name[line.algorithm]
        style = look.line
        if parted:
            style = {**style, "linestyle": PARTS[line.part]}
        if line.part == result.part and look.strong and bands:
            axes.fill_between(
                result.steps, line.low, line.high, step=None if joined else "post", linewidth=0, alpha=0.16,
                color=look.look["color"], zorder=style["zorder"] - 1, gid="band",
            )  # fmt: skip
        mark = _place_markers(result, line, look) if look.strong else {}
        if mark and line.part != result.part:
            mark["markerfacecolor"] = "white"
        points = slice(None) if look.strong else grey
        axes.plot(
            np.array(result.steps)[points], np.array(line.center)[points],
            drawstyle="default" if joined else "steps-post", gid="line",
            label=look.label, **style, **mark,
        )  # fmt: skip


def _thin_steps(points: int, grey: int) -> NDArray[np.intp] | slice:
    """Choose some of the steps at which very many grey lines are drawn, to keep the file small."""
    if grey <= MOST_GREY:
        return slice(None)
    return np.unique(np.linspace(0, points - 1, GREY_POINTS).round().astype(np.intp))


def _place_markers(result: CurvesResult, line: Line, look: Series) -> dict[str, Any]:
    """Place a few markers evenly on the axis, apart from those of other lines."""
    drawn_places = np.flatnonzero(~np.isnan(line.center))
    if len(drawn_places) == 0:
        return {}
    steps = np.log(result.steps) if result.log else np.array(result.steps)
    targets = np.linspace(steps[drawn_places[0]], steps[drawn_places[-1]], MARKED + 1)
    # each series starts a little later than the one before
    targets = targets[:-1] + (targets[1] - targets[0]) * ((look.place * 0.618) % 1) * 0.8
    places = sorted({int(np.argmin(np.abs(steps - at))) for at in targets})
    return {"marker": look.look["marker"], "markevery": places, "markersize": 4.2}


def _label_axes(axes: Axes, result: CurvesResult, number: int, n: int) -> None:
    set_step_axis(axes, result.steps, log=result.log, name=result.step)
    better = "higher" if result.higher_is_better else "lower"
    name = {"rank": "mean rank"}.get(result.quantity, f"{result.center} {result.quantity}")
    if result.quantity == "rank":
        k = result.design.n_algorithms
        axes.set_ylim(k + 0.15, 0.85)
        axes.set_yticks(nice_ticks(1, k, ranks=True))
        better = "1"
    if n == 1:
        axes.set_ylabel(
            f"{name} ({better} = best)" if better == "1" else f"{name}\n({better} is better)"
        )
    elif number == 0 and (figure := axes.get_figure(root=True)) is not None:
        # the label is the whole figure's: one panel may be lower than the label is long
        figure.supylabel(name, fontsize=9)


def _find_ends(lines: Sequence[Line], series: Sequence[Series], result: CurvesResult) -> list[End]:
    by_name = {line.algorithm: line for line in lines}
    return [
        End(result.steps[-1], last(by_name[entry.name]), entry.label, str(entry.look["color"]))
        for entry in series
        if entry.strong and entry.name in by_name and not math.isnan(last(by_name[entry.name]))
    ]


def _draw_legend(axes: Axes, result: CurvesResult, series: Sequence[Series]) -> None:
    figure = axes.get_figure(root=True)
    if figure is None:
        return
    strong = [entry for entry in series if entry.strong]
    parts = list(dict.fromkeys(line.part for line in result.lines))
    handles, names = [], []
    for entry in strong:
        style = {**entry.line, "linestyle": "-" if len(parts) > 1 else entry.look["linestyle"]}
        handles.append(axes.plot([], [], marker=entry.look["marker"], markersize=4.2, **style)[0])
        names.append(entry.label)
    if len(parts) > 1:
        for part in parts:
            handles.append(axes.plot([], [], color="#444444", linestyle=PARTS[part])[0])
            names.append({"score": result.quantity, **wording.PARTS}[part])
    columns = count_names(names, figure.get_figwidth())
    figure.legend(
        handles, names, loc="outside lower center", ncols=min(columns, len(handles)), frameon=False,
        fontsize=LEGEND, handlelength=2.6, columnspacing=1.4,
    )  # fmt: skip
