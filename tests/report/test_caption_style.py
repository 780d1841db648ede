import io
import re
from types import SimpleNamespace

import pytest
from looped import loop_over

from benchreport.report.caption_style import CaptionStyle
from benchreport.report.document import Document, Section, Table, Text
from benchreport.report.page_setup import JOURNALS, Paper
from benchreport.report.rendering.html_page import render_page
from benchreport.report.sections.numbering import number_blocks, see
from benchreport.report.writers import latex, markdown, typst, word


def make_contents(journal):
    """Number a document with two tables, whose text refers to the second."""
    paper = Paper(journal=journal)
    tables = [
        Table(
            columns=("a",), rows=(("x",),), numeric=(False,), caption="Mean ranks. Rest.", key=key
        )
        for key in ("one", "two")
    ]
    section = Section(key="s", title="S", blocks=(Text((f"They differ{see('two')}.",)), *tables))
    document = Document(title="t", subtitle="s", sections=(section,))
    return SimpleNamespace(document=number_blocks(document, paper.captions), paper=paper)


def test_tables_of_ieee_have_roman_numerals():
    style = JOURNALS["ieee"].captions
    numerals = {
        1: "I",
        4: "IV",
        9: "IX",
        14: "XIV",
        38: "XXXVIII",
        40: "XL",
        49: "XLIX",
        58: "LVIII",
    }
    assert {n: style.write_number("Table", n) for n in numerals} == numerals
    assert style.write_number("Figure", 14) == "14"
    assert CaptionStyle().write_number("Table", 14) == "14"


@loop_over(
    ("journal", "figure", "label", "reference"),
    [
        (None, "Figure 2.", "Table 2.", "Table 2"),
        ("ieee", "Fig. 2.", "TABLE II", "Table II"),
        ("acm", "Figure 2:", "Table 2:", "Table 2"),
        ("elsevier", "Fig. 2.", "Table 2", "Table 2"),
        ("springer", "Fig. 2.", "Table 2.", "Table 2"),
        ("jmlr", "Figure 2:", "Table 2:", "Table 2"),
    ],
)
def test_sentences_and_captions_agree_in_every_format(journal, figure, label, reference):
    contents = make_contents(journal)
    assert contents.paper.captions.label("Figure", 2) == figure
    assert contents.paper.captions.refer("Figure", 2) == figure.rstrip(".:")
    page = render_page(contents.document)
    assert f"({reference})." in page.replace("\u00a0", " ")
    assert f'<strong class="label">{label}</strong>' in page
    text = markdown.write(contents, "r.md")["r.md"].decode()
    assert f"({reference})." in text
    assert f"**{label}** Mean ranks. Rest." in text


@loop_over("journal", [None, *JOURNALS])
def test_documents_count_in_the_journals_numerals(journal):
    contents = make_contents(journal)
    style = contents.paper.captions
    tex = latex.write(contents, "r.tex")["r.tex"].decode()
    assert (r"\renewcommand{\thetable}{\Roman{table}}" in tex) == style.roman
    separator = {".": "period", ":": "colon", "": "newline"}[style.table_end]
    assert rf"\captionsetup[table]{{labelsep={separator}}}" in tex
    assert style.refer("Table", 2) in tex.replace("~", " ")
    typ = typst.write(contents, "r.typ")["r.typ"].decode()
    assert ('numbering: "I"' in typ) == style.roman


@pytest.mark.parametrize("journal", [None, "ieee", "acm"])
def test_word_counts_in_the_journals_numerals(journal):
    docx = pytest.importorskip("docx")
    contents = make_contents(journal)
    made = docx.Document(io.BytesIO(word.write(contents, "r.docx")["r.docx"]))
    (caption,) = [
        paragraph
        for paragraph in made.paragraphs
        if paragraph.style.name == "Caption" and re.search(r" (2|II)\b", paragraph.text)
    ]
    assert caption.text.startswith(contents.paper.captions.label("Table", 2))
    assert ("ROMAN" in caption._p.xml) == contents.paper.captions.roman
