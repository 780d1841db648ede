"""What several critical-difference diagrams of a figure share: algorithms, an axis and the page."""

import dataclasses
from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from benchreport.plots.pairs.cd_classic import ROW, UNIT
from benchreport.plots.pairs.cd_facts import axis_span
from benchreport.plots.pairs.cd_turned import FOOT as TURNED_FOOT
from benchreport.plots.pairs.cd_turned import HEAD as TURNED_HEAD
from benchreport.results.pairs.pairwise import PairwiseResult

Labelled = Sequence[tuple[str, PairwiseResult]]
TITLED = 0.25  # inches of the title of a turned diagram
HEAD, FOOT = 0.3, 0.22  # inches of a panel's title, and of what is written under its axis


def keep_best(panels: Labelled, limits: tuple[int, int]) -> list[tuple[str, PairwiseResult]]:
    """Keep the best algorithms over all panels, where there are too many to read."""
    names = list_names(panels)
    most, best_of = limits
    if len(names) <= most:
        return list(panels)
    place = {name: number for number, name in enumerate(names)}
    standing = np.full((len(panels), len(names)), np.nan)
    for row, (_, result) in enumerate(panels):
        for number, index in enumerate(result.order):
            standing[row, place[result.design.algorithms[index]]] = number / len(result.centres)
    best = np.argsort(np.nanmean(standing, axis=0), kind="stable")
    selected = {names[index] for index in best[:best_of]}
    selected |= {result.control for _, result in panels if result.control is not None}
    return [(title, _restrict(result, selected)) for title, result in panels]


def _restrict(result: PairwiseResult, selected: set[str]) -> PairwiseResult:
    """Restrict a result to these algorithms; its numbers stay those among all."""
    names = result.design.algorithms
    # the best over all panels may be absent from this one: keep at least two to compare
    inside = [place for place in result.order if names[place] in selected]
    inside += [place for place in result.order if place not in inside][: max(0, 2 - len(inside))]
    places = sorted(inside)
    chosen = {names[place] for place in places}
    return dataclasses.replace(
        result,
        design=dataclasses.replace(
            result.design, algorithms=tuple(names[index] for index in places)
        ),
        centres=tuple(result.centres[place] for place in places),
        comparisons=tuple(
            row for row in result.comparisons if row.first in chosen and row.second in chosen
        ),
    )


def share_span(results: Sequence[PairwiseResult]) -> tuple[float, float] | None:
    """Return one span for all panels of ranks or of one score; different scores share none."""
    first = results[0]
    alike = {(result.centre_name, result.lower_centre_is_better) for result in results}
    if len(alike) > 1 or (
        "rank" not in first.centre_name and len({result.design.score for result in results}) > 1
    ):
        return None
    spans = [axis_span(result) for result in results]
    return min(low for low, _ in spans), max(high for _, high in spans)


def fit_rows(rows: Sequence[Sequence[Axes]]) -> None:
    """Give each row the height that its labels and bars need, on one scale."""
    figure = rows[0][0].get_figure(root=True)
    grid = rows[0][0].get_subplotspec()
    if figure is None or grid is None:
        return
    tall = []
    for row in rows:
        lowest = min(axes.get_ylim()[0] for axes in row)
        highest = max(axes.get_ylim()[1] for axes in row)
        for axes in row:
            axes.set_ylim(lowest, highest)
        tall.append((highest - lowest) * ROW / UNIT)
    grid.get_gridspec().set_height_ratios(tall)
    feet = [HEAD + FOOT * any(axes.get_xlabel() for axes in row) for row in rows]
    figure.set_figheight(sum(tall) + sum(feet) + 0.1)


def fill_columns(placed: Sequence[Axes], columns: int) -> None:
    """Give axes the widths of their columns: all texts of turned diagrams stand inside."""
    figure = placed[0].get_figure(root=True)
    if figure is not None:
        figure.set_layout_engine("none")
    for number, axes in enumerate(placed):
        axes.set_position((number % columns / columns, 0.0, 1 / columns, 1.0))


def stack_rows(grid: Sequence[Sequence[Axes]], drawn: Sequence[int]) -> None:
    """Stack turned diagrams of so many rows, each as tall as its plan."""
    figure = grid[0][0].get_figure(root=True)
    if figure is None:
        return
    numbers = iter(drawn)
    tall = [max(_height_of(axes, next(numbers)) for axes in row) for row in grid]
    total = sum(tall) + TITLED * len(grid)
    figure.set_figheight(total)
    top = total
    for row, height in zip(grid, tall, strict=True):
        top -= TITLED + height
        for axes in row:
            x, _, wide, _ = axes.get_position().bounds
            axes.set_position((x, top / total, wide, height / total))


def _height_of(axes: Axes, n: int) -> float:
    """Return the height in inches of a turned diagram of n rows."""
    low, high = axes.get_ylim()
    pitch = (TURNED_HEAD + TURNED_FOOT) / (abs(high - low) - n)
    return abs(high - low) * pitch


def list_names(panels: Labelled) -> list[str]:
    """List the algorithms of all panels, in the order in which they first occur."""
    return list(dict.fromkeys(name for _, result in panels for name in result.design.algorithms))
