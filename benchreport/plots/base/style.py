"""The look of all figures: colours and sizes; functions that make figures and save them."""

import hashlib
import io
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Literal

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from numpy.typing import NDArray

from benchreport.errors import OptionError, is_number, shorten
from benchreport.hints import option
from benchreport.plots.base.descriptions import HouseAxes, alt_of
from benchreport.plots.base.fonts import list_fonts
from benchreport.plots.base.house_figure import NO_ENGINE, HouseFigure
from benchreport.plots.base.matplotlib_settings import draw_with

# Okabe and Ito's colours without their yellow, in an order in which neighbours differ in grey, too; then two
# of Tol's dark ones, which stay apart from these for readers with colour vision deficiencies
PALETTE = (
    "#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#000000", "#661100", "#332288",
)  # fmt: skip
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
DASHES = ("-", (0, (5, 1.5)), (0, (1.5, 1.2)), (0, (6, 1.5, 1.5, 1.5)))
INK, MUTED, PASSIVE = "#1a1a1a", "#5f6368", "#b5b9be"
GRID = "#e6e8ea"
ACCENT = "#0072B2"

Width = float | Literal["column", "page"]
# the widths in inches of a column and a page in two-column journals (ACM, IEEE, Elsevier)
WIDTHS = {"column": 3.4, "page": 7.0}
# in a narrower figure labels take all the room; the picture of a wider one does not fit into memory
LEAST_WIDTH, MOST_WIDTH = 2.5, 100
_page_width: ContextVar[float] = ContextVar("_page_width", default=WIDTHS["page"])


@contextmanager
def house_style() -> Iterator[None]:
    """Draw in the house style; names are never read as mathematics or TeX."""
    settings: dict[Any, Any] = {
        "font.family": list(list_fonts()),
        "font.size": 9.0,
        "axes.labelsize": 9.0,
        "axes.titlesize": 9.5,
        "xtick.labelsize": 8.5,
        "ytick.labelsize": 8.5,
        "axes.edgecolor": MUTED,
        "axes.labelcolor": INK,
        "text.color": INK,
        "xtick.color": MUTED,
        "ytick.color": MUTED,
        "xtick.labelcolor": INK,
        "ytick.labelcolor": INK,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.unicode_minus": True,
        "text.parse_math": False,
        "text.usetex": False,
        "svg.fonttype": "path",
        "pdf.fonttype": 42,
        "figure.facecolor": "white",
        "axes.facecolor": "white",
    }
    with draw_with(settings):
        yield


def inches(width: Width) -> float:
    """Return a figure's width in inches.

    >>> inches("column"), inches(5.5)
    (3.4, 5.5)
    """
    if isinstance(width, str):
        if width == "page":
            return _page_width.get()
        if width in WIDTHS:
            return WIDTHS[width]
    elif is_number(width) and LEAST_WIDTH <= width <= MOST_WIDTH:
        return float(width)
    raise OptionError(
        f"width is 'column', 'page' or {LEAST_WIDTH} to {MOST_WIDTH} inches; got {shorten(width)}.",
        hint=option(width=...),
    )


@contextmanager
def draw_pages_at(width: float | None) -> Iterator[None]:
    """Draw figures of ``width="page"`` at this width in inches; None changes nothing.

    >>> with draw_pages_at(3.5):
    ...     inches("page")
    3.5
    """
    token = _page_width.set(_page_width.get() if width is None else inches(width))
    try:
        yield
    finally:
        _page_width.reset(token)


def available_width(axes: Axes | None, width: Width) -> float:
    """Return the width in inches that axes may take with all their labels."""
    if axes is None:
        return inches(width)
    figure = axes.get_figure(root=True)
    return axes.get_position().width / 0.775 * (figure.get_figwidth() if figure else 6.4)


def make_axes(width: Width, height: float) -> Axes:
    """Make a figure of this size in inches with one axes, without pyplot and its global state."""
    return make_panels(width, height, (1, 1), 1)[0]


def make_panels(width: Width, height: float, shape: tuple[int, int], n: int) -> list[Axes]:
    """Make a figure of n axes in (rows, columns), filled row by row."""
    figure = HouseFigure(figsize=(inches(width), height), layout="constrained")
    FigureCanvasAgg(figure)
    return [figure.add_subplot(*shape, place + 1, axes_class=HouseAxes) for place in range(n)]


def add_grid(axes: Axes, axis: Literal["x", "y", "both"] = "both", linewidth: float = 0.7) -> None:
    """Draw grid lines behind everything else."""
    axes.grid(axis=axis, color=GRID, linewidth=linewidth)
    axes.set_axisbelow(True)


def set_row_axes(axes: Axes, n: int, low: float = -0.7, beyond: float = -0.3) -> None:
    """Set up axes of n rows, from ``low`` to n + ``beyond``, with a grid and without a line at the names."""
    axes.set_ylim(low, n + beyond)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    add_grid(axes, "x")


def golden_shares(n: int) -> NDArray[np.float64]:
    """Return n numbers from 0 to 1, spread evenly by the golden ratio; they are always the same."""
    return np.asarray((np.arange(n) * 0.6180339887) % 1, dtype=np.float64)


def series_look(place: int) -> dict[str, object]:
    """Return colour, marker and dash of a series.

    Nine series differ in colour, and 32 in colour and dash, or in marker and dash where colours are lost.
    """
    return {
        "color": PALETTE[place % len(PALETTE)],
        "marker": MARKERS[(place + place // len(MARKERS)) % len(MARKERS)],
        "linestyle": DASHES[place % len(DASHES)],
    }


def svg_of(ax: Axes) -> bytes:
    """Write the figure as SVG; the same figure gives the same bytes.

    Parameters
    ----------
    ax
        The axes that one of our figures returned.
    """
    return picture_of(ax, "svg")


Format = Literal["svg", "pdf", "png", "pgf"]
# strip timestamps and names of tools from the metadata of files
METADATA: dict[str, dict[str, str | None]] = {
    "svg": {"Date": None},
    "pdf": {"CreationDate": None, "Producer": None, "Creator": None},
    "png": {"Software": None},
}

PNG_LEVEL = 3
"""The usual level, 6, takes a third longer for files that are a tenth smaller."""


def picture_of(ax: Axes, form: Format) -> bytes:
    """Write the figure in a format; the same figure gives the same bytes.

    Parameters
    ----------
    ax
        The axes that one of our figures returned.
    form
        ``"svg"``, ``"pdf"``, ``"png"`` (300 dots an inch) or ``"pgf"``, which needs a TeX
        installation to measure texts.
    """
    figure = ax.get_figure(root=True)
    if figure is None:
        raise ValueError("the axes belong to no figure")
    out = io.BytesIO()
    salt = hashlib.sha256(alt_of(ax).encode()).hexdigest()
    options: dict[str, Any] = (
        {"metadata": {**METADATA[form], "Title": alt_of(ax)}} if form in METADATA else {}
    )
    if form == "png":
        options["pil_kwargs"] = {"compress_level": PNG_LEVEL}
    with house_style(), draw_with({"svg.hashsalt": salt, **NO_ENGINE}):
        # constrained layout starts from the last layout: without fixing it, each drawing would differ
        if (engine := figure.get_layout_engine()) is not None:
            engine.execute(figure)
            figure.set_layout_engine(None)
            _round_positions(figure)
        figure.savefig(out, format=form, dpi=300 if form == "png" else "figure", **options)
    return out.getvalue()


def _round_positions(figure: Figure) -> None:
    """Round the places of all axes.

    The layout's solver orders equal constraints by their address in memory, so that last digits differ
    between runs, and with them the ids of clip paths in an SVG.
    """
    for axes in figure.axes:
        axes.set_position(np.round(axes.get_position(original=True).bounds, 9).tolist())
