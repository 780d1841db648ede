"""Logs that hold only whether each answer was right."""

import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import benchreport  # noqa: F401 - registers df.bench
from benchreport.data import Predictions, Roles, Scores
from benchreport.data.prediction_digest import with_digest
from benchreport.errors import DataError, DesignError, DirectionError, RoleError

RNG = np.random.default_rng(0)
RIGHT = (RNG.random((80, 3)) < [0.9, 0.7, 0.5]).astype(int)
WIDE = pd.DataFrame(RIGHT, columns=["large", "small", "tiny"]).assign(id=range(80))
LONG = WIDE.melt("id", var_name="model", value_name="correct")


def read(frame, **roles):
    return Predictions.from_frame(frame, Roles(**roles))


def test_all_forms_are_read_the_same():
    predictions = read(LONG)
    assert predictions.task == "correctness"
    assert predictions.correct.tolist() == (RIGHT == 1).tolist()
    assert str(predictions) == "3 models on 80 examples; correctness"
    assert read(WIDE, task="correctness").sha256 == predictions.sha256
    assert read(LONG.assign(correct=LONG["correct"].astype(bool))).sha256 == predictions.sha256
    named = LONG.rename(columns={"correct": "acc"})
    assert read(named, correct="acc").sha256 == predictions.sha256
    assert "correctness" in repr(LONG.bench)


def test_the_length_of_answers_is_no_weight():
    with_lengths = LONG.assign(tokens=np.arange(len(LONG)))
    assert read(with_lengths).sha256 == read(LONG).sha256


def test_the_same_tests_as_with_labels():
    labels = pd.DataFrame({"y_true": np.ones(80, int), "id": range(80)})
    for name in ("large", "small", "tiny"):
        labels[name] = WIDE[name]
    labelled, log = labels.bench(classes=[0, 1]), LONG.bench
    for name in (
        "mcnemar",
        "cochran_q",
        "looney_f",
        "proportions_z",
        "accuracy_differences",
        "loss_t",
    ):
        assert getattr(log, name)().table.equals(getattr(labelled, name)().table), name
    for name in ("metric_bootstrap", "metric_permutation"):
        ours, theirs = (getattr(table, name)(metric="accuracy") for table in (log, labelled))
        assert ours.table.equals(theirs.table)
    rows = log.metrics().rows
    assert [row.metric for row in rows] == ["accuracy"] * 3
    assert rows[0].estimate == RIGHT[:, 0].mean()
    assert rows[0].how == "Wilson"
    assert np.isnan(rows[0].baseline)
    assert len(log.disagreements().rows) == (RIGHT.sum(axis=1) % 3 != 0).sum()


def test_by_benchmark():
    table = LONG.assign(dataset=np.where(LONG["id"] < 40, "gsm8k", "arc")).bench
    scores = table.to_scores(metric="accuracy")
    assert scores.values[0] == pytest.approx(RIGHT[:40].mean(axis=0))


def test_procedures_that_need_labels_refuse_correctness():
    for name in ("confusion", "marginal_homogeneity", "roc"):
        with pytest.raises(
            DesignError, match="this is a table of right and wrong answers"
        ) as caught:
            getattr(LONG.bench, name)()
        assert "df.bench.mcnemar()" in caught.value.hint
    with pytest.raises(DesignError, match="right and wrong answers"):
        LONG.bench.metrics(["f1_macro"])


def test_grades_are_no_correctness():
    graded = LONG.assign(correct=LONG["correct"] * 5)
    with pytest.raises(DataError, match="1 or 0; large has 5 for example") as caught:
        read(graded, correct="correct")
    assert "grades are scores" in caught.value.hint
    with pytest.raises(DataError, match="1 prediction missing"):
        read(WIDE.assign(large=[None, *RIGHT[1:, 0]]), task="correctness")
    # counts of right answers by dataset are scores
    counts = pd.DataFrame(
        {"model": list("abab"), "dataset": list("xxyy"), "correct": [70, 80, 65, 66]}
    )
    assert not Predictions.suits(counts)
    assert Scores.from_frame(counts, Roles(higher_is_better=True)).values.shape == (2, 2)


@pytest.mark.parametrize(
    ("right", "wrong"), [("True", "False"), ("C", "I"), ("correct", "incorrect"), ("PASS", "FAIL")]
)
def test_right_and_wrong_may_be_words(right, wrong):
    text = LONG.assign(correct=LONG["correct"].map({1: right, 0: wrong}))
    assert read(text).sha256 == read(LONG).sha256
    with pytest.raises(DataError, match="should hold 0 or 1"):
        read(text.assign(correct=text["correct"].replace(wrong, "maybe")), correct="correct")


def test_instances_are_examples_of_what_else_names_datasets():
    """``instance_id`` names datasets of solvers, too."""
    log = LONG.rename(columns={"id": "instance_id"})
    assert read(log).n == 80
    assert read(log).datasets == ("",)
    parts = LONG.assign(
        instance_id=LONG["id"] % 40, scenario=np.where(LONG["id"] < 40, "law", "maths")
    )
    predictions = read(parts.drop(columns="id").assign(trial="one"))
    assert predictions.datasets == ("law", "maths")
    assert predictions.n == 80


def test_models_may_have_different_samples_of_the_same_examples():
    log = pd.concat([LONG.assign(seed=seed) for seed in range(3)])
    fewer = log[(log["model"] != "tiny") | (log["seed"] < 2)]
    table = read(fewer)
    assert (table.n, table.n_units) == (240, 80)
    assert "160 to 240 answers of a model" in str(table)
    tiny = table.algorithms.index("tiny")
    assert (~table.answered).sum(axis=0).tolist() == [80 * (place == tiny) for place in range(3)]
    assert table.count_samples()[:, tiny].tolist() == [2.0] * 80
    with pytest.raises(DesignError, match="models predicted different examples: 1 of 80") as caught:
        read(log[(log["model"] != "tiny") | (log["id"] > 0)])
    assert "df.bench(missing='drop')" in caught.value.hint


def test_answers_that_a_model_lacks_may_be_left_out():
    log = pd.concat([LONG.assign(seed=seed) for seed in range(3)])
    lacks = (log["model"] == "tiny") & ((log["seed"] == 2) | (log["id"] == 0))
    table = read(log[~lacks], missing="drop")
    assert table.answered is None
    same = read(log[(log["seed"] < 2) & (log["id"] > 0)])
    assert (table.n, table.sha256) == (158, same.sha256)
    one = log[log["model"] == log.groupby("id")["model"].transform("first")]
    with pytest.raises(DesignError, match="leaves nothing"):
        read(pd.concat([one, LONG.assign(seed=9)[LONG["model"] == "tiny"]]), missing="drop")


def test_stand_ins_are_not_in_the_digest():
    log = pd.concat([LONG.assign(seed=seed) for seed in range(2)])
    table = read(log[(log["model"] != "tiny") | (log["seed"] > 0)])
    other = with_digest(replace(table, predicted=np.where(table.answered, table.predicted, 0.5)))
    assert table.sha256 == other.sha256
    assert table.sha256 != read(log).sha256


def test_zeros_and_ones_may_be_answers():
    wide = WIDE.rename(columns={"id": "question"})[["question", "large", "small", "tiny"]]
    wide = wide.assign(question=[f"q{place}" for place in range(80)])
    with pytest.raises(DirectionError, match="all scores are 0 or 1") as caught:
        wide.bench.friedman()
    assert "df.bench(task='correctness')" in caught.value.hint
    named = LONG.rename(columns={"correct": "score", "id": "question"})
    with pytest.raises(DirectionError, match="all scores are 0 or 1") as caught:
        named.bench.friedman()
    assert "df.bench(correct='score')" in caught.value.hint


def test_judges_are_repeats_of_prompts():
    graded = pd.concat([LONG.assign(judge=judge) for judge in ("human", "model")])
    graded = graded.rename(columns={"id": "prompt_id"}).assign(grade=RNG.integers(1, 6, 480))
    scores = Scores.from_frame(graded.drop(columns="correct"), Roles(higher_is_better=True))
    assert scores.values.shape == (80, 3)
    assert scores.runs.repeats == ("human", "model")


ANSWERED = pd.DataFrame(
    {
        "task": ["t1", "t2", "t3"] * 2,
        "model": ["a"] * 3 + ["b"] * 3,
        "passed": [True, True, False, True, False, False],
    }
)


@pytest.mark.parametrize("name", ["task", "task_id", "problem", "instance"])
def test_tasks_that_each_model_answered_are_examples(name):
    table = Predictions.from_frame(ANSWERED.rename(columns={"task": name}))
    assert (table.task, table.examples) == ("correctness", ("t1", "t2", "t3"))
    assert Predictions.suits(ANSWERED.rename(columns={"task": name}))


@pytest.mark.parametrize(
    "frame",
    [
        # a benchmark of several answers, scores, and a dataset
        ANSWERED.assign(task="mmlu"),
        ANSWERED.assign(passed=[0.5, 0.7, 0.1, 0.5, 0.2, 0.3]),
        ANSWERED.rename(columns={"task": "dataset"}),
    ],
)
def test_other_tasks_are_datasets(frame):
    assert not Predictions.suits(frame)


@pytest.mark.parametrize(
    ("frame", "call"),
    [
        (pd.DataFrame({"a": [1, 0, 1], "b": [0, 0, 1]}), "df.bench(task='correctness')"),
        (ANSWERED.set_axis(["case", "model", "ok"], axis=1), "df.bench(correct='ok')"),
    ],
)
def test_the_error_on_answers_names_the_call_that_reads_them(frame, call):
    with pytest.raises(RoleError, match=r"which holds the truth\?") as caught:
        Predictions.from_frame(frame)
    assert str(caught.value.hint).startswith(f"{call} if cells say whether an answer was right")
    labels = pd.DataFrame({"a": [1, 2, 3], "b": [3, 2, 1]})
    with pytest.raises(RoleError, match=r"which holds the truth\?") as caught:
        Predictions.from_frame(labels)
    assert str(caught.value.hint) == "df.bench(truth=...)"


def test_tasks_and_models_that_are_lists_are_refused_in_words():
    for name in ("task", "model"):
        frame = ANSWERED.assign(**{name: [[1]] * len(ANSWERED)})
        with pytest.raises(DataError, match=r"holds collections"):
            Scores.from_frame(frame)
        with pytest.raises(RoleError, match=r"which (holds the truth|items)"):
            Predictions.from_frame(frame)


@pytest.mark.parametrize("frame", [LONG, ANSWERED, LONG.assign(time=1.0), LONG.set_index("id")])
def test_where_scores_are_needed_a_log_is_refused_as_predictions_are(frame):
    assert Predictions.suits(frame)
    with pytest.raises(RoleError, match=r"right on each example, but scores are needed") as caught:
        frame.bench.friedman()
    hint = str(caught.value.hint)
    assert "df.bench.cochran_q()" in hint or "df.bench.mcnemar()" in hint
    # the hint's last way is one
    call = hint.rsplit("is a dataset, df.bench")[1]
    roles = dict(re.findall(r"(\w+)='(\w+)'", call))
    scores = Scores.from_frame(frame, Roles(**roles))
    assert scores.score == ("correct" if "correct" in frame else "passed")
    answers = np.array(scores.values).mean(axis=0)
    assert answers == pytest.approx(Predictions.from_frame(frame).correct.mean(axis=0))


@pytest.mark.parametrize("name", ["{}_correct", "is_correct_{}", "{} (correct)", "correct {}"])
def test_columns_of_each_models_answers_are_a_wide_log(name):
    log = WIDE.rename(columns={model: name.format(model) for model in ("large", "small", "tiny")})
    for frame in (log, log.assign(category="math"), log.replace({0: False, 1: True})):
        assert Predictions.suits(frame.assign(id=range(80)))
        predictions = read(frame.assign(id=range(80)))
        assert predictions.algorithms == ("large", "small", "tiny")
        assert predictions.correct.tolist() == (RIGHT == 1).tolist()
    booleans = log.astype(dict.fromkeys(log.columns[:3], bool))
    with pytest.raises(RoleError, match="right on each example, but scores are needed"):
        booleans.bench.friedman()
    assert booleans.bench(score="solved", dataset="id").scores.block_kind == "dataset"


def test_other_columns_called_correct_are_no_wide_log():
    numbers = WIDE.rename(columns={"large": "n_correct", "small": "share_correct"}).drop(
        columns="tiny"
    )
    assert not Predictions.suits(numbers.assign(n_correct=range(80), share_correct=0.5))
    nameless = WIDE.rename(columns=lambda name: f"{name}_correct").drop(columns="id_correct")
    assert not Predictions.suits(nameless)
