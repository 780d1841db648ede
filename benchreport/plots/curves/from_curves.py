"""Figures straight from a table of curves: run the procedure, draw its result."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from benchreport import stats
from benchreport.data.curves import Curves
from benchreport.numerics.series.curves import Band, Center
from benchreport.plots.base.series_looks import Highlight
from benchreport.plots.base.style import Width
from benchreport.plots.curves import curves as drawing
from benchreport.plots.curves import runs, runtimes
from benchreport.stats.curves.anytime import Across

__all__ = ["anytime_plot", "curve_plot", "ecdf_runtime_plot", "rank_over_time_plot"]


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
    curves
        Runs of k algorithms.
    center
        ``"median"`` or ``"mean"`` over runs; ``None`` draws every run.
    band
        ``"quartiles"`` (default of medians), ``"se"`` (default of means), ``"sd"`` or
        ``"bootstrap"``; the caption says which.
    run
        Draw this run of each algorithm alone (its seed, fold or name).
    dataset
        Only this one; ``None`` draws a panel a dataset.
    best_so_far
        Whether to draw the best score until each step.
    parts
        Of learning curves which scores: ``"score"``, ``"train"``, ``"validation"``.
    log
        Whether the axis of steps is logarithmic; ``None``: where they span two decades, or one
        of the best so far.
    highlight
        How many of the best are in colour, or which; ``None``: all up to 20, of more 8.
    ax
        Where to draw one dataset; a new figure by default.
    width
        Of a new figure: ``"column"``, ``"page"`` or inches.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({
    ...     "model": list("aaaabbbb"), "seed": [1, 1, 2, 2] * 2, "epoch": [1, 2] * 4,
    ...     "accuracy": [0.5, 0.7, 0.6, 0.9, 0.4, 0.5, 0.5, 0.5],
    ... })
    >>> print(curve_plot(Curves.from_frame(frame), center="mean", band="sd").caption)
    Mean accuracy over 2 runs; bands: one standard deviation over runs to each side. At the end a
    leads (0.8).
    """
    if center is None or run is not None:
        return runs.runs_plot(
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
    return drawing.curves_plot(result, highlight=highlight, ax=ax, width=width)


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
    best_so_far
        Whether to take the best score until each step; ``None``: yes, but where steps are epochs.
    log
        Whether the axis of steps is logarithmic; ``None``: where they span two decades, or one
        of the best so far.
    highlight
        How many of the best are in colour, or which; ``None``: all up to 20, of more 8.
    ax
        Where to draw; a new figure by default.
    width
        Of a new figure: ``"column"``, ``"page"`` or inches.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({
    ...     "optimizer": list("aabb") * 2, "task": list("xxxxyyyy"), "budget": [1, 10] * 4,
    ...     "loss": [3.0, 1.0, 3.0, 2.0, 9.0, 5.0, 9.0, 7.0],
    ... })
    >>> axes = anytime_plot(Curves.from_frame(frame), across="regret")
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
    return drawing.curves_plot(result, highlight=highlight, ax=ax, width=width)


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

    Parameters
    ----------
    curves
        Runs of k algorithms. On several datasets runs are averaged first; on one, one run a system
        is drawn again and again.
    band
        ``"sd"``, ``"quartiles"``, or over datasets ``"se"`` and ``"bootstrap"``.
    best_so_far
        Whether to take the best score until each step; ``None``: yes, but where steps are epochs.
    log
        Whether the axis of steps is logarithmic; ``None``: where they span two decades, or one
        of the best so far.
    n_draws
        On one dataset, at least 10,000; ``None`` counts all possible draws exactly.
    rng
        Seed of the draws.
    highlight
        How many of the best are in colour, or which; ``None``: all up to 20, of more 8.
    ax
        Where to draw; a new figure by default.
    width
        Of a new figure: ``"column"``, ``"page"`` or inches.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({
    ...     "optimizer": list("aabb") * 2, "task": list("xxxxyyyy"), "budget": [1, 10] * 4,
    ...     "loss": [3.0, 1.0, 2.0, 2.0, 9.0, 5.0, 8.0, 7.0],
    ... })
    >>> rank_over_time_plot(Curves.from_frame(frame)).get_ylabel()
    'mean rank (1 = best)'
    """
    result = stats.rank_over_time(
        curves, band=band, best_so_far=best_so_far, log=log, n_draws=n_draws, rng=rng
    )
    return drawing.curves_plot(result, highlight=highlight, ax=ax, width=width)


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
    """Draw which share of targets each system has reached within each budget.

    Parameters
    ----------
    curves
        Runs of k algorithms.
    targets
        Scores to reach, the same on all datasets; ``None`` spaces ``n_targets`` on each dataset.
    n_targets
        How many, where none are given.
    log
        Whether the axis of steps is logarithmic; ``None``: where they span two decades, or one
        of the best so far.
    highlight
        How many of the best are in colour, or which; ``None``: all up to 20, of more 8.
    ax
        Where to draw; a new figure by default.
    width
        Of a new figure: ``"column"``, ``"page"`` or inches.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({
    ...     "optimizer": list("aabb") * 2, "task": list("xxxxyyyy"), "budget": [1, 10] * 4,
    ...     "loss": [3.0, 1.0, 2.0, 2.0, 9.0, 5.0, 8.0, 7.0],
    ... })
    >>> axes = ecdf_runtime_plot(Curves.from_frame(frame), n_targets=5)
    """
    result = stats.runtimes(curves, targets=targets, n_targets=n_targets, log=log)
    return runtimes.runtimes_plot(result, highlight=highlight, ax=ax, width=width)
