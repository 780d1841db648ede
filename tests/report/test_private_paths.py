"""Nothing that is written says on whose machine, and where there, the data are."""

import base64
import io
import re
import socket
import warnings
import zipfile
from pathlib import Path

import pandas as pd
import pypdf
import pytest
from click.testing import CliRunner
from needs import LONG
from nights_tables import scores_of
from pdf_pages import words_of_pdf

import benchreport
from benchreport.cli import main
from benchreport.report import Provenance
from benchreport.report.formats import FORMATS

PRIVATE = ("home-of-zoe", "private-project", "zoe-the-user", "zoes-computer")
BASE64 = re.compile(rb"base64,([A-Za-z0-9+/]+=*)")
CONFIG = """
[nightly]
name = "demo"
[source]
files = ["results/{night}.csv"]
[[metric]]
name = "accuracy"
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """Make a home, the same for all tests: the process that makes PDFs starts anew for each environment."""
    return tmp_path_factory.mktemp("zoe") / "home-of-zoe"


@pytest.fixture
def place(home, request, monkeypatch):
    """Work in a private folder of somebody's home."""
    folder = home / request.node.name / "private-project"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HOME", str(home))
    for name in ("USER", "LOGNAME", "USERNAME"):
        monkeypatch.setenv(name, "zoe-the-user")
    monkeypatch.setattr(socket, "gethostname", lambda: "zoes-computer")
    monkeypatch.setattr("platform.node", lambda: "zoes-computer")
    (folder / "results.csv").write_text(TABLE, encoding="utf-8")
    return folder


TABLE = """dataset,svm,knn,tree
iris,0.95,0.93,0.91
wine,0.97,0.88,0.9
glass,0.71,0.7,0.69
vowel,0.99,0.97,0.81
"""


def private_words(content):
    """Return the private words in a file, whatever contains them: an archive, a PDF, a data URL."""
    layers = [content]
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            inner = [(member.filename, archive.read(member)) for member in archive.infolist()]
        return {word for name, part in inner for word in private_words(part) | _find(name.encode())}
    if content.startswith(b"%PDF"):
        layers += _parts_of_pdf(content)
    layers += [base64.b64decode(code) for code in BASE64.findall(content)]
    return {word for layer in layers for word in _find(layer)}


def _find(layer):
    return {
        word
        for word in PRIVATE
        if any(word.encode(code) in layer for code in ("utf-8", "utf-16-be", "utf-16-le"))
    }


def _parts_of_pdf(content):
    reader = pypdf.PdfReader(io.BytesIO(content))
    for number in range(1, len(reader.xref[0]) + 1):
        part = reader.get_object(pypdf.generic.IndirectObject(number, 0, reader))
        yield part.get_data() if isinstance(part, pypdf.generic.StreamObject) else b""
        yield repr(part).encode()
    words = words_of_pdf(content)
    yield words.encode()
    # a long path ends its lines where there is no room, also within a word
    yield "".join(words.split()).encode()


def report(*arguments):
    done = CliRunner().invoke(main, ["report", *map(str, arguments)], prog_name="benchreport")
    assert done.exit_code == 0, done.output
    return done


@LONG
def test_no_format_of_a_report_names_the_machine(place):
    targets = [f"report{suffix}" for suffix in FORMATS]
    outputs = [part for target in targets for part in ("-o", target)]
    report(place / "results.csv", "--score", "accuracy", *outputs)
    written = [path for path in place.rglob("*") if path.is_file() and path.name != "results.csv"]
    assert len(written) > len(FORMATS)
    assert {
        path.name: words for path in written if (words := private_words(path.read_bytes()))
    } == {}
    assert "benchreport report results.csv --score accuracy" in Path("report.md").read_text("utf-8")


@LONG
def test_full_paths_are_written_where_they_are_asked_for(place):
    suffixes = (".html", ".pdf", ".docx", ".json")
    outputs = [part for suffix in suffixes for part in ("-o", f"report{suffix}")]
    report(place / "results.csv", "--score", "accuracy", "--full-paths", *outputs)
    for suffix in suffixes:
        found = private_words(Path(f"report{suffix}").read_bytes())
        assert found == {"home-of-zoe", "private-project"}, suffix


def test_files_of_one_name_are_told_apart(place):
    for run in ("may", "june"):
        (place / run).mkdir()
        long = pd.read_csv("results.csv").melt("dataset", var_name="algorithm", value_name="score")
        long.assign(run=run).to_csv(place / run / "results.csv", index=False)
    report(
        place / "may" / "results.csv", place / "june" / "results.csv",
        "--higher-is-better", "-o", "report.md",
    )  # fmt: skip
    text = Path("report.md").read_text("utf-8")
    assert "benchreport report may/results.csv june/results.csv" in text
    assert private_words(text.encode()) == set()


def test_call_has_the_detail_once(place):
    report(place / "results.csv", "--score", "accuracy", "--full", "-o", "report.md")
    assert "report results.csv --full --score accuracy\n" in Path("report.md").read_text("utf-8")


def test_source_in_python_is_the_name_of_its_file(place):
    origin = Provenance(source=str(place / "results.csv"))
    made = pd.read_csv("results.csv").bench(score="accuracy").report(provenance=origin)
    assert made.document.source == "results.csv"
    assert private_words(made.html.encode()) == set()


def test_figures_tables_and_numbers_name_no_machine(place):
    bench = benchreport.bench(benchreport.read(place / "results.csv"), score="accuracy")
    for suffix in ("svg", "pdf", "png"):
        bench.cd_plot().figure.savefig(f"cd.{suffix}")
    bench.numbers("numbers.tex")
    for path in [*place.glob("cd.*"), place / "numbers.tex"]:
        assert private_words(path.read_bytes()) == set(), path.name


@LONG
@pytest.mark.needs("xelatex")
def test_figures_for_tex_name_no_machine(place):
    bench = benchreport.bench(benchreport.read(place / "results.csv"), score="accuracy")
    bench.cd_plot().figure.savefig("cd.pgf")
    assert private_words((place / "cd.pgf").read_bytes()) == set()


@LONG
def test_pages_of_nights_name_no_machine(place):
    (place / "results").mkdir()
    scores_of(1).to_csv(place / "results" / "2026-11-01.csv", index=False)
    (place / "nightly.toml").write_text(CONFIG)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        arguments = ["nightly", "run", str(place / "nightly.toml"), "--night", "2026-11-01"]
        done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 0, done.output
    pages = [path for path in (place / "nights").rglob("*") if path.is_file()]
    assert len(pages) > 4
    assert {path.name for path in pages if private_words(path.read_bytes())} == set()
