"""Studies of Optuna as curves of the best value."""

import math
import sqlite3
from contextlib import closing
from enum import Enum
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest

from benchreport.data.readers import read
from benchreport.errors import ReadError

FILES = Path(__file__).parents[3] / "tool_files" / "optuna"


class StudyDirection(Enum):
    MINIMIZE = 1
    MAXIMIZE = 2


class TPESampler:
    pass


class RandomSampler:
    pass


class Study:
    """What a study of optuna 5.0.0 shows: its trials, directions, names and sampler."""

    def __init__(
        self, values, name="study", direction="MINIMIZE", sampler=TPESampler, metrics=None
    ):
        self.trials = [SimpleNamespace(value=value) for value in values]
        self.study_name = name
        self.directions = [StudyDirection[word] for word in direction.split()]
        self.metric_names = metrics
        self.sampler = sampler()

    def ask(self): ...

    def tell(self): ...

    def trials_dataframe(self): ...


@pytest.fixture
def database(tmp_path):
    path = tmp_path / "studies.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((FILES / "studies_db.sql").read_text())
    return path


def change(path, *statements):
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def test_studies_of_a_database_are_runs_of_their_names(database):
    frame = read(database)
    assert frame.columns.tolist() == ["algorithm", "run", "step", "minimized_objective"]
    assert frame.groupby(["algorithm", "run"]).size().to_dict() == {
        (name, run): 12 for name in ("random", "tpe") for run in range(3)
    }
    one = frame.query("algorithm == 'random' and run == 2")["minimized_objective"]
    written = read(FILES / "random.csv").set_index("step")["value"]
    assert one.iloc[-1] == pytest.approx(written.min())
    # the sixth trial was pruned
    assert one.iloc[5] == one.iloc[4] == pytest.approx(written.loc[:5].min())
    assert "minimized_objective, lower is better" in repr(frame.bench)


def test_the_direction_of_a_database(database):
    lowest = read(database)["minimized_objective"].min()
    change(database, "UPDATE study_directions SET direction = 'MAXIMIZE'")
    frame = read(database)
    assert "maximized_objective, higher is better" in repr(frame.bench)
    last = frame.groupby(["algorithm", "run"])["maximized_objective"].last()
    assert (last > lowest).all()


def test_a_study_is_the_best_value_after_each_trial():
    frame = read(Study([None, 3.0, 5.0, math.inf, math.nan, 2.0]))
    assert frame.to_dict("list") == {
        "algorithm": ["study"] * 5,
        "step": [2, 3, 4, 5, 6],
        "minimized_objective": [3.0, 3.0, 3.0, 3.0, 2.0],
    }
    maximized = read(Study([1.0, 3.0, 2.0], direction="MAXIMIZE"))
    assert maximized["maximized_objective"].tolist() == [1.0, 3.0, 3.0]


@pytest.mark.parametrize(
    ("metric", "direction", "column"),
    [
        ("accuracy", "MAXIMIZE", "accuracy"),
        ("error", "MINIMIZE", "error"),
        ("quality", "MAXIMIZE", "maximized_quality"),
        ("accuracy", "MINIMIZE", "minimized_accuracy"),
    ],
)
def test_the_column_says_what_is_measured_and_how(metric, direction, column):
    frame = read(Study([1.0, 2.0], direction=direction, metrics=[metric]))
    assert frame.columns[-1] == column


def test_studies_by_names_in_a_dict():
    frame = read({"TPE": Study([1.0, 2.0]), "random": Study([2.0, 1.0])})
    assert frame["algorithm"].tolist() == ["TPE", "TPE", "random", "random"]
    assert "2 algorithms, 2 runs of 2 points" in repr(frame.bench)


def test_a_list_of_studies_is_compared_by_sampler():
    studies = [
        Study([1.0, 2.0], f"no {n}", sampler=s)
        for n, s in zip("abc", [TPESampler, TPESampler, RandomSampler], strict=True)
    ]
    frame = read(studies)
    assert frame[["algorithm", "run"]].drop_duplicates().to_numpy().tolist() == [
        ["TPESampler", "no a"], ["TPESampler", "no b"], ["RandomSampler", "no c"],
    ]  # fmt: skip


def test_studies_without_a_name_are_called_by_their_samplers():
    frame = read(
        [Study([1.0], f"no-name-{n}", sampler=s) for n, s in enumerate([TPESampler, RandomSampler])]
    )
    assert frame["algorithm"].tolist() == ["TPESampler", "RandomSampler"]


def test_studies_of_one_name_stay_apart():
    frame = read([Study([1.0]), Study([2.0]), Study([3.0])])
    assert frame["algorithm"].tolist() == ["study", "study (2)", "study (3)"]


def test_several_objectives_are_refused(database):
    with pytest.raises(ReadError, match="study 'study' has 2 objectives"):
        read(Study([1.0], direction="MINIMIZE MAXIMIZE"))
    change(database, "INSERT INTO study_directions VALUES (99, 'MINIMIZE', 1, 1)")
    with pytest.raises(ReadError, match="study 'tpe-0' has 2 objectives"):
        read(database)


def test_studies_without_values_are_refused(database):
    with pytest.raises(ReadError, match="no trial of the studies study has a value"):
        read(Study([None]))
    change(database, "DELETE FROM trial_values")
    with pytest.raises(ReadError, match="no trial of the studies tpe-0, tpe-1"):
        read(database)
    change(database, "DELETE FROM studies")
    with pytest.raises(ReadError, match="it holds no study"):
        read(database)


def test_a_table_of_trials_is_of_one_algorithm_and_does_not_say_the_direction():
    frame = read(FILES / "random.csv")
    assert frame.columns.tolist() == ["algorithm", "step", "value"]
    assert set(frame["algorithm"]) == {"random"}
    assert 6 not in frame["step"].tolist()
    assert "found random only" in repr(frame.bench)
    several = pd.concat([frame, frame.assign(algorithm="tpe")])
    assert "whether a higher score is better" in repr(several.bench)


def test_a_table_of_trials_whose_metric_has_a_name(tmp_path):
    text = (FILES / "random.csv").read_text()
    (tmp_path / "tpe.csv").write_text(text.replace("number,value,", "number,value_accuracy,"))
    assert read(tmp_path / "tpe.csv").columns.tolist() == ["algorithm", "step", "accuracy"]
    (tmp_path / "two.csv").write_text(
        text.replace("number,value,", "number,values_0,").replace("params_x", "values_1")
    )
    with pytest.raises(ReadError, match="study 'two' has 2 objectives"):
        read(tmp_path / "two.csv")


def test_tables_of_trials_are_compared_by_their_files(tmp_path):
    for name in ("tpe", "random"):
        (tmp_path / f"{name}.csv").write_text((FILES / "random.csv").read_text())
    frame = read(tmp_path)
    assert frame.groupby("algorithm").size().to_dict() == {"random": 10, "tpe": 10}
