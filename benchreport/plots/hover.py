"""Where the marks of a figure are, and what they stand for: for a page that tells on hovering."""

from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.ticker import FixedLocator

from benchreport.results import format as fmt

__all__ = ["Point", "points_of"]

MOST_POINTS = 300
HALF = 0.5  # of the way between ticks that are a unit apart


class Point(NamedTuple):
    """A mark: its place in the figure, from the left and from the top (0 to 1), and in words."""

    left: float
    top: float
    text: str


def points_of(ax: Axes) -> tuple[Point, ...]:
    """Return marks and corners of lines of a figure that has been drawn, at most 300, evenly chosen.

    Parameters
    ----------
    ax
        Axes that a figure of ours returned.
    """
    figure = ax.get_figure(root=True)
    if figure is None:
        return ()
    found = [point for axes in figure.axes for point in _of_axes(axes)]
    inside = [each for each in found if 0 <= each.left <= 1 and 0 <= each.top <= 1]
    if len(inside) <= MOST_POINTS:
        return tuple(inside)
    places = np.linspace(0, len(inside) - 1, MOST_POINTS).round().astype(int)
    return tuple(inside[place] for place in places.tolist())


def _of_axes(axes: Axes) -> list[Point]:
    figure = axes.get_figure(root=True)
    if figure is None:
        return []
    points = []
    for line in axes.lines:
        data = np.asarray(line.get_xydata(), dtype=np.float64)
        if line.get_gid() is None or not len(data):
            continue
        known = np.isfinite(data).all(axis=1)
        shares = figure.transFigure.inverted().transform(
            line.get_transform().transform(data[known])
        )
        name = str(line.get_label())
        own = "" if name.startswith("_") else f"{name.splitlines()[0]}: "
        for (x, y), (left, up) in zip(data[known].tolist(), shares.tolist(), strict=True):
            said = ", ".join(part for part in (_said(axes.xaxis, x), _said(axes.yaxis, y)) if part)
            points.append(Point(round(left, 4), round(1 - up, 4), f"{own}{said}"))
    return points


def _said(axis: Axis, value: float) -> str:
    """Write a place on an axis: the nearest of named ticks, else the number with what it is of."""
    named = _named_ticks(axis)
    if named:
        near = min(named, key=lambda tick: abs(tick - value))
        return named[near] if abs(near - value) <= HALF else ""
    if not axis.get_visible():
        return ""
    label = (
        axis.get_label_text().splitlines()[0].partition(" (")[0] if axis.get_label_text() else ""
    )
    return f"{label} {fmt.number(value, 4)}".strip()


def _named_ticks(axis: Axis) -> dict[float, str]:
    """Return ticks that are names, by their place; empty where they are numbers."""
    if not isinstance(axis.get_major_locator(), FixedLocator):
        return {}
    ticks = [float(each) for each in axis.get_majorticklocs()]
    names = [text.get_text() for text in axis.get_ticklabels()]
    pairs = dict(zip(ticks, names, strict=False))
    numbers = all(name in ("", fmt.number(tick, 4)) for tick, name in pairs.items())
    return {} if numbers else pairs
