"""Logs with several metrics, and scores by example: which rows are read, and as what."""

import pandas as pd
import pytest

from benchreport.data import Predictions, Scores
from benchreport.data.columns.read_layout import read_layout
from benchreport.data.columns.roles import Roles
from benchreport.data.columns.selection import select
from benchreport.errors import RoleError


def log(**values):
    """Return two models' answers to three examples, with a column of values for each metric."""
    rows = [
        {"model": model, "example": f"q{number}", "metric": metric, "value": value}
        for metric, cells in values.items()
        for (model, number), value in zip(
            [(model, number) for model in "ab" for number in range(3)], cells, strict=True
        )
    ]
    return pd.DataFrame(rows)


RIGHT = [1, 1, 0, 0, 1, 0]
GRADES = [0.5, 1, 0, 0, 1, 0.2]


def test_a_metric_of_a_log_of_right_answers_is_asked_and_chosen():
    frame = log(acc=RIGHT, acc_norm=RIGHT[::-1]).rename(columns={"value": "correct"})
    assert Predictions.suits(frame)
    with pytest.raises(RoleError, match=r"2 metrics: acc, acc_norm\. Which one is compared\?"):
        Predictions.from_frame(frame)
    predictions = Predictions.from_frame(frame, Roles(metric="acc_norm"))
    assert predictions.task == "correctness"
    assert predictions.predicted.T.tolist() == [[0, 1, 0], [0, 1, 1]]


def test_values_of_0_and_1_beside_examples_are_answers():
    frame = log(acc=RIGHT, clarity=GRADES)
    predictions = Predictions.from_frame(frame, Roles(metric="acc"))
    assert predictions.predicted.T.tolist() == [[1, 1, 0], [0, 1, 0]]
    assert not Predictions.suits(frame, Roles(metric="clarity"))


def test_an_error_of_1_is_no_right_answer():
    assert select(log(error=RIGHT), Roles()).roles.score == "error"


def test_values_of_0_and_1_without_examples_are_scores():
    frame = log(acc=RIGHT).rename(columns={"example": "task"})
    assert select(frame, Roles()).roles.score == "acc"


@pytest.mark.parametrize("datasets", [None, ["sums"]])
def test_examples_are_blocks_where_there_is_one_dataset(datasets):
    frame = log(f1=GRADES)
    if datasets:
        frame["dataset"] = datasets * len(frame)
    scores = Scores.from_frame(frame)
    assert scores.blocks == ("q0", "q1", "q2")
    assert scores.values.T.tolist() == [[0.5, 1, 0], [0, 1, 0.2]]


def test_the_only_dataset_is_not_used():
    frame = log(f1=GRADES).assign(dataset="sums")
    layout = read_layout(select(frame, Roles()).frame, Roles(score="f1"))
    assert layout.reasons["dataset"] == "the same in all rows"
    assert layout.reasons["example"] == "each example is a block"


def test_epochs_are_repeats_of_examples():
    frame = pd.concat([log(f1=GRADES).assign(repeat=epoch) for epoch in (1, 2)])
    layout = read_layout(select(frame, Roles()).frame, Roles(score="f1"))
    assert (layout.dataset, layout.repeat) == ("example", ("repeat",))


def test_examples_are_repeats_of_several_datasets():
    frame = pd.concat([log(f1=GRADES).assign(dataset=name) for name in ("sums", "words")])
    layout = read_layout(select(frame, Roles()).frame, Roles(score="f1"))
    assert (layout.dataset, layout.repeat) == ("dataset", ("example",))
    assert layout.reasons["example"] == "the examples of a dataset"


def test_a_dataset_that_the_caller_names_stays_one():
    frame = log(f1=GRADES).assign(dataset="sums")
    layout = read_layout(select(frame, Roles()).frame, Roles(score="f1", dataset="dataset"))
    assert (layout.dataset, layout.repeat) == ("dataset", ("example",))
