"""Tables of resamples and files of predictions of aeon and tsml."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from benchreport.data.readers import read
from benchreport.errors import ReadError

FILES = Path(__file__).parents[3] / "tool_files" / "aeon"
TABLE = "Resamples:,0,1,2\nBeef,0.5,,0.7\nCar,0.8,0.9,1.0\n"


def write(folder, **files):
    for name, text in files.items():
        path = folder / f"{name.replace('__', '/')}.csv"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def test_a_folder_of_tables_is_one_row_an_estimator_dataset_and_resample():
    frame = read(FILES / "tables" / "Accuracy")
    assert frame.columns.tolist() == ["algorithm", "dataset", "repeat", "accuracy"]
    cells = frame.set_index(["algorithm", "dataset", "repeat"])["accuracy"]
    assert cells["1NN-DTW", "Bumps", 2] == pytest.approx(11 / 15)
    assert cells["Summary", "Steps", 0] == 1.0
    assert repr(frame.bench).startswith(
        "2 algorithms × 3 datasets, 3 scores each; accuracy, higher is better"
    )


def test_a_resample_that_was_not_run_is_an_empty_cell(tmp_path):
    frame = read(write(tmp_path, HC2_accuracy=TABLE) / "HC2_accuracy.csv")
    assert frame["accuracy"].tolist()[:2] == [0.5, pytest.approx(np.nan, nan_ok=True)]
    assert frame["repeat"].tolist() == [0, 1, 2] * 2


@pytest.mark.parametrize(
    ("path", "algorithm", "metric"),
    [
        ("HC2_accuracy", "HC2", "accuracy"),
        ("1NN-DTW_default_logloss", "1NN-DTW_default", "logloss"),
        ("Arsenal_TESTFOLDS", "Arsenal", "accuracy"),
        ("Arsenal_balacc", "Arsenal", "balanced_accuracy"),
        ("kmeans-dtw__test__ACC", "kmeans-dtw", "acc"),
        ("HC2", "HC2", "score"),
    ],
)
def test_the_file_names_the_estimator_and_the_measure(path, algorithm, metric, tmp_path):
    frame = read(write(tmp_path, **{path: TABLE}) / f"{path.replace('__', '/')}.csv")
    assert set(frame["algorithm"]) == {algorithm}
    assert metric in frame


def test_several_measures_are_rows_of_their_own():
    frame = read(FILES / "tables")
    assert frame.groupby("metric").size().to_dict() == {"accuracy": 18, "balanced_accuracy": 18}
    assert repr(frame.bench(metric="balanced_accuracy")).startswith(
        "2 algorithms × 3 datasets, 3 scores each; balanced_accuracy, higher is better"
    )


def test_one_default_split_is_no_repeat(tmp_path):
    text = "folds,0\nBeef,0.5\nCar,0.8\n"
    frame = read(write(tmp_path, a_accuracy=text, b_accuracy=text))
    assert frame.columns.tolist() == ["algorithm", "dataset", "accuracy"]


def test_averages_have_one_column_an_estimator():
    frame = read(FILES / "tables/Accuracy/accuracy_mean.csv")
    assert frame.columns.tolist() == ["algorithm", "dataset", "accuracy"]
    table = frame.pivot_table(index="dataset", columns="algorithm", values="accuracy")
    assert table.loc["Steps", "Summary"] == pytest.approx(43 / 45)


def test_a_dataset_with_two_rows_is_refused(tmp_path):
    path = write(tmp_path, HC2_accuracy=TABLE + "Car,0.8,0.9,1.0\n") / "HC2_accuracy.csv"
    with pytest.raises(ReadError, match="datasets have more than one row: Car"):
        read(path)


def test_a_damaged_table_in_a_folder_is_named(tmp_path):
    folder = write(tmp_path, a_accuracy=TABLE, b_accuracy=TABLE.rpartition(",")[0])
    with pytest.raises(ReadError) as caught:
        read(folder)
    assert f"{folder / 'b_accuracy.csv'}: its last line, 3, is cut off" in str(caught.value)


def test_predictions_on_several_datasets_are_accuracies():
    frame = read(FILES / "predictions")
    assert frame.columns.tolist() == ["algorithm", "dataset", "repeat", "accuracy"]
    tables = read(FILES / "tables/Accuracy")
    keys = ["algorithm", "dataset", "repeat"]
    pd.testing.assert_frame_equal(
        frame.sort_values(keys, ignore_index=True), tables.sort_values(keys, ignore_index=True)
    )


def test_predictions_on_one_dataset_are_predictions():
    frame = read(
        [str(FILES / f"predictions/{name}/Predictions/Waves") for name in ("1NN-DTW", "Summary")]
    )
    assert frame.columns.tolist() == [
        "algorithm", "dataset", "repeat", "example", "truth", "prediction", "probability",
    ]  # fmt: skip
    first = frame.iloc[45]
    assert first.tolist() == ["Summary", "Waves", 0, 0, "1", "1", 0.505]
    metrics = frame.bench.metrics().table.set_index(["metric", "algorithm"])["estimate"]
    expected = read(FILES / "tables/Accuracy").query("dataset == 'Waves'")
    assert metrics["accuracy"].to_dict() == pytest.approx(
        expected.groupby("algorithm")["accuracy"].mean().to_dict()
    )


def test_three_classes_have_no_single_probability():
    frame = read(FILES / "predictions/Summary/Predictions/Bumps/testResample1.csv")
    assert "probability" not in frame
    assert set(frame["truth"]) <= {"0", "1", "2"}


def test_values_of_a_regressor():
    frame = read(FILES / "regression")
    assert (frame["prediction"] - frame["truth"]).round(6).unique().tolist() == [0.1]
    text = (FILES / "regression/Ridge/Predictions/Flow/testResample0.csv").read_text()
    assert text.startswith("Flow,Ridge")


def test_squared_errors_of_regressors_on_several_datasets(tmp_path):
    text = (FILES / "regression/Ridge/Predictions/Flow/testResample0.csv").read_text()
    for name in ("Flow", "Heat"):
        write(
            tmp_path, **{f"Ridge__Predictions__{name}__testResample0": text.replace("Flow", name)}
        )
    frame = read(tmp_path)
    assert frame["mse"].tolist() == pytest.approx([0.01, 0.01])


def test_numbers_of_clusters_are_no_labels():
    """All four clusters are right though no number agrees with the label."""
    frame = read(FILES / "clusters")
    assert frame["clustering_accuracy"].tolist() == [1.0]


def test_predictions_beside_tables_are_no_folder_of_predictions(tmp_path):
    text = (FILES / "predictions/Summary/Predictions/Bumps/testResample1.csv").read_text()
    write(tmp_path, testResample1=text, HC2_accuracy=TABLE)
    with pytest.raises(ReadError, match="files read as one table need one source"):
        read(tmp_path)


def test_estimates_on_training_data_are_left_out(tmp_path):
    text = (FILES / "predictions/Summary/Predictions/Bumps/testResample1.csv").read_text()
    write(
        tmp_path,
        testResample1=text,
        trainResample1=text.replace(",TEST,", ",TRAIN,") + "2,0,,1,0,0\n",
    )
    assert len(read(tmp_path)) == 15


@pytest.mark.parametrize("label", ["1.0", " 1"])
def test_labels_are_compared_as_numbers(label, tmp_path):
    text = f"Waves,svm,TEST,0\nnothing\n0.5\n{label},1\n0,1\n"
    frame = read(write(tmp_path, testFold3=text) / "testFold3.csv")
    assert frame["truth"].tolist() == ["1", "0"]
    assert frame["repeat"].tolist() == [3, 3]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Waves,svm,TEST,0\nnothing\n0.5\n", "it has 3 lines"),
        ("Waves\nnothing\n0.5\n1,1\n", "its first line should be the dataset"),
        ("Waves,svm,TEST,0\nnothing\nhigh\n1,1\n", "line 3 has 'high', where a number"),
        (
            "Waves,svm,TEST,0\nnothing\n0.5\n1,1,,0.1,0.9\n1,1,,0.1\n",
            "line 5 has 4 fields, where 5 are expected",
        ),
        ("Waves,svm,TEST,0\nnothing\n0.5\n1\n1\n", "line 4 has 1 field, where 2 are"),
    ],
)
def test_damaged_predictions_are_named(text, message, tmp_path):
    whole = (FILES / "predictions/Summary/Predictions/Waves/testResample0.csv").read_text()
    folder = write(tmp_path, testResample0=text, testResample1=whole)
    with pytest.raises(ReadError) as caught:
        read(folder)
    assert f"{folder / 'testResample0.csv'}: {message}" in str(caught.value)
