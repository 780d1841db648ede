"""Settings of matplotlib that apply only while we draw.

matplotlib has one dictionary of settings for the whole process. ``rc_context`` changes it for every
thread, and afterwards restores all of it, which undoes changes by other threads; it also copies
``warnings.filters``, which threads share, too. Here the dictionary is not changed; only the thread that
draws for us sees other values.
"""

import os
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib import _text_helpers
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.font_manager import FontManager
from matplotlib.text import Text
from matplotlib.textpath import TextToPath

from benchreport.plots.base.shaped_texts import lay_out_once, measure_once, shape_once

Change = Callable[[Callable[..., Any]], Callable[..., Any]]

_DRAWING = threading.RLock()
"""Only one of our threads draws at a time: matplotlib's caches of fonts and formulas need that."""
if hasattr(os, "register_at_fork"):
    # a child forked while another thread drew would wait forever: that thread does not exist in it
    os.register_at_fork(after_in_child=_DRAWING._at_fork_reinit)  # type: ignore[attr-defined]  # noqa: SLF001
ALWAYS = {
    # who lists all settings would otherwise make matplotlib load pyplot to choose a window's backend
    "backend": "agg",
    # hinted letters stand on whole dots: up to a tenth narrower or wider than in print, which cuts names
    "text.hinting": "no_hinting",
}
_own: ContextVar[Mapping[str, Any] | None] = ContextVar("benchreport_settings", default=None)
_files: ContextVar[dict[object, list[str]]] = ContextVar("benchreport_font_files")
"""The files of fonts that were looked up since our settings last changed."""


class RcParams(mpl.RcParams):
    """matplotlib's settings; while we draw, our settings come first."""

    def __getitem__(self, key: Any) -> Any:  # noqa: ANN401 - as in matplotlib
        """Return our setting while we draw, otherwise the caller's."""
        own = _own.get()
        # not super(): another thread may have set the class back to matplotlib's by now
        return own[key] if own is not None and key in own else mpl.RcParams.__getitem__(self, key)

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
        before = _own.set({**ALWAYS, **(_own.get() or {}), **ours})
        files = _files.set({})
        try:
            yield
        finally:
            _files.reset(files)
            _own.reset(before)


@contextmanager
def _install_settings() -> Iterator[None]:
    """Replace the settings, and functions of matplotlib by versions that run where a thread draws for us."""
    kind = type(mpl.rcParams)
    if kind is RcParams:
        yield
        return
    mpl.rcParams.__class__ = RcParams
    try:
        with ExitStack() as replaced:
            for owner, name, change in _CHANGES:
                replaced.enter_context(_replace(owner, name, change))
            yield
    finally:
        mpl.rcParams.__class__ = kind


@contextmanager
def _replace(owner: Any, name: str, change: Change) -> Iterator[None]:  # noqa: ANN401 - modules and classes
    """Let a changed function run where a thread draws for us, and the one that was there in other threads."""
    theirs = getattr(owner, name)
    ours = change(theirs)

    def ours_or_theirs(*given: Any, **options: Any) -> Any:  # noqa: ANN401 - as in matplotlib
        return (theirs if _own.get() is None else ours)(*given, **options)

    setattr(owner, name, ours_or_theirs)
    try:
        yield
    finally:
        setattr(owner, name, theirs)


def _silence(_: Callable[..., None]) -> Callable[..., None]:
    """Change a function that warns: it is silent."""
    return lambda *_about: None


def _find_once(find: Callable[..., list[str]]) -> Callable[..., list[str]]:
    """Change the search for the files of fonts: each text asks for its fonts several times."""

    def find_or_recall(fonts: object, properties: object, **options: object) -> list[str]:
        files = _files.get()
        key = (hash(properties), *options.items())
        if key not in files:
            files[key] = find(fonts, properties, **options)
        return list(files[key])

    return find_or_recall


_CHANGES: tuple[tuple[Any, str, Change], ...] = (
    (_text_helpers, "warn_on_missing_glyph", _silence),
    (FontManager, "_find_fonts_by_props", _find_once),
    (TextToPath, "get_text_width_height_descent", measure_once),
    (RendererAgg, "get_text_width_height_descent", measure_once),
    (TextToPath, "get_glyphs_with_font", shape_once),
    (Text, "_get_layout", lay_out_once),
)
