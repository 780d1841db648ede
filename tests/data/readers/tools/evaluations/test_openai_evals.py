"""Logs of OpenAI evals."""

import json
from pathlib import Path

from benchreport.data import Predictions
from benchreport.data.readers import read

FILES = Path(__file__).parents[3] / "tool_files" / "openai_evals"


def edited(tmp_path, change):
    lines = (FILES / "gpt-small.jsonl").read_text().splitlines()
    records = [record for line in lines for record in change(json.loads(line))]
    path = tmp_path / "log.jsonl"
    path.write_text("\n".join(map(json.dumps, records)))
    return path


def test_answers_of_two_models():
    frame = read(FILES)
    assert set(frame["dataset"]) == {"test-match.s1.simple-v0"}
    predictions = Predictions.from_frame(frame)
    assert predictions.algorithms == ("gpt-large", "gpt-small")
    assert predictions.predicted.T.tolist() == [[1, 1, 0, 1], [1, 0, 0, 1]]


def test_metrics_of_samples(tmp_path):
    def graded(record):
        if record.get("type") == "match":
            record.update(type="metrics", data={"score": 0.25, "choice": "B"})
        return [record]

    frame = read(edited(tmp_path, graded))
    assert frame["value"].tolist() == [0.25] * 4
    assert set(frame["metric"]) == {"score"}


def test_a_log_without_events_has_its_report(tmp_path):
    frame = read(edited(tmp_path, lambda r: [] if "type" in r else [r]))
    assert frame.drop(columns="dataset").values.tolist() == [["gpt-small", "accuracy", 0.5]]


def test_samples_that_were_matched_twice_are_runs(tmp_path):
    frame = read(edited(tmp_path, lambda r: [r, r] if r.get("type") == "match" else [r]))
    assert frame["run"].tolist() == [1, 2] * 4
