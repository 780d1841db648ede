"""Find characters that no installed font draws, and warn about them once."""

import dataclasses
import functools
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path

from matplotlib import font_manager
from matplotlib.ft2font import FT2Font

from benchreport.errors import FontWarning, examples, warn_user

OWN_FONTS = Path(__file__).resolve().parents[2] / "fonts"
FONTS = (
    "Benchreport Sans",
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


def find_undrawable(names: Iterable[str]) -> list[str]:
    """Return the characters that no installed font draws, sorted."""
    characters = {sign for name in names for sign in name if ord(sign) > 0x7F}  # noqa: PLR2004 - ASCII
    return sorted(characters - _select_drawable(frozenset(characters))) if characters else []


# the missing characters of a report's figures, collected while the report is made
_MISSING: ContextVar[set[str] | None] = ContextVar("_MISSING", default=None)

BOLD = 700


def check_fonts(names: Iterable[str]) -> None:
    """Warn about characters that no installed font draws, once per figure or report."""
    missing, collected = find_undrawable(names), _MISSING.get()
    if collected is not None:
        collected.update(missing)
    elif missing:
        warn_user(
            f"no installed font draws {examples(missing)}; install one that does, for instance "
            "fonts-noto-cjk or fonts-noto-core.",
            FontWarning,
        )


@contextmanager
def one_font_warning(*, silent: bool = False) -> Iterator[None]:
    """Collect the missing characters of all figures in the block, and warn about them once at its end.

    Parameters
    ----------
    silent
        Whether to omit the warning, because a page states it.
    """
    collected = set[str]()
    token = _MISSING.set(collected)
    try:
        yield
    finally:
        _MISSING.reset(token)
    if not silent:
        check_fonts(collected)


@functools.cache
def list_fonts() -> tuple[str, ...]:
    """Return those font families for figures that this machine has; the first one comes with the package."""
    for name in ("sans.ttf", "sans-semibold.ttf"):
        font_manager.fontManager.addfont(OWN_FONTS / name)
    # semibold is our bold: matplotlib says so on the terminal where it has to take the nearest weight
    entries = font_manager.fontManager.ttflist
    entries[-1] = dataclasses.replace(entries[-1], weight=BOLD)
    installed = {entry.name for entry in font_manager.fontManager.ttflist}
    return tuple(name for name in FONTS if name in installed)


@functools.cache
def _add_new_fonts() -> bool:
    """Add the fonts installed since matplotlib listed them, once a process; return whether there are any.

    Matplotlib caches its list for years, and so would not see fonts that a warning asked to install.
    """
    listed = {entry.fname for entry in font_manager.fontManager.ttflist}
    before = len(listed)
    for path in font_manager.findSystemFonts():
        if path not in listed:
            # a broken file is no reason to draw nothing
            with suppress(OSError, RuntimeError, ValueError):
                font_manager.fontManager.addfont(path)
                listed.add(path)
    list_fonts.cache_clear()
    return len(listed) > before


@functools.lru_cache(maxsize=64)
def _select_drawable(signs: frozenset[str]) -> frozenset[str]:
    """Return the signs that a font draws, also one installed since matplotlib listed the fonts."""
    drawable = _look_up(signs)
    return _look_up(signs) if drawable != signs and _add_new_fonts() else drawable


def _look_up(signs: frozenset[str]) -> frozenset[str]:
    missing = set(signs)
    for name in list_fonts():
        if not missing:
            break
        missing -= {sign for sign in missing if ord(sign) in _charmap(name)}
    return signs - missing


@functools.cache
def _charmap(name: str) -> frozenset[int]:
    path = font_manager.findfont(font_manager.FontProperties(family=name))
    return frozenset(FT2Font(path).get_charmap())
