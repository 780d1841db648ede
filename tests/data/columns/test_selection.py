"""What is read of a frame: rows, one metric, the orientation, several columns that name the dataset."""

import contextlib
import itertools

import numpy as np
import pandas as pd
import pytest

from benchreport.accessor import bench
from benchreport.data import Roles, Scores, Several
from benchreport.data.columns.selection import select
from benchreport.errors import BenchreportError, DataError, DesignError, OptionError, RoleError

ROWS = [
    (model, task, split, metric, place + (model == "svm") + 10 * (metric == "time"))
    for model in ("svm", "knn")
    for place, task in enumerate(("iris", "wine", "glass"))
    for split in ("train", "test")
    for metric in ("accuracy", "time")
]
LONG = pd.DataFrame(ROWS, columns=["model", "task", "split", "metric", "value"])
LEADERBOARD = pd.DataFrame(
    {
        "Model": ["gpt", "llama", "qwen"],
        "Params (B)": [100, 70, 32],
        "MMLU": [0.9, 0.8, 0.7],
        "GSM8K": [0.6, 0.7, 0.5],
        "ARC": [0.5, 0.6, 0.4],
        "Average": [0.667, 0.7, 0.533],
        "link": ["https://a.org", "https://b.org", "https://c.org"],
    }
)


def refusal(frame, **roles):
    with pytest.raises((RoleError, DesignError)) as caught:
        Scores.from_frame(frame, Roles(**roles))
    return caught.value


def test_rows_of_one_value_are_read():
    scores = bench(LONG, where={"split": "test"}, metric="accuracy").scores
    rows = LONG[(LONG["split"] == "test") & (LONG["metric"] == "accuracy")]
    expected = rows.pivot_table(index="task", columns="model", values="value")
    for algorithm in ("svm", "knn"):
        column = scores.frame[algorithm]
        assert column.tolist() == expected.loc[column.index, algorithm].tolist()
    assert scores.score == "accuracy"


def test_rows_of_several_values_are_read():
    frame = LONG[(LONG["split"] == "test") & (LONG["metric"] == "accuracy")]
    frame = frame.drop(columns=["split", "metric"])
    scores = bench(frame, where={"task": ["iris", "glass"]}, higher_is_better=True).scores
    assert scores.blocks == ("iris", "glass")


def test_texts_of_the_shell_select_numbers_and_truth_values():
    frame = pd.DataFrame({"n": [1, 2, 1], "ok": [True, False, False], "x": [5, 6, 7]})
    assert select(frame, Roles(where={"n": "1", "ok": "True"})).frame["x"].tolist() == [5]


def test_no_selected_row_is_an_error_that_lists_the_values():
    error = refusal(LONG, where={"split": "validation"})
    assert "no row is left where column 'split' is 'validation'; it has train, test." in str(error)
    assert error.hint == "df.bench(where={'split': 'train'})"
    assert "where='part' is not a column" in str(refusal(LONG, where={"part": "test"}))
    assert refusal(LONG, where={"splits": "test"}).hint == "df.bench(where={'split': 'test'})"
    with pytest.raises(OptionError, match="where must be a dict"):
        Roles(where="split=test")


def test_a_part_of_the_data_is_asked_about():
    error = refusal(LONG[LONG["metric"] == "accuracy"])
    assert error.hint == "df.bench(where={'split': 'test'})"


def test_one_metric_of_a_column_is_compared_and_never_an_average():
    frame = LONG[LONG["split"] == "test"].drop(columns="split")
    error = refusal(frame)
    assert "column 'metric' holds 2 metrics: accuracy, time." in error.message
    assert error.hint.startswith("df.bench(metric='accuracy')")
    time = Scores.from_frame(frame, Roles(metric="time"))
    assert (time.score, time.higher_is_better) == ("time", False)
    assert time.values.min() >= 10
    unknown = refusal(frame, metric="f1")
    assert "metric='f1' is not in column 'metric'; it has accuracy, time." in unknown.message


def test_a_metric_may_be_a_column_of_scores():
    frame = LONG[LONG["split"] == "test"].pivot_table(
        index=["model", "task"], columns="metric", values="value"
    )
    frame = frame.reset_index().rename_axis(columns=None)
    assert Scores.from_frame(frame, Roles(metric="time")).score == "time"
    wrong = refusal(frame, metric="loss")
    assert "is neither a column of numbers nor a value" in wrong.message
    # the way out replaces the wrong name
    (way,) = wrong.way_out.calls
    assert list(way.roles) == ["metric"]
    assert Scores.from_frame(frame, Roles(**way.roles)).score == way.roles["metric"]


def test_the_only_metric_of_a_column_names_the_score():
    frame = LONG[(LONG["split"] == "test") & (LONG["metric"] == "time")].drop(columns="split")
    scores = Scores.from_frame(frame)
    assert (scores.score, scores.higher_is_better) == ("time", False)


def test_several_metrics_of_a_column_are_tables_of_their_own():
    frame = LONG[LONG["split"] == "test"].drop(columns="split")
    assert Several.suits(frame)
    tables = Several.from_frame(frame).by_scores()
    assert list(tables) == ["accuracy", "time"]
    assert tables["time"].values.tolist() == (tables["accuracy"].values + 10).tolist()
    assert not Several.suits(frame, Roles(metric="time"))


def test_a_leaderboard_is_asked_about_and_read():
    error = refusal(LEADERBOARD)
    assert "are its 3 columns (MMLU, GSM8K, ARC) datasets" in error.message
    assert error.hint.startswith("df.bench(columns='dataset', higher_is_better=True)")
    scores = Scores.from_frame(LEADERBOARD, Roles(columns="dataset", higher_is_better=True))
    assert scores.blocks == ("MMLU", "GSM8K", "ARC")
    assert scores.frame["llama"].tolist() == [0.8, 0.7, 0.6]


def test_the_score_of_a_leaderboard_is_none_of_its_columns():
    with pytest.raises(
        RoleError, match=r"MMLU, GSM8K, ARC, so score=.*'ARC' is a column"
    ) as caught:
        Scores.from_frame(LEADERBOARD, Roles(columns="dataset", score="ARC", higher_is_better=True))
    assert "df.bench(columns='dataset', score='accuracy')" in str(caught.value)


def test_numbers_of_rows_and_ranks_are_no_datasets_of_a_leaderboard():
    frame = LEADERBOARD.assign(**{"Rank* (UB)": [1, 2, 2], "Unnamed: 0": [0, 1, 2]})
    assert "are its 3 columns (MMLU, GSM8K, ARC) datasets" in refusal(frame).message
    scores = Scores.from_frame(frame, Roles(columns="dataset", higher_is_better=True))
    assert scores.blocks == ("MMLU", "GSM8K", "ARC")


FOLDS = pd.DataFrame(
    {
        "Unnamed: 0": range(3),
        "Model": ["svm", "knn", "tree"],
        "Fold 1": [0.9, 0.8, 0.7],
        "Fold 2": [0.8, 0.8, 0.6],
        "Mean": [0.85, 0.8, 0.65],
        "Std": [0.07, 0.0, 0.07],
    }
)


def test_columns_that_number_folds_are_asked_about_and_read():
    error = refusal(FOLDS)
    assert error.message == "do the 2 columns Fold 1, Fold 2 hold the scores of a fold each?"
    assert error.hint.startswith("df.bench(columns='repeat', higher_is_better=True)")
    scores = Scores.from_frame(FOLDS, Roles(columns="repeat", higher_is_better=True))
    assert scores.blocks == ("1", "2")
    assert scores.frame["svm"].tolist() == [0.9, 0.8]


def test_the_folds_of_several_datasets_stay_on_their_datasets():
    frame = pd.concat([FOLDS.assign(Dataset=name) for name in ("iris", "wine")])
    names = {"Fold 1": "acc_fold1", "Fold 2": "acc_fold2"}
    frame = frame.drop(columns=["Mean", "Std"]).rename(columns=names)
    assert refusal(frame).hint == "df.bench(columns='repeat')"
    scores = Scores.from_frame(frame, Roles(columns="repeat"))
    assert (scores.score, scores.higher_is_better) == ("acc", True)
    assert scores.frame["knn"].tolist() == pytest.approx([0.8, 0.8])


def test_columns_that_number_nothing_are_no_repeats():
    with pytest.raises(RoleError, match="needs columns that number the repeats"):
        select(LEADERBOARD, Roles(columns="repeat", higher_is_better=True))


def test_folds_in_the_columns_of_a_table_without_the_word_model():
    frame = FOLDS[["Fold 1", "Fold 2"]].set_axis(["a", "b", "c"])
    error = refusal(frame)
    assert "of a fold each" in error.message
    assert "columns='repeat', algorithm='dataset'" in error.hint


def test_a_mean_below_the_folds_is_no_fold():
    frame = pd.DataFrame(
        {"fold": ["1", "2", "mean"], "svm": [0.9, 0.7, 0.8], "knn": [0.6, 0.8, 0.7]}
    )
    scores = Scores.from_frame(frame, Roles(higher_is_better=True))
    assert scores.frame["svm"].tolist() == [0.9, 0.7]
    assert "mean is left out as a summary of the other repeats." in scores.runs.cell_notes


def test_of_two_costs_neither_is_taken_for_the_score_of_a_curve():
    frame = pd.DataFrame(
        {
            "solver": ["a", "b"] * 3,
            "instance": ["x", "x", "y", "y", "z", "z"],
            "time": [1.5, 2.5, 900.0, 4.5, 3.5, 6.5],
            "memory_mb": [10, 20, 40, 30, 50, 60],
        }
    )
    scores = Scores.from_frame(frame)
    assert (scores.score, scores.higher_is_better) == ("time", False)


def test_an_index_without_a_name_holds_the_algorithms_of_a_leaderboard():
    frame = pd.DataFrame({"glass": [0.7, 0.6], "iris": [0.9, 0.8]}, index=["svm", "knn"])
    scores = Scores.from_frame(frame, Roles(columns="dataset", score="accuracy"))
    assert (scores.algorithms, scores.blocks) == (("svm", "knn"), ("glass", "iris"))
    assert scores.values.tolist() == [[0.7, 0.6], [0.9, 0.8]]


def test_a_model_without_any_score_is_left_out_of_a_leaderboard_and_told():
    frame = LEADERBOARD.copy()
    frame.loc[1, ["MMLU", "GSM8K", "ARC"]] = np.nan
    table = select(frame, Roles(columns="dataset", score="accuracy"))
    assert table.frame["Model"].unique().tolist() == ["gpt", "qwen"]
    assert table.notes[-1] == "1 row without any score left out: llama"


def test_a_common_metric_behind_the_names_of_columns_is_the_score():
    frame = pd.DataFrame(
        {"model": list("abc"), "AMI WER": [5.0, 6, 7], "SPGI WER": [2.0, 3, 4], "RTFx": [9.5, 8, 7]}
    )
    assert refusal(frame).hint == "df.bench(columns='dataset', score='wer')"
    scores = Scores.from_frame(frame, Roles(columns="dataset", score="wer"))
    assert (scores.blocks, scores.higher_is_better) == (("AMI WER", "SPGI WER"), False)


def test_one_score_an_algorithm_is_nothing_to_test():
    frame = pd.DataFrame({"model": list("abc"), "accuracy": [0.9, 0.8, 0.7], "time": [1.0, 2, 3]})
    assert "there is nothing to test" in refusal(frame).message
    assert "there is nothing to test" in refusal(frame[["model", "accuracy"]]).message


def test_several_columns_name_the_dataset():
    frame = pd.DataFrame(
        [
            (alg, function, dim, dim + function + (alg == "b"))
            for alg in "ab"
            for function in (1, 2)
            for dim in (5, 20)
        ],
        columns=["algorithm", "function", "dim", "error"],
    )
    assert "df.bench(dataset=['function', 'dim'])" in refusal(frame).hint
    scores = Scores.from_frame(frame, Roles(dataset=["function", "dim"]))
    assert scores.blocks == ("1/5", "1/20", "2/5", "2/20")
    assert scores.frame["b"].tolist() == [7, 22, 8, 23]


def test_algorithms_of_a_wide_frame_are_listed():
    frame = pd.DataFrame({"task": list("xyz"), "svm": [1.5, 2, 3], "knn": [2.5, 3, 1], "c": 0.5})
    scores = Scores.from_frame(frame, Roles(algorithm=["svm", "knn"], score="accuracy"))
    assert scores.algorithms == ("svm", "knn")
    assert "algorithm='tree' is not a column" in refusal(frame, algorithm=["svm", "tree"]).message


def test_rows_that_are_called_by_lists_are_refused():
    frame = pd.DataFrame({"x": [["a"], ["b"]], "svm": [0.1, 0.2], "knn": [0.2, 0.1]})
    with pytest.raises(
        DataError, match=r"column 'x' should name each dataset, but holds collections"
    ):
        Scores.from_frame(frame, Roles(higher_is_better=True))


def test_a_table_of_parts_of_the_data_alone_has_no_algorithms():
    frame = pd.DataFrame({"fold": ["train", "test"] * 2})
    with pytest.raises(RoleError, match="names parts of the data"):
        Scores.from_frame(frame, Roles(score="accuracy"))


LARGEST = 1.7e308


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame({"algorithm 0": [-8e10, -LARGEST, -9e9, -2e10, 6e9]}),
        pd.DataFrame({"svm": [LARGEST] * 4, "knn": 0.5, "rf": 0.1, "mean": 1.0}),
    ],
)
def test_the_largest_numbers_are_looked_at_in_silence(frame):
    # warnings are errors in tests
    with contextlib.suppress(BenchreportError):
        _ = frame.bench(score="accuracy").scores


def test_a_column_called_algorithm_may_be_a_dataset():
    frame = pd.DataFrame(
        {"algorithm": [0.5, 0.6, 0.7], "sorting": [0.4, 0.5, 0.9]}, index=list("abc")
    )
    scores = frame.bench(columns="dataset", score="accuracy").scores
    assert (scores.algorithms, scores.blocks) == (("a", "b", "c"), ("algorithm", "sorting"))


def test_lists_among_scores_are_refused_by_name():
    scores = pd.Series([5e11, [1, 2], 4e11, 6e11], dtype=object)
    frame = pd.DataFrame({"dataset": [5e11] * 4, "svm": [9e11, 8e11, 7e11, 5e11], "other": scores})
    with pytest.raises(BenchreportError, match="other"):
        _ = frame.bench(score="accuracy").scores


@pytest.mark.parametrize(
    ("sizes", "blocks"),
    [
        ((1e4, 2e6), ("f/10000", "f/2000000", "g/10000", "g/2000000")),
        ((0.5, 2.0), ("f/0.5", "f/2", "g/0.5", "g/2")),
    ],
)
@pytest.mark.parametrize("dtype", ["float64", "Float64"])
def test_joined_labels_write_whole_sizes_without_decimals(sizes, blocks, dtype):
    rows = [
        (name, function, size, number)
        for number, (function, size, name) in enumerate(itertools.product("fg", sizes, "abc"))
    ]
    frame = pd.DataFrame(rows, columns=["algorithm", "function", "size", "time"])
    roles = Roles(dataset=["function", "size"], score="time")
    assert Scores.from_frame(frame.astype({"size": dtype}), roles).blocks == blocks


@pytest.mark.parametrize("score", ["dataset", "iris"])
def test_the_scores_of_a_turned_table_are_not_called_as_one_of_its_columns(score):
    frame = pd.DataFrame({"model": ["svm", "knn"], "iris": [0.5, 0.6], "wine": [0.7, 0.8]})
    with pytest.raises(RoleError, match=f"'{score}' is a column"):
        _ = frame.bench(columns="dataset", score=score, higher_is_better=True).scores
