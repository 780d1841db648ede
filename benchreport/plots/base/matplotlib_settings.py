"""Settings of matplotlib that apply only while we draw.

matplotlib has one dictionary of settings for the whole process. ``rc_context`` changes it for every
thread, and afterwards restores all of it, which undoes changes by other threads; it also copies
``warnings.filters``, which threads share, too. Here the dictionary is not changed; only the thread that
draws for us sees other values.
"""

import os
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib import _text_helpers, font_manager

_DRAWING = threading.RLock()
"""Only one of our threads draws at a time: matplotlib's caches of fonts and formulas need that."""
if hasattr(os, "register_at_fork"):
    # a child forked while another thread drew would wait forever: that thread does not exist in it
    os.register_at_fork(after_in_child=_DRAWING._at_fork_reinit)  # type: ignore[attr-defined]  # noqa: SLF001
_own: ContextVar[Mapping[str, Any] | None] = ContextVar("benchreport_settings", default=None)
_files: ContextVar[dict[object, Any] | None] = ContextVar("benchreport_font_files", default=None)
"""The files of fonts that were looked up since our settings last changed."""


class RcParams(mpl.RcParams):
    """matplotlib's settings; while we draw, our settings come first."""

    def __getitem__(self, key: Any) -> Any:  # noqa: ANN401 - as in matplotlib
        """Return our setting while we draw, otherwise the caller's."""
        own = _own.get() or {}
        # not super(): another thread may have set the class back to matplotlib's by now
        return own[key] if key in own else mpl.RcParams.__getitem__(self, key)

    def __iter__(self) -> Any:  # noqa: ANN401 - matplotlib lists all names as its type
        """Yield the names without matplotlib's method, which changes the warning filters of all threads."""
        return iter(sorted(dict.__iter__(self)))


@contextmanager
def draw_with(settings: Mapping[str, Any]) -> Iterator[None]:
    """Draw with settings that no other thread sees, and without warnings about missing glyphs.

    `check_fonts` reports names with such glyphs, once per figure.

    Parameters
    ----------
    settings
        Settings by their names in `matplotlib.rcParams`. The settings of an outer block apply, too.
    """
    checked: Any = mpl.RcParams(settings)
    # logarithmic axes try ticks beyond the largest double, and leave them out
    with _DRAWING, _install_settings(), np.errstate(over="ignore"):
        ours = {name: checked[name] for name in settings}
        # who lists all settings would otherwise make matplotlib load pyplot to choose a window's backend
        before = _own.set({"backend": "agg", **(_own.get() or {}), **ours})
        files = _files.set({})
        try:
            yield
        finally:
            _files.reset(files)
            _own.reset(before)


@contextmanager
def _install_settings() -> Iterator[None]:
    """Replace settings, warning and search of fonts by versions that check which thread draws."""
    kind, warn = type(mpl.rcParams), _text_helpers.warn_on_missing_glyph
    if kind is RcParams:
        yield
        return
    fonts: Any = font_manager.fontManager
    find = fonts._find_fonts_by_props  # noqa: SLF001 - each text asks for its fonts several times
    mpl.rcParams.__class__ = RcParams
    _text_helpers.warn_on_missing_glyph = _silence_ours(warn)
    fonts._find_fonts_by_props = _find_once(find)  # noqa: SLF001
    try:
        yield
    finally:
        del fonts._find_fonts_by_props  # noqa: SLF001 - the method of its class is left
        mpl.rcParams.__class__ = kind
        _text_helpers.warn_on_missing_glyph = warn


def _silence_ours(warn: Callable[..., None]) -> Callable[..., None]:
    def warn_others(*about: object) -> None:
        if _own.get() is None:
            warn(*about)

    return warn_others


def _find_once(find: Callable[..., list[str]]) -> Callable[..., list[str]]:
    def find_or_recall(properties: object, **options: object) -> list[str]:
        if (files := _files.get()) is None:
            return find(properties, **options)
        key = (hash(properties), *options.items())
        if key not in files:
            files[key] = find(properties, **options)
        return list(files[key])

    return find_or_recall
