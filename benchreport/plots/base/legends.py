"""Legends outside the axes, at distances in inches."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.transforms import ScaledTranslation

from benchreport.plots.base.series_looks import Series
from benchreport.plots.base.short_names import display_width

IN_TWO_COLUMNS, IN_ONE_COLUMN = 14, 40
"""The letters of a name in a legend above narrow axes."""


def count_columns(series: Sequence[Series]) -> int:
    """Return the columns of a legend above narrow axes: two of short names, else one.

    >>> from benchreport.plots.base.series_looks import assign_looks
    >>> count_columns(assign_looks(["svm", "knn"], [0, 1]))
    2
    """
    longest = max((display_width(entry.label) for entry in series if entry.strong), default=0)
    return 2 if longest <= IN_TWO_COLUMNS else 1


def add_legend(
    axes: Axes,
    handles: Sequence[Line2D],
    title: str,
    corner: tuple[float, float, float],
    *,
    columns: int = 1,
    size: float = 7.5,
) -> None:
    """Draw a legend beside or below the axes, which may have several.

    Parameters
    ----------
    axes
        The axes whose layout makes room for the legend.
    handles
        The marks with their labels; without marks no legend is drawn.
    title
        The title above the marks.
    corner
        The legend's upper left corner: x and y as shares of the axes, and an offset upwards in inches.
    columns
        The number of columns of marks.
    size
        The size of the text in points.
    """
    figure = axes.get_figure(root=True)
    if not handles or figure is None:
        return
    x, y, up = corner
    legend = Legend(
        axes, handles, [str(handle.get_label()) for handle in handles], title=title, ncols=columns,
        loc="upper left", bbox_to_anchor=(x, y),
        bbox_transform=axes.transAxes + ScaledTranslation(0, up, figure.dpi_scale_trans),
        frameon=False, fontsize=size, borderaxespad=0, borderpad=0,
        handlelength=1.4, handletextpad=0.5, labelspacing=0.35, columnspacing=1.2,
        title_fontsize=max(size, 7.5), alignment="left",
    )  # fmt: skip
    axes.add_artist(legend)
    # the layout makes room for a legend outside the axes
    legend.set_clip_on(False)
    legend.set_gid("names")
