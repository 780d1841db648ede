"""PDFs of six kinds of reports: PDF/UA as far as a program can decide it, page one, and filled pages."""

import dataclasses
import functools
import io
import warnings

import pypdf
import pytest
from curves_tables import frame_of
from matterhorn import violations
from needs import LONG, longer
from pdf_pages import read_pdf
from predictions_tables import random_labels
from published import published
from shared_reports import random_table, shared_report

from benchreport.data import Curves
from benchreport.errors import BenchreportWarning
from benchreport.report import Paper
from benchreport.report.rendering.html_page import render_page
from benchreport.report.rendering.pdf import render_pdf

FOOT = 60.0  # points below which there is only the number of the page


MAKERS = {
    "6 x 10": lambda: shared_report(random_table(6, 10), detail="standard"),
    "10 x 30": lambda: shared_report(random_table(10, 30), detail="standard"),
    "40 x 200": lambda: shared_report(random_table(40, 200), detail="standard"),
    "predictions": lambda: shared_report(random_labels(), detail="standard"),
    "curves": lambda: shared_report(
        Curves.from_frame(frame_of(k=3, datasets=6, runs=3)), detail="standard"
    ),
    "two columns": lambda: shared_report(published("demsar2006"), detail="standard", paper="ieee"),
}


KINDS = [kind if kind == "10 x 30" else longer(kind) for kind in MAKERS]


@functools.cache
def pdf_of(kind):
    """Make the PDF of a report once for all tests: that takes seconds."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BenchreportWarning)
        return MAKERS[kind]().pdf


@pytest.mark.parametrize("kind", KINDS)
def test_the_structure_is_that_of_pdf_ua(kind):
    assert violations(pdf_of(kind)) == []


def lowest(page):
    """Return how far down a page its text goes, as a share of the room above its number."""
    places = []

    def note(text, matrix, place, _font, _size):
        height = place[4] * matrix[1] + place[5] * matrix[3] + matrix[5]
        if text.strip() and height > FOOT:
            places.append(height)

    page.extract_text(visitor_text=note)
    top = float(page.mediabox.height) - FOOT
    return (top - min(places, default=top)) / (top - FOOT)


@LONG
@pytest.mark.parametrize("kind", KINDS)
def test_pages_before_the_last_are_more_than_half_full(kind):
    *pages, last = read_pdf(pdf_of(kind)).pages
    assert pages
    assert [number for number, page in enumerate(pages, 1) if lowest(page) < 0.5] == []
    assert lowest(last) > 0


@LONG
@pytest.mark.parametrize(
    ("kind", "most"), [("6 x 10", 6), longer("10 x 30", 9), longer("40 x 200", 14)]
)
def test_each_size_has_its_length(kind, most):
    assert 2 <= len(pypdf.PdfReader(io.BytesIO(pdf_of(kind))).pages) <= most


def test_a_brief_report_has_two_pages():
    brief = shared_report(random_table(6, 10), detail="brief")
    assert len(pypdf.PdfReader(io.BytesIO(brief.pdf)).pages) == 2


@pytest.mark.parametrize(("k", "n"), [(10, 30), longer(22, 30), longer(12, 60), longer(40, 200)])
def test_page_one_has_verdict_figure_and_ranking_of_many(k, n):
    document = shared_report(random_table(k, n), detail="standard").document
    first, *rest = document.sections
    if f"{k} x {n}" in MAKERS:
        content = pdf_of(f"{k} x {n}")
    else:
        # page one lists the other sections, which need no blocks for that
        empty = [dataclasses.replace(section, blocks=()) for section in rest]
        shown = dataclasses.replace(document, sections=(first, *empty))
        content = render_pdf(render_page(shown, paper=Paper()))
    page = read_pdf(content).pages[0].extract_text()
    flat = " ".join(page.split())
    for text in (document.headline, "What weakens this:", "Figure 1.", "Table 1."):
        assert text in flat
    ranking = first.blocks[-1]
    assert len(ranking.rows) == (k if k <= 12 else 10)
    table = flat.partition("Table 1.")[2]
    # the line that says how the report was made fits below ten rows
    assert ("Made with benchreport" in table) == (len(ranking.rows) == 10)
    assert [table.find(row[0]) for row in ranking.rows] == sorted(
        table.index(row[0]) for row in ranking.rows
    )
