"""Folders, patterns, several files and objects, read as one table."""

import os

import numpy as np
import pandas as pd
import pytest

import benchreport
from benchreport.data.readers import files_of, paths, read, read_many, sha256_of
from benchreport.data.readers.file_names import differences
from benchreport.errors import ReadError

ONE = "dataset,accuracy\niris,0.9\nwine,0.8\n"


@pytest.fixture
def write(tmp_path):
    def write(*names, text=ONE):
        for name in names:
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return tmp_path

    return write


def refusal(source, **options):
    with pytest.raises(ReadError) as caught:
        read(source, **options)
    return caught.value


@pytest.mark.parametrize("names", [("svm.csv", "knn.csv"), ("svm/all.csv", "knn/all.csv")])
@pytest.mark.parametrize("how", ["folder", "pattern", "paths"])
def test_a_file_an_algorithm(write, names, how):
    place = write(*(f"results/{name}" for name in names)) / "results"
    pattern = "*.csv" if names[0] == "svm.csv" else "*/*.csv"
    source = {"folder": place, "pattern": str(place / pattern), "paths": [place / n for n in names]}
    frame = read(source[how])
    assert list(frame.columns) == ["algorithm", "dataset", "accuracy"]
    order = ["svm", "knn"] if how == "paths" else ["knn", "svm"]
    assert frame["algorithm"].tolist() == [order[0]] * 2 + [order[1]] * 2
    assert frame["accuracy"].tolist() == [0.9, 0.8] * 2


@pytest.mark.parametrize(
    ("text", "names", "columns"),
    [
        (ONE, ["seed1.csv", "seed02.csv"], {"seed": [1, 2]}),
        (ONE, ["svm_fold1.csv", "knn_fold1.csv"], {"algorithm": ["svm", "knn"]}),
        (ONE, ["svm/seed 1.csv", "svm/seed 2.csv"], {"seed": [1, 2]}),
        (ONE, ["2026-11-20.csv", "2026-11-21.csv"], {"date": ["2026-11-20", "2026-11-21"]}),
        (ONE, ["2026-11-20-svm.csv", "2026-11-20-knn.csv"], {"algorithm": ["svm", "knn"]}),
        (ONE, ["2026-11-20-a.csv", "2026-11-21-a.csv"], {"date": ["2026-11-20", "2026-11-21"]}),
        (
            ONE,
            ["2026-11-20-a.csv", "2026-11-20/b.csv"],
            {"algorithm": ["a", "b"]},
        ),
        (
            ONE,
            ["a-2026-11-20.csv", "a-2026-11-21.csv", "b-2026-11-20.csv"],
            {"algorithm": ["a", "b"], "date": ["2026-11-20", "2026-11-21"]},
        ),
        (ONE, ["seed1.csv", "fold2.csv"], {"algorithm": ["seed1", "fold2"]}),
        (ONE, ["seed1.csv", "plain.csv"], {"algorithm": ["seed1", "plain"]}),
        ("svm,knn\n1,2\n", ["a.csv", "b.csv"], {"file": ["a", "b"]}),
        ("0,1\n0.5,0.6\n", ["svm.csv", "knn.csv"], {"algorithm": ["svm", "knn"]}),
        ("y_true,y_pred\n1,0\n", ["svm.csv", "knn.csv"], {"algorithm": ["svm", "knn"]}),
        ("dataset,svm,knn\niris,1,2\n", ["a.csv", "b.csv"], {"file": ["a", "b"]}),
        ("model,dataset,acc\nsvm,iris,1\n", ["a.csv", "b.csv"], {"file": ["a", "b"]}),
        ("model,dataset,acc\nsvm,iris,1\n", ["run-1.csv", "run-2.csv"], {"run": [1, 2]}),
        ("model,dataset,file,acc\nsvm,iris,x,1\n", ["a.csv", "b.csv"], {"source_file": ["a", "b"]}),
    ],
)
def test_what_the_names_of_files_say(write, text, names, columns):
    place = write(*names, text=text)
    frame = read([place / name for name in names])
    added = [name for name in frame.columns if name not in text.split("\n", 1)[0].split(",")]
    assert added == list(columns)
    for name, values in columns.items():
        assert frame[name].drop_duplicates().tolist() == list(dict.fromkeys(values))


@pytest.mark.parametrize(
    "texts",
    [
        ("model,dataset,acc\nsvm,iris,1\n", "model,dataset,acc\nsvm,wine,1\n"),
        ("dataset,svm,knn\niris,1,2\n", "dataset,svm,knn\nwine,1,2\n"),
        ("model,fold,acc\nsvm,1,1\n", "model,fold,acc\nsvm,2,1\n"),
    ],
)
def test_files_whose_rows_tell_themselves_apart_get_no_column(write, texts):
    for name, text in zip("ab", texts, strict=True):
        place = write(f"{name}.csv", text=text)
    frame = read(place)
    assert list(frame.columns) == texts[0].split("\n")[0].split(",")
    assert len(frame) == 2


def test_cells_that_are_lists_in_several_files(write):
    place = write("a.jsonl", "b.jsonl", text='{"model": "m", "query": 1, "prediction": ["x"]}\n')
    assert read(place)["file"].tolist() == ["a", "b"]


def test_names_of_files_that_differ_only_in_their_suffix_or_not_at_all(write):
    place = write("a.csv", "a.txt")
    assert "algorithm" not in read([place / "a.csv", place / "a.csv"])
    assert differences([place / "x/a.csv", place / "y/z/a.csv"]) == ["x/a", "y/z/a"]
    assert differences([place / "results_test.csv", place / "scores.csv"]) == [
        "results_test",
        "scores",
    ]


def test_what_is_left_out_of_a_folder(write):
    place = write("svm.csv", ".hidden.csv", ".git/knn.csv", "image.bin")
    write("README.txt", text="what this is")
    (place / "void.lock").touch()
    if hasattr(os, "mkfifo"):
        os.mkfifo(place / "pipe.csv")
    (place / "loop").symlink_to(place)
    assert len(read(place)) == 2
    assert files_of([place]) == [place / "svm.csv"]
    assert sha256_of([place]) == sha256_of([place / "svm.csv"])


def test_folders_that_hold_no_results(write):
    place = write("a.bin", "b.log")
    error = refusal(place)
    assert f"{place} holds no file of results; it holds a.bin, b.log." in error.message
    assert ".csv" in error.hint
    (place / "empty").mkdir()
    assert "is a directory that holds no file" in refusal(place / "empty").message
    assert "no file matches" in refusal(place / "*.csv").message


def test_a_folder_with_other_columns_or_an_empty_file(write):
    place = write("a.csv")
    write("b.csv", text="x,y\n1,2\n")
    assert "b.csv lacks dataset, accuracy and has x, y" in refusal(place).message
    (place / "b.csv").write_text("")
    assert f"{place / 'b.csv'} is empty" in refusal(place).message


def test_a_folder_with_too_many_files(write, monkeypatch):
    monkeypatch.setattr(paths, "MOST_FILES", 3)
    place = write(*(f"{number}.csv" for number in range(4)))
    assert f"{place} holds more than 3 files" in refusal(place).message


@pytest.mark.skipif(getattr(os, "geteuid", int)() == 0, reason="root may open any folder")
def test_a_folder_that_cannot_be_opened(write):  # pragma: no cover - not as root
    place = write("a/b.csv")
    (place / "a").chmod(0)
    assert "cannot be opened" in refusal(place).message
    (place / "a").chmod(0o700)


def test_the_size_of_each_file_is_limited(write):
    place = write("a.csv", "b.csv")
    assert "are allowed" in refusal(place, size_limit=10).message


def test_a_path_with_special_characters_is_no_pattern(write):
    place = write("[a]*.csv", "b.csv")
    assert len(read(place / "[a]*.csv")) == 2
    assert files_of([place / "[a]*.csv"]) == [place / "[a]*.csv"]
    assert files_of([place, place / "b.csv"]) == [place / "[a]*.csv", place / "b.csv"]


def test_objects():
    frame = pd.DataFrame({"a": [1]})
    assert benchreport.read(frame) is frame
    records = [{"model": "a", "metrics": {"f1": 0.5}}]
    assert benchreport.read(records).to_dict("records") == [{"model": "a", "metrics.f1": 0.5}]
    assert benchreport.read({"svm": [0.5, 0.6], "knn": [0.7, 0.8]}).shape == (2, 2)
    arrays = {"svm": np.array([0.5, 0.6]), "knn": (0.7, 0.8)}
    assert benchreport.read(arrays)["knn"].tolist() == [0.7, 0.8]


@pytest.mark.parametrize("source", [None, 3, object(), np.ones(3), iter(())])
def test_objects_that_hold_no_results(source):
    error = refusal(source)
    assert type(source).__name__ in error.message
    assert "pandas.DataFrame" in error.hint


@pytest.mark.parametrize("source", [[1, 2], {"a": [1], "b": [1, 2]}, [{"a": 1}, None], [], {}])
def test_damaged_objects(source):
    assert refusal(source).message.startswith(f"the {type(source).__name__} cannot be read as")


def test_no_path():
    assert refusal("").message == "a path is empty."
    with pytest.raises(ReadError, match="no file"):
        read_many([])
