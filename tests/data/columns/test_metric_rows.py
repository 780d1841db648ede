"""Rows that are metrics, or have a metric each, are no blocks of one score."""

import pandas as pd
import pytest

from benchreport.errors import DataError, DesignError, RoleError

TASKS = {"task": ["a", "b", "c", "d"]}
SCORES = {"svm": [0.5, 0.6, 0.7, 0.9], "knn": [0.4, 0.7, 0.8, 0.8], "tree": [0.3, 0.4, 0.9, 0.7]}


@pytest.mark.parametrize("name", ["metric_name", "Unnamed: 0", "dataset"])
def test_rows_that_are_metrics_leave_nothing_to_test(name):
    frame = pd.DataFrame({name: ["MAE", "RMSE", "R² ↑", "mape"], **SCORES})
    with pytest.raises(DesignError, match="the rows are metrics"):
        _ = frame.bench(higher_is_better=False).scores


def test_tasks_with_metrics_of_one_direction_are_read():
    frame = pd.DataFrame({**TASKS, "metric": ["RMSE", "MAE ↓", "mse", "log loss"], **SCORES})
    scores = frame.bench.scores
    assert (scores.higher_is_better, len(scores.blocks)) == (False, 4)


def test_tasks_with_metrics_of_both_directions_are_asked_about():
    frame = pd.DataFrame({**TASKS, "metric": ["F1", "RMSE", "accuracy", "MAE"], **SCORES})
    with pytest.raises(
        RoleError, match="higher is better by F1, accuracy, and lower by RMSE, MAE"
    ) as asked:
        _ = frame.bench.scores
    higher, lower = (way.roles for way in asked.value.way_out.calls)
    assert frame.bench(**higher).scores.blocks == ("a", "c")
    scores = frame.bench(**lower).scores
    assert (scores.blocks, scores.higher_is_better) == (("b", "d"), False)


def test_one_of_several_metrics_in_rows_is_asked_for():
    frame = pd.DataFrame({**TASKS, "metric": ["tokens", "tokens", "tokens", "passes"], **SCORES})
    with pytest.raises(RoleError, match="holds 2 metrics: tokens, passes") as asked:
        _ = frame.bench.scores
    scores = frame.bench(**asked.value.way_out.calls[1].roles).scores
    assert (scores.score, scores.higher_is_better, scores.blocks) == (
        "tokens",
        False,
        ("a", "b", "c"),
    )


def test_a_column_of_differences_is_no_value_and_no_algorithm():
    frame = pd.DataFrame({**TASKS, **SCORES}).drop(columns="tree")
    frame["Delta (knn - svm)"] = frame["knn"] - frame["svm"]
    frame["Speedup"] = frame["knn"] / frame["svm"]
    assert frame.bench(higher_is_better=True).scores.algorithms == ("svm", "knn")


def test_a_column_of_text_that_numbers_the_rows_is_no_algorithm():
    frame = pd.DataFrame({"#": ["01", "02", "03", "04"], **TASKS, **SCORES})
    assert frame.bench(higher_is_better=True).scores.algorithms == ("svm", "knn", "tree")


def test_a_table_without_any_number_has_nothing_to_test():
    frame = pd.DataFrame({"division": ["a", "b"], "2015": ["x", "y"], "2016": ["y", "y"]})
    with pytest.raises(DesignError, match="no column holds numbers"):
        _ = frame.bench.scores


def test_three_metrics_among_the_columns_show_that_they_are_no_algorithms():
    names = [
        "nmi_cluster",
        "ari_cluster",
        "f1_rare",
        "overlap",
        "mixing",
        "purity of types",
        "trajectory",
    ]
    frame = pd.DataFrame({"run": ["a", "b", "c"], **dict.fromkeys(names, 0.5)})
    with pytest.raises(DesignError, match="measure different things"):
        _ = frame.bench(higher_is_better=True).scores


def test_what_describes_series_is_no_algorithm_even_where_its_numbers_look_like_scores():
    frame = pd.DataFrame({"file": ["s1", "s2", "s3", "s4"], **SCORES})
    frame = frame.assign(
        ts_len=[900, 800, 700, 600], num_anomaly=[1, 2, 3, 1], anomaly_len=[9, 8, 7, 6]
    )
    frame = frame.assign(anomaly_ratio=[0.1, 0.2, 0.3, 0.4], point_anomaly=0)
    assert frame.bench(higher_is_better=True).scores.algorithms == ("svm", "knn", "tree")


def test_beside_a_mean_its_extremes_and_its_error_are_no_score():
    rows = [(model, data) for model in ("svm", "knn") for data in ("a", "b", "c")]
    frame = pd.DataFrame(rows, columns=["model", "dataset"])
    frame = frame.assign(**{"Mean [ms]": [1.5, 2, 3, 4, 5, 6], "Min [ms]": [0.5, 1, 2, 3, 4, 5]})
    frame = frame.assign(**{"Max [ms]": [2, 3, 4.5, 5, 6, 7], "Relative": [1, 1, 1, 4, 2.5, 2]})
    assert frame.bench.scores.score == "Mean [ms]"
    frame = frame[["model", "dataset"]].assign(Score=[1.5, 2, 3, 4, 5, 6], Unit="ops/s")
    frame["Score Error (99.9%)"] = [0.1, 0.2, 0.3, 0.1, 0.2, 0.4]
    assert (frame.bench.scores.score, frame.bench.scores.higher_is_better) == ("Score", True)
    assert frame.assign(Unit="ns/op").bench.scores.higher_is_better is False


@pytest.mark.parametrize("name", ["model", "dataset"])
def test_cells_with_the_numbers_of_two_metrics_are_refused(name):
    cells = ["0.312 / 0.451", "**0.3 / 0.4**", "0.5 / 0.6"]
    frame = pd.DataFrame({name: ["a", "b", "c"], "one": cells, "two": cells, "three": cells})
    with pytest.raises(DataError, match="hold two numbers each"):
        _ = frame.bench.scores


def test_what_numbers_the_rows_is_no_score_even_alone():
    rows = [(model, f"q{number}") for model in ("a", "b") for number in range(4)]
    frame = pd.DataFrame(rows, columns=["model", "task"]).assign(uid=range(10, 18))
    with pytest.raises(RoleError, match="no numeric column is left"):
        _ = frame.bench.scores


def test_measures_of_methods_named_with_hyphens_leave_nothing_to_test():
    names = [
        f"{model}-{size} + {head}"
        for model in ("Net", "Vit")
        for size in "SL"
        for head in ("one", "two")
    ]
    frame = pd.DataFrame({"Method": names, "box AP": range(30, 38), "mask AP": range(20, 28)})
    with pytest.raises(DesignError, match="there is nothing to test"):
        _ = frame.bench.scores


def test_an_average_names_the_metric_of_a_leaderboard():
    columns = {name: [0.3, 0.5, 0.7] for name in ("Cora", "PubMed", "Arxiv", "Avg. MAE")}
    with pytest.raises(RoleError) as caught:
        _ = pd.DataFrame({"Model": ["a", "b", "c"], **columns}).bench.scores
    assert "mae" in str(caught.value.hint)


def test_one_algorithm_is_refused_before_a_score_is_asked_for():
    frame = pd.DataFrame({"model": "svm", "dataset": ["a", "b", "c"]})
    frame = frame.assign(accuracy=[0.5, 0.6, 0.7], f1=[0.4, 0.5, 0.65])
    with pytest.raises(DesignError, match="names one algorithm only"):
        _ = frame.bench.scores


def test_a_column_may_say_of_each_row_which_direction_is_better():
    frame = pd.DataFrame({"test": ["c-ray", "flac", "7-zip"], "way": ["LIB", "LIB", "HIB"]})
    frame = frame.assign(gcc=[21.4, 13.7, 181204], clang=[25.3, 14.9, 176033])
    with pytest.raises(RoleError, match="higher in rows of HIB, lower in rows of LIB") as error:
        frame.bench.scores  # noqa: B018 - the property raises
    assert "df.bench(where={'way': ['LIB']}, higher_is_better=False)" in str(error.value.hint)
    scores = frame.bench(where={"way": ["LIB"]}, higher_is_better=False).scores
    assert scores.blocks == ("c-ray", "flac")
    assert not frame[:2].bench.scores.higher_is_better
