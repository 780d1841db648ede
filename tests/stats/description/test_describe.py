import math

import numpy as np
import pandas as pd
import pytest
from looped import loop_over
from published import cases

from benchreport.data import Roles, Scores
from benchreport.stats import describe, tukey


@loop_over(("scores", "answer"), cases("describe"))
def test_against_r(scores, answer):
    for row, r in zip(describe(scores).rows, answer["rows"], strict=True):
        numbers = (
            row.mean,
            row.sd,
            row.median,
            row.lower_quartile,
            row.upper_quartile,
            row.mean_rank,
        )
        expected = [r[key] for key in ("mean", "sd", "median", "q25", "q75", "mean_rank")]
        assert numbers == pytest.approx(expected, rel=1e-8)
        assert (row.wins, row.ties, row.losses) == (r["wins"], r["ties"], r["losses"])


def test_gaps_are_left_out_and_reported():
    frame = pd.DataFrame({"a": [1.0, None, 3.0], "b": [2.0, 2.0, 2.0]})
    result = describe(Scores.from_frame(frame, Roles(score="accuracy")))
    assert [row.n for row in result.rows] == [2, 3]
    assert (result.rows[0].wins, result.rows[0].losses) == (1, 1)
    assert (result.rows[1].wins, result.rows[1].losses) == (1, 1)
    assert result.rows[0].mean_rank == 1.5
    assert "1 of 6 cells has no score (a on 2)." in result.warnings


def test_best_is_marked_in_the_metrics_direction():
    frame = pd.DataFrame({"a": [1.0, 2.0], "b": [2.0, 4.0]})
    error = describe(Scores.from_frame(frame, Roles(score="error")))
    accuracy = describe(Scores.from_frame(frame, Roles(score="accuracy")))
    assert (error.best, accuracy.best) == ("a", "b")
    assert error.table["best"].tolist() == ["mean, median, mean_rank", ""]


def test_no_complete_block():
    frame = pd.DataFrame({"a": [1.0, None], "b": [None, 2.0]})
    result = describe(Scores.from_frame(frame, Roles(score="accuracy")))
    assert math.isnan(result.rows[0].mean_rank)
    assert "best mean b" in result.summary


def test_all_that_share_the_best_mean_are_named():
    scores = Scores.from_frame(
        pd.DataFrame({"a": [1.0, 1.0], "b": [1.0, 1.0], "c": [0.0, 1.0]}), Roles(score="accuracy")
    )
    assert (
        describe(scores).summary == "accuracy: best mean a and b (1), best mean rank a and b (1.75)"
    )


def test_a_spread_that_is_not_0_does_not_look_like_0():
    values = np.random.default_rng(0).normal([1.6, 2.7, 6.6], [0.004, 0.004, 0], (6, 3))
    texts = describe(Scores.from_frame(pd.DataFrame(values), Roles(score="loss"))).display
    spreads = texts[["sd", "IQR"]].map(float).to_numpy()
    assert (spreads[:2] > 0).all()
    assert texts["mean"].tolist() == [f"{mean:.2f}" for mean in values.mean(axis=0)]
    assert texts.loc[2, ["sd", "IQR"]].tolist() == ["0.00", "0.00"]


def test_means_over_different_datasets_have_no_best():
    frame = pd.DataFrame({"a": [1.0, 1.0, 5.0], "b": [2.0, 2.0, None], "c": [0.0, 0.0, 0.0]})
    result = describe(Scores.from_frame(frame, Roles(score="accuracy", missing="available")))
    assert (
        result.summary
        == "accuracy: best mean rank b (1.00), of the datasets with a score of every algorithm"
    )


def test_as_many_scores_on_different_datasets_have_no_best_mean():
    """Each algorithm lacks one dataset: an equal n does not make means comparable."""
    frame = pd.DataFrame({"a": [1.0, 1.0, None, 5.0], "b": [2.0, None, 2.0, 2.0]})
    result = describe(Scores.from_frame(frame, Roles(score="accuracy", missing="available")))
    assert [row.n for row in result.rows] == [3, 3]
    assert set(result.table["best"]) == {"mean_rank"}


def test_medians_of_skewed_scores_have_their_own_decimals():
    frame = pd.DataFrame({"a": [0.15, 0.12, 0.17, 361.0], "b": [0.36, 0.31, 0.39, 2067.2]})
    display = describe(Scores.from_frame(frame, Roles(score="seconds"))).display
    assert display["mean"].tolist() == ["90.4", "517.1"]
    assert display["median"].tolist() == ["0.160", "0.375"]
    even = describe(Scores.from_frame(frame.iloc[:3], Roles(score="seconds"))).display
    assert even["mean"].str.len().tolist() == even["median"].str.len().tolist()


def test_means_that_differ_by_rounding_only_are_equally_good():
    """Both means are .45: one ends in the 17th digit of it."""
    frame = pd.DataFrame(
        {"a": [0.1, 0.2, 0.3, 0.9, 0.8, 0.4], "b": [0.3, 0.1, 0.2, 0.9, 0.4, 0.8], "c": 0.1}
    )
    assert frame["a"].mean() != frame["b"].mean()
    scores = Scores.from_frame(frame, Roles(score="accuracy"))
    assert describe(scores).summary.startswith("accuracy: best mean a and b (0.45), ")
    assert tukey(scores).centres[0] == tukey(scores).centres[1]
