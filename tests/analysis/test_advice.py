"""Advice on every kind of table: what it recommends can be called, and is what the analyses run."""

import re
import shlex

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner
from needs import longer, one_in

from benchreport.analysis import advise, analyze_curves, analyze_predictions
from benchreport.cli import main
from benchreport.data import Predictions, Roles
from benchreport.data.several import Several
from benchreport.data.table_kinds import AnyTable
from benchreport.errors import DesignError

DRAWS = np.random.default_rng(5)
VARIANTS = ("full", "w/o EMA", "w/o warm-up")
TRUTH = DRAWS.integers(0, 2, 60)
WEIGHTS = DRAWS.uniform(0.5, 2, 60)


def labels(k):
    right = {name: np.where(DRAWS.random(60) < 0.8, TRUTH, 1 - TRUTH) for name in "abcd"[:k]}
    return pd.DataFrame({"y_true": TRUTH, **right})


def chances(k):
    noise = {f"{name}_score": (TRUTH + DRAWS.random(60)) / 2 for name in "abcd"[:k]}
    return pd.DataFrame({"y_true": TRUTH, **noise})


def answers(repeats):
    rows = [
        (model, example, sample)
        for model in "ab"
        for example in range(20)
        for sample in range(repeats)
    ]
    frame = pd.DataFrame(rows, columns=["model", "question", "sample"])
    return frame.assign(correct=DRAWS.integers(0, 2, len(frame)))


# of each design: a frame, its roles, and the procedures that are tests, the first of pairs decides
DESIGNS = {
    "two models": (labels(2), {}, ["mcnemar"]),
    "three models": (labels(3), {}, ["cochran_q", "mcnemar"]),
    "one model": (labels(1), {}, []),
    "weighted labels": (labels(3).assign(weight=WEIGHTS), {}, ["cochran_q", "mcnemar", "metric_bootstrap"]),
    "scores": (chances(2), {}, ["mcnemar", "delong"]),
    "weighted scores": (
        chances(2).assign(weight=WEIGHTS), {}, ["mcnemar", "metric_bootstrap", "metric_bootstrap"],
    ),
    "datasets": (labels(2).assign(dataset=["x", "y"] * 30), {}, ["mcnemar"]),
    "answers": (answers(1), {}, ["mcnemar"]),
    "repeated answers": (answers(3), {}, ["paired_difference"]),
    "values": (pd.DataFrame(DRAWS.random((30, 3)), columns=["y_true", "a", "b"]), {}, ["loss_t"]),
    "weighted values": (
        pd.DataFrame(DRAWS.random((30, 4)), columns=["y_true", "a", "b", "weight"]), {}, ["metric_bootstrap"],
    ),
    "ranked lists": (
        pd.DataFrame({"y_true": ["['x']", "['y']"] * 5, "a": ["['x', 'y']"] * 10, "b": ["['y', 'z']"] * 10}),
        {}, ["loss_t"],
    ),
    "language": (
        pd.DataFrame(-DRAWS.random((30, 2)), columns=["a_log_probability", "b_log_probability"]),
        {"task": "language"}, ["loss_t"],
    ),
}  # fmt: skip
TESTS = {
    "cochran_q",
    "mcnemar",
    "accuracy_differences",
    "paired_difference",
    "metric_bootstrap",
    "delong",
    "loss_t",
}


def curves(datasets=2):
    rows = [
        (name, f"d{place}", seed, step, 1 / step + DRAWS.random() / 9)
        for name in ("sgd", "adam") for place in range(datasets) for seed in (1, 2) for step in (1, 10, 90)
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=["optimizer", "task", "seed", "budget", "loss"])


def metrics():
    frame = pd.DataFrame({"algorithm": list("abc") * 5, "dataset": np.repeat(list("vwxyz"), 3)})
    return frame.assign(accuracy=DRAWS.random(15), f1=DRAWS.random(15))


def call(suggestion, frame, **roles):
    """Run a suggestion as it would be pasted."""
    code = suggestion.code.replace("df.bench", "df.bench(**roles)", 1)
    return eval(code, {"df": frame, "roles": roles})  # noqa: S307 - our own text


@pytest.mark.parametrize("design", one_in(2, DESIGNS))
def test_the_analysis_of_predictions_is_what_advice_recommends(design):
    frame, roles, tests = DESIGNS[design]
    table = Predictions.from_frame(frame, Roles(**roles))
    advice, analysis = advise(table), analyze_predictions(table)
    recommended = [suggestion.procedure for suggestion in advice.of("recommended")]
    assert [name for name in recommended if name in TESTS] == tests
    ran = [result.procedure for result in analysis.results]
    assert set(recommended) <= set(ran)
    assert sorted(tests) == sorted(result.procedure for result in
                                   filter(None, (analysis.omnibus, *analysis.pairs)))  # fmt: skip
    for suggestion in advice.suggestions:
        assert suggestion.reason.endswith(".")
        assert suggestion.references
        if suggestion.standing != "avoid":
            assert call(suggestion, frame, **roles) is not None


def test_what_is_avoided_is_not_recommended():
    for frame, roles, _ in DESIGNS.values():
        advice = advise(Predictions.from_frame(frame, Roles(**roles)))
        calls = [suggestion.call for suggestion in advice.suggestions]
        assert len(calls) == len(set(calls))


def test_repeats_of_examples_are_no_examples():
    frame, _, _ = DESIGNS["repeated answers"]
    avoided = [row.call for row in advise(Predictions.from_frame(frame)).of("avoid")]
    assert avoided == ["mcnemar()"]


@pytest.mark.parametrize("datasets", [1, 2])
def test_the_analysis_of_curves_is_what_advice_recommends(datasets):
    frame = curves(datasets)
    advice = frame.bench.advise()
    recommended = [row.procedure for row in advice.of("recommended")]
    ran = {result.procedure for result in analyze_curves(frame.bench.curves).results}
    assert set(recommended) - {"area_under_curve"} <= ran
    assert ("anytime" in recommended) == (datasets == 2)
    for suggestion in advice.of("recommended"):
        assert call(suggestion, frame) is not None
    assert advice.setting == "curves"


def test_one_algorithms_curve_is_described_only():
    frame = curves()[lambda table: table["optimizer"] == "adam"]
    assert [row.procedure for row in frame.bench.advise().suggestions] == [
        "curve_summary",
        "runtimes",
    ]


@pytest.mark.usefixtures("blank_pictures")
@pytest.mark.parametrize("layout", ["columns", "column"])
def test_several_metrics_are_tables_of_their_own(layout):
    frame = metrics()
    role = "score"
    if layout == "column":
        frame, role = frame.melt(["algorithm", "dataset"], var_name="metric"), "metric"
    advice = frame.bench.advise(control="a")
    assert advice.setting == "metrics"
    assert advice.seen == "3 algorithms by 2 metrics: accuracy, f1"
    for suggestion in advice.suggestions:
        assert call(suggestion, frame) is not None
    # once one is chosen, its design decides
    assert frame.bench(**{role: "f1"}).advise().setting == "datasets"


def test_one_score_is_not_several_metrics():
    frame = metrics().drop(columns="f1")
    assert not Several.has_metrics(frame)
    assert not Several.has_metrics(metrics(), Roles(score="f1"))
    assert not Several.has_metrics(metrics().drop(columns="algorithm"))
    assert not Several.has_metrics(pd.DataFrame())
    assert Several.has_metrics(metrics())


@pytest.mark.parametrize("frame", [labels(2), curves(), metrics()])
def test_an_unknown_control_is_named(frame):
    table = AnyTable.from_frame(frame)
    with pytest.raises(DesignError, match="control='svm' is not among the"):
        advise(table, control="svm")


@pytest.mark.usefixtures("blank_pictures")
@pytest.mark.parametrize(
    "frame", [labels(3), *map(longer, (chances(2), answers(2), curves(), metrics()))]
)
def test_the_shell_gets_commands_that_run(frame, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    frame.to_csv("my results.csv", index=False)
    output = CliRunner().invoke(main, ["advise", "my results.csv"]).output
    commands = re.findall(r"^(?:Do|Or): benchreport (.*)$", output, re.MULTILINE)
    assert commands
    for command in commands:
        words = shlex.split(command)
        words += ["-o", "report.md"] if words[0] == "report" else []
        done = CliRunner().invoke(main, words)
        assert done.exit_code == 0, (command, done.output)
    # what is to be avoided is named, but not with the file
    assert not re.search(r"^Not: .*my results", output, re.MULTILINE)


def test_calls_are_records_that_read_back():
    frame = metrics()[["algorithm", "dataset", "accuracy"]].replace("a", "it's (a)")
    suggestions = frame.bench.advise(control="it's (a)").suggestions
    assert any("control" in suggestion.call for suggestion in suggestions)
    for suggestion in suggestions:
        assert str(suggestion.step) == suggestion.code


def test_variants_without_a_part_are_offered_an_ablation_study():
    rows = [(d, v, d + place) for d in range(5) for place, v in enumerate(VARIANTS)]
    frame = pd.DataFrame(rows, columns=["dataset", "variant", "accuracy"])
    codes = {row.code: row for row in frame.bench.advise().suggestions}
    offered = codes["df.bench.ablation(factors=['variant'])"]
    assert offered.standing == "alternative"
    assert offered.reason.startswith("By their names, the other algorithms are full without a part")
    wide = frame.pivot_table(index="dataset", columns="variant", values="accuracy")
    advice = wide.bench(score="accuracy").advise()
    assert not any("ablation" in row.code for row in advice.suggestions)


@pytest.mark.usefixtures("blank_pictures")
@pytest.mark.parametrize("names", [VARIANTS, ("full", "small", "tiny")])
def test_the_report_command_ends_with_the_option_for_variants(tmp_path, names):
    rows = [(d, v, 0.5 + d / 20 + place / 50) for d in range(5) for place, v in enumerate(names)]
    path = tmp_path / "b.csv"
    frame = pd.DataFrame(rows, columns=["dataset", "variant", "accuracy"])
    frame.to_csv(path, index=False)
    words = ["report", str(path), "-o", str(tmp_path / "r.json")]
    printed = CliRunner().invoke(main, words).output.rstrip()
    assert ("--factors variant" in printed.splitlines()[-1]) == (names is VARIANTS)
    assert "--factors" not in CliRunner().invoke(main, [*words, "--factors", "variant"]).output


@pytest.mark.parametrize("column", ["seed", "trial"])
@pytest.mark.parametrize("metric", ["tour_length", "mean_reward", "makespan"])
def test_runs_of_searches_and_agents_are_no_splits_of_data(metric, column):
    draws = np.random.default_rng(4).random((3, 12)) + np.array([[0], [0], [2]])
    frame = pd.DataFrame(
        [(f"search {row}", run, draws[row, run]) for row in range(3) for run in range(12)],
        columns=["algorithm", column, metric],
    )
    better = metric == "mean_reward"
    analysis = frame.bench(repeat=column, higher_is_better=better).analyze()
    assert "training" not in str(analysis)
    assert analysis.pairs[0].significant
    (evidence,) = (row.evidence for row in analysis.independence.rows)
    assert "no data is split" in evidence
    procedures = [
        row.procedure
        for row in frame.bench(repeat=column, higher_is_better=better).advise().suggestions
    ]
    assert "wilcoxon" in procedures
    assert "corrected_t" not in procedures
    learned = frame.rename(columns={metric: "accuracy"}).bench(repeat=column).analyze()
    assert "training" in str(learned)
