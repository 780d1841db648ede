"""Scores outside their metric's range, or on two scales, are named and never refused."""

import numpy as np
import pandas as pd
import pytest
from looped import loop_over

from benchreport.data import Roles, Scores
from benchreport.data.cells.score_ranges import range_notes
from benchreport.errors import DataError


def notes(*scores, metric="accuracy"):
    return range_notes(np.array(scores), metric, lambda row: f"run {row}")


@loop_over(
    ("metric", "scores"),
    [
        ("accuracy", [0, 0.5, 1]),
        ("accuracy", [0, 81.2, 100]),
        ("accuracy", [1 + 1e-12, -1e-12, np.nan]),
        ("accuracy", [np.nan, np.nan]),
        ("win_rate", [0.3, 0.9, 1.4, 2.5, 5, 50, 95]),
        ("mcc", [-1, -0.2, 1]),
        ("mcc", [-20, 35, 60]),
        ("r2", [-40, 0.3, 0.9]),
        ("time_s", [0, 1e9]),
        ("reward", [-5, 7]),
        ("log_time", [-5, 7]),
        ("accuracy_gain", [-5, 7]),
        ("recall_kappa", [-5, 7]),
        ("points", [-1, 0.5, 2000]),
        (None, [-1, 2]),
    ],
)
def test_scores_within_their_range(metric, scores):
    assert notes(*scores, metric=metric) == ()


@loop_over(
    ("metric", "scores", "note"),
    [
        (
            "f1",
            [0.5, 1.2, 0.7],
            "f1 is between 0 and 1, but 1 of 3 scores is not: 1.2 (run 1).",
        ),
        (
            "auc",
            [0.5, 81, 0.7, -0.2, 0.8, np.nan],
            "auc is between 0 and 1, but 2 of 5 scores are not: 81 (run 1), −0.2 (run 3).",
        ),
        (
            "accuracy",
            [50, 101, 0.5],
            "accuracy is between 0 and 100, but 1 of 3 scores is not: 101 (run 1).",
        ),
        (
            "accuracy",
            [0.81, 92.3, 0.9, 81.2, 75, 0],
            (
                "Most scores of accuracy are percentages, but 2 of 6 are at most 1, as shares are: "
                "0.81 (run 0), 0.9 (run 2)."
            ),
        ),
        (
            "mcc",
            [-1.5, 0.3, 0.4],
            "mcc is between −1 and 1, but 1 of 3 scores is not: −1.5 (run 0).",
        ),
        ("r2", [-40, 0.3, 1.2], "r2 is at most 1, but 1 of 3 scores is not: 1.2 (run 2)."),
        (
            "runtime",
            [5, -1],
            (
                "runtime is at least 0, but 1 of 2 scores is not: −1 (run 1)."
                " A negative number often stands for a failed run."
            ),
        ),
    ],
)
def test_scores_outside_their_range(metric, scores, note):
    assert notes(*scores, metric=metric) == (note,)


def test_a_note_names_the_run():
    long = pd.DataFrame(
        {"method": list("aabb"), "dataset": list("xyxy"), "acc": [0.5, 1.3, 0.6, 0.7]}
    )
    scores = Scores.from_frame(long)
    assert scores.runs.notes == ("acc is between 0 and 1, but 1 of 4 scores is not: 1.3 (a on y).",)
    wide = long.pivot_table(index="dataset", columns="method", values="acc")
    assert "1.3 (a on y)" in Scores.from_frame(wide, Roles(score="acc")).runs.notes[0]
    assert Scores.from_frame(wide, Roles(higher_is_better=True)).runs.notes == ()
    metrics = long.rename(columns={"acc": "value"}).assign(metric="acc")
    assert Scores.from_frame(metrics).runs.notes == scores.runs.notes


def test_one_negative_number_stands_for_runs_that_failed():
    frame = pd.DataFrame({"zip": [5.0, 4, 6], "xz": [-1.0, 3, -1], "zstd": [2.0, 1, 3]})
    assert Scores.from_frame(frame, Roles(score="bytes")).runs.failed == "2 runs failed: −1"
    with pytest.raises(DataError, match=r"without any score: xz \(3 runs failed: −1\)"):
        Scores.from_frame(frame.assign(xz=-1.0), Roles(score="bytes"))
    scores = Scores.from_frame(frame, Roles(score="bytes", missing="worst"))
    assert scores.values[:, 1].tolist() == [5, 3, 6]
    # an algorithm that failed throughout does not win, however many scores there are
    with pytest.raises(DataError, match=r"without any score: xz \(3 runs failed: −1\)"):
        Scores.from_frame(frame[["zip", "xz"]].assign(xz=-1.0), Roles(score="bytes"))
    # of several numbers, or of a metric that may be negative, nothing is certain
    several = frame.replace({"xz": {3.0: -2.0}})
    assert Scores.from_frame(several, Roles(score="bytes")).values[:, 1].tolist() == [-1, -2, -1]
    assert not Scores.from_frame(-frame.abs(), Roles(score="mse")).gaps
    assert not Scores.from_frame(frame, Roles(score="reward")).gaps


def test_one_negative_number_among_scores_without_a_name_is_told():
    frame = pd.DataFrame(
        {"task": [*"wxyz"], "a": [81.3, -1.0, 92.4, 64.5], "b": [80.1, 70.2, -1.0, 63.0]}
    )
    (note,) = frame.bench(higher_is_better=False).scores.runs.notes
    assert (
        "2 of 8 scores are −1 (a on x, b on y), and all others are above 0. A negative number"
        in note
    )
    for column in ([1.0, -1.0, 1.0, 1.0], [81.3, -1.0, 0.0, 64.5], [81.3, -1.5, 92.4, 64.5]):
        assert not frame.assign(a=column, b=column).bench(higher_is_better=True).scores.runs.notes
