"""The width of texts on paper."""

import functools
from collections.abc import Iterable, Sequence
from typing import Any

import matplotlib as mpl
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.font_manager import FontProperties

from benchreport.plots.base.name_lines import break_name

FINE = 720  # dots an inch, at which rounding to whole dots does not matter
POINTS = 10.0
COARSER = 1.01  # pictures of few dots an inch begin and end on whole dots


def measure_width(texts: Iterable[str], size: float) -> float:
    """Return the width of the widest line in inches, in the figure's fonts.

    Parameters
    ----------
    texts
        Texts of one or more lines.
    size
        The size of the letters in points.

    Examples
    --------
    >>> measure_width(["one line"], 8) < measure_width(["one longer line"], 8) < 1.2
    True
    """
    fonts = tuple(mpl.rcParams["font.family"])
    lines = {line for text in texts for line in text.splitlines()}
    return max((_measure_line(line, fonts) for line in lines), default=0.0) * size


def wrap_text(text: str, room: float, size: float) -> str:
    r"""Break a text that does not fit a room in inches into lines, in letters of a size in points.

    >>> wrap_text("one line", 3, 8), wrap_text("a line that is too long for one inch", 1, 8).count("\n")
    ('one line', 1)
    """
    return break_name(text, room, lambda part: measure_width([part], size))


def join_lines(lines: Sequence[str], room: float, size: float) -> str:
    r"""Write lines as one, with commas, if it fits a room in inches; else each in lines that fit.

    >>> join_lines(["a difference", "better →"], 3, 8)
    'a difference, better →'
    """
    line = ", ".join(lines)
    if wrap_text(line, room, size) == line:
        return line
    # hovering reads a name as one whose lines end with a space
    return "\n".join(wrap_text(line, room, size).replace("\n", " \n") for line in lines)


@functools.lru_cache(maxsize=8192)
def _measure_line(line: str, fonts: tuple[str, ...]) -> float:
    """Return the width of a line in inches, for each point of its letters' size."""
    font = FontProperties(family=list(fonts), size=POINTS)
    width, _, _ = _measuring_renderer().get_text_width_height_descent(line, font, ismath=False)
    return COARSER * float(width) / FINE / POINTS


@functools.cache
def _measuring_renderer() -> Any:  # noqa: ANN401 - matplotlib has no types for it
    renderer: Any = RendererAgg
    return renderer(1, 1, FINE)
