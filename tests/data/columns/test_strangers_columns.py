"""Columns as people keep them: indices of joined tables, identifiers, and names beside measured truths."""

import numpy as np
import pandas as pd
import pytest

import benchreport
from benchreport.data.columns.words.direction import direction_of
from benchreport.errors import DataError, DesignError, RoleError


def folds(model, start):
    values = start + np.arange(10) / 200
    return pd.DataFrame({"model": model, "fit_time": values, "test_accuracy": values % 1})


def test_the_index_of_joined_tables_numbers_the_repeats(tmp_path):
    frame = pd.concat([folds("svm", 0.81), folds("knn", 0.78), folds("tree", 0.7)])
    frame.to_csv(tmp_path / "cv.csv")
    bench = benchreport.read(tmp_path / "cv.csv").bench(score="test_accuracy")
    assert (bench.scores.block_kind, len(bench.scores.blocks)) == ("repeat", 10)


def test_a_saved_index_that_numbers_the_rows_is_not_used(tmp_path):
    frame = pd.concat([folds("svm", 0.81), folds("knn", 0.78)], ignore_index=True)
    frame["dataset"] = [*range(10)] * 2
    frame["dataset"] = "d" + frame["dataset"].astype(str)
    frame.to_csv(tmp_path / "results.csv")
    scores = benchreport.read(tmp_path / "results.csv").bench(score="test_accuracy").scores
    assert scores.block_kind == "dataset"


def ratings():
    rng = np.random.default_rng(0)
    rows = [
        (prompt, model, int(rng.integers(1, 6)))
        for prompt in range(20)
        for model in ("a", "b", "c")
    ]
    return pd.DataFrame(rows, columns=["prompt_id", "model", "rating"])


def test_identifiers_are_no_scores():
    scores = ratings().bench(higher_is_better=True).scores
    assert (scores.score, len(scores.blocks)) == ("rating", 20)
    with pytest.raises(RoleError) as refused:
        _ = ratings().rename(columns={"prompt_id": "user_uid", "rating": "note_id"}).bench.scores
    assert "note_id'" not in str(refused.value).partition("could be the score")[2]


def test_names_and_dates_beside_measured_truths_are_no_models():
    rng = np.random.default_rng(1)
    truth = rng.normal(50, 5, 60)
    frame = pd.DataFrame(
        {
            "unique_id": [f"S{place // 12}" for place in range(60)],
            "ds": pd.date_range("2026-01-01", periods=12).tolist() * 5,
            "split": "test",
            "y": truth,
            "ets": truth + rng.normal(0, 2, 60),
            "naive": truth + rng.normal(0, 4, 60),
        }
    )
    with pytest.raises(RoleError) as refused:
        _ = frame.astype({"ds": str}).bench.scores
    assert refused.value.hint == "df.bench(truth='y')"
    predictions = frame.bench(truth="y").predictions
    assert predictions.algorithms == ("ets", "naive")
    assert predictions.task == "regression"


@pytest.mark.parametrize(
    ("name", "higher"), [("c_index", True), ("elo", True), ("rmsd", False), ("EER", False)]
)
def test_directions_of_other_fields_are_known(name, higher):
    assert direction_of(name) is higher


def test_names_of_columns_in_chinese_and_japanese():
    rows = [
        (model, task, 0.5 + place / 10 + at / 100, 3.5 - place)
        for place, model in enumerate("甲乙丙")
        for at, task in enumerate("一二三四")
    ]
    chinese = pd.DataFrame(rows, columns=["模型", "数据集", "准确率", "推理时间(ms)"])
    scores = chinese.bench.scores
    assert scores.score == "准确率"
    assert (scores.algorithms, scores.higher_is_better) == (("甲", "乙", "丙"), True)
    assert not chinese.bench(score="推理时间(ms)").scores.higher_is_better
    japanese = pd.DataFrame(rows, columns=["手法", "データセット", "正解率", "実行時間"])
    assert japanese.bench(score="実行時間").scores.blocks == ("一", "二", "三", "四")


def test_a_date_is_no_measure_and_counts_come_after_shares():
    frame = pd.DataFrame(
        [
            (scheme, task, 2026112010, 7.5 + place, 70.5 + place, 29.5 - place)
            for place, scheme in enumerate(["J48", "ZeroR"])
            for task in "abcd"
        ],
        columns="Scheme Dataset Date_time Number_correct Percent_correct Percent_incorrect".split(),
    )
    with pytest.raises(RoleError) as caught:
        _ = frame.bench.scores
    assert caught.value.message.startswith("4 columns could be the score: Percent_correct,")
    assert "Date_time" not in str(caught.value.hint)


def test_few_iterations_are_folds_before_they_are_steps_of_a_curve():
    rows = [
        (task, learner, turn, 0.5 + turn * 7 % 5 / 10)
        for task in "ab"
        for learner in ("rpart", "ranger")
        for turn in range(1, 6)
    ]
    frame = pd.DataFrame(rows, columns=["task_id", "learner_id", "iteration", "classif.acc"])
    with pytest.raises(DataError) as caught:
        _ = frame.bench.scores
    assert "df.bench(repeat='iteration') if it numbers repeats, or" in str(caught.value)
    # more are steps of a curve
    many = pd.concat([frame.assign(iteration=frame["iteration"] + 5 * turn) for turn in range(4)])
    with pytest.raises(RoleError, match="this is a table of curves"):
        _ = many.bench.scores


def test_odd_cells_among_scores_are_named_and_no_description() -> None:
    frame = pd.DataFrame({
        "dataset": ["coco", "ade20k"], "ours": [22.4, 35.5], "SPADE": ["22.6/23.9(*)", "33.9/35.7(*)"],
        "CRN": [70.4, 73.3],
    })  # fmt: skip
    with pytest.raises(DataError, match=r"column SPADE stands among those of scores.*22.6/23.9"):
        frame.bench(higher_is_better=False).ranks()
    assert frame.drop(columns="SPADE").bench(higher_is_better=False).scores.algorithms == (
        "ours",
        "CRN",
    )
    # what describes the datasets stands before the scores, or is no number
    sizes = frame.assign(SPADE=["118k images", "20k images"])
    assert sizes.bench(higher_is_better=False).scores.algorithms == ("ours", "CRN")
    first = frame[["dataset", "SPADE", "ours", "CRN"]]
    assert first.bench(higher_is_better=False).scores.algorithms == ("ours", "CRN")


def test_well_known_benchmarks_are_datasets_of_any_size() -> None:
    frame = pd.DataFrame({
        "Model": ["base", "tuned"], "MMLU": [0.63, 0.66], "BBH": [0.07, 0.09], "TruthfulQA": [0.19, 0.18],
        "MMLU High School": [0.7, 0.8], "ARC-C": [0.8, 0.83],
    })  # fmt: skip
    with pytest.raises(RoleError, match=r"are its 5 columns .* datasets") as found:
        frame.bench.friedman()
    assert "columns='dataset'" in str(found.value.hint)


def test_settings_that_all_algorithms_ran_with_may_be_sizes_of_problems() -> None:
    frame = pd.DataFrame({
        "params.solver": ["cg", "gmres"] * 3, "params.n": [1000, 1000, 2000, 2000, 4000, 4000],
        "seconds": [1.2, 1.9, 2.2, 3.9, 5.2, 8.9],
    })  # fmt: skip
    with pytest.raises(DesignError, match=r"column 'params.n' holds 3 settings") as found:
        frame.bench.friedman()
    assert "dataset='params.n') if these are of the problem" in str(found.value.hint)
    assert frame.bench(dataset="params.n").scores.values[2].tolist() == [5.2, 8.9]
