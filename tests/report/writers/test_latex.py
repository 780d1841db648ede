import functools
import io
import os
import re
import subprocess
import warnings
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from curves_tables import frame_of
from looped import loop_over
from matplotlib.figure import Figure
from needs import LONG
from pdf_pages import words_of_pdf
from predictions_tables import random_labels
from published import published
from shared_reports import shared_report, undraw

from benchreport.data import Curves, Roles, Scores
from benchreport.errors import FontWarning
from benchreport.report import Provenance
from benchreport.report import report as make_report
from benchreport.report.document import Code, Document, Facts, FigureBlock, Section, Table, Text
from benchreport.report.page_setup import Paper
from benchreport.report.rendering.block_files import folder_of
from benchreport.report.rendering.table_layout import GAP, LETTERS_A_LINE, letters, parts_of
from benchreport.report.writers import latex

HOSTILE = [
    "<script>alert(1)</script>",
    "{{7*7}} <% x %> << 6*6 >>",
    r"$\badcmd$",
    r"\input{/etc/passwd}",
    "^^M^^41 100% #1 & ~ _",
    r"\end{verbatim}\end{document}",
    "\u202eright \u200fleft אבג",
    "決定木",
    "Ελληνικά Кириллица αβ-net",
    "\U0001f600 emoji \U0001f469\u200d\U0001f4bb \u2603 \U00013000",
    "long " * 100,
    "a" * 500,
    "[x] -- ``q'' ?` !` \"",
]


def files_of(report, name="report.tex"):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FontWarning)
        return latex.write(report.contents, name)


def files_undrawn(report):
    """Write a report whose figures are all one picture: drawing takes most of the time."""
    document = undraw(report.document, one_picture())
    contents = SimpleNamespace(document=document, paper=report.contents.paper)
    return latex.write(contents, "report.tex")


@functools.cache
def one_picture():
    Figure(figsize=(3, 2)).savefig(drawn := io.BytesIO(), format="pdf")
    return drawn.getvalue()


@functools.cache
def report_of(kind):
    if kind == "prediction":
        return shared_report(random_labels())
    if kind == "curve":
        return shared_report(Curves.from_frame(frame_of(k=3, datasets=6, runs=3)))
    if kind == "hostile":
        return hostile()
    if kind == "many":
        return many()
    return shared_report(published(kind))


def hostile():
    values = np.random.default_rng(0).normal(0.8, 0.1, size=(8, len(HOSTILE)))
    index = [f"[{place}] {name[:40]}" for place, name in enumerate(HOSTILE[:8])]
    frame = pd.DataFrame(values, columns=HOSTILE, index=index)
    source = Provenance(source="a_b%c\n\n.csv", call="x --score \"a b\" \\end{typed}\n  'q' ``")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FontWarning)
        return make_report(
            Scores.from_frame(frame, Roles(score="accuracy_% \\x")),
            title="Über $\\badcmd$ 決定木 & \U0001f600 Ελληνικά #1",
            provenance=source,
        )


def many():
    """Compare sixty algorithms, one of which has a name in another script."""
    values = np.random.default_rng(0).normal(0.8, 0.1, size=(8, 60)).round(4)
    names = ["決定木 決定木", *(f"algorithm {place}" for place in range(2, 61))]
    frame = pd.DataFrame(values, columns=names, index=[f"dataset {place}" for place in range(8)])
    return make_report(Scores.from_frame(frame, Roles(score="accuracy")))


@functools.cache
def files_of_kind(kind):
    report = report_of(kind)
    return files_of(report) if kind == "garcia_herrera2008" else files_undrawn(report)


def text_of(kind):
    return files_of_kind(kind)["report.tex"].decode()


def write_blocks(*blocks):
    class Stub:
        document = Document(
            title="t",
            subtitle="s",
            sections=(Section(key="one", title="One", blocks=blocks),),
        )
        paper = Paper()

    return latex.write(Stub(), "report.tex")


def body_of(*blocks):
    return write_blocks(*blocks)["report.tex"].decode().partition(r"\section{One}")[2]


def compile_latex(files, folder, engine):
    """Compile the files unchanged; return the text of the PDF and the log."""
    for name, content in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
    done = subprocess.run(
        [engine, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "report.tex"],
        cwd=folder,
        capture_output=True,
        check=False,
        timeout=60,
        # METAFONT must not search for fonts that are looked up by name
        env={**os.environ, "MKTEXTFM": "0"},
    )
    output = done.stdout.decode(errors="replace")
    assert done.returncode == 0, output[-2000:]
    log = (folder / "report.log").read_text(encoding="utf-8", errors="replace")
    return "".join(words_of_pdf(folder / "report.pdf").split()), log


def widest_overrun(log):
    widths = re.findall(r"Overfull \\hbox \(([\d.]+)pt", log)
    return max(map(float, widths), default=0.0)


@LONG
@pytest.mark.parametrize(
    ("kind", "engine", "numbers"),
    [
        pytest.param(
            "garcia_herrera2008",
            "pdflatex",
            ["14.45", "1.114"],
            marks=pytest.mark.needs("pdflatex"),
        ),
        pytest.param("prediction", "pdflatex", ["McNemar"], marks=pytest.mark.needs("pdflatex")),
        pytest.param("curve", "lualatex", ["evaluations"], marks=pytest.mark.needs("lualatex")),
        pytest.param(
            "many", "xelatex", ["algorithm60", "決定木"], marks=pytest.mark.needs("xelatex", "cjk")
        ),
    ],
)
def test_reports_compile_and_stay_within_the_margins(kind, engine, numbers, tmp_path):
    text, log = compile_latex(files_of_kind(kind), tmp_path, engine)
    for number in numbers:
        assert number in text
    assert widest_overrun(log) < 1
    assert "Missing character" not in log


@LONG
@pytest.mark.needs("xelatex")
def test_hostile_labels_are_letters_to_xelatex(tmp_path):
    text, log = compile_latex(files_of_kind("hostile"), tmp_path, "xelatex")
    for label in HOSTILE[:6]:
        assert "".join(label.split()) in text
    assert "a" * 500 in text
    assert "root:" not in text
    assert "Missing character" not in log
    # a character that no font has appears as its code
    assert "13000" in text


@LONG
@pytest.mark.needs("pdflatex")
def test_hostile_labels_do_not_stop_pdflatex(tmp_path):
    text, _ = compile_latex(files_of_kind("hostile"), tmp_path, "pdflatex")
    assert r"\input{/etc/passwd}" in text
    assert "root:" not in text
    assert "6C7A" in text


@LONG
@pytest.mark.needs("pdflatex")
def test_tables_and_odd_names_compile(tmp_path):
    table = Table(
        columns=("[name", "*n", "x & y", "both / 1st / 2nd / neither right"),
        rows=(("[a]", "1.5", "< .001", "12 / 3 / 4"), ("*b", "−0.25", "∞", "")) * 40,
        numeric=(False, True, True, True),
        strong=frozenset({(1, 1)}),
        caption="A % & B",
    )
    files = write_blocks(table, Facts((("[t]", "[f]"),)), Code(text="[x]\n  *y", caption="c"))
    text, log = compile_latex(files, tmp_path, "pdflatex")
    assert text.count("[a]") == 40
    assert "continuedonthenextpage" in text
    assert text.count("[name") == text.count("continuedonthenextpage") + 1
    assert widest_overrun(log) < 1


def test_nothing_of_the_data_is_a_command():
    text = text_of("hostile")
    assert "\\badcmd" not in text.replace(r"\textbackslash{}badcmd", "")
    assert "\\input" not in text
    assert text.count(r"\end{document}") == 1
    assert text.rstrip().endswith(r"\end{document}")
    assert "^^" not in text
    body = text.partition(r"\begin{document}")[2]
    assert not re.search(r"(?<!\\)[%#]", body)
    # the only spaces that do not break are ours, beside signs and numbers
    assert not re.search(r"(?<!\\)~(?![=<>×≤≥≈±−∞$\d.]|tests?)", body)
    assert "49" not in re.findall(r"\{\\?\{(\d+)", body)
    assert r"\{\{7*7\}\}" in body
    assert "\u202e" not in text
    assert "\u200f" not in text


def test_the_first_lines_name_the_engine():
    assert text_of("garcia_herrera2008").startswith(
        "% Compile twice with pdfLaTeX, XeLaTeX or LuaLaTeX."
    )
    assert text_of("hostile").startswith("% Compile with XeLaTeX or LuaLaTeX, twice.")


def test_files_are_there_and_referred_to():
    files = files_of(report_of("garcia_herrera2008"), "my.tex")
    *figures, last = files
    assert last == "my.tex"
    assert all(name.startswith("my-figures/") for name in figures)
    text = files[last].decode()
    drawings = re.findall(r"\\drawn\{([^}]*)\}", text)
    assert drawings == [f"my-figures/figure-{place}.pdf" for place in range(1, len(drawings) + 1)]
    blocks = [
        block
        for section in report_of("garcia_herrera2008").document.sections
        for block in section.blocks
    ]
    assert len(drawings) == sum(isinstance(block, FigureBlock) for block in blocks) > 1
    assert all(files[name].startswith(b"%PDF") for name in drawings)
    assert b"@article{demsar2006," in files["my-figures/references.bib"]
    assert "my-figures/references.bib" in text.replace(r"\allowbreak{}", "")
    assert "@article" not in text
    assert pd.read_csv(io.BytesIO(files["my-figures/figure-1.csv"])).shape[0] > 0


def test_it_is_saved_with_its_folder(tmp_path):
    report_of("garcia_herrera2008").save(tmp_path / "report.tex")
    assert {path.name for path in tmp_path.iterdir()} == {"report.tex", "report-figures"}


def test_every_table_and_figure_has_a_label_of_its_own():
    text = text_of("curve")
    labels = re.findall(r"\\label\{([^}]*)\}", text)
    assert len(labels) == len(set(labels))
    kinds = {label.partition(":")[0] for label in labels}
    assert kinds == {"sec", "tab", "fig"}
    assert text.count(r"\toprule") >= sum(label.startswith("tab:") for label in labels)
    alts = re.findall(r"\\drawn\{[^}]*\}\{([^}]{20,})", text)
    assert len(alts) == text.count(r"\drawn{")


def test_the_best_is_bold_and_numbers_are_plain():
    text = text_of("garcia_herrera2008")
    assert r"\bfseries 2.10" in text
    assert "C4.5 & 30 & \\bfseries 0.780 & 0.150 &" in text


def test_numbers_are_aligned_by_siunitx():
    rows = tuple(("x", cell) for cell in ("1.5", "−10.25", "3", "∞", "–", ""))
    table = Table(
        columns=("a", "b"), rows=rows, numeric=(False, True), strong=frozenset({(1, 1), (3, 1)})
    )
    body = body_of(table)
    assert r"\begin{tabular}{@{}l S[table-format=-2.2]@{}}" in body
    assert r"a & {b} \\" in body
    assert r"x & 1.5 \\" in body
    assert r"x & \bfseries -10.25 \\" in body
    assert r"x & {\bfseries ∞} \\" in body
    assert r"x & {–} \\" in body
    assert "x &  \\\\" in body
    # intervals are not numbers
    mixed = Table(columns=("a", "b"), rows=(("x", "1.5 [1, 2]"), ("y", "2")), numeric=(False, True))
    assert r"{@{}l r@{}}" in body_of(mixed)


@LONG
@pytest.mark.parametrize(
    ("engine", "package"),
    [
        pytest.param("pdflatex", "siunitx.sty", marks=pytest.mark.needs("pdflatex", "siunitx")),
        pytest.param("pdflatex", "none.sty", marks=pytest.mark.needs("pdflatex")),
        pytest.param("xelatex", "none.sty", marks=pytest.mark.needs("xelatex")),
        pytest.param("lualatex", "siunitx.sty", marks=pytest.mark.needs("lualatex", "siunitx")),
    ],
)
def test_columns_of_numbers_compile_with_siunitx_and_without(package, engine, tmp_path):
    numbers = ("1.5", "−10.25", "300", "< .001", "123456.125", "∞")
    ours = (".042", "< .001", "1.000", "–", "", "> .999")
    table = Table(
        columns=("a", "b", "c"),
        rows=tuple(("x", *pair) for pair in zip(numbers, ours, strict=True)),
        numeric=(False, True, True),
        strong=frozenset({(1, 1), (1, 2), (3, 2)}),
    )
    files = write_blocks(table)
    files["report.tex"] = files["report.tex"].replace(b"{siunitx.sty}", f"{{{package}}}".encode())
    text, log = compile_latex(files, tmp_path, engine)
    # a probability keeps no zero before its point, and digits are not grouped
    assert ".042" in text
    assert "0.042" not in text
    assert "123456.125" in text
    assert text.count(".001") == 2
    assert ("−10.25" in text) == (package == "siunitx.sty")
    assert "Missing character" not in log


def test_paper_sets_the_page():
    assert r"\documentclass[10pt,a4paper]" in text_of("garcia_herrera2008")
    letter = make_report(published("demsar2006"), paper=Paper(size="letter"), sections=["verdict"])
    assert rb"\documentclass[10pt,letterpaper]" in files_of(letter)["report.tex"]


def test_blank_lines_never_reach_an_argument():
    body = body_of(Text(("a\n\nb",)), Facts((("t\n\n", "f\n\ng"),)))
    assert "a b" in body
    assert r"\fact{t}{f g}" in body


def test_code_keeps_its_spaces_and_quotes():
    body = body_of(Code(text="f 'x'  --a\n  \\end{typed}", caption="c"))
    assert r"f\ \textquotesingle{}x\textquotesingle{}\ \ -{\kern0pt}-a" in body
    assert r"\typedline{\ \ \textbackslash{}end\{typed\}}" in body


@pytest.mark.parametrize(
    ("name", "folder"),
    [
        ("report.tex", "report-figures"),
        ("my_report-2.v1.tex", "my_report-2.v1-figures"),
        ("../../x.tex", "x-figures"),
        (r"..\x.tex", "x-figures"),
    ],
)
def test_folders(name, folder):
    assert folder_of(name) == folder


def test_folders_of_names_that_tex_cannot_read_differ():
    names = ["a b.tex", "a%b.tex", "決.tex", "定.tex", "{}.tex", "..tex"]
    folders = [folder_of(name) for name in names]
    assert len(set(folders)) == len(names)
    assert all(re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*-figures", folder) for folder in folders)


def numbers(columns, rows=3, name="c", value="0.123"):
    return Table(
        columns=("row", *(f"{name}{place}" for place in range(columns))),
        rows=tuple((f"r{place}", *[value] * columns) for place in range(rows)),
        numeric=(False, *[True] * columns),
        strong=frozenset({(0, columns)}),
    )


def width_of(part):
    widths = []
    for place, column in enumerate(part.columns):
        cells = [letters(row[place].text) for row in part.rows]
        free = max(*cells, *map(letters, column.head))
        widths.append(column.share * LETTERS_A_LINE or free)
    return sum(widths) + GAP * (len(widths) - 1)


@loop_over("columns", [1, 5, 20, 60])
@loop_over("name", ["c", "a long head of words ", "unbroken" * 3])
def test_parts_fit_and_lose_nothing(columns, name):
    table = numbers(columns, name=name)
    parts = parts_of(table)
    assert all(width_of(part) <= LETTERS_A_LINE for part in parts)
    heads = [" ".join(column.head) for part in parts for column in part.columns[1:]]
    assert heads == list(table.columns[1:])
    assert all(part.columns[0].head == ("row",) for part in parts)
    assert [row[0].text for row in parts[-1].rows] == ["r0", "r1", "r2"]
    assert sum(cell.strong for part in parts for row in part.rows for cell in row) == 1
    assert parts[-1].rows[0][-1].strong


def test_texts_wrap_before_tables_are_split():
    table = replace(
        numbers(4), rows=tuple((f"long name {'x' * 200}", *["1"] * 4) for _ in range(30))
    )
    (part,) = parts_of(table)
    assert part.columns[0].share > 0.5
    assert not part.columns[1].share
    # its wrapped lines make the table longer than a page
    assert not part.whole
    assert parts_of(numbers(4))[0].whole
