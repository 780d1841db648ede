import re
import warnings

import numpy as np
import pandas as pd
import pytest
from curves_tables import curves_of
from looped import loop_over
from needs import LONG
from predictions_tables import random_scores
from published import published
from shared_reports import shared_report

from benchreport.data import Roles, Scores
from benchreport.errors import FontWarning
from benchreport.report import Provenance
from benchreport.report import report as make_report
from benchreport.report.document import Code, Document, Download, FigureBlock, Section, Table
from benchreport.report.rendering.markdown_text import (
    escape_markdown,
    render_markdown,
    slug,
)

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "[x](javascript:alert(1))",
    "![x](http://127.0.0.1/x.png)",
    "a|b",
    "\\|",
    "ends in \\",
    "`code` ``two",
    "# heading",
    "- list",
    "1. list",
    "> quote",
    "two\nlines\r\nthree",
    "\u202eright to left",
    "$\\badcmd$",
    "*a* __b__ ~~c~~",
    "<!-- comment",
    "&lt;",
    "www.example.org",
    "https://example.org/a_b_c",
    "a@example.org",
    "決定木",
    "=cmd()",
    "long " * 100,
]


def parser():
    return pytest.importorskip("markdown_it").MarkdownIt("gfm-like", {"linkify": False})


def text_of(html):
    """Return the visible text of a page without pictures."""
    lxml = pytest.importorskip("lxml.html")
    content = lxml.fromstring(f"<div>{html}</div>").text_content().replace("\u200b", "")
    return " ".join(content.split())


def of(*blocks, title="Title"):
    sections = (Section(key="verdict", title="Section", blocks=blocks),)
    return Document(title=title, subtitle="sub", sections=sections)


def table_of(rows, **options):
    width = len(rows[0])
    columns = options.pop("columns", tuple(f"c{place}" for place in range(width)))
    return Table(columns=columns, rows=tuple(rows), numeric=(False,) * width, **options)


@pytest.fixture(scope="module")
def report():
    return shared_report(published("garcia_herrera2008"), title="Five classifiers")


@pytest.fixture(scope="module")
def report_folder(report, tmp_path_factory):
    folder = tmp_path_factory.mktemp("markdown")
    report.save(folder / "report.md")
    return folder


@pytest.fixture(scope="module")
def text(report_folder):
    return (report_folder / "report.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module", params=["predictions", "curves"])
def other(request):
    return shared_report(random_scores(n=80) if request.param == "predictions" else curves_of())


def check_whole(document, text, files):
    heads = re.findall(r"^(#+) ", text, flags=re.MULTILINE)
    assert heads == ["#"] + ["##"] * len(document.sections)
    blocks = [block for section in document.sections for block in section.blocks]
    tables = [block for block in blocks if isinstance(block, Table)]
    assert len(re.findall(r"^\*\*Table \d+\.\*\* ", text, flags=re.MULTILINE)) == len(tables)
    images = re.findall(r"^!\[(.+)\]\((.+)\)$", text, flags=re.MULTILINE)
    figures = [block for block in blocks if isinstance(block, FigureBlock)]
    assert [files[path] for _, path in images] == [figure.svg for figure in figures]
    links = re.findall(r"(?<!\\)\]\(([^)]+)\)", text)
    assert sorted(links) == sorted(files)


def test_all_of_a_report_is_there(report, text):
    check_whole(report.document, *render_markdown(report.document, "report-figures"))
    for part in ("# Five classifiers\n", "## Verdict\n", "> Over 30 datasets, ", "14.45"):
        assert part in text
    assert "| C4.5 | 30 | **0.780** |" in text
    assert "| :--- | ---: |" in text
    assert (
        "- **violated**: Tukey and ANOVA: the residuals are normally distributed (Shapiro" in text
    )
    assert "references.bib" in text
    assert "\n\n\n" not in text


@LONG
def test_other_reports_are_whole_too(other):
    check_whole(other.document, *render_markdown(other.document, "folder"))


def test_files_that_it_refers_to_are_saved_beside_it(report_folder, text):
    links = re.findall(r"(?<!\\)\]\(([^)]+)\)", text)
    assert len(links) == 13
    for link in links:
        assert (report_folder / link).is_file()
    assert sorted(path.name for path in report_folder.iterdir()) == ["report-figures", "report.md"]


@LONG
def test_same_input_same_bytes(report, text, report_folder):
    second = make_report(published("garcia_herrera2008"), title="Five classifiers", detail="full")
    content, files = render_markdown(second.document, "report-figures")
    assert content == text
    for path, content in files.items():
        assert (report_folder / path).read_bytes() == content
    assert render_markdown(report.document, "report-figures")[0] == text


CONTEXTS = [
    "{}\n",
    "- **{}**: {} ({})\n",
    "> {}\n",
    "## {}\n",
    "| a | b |\n| :--- | ---: |\n| {} | **{}** |\n| 1 | 2 |\n",
]


@loop_over("context", CONTEXTS)
@loop_over("label", HOSTILE)
def test_hostile_labels_stay_text(label, context):
    html = parser().render(context.replace("{}", escape_markdown(label)))
    # a dollar sign in a tag of its own begins no formula
    html = html.replace("<span>$</span>", "$")
    plain = parser().render(context.replace("{}", "plain"))
    assert re.findall(r"<[^>]+>", html) == re.findall(r"<[^>]+>", plain)
    expected = " ".join(label.replace("\u202e", r"\u202e").split())
    assert text_of(html) == text_of(plain).replace("plain", expected)


@loop_over("label", HOSTILE)
def test_hostile_alternative_texts_stay_text(label):
    figure = FigureBlock(alt=label, caption=label, name=label, data=b"", draw=lambda _: b"<svg/>")
    text, files = render_markdown(of(figure), "folder")
    (path,) = files
    assert re.fullmatch(r"folder/figure-1-[a-z0-9-]+\.svg", path)
    html = parser().render(text.replace("<span>$</span>", "$"))
    lxml = pytest.importorskip("lxml.html")
    (image,) = lxml.fromstring(html).xpath("//img") or [lxml.fromstring(html)]
    assert image.get("src") == path
    alt = image.get("alt").replace("\u200b", "")
    assert alt == " ".join(label.replace("\u202e", r"\u202e").split())


@pytest.mark.parametrize("label", ["@octocat", "see #12", "GH-3", ":tada:", "a@b.org"])
def test_nothing_is_mentioned(label):
    # GitHub looks for these in what is shown, after Markdown, where escapes are gone
    assert text_of(parser().render(escape_markdown(label))) == label
    assert label not in parser().render(escape_markdown(label))


@pytest.mark.parametrize("label", ["https://b.org", "www.b.org", "$x$", "$`x`$"])
def test_nothing_is_linked_or_set_as_a_formula(label):
    # GitHub looks for these in the source
    source = escape_markdown(label).replace("<span>$</span>", "dollar")
    assert not re.search(r"://|www\.|\$", source)
    assert text_of(parser().render(escape_markdown(label))) == label


@LONG
def test_a_whole_report_on_hostile_labels():
    labels = [label for label in HOSTILE if len(label) < 100][:12]
    values = np.random.default_rng(0).normal(0.8, 0.1, size=(8, len(labels)))
    frame = pd.DataFrame(values, columns=labels, index=[f"<i>{place}" for place in range(8)])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FontWarning)
        report = make_report(
            Scores.from_frame(frame, Roles(score="accuracy <u>")),
            title="<script>title</script>",
            provenance=Provenance(source="<a>.csv", call="benchreport '```\n# <x>'"),
        )
    text, files = render_markdown(report.document, "folder")
    html = parser().render(text).replace("<span>$</span>", "$")
    tags = set(re.findall(r"<([a-z0-9]+)", html))
    assert tags == set(
        "h1 h2 p blockquote ul li strong table thead tbody tr th td img a pre code".split()
    )
    links = re.findall(r'(?:href|src)="([^"]*)"', html)
    assert sorted(links) == sorted(files)
    assert "# &lt;x&gt;'" in html


def test_long_tables_are_cut_and_given_as_a_file():
    rows = [(f"=row {place}", str(place)) for place in range(130)]
    table = table_of(rows, columns=("name", "+n"), caption="Rows.")
    text, files = render_markdown(of(table), "folder")
    assert text.count("\n| ") == 2 + 100
    assert "The first 100 of 130 rows; [all of them as CSV](folder/table-1.csv)." in text
    lines = files["folder/table-1.csv"].decode().splitlines()
    assert len(lines) == 131
    # a spreadsheet would run it
    assert lines[1] == "'=row 0,0"
    short, none = render_markdown(of(table_of(rows[:100])), "folder")
    assert not none
    assert "The first" not in short


def test_downloads_are_files_in_the_folder():
    block = Download(name="../../all pairs.csv", content=b"a,b\n", caption="all of them.")
    text, files = render_markdown(of(block, block), "folder")
    assert files == {
        "folder/file-1-all-pairs.csv": b"a,b\n",
        "folder/file-2-all-pairs.csv": b"a,b\n",
    }
    assert "[../../all pairs.csv](folder/file-1-all-pairs.csv): all of them." in text


@pytest.mark.parametrize(
    ("code", "fence"), [("plain", "```"), ("a ``` b", "````"), ("``````", "```````")]
)
def test_code_does_not_leave_its_fences(code, fence):
    text, _ = render_markdown(of(Code(text=f"{code}\n\n\n\n<b>\n", caption="Type this")), "folder")
    assert f"{fence}text\n{code}\n\n\n\n<b>\n{fence}\n" in text


def test_names_with_blanks_are_linked():
    block = Download(name="a.csv", content=b"", caption="")
    assert "](my%20folder/file-1-a.csv)" in render_markdown(of(block), "my folder")[0]


@loop_over("name", ["../../etc/passwd", "..", "C:\\x", "\x00", "", "ü", "a" * 300])
def test_slugs_are_parts_of_paths(name):
    assert re.fullmatch(r"[a-z0-9-]{1,60}", slug(name))
