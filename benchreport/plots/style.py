"""One look for all figures, and what a figure says about itself."""

import functools
import hashlib
import io
import itertools
import warnings
import weakref
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import matplotlib as mpl
from matplotlib import font_manager
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.ft2font import FT2Font

from benchreport.errors import FontWarning, examples
from benchreport.plots.house_figure import HouseFigure

__all__ = [
    "INK",
    "MUTED",
    "PALETTE",
    "PASSIVE",
    "alt_of",
    "caption_of",
    "describe",
    "distinct",
    "elided",
    "house_style",
    "new_axes",
    "series_look",
    "svg_of",
    "wide_length",
]

# Okabe and Ito's colours, ordered so that neighbours also differ in grey
PALETTE = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#000000", "#8C6D1F")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
DASHES = ("-", (0, (5, 1.5)), (0, (1.5, 1.2)), (0, (6, 1.5, 1.5, 1.5)))
INK, MUTED, PASSIVE = "#1a1a1a", "#5f6368", "#b5b9be"
ACCENT = "#0072B2"
LONGEST_NAME = 42
WIDE = 0x2E80  # where East Asian letters begin

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


class _Words(NamedTuple):
    alt: str
    caption: str


_WORDS: "weakref.WeakKeyDictionary[Axes, _Words]" = weakref.WeakKeyDictionary()


def describe(ax: Axes, *, alt: str, caption: str) -> None:
    """Store what is seen (alt text) and why it matters (caption) with the axes."""
    _WORDS[ax] = _Words(alt, caption)


def alt_of(ax: Axes) -> str:
    """Return what is seen in a figure of ours, in words."""
    return _WORDS[ax].alt


def caption_of(ax: Axes) -> str:
    """Return why a figure of ours matters, with its numbers."""
    return _WORDS[ax].caption


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


def new_axes(width: float, height: float) -> Axes:
    """Make a figure of so many inches with one axes, without pyplot and its global state."""
    figure = HouseFigure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure.add_subplot()


def series_look(place: int) -> dict[str, object]:
    """Colour, marker and dash of a series; they differ in grey as well as in colour."""
    colours, dashes = len(PALETTE), len(DASHES)
    return {
        "color": PALETTE[place % colours],
        "marker": MARKERS[place % len(MARKERS)],
        "linestyle": DASHES[(place // colours + place) % dashes],
    }


def elided(name: str, longest: int = LONGEST_NAME) -> str:
    """Shorten a name in its middle, where names that share ends still differ least.

    Wide letters (CJK) count twice, as they are drawn.

    >>> elided("a" * 30 + "b" * 30, 11), elided("決定木の名前", 9)
    ('aaaaa…bbbbb', '決定…名前')
    """
    flat = " ".join(name.split())
    if wide_length(flat) <= longest:
        return flat
    half = (longest - 1) // 2
    return f"{_start(flat, longest - 1 - half)}…{_start(flat[::-1], half)[::-1]}"


def distinct(names: Sequence[str], longest: int = LONGEST_NAME) -> dict[str, str]:
    """Shorten names so that no two read the same: what they share goes first.

    >>> list(distinct(["net, rate 0.1, batch 32", "net, rate 0.2, batch 32"], 12).values())
    ['net, r…0.1,…', 'net, r…0.2,…']
    """
    short = {name: elided(name, longest) for name in names}
    if _same(short):
        # all in one way, not only those that would read the same
        short = _cores(list(short), longest)
    for alike in _same(short):
        short |= _cores(alike, longest)
    taken = set(short.values())
    for alike in _same(short):
        # names that differ where nothing can be shown of it, such as in their white space
        number = itertools.count(1)
        for name in alike:
            free = (_numbered(name, each, longest) for each in number)
            short[name] = next(each for each in free if each not in taken)
            taken.add(short[name])
    return short


def _numbered(name: str, number: int, longest: int) -> str:
    ending = f" ({number})"
    return elided(name, longest - len(ending)) + ending


def _same(short: dict[str, str]) -> list[list[str]]:
    """Return groups of names that read the same."""
    groups: dict[str, list[str]] = {}
    for name, shown in short.items():
        groups.setdefault(shown, []).append(name)
    return [group for group in groups.values() if len(group) > 1]


def _cores(names: list[str], longest: int) -> dict[str, str]:
    """Cut whole words that all names begin or end with, as far as there is no room for them."""
    before = _shared(names)
    after = _shared([name[before:][::-1] for name in names])
    found = {}
    for name in names:
        core = elided(name[before : len(name) - after], longest - 2) + "…" * (after > 0)
        found[name] = _led(name[:before], longest - wide_length(core)) + core
    return found


def _led(start: str, room: int) -> str:
    """Shorten what all names begin with to the room there is."""
    if wide_length(start) <= room:
        return start
    return f"{_start(start, room - 1)}…" if room > LEAST_LED else "…"


BETWEEN_WORDS = " -_/="
LEAST_LED = 4


def _shared(names: list[str]) -> int:
    """Tell how many letters all names begin with, up to the last space or dash in them."""
    # what the first and the last in order share, all share
    first, last = min(names), max(names)
    alike = itertools.takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))
    shared = "".join(one for one, _ in alike)
    return max(shared.rfind(sign) for sign in BETWEEN_WORDS) + 1


def wide_length(text: str) -> int:
    """Count letters, wide ones twice.

    >>> wide_length("木a")
    3
    """
    return sum(2 if ord(sign) > WIDE else 1 for sign in text)


def _start(text: str, longest: int) -> str:
    lengths = itertools.accumulate(wide_length(sign) for sign in text)
    return text[: sum(length <= longest for length in lengths)]


def check_fonts(names: Iterable[str]) -> None:
    """Warn once per figure of characters that no installed font draws."""
    wanted = {sign for name in names for sign in name if ord(sign) > 0x7F}  # noqa: PLR2004 - ASCII
    missing = sorted(wanted - _drawable(frozenset(wanted))) if wanted else []
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
    figure = ax.get_figure(root=True)
    if figure is None:
        raise ValueError("the axes belong to no figure")
    out = io.BytesIO()
    salt = hashlib.sha256(alt_of(ax).encode()).hexdigest()
    with house_style(), mpl.rc_context({"svg.hashsalt": salt}), warnings.catch_warnings():
        # what no font draws has been said once, by check_fonts
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        figure.savefig(out, format="svg", metadata={"Date": None, "Title": alt_of(ax)})
    return out.getvalue()
