"""A figure of matplotlib whose names stay plain text, also in PGF files."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl
from matplotlib.artist import Artist
from matplotlib.backend_bases import RendererBase
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.transforms import Bbox

from benchreport.plots.base.matplotlib_settings import draw_with
from benchreport.results.writing.latex_text import SPECIAL

NO_ENGINE = {"figure.autolayout": False, "figure.constrained_layout.use": False}
"""Settings with which no engine is none: one that does nothing has all drawn twice, too."""
PASSES = 3
SIGNS = {ord(sign): SPECIAL[ord(sign)] for sign in "\\{}$&#_%^~"}
SIGNS[ord("\N{MINUS SIGN}")] = r"\ensuremath{-}"


def tex_escape(text: str) -> str:
    r"""Escape a text so that TeX prints it unchanged.

    >>> print(tex_escape(r"a_b \input{x}"))
    a\_b \textbackslash{}input\{x\}
    """
    return text.translate(SIGNS)


class HouseFigure(Figure):
    """A figure whose texts are never TeX code, in any format."""

    def draw(self, renderer: RendererBase) -> None:
        """Draw as matplotlib does."""
        with draw_with({}):
            super().draw(renderer)

    def get_tightbbox(
        self,
        renderer: RendererBase | None = None,
        *,
        bbox_extra_artists: Iterable[Artist] | None = None,
    ) -> Bbox:
        """Measure as matplotlib does."""
        with draw_with({}):
            return super().get_tightbbox(renderer, bbox_extra_artists=bbox_extra_artists)

    def savefig(self, fname: Any, **options: Any) -> None:  # noqa: ANN401 - as in matplotlib
        """Save as matplotlib does; ``.pgf`` needs a TeX installation to measure texts."""
        suffix = os.fspath(fname) if isinstance(fname, str | os.PathLike) else ""
        tight = options.get("bbox_inches", mpl.rcParams["savefig.bbox"]) == "tight"
        if options.get("format", "") != "pgf" and not str(suffix).endswith(".pgf"):
            # with the caller's own settings, and while no other thread draws
            with draw_with(NO_ENGINE), self._lay_out(tight=tight):
                super().savefig(fname, **options)
            return
        # the document sets the fonts: its TeX may not have ours
        with draw_with({"pgf.rcfonts": False}), _escape_pgf():
            super().savefig(fname, **options)

    @contextmanager
    def _lay_out(self, *, tight: bool) -> Iterator[None]:
        """Place the axes: where an engine is left to do so, matplotlib draws twice, once in vain."""
        engine = self.get_layout_engine()
        if engine is None or tight:
            yield
            return
        engine.execute(self)
        self.set_layout_engine(None)
        try:
            yield
        finally:
            self.set_layout_engine(engine)


class SettledLayout(ConstrainedLayoutEngine):
    """The layout of axes of a fixed shape, which become smaller than the room that they are given.

    Each pass places labels by the axes of the pass before: a single one would put some outside the figure.
    """

    def execute(self, fig: Figure) -> None:
        """Lay out until the axes stay where they are."""
        for _ in range(PASSES):
            super().execute(fig)


@contextmanager
def _escape_pgf() -> Iterator[None]:
    """Escape texts for TeX, since the PGF backend passes names on as code."""
    from matplotlib.backends import backend_pgf

    unescaped = backend_pgf._tex_escape  # noqa: SLF001 - the one place that sees tick labels too
    backend_pgf._tex_escape = tex_escape  # noqa: SLF001
    try:
        yield
    finally:
        backend_pgf._tex_escape = unescaped  # noqa: SLF001
