"""Several metrics as rows, and what tells rows apart."""

import numpy as np
import pandas as pd

from benchreport.data.readers.tools.experiments.metric_columns import (
    columns_that_tell_apart,
    drop_constant,
    stack_metrics,
)

FRAME = pd.DataFrame(
    {
        "algorithm": ["a", "b"] * 3,
        "dataset": ["x", "x", "y", "y", "z", "z"],
        "auc": [0.5, np.nan, np.nan, np.nan, np.nan, np.nan],
        "acc": [0.5, 0.6, 0.7, 0.8, np.nan, np.nan],
    }
)


def test_a_metric_that_is_not_measured_on_a_dataset_has_no_rows_for_it():
    rows = stack_metrics(FRAME, ["auc", "acc"])
    counts = rows.groupby(["metric", "dataset"]).size().to_dict()
    # all runs on z failed, so that both metrics have them
    assert counts == {
        ("auc", "x"): 2,
        ("auc", "z"): 2,
        ("acc", "x"): 2,
        ("acc", "y"): 2,
        ("acc", "z"): 2,
    }


def test_one_metric_stays_a_column():
    assert stack_metrics(FRAME, ["acc"]) is FRAME


def test_without_datasets_all_rows_stay():
    assert len(stack_metrics(FRAME.drop(columns="dataset"), ["auc", "acc"])) == 12


def test_empty_cells_are_a_value():
    frame = pd.DataFrame({"a": [1, 1], "b": [np.nan, np.nan], "c": [1, np.nan]})
    assert drop_constant(frame, ["a", "b", "c", "absent"]).columns.tolist() == ["c"]


def test_an_empty_cell_tells_rows_apart():
    frame = pd.DataFrame({"key": [1, 1], "tag": ["a", None]})
    assert columns_that_tell_apart(frame, ["key"], ["tag"]) == ["tag"]


def test_columns_tell_rows_apart_only_where_keys_repeat():
    frame = pd.DataFrame({"key": [1, 2], "tag": [1, 2]})
    assert columns_that_tell_apart(frame, ["key"], ["tag"]) == []
    assert columns_that_tell_apart(pd.concat([frame, frame.assign(tag=3)]), ["key"], ["tag"]) == [
        "tag"
    ]
