"""A paper is right or wrong, and the check says where."""

import functools
import subprocess
import tempfile
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner
from needs import LONG
from published import published

from benchreport.cli import main
from benchreport.errors import OptionError, ReadError
from benchreport.paper.check_paper import check_paper
from benchreport.paper.paper_sources import read_sources

FRAME = pd.DataFrame(published("demsar2006").values, columns=published("demsar2006").algorithms)
USES = {
    "paper.tex": (r"\input{numbers}", r"\bench{%s}", "numbers.tex"),
    "paper.qmd": ("", "{{< var bench.%s >}}", "_variables.yml"),
    "paper.md": ("", "{{ bench.%s }}", "_variables.yml"),
    "paper.typ": ('#import "numbers.typ": bench', "#bench.%s.", "numbers.typ"),
}


@functools.cache
def numbers_in(name):
    """Return the file of numbers of the frame, which takes an analysis."""
    with tempfile.TemporaryDirectory() as folder:
        FRAME.bench(score="accuracy").numbers(Path(folder, name))
        return Path(folder, name).read_bytes()


@pytest.fixture(params=USES)
def paper(request, tmp_path):
    first, use, numbers = USES[request.param]
    (tmp_path / numbers).write_bytes(numbers_in(numbers))

    def write(*names):
        lines = [first, "", *(f"Text {use % name} text." for name in names)]
        (tmp_path / request.param).write_text("\n".join(lines))
        return tmp_path / request.param

    return write


def scores(frame=FRAME):
    return frame.bench(score="accuracy").scores


def test_a_paper_that_is_up_to_date(paper):
    outcome = check_paper(paper("c4_5.accuracy", "omnibus.p", "c4_5.accuracy"), scores())
    assert outcome.problems == ()
    assert (outcome.n_uses, outcome.n_names) == (3, 2)
    assert str(outcome) == "2 numbers in 3 places: all up to date."


def test_a_number_that_is_stale(paper):
    changed = FRAME.copy()
    changed.loc[0, "C4.5"] = 0.1
    old = FRAME.bench(score="accuracy").numbers().values["c4_5.accuracy"]
    new = changed.bench(score="accuracy").numbers().values["c4_5.accuracy"]
    assert old != new
    path = paper("algorithms", "c4_5.accuracy")
    (problem,) = check_paper(path, scores(changed)).problems
    assert problem.use == (path, 4, "c4_5.accuracy")
    assert problem.what == f"c4_5.accuracy is stale: the paper shows {old}, the data give {new}."


def test_a_number_that_is_unknown(paper):
    (problem,) = check_paper(paper("c4_5.acuracy"), scores()).problems
    assert problem.what == "c4_5.acuracy is unknown; the nearest is c4_5.accuracy."
    # without data too
    assert check_paper(paper("c4_5.acuracy")).problems == (problem,)


def test_a_number_that_the_data_no_longer_give(paper):
    fewer = FRAME.drop(columns="C4.5")
    (problem,) = check_paper(paper("c4_5.mean_rank"), scores(fewer)).problems
    assert "is unknown (the paper shows" in problem.what


def test_a_number_that_is_new(paper):
    more = FRAME.assign(extra=0.5)
    (problem,) = check_paper(paper("extra.mean_rank"), scores(more)).problems
    assert "is not in" in problem.what


def test_the_order_of_rows_and_columns_makes_nothing_stale(paper):
    names = [name for name in FRAME.bench(score="accuracy").numbers().values if ".x" not in name]
    shuffled = FRAME.sample(axis=1, frac=1.0, random_state=1)
    assert check_paper(paper(*names), scores(shuffled)).problems == ()


def test_the_options_of_the_file_are_those_of_the_check(tmp_path):
    FRAME.bench(score="accuracy").numbers(tmp_path / "numbers.tex", alpha=0.1)
    (tmp_path / "p.tex").write_text("\\input{numbers.tex}\n\\bench{alpha}")
    assert check_paper(tmp_path / "p.tex", scores()).problems == ()


def test_included_files_are_followed_once(tmp_path):
    (tmp_path / "numbers.tex").write_bytes(numbers_in("numbers.tex"))
    (tmp_path / "parts").mkdir()
    (tmp_path / "p.tex").write_text(
        "\\input{numbers}\n\\include{parts/a}\n\\input{p}\n\\input{glyphtounicode}"
    )
    (tmp_path / "parts" / "a.tex").write_text("\n\n\\bench{wrong}")
    outcome = check_paper(tmp_path / "p.tex")
    assert [(str(p.use.path), p.use.line) for p in outcome.problems] == [
        (str(tmp_path / "parts" / "a.tex"), 3)
    ]
    assert [note.partition("p.tex:")[2] for note in outcome.notes] == [
        "4: glyphtounicode was not found, and is not checked"
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "p.tex",
            "a % \\bench{x}\n\\verb|\\bench{x}|\n\\begin{verbatim}\n\\bench{x}\n\\end{verbatim}",
        ),
        ("p.md", "```\n{{ bench.x }}\n```\n`{{ bench.x }}`\n<!-- {{ bench.x }} -->"),
        ("p.qmd", "{{{< var bench.x >}}}"),
        ("p.typ", "// #bench.x\n/* #bench.x\n*/\n`#bench.x`\n```\n#bench.x\n```"),
    ],
)
def test_what_is_not_set_is_not_read(tmp_path, name, text):
    (tmp_path / name).write_text(f"{text}\n\n")
    assert read_sources(tmp_path / name).uses == ()


def test_lines_after_comments_have_their_numbers(tmp_path):
    (tmp_path / "p.tex").write_text(
        "\\%5 \\bench{a}\n\\begin{verbatim}\n\n\\end{verbatim}\n\\bench{b}"
    )
    assert [(use.line, use.name) for use in read_sources(tmp_path / "p.tex").uses] == [
        (1, "a"),
        (5, "b"),
    ]


def test_papers_that_cannot_be_checked(tmp_path):
    (tmp_path / "p.tex").write_text("\\bench{a}")
    with pytest.raises(OptionError, match="includes no file of numbers"):
        check_paper(tmp_path / "p.tex")
    with pytest.raises(OptionError, match="a paper ends in"):
        check_paper(tmp_path / "p.pdf")
    with pytest.raises(ReadError, match="No such file"):
        check_paper(tmp_path / "q.tex")


def run(*arguments):
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def test_the_commands(tmp_path):
    data, paper = tmp_path / "r.csv", tmp_path / "p.tex"
    FRAME.to_csv(data)
    options = ["--score", "accuracy"]
    written = run("numbers", data, *options, "-o", tmp_path / "n.tex")
    assert written.exit_code == 0, written.output
    paper.write_text("\\input{n}\n\\bench{c4_5.accuracy}")
    assert run("check-paper", paper, "--data", data, *options).exit_code == 0
    changed = FRAME.copy()
    changed.loc[0, "C4.5"] = 0.1
    changed.to_csv(data)
    stale = run("check-paper", paper, "--data", data, *options)
    assert stale.exit_code == 1
    assert f"{paper}:2: c4_5.accuracy is stale" in stale.output
    assert run("check-paper", paper).exit_code == 0
    assert run("check-paper", tmp_path / "no.tex").exit_code == 2
    assert run("check-paper", data).exit_code == 2
    refused = run("numbers", data, *options, "-o", data)
    assert refused.exit_code == 2


@pytest.mark.parametrize("suffix", ["tex", "typ", "md", "html", "docx"])
def test_the_command_table(tmp_path, suffix):
    data, output = tmp_path / "r.csv", tmp_path / f"t.{suffix}"
    FRAME.to_csv(data)
    done = run("table", data, "--score", "accuracy", "--sort", "rank", "-o", output)
    assert done.exit_code == 0, done.output
    assert output.stat().st_size > 500
    assert "mean rank" in run("table", data, "--score", "accuracy").output
    assert run("table", data, "--score", "accuracy", "-o", tmp_path / "t.png").exit_code == 2


@LONG
@pytest.mark.needs("pdflatex")
def test_latex_shows_the_numbers(tmp_path):
    pypdf = pytest.importorskip("pypdf")
    numbers = FRAME.bench(score="accuracy").numbers(tmp_path / "numbers.tex")
    (tmp_path / "p.tex").write_text(
        "\\documentclass{article}\\input{numbers}\\begin{document}"
        "\\tableofcontents\\section{Of \\bench{c4_5.accuracy}}"
        "\\bench{omnibus.p}, \\bench{no.such}\\end{document}"
    )
    for _ in range(2):
        command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "p.tex"]
        done = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True)
        assert done.returncode == 0, done.stdout[-2000:]
    text = pypdf.PdfReader(tmp_path / "p.pdf").pages[0].extract_text()
    assert text.count(numbers.values["c4_5.accuracy"]) == 2
    assert "??" in text
    assert b"benchreport has no number `no.such'" in done.stdout.replace(b"\n", b"")
