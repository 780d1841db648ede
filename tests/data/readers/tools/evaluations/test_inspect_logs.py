"""Logs of Inspect: archives and JSON, with samples and without."""

import json
import shutil
import sys
import zipfile
from pathlib import Path

import pytest

from benchreport.data import Predictions
from benchreport.data.readers import read
from benchreport.data.readers.tools.evaluations import inspect_logs
from benchreport.errors import DependencyError, ReadError

FILES = Path(__file__).parents[3] / "tool_files" / "inspect_logs"
(GRADED,) = (FILES / "json").iterdir()
(SCORES,) = (FILES / "without_samples").iterdir()


@pytest.fixture
def archive_of(tmp_path):
    """Return a function that writes an archive of the entries given."""

    def write(**entries):
        path = tmp_path / "log.eval"
        with zipfile.ZipFile(path, "w") as archive:
            for name, data in entries.items():
                archive.writestr(name.replace("__", "/") + ".json", json.dumps(data))
        return path

    return write


def edited(path, tmp_path, name, change):
    data = json.loads(path.read_text())
    change(data)
    (tmp_path / name).write_text(json.dumps(data))
    return tmp_path / name


def sample(number, value, epoch=1):
    return {"id": number, "epoch": epoch, "scores": {"match": {"value": value}}}


HEADER = {"eval": {"model": "m", "task": "t"}}


def test_answers_with_epochs():
    predictions = Predictions.from_frame(read(FILES / "sums"))
    assert predictions.task == "correctness"
    assert predictions.repeats == ("1", "2")
    right = dict(zip(predictions.algorithms, predictions.predicted.sum(axis=0), strict=True))
    assert right == {"mockllm/small": 6, "mockllm/large": 7}


@pytest.mark.parametrize("path", [GRADED, *(FILES / "rubric").iterdir()])
def test_several_scores_of_a_sample(path):
    rows = read(path).set_index(["example", "metric"])["value"]
    assert rows.loc[:, "rubric.clarity"].tolist() == [1, 2, 3, 4]
    assert rows.loc[:, "rubric.tone"].tolist() == [0.5] * 4


def test_scores_of_a_log_without_samples():
    assert read(SCORES).fillna(-1).values.tolist() == [
        ["mockllm/small", "rubric", "clarity", 2.5, -1],
        ["mockllm/small", "rubric", "tone", 0.5, 0],
    ]


def test_metrics_of_the_same_name_are_told_apart(tmp_path):
    def two_scorers(data):
        metrics = {"accuracy": {"value": 0.5}, "stderr": {"value": 0.1}, "std": {"value": 0.2}}
        names = ("match", "choice")
        data["results"]["scores"] = [{"name": name, "metrics": metrics} for name in names]

    frame = read(edited(SCORES, tmp_path, "a.json", two_scorers))
    assert frame["metric"].tolist() == ["match.accuracy", "choice.accuracy"]
    assert frame["stderr"].tolist() == [0.1, 0.1]


@pytest.mark.parametrize(
    ("grade", "value"),
    [
        ("C", 1),
        ("I", 0),
        ("P", 0.5),
        ("N", 0),
        ("yes", 1),
        ("No", 0),
        (True, 1),
        ("0.25", 0.25),
        (3, 3),
    ],
)
def test_grades(grade, value, archive_of):
    frame = read(archive_of(header=HEADER, summaries=[sample(1, grade), sample(2, 0.5)]))
    assert frame["value"].tolist() == [value, 0.5]


def test_samples_without_a_score_are_counted(archive_of):
    unscored = [{"id": 2, "epoch": 1, "scores": None}, {"id": 3, "epoch": 1, "error": {}}]
    frame = read(archive_of(header=HEADER, summaries=[sample(1, "C"), *unscored]))
    assert frame["example"].tolist() == [1]
    assert frame.attrs["notes"] == ("2 samples without a score are left out.",)


def test_the_first_logs_had_one_score(archive_of):
    samples = [{"id": 1, "epoch": 1, "score": {"value": "C"}}]
    frame = read(archive_of(header=HEADER, summaries=samples))
    assert frame[["metric", "correct"]].values.tolist() == [["score", True]]


def test_a_score_that_is_no_number_is_no_answer(archive_of):
    samples = [sample(1, "C"), sample(2, float("nan")), sample(3, [1, 2]), sample(4, "other")]
    assert len(read(archive_of(header=HEADER, summaries=samples))) == 1


def test_an_evaluation_that_was_cut_off_has_its_journal(archive_of):
    first, second = [sample(1, "C")], [sample(2, "I")]
    frame = read(
        archive_of(
            _journal__start=HEADER, _journal__summaries__1=first, _journal__summaries__2=second
        )
    )
    assert frame["correct"].tolist() == [True, False]


def test_samples_without_summaries(archive_of):
    frame = read(archive_of(header=HEADER, samples__1_epoch_1=sample(1, "I")))
    assert frame["correct"].tolist() == [False]


@pytest.mark.parametrize("setting", ["solver", "task_args_passed", "model_generate_config"])
def test_settings_tell_logs_of_a_model_apart(setting, tmp_path):
    for number, name in enumerate("ab"):
        value = name if setting == "solver" else {"temperature": number}

        def change(data, value=value):
            data["eval"][setting] = value

        edited(GRADED, tmp_path, f"{name}.json", change)
    key = "solver={}" if setting == "solver" else "temperature={}"
    names = [f"mockllm/small ({key.format(v)})" for v in ("ab" if setting == "solver" else (0, 1))]
    assert read(tmp_path)["algorithm"].unique().tolist() == names


def test_the_same_evaluation_again_is_a_run(tmp_path):
    for name in ("a.json", "b.json"):
        shutil.copy(GRADED, tmp_path / name)
    assert read(tmp_path)["run"].value_counts().to_dict() == {1: 8, 2: 8}


def test_zstd_without_pyarrow(monkeypatch):
    monkeypatch.setitem(
        inspect_logs.__dict__, "_extract", lambda *_: inspect_logs._decompress(b"", 1)
    )
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(DependencyError, match="compressed by zstd, which needs pyarrow") as caught:
        read(next((FILES / "sums").iterdir()))
    assert str(caught.value.way_out) == "pip install 'benchreport[parquet]'"


@pytest.mark.parametrize(
    ("entries", "problem"),
    [
        ({"header": {}, "summaries": [sample(1, "C")]}, "it lacks the key 'eval'"),
        ({"header": HEADER, "summaries": [{"id": 1}]}, "it lacks the key 'epoch'"),
        ({"header": HEADER, "summaries": [sample([1], "C")]}, r"its key 'id' holds \[1\]"),
        ({"header": HEADER}, "it holds no score"),
    ],
)
def test_damaged_entries(entries, problem, archive_of):
    with pytest.raises(ReadError, match=rf"cannot be read as logs of Inspect: {problem}"):
        read(archive_of(**entries))


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="zipfile reads zstd itself")
def test_an_entry_that_does_not_fit_its_checksum(monkeypatch):
    whole = inspect_logs._decompress
    monkeypatch.setattr(
        inspect_logs, "_decompress", lambda *entry: whole(*entry).replace(b'"C"', b'"I"')
    )
    with pytest.raises(ReadError, match=r"its entry summaries\.json is damaged"):
        read(FILES / "sums")
