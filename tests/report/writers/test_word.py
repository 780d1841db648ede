import io
import re
import sys
import warnings
import zipfile

import lxml.etree
import numpy as np
import pandas as pd
import pytest
from curves_tables import curves_of
from needs import LONG, longer
from predictions_tables import random_scores
from published import published
from shared_reports import shared_report

from benchreport.data import Roles, Scores
from benchreport.errors import DependencyError, FontWarning
from benchreport.report import Paper, Provenance
from benchreport.report import report as make_report
from benchreport.report.document import Checks, Facts, FigureBlock, Table
from benchreport.report.rendering.table_layout import parts_of

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x>',
    "</w:t></w:r>",
    "&amp;",
    "{{7*7}}",
    "决\x07定",
    "\u202eright",
    "two\nlines",
    '=HYPERLINK("x")',
    "long " * 100,
]


@pytest.fixture(scope="module")
def docx():
    return pytest.importorskip("docx", reason="needs python-docx: pip install 'benchreport[word]'")


@pytest.fixture(scope="module")
def report():
    return shared_report(published("garcia_herrera2008"), title="Five classifiers")


@pytest.fixture(scope="module")
def content(docx, report, tmp_path_factory):
    del docx
    return report.save(tmp_path_factory.mktemp("word") / "report.docx").read_bytes()


@pytest.fixture(scope="module")
def word(docx, content):
    return docx.Document(io.BytesIO(content))


def blocks_of(report, kind):
    blocks = (block for section in report.document.sections for block in section.blocks)
    return [block for block in blocks if isinstance(block, kind)]


def texts(word, style):
    return [join_lines(text.text) for text in word.paragraphs if text.style.name == style]


def join_lines(text):
    """Join the lines of a text; letters stand before their subscripts without a sign between."""
    return re.sub(r"\b([dg])_(z|av)\b", r"\1\2", " ".join(text.split()))


def parts_in(report):
    """Return all tables and checks as tables that fit the page."""
    tables = []
    for block in blocks_of(report, (Table, Checks)):
        if isinstance(block, Checks):
            rows = tuple((item.outcome, item.evidence) for item in block.items)
            tables.append(Table(columns=("", ""), rows=rows, numeric=(False, False)))
        else:
            tables += parts_of(block)
    return tables


def check_whole(word, report):
    """Check that every block of a report is there."""
    document = report.document
    assert list(map(join_lines, texts(word, "Title"))) == [join_lines(document.headline)]
    assert list(map(join_lines, texts(word, "Subtitle"))) == [join_lines(document.kicker)]
    assert texts(word, "Heading 1") == [section.title for section in report.document.sections]
    parts = parts_in(report)
    assert [len(table.rows) for table in word.tables] == [1 + len(part.rows) for part in parts]
    figures = blocks_of(report, FigureBlock)
    shapes = word.inline_shapes
    alts = [shape._inline.docPr.get("descr") for shape in shapes]
    assert alts == [join_lines(figure.alt) for figure in figures]
    captions = texts(word, "Caption")
    assert len(captions) == len(figures) + len(parts) - len(blocks_of(report, Checks))
    for number, figure in enumerate(figures, 1):
        assert f"Figure {number}. {join_lines(figure.caption)}" in captions
    facts = {
        fact if block.references else f"{term}: {fact}"
        for block in blocks_of(report, Facts)
        for term, fact in block.items
    }
    assert set(map(join_lines, facts)) == set(texts(word, "List"))


def test_all_of_a_report_is_there(word, report):
    check_whole(word, report)
    text = "\n".join(paragraph.text for paragraph in word.paragraphs)
    for part in (
        "The 5 algorithms differ overall",
        "What weakens this: NaiveBayes would rank first without dataset 7 or 23.",
        "14.45",
        "references.bib",
    ):
        assert part in text


def test_references_are_a_file_beside(docx, report, tmp_path):
    del docx
    report.save(tmp_path / "report.docx")
    references = next(tmp_path.glob("report-figures/*references.bib")).read_text(encoding="utf-8")
    assert references.startswith("@")
    assert "@article{demsar2006," in references


@LONG
@pytest.mark.parametrize("table", [curves_of, longer(lambda: random_scores(n=80))])
def test_other_reports_are_whole_too(docx, table, tmp_path):
    report = shared_report(table())
    word = docx.Document(report.save(tmp_path / "report.docx"))
    check_whole(word, report)
    for path in (tmp_path / "report-figures").glob("*"):
        assert any(path.name in paragraph.text for paragraph in word.paragraphs)


@LONG
def test_standardized_differences_have_subscripts(docx, tmp_path):
    shared_report(curves_of()).save(tmp_path / "report.docx")
    word = docx.Document(tmp_path / "report.docx")
    lowered = {run.text for line in word.paragraphs for run in line.runs if run.font.subscript}
    assert lowered == {"z", "av"}


def test_heads_are_repeated_and_the_best_is_bold(word, report):
    table, block = word.tables[0], blocks_of(report, Table)[0]
    bold = {
        (number, column)
        for number, row in enumerate(table.rows)
        for column, cell in enumerate(row.cells)
        if cell.paragraphs[0].runs[0].bold
    }
    heads = {(0, column) for column in range(len(block.columns))}
    assert bold == heads | {(row + 1, column) for row, column in block.strong}
    for table in word.tables:
        first, *others = (row._tr.xpath("./w:trPr/w:tblHeader") for row in table.rows)
        assert len(first) == 1
        assert not any(others)


def test_numbers_are_aligned(docx, word):
    right = docx.enum.text.WD_ALIGN_PARAGRAPH.RIGHT
    first, second, *_ = word.tables[0].rows[1].cells
    assert first.paragraphs[0].alignment is None
    assert second.paragraphs[0].alignment == right


def test_tables_and_pictures_fit_the_page(word):
    page = word.sections[0]
    width = page.page_width - page.left_margin - page.right_margin
    for table in word.tables:
        assert sum(column.width for column in table.columns) <= width * 1.001
    for shape in word.inline_shapes:
        assert shape.width <= width
        assert shape.height <= page.page_height - page.top_margin - page.bottom_margin


def test_no_number_breaks(docx, report, tmp_path):
    """Numbers fit their cells: a digit of Arial is 0.556 of its size wide."""
    word = docx.Document(report.save(tmp_path / "report.docx"))
    for table in word.tables:
        for row in table.rows[1:]:
            for cell in row.cells:
                words = cell.text.split()
                longest = max((sum(sign.isdigit() for sign in word) for word in words), default=0)
                assert cell.width.mm >= longest * 0.556 * 8 * 0.3528 + 2.5


def test_pages_have_numbers_and_a_running_head(word, report):
    section = word.sections[0]
    assert section.different_first_page_header_footer
    assert section.header.paragraphs[0].text == report.document.title
    assert not section.first_page_header.paragraphs[0].text
    for footer in (section.footer, section.first_page_footer):
        assert footer._element.xpath("//w:instrText/text()") == [" PAGE ", " NUMPAGES "]


def test_borders_stand_where_the_schema_wants_them(word):
    before = ("pStyle", "keepNext", "keepLines", "tcW")
    for borders in word.element.xpath("//w:tcBorders") + word.styles.element.xpath("//w:pBdr"):
        earlier = [
            lxml.etree.QName(element).localname for element in borders.itersiblings(preceding=True)
        ]
        later = [lxml.etree.QName(element).localname for element in borders.itersiblings()]
        assert set(earlier) <= {*before, "numPr"}
        assert not set(later) & set(before)


@LONG
def test_the_paper_is_as_asked(docx, tmp_path):
    report = make_report(published("demsar2006"), paper=Paper(size="letter"))
    page = docx.Document(report.save(tmp_path / "report.docx")).sections[0]
    assert (round(page.page_width.mm, 1), round(page.page_height.mm, 1)) == (215.9, 279.4)


def test_numbers_of_captions_are_fields(word):
    codes = word.element.xpath("//w:instrText/text()")
    assert codes.count(r" SEQ Figure \* ARABIC ") == len(word.inline_shapes) > 1
    kinds = word.element.xpath("//w:fldChar/@w:fldCharType")
    assert kinds == ["begin", "separate", "end"] * len(codes)


def test_no_dates_no_foreign_author_and_no_foreign_thumbnail(word, content):
    properties = word.core_properties
    assert properties.title == "Five classifiers"
    assert properties.author == properties.comments == properties.last_modified_by == ""
    assert properties.created is properties.modified is None
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        assert not any("thumbnail" in name for name in package.namelist())
        assert {entry.date_time for entry in package.infolist()} == {(1980, 1, 1, 0, 0, 0)}


@LONG
def test_same_input_same_bytes(content, tmp_path):
    second = make_report(published("garcia_herrera2008"), title="Five classifiers", detail="full")
    assert second.save(tmp_path / "report.docx").read_bytes() == content


@LONG
def test_hostile_labels_stay_text(docx, tmp_path):
    values = np.random.default_rng(0).normal(0.8, 0.1, size=(6, len(HOSTILE)))
    frame = pd.DataFrame(values, columns=HOSTILE)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FontWarning)
        report = make_report(
            Scores.from_frame(frame, Roles(score="accuracy <u>")),
            title="</w:t>" + "t" * 400,
            provenance=Provenance(source="<a>.csv", call="benchreport '</w:t>'"),
        )
    path = report.save(tmp_path / "report.docx")
    with zipfile.ZipFile(path) as package:
        for name in package.namelist():
            if name.endswith((".xml", ".rels")):
                lxml.etree.fromstring(package.read(name))
            if name.endswith(".rels"):
                assert b"TargetMode" not in package.read(name)
    word = docx.Document(path)
    check_whole(word, report)
    labels = {cell.text for cell in word.tables[0].columns[0].cells}
    for label in ("<script>alert(1)</script>", "</w:t></w:r>", "&amp;", '=HYPERLINK("x")'):
        assert label in labels
    assert r"决\x07定" in labels
    assert not re.search("[\x07\u202e]", "".join(paragraph.text for paragraph in word.paragraphs))


def test_a_missing_library_is_named(report, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "docx", None)
    with pytest.raises(DependencyError, match="need python-docx") as caught:
        report.save(tmp_path / "report.docx")
    assert caught.value.hint == "pip install 'benchreport[word]'"
    assert not list(tmp_path.iterdir())
