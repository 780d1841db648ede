"""Evaluations of runs on OpenML."""

import json
from pathlib import Path

import pandas as pd
import pytest

from benchreport.data.readers import read
from benchreport.errors import ReadError

FILES = Path(__file__).parents[3] / "tool_files" / "openml"
NAMES = {
    "sklearn.svm.SVC(1) setup 11",
    "sklearn.svm.SVC(1) setup 12",
    "sklearn.tree.DecisionTreeClassifier(5)",
}


def test_one_value_a_run():
    frame = read(FILES / "evaluations.csv")
    assert frame.columns.tolist() == ["algorithm", "dataset", "auc"]
    assert set(frame["algorithm"]) == NAMES
    cells = frame.set_index(["algorithm", "dataset"])["auc"]
    assert cells["sklearn.svm.SVC(1) setup 12", "iris"] == 0.815
    assert repr(frame.bench) == "3 algorithms × 3 datasets, 1 score each; auc, higher is better"


def test_values_of_folds_are_rows():
    frame = read(FILES / "per_fold.csv")
    assert frame.columns.tolist() == ["algorithm", "dataset", "fold", "predictive_accuracy"]
    one = frame.query("dataset == 'iris' and algorithm.str.endswith('12')")
    assert one["fold"].tolist() == [0, 1, 2, 3, 4]
    assert one["predictive_accuracy"].tolist() == [0.815, 0.825, 0.835, 0.815, 0.825]


def test_a_frame_is_read_as_its_file():
    frame = pd.read_csv(FILES / "per_fold.csv")
    frame["values"] = frame["values"].map(json.loads)
    pd.testing.assert_frame_equal(read(frame), read(FILES / "per_fold.csv"))
    assert "algorithm" not in frame


def test_the_servers_json_has_several_metrics():
    frame = read(FILES / "evaluations.json")
    assert frame.columns.tolist() == ["algorithm", "dataset", "metric", "value"]
    assert frame.groupby("metric").size().to_dict() == {"auc": 9, "predictive_accuracy": 9}
    pd.testing.assert_series_equal(
        frame.query("metric == 'auc'")["value"],
        read(FILES / "evaluations.csv")["auc"],
        check_names=False,
    )


def test_a_setup_that_was_run_again_has_runs():
    frame = pd.read_csv(FILES / "evaluations.csv")
    again = pd.concat([frame, frame.assign(run_id=frame["run_id"] + 100)])
    rows = read(again)
    assert rows.columns.tolist() == ["algorithm", "dataset", "run", "auc"]
    assert rows.groupby("run").size().to_dict() == {0: 9, 1: 9}


def test_tasks_of_one_dataset_have_names_of_their_own():
    frame = pd.read_csv(FILES / "evaluations.csv").assign(data_name="iris")
    assert set(read(frame)["dataset"]) == {"iris (task 3)", "iris (task 31)", "iris (task 59)"}


def test_values_that_are_no_list_are_named(tmp_path):
    path = tmp_path / "per_fold.csv"
    pd.read_csv(FILES / "per_fold.csv").assign(values="3").to_csv(path, index=False)
    with pytest.raises(ReadError, match="column 'values' should hold a list"):
        read(path)
