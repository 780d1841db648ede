"""Ways out of errors that end where nothing can be compared are not offered."""

import pandas as pd
import pytest

import benchreport  # noqa: F401 - registers df.bench
from benchreport.errors import DesignError, RoleError


def test_a_part_with_one_score_of_each_algorithm_is_not_offered():
    frame = pd.DataFrame({"algorithm": list("abc") * 2, "threads": [1, 1, 1, 2, 2, 2]})
    frame["ms"] = [1.5, 2.25, 1.75, 2.5, 1.25, 2.0]
    with pytest.raises(RoleError, match="threads") as asked:
        _ = frame.bench.scores
    roles = [way.roles for way in asked.value.way_out.calls]
    assert {"dataset": "threads"} in roles
    assert not any("where" in way for way in roles)


def test_if_all_ways_end_the_reason_is_said():
    frame = pd.DataFrame({"zaft": ["a", "b", "c"], "brimo": [0.5, 0.7, 0.6]})
    with pytest.raises(DesignError, match="one row for each 'zaft'"):
        _ = frame.bench.scores
    # beside what the caller said, it is asked what is missing
    with pytest.raises(RoleError, match="no column says which algorithm") as asked:
        _ = frame.bench(score="brimo").scores
    assert asked.value.hint == "add a column that says which algorithm each score is of"


def test_where_the_algorithms_are_known_the_way_to_the_scores_stays():
    frame = pd.DataFrame({"who": list("aabb"), "auc": [0.25, 0.5, 0.75, 0.625]})
    frame["acc"] = [0.5, 0.75, 0.625, 0.25]
    with pytest.raises(RoleError, match="2 columns could be the score") as asked:
        _ = frame.bench(algorithm="who").scores
    assert asked.value.way_out.calls[0].roles == {"score": "auc"}


def test_rows_that_say_that_they_are_empty_are_left_out_of_a_leaderboard():
    frame = pd.DataFrame({"model": list("abc"), "iris": ["0.5", "--", "0.75"]})
    frame["wine"] = ["0.25", "n/a", "0.5"]
    scores = frame.bench(columns="dataset", score="acc").scores
    assert scores.algorithms == ("a", "c")
