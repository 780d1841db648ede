"""Names at the ends of lines, spread so that no two overlap."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_hex, to_rgb
from numpy.typing import NDArray

from benchreport.plots.base.leader_lines import leader_line
from benchreport.plots.base.score_axis import NARROW
from benchreport.plots.base.series_looks import Series
from benchreport.plots.base.style import PASSIVE
from benchreport.plots.base.text_sizes import wrap_text

Floats = NDArray[np.float64]
SIZES = ((14, 8.0), (24, 7.2))
SMALLEST = 6.2
LONGEST = 45
"""The letters of a name that is broken into lines beside the axes."""
LINE = 1.32  # the height of a line of text, as a multiple of its size
POINTS = 72.0
PANEL = 0.8  # the share of a figure's height that its axes take
OUTSIDE = 1.03
BESIDE = 0.42  # of a figure's width, for names in lines
CONTRAST = 4.5
SRGB_LINEAR = 0.04045


class End(NamedTuple):
    """The end of a line in data units, and its label."""

    x: float
    y: float
    text: str
    colour: str


def spread_apart(places: Floats, gap: float) -> Floats:
    """Move points from 0 to 1 apart by at least a gap, as little as possible, and keep their order.

    Parameters
    ----------
    places
        The wanted places, (n,), in any order.
    gap
        The least distance between neighbours; it shrinks if n points do not fit.

    Returns
    -------
    numpy.ndarray
        The new places, (n,), in the same order; their squared distances to `places` are least.

    Examples
    --------
    >>> spread_apart(np.array([0.5, 0.5, 0.9]), 0.2).round(3).tolist()
    [0.4, 0.6, 0.9]
    """
    n = len(places)
    from scipy.optimize import isotonic_regression  # slow to load, and of use here only

    if n == 0:
        return places
    gap = min(gap, 1.0 / max(1, n - 1))
    order = np.argsort(places, kind="stable")
    steps = gap * np.arange(n)
    # places that are a gap apart still rise after the gaps are subtracted
    level = isotonic_regression(places[order] - steps).x
    placed = np.empty(n)
    placed[order] = np.clip(level, 0.0, max(0.0, 1.0 - steps[-1])) + steps
    return placed


def label_size(n: int) -> float:
    """Return the size in points at which n names are written."""
    return next((size for most, size in SIZES if n <= most), SMALLEST)


def height_for_labels(n: int, least: float, lines: int = 1) -> float:
    """Return the height in inches of a figure with n names of so many lines above one another.

    >>> height_for_labels(3, 3.2), round(height_for_labels(60, 3.2), 1)
    (3.2, 8.5)
    """
    return max(least, n * lines * label_size(n) * LINE / POINTS / PANEL)


def wrap_labels(series: Sequence[Series], room: float, n: int) -> tuple[Series, ...]:
    """Break names into lines that fit a room in inches beside the axes, where n of them are written."""
    size = label_size(n)
    return tuple(entry._replace(label=wrap_text(entry.label, room, size)) for entry in series)


def wrap_ends(series: Sequence[Series], width: float) -> tuple[Series, ...]:
    """Break names that are written at the ends of the lines in colour, in a figure of a width in inches."""
    return wrap_labels(series, BESIDE * width, sum(entry.strong for entry in series))


def height_for_ends(series: Sequence[Series], width: float) -> float:
    """Return the height in inches of a figure whose lines in colour are named at their ends."""
    strong = [entry.label for entry in series if entry.strong]
    least = (0.45 if width > NARROW else 0.68) * width
    return height_for_labels(len(strong), least, count_lines(strong))


def count_lines(labels: Iterable[str]) -> int:
    r"""Count the lines of the label that has most.

    >>> count_lines(["one", "two\nlines"]), count_lines([])
    (2, 1)
    """
    return 1 + max((label.count("\n") for label in labels), default=0)


def darken(colour: str) -> str:
    """Darken a colour until small letters are readable on white: a contrast of 4.5 (WCAG 1.4.3).

    >>> darken("#0072B2"), darken("#E69F00")
    ('#0072B2', '#9d6d00')
    """
    red_green_blue = np.array(to_rgb(colour))
    if _contrast(red_green_blue) >= CONTRAST:
        return colour
    while _contrast(red_green_blue) < CONTRAST:
        red_green_blue *= 0.99
    red, green, blue = red_green_blue.tolist()
    return to_hex((red, green, blue))


def _contrast(red_green_blue: Floats) -> float:
    """Return the contrast of an sRGB colour with white, by relative luminance."""
    low, high = red_green_blue / 12.92, ((red_green_blue + 0.055) / 1.055) ** 2.4
    linear = np.where(red_green_blue <= SRGB_LINEAR, low, high)
    return 1.05 / (float(linear @ [0.2126, 0.7152, 0.0722]) + 0.05)


def label_ends(axes: Axes, ends: Sequence[End]) -> None:
    """Write names to the right of the axes near the ends of their lines, with thin leaders.

    Call it after the limits of the axes are set.
    """
    if not ends:
        return
    size = label_size(len(ends))
    figure = axes.get_figure(root=True)
    tall = (figure.get_figheight() if figure else 4.0) * PANEL * axes.get_position().height / 0.77
    to_axes = axes.transData + axes.transAxes.inverted()
    heights = to_axes.transform([(end.x, end.y) for end in ends])[:, 1]
    pitch = count_lines(end.text for end in ends) * size * LINE / POINTS
    placed = spread_apart(np.clip(heights, 0, 1), pitch / tall)
    for end, y in zip(ends, placed.tolist(), strict=True):
        axes.annotate(
            end.text, xy=(end.x, end.y), xycoords="data", xytext=(OUTSIDE, y),
            textcoords="axes fraction", va="center", ha="left", fontsize=size, color=darken(end.colour),
            gid="label", annotation_clip=False, linespacing=1.0,
            arrowprops=leader_line(PASSIVE, gaps=(1, 2), relpos=(0, 0.5)),
        )  # fmt: skip
