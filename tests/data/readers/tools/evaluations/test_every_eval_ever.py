"""Records of Every Eval Ever, and their instances."""

import json
from pathlib import Path

import pytest

from benchreport.data import Predictions, Roles, Scores
from benchreport.data.readers import read
from benchreport.errors import ReadError

FILES = Path(__file__).parents[3] / "tool_files" / "every_eval_ever"
(RECORD,) = FILES.glob("tiny_colours/org/small/*.json")
INSTANCES = str(FILES / "tiny_colours" / "org" / "*" / "*.jsonl")


def edited(tmp_path, change):
    data = json.loads(RECORD.read_text())
    change(data["evaluation_results"][0])
    (tmp_path / "a.json").write_text(json.dumps(data))
    return tmp_path / "a.json"


def test_a_record():
    assert read(RECORD).values.tolist() == [
        ["org/small", "tiny_colours", "acc", 0.25, 0.25],
        ["org/small", "tiny_colours", "acc_norm", 0.75, 0.25],
    ]


def test_directions_are_those_of_the_record(tmp_path):
    def turn(result):
        result["metric_config"]["lower_is_better"] = True

    assert read(edited(tmp_path, turn)).attrs["higher_is_better"] == {
        "acc": False,
        "acc_norm": True,
    }


def test_a_folder_of_records():
    scores = Scores.from_frame(read(FILES), Roles(metric="exact_match"))
    assert sorted(scores.algorithms) == ["org/large", "org/small"]
    assert scores.blocks == ("tiny_words/strict-match", "tiny_words/flexible-extract")
    assert scores.values.tolist() == [[0.5, 0.5]] * 2


def test_records_of_version_0_2_do_not_name_the_metric(tmp_path):
    def old(result):
        about, details = result["metric_config"], result["score_details"]
        result["metric_config"] = {"lower_is_better": about["lower_is_better"]}
        result["score_details"] = {"score": details["score"]}

    row = read(edited(tmp_path, old)).iloc[0]
    assert row[["metric", "value"]].tolist() == ["score", 0.25]


def test_results_of_the_same_name_are_told_apart(tmp_path):
    data = json.loads(RECORD.read_text())
    results = data["evaluation_results"]
    for result, name in zip(results, ("pass@1", "pass@10"), strict=True):
        result["metric_config"]["metric_name"] = "pass_at_k"
        result["evaluation_result_id"] = name
    (tmp_path / "a.json").write_text(json.dumps(data))
    frame = read(tmp_path / "a.json")
    assert frame["metric"].tolist() == ["pass_at_k, pass@1", "pass_at_k, pass@10"]
    assert frame.attrs["higher_is_better"]["pass_at_k, pass@10"] is True


def test_instances():
    frame = read(INSTANCES)
    predictions = Predictions.from_frame(frame, Roles(metric="acc_norm"))
    right = dict(zip(predictions.algorithms, predictions.predicted.sum(axis=0), strict=True))
    assert right == {"org/small": 3, "org/large": 2}
    assert predictions.datasets == ("tiny_colours",)


def test_an_instance_that_failed_has_no_row(tmp_path):
    lines = Path(next(iter(FILES.glob("tiny_colours/org/small/*.jsonl")))).read_text().splitlines()
    failed = json.loads(lines[0])
    failed["evaluation"]["score"] = None
    path = tmp_path / "samples.jsonl"
    path.write_text("\n".join([json.dumps(failed), *lines[1:]]))
    assert len(read(path)) == len(lines) - 1


@pytest.mark.parametrize(
    ("key", "problem"),
    [
        ("evaluation_name", "it lacks the key 'evaluation_name'"),
        ("metric_config", "it lacks the key 'metric_config'"),
        ("score_details", "it lacks the key 'score_details'"),
    ],
)
def test_a_key_that_is_missing(key, problem, tmp_path):
    with pytest.raises(ReadError, match=f"a record of Every Eval Ever: {problem}"):
        read(edited(tmp_path, lambda result: result.pop(key)))


def test_a_score_that_is_no_number(tmp_path):
    def broken(result):
        result["score_details"]["score"] = "high"

    with pytest.raises(ReadError, match="its score 'high' is no number"):
        read(edited(tmp_path, broken))
