"""One look for all figures, and what a figure says about itself."""

import functools
import hashlib
import io
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Literal

import matplotlib as mpl
from matplotlib import font_manager
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.ft2font import FT2Font

from benchreport.errors import FontWarning, OptionError, examples, is_number, shorten
from benchreport.plots.house_figure import HouseFigure
from benchreport.plots.words import HouseAxes, alt_of

__all__ = [
    "ACCENT",
    "GRID",
    "INK",
    "MUTED",
    "PALETTE",
    "PASSIVE",
    "Format",
    "Width",
    "check_fonts",
    "house_style",
    "inches",
    "new_axes",
    "new_panels",
    "picture_of",
    "series_look",
    "svg_of",
    "undrawable",
]

# Okabe and Ito's colours, ordered so that neighbours also differ in grey
PALETTE = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#000000", "#8C6D1F")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
DASHES = ("-", (0, (5, 1.5)), (0, (1.5, 1.2)), (0, (6, 1.5, 1.5, 1.5)))
INK, MUTED, PASSIVE = "#1a1a1a", "#5f6368", "#b5b9be"
GRID = "#e6e8ea"
ACCENT = "#0072B2"

Width = float | Literal["column", "page"]
# of a column and a page in two-column journals (ACM, IEEE, Elsevier), inches
WIDTHS = {"column": 3.4, "page": 7.0}
# below, labels take all the room; above, no picture of it fits into memory
LEAST_WIDTH, MOST_WIDTH = 2.5, 100

FONTS = (
    "DejaVu Sans",
    "Noto Sans CJK JP",
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Source Han Sans",
    "WenQuanYi Zen Hei",
    "IPAGothic",
    "Hiragino Sans",
    "PingFang SC",
    "Microsoft YaHei",
    "Malgun Gothic",
    "Noto Sans",
    "Noto Sans Arabic",
    "Noto Sans Hebrew",
    "Noto Emoji",
    "Arial Unicode MS",
)


@contextmanager
def house_style() -> Iterator[None]:
    """Draw in the house style; names are never read as mathematics or TeX."""
    settings: dict[Any, Any] = {
        "font.family": list(_installed()),
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
    with mpl.rc_context(settings):
        yield


def inches(width: Width) -> float:
    """Return a figure's width in inches.

    >>> inches("column"), inches(5.5)
    (3.4, 5.5)
    """
    if isinstance(width, str):
        if width in WIDTHS:
            return WIDTHS[width]
    elif is_number(width) and LEAST_WIDTH <= width <= MOST_WIDTH:
        return float(width)
    raise OptionError(
        f"width is 'column', 'page' or {LEAST_WIDTH} to {MOST_WIDTH} inches; got {shorten(width)}.",
        hint="width='column'",
    )


def new_axes(width: Width, height: float) -> Axes:
    """Make a figure of so many inches with one axes, without pyplot and its global state."""
    return new_panels(width, height, (1, 1), 1)[0]


def new_panels(width: Width, height: float, shape: tuple[int, int], n: int) -> list[Axes]:
    """Make a figure of n axes in (rows, columns), filled row by row."""
    figure = HouseFigure(figsize=(inches(width), height), layout="constrained")
    FigureCanvasAgg(figure)
    return [figure.add_subplot(*shape, place + 1, axes_class=HouseAxes) for place in range(n)]


def series_look(place: int) -> dict[str, object]:
    """Colour, marker and dash of a series; they differ in grey as well as in colour.

    Later rounds of the same colours have other markers and dashes: 32 series are told apart.
    """
    lap, colour = divmod(place, len(PALETTE))
    return {
        "color": PALETTE[colour],
        "marker": MARKERS[(colour + 2 * lap) % len(MARKERS)],
        "linestyle": DASHES[(lap + colour) % len(DASHES)],
    }


def undrawable(names: Iterable[str]) -> list[str]:
    """Return the characters that no installed font draws, sorted."""
    wanted = {sign for name in names for sign in name if ord(sign) > 0x7F}  # noqa: PLR2004 - ASCII
    return sorted(wanted - _drawable(frozenset(wanted))) if wanted else []


def check_fonts(names: Iterable[str]) -> None:
    """Warn once per figure of characters that no installed font draws."""
    missing = undrawable(names)
    if missing:
        warnings.warn(
            f"no installed font draws {examples(missing)}; install one that does, for instance "
            "fonts-noto-cjk or fonts-noto-core.",
            FontWarning,
            stacklevel=4,
        )


@functools.cache
def _installed() -> tuple[str, ...]:
    known = {entry.name for entry in font_manager.fontManager.ttflist}
    return tuple(name for name in FONTS if name in known)


@functools.lru_cache(maxsize=64)
def _drawable(signs: frozenset[str]) -> frozenset[str]:
    left = set(signs)
    for name in _installed():
        if not left:
            break
        left -= {sign for sign in left if ord(sign) in _charmap(name)}
    return signs - left


@functools.cache
def _charmap(name: str) -> frozenset[int]:
    path = font_manager.findfont(font_manager.FontProperties(family=name))
    return frozenset(FT2Font(path).get_charmap())


def svg_of(ax: Axes) -> bytes:
    """Write the figure as SVG; the same figure gives the same bytes.

    Parameters
    ----------
    ax
        Axes that a figure of ours returned.
    """
    return picture_of(ax, "svg")


Format = Literal["svg", "pdf", "png", "pgf"]
# of files that would else say when and with what they were made
SAID: dict[str, dict[str, str | None]] = {
    "svg": {"Date": None},
    "pdf": {"CreationDate": None, "Producer": None, "Creator": None},
    "png": {"Software": None},
}


def picture_of(ax: Axes, form: Format) -> bytes:
    """Write the figure in a format; the same figure gives the same bytes.

    Parameters
    ----------
    ax
        Axes that a figure of ours returned.
    form
        ``"svg"``, ``"pdf"``, ``"png"`` (200 dots an inch) or ``"pgf"``, which needs a TeX
        installation to measure texts.
    """
    figure = ax.get_figure(root=True)
    if figure is None:
        raise ValueError("the axes belong to no figure")
    out = io.BytesIO()
    salt = hashlib.sha256(alt_of(ax).encode()).hexdigest()
    said: dict[str, Any] = {"metadata": {**SAID[form], "Title": alt_of(ax)}} if form in SAID else {}
    with house_style(), mpl.rc_context({"svg.hashsalt": salt}), warnings.catch_warnings():
        # what no font draws has been said once, by check_fonts
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        # constrained layout starts from the last one: settled once, or no two drawings are alike
        if figure.get_layout_engine() is not None:
            figure.draw_without_rendering()
            figure.set_layout_engine("none")
        figure.savefig(out, format=form, dpi=200 if form == "png" else "figure", **said)
    return out.getvalue()
