"""A grid of cells with names on its left and above it, which share a figure's width."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes

from benchreport.plots.base.row_names import (
    FINE_TRIALS,
    LINE,
    POINTS,
    Fit,
    fit_between,
    wrap_between,
    wrap_flat,
)
from benchreport.plots.base.short_names import display_width
from benchreport.plots.base.text_sizes import measure_width

MOST = 60
LETTER = 0.62  # widths of a letter in its size
CELL_LINE = 1.3  # heights of a line in its size
LARGEST, SMALLEST = 8.5, 4.8  # points, of the text in cells
LEAST_CELL = 0.073  # inches
WIDEST = 1.3  # inches, of a cell
SHARES = (0.24, 0.34, 0.46)
"""Shares of the figure's width that names on the left take; the smallest that is enough."""
LARGE = 7  # points, beyond which letters need not grow
LONGEST_ABOVE = 1.9  # inches of a name that is written upright
ROUNDING = 1e-9
PAD = 0.12  # inches between names and cells
SPACING = 0.9


class Grid(NamedTuple):
    """The sizes of a grid of cells, and the names on its left and above it."""

    across: float
    """Width of a cell in inches."""
    down: float
    left: Fit
    """The names of rows, their size and lines."""
    above: Fit
    upright: bool
    """Whether the names above are upright."""
    height: float
    """Height of the cells and names in inches."""

    def size_of(self, cells: list[list[str]]) -> float:
        """Return the size at which the lines of each cell fit it, 0 where they do not."""
        if not cells:
            return 0.0
        widest = max(display_width(line) for lines in cells for line in lines)
        tallest = max(map(len, cells))
        across, down = POINTS * self.across / (widest * LETTER), POINTS * self.down / tallest
        size = min(0.94 * across, 0.9 * down / CELL_LINE)
        return 0.0 if size < SMALLEST else min(size, LARGEST)


def max_cells(names: Sequence[str], width: float, aside: float = 0.0) -> int:
    """Return how many cells there is room for side by side, beside small but whole names.

    >>> max_cells(["svm", "knn"], 7.0), max_cells(["svm", "knn"], 3.4, 0.8)
    (60, 24)
    """
    cells = (1 - _least_share(names, width)) * width - aside
    return max(2, min(MOST, int(cells / LEAST_CELL)))


def _least_share(names: Sequence[str], width: float) -> float:
    """Return the share of the width that whole names take in the smallest letters, within `SHARES`."""
    share = (measure_width(names, FINE_TRIALS[-1][0]) + PAD) / width
    return min(SHARES[-1], max(SHARES[0], share))


def fit_grid(
    rows: Sequence[str],
    columns: Sequence[str],
    width: float,
    *,
    shorter: Sequence[str] | None = None,
    aside: float = 0.0,
    tallest: float = 0.52,
) -> Grid:
    """Share a figure's width among names and cells.

    Parameters
    ----------
    rows, columns
        Names left of the cells and above them.
    width
        The width of the figure in inches.
    shorter
        Names of the rows that are written where ``rows`` do not fit whole.
    aside
        The inches that something else takes.
    tallest
        The greatest height of a cell in inches.
    """
    k = len(columns)
    left = _fit_left([rows, shorter or rows], width, aside, k, tallest)
    across = min(WIDEST, (width - aside - measure_width(left[0], left[1]) - PAD) / k)
    down = min(across, tallest)
    flat = wrap_flat(columns, across - PAD / 2, measure_width)
    above = flat or fit_between(columns, LONGEST_ABOVE, across, measure_width)
    labels, size, n_lines = above
    top = size * LINE * n_lines / POINTS if flat else measure_width(labels, size)
    height = len(rows) * down + top + 2 * PAD
    return Grid(across, down, left, above, flat is None, height)


def _fit_left(
    texts: Sequence[Sequence[str]], width: float, aside: float, k: int, tallest: float
) -> Fit:
    """Return the names of rows in the smallest share of the width where they are whole."""
    every = sorted({*SHARES, _least_share(texts[-1], width)})
    pitches = {share: min(tallest, ((1 - share) * width - aside) / k) for share in every}
    shares = [share for share in every if pitches[share] >= LEAST_CELL - ROUNDING] or [every[0]]
    for rows in texts:
        trials = [
            wrap_between(rows, share * width - PAD, pitches[share], measure_width)
            for share in shares
        ]
        whole = [trial for trial in trials if trial is not None]
        if whole:
            return max(whole, key=lambda trial: min(trial[1], LARGE))
    last = shares[-1]
    return fit_between(texts[-1], last * width - PAD, pitches[last], measure_width)


def name_cells(axes: Axes, grid: Grid, *, rows: bool = True) -> None:
    """Write names above the columns of unit cells, and left of the rows unless these have their own."""
    left, size, _ = grid.left
    axes.set_yticks(
        np.arange(len(left)) + 0.5, left if rows else [""] * len(left), fontsize=size,
        linespacing=SPACING, ma="right",
    )  # fmt: skip
    above, size, _ = grid.above
    axes.set_xticks(
        np.arange(len(above)) + 0.5, above, rotation=90 if grid.upright else 0, fontsize=size,
        linespacing=SPACING, ma="left" if grid.upright else "center",
    )  # fmt: skip
    axes.tick_params(length=0, top=False, bottom=False, labeltop=True, labelbottom=False, pad=2.5)
    axes.set_ylim(len(left), 0)
    axes.set_xlim(0, len(above))
    axes.spines[:].set_visible(False)
