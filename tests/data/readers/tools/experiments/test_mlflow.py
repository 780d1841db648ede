"""Runs of MLflow: the store of files, the database and the frame."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pandas as pd
import pytest

from benchreport.data.readers import read
from benchreport.errors import ReadError

FILES = Path(__file__).parents[3] / "tool_files" / "mlflow"
KEYS = ["algorithm", "dataset", "seed", "metric"]


@pytest.fixture
def store(tmp_path):
    return Path(shutil.copytree(FILES / "mlruns", tmp_path / "mlruns"))


@pytest.fixture
def database(tmp_path):
    path = tmp_path / "mlflow.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((FILES / "mlflow_db.sql").read_text())
    return path


def in_order(frame):
    return frame.sort_values(KEYS, ignore_index=True)


def run_of(store, name):
    tags = (tag for tag in store.glob("*/*/tags/mlflow.runName") if tag.read_text() == name)
    return next(tags).parents[1]


def test_parameters_are_roles_and_metrics_are_rows():
    frame = read(FILES / "mlruns")
    assert frame.columns.tolist() == [*KEYS, "value"]
    assert set(frame["algorithm"]) == {"forest", "tree"}
    assert set(frame["dataset"]) == {"iris", "wine"}
    assert frame.groupby("metric").size().to_dict() == {"accuracy": 8, "test/log_loss": 8}
    assert repr(frame.bench(metric="accuracy")).startswith(
        "2 algorithms × 2 datasets, 2 scores each; accuracy, higher is better"
    )


def test_the_last_step_is_the_value():
    run = run_of(FILES / "mlruns", "tree-wine-1")
    lines = (run / "metrics/accuracy").read_text().splitlines()
    assert len(lines) == 2
    cells = read(FILES / "mlruns").set_index(KEYS)["value"]
    assert cells["tree", "wine", 1, "accuracy"] == float(lines[1].split()[1])


def test_store_database_and_frame_agree(database):
    expected = in_order(read(FILES / "mlruns"))
    frame = pd.read_csv(FILES / "search_runs.csv")
    for source in (database, FILES / "search_runs.csv", frame):
        pd.testing.assert_frame_equal(in_order(read(source)), expected, check_dtype=False)


def test_runs_of_a_database_are_in_the_order_of_their_starts(database):
    frame = read(database).query("metric == 'accuracy'")
    expected = [[m, d, s] for d in ("iris", "wine") for m in ("forest", "tree") for s in (0, 1)]
    assert frame[KEYS[:3]].to_numpy().tolist() == expected


def test_a_run_that_was_deleted_is_left_out(store):
    run = run_of(store, "mistake")
    meta = run / "meta.yaml"
    assert 0.1 not in read(store)["value"].tolist()
    meta.write_text(meta.read_text().replace("deleted", "active"))
    assert 0.1 in read(store)["value"].tolist()
    for other in store.glob("*/*/meta.yaml"):
        other.write_text(
            other.read_text().replace("lifecycle_stage: active", "lifecycle_stage: deleted")
        )
    with pytest.raises(ReadError, match="all of its 9 runs are deleted"):
        read(store)


def test_an_experiment_is_read_alone():
    experiment = run_of(FILES / "mlruns", "tree-wine-1").parent
    pd.testing.assert_frame_equal(read(experiment), read(FILES / "mlruns"))


def test_several_experiments_are_a_setting(store):
    experiment = run_of(store, "tree-wine-1").parent
    other = shutil.copytree(experiment, store / "7")
    meta = Path(other) / "meta.yaml"
    meta.write_text(meta.read_text().replace("name: classics", "name: again"))
    frame = read(store)
    assert len(frame) == 32
    assert set(frame["algorithm"]) == {
        f"{model} experiment={name}"
        for model in ("forest", "tree")
        for name in ("classics", "again")
    }


def test_a_run_without_a_metric_is_an_empty_cell(store):
    (run_of(store, "tree-wine-1") / "metrics/accuracy").unlink()
    frame = read(store)
    assert frame[frame["value"].isna()][KEYS].to_numpy().tolist() == [
        ["tree", "wine", 1, "accuracy"]
    ]


def test_runs_without_any_metric_are_refused(store, database):
    for metric in store.glob("*/*/metrics/**/*"):
        if metric.is_file():
            metric.unlink()
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("DELETE FROM latest_metrics")
    for source in (store, database):
        with pytest.raises(ReadError, match="its 8 runs reached no metric"):
            read(source)


def test_a_run_that_failed_is_an_empty_cell(store, database):
    meta = run_of(store, "tree-wine-1") / "meta.yaml"
    meta.write_text(meta.read_text().replace("status: 3", "status: 4"))
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE runs SET status = 'KILLED' WHERE name = 'tree-wine-1'")
    frame = pd.read_csv(FILES / "search_runs.csv")
    frame.loc[frame["tags.mlflow.runName"] == "tree-wine-1", "status"] = "FAILED"
    for source in (store, database, frame):
        rows = read(source)
        failed = rows[rows["value"].isna()].drop(columns=["metric", "value"])
        assert failed.to_numpy().tolist() == [["tree", "wine", 1]] * 2


def test_a_run_that_holds_others_is_none_of_them(store):
    """A search logs its runs within a run of its own, which has no metrics."""
    parent, child = run_of(store, "tree-wine-1"), run_of(store, "forest-wine-1")
    (child / "tags/mlflow.parentRunId").write_text(parent.name)
    assert read(store)["value"].size == 16
    shutil.rmtree(parent / "metrics")
    (parent / "metrics").mkdir()
    assert read(store)["value"].size == 14


def test_runs_without_names_are_called_by_their_keys(store):
    for tag in store.glob("*/*/tags/mlflow.runName"):
        tag.unlink()
    for param in store.glob("*/*/params/model"):
        param.unlink()
    assert set(read(store)["algorithm"]) <= {path.name for path in store.glob("*/*")}


def test_a_metric_that_is_nan_in_the_database_is_an_empty_cell(database):
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE latest_metrics SET is_nan = 1, value = 0 WHERE key = 'accuracy'")
    frame = read(database)
    assert frame.query("metric == 'accuracy'")["value"].isna().all()
    assert frame.query("metric != 'accuracy'")["value"].notna().all()


def test_a_database_is_not_written_to(database):
    before = database.read_bytes()
    read(database)
    assert database.read_bytes() == before
    assert [path.name for path in database.parent.iterdir()] == ["mlflow.db"]
