"""The fonts that come with the package: complete, small, licensed, and enough for a PDF."""

import base64
import io
import re

import pypdf
import pytest
from fontTools.ttLib import TTFont, woff2
from needs import LONG
from published import published

from benchreport.report import report
from benchreport.report.rendering.font_faces import FACES, FOLDER, font_faces
from benchreport.report.rendering.pdf import render_pdf
from benchreport.report.theme import templates_folder

SIGNS = "−–…≤≥≠≈×±χ²αρκωΔ→₁∞“”’ \N{THIN SPACE}\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
EMPTY = "<fontconfig><cachedir>{}</cachedir></fontconfig>"


@pytest.mark.parametrize("name", ["serif.woff2", "sans.woff2", "sans-semibold.woff2", "sans.ttf"])
def test_text_faces_have_the_letters_of_europe_and_the_signs_of_statistics(name):
    covered = TTFont(FOLDER / name).getBestCmap()
    assert [sign for sign in f"{SIGNS}ÀéßñøŁčžőşț" if ord(sign) not in covered] == []


def test_digits_of_tables_are_equally_wide():
    font = TTFont(FOLDER / "sans.woff2")
    names = [font.getBestCmap()[ord(digit)] for digit in "0123456789"]
    assert len({font["hmtx"][name][0] for name in names}) == 1


def test_rules_hold_each_file_and_stay_small():
    contents = re.findall(r"base64,([\w+/=]+)", font_faces())
    assert [base64.b64decode(item) for item in contents] == [
        (FOLDER / f"{name}.woff2").read_bytes() for name in FACES
    ]
    assert len(font_faces()) < 165_000


@pytest.mark.parametrize("name", FACES)
def test_fonts_of_pdfs_are_those_of_pages(name):
    unpacked = io.BytesIO()
    woff2.decompress(io.BytesIO((FOLDER / f"{name}.woff2").read_bytes()), unpacked)
    assert (FOLDER / "pdf" / f"{name}.ttf").read_bytes() == unpacked.getvalue()


def test_names_are_not_those_that_the_licence_reserves():
    for path in sorted(FOLDER.glob("*.[wt]*")):
        names = TTFont(path)["name"]
        for number in (1, 3, 4, 6):
            assert str(names.getDebugName(number)).startswith("Benchreport"), (path, number)
    assert "SIL OPEN FONT LICENSE" in (FOLDER / "LICENSE.md").read_text("utf-8").upper()


def test_variables_of_the_page_begin_with_our_families():
    css = (templates_folder() / "base.css").read_text("utf-8")
    for variable in ("serif", "sans", "mono"):
        assert f'--{variable}: "Benchreport {variable.title()}"' in css


@LONG
def test_a_machine_without_fonts_makes_the_same_pdf(tmp_path, monkeypatch):
    page = report(published("demsar2006"), sections=["verdict", "description", "methods"]).html
    here = render_pdf(page)
    config = tmp_path / "fonts.conf"
    config.write_text(EMPTY.format(tmp_path / "cache"), encoding="utf-8")
    monkeypatch.setenv("FONTCONFIG_FILE", str(config))
    assert render_pdf(page) == here
    fonts = {
        str(font.get_object()["/BaseFont"]).split("+")[1]
        for sheet in pypdf.PdfReader(io.BytesIO(here)).pages
        for font in sheet["/Resources"]["/Font"].values()
    }
    assert {name.split("-")[0] for name in fonts} == {"Benchreport"}
