"""Tables that count equal examples give what one row for each example gives."""

import typing

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner
from contract import required_options
from looped import loop_over
from needs import LONG, one_in

import benchreport
from benchreport.cli import main
from benchreport.data import Predictions, Roles
from benchreport.errors import BenchreportError, DataError, DesignError, RoleError
from benchreport.stats import CATALOGUE, PREDICTION_CATALOGUE

LABELS, N = np.array([*"abc"]), 600
ALL = CATALOGUE | PREDICTION_CATALOGUE
TAKE_PREDICTIONS = sorted(
    name
    for name, procedure in ALL.items()
    if Predictions
    in (first := next(iter(typing.get_type_hints(procedure).values())), *typing.get_args(first))
)
OPTIONS = {
    "difference": 0.02,
    "power": 0.8,
    "margin": 0.05,
    "baseline": "rf",
    "metric": "f1_macro",
    "n_resamples": 2000,
}
NEED_EXAMPLES = {
    "degradation",
    "disagreements",
    "flips",
    "item_analysis",
    "loss_t",
    "multiverse",
    "point_632",
    "rank_sets",
    "variance_components",
    "plan",
}
DRAWN = {"metrics", "metric_bootstrap"}
NEED_SCORES = {"delong", "roc", "precision_recall", "reliability"}


def draw():
    """Draw labels of three models for 600 examples of 24 passages."""
    rng = np.random.default_rng(3)
    frame = pd.DataFrame({"y_true": rng.choice(LABELS, N)})
    for place, name in enumerate(["knn", "rf", "svm"]):
        right = rng.random(N) < 0.6 + 0.06 * place
        frame[name] = np.where(right, frame["y_true"], rng.choice(LABELS, N))
    return frame.assign(passage=rng.integers(0, 24, N).astype(str))


CLUSTERED = draw()
ALONE = CLUSTERED.drop(columns="passage")
BINARY = ALONE.replace("c", "b")


def draw_scores():
    """Draw probabilities of two digits of three models."""
    rng = np.random.default_rng(4)
    frame = pd.DataFrame({"y_true": rng.integers(0, 2, N)})
    for place, name in enumerate(["knn", "rf", "svm"]):
        score = rng.normal((0.8 + 0.3 * place) * frame["y_true"], 1.0)
        frame[f"{name}_probability"] = (1 / (1 + np.exp(0.4 - score))).round(1)
    return frame


SCORES = draw_scores()


def count(frame):
    """Count equal rows, in another order."""
    counted = frame.groupby(list(frame.columns), as_index=False).size()
    return counted.rename(columns={"size": "n"}).sample(frac=1, random_state=1)


def outcome(name, frame, **roles):
    table = Predictions.from_frame(frame, Roles(**roles))
    try:
        return ALL[name](table, **required_options(name, OPTIONS))
    except BenchreportError as error:
        return error


@pytest.mark.parametrize("name", one_in(4, TAKE_PREDICTIONS))
@loop_over(
    ("frame", "roles"),
    [
        (ALONE, {}),
        (CLUSTERED, {}),
        (BINARY, {"positive": "b"}),
        (SCORES, {"positive": 1}),
        (SCORES.assign(passage=CLUSTERED["passage"]), {"positive": 1}),
    ],
)
def test_procedures_take_counts_or_say_that_they_need_the_examples(name, frame, roles):
    expected = outcome(name, frame, **roles)
    found = outcome(name, count(frame), count="n", **roles)
    if isinstance(expected, Exception):
        assert isinstance(found, type(expected))
        return
    if isinstance(found, DesignError):
        assert name in NEED_EXAMPLES
        assert f"{name} needs each example" in found.message
        assert "which takes counts" in found.hint
        return
    assert name not in NEED_EXAMPLES
    assert name not in NEED_SCORES or frame is not ALONE
    if name in DRAWN and "knn_probability" in frame:
        # other resamples: single examples are drawn in another order than their counts
        pd.testing.assert_frame_equal(found.table, expected.table, rtol=0.01)
        return
    pd.testing.assert_frame_equal(found.table, expected.table, rtol=1e-11)
    assert found.summary == expected.summary
    assert found.interpretation == expected.interpretation


@LONG
def test_bootstraps_draw_the_examples_that_scores_count():
    for metric in ("auc", "brier"):
        counted, single = (
            table.bench(positive=1, **roles).metric_bootstrap(metric=metric).table
            for table, roles in ((count(SCORES), {"count": "n"}), (SCORES, {}))
        )
        np.testing.assert_allclose(counted["difference"], single["difference"], rtol=1e-12)
        width = single["high"] - single["low"]
        for end in ("low", "high"):
            assert (abs(counted[end] - single[end]) < width / 10).all()


def test_a_table_says_what_its_rows_stand_for():
    counted = count(CLUSTERED)
    table = Predictions.from_frame(counted, Roles(count="n"))
    assert (table.n, table.n_rows, table.n_drawn) == (N, len(counted), 24)
    assert str(table) == "3 models on 600 examples in 24 clusters (passage); 3 classes (a, b, c)"
    overview = str(counted.bench(count="n").check())
    assert "classes: a (" in overview
    assert f"{len(counted)} rows stand for 600 examples" in overview
    assert table.sha256 == Predictions.from_frame(counted[::-1], Roles(count="n")).sha256
    assert table.sha256 != Predictions.from_frame(counted, Roles(weight="n")).sha256


def test_rows_of_no_example_are_left_out():
    counted = pd.concat([count(ALONE), count(ALONE).head(3).assign(n=0)])
    assert counted.bench(count="n").mcnemar() == ALONE.bench.mcnemar()


def test_right_and_wrong_answers_are_counted_too():
    right = ALONE[["knn", "svm"]].eq(ALONE["y_true"], axis=0).astype(int)
    bench = count(right).bench(task="correctness", count="n")
    assert bench.mcnemar() == right.bench(task="correctness").mcnemar()


def test_scores_over_datasets_are_of_counted_examples():
    datasets = CLUSTERED.rename(columns={"passage": "dataset"})
    counted = count(datasets).bench(count="n")
    for frame in (counted.analyze_predictions().over, datasets.bench.analyze_predictions().over):
        assert sum(frame.examples) == N
    assert (
        counted.to_scores(metric="accuracy")
        .frame.sort_index()
        .equals(datasets.bench.to_scores(metric="accuracy").frame.sort_index())
    )


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"n": 1.5}, DataError, "column 'n' should say how many examples each row stands for"),
        ({"n": -1}, DataError, "in whole numbers, 0 or more"),
        ({"n": 0}, DataError, "not all 0"),
        ({"weight": 2.0}, DesignError, "'weight' is a column of weights"),
        ({"model": "svm"}, DesignError, "'model' is a column of models"),
        (
            {f"{name}_probability_{c}": 0.5 for name in ("knn", "rf", "svm") for c in "ab"},
            DesignError,
            "these have probabilities of every class, values or repeats",
        ),
    ],
)
def test_other_numbers_and_other_columns_are_refused(change, error, words):
    with pytest.raises(error, match=words):
        count(BINARY).assign(**change).bench(count="n", positive="b").metrics()


def test_a_column_that_is_not_there_is_refused():
    with pytest.raises(RoleError, match="count='m' is not a column"):
        count(ALONE).bench(count="m").mcnemar()


@pytest.mark.usefixtures("blank_pictures")
def test_the_report_of_counts_can_be_made_again(tmp_path):
    count(CLUSTERED).to_csv(tmp_path / "counts.csv", index=False)
    words = ["report", str(tmp_path / "counts.csv"), "--count", "n"]
    done = CliRunner().invoke(main, [*words, "-o", str(tmp_path / "report.md")])
    assert done.exit_code == 0, done.output
    text = (tmp_path / "report.md").read_text()
    assert "600" in text
    assert "examples are counted" in text
    analysis = benchreport.bench(count(CLUSTERED), count="n").analyze_predictions()
    assert analysis.headline == CLUSTERED.bench.analyze_predictions().headline
    assert analysis.verdict == CLUSTERED.bench.analyze_predictions().verdict
