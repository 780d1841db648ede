"""PDFs of six kinds of reports: PDF/UA as far as a program can decide it, and pages that are filled."""

import functools
import io
import warnings

import numpy as np
import pandas as pd
import pypdf
import pytest
from curves_tables import frame_of
from matterhorn import violations
from predictions_tables import random_labels
from published import published
from shared_reports import shared_report

from benchreport.data import Curves, Roles, Scores
from benchreport.errors import BenchreportWarning
from benchreport.report import report

FOOT = 60.0  # points below which there is only the number of the page


def random_scores(k, n):
    """Make scores of algorithms that differ in means, with datasets that differ in difficulty."""
    rng = np.random.default_rng(0)
    values = 0.8 + rng.normal(0, 0.08, (n, 1)) + rng.normal(0, 0.02, (n, k))
    values += np.linspace(0.03, -0.03, k)
    frame = pd.DataFrame(values.clip(0, 1).round(4))
    frame.columns = [f"method {place + 1}" for place in range(k)]
    frame.index = [f"dataset {place + 1}" for place in range(n)]
    return Scores.from_frame(frame, Roles(score="accuracy"))


MAKERS = {
    "6 x 10": lambda: shared_report(random_scores(6, 10), detail="standard"),
    "10 x 30": lambda: shared_report(random_scores(10, 30), detail="standard"),
    "40 x 200": lambda: report(random_scores(40, 200)),
    "predictions": lambda: shared_report(random_labels(), detail="standard"),
    "curves": lambda: shared_report(
        Curves.from_frame(frame_of(k=3, datasets=6, runs=3)), detail="standard"
    ),
    "two columns": lambda: report(published("demsar2006"), paper="ieee"),
}


@functools.cache
def pdf_of(kind):
    """Make the PDF of a report once for all tests: that takes seconds."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BenchreportWarning)
        return MAKERS[kind]().pdf


@pytest.mark.parametrize("kind", MAKERS)
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


@pytest.mark.parametrize("kind", MAKERS)
def test_pages_before_the_last_are_more_than_half_full(kind):
    *pages, last = pypdf.PdfReader(io.BytesIO(pdf_of(kind))).pages
    assert pages
    assert [number for number, page in enumerate(pages, 1) if lowest(page) < 0.5] == []
    assert lowest(last) > 0
