"""Logs of IOHprofiler and COCO as curves."""

import json
import shutil
from pathlib import Path

import pytest

from benchreport.data.readers import read
from benchreport.errors import ReadError

FILES = Path(__file__).parents[3] / "tool_files"


@pytest.fixture
def ioh(tmp_path):
    return Path(shutil.copytree(FILES / "iohprofiler", tmp_path / "ioh"))


def test_runs_of_ioh():
    frame = read(FILES / "iohprofiler")
    assert frame.columns.tolist() == ["algorithm", "dataset", "run", "evaluations", "minimized_y"]
    assert repr(frame.bench).startswith(
        "2 algorithms on 2 datasets, 16 runs of 3 to 21 points over 1 to 60 evaluations; minimized_y, lower"
    )
    assert set(frame["dataset"]) == {"Sphere (2-D)", "Rastrigin (2-D)"}


def test_the_best_values_are_those_that_ioh_wrote():
    """Its JSON has the best value of each run, and when it was found."""
    frame = read(FILES / "iohprofiler")
    for path in FILES.glob("iohprofiler/*/*.json"):
        data = json.loads(path.read_text())
        for number, run in enumerate(data["scenarios"][0]["runs"], start=1):
            rows = frame[
                (frame["algorithm"] == data["algorithm"]["name"])
                & frame["dataset"].str.startswith(data["function_name"])
                & (frame["run"] == number)
            ]
            assert rows["minimized_y"].iloc[-1] == pytest.approx(run["best"]["y"], rel=1e-6)
            reached = rows[rows["minimized_y"] == rows["minimized_y"].min()]["evaluations"].min()
            assert reached == run["best"]["evals"]
            # the log ends with the last improvement, the run with its budget
            assert rows["evaluations"].iloc[-1] == run["evals"] == 60


def test_a_run_that_begins_where_the_one_before_ended_keeps_its_start(ioh):
    (file,) = ioh.glob("local-search/*Sphere/*.dat")
    header = "evaluations raw_y\n"
    file.write_text(
        header.join(["", "1 3.0\n5 2.0\n", "1 2.0\n7 1.5\n7 1.0\n", "1 4.0\n", "1 4.0\n"])
    )
    frame = read(ioh / "local-search/IOHprofiler_f1_Sphere.json").query("run == 2")
    assert frame[["evaluations", "minimized_y"]].to_numpy().tolist() == [
        [1, 2.0],
        [7, 1.0],
        [60, 1.0],
    ]


def change(path, **entries):
    path.write_text(json.dumps(json.loads(path.read_text()) | entries))


def test_functions_that_are_maximized(ioh):
    (file,) = ioh.glob("local-search/*Sphere/*.dat")
    file.write_text("evaluations raw_y\n1 3.0\n5 2.0\n9 4.0\n" * 4)
    path = ioh / "local-search/IOHprofiler_f1_Sphere.json"
    change(path, maximization=True)
    frame = read(path)
    assert frame.query("run == 3")["maximized_y"].tolist() == [3.0, 3.0, 4.0, 4.0]
    assert "maximized_y, higher is better" in repr(frame.bench)
    with pytest.raises(ReadError, match=r"some functions are maximized \(Sphere\)"):
        read(ioh)


def test_a_log_without_values_is_named(ioh):
    (file,) = ioh.glob("local-search/*Sphere/*.dat")
    file.write_text(file.read_text().replace("raw_y", "y"))
    with pytest.raises(ReadError, match="has no column raw_y; it has evaluations, y"):
        read(ioh)


def test_a_damaged_file_beside_others_is_named(ioh, tmp_path):
    path = ioh / "local-search/IOHprofiler_f1_Sphere.json"
    path.write_text(path.read_text()[:-20])
    with pytest.raises(ReadError, match=f"1 file cannot be read: {path}"):
        read(ioh)
    folder = Path(shutil.copytree(FILES / "coco/exdata", tmp_path / "exdata"))
    path = folder / "local-search/bbobexp_f1.info"
    path.write_text("nothing")
    with pytest.raises(ReadError, match=f"1 file cannot be read: {path}"):
        read(folder)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("evaluations raw_y\n" * 4, "lines below line 1 are absent"),
        ("evaluations raw_y\n1 x\n" * 4, "could not convert string to float: 'x'"),
        ("evaluations raw_y\n1 2\n3\n" * 4, "lines below line 1 have 1, 2 numbers"),
    ],
)
def test_damaged_numbers_are_named(ioh, text, message):
    (file,) = ioh.glob("local-search/*Sphere/*.dat")
    file.write_text(text)
    with pytest.raises(ReadError, match=f"{file}: {message}"):
        read(ioh)


def test_a_log_whose_file_is_gone_is_named(ioh):
    (file,) = ioh.glob("local-search/*Sphere/*.dat")
    file.unlink()
    with pytest.raises(ReadError, match=f"there is no file {file}"):
        read(ioh)


def test_runs_of_coco():
    frame = read(FILES / "coco/exdata")
    assert frame.columns.tolist() == ["algorithm", "dataset", "run", "evaluations", "regret"]
    assert repr(frame.bench).startswith("2 algorithms on 2 datasets, 8 runs of")
    assert "regret, lower is better" in repr(frame.bench)
    assert set(frame["dataset"]) == {"f1 (2-D)", "f3 (2-D)"}
    assert frame.groupby(["algorithm", "dataset", "run"])["evaluations"].max().eq(50).all()


def test_the_best_values_are_those_that_cocopp_reads():
    """After 20 evaluations, in each run."""
    frame = read(FILES / "coco/exdata")
    best = (
        frame[frame["evaluations"] <= 20].groupby(["algorithm", "dataset", "run"])["regret"].last()
    )
    expected = json.loads((FILES / "coco/cocopp.json").read_text())
    assert len(expected) == 4
    for name, values in expected.items():
        algorithm, function = name.split(", ")
        assert best[algorithm, f"{function} (2-D)"].tolist() == values


def test_coco_without_the_file_of_times(tmp_path):
    folder = Path(shutil.copytree(FILES / "coco/exdata", tmp_path / "exdata"))
    whole = read(folder)
    for file in folder.rglob("*.tdat"):
        file.unlink()
    frame = read(folder)
    assert len(frame) < len(whole)
    keys = ["algorithm", "dataset", "run"]
    assert frame.groupby(keys)["regret"].last().equals(whole.groupby(keys)["regret"].last())


def test_coco_of_other_columns_is_named(tmp_path):
    folder = Path(shutil.copytree(FILES / "coco/exdata", tmp_path / "exdata"))
    file = folder / "local-search/data_f1/bbobexp_f1_DIM2.dat"
    file.write_text(file.read_text().replace("best noise-free fitness", "fitness"))
    with pytest.raises(ReadError, match="has no column of the best noise-free fitness"):
        read(folder)
