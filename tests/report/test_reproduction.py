"""The command in the README of an archive gives the same numbers."""

import io
import json
import re
import shlex
import zipfile

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner
from curves_tables import frame_of
from needs import longer

from benchreport.cli import main
from benchreport.data import Roles, Scores
from benchreport.report.reproduction import _free_name, command, runs_of

pytestmark = pytest.mark.usefixtures("blank_pictures")

RNG = np.random.default_rng(0)
RUNS = pd.DataFrame(
    [
        (f"a{a}", f"d{d}", s, round(0.7 + 0.02 * a + RNG.normal() * 0.05, 4))
        for a in range(3)
        for d in range(5)
        for s in range(3)
    ],
    columns=["solver", "problem", "seed", "accuracy"],
)
WIDE = pd.DataFrame(RNG.normal(size=(8, 3)).round(3), columns=["x", "y", "z"]).assign(
    task=[f"t{place}" for place in range(8)]
)
LABELS = pd.DataFrame({"y_true": ["yes", "no"] * 20, "m": ["yes", "no"] * 20, "n": ["yes"] * 40})
CASES = {
    "repeats": (RUNS, ["--alpha", "0.1", "--control", "a1", "--title", "Ours"]),
    "folds": (
        RUNS[RUNS["problem"] == "d0"].rename(columns={"seed": "fold"}),
        ["--test-fraction", "0.25"],
    ),
    "metrics": (
        RUNS.assign(runtime=RNG.normal(size=len(RUNS)).round(3), f1=RUNS["accuracy"] ** 2),
        ["--metric", "f1", "--score", "runtime", "--metric", "accuracy"],
    ),
    "gaps": (RUNS.drop(index=[0, 1, 2]), ["--missing", "drop"]),
    "wide": (WIDE, ["--score", "quality", "--lower-is-better"]),
    "labels": (LABELS, ["--truth", "y_true", "--positive", "no"]),
    "curves": (frame_of(k=3, datasets=3, runs=2).iloc[::-1], []),
}


def run(*arguments):
    done = CliRunner().invoke(main, list(arguments), prog_name="benchreport")
    assert done.exit_code == 0, done.output
    return done


@pytest.mark.parametrize(
    "name",
    ["repeats", "labels", *map(longer, ("metrics", "curves", "folds", "gaps", "wide"))],
)
def test_the_archive_makes_its_numbers_again(name, tmp_path, monkeypatch):
    # it takes seconds, and other tests look at it
    monkeypatch.setattr("benchreport.report.contents.render_pdf", lambda *_, **__: b"%PDF-")
    monkeypatch.chdir(tmp_path)
    frame, options = CASES[name]
    frame.to_csv("input.csv", index=False)
    run("report", "input.csv", *options, "-o", "a.zip", "-o", "first.json")
    with zipfile.ZipFile("a.zip") as archive:
        archive.extractall()
    monkeypatch.chdir(tmp_path / "a")
    readme = (tmp_path / "a" / "README.md").read_text(encoding="utf-8")
    typed = re.search(r"in this folder, by\n\n```text\n(.*)\n```", readme)[1]
    program, *arguments = shlex.split(typed)
    assert program == "benchreport"
    run(*arguments, "-o", "second.json")
    first, second = (
        json.loads(path.read_text(encoding="utf-8"))["results"]
        for path in (tmp_path / "first.json", tmp_path / "a" / "second.json")
    )
    assert first == second


def test_runs_keep_every_score_and_columns_of_their_own():
    frame = RUNS.rename(columns={"accuracy": "dataset", "problem": "data"})
    scores = Scores.from_frame(
        frame,
        Roles(
            algorithm="solver",
            dataset="data",
            repeat="seed",
            score="dataset",
            higher_is_better=True,
        ),
    )
    table, options = runs_of(scores)
    assert list(table) == ["algorithm", "dataset", "seed", "dataset (2)"]
    assert options[-3:] == ["--score", "dataset (2)", "--higher-is-better"]
    assert table["dataset (2)"].tolist() == frame["dataset"].tolist()
    again = pd.read_csv(io.StringIO(table.to_csv(index=False)))
    assert again["algorithm"].tolist() == frame["solver"].tolist()


def test_a_name_that_is_taken_twice():
    assert _free_name("a", ["a", "a (2)"]) == "a (3)"


def test_reports_made_in_python_state_alpha_and_control():
    from benchreport.report import report as make_report

    scores = Scores.from_frame(RUNS, Roles(algorithm="solver", dataset="problem"))
    report = make_report(scores, alpha=0.01, control="a0")
    assert command("", report.analysis).endswith("--alpha 0.01 --control a0")
    metrics = {"accuracy": scores, "f1": scores}
    assert not command("", report.analysis, metrics)
    # no shell can read this call
    assert command("benchreport report 'open", report.analysis).endswith("--control a0")
