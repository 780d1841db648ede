import numpy as np
import pandas as pd
import pytest
from few_runs import RUNS, long, read

from benchreport.data import Roles, Scores
from benchreport.errors import DesignError, OptionError
from benchreport.stats.description.aggregates import aggregates

ORACLE = "rliable 1.2.0, in the test"

# rliable: aggregate_iqm, _mean, _median and _optimality_gap, and get_interval_estimates with 20,000 resamples
RLIABLE = {
    ("a", "iqm"): (0.43, 0.317, 0.509),
    ("a", "mean"): (0.416, 0.3275, 0.5055),
    ("a", "median"): (0.427, 0.321, 0.501),
    ("a", "optimality_gap"): (0.584, 0.4945, 0.6725),
    ("b", "iqm"): (0.592, 0.430, 0.783),
    ("b", "mean"): (0.674, 0.504, 0.8565),
    ("b", "median"): (0.682, 0.473, 0.877),
    ("b", "optimality_gap"): (0.4, 0.2825, 0.5185),
}


def test_against_rliable():
    result = aggregates(read(long()), target=1.0, n_resamples=20_000)
    assert result.names == ("iqm", "mean", "median", "optimality_gap")
    for row in result.rows:
        estimate, low, high = RLIABLE[row.algorithm, row.metric]
        assert row.estimate == pytest.approx(estimate)
        assert row.interval[:2] == pytest.approx((low, high), abs=0.008)
    assert not result.of("optimality_gap")[0].higher_is_better
    assert result.best("optimality_gap").algorithm == "b"


def test_lower_is_better():
    scores = Scores.from_frame(long(), Roles(score="return", higher_is_better=False))
    gap = aggregates(scores, statistics="iqm", target=0.3).of("optimality_gap")
    short = [np.maximum(np.array(RUNS[name]) - 0.3, 0).mean() for name in ("a", "b")]
    assert [row.estimate for row in gap] == pytest.approx(short)


def test_the_order_of_rows_decides_nothing():
    frame = long()
    shuffled = frame.sample(frac=1.0, random_state=3).sort_values("algorithm", kind="stable")
    rows = (aggregates(read(table)).rows for table in (frame, shuffled))
    for one, other in zip(*rows, strict=True):
        assert one.estimate == pytest.approx(other.estimate)
        assert one.interval == pytest.approx(other.interval)


def test_tasks_with_one_run_are_resampled_themselves():
    wide = pd.DataFrame(np.random.default_rng(0).normal(size=(30, 3)), columns=list("abc"))
    result = aggregates(read(wide))
    assert result.variant == "bootstrap"
    assert result.assumptions[1].outcome == "held"
    mean = result.of("mean")[0]
    error = wide["a"].std(ddof=0) / np.sqrt(30)
    assert (mean.interval.high - mean.interval.low) / 2 == pytest.approx(1.96 * error, rel=0.1)


@pytest.mark.parametrize("columns", [["seed"], []])
def test_runs_of_one_dataset(columns):
    frame = pd.DataFrame({"a": [3.0, 5.0, 6.0], "b": [1.0, 5.0, 2.0]})
    long = (
        frame.rename_axis("seed")
        .reset_index()
        .melt("seed", var_name="algorithm", value_name="return")
    )
    scores = read(long[["algorithm", *columns, "return"]])
    assert [row.estimate for row in aggregates(scores, statistics="median").rows] == [5.0, 2.0]


def test_few_runs_are_doubtful():
    outcomes = {
        runs: aggregates(read(long({n: RUNS[n][:runs] * 4 for n in RUNS}))).assumptions[1]
        for runs in (2, 4)
    }
    assert [each.outcome for each in outcomes.values()] == ["doubtful", "held"]
    assert "smallest number is 8" in outcomes[2].evidence


def test_missing_runs_are_refused():
    with pytest.raises(DesignError, match="missing"):
        aggregates(read(long().drop(index=3)))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"statistics": "trimmed"}, "statistics"),
        ({"statistics": ()}, "names none"),
        ({"target": float("nan")}, "target must be"),
        ({"alpha": 2}, "alpha"),
        ({"n_resamples": 10}, "needs 40 resamples"),
    ],
)
def test_options_are_checked(options, message):
    with pytest.raises(OptionError, match=message):
        aggregates(read(long()), **options)
