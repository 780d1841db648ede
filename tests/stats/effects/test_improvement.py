import numpy as np
import pandas as pd
import pytest
from few_runs import long, read

from benchreport.data import Roles, Scores
from benchreport.errors import DesignError
from benchreport.stats.effects.improvement import improvement

ORACLE = "rliable 1.2.0, in the test"


def test_against_rliable():
    """rliable's probability_of_improvement, and its interval with 5,000 resamples."""
    (row,) = improvement(read(long()), n_resamples=5_000).rows
    assert (row.first, row.second) == ("a", "b")
    assert row.estimate == pytest.approx(0.295)
    assert row.interval[:2] == pytest.approx((0.135, 0.47), abs=0.015)


def test_pairs_with_a_control():
    rng = np.random.default_rng(0)
    runs = {name: rng.normal(size=(4, 5)).tolist() for name in "abc"}
    result = improvement(read(long(runs)), control="b")
    assert [(row.first, row.second) for row in result.rows] == [("a", "b"), ("c", "b")]
    assert result.control == "b"


def test_runs_that_do_not_overlap():
    runs = {"a": [[1.0, 2.0]] * 3, "b": [[3.0, 4.0]] * 3, "c": [[1.0, 2.0]] * 3}
    result = improvement(read(long(runs)))
    assert [row.estimate for row in result.rows] == [0.0, 0.5, 1.0]
    assert result.rows[0].interval[:2] == (0.0, 0.0)


def test_lower_is_better():
    scores = Scores.from_frame(long(), Roles(score="return", higher_is_better=False))
    (better,) = improvement(scores).oriented().rows
    assert (better.first, better.second) == ("a", "b")
    assert better.estimate == pytest.approx(1 - 0.295)


def test_the_order_of_rows_decides_nothing():
    frame = long()
    shuffled = frame.sample(frac=1.0, random_state=3).sort_values("algorithm", kind="stable")
    (one,), (other,) = (improvement(read(table)).rows for table in (frame, shuffled))
    assert one.estimate == pytest.approx(other.estimate)
    assert one.interval == pytest.approx(other.interval)


def test_one_run_each_is_refused():
    wide = pd.DataFrame(np.random.default_rng(0).normal(size=(30, 3)), columns=list("abc"))
    with pytest.raises(DesignError, match="each algorithm has one"):
        improvement(read(wide))


def test_runs_of_one_dataset():
    frame = pd.DataFrame({"a": [3.0, 5.0, 6.0], "b": [1.0, 5.0, 2.0]}).rename_axis("seed")
    (row,) = improvement(read(frame)).rows
    assert row.estimate == pytest.approx(7.5 / 9)


def test_intervals_are_about_these_datasets():
    rows = [(a, d, s, s + len(a)) for a in ("a", "bb") for d in ("x", "y") for s in range(3)]
    runs = pd.DataFrame(rows, columns=["algorithm", "dataset", "seed", "return"])
    for name in ("improvement", "aggregates"):
        several = getattr(runs.bench(score="return"), name)()
        assert any("not about other datasets" in note for note in several.warnings)
        one = getattr(runs[runs["dataset"] == "x"].bench(score="return"), name)()
        assert not any("other datasets" in note for note in one.warnings)
