"""`benchreport gate`: two files of results, matched by example, and what its exit code says."""

import json
import sys
from xml.etree import ElementTree as ET

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import benchreport  # noqa: F401 - registers df.bench
from benchreport.cli import main
from benchreport.cli.gate import BROKEN

N = 120
RIGHT = np.arange(N) % 5 > 0
OLD = pd.DataFrame({"question_id": [f"q{i}" for i in range(N)], "correct": RIGHT.astype(int)})


def answers(lost=0, gained=0, **columns):
    right = RIGHT.copy()
    right[np.flatnonzero(RIGHT)[:lost]] = False
    right[np.flatnonzero(~RIGHT)[:gained]] = True
    return OLD.assign(correct=right.astype(int), **columns)


@pytest.fixture
def gate(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def run(old, new, *options, margin="5pp"):
        for name, table in (("v1.csv", old), ("v2.csv", new)):
            table.to_csv(name, index=False)
        margin = ["--margin", margin] if margin else []
        return CliRunner().invoke(main, ["gate", "v1.csv", "v2.csv", *margin, *options])

    return run


@pytest.mark.parametrize(
    ("lost", "code", "verdict"),
    [
        (30, 1, "v2 is worse than v1 by more than 5 pp"),
        (0, 0, "v2 is not worse"),
        (5, 3, "undecided"),
    ],
)
def test_the_exit_code_is_the_verdict(gate, lost, code, verdict):
    result = gate(OLD, answers(lost, gained=lost == 0))
    assert result.exit_code == code
    assert verdict in result.output


def test_the_numbers_are_those_of_degradation_on_one_table(gate):
    new = answers(6, 2)
    both = pd.concat([OLD.assign(model="v1"), new.assign(model="v2")])
    direct = both.bench.degradation(baseline="v1", margin="5pp")
    facts = json.loads(gate(OLD, new, "--format", "json").stdout)
    (row,) = facts["pooled"]
    assert (facts["verdict"], facts["exit_code"]) == ("undecided", 3)
    expected = direct.pooled[0]
    assert row["p_worse"] == expected.p_worse
    assert row["p_not_worse"] == expected.p_not_worse
    assert (row["better"], row["worse"]) == (2, 6)


def test_examples_are_matched_by_name_and_the_others_told(gate):
    shuffled = answers(30).sample(frac=1, random_state=0)
    assert gate(OLD, shuffled).exit_code == 1
    result = gate(OLD, pd.concat([shuffled, shuffled.tail(1).assign(question_id="new")]).iloc[3:])
    assert "3 examples of v1 without a counterpart, left out" in result.output
    assert "1 example of v2 without a counterpart, left out: new." in result.output


def test_predictions_with_a_truth_and_other_names_of_columns(gate):
    truth = np.where(np.arange(N) % 2, "cat", "dog")
    other = np.where(truth == "cat", "dog", "cat")
    old = pd.DataFrame({"y_true": truth, "y_pred": np.where(RIGHT, truth, other)})
    new = pd.DataFrame({"y_true": truth, "forest": np.where(answers(30)["correct"], truth, other)})
    result = gate(old, new)
    assert result.exit_code == 1
    assert "matched by the order of rows" in result.output
    assert "30 examples went from right to wrong" in result.output
    wrong = gate(old, new.assign(y_true=other))
    assert (wrong.exit_code, "more than one truth" in wrong.output) == (2, True)
    short = gate(old, new.head(100))
    assert (short.exit_code, "v1 has 120, v2 100" in short.output) == (2, True)


def test_grades_of_a_judge_are_numbers_in_their_own_unit(gate):
    grades = np.random.default_rng(0).integers(3, 9, N).astype(float)
    old = OLD[["question_id"]].assign(grade=grades)
    new = old.assign(grade=grades - 1 + 0.1 * np.random.default_rng(1).random(N))
    result = gate(old, new, "--higher-is-better", margin="0.5")
    assert result.exit_code == 1
    assert "grade changes by −0.9" in result.output
    assert gate(old, old, "--higher-is-better", margin="0.5").exit_code == 0
    assert gate(old, new, margin="0.5").exit_code == 2
    points = gate(old, new, "--higher-is-better", margin="1pp")
    assert (points.exit_code, "points" in points.output) == (2, True)


def test_tasks_clusters_and_samples_are_known(gate):
    parts = [answers(30), answers(0, 2)]
    old = pd.concat([OLD.assign(task=task, passage=np.arange(N) // 4) for task in "ab"])
    new = pd.concat(
        [
            part.assign(task=task, passage=np.arange(N) // 4)
            for task, part in zip("ab", parts, strict=True)
        ]
    )
    facts = json.loads(gate(old, new, "--format", "json", margin="10pp").stdout)
    verdicts = {row["task"]: row["verdict"] for row in facts["rows"]}
    assert verdicts["a"] == "worse" != verdicts["b"]
    assert {row["clusters"] for row in facts["rows"]} == {30}
    assert gate(old, new, "--pool", "max", margin="10pp").exit_code == 1


def test_markdown_and_junit_for_a_pull_request(gate, tmp_path):
    new = answers(30).assign(question_id=OLD["question_id"])
    result = gate(OLD, new, "--format", "markdown", "-o", "gate.md", "--junit", "gate.xml")
    text = (tmp_path / "gate.md").read_text(encoding="utf-8")
    assert text.startswith("### v2 is worse than v1 by more than 5 pp\n")
    assert "10 of 30 examples that got worse:" in text
    assert "- q1: 1 → 0" in text
    assert result.exit_code == 1
    suite = ET.fromstring((tmp_path / "gate.xml").read_bytes())[0]  # noqa: S314 - our own file
    assert (suite.attrib["tests"], suite.attrib["failures"]) == ("1", "1")
    gate(OLD, answers(5), "--junit", "gate.xml")
    suite = ET.fromstring((tmp_path / "gate.xml").read_bytes())[0]  # noqa: S314 - our own file
    assert suite.attrib["skipped"] == "1"


def test_a_failure_is_not_taken_for_a_regression(gate, monkeypatch):
    def fail(*_):
        raise RuntimeError

    monkeypatch.setattr(sys.modules["benchreport.cli.gate"], "_judge", fail)
    assert gate(OLD, OLD).exit_code == BROKEN


@pytest.mark.parametrize(
    ("new", "options", "message"),
    [
        (OLD, ["--margin", "2%"], "may be 2 percentage points"),
        (OLD, ["--margin", "0"], "margin"),
        (OLD, [], "Missing option '--margin'"),
        (
            OLD.assign(question_id="x" + OLD["question_id"]),
            ["--margin", "1pp"],
            "no example in common",
        ),
        (
            OLD.rename(columns={"question_id": "note"}),
            ["--margin", "1pp"],
            "no column of the example",
        ),
        (
            OLD.assign(model=["a", "b"] * (N // 2)),
            ["--margin", "1pp"],
            "the results of 2 models, a, b",
        ),
        (OLD[["question_id"]], ["--margin", "1pp"], "v2"),
    ],
)
def test_wrong_input_has_its_own_code_and_a_way_out(gate, new, options, message):
    result = gate(OLD, new, *options, margin="")
    assert result.exit_code == 2
    assert message in result.output


TRUTH = pd.DataFrame({"question_id": OLD["question_id"], "y_true": np.arange(N) % 2})
GRADES = OLD[["question_id"]].assign(grade=np.arange(N) % 7 + 1.0)


@pytest.mark.parametrize(
    ("old", "new", "options", "message"),
    [
        (
            TRUTH.assign(a=0, b=1),
            TRUTH.assign(a=0, b=1),
            [],
            "v1 has 2 columns that could be predictions: a, b.",
        ),
        (
            OLD,
            OLD.assign(question_id=OLD["question_id"].where(OLD.index > 1)),
            [],
            "v2: 2 rows without a name of the example.",
        ),
        (
            GRADES.assign(style=1.5),
            GRADES.assign(style=2.5),
            ["--higher-is-better"],
            "2 columns could be the score: grade, style.",
        ),
        (
            GRADES,
            GRADES,
            ["--score", "fluency", "--higher-is-better"],
            "score 'fluency' is not a column of numbers: grade.",
        ),
        (
            GRADES,
            GRADES.assign(grade=GRADES["grade"].where(GRADES.index != 4)),
            ["--higher-is-better"],
            "1 row without a finite grade.",
        ),
    ],
)
def test_tables_that_cannot_be_compared_are_told_what_is_wrong(gate, old, new, options, message):
    result = gate(old, new, *options, margin="0.1")
    assert result.exit_code == 2
    assert message in " ".join(result.output.split())


def test_the_score_that_is_named_is_compared(gate):
    old, new = GRADES.assign(style=1.5), GRADES.assign(style=1.0)
    style = gate(old, new, "--higher-is-better", "--score", "style", margin="0.4")
    assert (style.exit_code, "style changes by −0.5" in style.output) == (1, True)
    assert gate(old, new, "--higher-is-better", "--metric", "grade", margin="0.4").exit_code == 0


def test_one_file_is_no_comparison(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    OLD.to_csv("v1.csv", index=False)
    result = CliRunner().invoke(main, ["gate", "v1.csv", "v1.csv", "--margin", "1pp"])
    assert (result.exit_code, "the same file" in result.output) == (2, True)
