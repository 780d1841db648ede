"""The panels of a figure of curves, with room for their titles and one legend."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from benchreport.plots.base.end_labels import LONGEST, height_for_ends
from benchreport.plots.base.score_axis import NARROW
from benchreport.plots.base.series_looks import Series
from benchreport.plots.base.short_names import elide
from benchreport.plots.base.style import Width, inches, make_axes, make_panels
from benchreport.plots.base.text_sizes import measure_width, wrap_text

LINE = 0.17  # inches, of a legend
TITLE, LEGEND = 8.5, 8.0  # points
BESIDE, HANDLE = 0.5, 0.65  # inches beside the title of a panel, and of a mark in a legend


def _count_panels(n: int, width: Width) -> int:
    """Count the panels in a row."""
    return min(n, 3 if inches(width) > NARROW else 2)


def break_titles(datasets: Sequence[str], width: Width) -> list[str]:
    """Break names of datasets into lines over their panels."""
    wide = inches(width) / _count_panels(len(datasets), width)
    return [wrap_text(elide(name, LONGEST), wide - BESIDE, TITLE) for name in datasets]


def count_names(names: Sequence[str], width: float) -> int:
    """Count the names that fit side by side into a legend of this width in inches."""
    most = 4 if width > NARROW else 2
    return max(1, min(most, int(width / (measure_width(names, LEGEND) + HANDLE))))


def make_curve_panels(
    titles: Sequence[str], series: Sequence[Series], width: Width, parts: int
) -> Sequence[Axes]:
    """Make a panel for each title, and room for a legend where lines have no names at their ends."""
    n, wide = len(titles), inches(width) > NARROW
    across = count_names([entry.label for entry in series if entry.strong], inches(width))
    strong = sum(entry.strong for entry in series)
    if n == 1:
        legend = LINE * (strong + parts) / across + 0.2 if parts > 1 else 0.0
        return [make_axes(width, height_for_ends(series, inches(width)) + legend)]
    columns = _count_panels(n, width)
    rows = -(-n // columns)
    size = inches(width) / columns * (0.78 if wide else 0.95)
    size += LINE * max(title.count("\n") for title in titles)
    return make_panels(width, rows * size + LINE * -(-strong // across) + 0.2, (rows, columns), n)
