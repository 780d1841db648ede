"""Places and values of a figure's marks, which pages show when the pointer is over one."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.ticker import FixedLocator
from matplotlib.transforms import Transform

from benchreport.results.writing import number_format as fmt

MOST_POINTS = 300
SIGNS = frozenset({"group", "member", "better", "beyond", "cd", "◀", "▲", "●"})
"""The lines that join algorithms, are a scale or point to the better one: their places are no values."""
HALF = 0.5  # half the distance between ticks that are one unit apart


class Point(NamedTuple):
    """A mark: its place in the figure, from the left and from the top (0 to 1), and its text."""

    left: float
    top: float
    text: str


def points_of(ax: Axes) -> tuple[Point, ...]:
    """Return the marks and corners of lines in a drawn figure: at most 300, evenly chosen.

    Parameters
    ----------
    ax
        The axes that one of our figures returned.
    """
    figure = ax.get_figure(root=True)
    if figure is None:
        return ()
    to_figure = figure.transFigure.inverted()
    marks = [mark for axes in figure.axes for mark in _find_marks(axes, to_figure)]
    # texts are written only for the chosen marks: figures may have hundreds of thousands
    if len(marks) > MOST_POINTS:
        places = np.linspace(0, len(marks) - 1, MOST_POINTS).round().astype(int)
        marks = [marks[place] for place in places.tolist()]
    tick_names = {
        axis: _find_named_ticks(axis) for axes in figure.axes for axis in (axes.xaxis, axes.yaxis)
    }
    return tuple(_describe_mark(mark, tick_names) for mark in marks)


class _Mark(NamedTuple):
    axes: Axes
    series: str
    at: tuple[float, float]
    left: float
    up: float


def _find_marks(axes: Axes, to_figure: Transform) -> Iterator[_Mark]:
    """Yield the marks and corners of lines that are inside the figure."""
    for line in axes.lines:
        data = np.asarray(line.get_xydata(), dtype=np.float64)
        if line.get_gid() in {None, *SIGNS} or not len(data):
            continue
        data = data[np.isfinite(data).all(axis=1)]
        shares = to_figure.transform(line.get_transform().transform(data))
        inside = ((shares >= 0) & (shares <= 1)).all(axis=1)
        name = str(line.get_label())
        series = "" if name.startswith("_") else name.splitlines()[0]
        for (x, y), (left, up) in zip(data[inside].tolist(), shares[inside].tolist(), strict=True):
            yield _Mark(axes, series, (x, y), left, up)


def _describe_mark(mark: _Mark, tick_names: Mapping[Any, dict[float, str]]) -> Point:
    both = zip((mark.axes.xaxis, mark.axes.yaxis), mark.at, strict=True)
    words = ", ".join(
        part for axis, value in both if (part := _describe_place(axis, value, tick_names[axis]))
    )
    prefix = f"{mark.series}: " if mark.series else ""
    return Point(round(mark.left, 4), round(1 - mark.up, 4), f"{prefix}{words}")


def _describe_place(axis: Axis, value: float, tick_names: dict[float, str]) -> str:
    """Write a place on an axis: the nearest named tick, or the number with the axis' name."""
    if tick_names:
        near = min(tick_names, key=lambda tick: abs(tick - value))
        return _join_lines(tick_names[near]) if abs(near - value) <= HALF else ""
    if not axis.get_visible():
        return ""
    # a space before the end of a line: the name goes on
    name = axis.get_label_text().replace(" \n", " ").partition("\n")[0]
    if name.endswith("→"):
        # the better side may follow in the same line
        name = name.partition(", ")[0]
    label = name.partition(" (")[0]
    return f"{label} {fmt.number(value, 4)}".strip()


def _join_lines(name: str) -> str:
    r"""Write a name in one line that its label breaks between words or after a hyphen.

    >>> _join_lines("data-\n01"), _join_lines("random\nforest")
    ('data-01', 'random forest')
    """
    return name.replace("-\n", "-").replace("\n", " ")


def _find_named_ticks(axis: Axis) -> dict[float, str]:
    """Return the names of ticks by their place; empty if the ticks are numbers."""
    if not isinstance(axis.get_major_locator(), FixedLocator):
        return {}
    ticks = [float(place) for place in axis.get_majorticklocs()]
    names = [text.get_text() for text in axis.get_ticklabels()]
    pairs = dict(zip(ticks, names, strict=False))
    numbers = all(name in ("", fmt.number(tick, 4)) for tick, name in pairs.items())
    return {} if numbers else pairs
