"""Rows of algorithms by their median, the best on top: their heights and names."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from benchreport.plots.base.end_labels import LONGEST, End, label_ends, wrap_ends
from benchreport.plots.base.row_names import fit_names, row_pitch
from benchreport.plots.base.series_looks import Highlight, Series, assign_looks
from benchreport.plots.base.style import ACCENT, set_row_axes
from benchreport.plots.base.text_sizes import measure_width

Floats = NDArray[np.float64]
MOST_NAMED = 64
"""The most rows that can all be named on a page."""
ROW, PAGE = 0.24, 8.4  # inches: a row, all rows together
SHARE = 0.38  # of the width, for names


class Rows(NamedTuple):
    """Algorithms from the best down, and how their rows are named."""

    series: tuple[Series, ...]
    names: tuple[str, ...]
    """The names in the lines that they need; empty where there are too many to name each."""
    size: float
    """The size of the names in points."""
    height: float
    """The height of a row in inches."""

    @property
    def crowded(self) -> bool:
        """Whether the rows are too many to name each."""
        return is_crowded(len(self.series))


def is_crowded(n: int) -> bool:
    """Tell whether rows are too many to name each."""
    return n > MOST_NAMED


def column_medians(values: Floats) -> Floats:
    """Return the median of each column without its gaps; NaN for a column of gaps."""
    known = (column[~np.isnan(column)] for column in values.T)
    return np.array([np.median(column) if len(column) else np.nan for column in known])


def sort_rows(
    names: Sequence[str], medians: Floats, highlight: Highlight, *, higher: bool, width: float
) -> Rows:
    """Sort rows by their median, the best first, and choose those in colour.

    Parameters
    ----------
    names, medians
        The algorithms, and the median of each.
    highlight
        As in `assign_looks`.
    higher
        Whether high medians are good.
    width
        The width of the figure in inches.

    Examples
    --------
    >>> import numpy as np
    >>> rows = sort_rows(["a", "b"], np.array([1.0, 2.0]), None, higher=True, width=7)
    >>> rows.names, rows.height
    (('b', 'a'), 0.24)
    """
    n = len(names)
    order = np.argsort(-medians if higher else medians, kind="stable").tolist()
    if is_crowded(n):
        series = assign_looks(names, order, highlight, longest=LONGEST)
        return Rows(wrap_ends(series, width), (), 0.0, min(ROW, PAGE / n))
    series = assign_looks(names, order, n if highlight is None else highlight)
    labels, size, lines = fit_names(
        [entry.name for entry in series], SHARE * width, width, measure_width
    )
    height = max(min(ROW, PAGE / n), row_pitch(n, size, lines))
    return Rows(series, tuple(labels), size, height)


def name_rows(axes: Axes, rows: Rows, at: Floats) -> None:
    """Name each row left of it; where there are too many, those in colour right of the axes."""
    n = len(rows.series)
    # many thin rows stand off the edges
    set_row_axes(axes, n, *((-0.7, -0.3) if n < 2 * MOST_NAMED else (-2, 1)))
    if not rows.crowded:
        # rows count from below, and the best is on top
        axes.set_yticks(range(n), rows.names[::-1], fontsize=rows.size, linespacing=1.0)
        return
    places = [1, *range(50, n + 1, 50 if n <= 400 else 100)]  # noqa: PLR2004 - up to nine
    axes.set_yticks([n - place for place in places], [str(place) for place in places])
    axes.set_ylabel("place by median")
    ends = [
        End(float(at[entry.place]), n - 1.0 - row, entry.label, ACCENT)
        for row, entry in enumerate(rows.series)
        if entry.strong
    ]
    label_ends(axes, ends)
