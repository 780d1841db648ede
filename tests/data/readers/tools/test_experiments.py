"""What all readers of experiments share: one tool recognizes each source, and damage is named."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pandas as pd
import pytest

from benchreport.data.readers import read
from benchreport.data.readers.tools import TOOLS, Source, tool_for
from benchreport.errors import ReadError

FILES = Path(__file__).parents[2] / "tool_files"
AEON, AUTOML = "results of aeon or tsml", "results of the AutoML benchmark"
TSML, OPENML = "predictions of tsml or aeon", "evaluations of runs on OpenML"
SEARCH, RUNS = "cv_results_ of a search of scikit-learn", "a table of runs of Weights & Biases"
CHART, IOH, COCO = "a chart of Weights & Biases", "runs of IOHprofiler", "runs of COCO"
# a file or folder, what it is taken for, and the shape of its table
SOURCES = {
    "aeon/tables": (AEON, (36, 5)),
    "aeon/tables/Accuracy": (AEON, (18, 4)),
    "aeon/tables/Accuracy/all_resamples/Summary_accuracy.csv": (AEON, (9, 4)),
    "aeon/tables/Accuracy/accuracy_mean.csv": (AEON, (6, 3)),
    "aeon/predictions": (TSML, (18, 4)),
    "aeon/predictions/Summary/Predictions/Waves": (TSML, (45, 7)),
    "aeon/predictions/Summary/Predictions/Bumps/testResample1.csv": (TSML, (15, 6)),
    "aeon/regression": (TSML, (10, 6)),
    "aeon/clusters": (TSML, (1, 4)),
    "automl_benchmark/results.csv": (AUTOML, (126, 5)),
    "automl_benchmark/results_2019.csv": (AUTOML, (72, 5)),
    "openml/evaluations.csv": (OPENML, (9, 3)),
    "openml/per_fold.csv": (OPENML, (45, 4)),
    "openml/evaluations.json": (OPENML, (18, 4)),
    "scikit_learn/cross_validate.json": ("results of scikit-learn's cross_validate", (10, 3)),
    "scikit_learn/grid_search.csv": (SEARCH, (30, 3)),
    "scikit_learn/several_metrics.csv": (SEARCH, (36, 4)),
    "mlflow/mlruns": ("runs of MLflow (mlruns)", (16, 5)),
    "mlflow/search_runs.csv": ("runs of MLflow (search_runs)", (16, 5)),
    "optuna/random.csv": ("trials of a study of Optuna", (10, 3)),
    "wandb/wandb_export_runs.csv": (RUNS, (36, 5)),
    "wandb/project.csv": ("runs of Weights & Biases (Api().runs)", (9, 3)),
    "wandb/wandb_export_chart.csv": (CHART, (20, 4)),
    "wandb/wandb_export_groups.csv": (CHART, (7, 3)),
    "iohprofiler": (IOH, (140, 5)),
    "iohprofiler/local-search/IOHprofiler_f1_Sphere.json": (IOH, (51, 5)),
    "coco/exdata": (COCO, (221, 5)),
    "coco/exdata/local-search/bbobexp_f1.info": (COCO, (64, 5)),
}
DATABASES = {
    "mlflow/mlflow_db.sql": ("runs of MLflow (database)", (16, 5)),
    "optuna/studies_db.sql": ("studies of Optuna (database)", (72, 4)),
}
OTHERS = {
    "scores.csv": "model,task,accuracy\nsvm,iris,0.9\nknn,iris,0.8\n",
    "wide.csv": "dataset,svm,knn\niris,0.9,0.8\n",
    "folds.csv": "fold,svm,knn\n0,0.9,0.8\n1,0.8,0.7\n",
    "testFold0.csv": "dataset,svm,knn\niris,0.9,0.8\n",
    "testResample1.csv": "fold,accuracy\n0,0.9\n",
    "framework.csv": "framework,task,fold,result\na,b,0,0.9\n",
    "frameworks.csv": "framework,task,fold,result,id,duration\na,b,0,0.9,1,2\n",
    "states.csv": "Name,State,Population\nAustin,Texas,1\n",
    "summaries.csv": "name,summary,config\nsvm,good,default\n",
    "people.csv": "Name,State,User,Tags\na,b,c,d\n",
    "hyphens.csv": "Step,a - b,a - c\n0,1,2\n",
    "ranges.csv": "day,x__MIN,x__MAX,x\n0,1,2,3\n",
    "trials.csv": "number,value,state\n0,1,done\n",
    "split.csv": "split0_test_score,split1_test_score\n0.5,0.6\n",
    "openml.csv": "run_id,task_id,flow_name,value\n1,2,svm,0.5\n",
    "ids.csv": "run_id,experiment_id,accuracy\n1,2,0.5\n",
    "averages.csv": "Estimators:,a,b\nx,1,2\n",
    "notes.info": "suite of tests\n",
    "columns.json": '{"svm": [0.5, 0.6], "knn": [0.7, 0.8]}',
    "one.json": '{"fit_time": [1], "score_time": [2]}',
    "evaluations.json": '{"evaluations": {"evaluation": [{"value": 1}]}}',
    "IOHprofiler_f1.json": '{"function_id": 1}',
    "broken.json": '{"function_id": ',
    "meta.yaml": "a: b\n",
    "latin.csv": b"mod\xe8le,\xe9chec\n1,2\n",
    "zeros.csv": b"\x00" * 40,
    "text.db": "SQLite format 4",
    "short.db": b"SQLite format 3\x00",
}


@pytest.fixture
def database(tmp_path):
    def restore(name):
        path = tmp_path / f"{Path(name).stem}.db"
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript((FILES / name).read_text())
        return path

    return restore


def refusal(source):
    with pytest.raises(ReadError) as caught:
        read(source)
    return str(caught.value)


def check_recognition(path, name, shape):
    assert [tool.name for tool in TOOLS if tool.recognizes(Source(path))] == [name]
    frame = read(path)
    assert frame.shape == shape
    assert frame.attrs["source"] == name


@pytest.mark.parametrize("name", SOURCES)
def test_one_tool_recognizes_each_source(name):
    check_recognition(FILES / name, *SOURCES[name])


@pytest.mark.parametrize("name", DATABASES)
def test_one_tool_recognizes_each_database(name, database):
    check_recognition(database(name), *DATABASES[name])


@pytest.mark.parametrize("name", OTHERS)
def test_no_tool_recognizes_other_files(name, tmp_path):
    path = tmp_path / name
    content = OTHERS[name]
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    assert tool_for(Source(path)) is None
    assert tool_for(Source(tmp_path)) is None


def test_no_tool_recognizes_a_folder_of_anything(tmp_path):
    for name, content in OTHERS.items():
        (tmp_path / name).write_bytes(content.encode() if isinstance(content, str) else content)
    for name in ("empty.csv", "testFold2.csv", "f1.info", "IOHprofiler_f2.json", "results.json"):
        (tmp_path / name).write_bytes(b"")
    assert tool_for(Source(tmp_path)) is None


@pytest.mark.parametrize(
    "data",
    [
        {},
        [],
        (),
        {"svm": [0.5, 0.6]},
        {"svm": np.ones(3), "knn": np.ones(3)},
        {"svm": np.ones((3, 2)), "knn": np.ones((3, 4))},
        {"svm": np.array([["a"]])},
        {None: None, 1: {"fit_time": 1}},
        {"svm": {"fit_time": [1], "score_time": [1]}},
        np.ones((2, 2)),
        pd.Series([1, 2]),
        pd.DataFrame(),
        pd.DataFrame([[1, 2]], columns=pd.MultiIndex.from_tuples([("a", 1), ("b", None)])),
        pd.DataFrame({"model": ["a"], "accuracy": [0.5]}),
        object(),
        Mock(),
        [Mock()],
        "text",
        3,
        None,
    ],
)
def test_no_tool_recognizes_other_objects(data):
    assert tool_for(Source(data=data)) is None


def test_a_frame_that_no_tool_made_is_returned_as_it_is():
    frame = pd.DataFrame({"model": ["a"], "accuracy": [0.5]})
    assert read(frame) is frame


@pytest.mark.parametrize("name", [name for name in SOURCES if name.endswith(".csv")])
def test_a_file_that_is_cut_off(name, tmp_path):
    """Of the last line, one field is left."""
    path = tmp_path / Path(name).name
    content = (FILES / name).read_text().rstrip()
    start = content.rfind("\n") + 1
    path.write_text(content[: start + content[start:].find(",")])
    message = refusal(path)
    assert f"{path} cannot be read as {SOURCES[name][0]}: " in message
    assert "line" in message


@pytest.mark.parametrize("name", DATABASES)
def test_a_database_that_is_cut_off(name, database):
    path = database(name)
    path.write_bytes(path.read_bytes()[:9000])
    assert str(path) in refusal(path)


def test_a_log_of_ioh_without_a_run(tmp_path):
    shutil.copytree(FILES / "iohprofiler/local-search", tmp_path / "log")
    (file,) = tmp_path.glob("log/*Sphere/*.dat")
    text = file.read_text()
    file.write_text(text[: text.rfind("evaluations")])
    message = refusal(tmp_path / "log")
    assert f"{tmp_path / 'log'} cannot be read as {IOH}: {file} has 3 runs, and 4 are" in message


def test_a_log_of_coco_that_is_cut_off(tmp_path):
    shutil.copytree(FILES / "coco/exdata/local-search", tmp_path / "log")
    file = tmp_path / "log/data_f1/bbobexp_f1_DIM2.dat"
    file.write_text(file.read_text()[:-30])
    message = refusal(tmp_path / "log")
    assert f"cannot be read as {COCO}: {file}: lines below line" in message
    file.unlink()
    file.with_suffix(".tdat").unlink()
    assert f"there is no file {file}" in refusal(tmp_path / "log")
    info = tmp_path / "log/bbobexp_f1.info"
    info.write_text(info.read_text().rpartition("%")[0])
    assert f"{info} ends before the line" in refusal(info)


def test_a_run_of_mlflow_that_is_damaged(tmp_path):
    store = tmp_path / "mlruns"
    shutil.copytree(FILES / "mlflow/mlruns", store)
    metric = next(store.glob("*/*/metrics/accuracy"))
    metric.write_text("1700000000000 0.9\n")
    message = refusal(store)
    assert (
        f"{store} cannot be read as runs of MLflow (mlruns): {metric} should hold a time" in message
    )
    metric.unlink()
    meta = metric.parent.parent / "meta.yaml"
    meta.write_text("run_id: x\n")
    assert f"{meta} has no entry experiment_id" in refusal(store)
