"""Leaderboards and annotations of AlpacaEval."""

import json
from pathlib import Path

import pytest

from benchreport.data import Scores
from benchreport.data.readers import read
from benchreport.errors import DesignError, ReadError

FILES = Path(__file__).parents[3] / "tool_files" / "alpaca_eval"
ANNOTATIONS = FILES / "small" / "length" / "annotations.json"


def edited(tmp_path, name, change):
    records = json.loads(ANNOTATIONS.read_text())
    for record in records:
        change(record)
    path = tmp_path / name / "annotations.json"
    path.parent.mkdir()
    path.write_text(json.dumps(records))
    return path


def test_preferences_are_wins_over_the_baseline():
    scores = Scores.from_frame(read(FILES))
    assert scores.algorithms == ("large", "small")
    assert scores.values.T.tolist() == [[1, 1, 0, 1, 1, 1], [0, 0, 0, 1, 1, 0.5]]
    assert scores.score == "win_rate"
    assert len(set(scores.blocks)) == 6


def test_long_instructions_have_short_names_of_their_own():
    names = read(ANNOTATIONS)["example"]
    assert names.is_unique
    assert names.str.len().max() == 48 + len("… 012345")
    assert names[0].startswith("Write 1 sentences on how a benchmark is made and")


def test_codes_of_draws_and_failed_annotators(tmp_path):
    path = edited(tmp_path, "a", lambda record: record.update(preference=0))
    assert set(read(path)["value"]) == {0.5}
    records = json.loads(ANNOTATIONS.read_text())
    records[0]["preference"] = None
    path.write_text(json.dumps(records))
    assert len(read(path)) == len(records) - 1


def test_annotators_are_metrics(tmp_path):
    edited(tmp_path, "a", lambda _: None)
    edited(tmp_path, "b", lambda record: record.update(annotator="judge"))
    assert set(read(tmp_path)["metric"]) == {"win_rate, length", "win_rate, judge"}


def test_a_leaderboard_has_nothing_to_test():
    frame = read(FILES / "leaderboard.csv")
    assert list(frame.columns) == ["algorithm", "win_rate", "discrete_win_rate"]
    assert frame.round(1).values.tolist() == [["large", 83.3, 83.3], ["small", 41.7, 41.7]]
    with pytest.raises(DesignError, match="there is nothing to test"):
        Scores.from_frame(frame)


def test_outputs_are_no_scores():
    with pytest.raises(ReadError, match="holds what a model answered, and no preference") as caught:
        read(FILES / "small" / "model_outputs.json")
    assert "annotations.json" in str(caught.value.way_out)


@pytest.mark.parametrize("key", ["preference", "generator_2", "instruction"])
def test_a_record_without_a_key(key, tmp_path):
    records = json.loads(ANNOTATIONS.read_text())
    del records[1][key]
    path = tmp_path / "annotations.json"
    path.write_text(json.dumps(records))
    with pytest.raises(ReadError, match=f"annotations of AlpacaEval: it lacks the key '{key}'"):
        read(path)
