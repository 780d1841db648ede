"""Reports that several tests read, made once per process: a report with figures takes most of a second."""

import pickle
from dataclasses import replace
from functools import lru_cache
from typing import Any

import lxml.html
import numpy as np
import pandas as pd

from benchreport import plots
from benchreport.data import Roles, Scores
from benchreport.report import Report, report
from benchreport.report.document import Block, Document, FigureBlock
from benchreport.report.make_report import Table
from benchreport.report.rendering.html_page import render_page

DRAW = plots.svg_of


def random_table(k: int, n: int, seed: int = 1) -> Scores:
    """Make scores of k algorithms with different means on n datasets that differ in difficulty."""
    rng = np.random.default_rng(seed)
    values = rng.normal(0.8, 0.05, (n, 1)) + np.linspace(0, 0.02, k) + rng.normal(0, 0.02, (n, k))
    names = [f"method {place:02}" for place in range(1, k + 1)]
    return Scores.from_frame(pd.DataFrame(values.round(4), columns=names), Roles(score="accuracy"))


def shared_report(table: Table, **options: Any) -> Report:
    """Return the report on equal data with equal options that was made before, or make it.

    A test of what making it does, or of what is the same a second time, calls the package's own. The
    report is the full one unless a detail is asked for.
    """
    assert plots.svg_of is DRAW, "a shared report has its pictures"
    options = {"detail": "full", **options}
    return _make_shared(pickle.dumps((table, sorted(options.items()))))


@lru_cache(maxsize=64)
def _make_shared(pickled: bytes) -> Report:
    table, options = pickle.loads(pickled)  # noqa: S301 - pickled above
    return report(table, **dict(options))


def undrawn_page(report: Report) -> lxml.html.HtmlElement:
    """Return the page of a report with blank pictures, parsed."""
    return lxml.html.fromstring(write_undrawn(report))


def write_undrawn(report: Report) -> str:
    """Return the page of a report with blank pictures.

    Drawing is three quarters of the time that a page takes, and words, tables and links need none of it. What
    is asked of pictures, of bytes or of sizes is asked of `Report.html`.
    """
    return render_page(undraw(report.document), report.contents.look)


def undraw(document: Document, picture: bytes = b'<svg width="1pt" height="1pt"/>') -> Document:
    """Return a document with one picture in place of each figure."""

    def blank(block: Block) -> Block:
        if not isinstance(block, FigureBlock):
            return block
        return replace(block, draw=lambda _: picture, list_points=tuple, draw_narrow=None)

    sections = tuple(
        replace(section, blocks=tuple(map(blank, section.blocks))) for section in document.sections
    )
    return replace(document, sections=sections)
