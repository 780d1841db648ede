"""Commands of the nights, in the folder of a test."""

import pytest
from click.testing import CliRunner

from benchreport.cli import main
from benchreport.nightly.pages import findings_sections, night_pages
from benchreport.report.document import FigureBlock


@pytest.fixture
def nightly(monkeypatch):
    """Return a function that types a command in a folder; no error escapes it."""

    def invoke(place, *arguments):
        monkeypatch.chdir(place)
        done = CliRunner().invoke(main, ["nightly", *arguments], prog_name="benchreport")
        assert done.exception is None or isinstance(done.exception, SystemExit)
        return done

    return invoke


@pytest.fixture
def plain_figures(monkeypatch):
    """Put what a figure shows on a page without drawing it, and make no PDF: they take half of a night."""

    def describe(*shown):
        return FigureBlock(
            alt="-",
            caption="-",
            name="a.csv",
            data=repr(shown[:2]).encode(),
            draw=lambda _: b"<svg/>",
        )

    monkeypatch.setattr(findings_sections, "_figure", describe)
    monkeypatch.setattr(night_pages, "render_pdf", lambda *_: b"%PDF")
