"""The PDF: its paper, limits, attachments, fonts and structure."""

import dataclasses
import functools
import io
import re
import subprocess
from urllib.parse import quote

import pypdf
import pytest
from looped import loop_over
from needs import LONG, longer
from pdf_pages import read_pdf, words_of_pdf
from predictions_tables import random_labels
from published import published
from shared_reports import shared_report

from benchreport.errors import OptionError, RenderError
from benchreport.report import Paper, Report
from benchreport.report import report as make_report
from benchreport.report.document import Document, FigureBlock, Section, Table, Text
from benchreport.report.rendering.column_runs import split_runs
from benchreport.report.rendering.html_page import render_page
from benchreport.report.rendering.pdf import _failure, render_pdf


@pytest.fixture(scope="module")
def report():
    return make_report(published("demsar2006"), title="Four variants")


@pytest.fixture(scope="module")
def short():
    return make_report(published("demsar2006"), sections=["verdict", "appendix"])


@functools.cache
def verdict_on(paper):
    """Make a report of one section once for all tests of a journal."""
    return make_report(published("demsar2006"), sections=["verdict"], paper=paper)


@pytest.fixture
def new_process(monkeypatch):
    """Let PDFs be made as users make them: other tests make theirs by forks, see pdf_forks."""
    return lambda: monkeypatch.setattr("benchreport.report.rendering.pdf.subprocess", subprocess)


def size_of(page):
    return tuple(round(float(side)) for side in page.mediabox[2:])


@pytest.mark.parametrize(
    ("journal", "size", "inches"),
    [
        ("ieee", (612, 792), 3.5),
        longer("acm", (612, 792), 3.33),
        longer("elsevier", (595, 842), 3.5),
        longer("springer", (595, 842), 4.8),
        longer("jmlr", (612, 792), 6.0),
    ],
)
def test_a_journal_sets_pages_and_the_width_of_figures(journal, size, inches):
    result = verdict_on(journal)
    assert result.contents.paper == Paper(journal=journal)
    figures = [
        block
        for section in result.document.sections
        for block in section.blocks
        if isinstance(block, FigureBlock)
    ]
    for figure in figures:
        width = re.search(rb'<svg[^>]*? width="([\d.]+)pt"', figure.svg)
        assert float(width[1]) == pytest.approx(72 * inches)
        # a glyph is drawn at a hundredth of its size in points
        sizes = [100 * float(scale) for scale in re.findall(rb"scale\(([\d.]+) -", figure.svg)]
        assert 6 <= min(sizes) <= max(sizes) <= 10
    assert figures
    assert {size_of(page) for page in read_pdf(result.pdf).pages} == {size}


@pytest.mark.parametrize(
    ("journal", "labels"),
    [
        ("ieee", ("Fig. 1. ", "TABLE I\nRANKING")),
        longer("acm", ("Figure 1: ", "Table 1: Ranking")),
        longer("elsevier", ("Fig. 1. ", "Table 1\nRanking")),
        longer("springer", ("Fig. 1. ", "Table 1. Ranking")),
        longer("jmlr", ("Figure 1: ", "Table 1: Ranking")),
    ],
)
def test_captions_are_labelled_as_in_the_journal(journal, labels):
    made = verdict_on(journal)
    text = words_of_pdf(made.pdf)
    assert [label for label in labels if label not in text] == []


def test_an_unknown_journal_is_refused():
    with pytest.raises(OptionError, match="ieee"):
        Paper(journal="nature")


@LONG
def test_a_name_is_enough_for_a_journal_or_a_size():
    wanted = {"ieee": (612, 792), "a4": (595, 842), "letter": (612, 792)}
    for name, size in wanted.items():
        assert {size_of(page) for page in read_pdf(verdict_on(name).pdf).pages} == {size}
    with pytest.raises(OptionError, match="'nature'"):
        make_report(published("demsar2006"), paper="nature")


@LONG
@pytest.mark.parametrize("journal", ["ieee", "springer"])
def test_size_and_columns_win_over_the_journal(journal):
    columns = 1 if journal == "ieee" else 2
    size = "a4" if journal == "ieee" else "letter"
    paper = Paper(journal=journal, size=size, columns=columns)
    assert (paper.size, paper.columns) == (size, columns)
    made = make_report(published("demsar2006"), sections=["verdict"], paper=paper)
    pages = read_pdf(made.pdf).pages
    assert {size_of(page) for page in pages} == {(595, 842) if size == "a4" else (612, 792)}


@LONG
def test_a_pdf_leaves_no_files_behind(new_process, monkeypatch, tmp_path):
    """WeasyPrint removes the files of fonts in a destructor, which not every process lives to run."""
    new_process()
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    assert render_pdf(render_page(Document(title="t", subtitle="s", sections=()), paper=Paper()))
    assert not list(tmp_path.iterdir())


def test_paper_has_nothing_for_screens(report):
    """Each would take time: figures are drawn once more for phones."""
    document = report.document
    screen, paper = render_page(document), render_page(document, paper=Paper())
    for part in ("<script", "<source", "data-points", 'href="data:', "Content-Security-Policy"):
        assert part in screen, part
        assert part not in paper, part


@LONG
@pytest.mark.parametrize(
    ("kind", "paper"),
    [longer("scores", Paper(size="letter", columns=2)), ("predictions", Paper(journal="acm"))],
)
def test_two_columns_hold_text_figures_and_tables(paper, kind):
    table = random_labels() if kind == "predictions" else published("demsar2006")
    made = make_report(table, paper=paper, sections=["verdict", "compared", "pairs"])
    reader = read_pdf(made.pdf)
    page = render_page(made.document, paper=Paper(columns=2))
    assert {size_of(page) for page in reader.pages} == {(612, 792)}
    # the whole page is used, and no figure is shrunk below the size that it was drawn for
    runs = [
        run.partition("</div>\n<section")[0] for run in page.split('<div class="columned">')[1:]
    ]
    assert any('class="plot"' in run for run in runs)
    assert any("<p>" in run for run in runs)
    for section in made.document.sections:
        for block in section.blocks:
            if isinstance(block, FigureBlock):
                width = re.search(rb'<svg[^>]*? width="([\d.]+)pt"', block.svg)
                assert float(width[1]) <= 72 * paper.figure_width + 1


def test_runs_of_columns_hold_all_blocks_in_order():
    small = Table(columns=("a", "b"), rows=(("x", "1"),), numeric=(False, True))
    wide = Table(columns=("a" * 60,), rows=(("x",),), numeric=(False,))
    sections = (
        Section(key="one", title="One", blocks=(small, wide, wide, small)),
        Section(key="two", title="Two", blocks=(small,)),
        Section(key="three", title="Three", blocks=()),
        Section(key="appendix", title="Appendix", blocks=(small,)),
    )
    runs = list(split_runs(sections, columned=True))
    assert [
        (
            run.columned,
            [(piece.section.key, piece.first, len(piece.blocks)) for piece in run.pieces],
        )
        for run in runs
    ] == [
        (True, [("one", 1, 1)]),
        (False, [("one", 2, 2)]),
        # columns go on over the ends of sections
        (True, [("one", 4, 1), ("two", 1, 1), ("three", 1, 0)]),
        (False, [("appendix", 1, 1)]),
    ]
    pieces = [piece for run in runs for piece in run.pieces]
    assert [piece.begins for piece in pieces] == [True, False, False, True, True, True]
    assert [piece.ends for piece in pieces] == [False, False, True, True, True, True]
    (whole,) = split_runs(sections, columned=False)
    assert not whole.columned
    assert [piece.blocks for piece in whole.pieces] == [section.blocks for section in sections]


@LONG
def test_the_appendix_may_be_landscape(short):
    reader = read_pdf(render_pdf(short.html, Paper(appendix="landscape")))
    sizes = [size_of(page) for page in reader.pages]
    assert sizes[0] == (595, 842)
    assert sizes[-1] == (842, 595)


@LONG
def test_contents_have_page_numbers(report):
    text = " ".join(read_pdf(report.pdf).pages[0].extract_text().split())
    pages = {entry.title: number for entry, number in _bookmarks(report.pdf)}
    here = report.document.sections[0].title
    assert f"{here} 1" not in text
    for title, number in pages.items():
        if title.replace("\xa0", " ") not in {report.document.headline, here}:
            assert f"{title} {number}" in text.replace("\xa0", " "), title


@pytest.mark.needs("cjk")
def test_japanese_labels_are_letters():
    page = render_page(Document(title="決定木", subtitle="", sections=()))
    assert "決定木" in read_pdf(render_pdf(page)).pages[0].extract_text()


def _bookmarks(content):
    reader = read_pdf(content)
    flat = []
    for entry in reader.outline:
        flat += entry if isinstance(entry, list) else [entry]
    return [(entry, reader.get_destination_page_number(entry) + 1) for entry in flat]


@LONG
def test_an_archival_one_carries_the_data(new_process):
    scores = published("demsar2006")
    report = make_report(scores, paper=Paper(archival=True), sections=["verdict"])
    reader = read_pdf(report.pdf)
    assert reader.attachments["data.csv"][0].startswith(b"dataset,C4.5")
    assert len(reader.attachments["data.csv"][0].splitlines()) == 1 + len(scores.blocks)
    assert b"pdfaid:part" in reader.trailer["/Root"]["/Metadata"].get_data()
    assert "/AF" in reader.trailer["/Root"]
    assert reader.trailer["/Root"]["/MarkInfo"]["/Marked"]
    new_process()
    second = Report(dataclasses.replace(report.contents))
    assert report.pdf == second.pdf


@LONG
def test_too_slow_and_too_large_are_errors(report, new_process):
    new_process()
    with pytest.raises(RenderError, match=r"not ready after 0\.05 seconds"):
        render_pdf(report.html, Paper(seconds=0.05))
    with pytest.raises(RenderError, match=r"MiB of memory|could not be rendered"):
        render_pdf(report.html, Paper(mebibytes=120, seconds=60))


def test_wrong_paper_is_an_error():
    for wrong in ({"size": "a5"}, {"columns": 3}, {"appendix": "wide"}):
        with pytest.raises(OptionError):
            Paper(**wrong)


@loop_over(
    "inside",
    [
        '<link rel="attachment" href="file:///etc/passwd">',
        '<img src="file:///etc/passwd">',
        '<img src="https://example.org/x.png">',
        '<link rel="stylesheet" href="https://example.org/x.css">',
        "<style>@import url(file:///etc/passwd)</style>",
        '<img src="relative.png">',
    ],
)
def test_nothing_outside_the_page_is_read(inside):
    with pytest.raises(RenderError, match=r"outside itself|could not be rendered"):
        render_pdf(f"<!DOCTYPE html><html lang='en'><title>t</title><body>{inside}</body></html>")


def fonts(content):
    """Return the descriptors of all fonts of all pages."""
    descriptors = {}
    for page in read_pdf(content).pages:
        for name, reference in page["/Resources"].get("/Font", {}).items():
            font = reference.get_object()
            descendant = (
                font["/DescendantFonts"][0].get_object() if "/DescendantFonts" in font else font
            )
            descriptors[name] = descendant["/FontDescriptor"].get_object()
    return descriptors


def structure(content):
    """Return the kinds of the structure tree's elements, in the order of reading."""
    kinds = []

    def walk(node):
        node = node.get_object() if hasattr(node, "get_object") else node
        if isinstance(node, list):
            for child in node:
                walk(child)
        elif isinstance(node, dict):
            kinds.append((node.get("/S"), node.get("/Alt")))
            if "/K" in node:
                walk(node["/K"])

    walk(read_pdf(content).trailer["/Root"]["/StructTreeRoot"]["/K"])
    return kinds


@LONG
def test_fonts_are_embedded(report):
    descriptors = fonts(report.pdf)
    assert descriptors
    files = ("/FontFile", "/FontFile2", "/FontFile3")
    assert all(any(name in descriptor for name in files) for descriptor in descriptors.values())


def test_headings_come_in_order_and_every_figure_has_words(report):
    kinds = structure(report.pdf)
    headings = [kind for kind, _ in kinds if kind in ("/H1", "/H2", "/H3")]
    assert headings == ["/H1", *["/H2"] * len(report.document.sections)]
    figures = [alt for kind, alt in kinds if kind == "/Figure"]
    figure_blocks = [
        block
        for section in report.document.sections
        for block in section.blocks
        if block.kind == "figure"
    ]
    assert len(figures) >= len(figure_blocks)
    assert all(figures)
    assert {block.alt for block in figure_blocks} <= set(figures)


def test_a_killed_child_is_not_blamed_on_the_limit(monkeypatch):
    monkeypatch.delattr("signal.SIGKILL", raising=False)  # Windows has no such name
    message = str(_failure(-9, "", Paper()))
    assert "was killed" in message
    assert "MiB" not in message
    assert "4096 MiB" in str(_failure(-6, "bad_alloc", Paper()))
    assert str(_failure(1, "no such font\n", Paper())).endswith("rendered: no such font")


@LONG
def test_no_line_of_a_narrow_column_ends_within_a_fraction():
    report = shared_report(published("demsar2006"), detail="standard", paper="ieee")
    text = words_of_pdf(report.pdf)
    assert "=" in text
    assert re.findall(r".*[=<>≤≥≈]\s?\.?\n.*", text) == []


@pytest.mark.parametrize("width", [169, 171, 332])
def test_no_word_stands_alone_where_only_a_space_overflows(width):
    sentence = (
        "is better by the mean rank over all of the datasets, at an adjusted <i>p</i> of less."
    )
    page = (
        "<!DOCTYPE html><html lang='en'><title>t</title><style>@page {size: 600pt 300pt; margin: 9pt}"
        f"p {{font: 10pt DejaVu Sans; width: {width}pt}}</style><body><p>{sentence}</p></body></html>"
    )
    lines = read_pdf(render_pdf(page)).pages[0].extract_text().splitlines()
    assert " ".join(" ".join(lines).split()) == sentence.replace("<i>p</i>", "p")
    assert all(" " in line.strip() for line in lines[:-1])


@pytest.mark.parametrize(
    ("paragraphs", "height", "pages"),
    [pytest.param(4, 75, 1, id="spared"), (4, 80, 2), pytest.param(5, 50, 2, id="half full")],
)
def test_a_last_page_with_little_is_spared_where_tighter_pages_have_room(
    paragraphs, height, pages, monkeypatch
):
    monkeypatch.setattr(Paper, "tighter", f"p {{height: {height}pt}}")
    page = (
        "<!DOCTYPE html><html lang='en'><head><title>t</title><style>@page {size: 300pt; margin: 0}"
        "body, p {margin: 0} p {height: 100pt; font: 10pt DejaVu Sans}</style></head><body>"
        f"{'<p>Words.</p>' * paragraphs}</body></html>"
    )
    assert len(read_pdf(render_pdf(page)).pages) == pages


def test_only_pages_of_our_own_are_set_more_tightly():
    assert "font-size" in Paper().tighter
    for wish in ({"columns": 2}, {"journal": "jmlr"}, {"appendix": "landscape"}):
        assert not Paper(**wish).tighter


def test_what_a_drawing_uses_again_is_placed_in_its_own_colour():
    places = ("x='10' y='5'", "x='20'", "x='-.5' y='7' style='fill: blue'", "x='50%'", "x='10'")
    used = "".join(f"<use href='#a' {place}/>" for place in places)
    drawing = (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'><defs><path id='a' "
        f"d='M1 2h3v4z'/></defs><rect fill='red' width='1' height='1'/>{used}"
        f"<g fill='lime'>{used}</g></svg>"
    )
    page = (
        "<!DOCTYPE html><html lang='en'><title>t</title><body>"
        f"<img alt='a' width='100' src='data:image/svg+xml,{quote(drawing)}'></body></html>"
    )
    content = (
        pypdf.PdfReader(io.BytesIO(render_pdf(page))).pages[0].get_contents().get_data().decode()
    )
    found = re.findall(
        r"1 0 0 1 (\S+ \S+) cm\nq\n(?:1 0 0 1 0 0 cm\nq\n)?/a1.0 gs\n(.*) rg", content
    )
    placed = ["10 5", "20 0", "-0.5 7", "50 0", "10 0"]
    colours = ["0 0 0", "0 0 0", "0 0 1", "0 0 0", "0 0 0"]
    green = [colour.replace("0 0 0", "0 1 0") for colour in colours]
    assert found[-10:] == [*zip(placed, colours, strict=True), *zip(placed, green, strict=True)]
    assert content.count("\nh\nf\n") == len(found[-10:])


def test_the_space_before_a_sign_belongs_to_the_number():
    """WeasyPrint breaks a text that ends with such a space too early."""
    text = Text(("Nothing differs (Holm's correction, α = .05).",))
    section = Section(key="one", title="One", blocks=(text,))
    page = render_page(Document(title="t", subtitle="s", sections=(section,)))
    assert 'α<span class="whole">\u00a0=\u00a0.05</span>' in page


@LONG
def test_no_line_ends_after_the_point_of_a_fraction():
    words = (
        f"{'i' * width} is better with posterior probability .961, .996 and −.25. "
        for width in range(12, 42)
    )
    sentence = "".join(words)
    section = Section(key="one", title="One", blocks=(Text((sentence,)),))
    page = render_page(Document(title="t", subtitle="s", sections=(section,)))
    lines = pypdf.PdfReader(io.BytesIO(render_pdf(page))).pages[0].extract_text().splitlines()
    assert len(lines) > 10
    assert not [line for line in lines if re.search(r"(?<!\d)[ −]\.$", line)]
