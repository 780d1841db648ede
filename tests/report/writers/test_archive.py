import hashlib
import io
import json
import re
import warnings
import zipfile
from unittest.mock import Mock

import numpy as np
import pandas as pd
import pytest
from curves_tables import curves_of
from needs import LONG
from predictions_tables import random_labels, random_scores
from published import published

from benchreport.data import Curves, Predictions, Roles, Scores
from benchreport.errors import DependencyError, FontWarning, RenderError
from benchreport.report import Provenance
from benchreport.report import report as make_report
from benchreport.report.document import FigureBlock
from benchreport.report.formats import FORMATS
from benchreport.report.reproduction import extract_data
from benchreport.results.from_dict import from_dict

CALL = "benchreport report results.csv -o report.zip"
FILES = {
    "README.md",
    "report.html",
    "report.pdf",
    "report.md",
    "report.tex",
    "report.json",
    "schema.json",
    "methods.txt",
    "references.bib",
    "data/data.csv",
    "data/runs.csv",
    "sha256sums.txt",
}


BEGINNINGS = {"svg": b"<?xml", "pdf": b"%PDF-", "png": b"\x89PNG"}


@pytest.fixture
def no_pdf(monkeypatch):
    """Rendering takes seconds, and other tests look at it."""
    monkeypatch.setattr("benchreport.report.contents.render_pdf", Mock(return_value=b"%PDF-"))


@pytest.fixture
def undrawn(no_pdf, monkeypatch):
    """Make reports without figures, too; that of other tests has its own."""
    del no_pdf
    svg = b'<?xml version="1.0"?><svg width="1pt" height="1pt"/>'
    pictures = BEGINNINGS | {"svg": svg}
    monkeypatch.setattr("benchreport.plots.picture_of", lambda _, form: pictures[form])
    monkeypatch.setattr("benchreport.plots.svg_of", lambda _: svg)
    monkeypatch.setattr("benchreport.plots.points_of", lambda _: ())


def report_with_source(table, **options):
    provenance = Provenance(source="results.csv", sha256="ab" * 32, call=CALL)
    return make_report(table, provenance=provenance, **options)


def save_and_open(report, path):
    """Save a report, and return the files in its archive and its bytes."""
    content = report.save(path).read_bytes()
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}, content


def inside(files, folder):
    assert all(name.startswith(f"{folder}/") for name in files)
    return {name.removeprefix(f"{folder}/"): content for name, content in files.items()}


@pytest.fixture(scope="module")
def report():
    return report_with_source(published("garcia_herrera2008"), title="Five classifiers")


@pytest.fixture(scope="module")
def content(report, tmp_path_factory):
    # an earlier test may have stored a stand-in for the PDF
    report.contents.__dict__.pop("pdf", None)
    try:
        return save_and_open(report, tmp_path_factory.mktemp("artifact") / "Our paper.zip")[1]
    finally:
        # later tests need a report that was not rendered yet
        report.contents.__dict__.pop("pdf", None)


@pytest.fixture(scope="module")
def files(content):
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    return inside(files, "our-paper")


def figures_of(report):
    blocks = (block for section in report.document.sections for block in section.blocks)
    return [block for block in blocks if isinstance(block, FigureBlock)]


def check_whole(report, files):
    assert set(files) >= FILES - {"report.pdf", "data/runs.csv"}
    results = report.analysis.results
    assert len([path for path in files if path.startswith("tables/")]) == len(results)
    for form, begin in BEGINNINGS.items():
        drawings = [files[p] for p in files if re.fullmatch(rf"figures/figure-\d+-.*\.{form}", p)]
        assert len(drawings) == len(figures_of(report))
        assert all(drawing.startswith(begin) for drawing in drawings)
    results_read = [from_dict(each) for each in json.loads(files["report.json"])["results"]]
    assert [result.summary for result in results_read] == [result.summary for result in results]
    assert files["report.html"].decode() == report.html
    assert json.loads(files["schema.json"])["title"] == "A report of benchreport"
    for link in re.findall(r"(?<!\\)\]\(([^)]+)\)", files["report.md"].decode()):
        assert link in files
    for name in re.findall(r"\{(report-figures/[\w.-]+\.pdf)\}", files["report.tex"].decode()):
        assert name in files


def test_all_is_there(report, files):
    check_whole(report, files)
    assert files["report.pdf"].startswith(b"%PDF-")
    assert "We compared 5 algorithms on 30 datasets" in files["methods.txt"].decode()
    assert files["references.bib"].startswith(b"@inproceedings{benavoli2014,")
    table = pd.read_csv(io.BytesIO(files["tables/04-wilcoxon.csv"]))
    pd.testing.assert_frame_equal(table, report.analysis.decisive.table)


@LONG
@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("table", [lambda: random_scores(n=80), curves_of])
def test_other_reports_are_whole_too(table, tmp_path):
    report = report_with_source(table())
    check_whole(report, inside(save_and_open(report, tmp_path / "a.zip")[0], "a"))


def test_the_readme_lists_the_files_and_the_command(files):
    text = files["README.md"].decode()
    assert text.startswith("# Five classifiers\n")
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert set(links) == FILES - {"README.md", "schema.json"} | {"figures/", "tables/"}
    assert f"```text\n{CALL}\n```" in text
    assert f"- **SHA-256 of the input**: {'ab' * 32}\n" in text
    assert "- **Source**: results.csv\n" in text
    assert re.search(r"^- \*\*Seed\*\*: \d", text, flags=re.MULTILINE)
    for package in ("Python", "benchreport", "numpy", "pandas", "scipy"):
        assert re.search(rf"^- \*\*{package}\*\*: \d", text, flags=re.MULTILINE)


def test_sums_are_those_of_the_files(files):
    lines = files["sha256sums.txt"].decode().splitlines()
    digests = dict(reversed(line.split("  ")) for line in lines)
    assert set(digests) == set(files) - {"sha256sums.txt"}
    for path, digest in digests.items():
        assert hashlib.sha256(files[path]).hexdigest() == digest


def test_entries_are_sorted_and_undated(content):
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        entries = archive.infolist()
    assert [entry.filename for entry in entries] == sorted(entry.filename for entry in entries)
    assert {entry.date_time for entry in entries} == {(1980, 1, 1, 0, 0, 0)}
    assert {entry.external_attr >> 16 for entry in entries} == {0o644}


def reread(analysis, kind, roles):
    frame, _ = extract_data(analysis)
    read = pd.read_csv(io.StringIO(frame.to_csv(index=False)))
    return kind.from_frame(read, roles)


@pytest.mark.parametrize("table", [random_scores, random_labels])
def test_predictions_can_be_read_again_from_the_data(table):
    report = make_report(table(n=60))
    predictions = reread(report.analysis, Predictions, Roles())
    assert predictions.sha256 == report.analysis.predictions.sha256


def test_curves_can_be_read_again_from_the_data():
    report = make_report(curves_of())
    assert reread(report.analysis, Curves, Roles()).sha256 == report.analysis.curves.sha256


def test_scores_can_be_read_again_from_the_data(report):
    scores = reread(report.analysis, Scores, Roles(score="accuracy"))
    assert np.array_equal(scores.values, report.analysis.scores.values)


@pytest.mark.parametrize(
    ("frame", "roles", "heads"),
    [
        pytest.param(
            {"y_true": [1.5, 2.0, 3.0] * 4, "m": [1.0, 2.0, 3.5] * 4, "n": [1.0, 2, 2] * 4},
            {"task": "regression"},
            ["example", "y_true", "m", "n"],
            id="regression",
        ),
        pytest.param(
            {"y_true": ["a"] * 6, "m": ["['a', 'b']"] * 6, "n": ["['b', 'a']", "['b']"] * 3},
            {"task": "ranking"},
            ["example", "y_true", "m", "n"],
            id="ranking",
        ),
        pytest.param(
            {"m_probability": [0.5, 0.25, 0.1] * 3, "n_probability": [0.5, 0.5, 0.1] * 3},
            {"task": "language"},
            ["example", "y_true", "m", "n"],
            id="language",
        ),
    ],
)
def test_other_tasks_have_their_data(frame, roles, heads):
    predictions = Predictions.from_frame(pd.DataFrame(frame), Roles(**roles))
    data, _ = extract_data(make_report(predictions).analysis)
    assert list(data) == heads
    assert len(data) == predictions.n


def test_weights_datasets_and_probabilities_are_in_the_data():
    frame = pd.DataFrame(
        {
            "y_true": list("abc") * 8,
            **{f"m_probability_{label}": [0.2, 0.3, 0.5] * 8 for label in "abc"},
            **{f"n_probability_{label}": [0.5, 0.3, 0.2] * 8 for label in "abc"},
            "dataset": ["x", "y"] * 12,
            "weight": [1.0, 2.0, 3.0] * 8,
        }
    )
    frame[[f"{name}_probability_c" for name in "mn"]] = (
        1
        - frame[["m_probability_a", "n_probability_a"]].to_numpy()
        - frame[["m_probability_b", "n_probability_b"]].to_numpy()
    )
    predictions = Predictions.from_frame(frame, Roles(weight="weight"))
    data, _ = extract_data(make_report(predictions).analysis)
    chances = [f"{name}_probability_{label}" for name in "mn" for label in "abc"]
    assert set(data) == {"example", "dataset", "weight", "y_true", "m", "n", *chances}
    assert data["weight"].tolist() == frame["weight"].tolist()


def test_without_pango_the_readme_explains_the_missing_pdf(report, monkeypatch, tmp_path):
    missing = DependencyError("PDF needs Pango, which is not on this system.")
    monkeypatch.setattr("benchreport.report.contents.render_pdf", Mock(side_effect=missing))
    report.contents.__dict__.pop("pdf", None)
    files = inside(save_and_open(report, tmp_path / "a.zip")[0], "a")
    assert "report.pdf" not in files
    text = files["README.md"].decode()
    assert "There is no report.pdf: PDF needs Pango, which is not on this system." in text
    assert "](report.pdf)" not in text


def test_other_failures_of_the_pdf_are_named(report, monkeypatch, tmp_path):
    monkeypatch.setattr(
        "benchreport.report.contents.render_pdf", Mock(side_effect=RenderError("not ready"))
    )
    report.contents.__dict__.pop("pdf", None)
    with pytest.raises(RenderError, match="not ready"):
        report.save(tmp_path / "a.zip")
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("no_pdf")
def test_failures_of_latex_are_named(report, monkeypatch, tmp_path):
    module = f"benchreport.report.writers.{FORMATS['.tex']}.write"
    monkeypatch.setattr(module, Mock(side_effect=RenderError("no LaTeX")))
    with pytest.raises(RenderError, match="no LaTeX"):
        report.save(tmp_path / "a.zip")


@pytest.mark.usefixtures("undrawn")
def test_versions_are_there_without_the_sections_too(tmp_path):
    report = make_report(published("demsar2006"), sections=["verdict", "description"])
    files = inside(save_and_open(report, tmp_path / "a.zip")[0], "a")
    assert not {"methods.txt", "references.bib"} & set(files)
    text = files["README.md"].decode()
    assert re.search(r"^- \*\*numpy\*\*: \d", text, flags=re.MULTILINE)
    assert "made in Python, of a table in memory" in text


@pytest.mark.usefixtures("undrawn")
def test_hostile_names_stay_inside_and_text(tmp_path):
    labels = ["../../etc/passwd", "=cmd()", "<script>alert(1)</script>", "[x](javascript:y)"]
    values = np.random.default_rng(0).normal(0.8, 0.1, size=(6, 4))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FontWarning)
        report = make_report(
            Scores.from_frame(pd.DataFrame(values, columns=labels), Roles(score="../auc")),
            title="[title](javascript:y) <b>",
            provenance=Provenance(source="../x.csv", call="```\n# not a heading"),
        )
    files, _ = save_and_open(report, tmp_path / "..; rm -rf ü.zip")
    for name in files:
        assert re.fullmatch(r"rm-rf/([A-Za-z0-9-]+/)?[A-Za-z0-9_-]+\.[a-z0-9]+", name)
    text = files["rm-rf/README.md"].decode()
    assert text.startswith("# \\[title\\](javascript:y) &lt;b&gt;\n")
    assert "````text\n```\n# not a heading\n````" in text
    heads = files["rm-rf/data/data.csv"].decode().splitlines()[0]
    assert "'=cmd()" in heads.split(",")


@pytest.mark.usefixtures("undrawn")
def test_a_brief_archive_states_the_typed_command(tmp_path):
    report = report_with_source(published("garcia_herrera2008"), detail="brief")
    assert "appendix" not in {section.key for section in report.document.sections}
    files, _ = save_and_open(report, tmp_path / "brief.zip")
    readme = inside(files, "brief")["README.md"].decode()
    assert CALL in readme
    assert "It was made in Python" not in readme
    assert f"**SHA-256 of the input**: {'ab' * 32}" in readme
    assert "**numpy**" in readme
