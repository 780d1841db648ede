"""Right and wrong answers with a column for each model, beside what the examples are about."""

import numpy as np
import pandas as pd
import pytest
from stranger_tables import asked

from benchreport.errors import BenchreportError

ROWS = 40
KINDS = {
    "bool": lambda right: right,
    "whole": lambda right: right.astype(int),
    "words": lambda right: np.where(right, "pass", "fail"),
}


def answers(kind, **beside):
    rng = np.random.default_rng(3)
    frame = pd.DataFrame({name: rng.random(ROWS) < 0.6 for name in ("gpt", "llama", "qwen")})
    return pd.DataFrame(beside).join(frame.apply(KINDS[kind])), frame


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("about", ["category", "topic", "dataset", "level of it"])
@pytest.mark.parametrize("number", ["question", "sentence", None])
def test_what_answers_are_about_is_no_model(kind, about, number):
    beside = {} if number is None else {number: range(1, ROWS + 1)}
    frame, right = answers(kind, **beside, **{about: list("abcd") * 10})
    with pytest.raises(BenchreportError) as caught:
        _ = frame.bench.scores
    assert caught.value.way_out.calls[0].roles == {"task": "correctness"}
    read = frame.bench(task="correctness").predictions
    assert read.algorithms == ("gpt", "llama", "qwen")
    assert (read.correct == right.to_numpy()).all()


@pytest.mark.parametrize("name", ["question", "example", "image", "case", "n"])
def test_numbers_of_rows_are_no_algorithm_beside_whole_scores(name):
    frame = pd.DataFrame(
        {name: range(1, 9), "a": [3, 1, 2, 5, 4, 2, 2, 9], "b": [1, 1, 2, 4, 4, 1, 2, 8]}
    )
    assert frame.bench(higher_is_better=True).scores.algorithms == ("a", "b")
    frame, _ = answers("whole", **{name: range(ROWS)})
    assert "question" not in asked(frame).message


def test_a_few_scores_or_two_columns_may_count_up():
    frame = pd.DataFrame({"a": [1, 2, 3, 4], "b": [2, 2, 5, 1]})
    assert frame.bench(higher_is_better=True).scores.algorithms == ("a", "b")
    frame = pd.DataFrame({"a": range(8), "b": range(1, 9), "c": [3, 1, 2, 5, 4, 2, 2, 9]})
    assert frame.bench(higher_is_better=True).scores.algorithms == ("a", "b", "c")


def test_flags_beside_scores_are_no_answers():
    frame = pd.DataFrame(
        {
            "pretrained": ["yes", "yes", "no", "no"] * 3,
            "augmented": ["yes", "no"] * 6,
            "dataset": np.repeat(["x", "y", "z"], 4),
            "accuracy": [0.9, 0.8, 0.7, 0.6, 0.9, 0.8, 0.9, 0.6, 0.5, 0.8, 0.7, 0.6],
        }
    )
    with pytest.raises(BenchreportError) as caught:
        _ = frame.bench.scores
    assert "answers" not in str(caught.value)
