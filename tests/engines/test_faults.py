"""What goes wrong while an engine works is told by name, and nothing is written."""

from pathlib import Path

import duckdb
import pandas as pd
import pytest
from other_frames import WARNINGS, of_large_tables

import benchreport
from benchreport.engines import large_files
from benchreport.engines.large_files import open_files
from benchreport.errors import ReadError

pytestmark = WARNINGS
RUNS = pd.DataFrame(
    [(name, place, fold) for place in "abc" for name in ("rf", "svm") for fold in range(5)],
    columns=["model", "dataset", "fold"],
).assign(accuracy=0.5)
# two labels for each of 150,000 examples, in an order that takes a table of all of them
LONG = """SELECT i % 150000 AS example, CASE WHEN i < 150000 THEN 'svm' ELSE 'knn' END AS model,
    i % 150000 % 3 AS y_true, i * 7919 % 3 AS prediction FROM range(300000) t(i)"""


def refuse_report(frame, folder, words):
    """Return the error of a report that is not written."""
    output = folder / "report.html"
    with pytest.raises(ReadError, match=words) as caught:
        benchreport.bench(frame).report(output)
    assert not list(folder.glob("report*"))
    return caught.value


@of_large_tables
def test_a_full_disk_for_what_memory_does_not_hold(tmp_path):
    connection = duckdb.connect()
    connection.execute(f"SET temp_directory = '{tmp_path / 'spilled'}'; SET threads = 1")
    connection.execute("SET memory_limit = '12MB'; SET max_temp_directory_size = '500kB'")
    error = refuse_report(
        connection.sql(LONG), tmp_path, "DuckDB cannot read the table: Out of Memory"
    )
    assert "the folder for temporary files are full: let TMPDIR name" in error.hint


def test_what_does_not_fit_into_memory_leaves_the_folder_of_the_user_alone(tmp_path):
    RUNS.to_parquet(tmp_path / "runs.parquet")
    relation = open_files([tmp_path / "runs.parquet"], "duckdb")
    setting = relation.query("t", "SELECT current_setting('temp_directory')").fetchall()[0][0]
    assert Path(setting).is_absolute()
    # what DuckDB leaves there ends with the process
    spilled = large_files._SPILLED.pop()
    assert spilled.name == setting
    Path(setting, "left").touch()
    spilled.cleanup()
    assert not Path(setting).exists()


@pytest.mark.needs("dask")
@of_large_tables
def test_a_lost_worker(tmp_path):
    import dask
    from dask import dataframe
    from distributed import Client, LocalCluster

    # with this module a worker could not load it
    def lose(part):
        import os

        if "c" in set(part["dataset"]) and len(part) > 1:
            os._exit(1)
        return part

    parts = dataframe.from_pandas(RUNS, npartitions=3).map_partitions(lose, meta=RUNS)
    settings = {"n_workers": 1, "threads_per_worker": 1, "dashboard_address": None}
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        LocalCluster(**settings, silence_logs=50) as cluster,
        Client(cluster),
    ):
        refuse_report(parts, tmp_path, "Dask cannot read the table: .* all those workers died")


@pytest.mark.parametrize("suffix", ["parquet", "csv"])
@of_large_tables
def test_a_partition_that_is_gone(tmp_path, suffix):
    (tmp_path / "results").mkdir()
    for place, frame in RUNS.groupby("dataset"):
        path = tmp_path / "results" / f"{place}.{suffix}"
        frame.to_parquet(path) if suffix == "parquet" else frame.to_csv(path, index=False)
    relation = open_files([tmp_path / "results"], "duckdb")
    path.unlink()
    refuse_report(relation, tmp_path, rf"DuckDB cannot read the table: .*c\.{suffix}")
