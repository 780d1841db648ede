"""Settings of matplotlib that hold in our drawing alone.

matplotlib has one dictionary of settings for the whole process. ``rc_context`` changes it for every
thread, and afterwards puts back all of it, with what other threads have changed meanwhile; it also copies
``warnings.filters``, which threads share too. Here the dictionary stays as it is, and only looks
different to the thread that draws for us.
"""

import os
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib import _text_helpers

_DRAWING = threading.RLock()
"""matplotlib's own caches (of fonts, of formulas) are not made for threads: one of ours draws at a time."""
if hasattr(os, "register_at_fork"):
    # a child that was forked while another thread drew would wait for that thread, which it does not have
    os.register_at_fork(after_in_child=_DRAWING._at_fork_reinit)  # type: ignore[attr-defined]  # noqa: SLF001
_own: ContextVar[Mapping[str, Any] | None] = ContextVar("benchreport_settings", default=None)


class RcParams(mpl.RcParams):
    """matplotlib's settings; while we draw, ours come first."""

    def __getitem__(self, key: Any) -> Any:  # noqa: ANN401 - as in matplotlib
        """Return a setting of ours, or the caller's."""
        own = _own.get() or {}
        # not super(): by now another thread may have made these settings matplotlib's again
        return own[key] if key in own else mpl.RcParams.__getitem__(self, key)

    def __iter__(self) -> Any:  # noqa: ANN401 - matplotlib lists all names as its type
        """Yield the names; matplotlib changes the warning filters of all threads to do so."""
        return iter(sorted(dict.__iter__(self)))


@contextmanager
def draw_with(settings: Mapping[str, Any]) -> Iterator[None]:
    """Draw with settings that nobody else sees, and without warnings of glyphs that no font has.

    Names with such glyphs have been reported by `check_fonts`, once a figure.

    Parameters
    ----------
    settings
        Settings by their names in `matplotlib.rcParams`. The settings of an outer block hold too.
    """
    checked: Any = mpl.RcParams(settings)
    # logarithmic axes try ticks beyond the largest double, and leave them out
    with _DRAWING, _install_settings(), np.errstate(over="ignore"):
        before = _own.set({**(_own.get() or {}), **{name: checked[name] for name in settings}})
        try:
            yield
        finally:
            _own.reset(before)


@contextmanager
def _install_settings() -> Iterator[None]:
    """Replace settings and the warning by ones that ask who draws; one thread at a time is here."""
    kind, warn = type(mpl.rcParams), _text_helpers.warn_on_missing_glyph
    if kind is RcParams:
        yield
        return
    mpl.rcParams.__class__ = RcParams
    _text_helpers.warn_on_missing_glyph = _silence_ours(warn)
    try:
        yield
    finally:
        mpl.rcParams.__class__ = kind
        _text_helpers.warn_on_missing_glyph = warn


def _silence_ours(warn: Callable[..., None]) -> Callable[..., None]:
    def warn_others(*about: object) -> None:
        if _own.get() is None:
            warn(*about)

    return warn_others
