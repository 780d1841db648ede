"""Results of the AutoML benchmark: metrics that suit the task, and runs that failed."""

from pathlib import Path

import pandas as pd
import pytest

from benchreport.data.readers import read
from benchreport.errors import ReadError, RoleError

FILES = Path(__file__).parents[3] / "tool_files" / "automl_benchmark"


def test_each_metric_has_the_datasets_that_it_suits():
    frame = read(FILES / "results.csv")
    assert frame.columns.tolist() == ["algorithm", "dataset", "fold", "metric", "value"]
    datasets = frame.groupby("metric")["dataset"].agg(lambda names: sorted(set(names))).to_dict()
    numbers, classes = ["cholesterol"], ["credit-g", "iris", "kc2"]
    assert datasets == {
        "acc": classes,
        "balanced_accuracy": classes,
        "logloss": classes,
        "auc": ["credit-g", "kc2"],
        "mae": numbers,
        "r2": numbers,
        "rmse": numbers,
    }


def test_values_are_those_of_the_metrics_and_not_of_result():
    written = pd.read_csv(FILES / "results.csv").set_index(["framework", "task", "fold"])
    frame = read(FILES / "results.csv").set_index(["metric", "algorithm", "dataset", "fold"])[
        "value"
    ]
    run = ("AutoGluon", "iris", 2)
    assert frame["logloss", *run] == written.loc[run, "logloss"] == -written.loc[run, "result"]


def test_a_run_that_failed_is_one_empty_run_of_each_metric():
    frame = read(FILES / "results_2019.csv")
    failed = frame[frame["value"].isna()]
    assert failed[["algorithm", "dataset", "fold"]].drop_duplicates().to_numpy().tolist() == [
        ["TPOT", "credit-g", 1]
    ]
    assert failed["metric"].tolist() == ["acc", "auc", "logloss"]
    assert "1 run of 18 is missing" in repr(frame.bench(metric="auc"))


def test_the_score_may_be_a_metric():
    """The file has a column ``auc``, and its reader rows of it."""
    frame = read(FILES / "results_2019.csv")
    assert repr(frame.bench(score="auc")) == repr(frame.bench(metric="auc"))
    assert "auc, higher is better" in repr(frame.bench(score="auc"))
    with pytest.raises(RoleError, match="score='f1' is not a column"):
        frame.bench(score="f1").friedman()


def test_the_score_stays_the_name_of_what_columns_of_algorithms_hold():
    frame = pd.DataFrame(
        {"dataset": ["x", "y"], "metric": ["auc", "auc"], "a": [0.5, 0.6], "b": [0.7, 0.8]}
    )
    assert "2 algorithms × 2 datasets, 1 score each; auc, higher" in repr(frame.bench(score="auc"))


def written(tmp_path, edit):
    frame = pd.read_csv(FILES / "results.csv")
    path = tmp_path / "results.csv"
    edit(frame).to_csv(path, index=False)
    return path


def test_a_dataset_on_which_all_runs_failed_stays(tmp_path):
    metrics = ["acc", "auc", "balacc", "logloss"]
    path = written(
        tmp_path,
        lambda frame: frame.assign(**{m: frame[m].where(frame["task"] != "iris") for m in metrics}),
    )
    assert {"acc", "auc"} <= set(read(path).query("dataset == 'iris'")["metric"])


def test_settings_that_tell_runs_apart_stay(tmp_path):
    path = written(tmp_path, lambda frame: pd.concat([frame, frame.assign(constraint="4h8c")]))
    frame = read(path)
    assert frame.columns.tolist() == [
        "algorithm",
        "dataset",
        "fold",
        "constraint",
        "metric",
        "value",
    ]
    assert frame.groupby("constraint").size().to_dict() == {"1h8c": 126, "4h8c": 126}


def test_without_columns_of_metrics_result_is_read_by_its_metric(tmp_path):
    metrics = ["acc", "auc", "balacc", "logloss", "mae", "r2", "rmse"]
    frame = read(written(tmp_path, lambda frame: frame.drop(columns=metrics)))
    sizes = frame.groupby("metric").size().to_dict()
    assert sizes == {"auc": 18, "neg_logloss": 9, "neg_rmse": 9}
    path = written(tmp_path, lambda frame: frame.drop(columns=[*metrics, "metric"]))
    with pytest.raises(ReadError, match="no column of a metric beside 'result'"):
        read(path)
