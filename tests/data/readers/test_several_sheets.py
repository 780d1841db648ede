"""Sheets and files that have the same columns are one table: what they are named after is a column."""

import numpy as np
import pandas as pd
import pytest

from benchreport.data.readers import read

MODELS, DATASETS = ["svm", "knn", "tree"], [f"d{place}" for place in range(8)]


def wide(seed):
    values = np.random.default_rng(seed).uniform(0.6, 0.9, (8, 3)).round(3)
    return pd.DataFrame(values, pd.Index(DATASETS, name="dataset"), MODELS)


def test_sheets_named_after_metrics_hold_a_metric_each(tmp_path):
    with pd.ExcelWriter(tmp_path / "results.xlsx") as book:
        wide(1).to_excel(book, sheet_name="accuracy")
        wide(2).to_excel(book, sheet_name="F1")
    frame = read(tmp_path / "results.xlsx")
    for metric, seed in (("accuracy", 1), ("F1", 2)):
        scores = frame.bench(metric=metric).scores
        assert scores.higher_is_better
        np.testing.assert_array_equal(scores.values, wide(seed).to_numpy())
    report = frame.bench.report_metrics()
    assert set(report.contents.metrics) == {"accuracy", "F1"}


def test_files_named_after_metrics_hold_a_metric_each(tmp_path):
    wide(1).to_csv(tmp_path / "accuracy.csv")
    wide(2).to_csv(tmp_path / "error.csv")
    frame = read([tmp_path / "accuracy.csv", tmp_path / "error.csv"])
    scores = frame.bench(metric="error").scores
    assert not scores.higher_is_better
    np.testing.assert_array_equal(scores.values, wide(2).to_numpy())


def test_sheets_named_after_datasets_are_the_datasets(tmp_path):
    with pd.ExcelWriter(tmp_path / "results.xlsx") as book:
        for place, dataset in enumerate(DATASETS):
            column = wide(3).iloc[place].rename_axis("model").rename("acc").reset_index()
            column.to_excel(book, sheet_name=dataset, index=False)
    scores = read(tmp_path / "results.xlsx").bench.scores
    assert (scores.algorithms, scores.blocks) == (tuple(MODELS), tuple(DATASETS))
    np.testing.assert_array_equal(scores.values, wide(3).to_numpy())


@pytest.mark.parametrize("names", [("svm", "knn", "tree")])
def test_sheets_named_after_algorithms_are_the_algorithms(tmp_path, names):
    with pd.ExcelWriter(tmp_path / "results.xlsx") as book:
        for name in names:
            wide(4)[[name]].rename(columns={name: "acc"}).to_excel(book, sheet_name=name)
    scores = read(tmp_path / "results.xlsx").bench.scores
    assert scores.algorithms == names
    np.testing.assert_array_equal(scores.values, wide(4).to_numpy())


def test_notes_on_a_sheet_of_their_own_are_left_out_and_told(tmp_path):
    with pd.ExcelWriter(tmp_path / "results.xlsx") as book:
        pd.DataFrame({"note": ["measured in May", "v2"]}).to_excel(
            book, sheet_name="about", index=False
        )
        wide(1).to_excel(book, sheet_name="accuracy")
    frame = read(tmp_path / "results.xlsx")
    assert frame.columns.tolist() == ["dataset", *MODELS]
    assert frame.attrs["notes"] == ("Sheets of a single column are left out: about.",)
