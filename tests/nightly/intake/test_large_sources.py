"""Sources of many rows are averaged by an engine, night by night, and read as others are."""

import numpy as np
import pandas as pd
import pytest
import sqlalchemy
from other_frames import WARNINGS

from benchreport.engines import any_frame
from benchreport.errors import ConfigError, DataError
from benchreport.nightly.config.settings import Columns, Config, Metric, Source
from benchreport.nightly.intake.read_nights import read_nights
from benchreport.nightly.intake.sources import fetch_results

NIGHTS = ("2026-11-19", "2026-11-20")
RUNS = pd.DataFrame(
    [(n, m, t, s) for n in NIGHTS for m in ("rf", "svm") for t in ("ta", "tb") for s in range(6)],
    columns=["night", "model", "task", "seed"],
)
RUNS["accuracy"] = np.random.default_rng(7).normal(0.8, 0.1, len(RUNS)).round(4)
RUNS["time"] = RUNS["seed"] + 1.0
RUNS["machine"] = RUNS["night"].map(dict(zip(NIGHTS, ("old", "new"), strict=True)))
RUNS["data"] = "v1"
RUNS["commit"] = RUNS["night"].str[-2:]
COLUMNS = Columns(algorithm="model", dataset="task", version=("data",), code="commit")
pytestmark = [WARNINGS, pytest.mark.usefixtures("small")]


@pytest.fixture
def small(monkeypatch):
    """Tables of more than ten rows are large."""
    monkeypatch.setattr(any_frame, "MOST_ROWS", 10)


def nights_of(place, frame=RUNS, *, engine="duckdb", columns=COLUMNS, **settings):
    """Write the runs as one file a night, and return what a run reads of them."""
    for night, rows in frame.groupby("night"):
        rows.to_parquet(place / f"{night}.parquet", index=False)
    source = Source(files=("*.parquet",), engine=engine)
    config = Config(source=source, place=place, columns=columns, **settings)
    return read_nights(fetch_results(config, NIGHTS[1]).frame, config, night=NIGHTS[1])


@pytest.mark.parametrize("engine", ["duckdb", "polars"])
def test_the_runs_of_each_night_are_averaged(tmp_path, engine):
    nights = nights_of(tmp_path, engine=engine)
    assert [night.night for night in nights] == [*NIGHTS]
    for night in nights:
        rows = RUNS[RUNS["night"] == night.night]
        for scores in night.metrics:
            means = rows.groupby(["model", "task"])[scores.metric].mean()
            np.testing.assert_allclose(scores.value, means.to_numpy(), rtol=1e-12)
        assert {scores.metric for scores in night.metrics} == {"accuracy", "time"}
        assert night.metrics[0].versions == ("data v1",)
    assert [night.context["machine"] for night in nights] == ["old", "new"]
    assert [night.code for night in nights] == ["19", "20"]


def test_averages_are_those_that_pandas_makes_of_all_runs(tmp_path):
    nights = nights_of(tmp_path, engine="pandas")
    reduced = nights_of(tmp_path)
    for whole, cells in zip(nights, reduced, strict=True):
        assert (whole.night, whole.code, whole.context) == (cells.night, cells.code, cells.context)
        for runs, means in zip(whole.metrics, cells.metrics, strict=True):
            assert runs.algorithms == means.algorithms
            assert runs.higher_is_better == means.higher_is_better
            each = pd.Series(runs.value).groupby([runs.algorithm, runs.dataset]).mean()
            np.testing.assert_allclose(means.value, each.to_numpy(), rtol=1e-12)


@pytest.mark.parametrize("failed", [np.nan, np.inf])
def test_a_cell_of_which_a_run_failed_has_no_score(tmp_path, failed):
    frame = RUNS.copy()
    frame.loc[0, "accuracy"] = failed
    accuracy = nights_of(tmp_path, frame)[0].metrics[0]
    assert np.isnan(accuracy.value).tolist() == [True, False, False, False]


def test_a_column_of_metrics_is_read_metric_by_metric(tmp_path):
    keys = [name for name in RUNS if name not in ("accuracy", "time")]
    frame = RUNS.melt(keys, var_name="metric")
    metrics = nights_of(tmp_path, frame)[1].metrics
    assert {scores.metric for scores in metrics} == {"accuracy", "time"}
    assert all(len(scores.value) == 4 for scores in metrics)


def test_a_run_that_is_there_twice_is_told(tmp_path):
    with pytest.raises(DataError, match="more than one score"):
        nights_of(tmp_path, pd.concat([RUNS, RUNS[:1]]))


def test_a_wide_table_needs_pandas(tmp_path):
    wide = RUNS.pivot_table(index=["night", "task", "seed"], columns="model", values="accuracy")
    wide = wide.reset_index().rename_axis(columns=None)
    metric = (Metric(name="accuracy"),)
    with pytest.raises(ConfigError, match="no column names algorithms") as caught:
        nights_of(tmp_path, wide, columns=Columns(dataset="task"), metric=metric)
    assert 'engine = "pandas"' in caught.value.hint


def test_a_query_of_many_rows_is_averaged(tmp_path):
    engine = sqlalchemy.create_engine(f"sqlite:///{tmp_path}/runs.db")
    RUNS.to_sql("runs", engine, index=False)
    engine.dispose()
    source = Source(sql="SELECT * FROM runs WHERE night = :night", url="sqlite:///runs.db")
    config = Config(source=source, place=tmp_path, columns=COLUMNS)
    frame = fetch_results(config, NIGHTS[0]).frame
    assert len(frame) == 4
    assert set(frame["night"]) == {NIGHTS[0]}
