import functools
import json
import re
import warnings
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from curves_tables import frame_of
from needs import LONG, longer
from pdf_pages import words_of_pdf
from predictions_tables import random_labels
from published import published
from shared_reports import shared_report, undraw

from benchreport.data import Curves, Roles, Scores
from benchreport.errors import FontWarning
from benchreport.report import Provenance
from benchreport.report import report as make_report
from benchreport.report.document import Code, Document, Facts, Section, Table, Text
from benchreport.report.page_setup import Paper
from benchreport.report.writers import typst

HOSTILE = [
    '#read("/etc/passwd")',
    '"#panic() \\" \\u{41}',
    "*b* _c_ @d <e> `f` $x$ // /* ] [ } {",
    "{{7*7}} {% x %} {# y #}",
    r"\input{/etc/passwd}",
    "\u202eright אבג",
    "決定木",
    "\U0001f600 emoji \U00013000",
    "long " * 100,
    "a" * 500,
    "= head -- ... 'q' ~",
]


BLANK = b'<svg xmlns="http://www.w3.org/2000/svg" width="9pt" height="9pt"/>'


@functools.cache
def hostile():
    values = np.random.default_rng(0).normal(0.8, 0.1, size=(8, len(HOSTILE)))
    frame = pd.DataFrame(values, columns=HOSTILE, index=[f"#{place}" for place in range(8)])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FontWarning)
        return make_report(
            Scores.from_frame(frame, Roles(score='accuracy_% "x"')),
            title='Über #panic() 決定木 "',
            provenance=Provenance(source="a\n\n#b.csv", call='x "#y"\n    \\z'),
        )


def write_undrawn(report):
    """Write a report whose figures are blank: drawing takes most of the time."""
    contents = SimpleNamespace(document=undraw(report.document, BLANK), paper=report.contents.paper)
    return typst.write(contents, "report.typ")


def write_blocks(*blocks):
    class Stub:
        document = Document(
            title="t",
            subtitle="s",
            sections=(Section(key="one", title="One", blocks=blocks),),
        )
        paper = Paper()

    return typst.write(Stub(), "report.typ")


def save_files(files, folder):
    for name, content in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
    return folder / "report.typ"


def compile_typst(files, folder):
    """Compile the files unchanged; return the text of the PDF without white space."""
    compiler = pytest.importorskip("typst", reason="the typst package is not installed")
    path = save_files(files, folder)
    compiler.compile(str(path), output=str(folder / "report.pdf"))
    return re.sub("[\\s\u200b\xa0]+", "", words_of_pdf(folder / "report.pdf"))


def query(files, folder, selector):
    compiler = pytest.importorskip("typst", reason="the typst package is not installed")
    return json.loads(compiler.query(str(save_files(files, folder)), selector))


@pytest.fixture(scope="module")
def report():
    return shared_report(published("garcia_herrera2008"))


def test_a_score_report_compiles(report, tmp_path):
    text = compile_typst(typst.write(report.contents, "report.typ"), tmp_path)
    for number in ("14.45", "1.114", "2.10", "Contents", "1/"):
        assert number in text


@LONG
@pytest.mark.parametrize("kind", ["prediction", longer("curve")])
def test_other_reports_compile(kind, tmp_path):
    table = random_labels() if kind == "prediction" else Curves.from_frame(frame_of(datasets=6))
    report = shared_report(table)
    text = compile_typst(write_undrawn(report), tmp_path)
    for section in report.document.sections:
        assert "".join(section.title.split()) in text


@LONG
def test_hostile_labels_are_letters(tmp_path):
    files = write_undrawn(hostile())
    text = compile_typst(files, tmp_path)
    for label in (*HOSTILE[:5], "".join(HOSTILE[-1].split()), "a" * 500, "Über#panic()"):
        assert "".join(label.split()) in text
    assert "root:" not in text
    assert 'x"#y"\\z' in text


@pytest.mark.needs("cjk")
def test_japanese_labels_are_letters(tmp_path):
    assert "決定木" in compile_typst(write_blocks(Text(("決定木",))), tmp_path)


def test_everything_of_the_data_is_a_string():
    text = write_undrawn(hostile())["report.typ"].decode()
    outside = re.sub(r'"(?:\\.|[^"\\])*"', '""', text)
    for sign in ("passwd", "panic", "7*7", "決", "emoji"):
        assert sign in text
        assert sign not in outside
    assert "\u202e" not in text


def test_parts_of_the_document(report, tmp_path):
    files = typst.write(report.contents, "report.typ")
    heads = query(files, tmp_path, "heading.where(level: 1, outlined: true)")
    titles = [section.title for section in report.document.sections]
    assert [head["body"]["text"] for head in heads if head["numbering"]] == titles
    figures = query(files, tmp_path, "figure")
    labels = [figure["label"] for figure in figures]
    assert len(labels) == len(set(labels))
    assert all(label.startswith(("<fig-", "<tab-")) for label in labels)
    assert all(figure["caption"] for figure in figures)
    images = query(files, tmp_path, "image")
    assert len(images) == 6
    assert all(len(image["alt"]) > 30 for image in images)
    tables = query(files, tmp_path, "table")
    for table in tables:
        assert any(
            child["func"] == "header" and child.get("repeat", True) for child in table["children"]
        )


def test_files_are_there(report):
    files = typst.write(report.contents, "my.typ")
    *figures, last = files
    assert last == "my.typ"
    assert all(name.startswith("my-figures/") for name in figures)
    drawings = re.findall(r'drawn\("([^"]*)"', files[last].decode())
    assert drawings == [f"my-figures/figure-{place}.svg" for place in range(1, 7)]
    assert all(b"<svg" in files[name][:1000] for name in drawings)
    assert b"@article{demsar2006," in files["my-figures/references.bib"]


@LONG
def test_same_bytes(report):
    second = make_report(published("garcia_herrera2008"), detail="full")
    assert typst.write(second.contents, "report.typ") == typst.write(report.contents, "report.typ")
    assert b"date: none" in typst.write(report.contents, "report.typ")["report.typ"]


@LONG
def test_paper_sets_the_page(report):
    assert b'paper: "a4"' in typst.write(report.contents, "report.typ")["report.typ"]
    letter = make_report(published("demsar2006"), paper=Paper(size="letter"))
    assert b'paper: "us-letter"' in typst.write(letter.contents, "report.typ")["report.typ"]


def test_tables_over_pages_repeat_their_head(tmp_path):
    table = Table(
        columns=("[name", "n"),
        rows=(("[a]", "1.5"), ("=b", "−0.25")) * 60,
        numeric=(False, True),
        strong=frozenset({(1, 1)}),
        caption="A #1",
    )
    text = compile_typst(write_blocks(table, Facts((("[t]", "[f]"),)), Text(("",))), tmp_path)
    assert text.count("[a]") == 60
    assert text.count("[name") >= 2
    assert "A#1" in text


def test_code_keeps_its_spaces():
    text = write_blocks(Code(text='a  "b"\n\tc', caption="c"))["report.typ"].decode()
    assert r'"a  \"b\"",' in text
    assert '"    c",' in text
