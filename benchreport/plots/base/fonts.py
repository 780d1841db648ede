"""Which characters the installed fonts draw, and the one warning on those that none does."""

import functools
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from matplotlib import font_manager
from matplotlib.ft2font import FT2Font

from benchreport.errors import FontWarning, examples, warn_user

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


def find_undrawable(names: Iterable[str]) -> list[str]:
    """Return the characters that no installed font draws, sorted."""
    characters = {sign for name in names for sign in name if ord(sign) > 0x7F}  # noqa: PLR2004 - ASCII
    return sorted(characters - _select_drawable(frozenset(characters))) if characters else []


# the characters that figures of a report lack, while the report is made
_MISSING: ContextVar[set[str] | None] = ContextVar("_MISSING", default=None)


def check_fonts(names: Iterable[str]) -> None:
    """Warn once per figure, or once per report, of characters that no installed font draws."""
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
    """Warn once, at the end, of characters in all figures made meanwhile that no font draws.

    Parameters
    ----------
    silent
        Whether to leave out the warning, because a page says it.
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
    """Return the font families for figures that are on this machine."""
    known = {entry.name for entry in font_manager.fontManager.ttflist}
    return tuple(name for name in FONTS if name in known)


@functools.lru_cache(maxsize=64)
def _select_drawable(signs: frozenset[str]) -> frozenset[str]:
    left = set(signs)
    for name in list_fonts():
        if not left:
            break
        left -= {sign for sign in left if ord(sign) in _charmap(name)}
    return signs - left


@functools.cache
def _charmap(name: str) -> frozenset[int]:
    path = font_manager.findfont(font_manager.FontProperties(family=name))
    return frozenset(FT2Font(path).get_charmap())
