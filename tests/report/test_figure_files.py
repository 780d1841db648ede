"""Every figure of a report as files of its own."""

import io
import struct
import warnings
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner
from needs import LONG
from published import published
from shared_reports import shared_report

from benchreport.cli import main
from benchreport.data import Roles, Scores
from benchreport.errors import OptionError, RenderError
from benchreport.report import report as make_report
from benchreport.report.document import FigureBlock

BEGINNINGS = {".svg": b"<?xml", ".pdf": b"%PDF-", ".png": b"\x89PNG"}


@pytest.fixture(scope="module")
def report():
    return shared_report(published("garcia_herrera2008"), detail="brief")


def figures_of(report):
    blocks = (block for section in report.document.sections for block in section.blocks)
    return [block for block in blocks if isinstance(block, FigureBlock)]


def dots_an_inch(png):
    place = png.index(b"pHYs") + 4
    return round(struct.unpack(">I", png[place : place + 4])[0] * 0.0254)


def test_each_figure_is_written_in_each_format_with_its_data(report, tmp_path):
    paths = report.save_figures(tmp_path / "figures")
    assert sorted(paths) == sorted((tmp_path / "figures").iterdir())
    figures = figures_of(report)
    for number, figure in enumerate(figures, 1):
        files = {p.suffix: p.read_bytes() for p in paths if p.name.startswith(f"figure-{number}-")}
        assert set(files) == {*BEGINNINGS, *([".csv"] if figure.data else [])}
        assert all(files[suffix].startswith(begin) for suffix, begin in BEGINNINGS.items())
        assert dots_an_inch(files[".png"]) == 300
        if figure.data:
            assert len(pd.read_csv(io.BytesIO(files[".csv"]))) > 0
    assert figures


@LONG
def test_the_same_report_gives_the_same_bytes(report, tmp_path):
    first = report.save_figures(tmp_path / "a")
    other = make_report(published("garcia_herrera2008"), detail="brief")
    second = other.save_figures(tmp_path / "b")
    assert [p.name for p in first] == [p.name for p in second]
    assert [p.read_bytes() for p in first] == [p.read_bytes() for p in second]


def test_only_the_named_formats_are_written(report, tmp_path):
    paths = report.save_figures(tmp_path, formats=("pdf",))
    assert {path.suffix for path in paths} <= {".pdf", ".csv"}
    assert len([path for path in paths if path.suffix == ".pdf"]) == len(figures_of(report))


@pytest.mark.parametrize("formats", ["svg", (), ("svg", "jpeg"), ("pgf",)])
def test_other_formats_are_refused(report, tmp_path, formats):
    with pytest.raises(OptionError, match="svg, pdf, png"):
        report.save_figures(tmp_path / "figures", formats=formats)
    assert not (tmp_path / "figures").exists()


def test_a_folder_needs_a_parent_and_is_no_file(report, tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    for folder in (tmp_path / "no" / "figures", tmp_path / "file"):
        with pytest.raises(RenderError):
            report.save_figures(folder, formats=("svg",))


@LONG
def test_the_scores_are_not_replaced(tmp_path):
    frame = pd.DataFrame({"dataset": list("abcd"), "x": [1, 2, 3, 4.0], "y": [2, 3, 5, 1.0]})
    table = Scores.from_frame(frame, Roles(score="accuracy"))
    name = make_report(table).save_figures(tmp_path)[0]
    from benchreport.report import Provenance

    source = Provenance(source=name.name, files=(name,))
    with pytest.raises(OptionError, match="would replace the input"):
        make_report(table, provenance=source).save_figures(tmp_path)


def test_a_folder_without_a_parent_is_refused_before_the_work(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("results.csv").write_text(
        "dataset,svm,knn\niris,0.9,0.8\nwine,0.7,0.6\n", encoding="utf-8"
    )
    done = CliRunner().invoke(
        main,
        ["report", "results.csv", "--score", "accuracy", "-o", "a.md", "--figures", "no/figures"],
    )
    assert done.exit_code == 1
    assert done.output == (
        "Error: cannot write 'no/figures': there is no folder 'no'.\nHint: mkdir -p no\n"
    )
    assert not Path("a.md").exists()


def test_the_command_line_writes_figures_beside_the_report(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "results.csv").write_text(
        "dataset,svm,knn\niris,0.9,0.8\nwine,0.7,0.6\nglass,0.5,0.6\n", encoding="utf-8"
    )
    arguments = ["report", "results.csv", "--score", "accuracy", "--brief", "-o", "a.md"]
    done = CliRunner().invoke(main, [*arguments, "--figures", "figures"])
    assert done.exit_code == 0, done.output
    assert "Wrote a.md, figures" in done.output
    assert {path.suffix for path in (tmp_path / "figures").iterdir()} >= set(BEGINNINGS)
    text = (tmp_path / "a.md").read_text(encoding="utf-8")
    assert CliRunner().invoke(main, arguments).exit_code == 0
    assert (tmp_path / "a.md").read_text(encoding="utf-8") == text


def test_the_command_line_warns_once_of_a_missing_font_and_without_our_source(
    tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "odd.csv").write_text(
        "dataset,svm\U000e0041,knn\niris,0.9,0.8\nwine,0.7,0.6\nglass,0.5,0.6\n", encoding="utf-8"
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        done = CliRunner().invoke(main, ["report", "odd.csv", "--score", "accuracy", "-o", "a.md"])
    assert done.exit_code == 0, done.output
    (line,) = done.stderr.splitlines()
    assert line.startswith("Warning: no installed font draws")
