"""Names below an axis, of blocks, tables or configurations: level, slanted, or else upright."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from matplotlib.axes import Axes

from benchreport.plots.base.row_names import LINE, POINTS, SIZES, fit_between, wrap_flat
from benchreport.plots.base.short_names import escape_unprintable
from benchreport.plots.base.text_sizes import measure_width

SMALLEST = 5  # points, below which every n-th is named
LONGEST_SLANTED, LONGEST_UPRIGHT = 1.0, 1.9  # inches
MOST, TICK = 40, 0.15  # names, and inches of a slanted one
LEAST_ROOM, BETWEEN = 0.5, 0.06  # inches of an axis, and between level names
SLANT, UPRIGHT = 55, 90  # degrees


class ColumnNames(NamedTuple):
    """The names below an axis, and the room that they take."""

    labels: list[str]
    size: int
    """Points."""
    every: int
    """Every n-th column is named."""
    turned: int
    """The degrees by which names are turned."""
    below: float
    """The inches that they take below the axis."""


def fit_columns(names: Sequence[str], room: float) -> ColumnNames:
    """Fit names below an axis of a length in inches; they are cut only where nothing else helps.

    Parameters
    ----------
    names
        The names of all columns.
    room
        The length of the axis in inches.
    """
    n, room = len(names), max(LEAST_ROOM, room)
    every = max(-(-n // MOST), math.ceil(SMALLEST * LINE * n / (POINTS * room)))
    shown, pitch = names[::every], every * room / n
    if (level := wrap_flat(shown, pitch - BETWEEN, measure_width)) is not None:
        labels, size, lines = level
        return ColumnNames(labels, size, every, 0, lines * size * LINE / POINTS)
    size, longest = SIZES[1], measure_width(shown, SIZES[1])
    if longest <= LONGEST_SLANTED and pitch >= TICK:
        labels = [escape_unprintable(name) for name in shown]
        return ColumnNames(labels, size, every, SLANT, longest * math.sin(math.radians(SLANT)))
    labels, size, _ = fit_between(shown, LONGEST_UPRIGHT, pitch, measure_width)
    return ColumnNames(labels, size, every, UPRIGHT, measure_width(labels, size))


def write_columns(axes: Axes, n: int, names: ColumnNames) -> None:
    """Write the names below the first n whole numbers of an axis."""
    axes.set_xticks(
        range(0, n, names.every), names.labels, fontsize=names.size, linespacing=0.9,
        rotation=names.turned, ha="right" if names.turned else "center",
        va="center" if names.turned == UPRIGHT else "top", ma="right" if names.turned else "center",
        rotation_mode="anchor" if names.turned else "default",
    )  # fmt: skip
