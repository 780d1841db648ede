import builtins
import io

import pandas as pd
import pypdf
import pytest
from matterhorn import violations
from needs import LONG, longer
from pdf_pages import words_of_pdf
from predictions_tables import random_labels
from published import published

from benchreport.errors import DependencyError, OptionError, RenderError
from benchreport.report import report
from benchreport.report.page_setup import Paper
from benchreport.report.rendering.typst_pdf import compile_typst

TYPST = Paper(engine="typst")


def words_of(content):
    return "".join(words_of_pdf(content).split())


@LONG
@pytest.mark.parametrize("table", [lambda: published("demsar2006"), longer(random_labels)])
def test_it_has_the_content_of_the_report_and_is_tagged(table):
    made = report(table(), paper=TYPST)
    words = words_of(made.pdf)
    assert violations(made.pdf) == []
    for sentence in made.analysis.verdict:
        assert "".join(sentence.split())[:40] in words
    for section in made.document.sections:
        assert "".join(section.title.split()) in words
    # no file stands beside a PDF
    assert "report-figures" not in words


@LONG
def test_the_same_report_gives_the_same_bytes():
    scores = published("demsar2006")
    assert report(scores, paper=TYPST).pdf == report(scores, paper=TYPST).pdf


@LONG
def test_the_size_of_pages_is_chosen():
    frame = pd.DataFrame({"a": [0.9, 0.8, 0.7, 0.9], "b": [0.8, 0.7, 0.7, 0.6]})
    paper = Paper(engine="typst", size="letter")
    content = frame.bench(score="accuracy").report(paper=paper).pdf
    box = pypdf.PdfReader(io.BytesIO(content)).pages[0].mediabox
    assert (round(box.width), round(box.height)) == (612, 792)


@pytest.mark.parametrize(
    "wish", [{"columns": 2}, {"journal": "jmlr"}, {"archival": True}, {"appendix": "landscape"}]
)
def test_what_it_cannot_do_is_refused(wish):
    with pytest.raises(OptionError, match="one column"):
        Paper(engine="typst", **wish)


def test_an_unknown_engine_is_refused():
    with pytest.raises(OptionError, match="weasyprint"):
        Paper(engine="chrome")


@pytest.mark.parametrize(("tight", "pages"), [("75pt", 1), ("80pt", 2)])
def test_a_last_page_with_little_is_spared_where_tighter_pages_have_room(tight, pages):
    source = f"""#set document(title: [t])
#set page(width: 300pt, height: 300pt, margin: 0pt)
#let height = if "tight" in sys.inputs {{ {tight} }} else {{ 100pt }}
#for _ in range(4) {{ block(height: height, above: 0pt, below: 0pt)[Words.] }}
"""
    content = compile_typst({"report.typ": source.encode()})
    assert len(pypdf.PdfReader(io.BytesIO(content)).pages) == pages


def test_without_typst_the_error_says_how_to_get_it(monkeypatch):
    real = builtins.__import__

    def without(name, *others):
        if name == "typst":
            raise ImportError(name)
        return real(name, *others)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(DependencyError, match="not installed"):
        compile_typst({"report.typ": b"#set document(title: [t])"})


def test_what_typst_refuses_is_an_error_of_ours():
    with pytest.raises(RenderError, match="unknown variable"):
        compile_typst({"report.typ": b"#nothing"})
