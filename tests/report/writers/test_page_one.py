"""Page one in LaTeX, Typst and Word: the headline, and what weakens it set apart."""

import docx
import pytest
from published import published
from shared_reports import shared_report


@pytest.fixture(scope="module")
def report():
    return shared_report(published("demsar2006"), detail="standard")


def test_latex_begins_with_the_verdict_and_not_with_the_contents(report, tmp_path):
    text = report.save(tmp_path / "report.tex").read_text(encoding="utf-8")
    begin = text.index(r"\begin{document}")
    headline, caution = (
        text.index(r"{\LARGE\bfseries ", begin),
        text.index(r"\caution{\textbf{What"),
    )
    ranking = text.index(r"\begin{tabular}", caution)
    contents = text.index(r"\tableofcontents", begin)
    assert headline < caution < ranking < contents < text.index("sec:compared")


def test_typst_sets_the_caution_apart(report, tmp_path):
    text = report.save(tmp_path / "report.typ").read_text(encoding="utf-8")
    assert '#caution[#strong("What weakens this:") #("' in text


def test_word_has_the_first_words_of_the_caution_in_bold(report, tmp_path):
    document = docx.Document(str(report.save(tmp_path / "report.docx")))
    (line,) = [each for each in document.paragraphs if each.text.startswith("What weakens")]
    bold = "".join(run.text for run in line.runs if run.bold)
    assert bold.strip() == "What weakens this:"
