"""The names of a map's rows and columns, and the sizes of the map that they leave."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from matplotlib.axes import Axes

from benchreport.plots.base.column_names import LONGEST_SLANTED, LONGEST_UPRIGHT, SMALLEST
from benchreport.plots.base.row_names import (
    LINE,
    POINTS,
    Fit,
    fit_between,
    wrap_between,
    wrap_flat,
)
from benchreport.plots.base.style import PASSIVE
from benchreport.plots.base.text_sizes import measure_width

PITCHES = (0.2, 0.23, 0.27)
"""Inches of a row, the first in which its name is whole."""
SHARES = (0.24, 0.34, 0.42)
"""Shares of the figure's width that names of rows take."""
LEGIBLE = 6  # points, of whole names; cut ones of many rows may be smaller
LEAST_HEIGHT, PAGE = 1.2, 7.6  # inches: all rows together
MARGIN = 0.17  # inches beside the map and its names
SLANT = 60  # degrees
SPACING = 0.9


class MapNames(NamedTuple):
    """The names that are drawn, and the sizes of the map."""

    rows: Fit
    columns: Fit
    every: tuple[int, int]
    """Every n-th row and column is named."""
    turned: int
    """The degrees by which names of columns are turned."""
    height: float
    """The height of all rows in inches."""
    cell: tuple[float, float]
    """The width and height of a cell in points."""

    @property
    def above(self) -> float:
        """The height of the names of columns in inches."""
        labels, size, n_lines = self.columns
        if not self.turned:
            return size * LINE * n_lines / POINTS
        return measure_width(labels, size) * math.sin(math.radians(self.turned))


def plan_names(rows: Sequence[str], columns: Sequence[str], width: float) -> MapNames:
    """Plan the names of a map in a figure of this width in inches."""
    left, every_row, pitch = _fit_rows(rows, width)
    height = max(LEAST_HEIGHT, pitch * len(rows))
    room = width - MARGIN - measure_width(left[0], left[1])
    k = len(columns)
    every = _skip(room / k)
    named = columns[::every]
    across = every * room / k
    longest = measure_width(columns, LEGIBLE)
    if (flat := wrap_flat(columns, across - MARGIN / 4, measure_width)) and every == 1:
        above, turned = flat, 0
    elif longest <= LONGEST_SLANTED:
        # the last slanted name reaches beyond the map
        room = max(room - longest * math.cos(math.radians(SLANT)), room / 2)
        every = _skip(room / k)
        named, across, turned = columns[::every], every * room / k, SLANT
        above = fit_between(named, LONGEST_UPRIGHT, min(across, LINE * 9 / POINTS), measure_width)
    else:
        above, turned = fit_between(named, LONGEST_UPRIGHT, across, measure_width), 90
    cell = (POINTS * room / k, POINTS * height / len(rows))
    return MapNames(left, above, (every_row, every), turned, height, cell)


def _fit_rows(rows: Sequence[str], width: float) -> tuple[Fit, int, float]:
    """Return names of rows, which of them are named (every n-th), and their distance in inches."""
    n = len(rows)
    for share in SHARES:
        for pitch in (pitch for pitch in PITCHES if n * pitch <= PAGE):
            whole = wrap_between(rows, share * width, pitch, measure_width)
            if whole is not None and whole[1] >= LEGIBLE:
                return whole, 1, pitch
    pitch = min(PITCHES[0], PAGE / n)
    every = _skip(pitch)
    return fit_between(rows[::every], SHARES[1] * width, pitch * every, measure_width), every, pitch


def _skip(pitch: float) -> int:
    return math.ceil(SMALLEST * LINE / (POINTS * pitch) - 1e-9)


def write_names(axes: Axes, names: MapNames) -> None:
    """Write the names left of the rows and above the columns."""
    (rows, left, _), (columns, above, _) = names.rows, names.columns
    by_row, by_column = names.every
    slanted = names.turned == SLANT
    axes.xaxis.tick_top()
    axes.set_xticks(
        [by_column * place for place in range(len(columns))], columns, rotation=names.turned,
        ha="left" if slanted else "center", rotation_mode="anchor" if slanted else "default",
        fontsize=above, linespacing=SPACING, ma="left" if names.turned else "center",
    )  # fmt: skip
    axes.set_yticks(
        [by_row * place for place in range(len(rows))], rows, fontsize=left, linespacing=SPACING,
    )  # fmt: skip
    axes.tick_params(length=2 if max(names.every) > 1 else 0, color=PASSIVE, pad=2)
