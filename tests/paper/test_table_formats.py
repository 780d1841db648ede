"""Every format holds the whole table, and no label is markup."""

import functools
import re
import subprocess

import numpy as np
import pandas as pd
import pytest
from lxml import html
from markdown_it import MarkdownIt
from needs import LONG
from pdf_pages import words_of_pdf

from benchreport.errors import OptionError

HOSTILE = [
    r"\input{/etc/passwd}",
    '#read("/etc/passwd") *b* _c_ $x$ <y> `z`',
    "<script>alert(1)</script>",
    "a & b \\\\ % # ~ ^ { }",
    "[x](javascript:y) | @user",
    "* 1.5 ± 0.2 †",
]


def hostile_table(**options):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(
        [
            (algorithm, dataset, fold, rng.normal(0.8, 0.05))
            for algorithm in HOSTILE
            for dataset in (*HOSTILE, "=sum")
            for fold in range(3)
        ],
        columns=["algorithm", "dataset", "fold", "accuracy"],
    )
    return frame.assign(family=frame["dataset"].str[:1]).bench(repeat="fold").table(**options)


def plain_table(n_datasets, n_algorithms, **options):
    values = np.random.default_rng(0).uniform(size=(n_datasets, n_algorithms))
    names = [f"algorithm {place}" for place in range(n_algorithms)]
    index = [f"set{place}" for place in range(n_datasets)]
    return pd.DataFrame(values, columns=names, index=index).bench(score="accuracy").table(**options)


TABLES = {
    "hostile": hostile_table,
    "families": lambda: hostile_table(group="family"),
    "turned": lambda: hostile_table(group="family", transpose=True),
    "long and wide": lambda: plain_table(60, 20),
}


@functools.cache
def table_of(kind):
    return TABLES[kind]()


@pytest.fixture(params=TABLES)
def table(request):
    return table_of(request.param)


def squeeze(text):
    return re.sub("[\\s\u200b\xa0]+", "", text)


def read_pdf(path):
    return squeeze(words_of_pdf(path))


@LONG
@pytest.mark.needs("pdflatex", "siunitx")
def test_latex_compiles_without_overfull_lines(table, tmp_path):
    source = table.to_latex(label="tab:scores")
    assert "resizebox" not in source
    preamble = (
        r"\documentclass{article}\usepackage[T1]{fontenc}\usepackage{booktabs,longtable,siunitx}"
    )
    (tmp_path / "t.tex").write_text(f"{preamble}\\begin{{document}}\n{source}\\end{{document}}\n")
    command = [
        "pdflatex",
        "-no-shell-escape",
        "-interaction=nonstopmode",
        "-halt-on-error",
        "t.tex",
    ]
    done = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True)
    log = (tmp_path / "t.log").read_text(errors="replace")
    assert done.returncode == 0, log[-2000:]
    text = read_pdf(tmp_path / "t.pdf")
    numbers = [cell.text for row in table.rows for cell in row.cells if cell.text[:2] == "0."]
    assert all(number in text for number in numbers)


@pytest.mark.parametrize(("n", "environment"), [(30, "table"), (60, "longtable")])
def test_long_tables_break_across_pages(n, environment):
    source = plain_table(n, 3).to_latex(caption="Mine", label="tab:a")
    assert rf"\begin{{{environment}}}" in source
    assert r"\caption{Mine. Bold:" in source
    assert source.count(r"\label{tab:a}") == 1


def test_parts_of_wide_tables_have_one_number():
    source = plain_table(5, 30).to_latex(label="tab:a")
    assert source.count(r"\label") == 1
    assert source.count(r"\begin{table}") == source.count(r"\addtocounter{table}{-1}") + 1 > 1
    assert source.count("algorithm ") - source.count("algorithm with") == 30


def test_siunitx_has_room_for_each_number():
    frame = pd.DataFrame({"a": [-1.25, 100.0, 3.0], "b": [5.0, 6.0, 7.0]}, index=list("xyz"))
    source = frame.bench(score="accuracy").table().to_latex()
    assert "S[table-format=-3.2]" in source
    assert "S[table-format=1.2]" in source


def test_typst_compiles(table, tmp_path):
    compiler = pytest.importorskip("typst", reason="the typst package is not installed")
    (tmp_path / "t.typ").write_text(table.to_typst(label="tab-a") + "\nSee @tab-a.\n")
    compiler.compile(str(tmp_path / "t.typ"), output=str(tmp_path / "t.pdf"))
    text = read_pdf(tmp_path / "t.pdf")
    assert "SeeTable1." in text
    assert all(squeeze(row.label) in text for row in table.rows)


def test_html_shows_labels_as_they_are(table):
    page = html.fromstring(table.to_html())
    assert [cell.text_content() for cell in page.xpath("//thead/tr[last()]/th")] == list(
        table.heads
    )
    rows = page.xpath("//tbody/tr")
    assert [row.xpath("th")[0].text_content() for row in rows] == [row.label for row in table.rows]
    cells = [[cell.text_content() for cell in row.xpath("td")] for row in rows]
    assert cells == [[cell.plain for cell in row.cells] for row in table.rows]
    assert len(page.xpath("//td/strong")) == sum(c.strong for row in table.rows for c in row.cells)
    assert not page.xpath("//script")
    assert all(cell.get("scope") for cell in page.xpath("//th"))


def test_markdown_shows_labels_as_they_are(table):
    page = html.fromstring(MarkdownIt("commonmark").enable("table").render(table.to_markdown()))
    rows = page.xpath("//tbody/tr")
    labels = [row.xpath("td")[0].text_content() for row in rows]
    assert [squeeze(label) for label in labels] == [squeeze(row.label) for row in table.rows]
    assert not page.xpath("//script | //a")
    assert len(page.xpath("//td/strong")) == sum(c.strong for row in table.rows for c in row.cells)


def test_word_holds_the_table(table, tmp_path):
    docx = pytest.importorskip("docx")
    table.to_word(tmp_path / "t.docx")
    document = docx.Document(tmp_path / "t.docx")
    texts = {cell.text for part in document.tables for row in part.rows for cell in row.cells}
    expected = {" ".join(row.label.split()) for row in table.rows}
    assert expected <= texts
    with pytest.raises(OptionError, match="a Word document ends in"):
        table.to_word(tmp_path / "t.odt")


def test_the_style_is_a_styler_with_escaped_labels(table):
    page = html.fromstring(table.style.to_html())
    assert len(page.xpath("//tbody/tr")) == len(table.body)
    assert not page.xpath("//script")
    labels = len(table.frame.columns) - len(table.heads) + 1
    assert f"td:nth-child(-n+{labels})" in table.style.to_html()


def test_notebooks_show_html(table):
    assert table._repr_html_() == table.to_html()
    assert table.caption in repr(table)
