import json

import numpy as np
import pandas as pd
import pytest

from benchreport.data import Roles, Scores
from benchreport.errors import DataError, DesignError, OptionError
from benchreport.stats.description.profiles import profiles

ORACLE = "curves of four problems by hand, and loops over runs"


def costs(frame, **roles):
    return Scores.from_frame(
        pd.DataFrame(frame), Roles(score="seconds", higher_is_better=False, **roles)
    )


def runs(k=3, n_datasets=4, n_runs=5, seed=0):
    rng = np.random.default_rng(seed)
    rows = [
        (f"a{a}", f"d{d}", run, rng.normal(0.6 + 0.05 * a, 0.1))
        for a in range(k)
        for d in range(n_datasets)
        for run in range(n_runs)
    ]
    return pd.DataFrame(rows, columns=["algorithm", "dataset", "seed", "accuracy"])


# of four problems, b fails on one, and on another all are equally fast
BY_HAND = {"a": [1.0, 4.0, 10.0, 3.0], "b": [2.0, 1.0, np.nan, 3.0], "c": [4.0, 2.0, 5.0, 3.0]}


def test_dolan_more_by_hand():
    result = profiles(costs(BY_HAND))
    # ratios: a 1, 4, 2, 1; b 2, 1, ∞, 1; c 4, 2, 1, 1
    assert result.thresholds == (1.0, 2.0, 4.0)
    shares = {row.algorithm: row.shares for row in result.rows}
    assert shares == {"a": (0.5, 0.75, 1.0), "b": (0.5, 0.75, 0.75), "c": (0.5, 0.75, 1.0)}
    a, b, c = result.rows
    assert [row.best for row in result.rows] == [0.5, 0.5, 0.5]
    # on a log axis from 1 to 4, ratio 1 is ahead over the whole length, 2 over half of it
    assert [row.area for row in result.rows] == pytest.approx([0.625, 0.625, 0.625])
    assert (a.ninety_percent, b.ninety_percent, c.ninety_percent) == (4.0, float("inf"), 4.0)
    assert [row.failed for row in result.rows] == [0, 1, 0]
    assert result.exact
    assert "b 1" in " ".join(result.interpretation)


def test_ratios_of_scores_that_are_better_when_higher():
    table = Scores.from_frame(pd.DataFrame({"a": [0.8, 0.5], "b": [0.4, 0.5]}), Roles(score="f1"))
    result = profiles(table, kind="ratio")
    assert result.thresholds == (1.0, 2.0)
    assert [row.shares for row in result.rows] == [(1.0, 1.0), (0.5, 1.0)]


def test_auto_takes_ratios_of_costs_only():
    assert profiles(costs(BY_HAND)).kind == "ratio"
    assert profiles(Scores.from_frame(runs())).kind == "score"
    assert profiles(costs({"a": [1.0, 0.0], "b": [1.0, 2.0]})).kind == "score"


@pytest.mark.parametrize("higher", [True, False])
def test_score_profile_is_the_share_of_runs_strictly_better(higher):
    frame = runs()
    scores = Scores.from_frame(frame, Roles(higher_is_better=higher))
    at = np.sort(frame["accuracy"].to_numpy())[[3, 20, 40]]
    result = profiles(scores, kind="score", thresholds=at)
    assert result.resampled == "run"
    for row in result.rows:
        runs_of_row = frame.loc[frame["algorithm"] == row.algorithm, "accuracy"].to_numpy()
        counted = [
            (runs_of_row > tau).mean() if higher else (runs_of_row < tau).mean() for tau in at
        ]
        assert row.shares == pytest.approx(counted)
        ordered = np.sort(runs_of_row)[::-1] if higher else np.sort(runs_of_row)
        assert row.ninety_percent == ordered[17]


def test_bands_of_runs_against_a_loop_within_datasets():
    frame = runs(k=1, seed=4)
    other = frame.assign(algorithm="b", accuracy=frame["accuracy"] / 2)
    scores = Scores.from_frame(pd.concat([frame, other]))
    at = [0.5, 0.6, 0.7]
    row = profiles(scores, thresholds=at, n_resamples=5_000).rows[0]
    rng = np.random.default_rng(9)
    tasks = [group.to_numpy() for _, group in frame.groupby("dataset")["accuracy"]]
    resampled = np.empty((5_000, 3))
    for shares in resampled:
        picked = np.concatenate([rng.choice(task, len(task)) for task in tasks])
        shares[:] = [np.mean(picked > tau) for tau in at]
    low, high = np.quantile(resampled, [0.025, 0.975], axis=0)
    # the shares have steps of one run in 20
    assert np.abs(np.array(row.low) - low).max() <= 0.05 + 1e-9
    assert np.abs(np.array(row.high) - high).max() <= 0.05 + 1e-9


def test_datasets_count_alike_however_many_runs_they_have():
    frame = pd.DataFrame(
        [
            ("a", "x", 1, 1.0),
            ("a", "x", 2, 1.0),
            ("a", "x", 3, 1.0),
            ("a", "y", 1, 0.0),
            ("b", "x", 1, 0.2),
            ("b", "y", 1, 0.3),
        ],
        columns=["algorithm", "dataset", "seed", "accuracy"],
    )
    result = profiles(Scores.from_frame(frame), thresholds=[0.5, 0.6])
    assert result.rows[0].shares == (0.5, 0.5)


def test_the_resampled_units_depend_on_the_table():
    one_run_each = Scores.from_frame(runs(n_runs=1).drop(columns="seed"))
    assert profiles(one_run_each).resampled == "dataset"
    one_dataset = Scores.from_frame(runs(n_datasets=1).drop(columns="dataset"))
    assert profiles(one_dataset).resampled == "run"
    independent = Scores.from_frame(runs()[["algorithm", "accuracy"]])
    assert profiles(independent).resampled == "run"
    with pytest.raises(DesignError, match="independent runs"):
        profiles(independent, kind="ratio")


def test_failed_and_missing_runs_reach_nothing():
    frame = runs()
    failed = frame.copy()
    failed.loc[0, "accuracy"] = np.nan
    row = profiles(Scores.from_frame(failed), thresholds=[-9.0, 9.0]).rows[0]
    assert row.shares[0] == pytest.approx(0.95)
    assert row.failed == 1
    gone = frame[~((frame["algorithm"] == "a0") & (frame["dataset"] == "d1"))]
    row = profiles(Scores.from_frame(gone), thresholds=[-9.0, 9.0]).rows[0]
    assert row.shares[0] == pytest.approx(0.75)
    result = profiles(Scores.from_frame(gone, Roles(missing="drop")), thresholds=[-9.0, 9.0])
    assert result.rows[0].shares[0] == 1.0
    worst = profiles(Scores.from_frame(gone, Roles(missing="worst")), thresholds=[-9.0, 9.0])
    assert worst.rows[0].shares[0] == 1.0


def test_the_order_of_rows_does_not_matter():
    values = np.exp(np.random.default_rng(5).normal(size=(9, 4)))
    shuffled = np.random.default_rng(1).permutation(9)
    for kind in ("ratio", "score"):
        plain, other = (profiles(costs(runs), kind=kind) for runs in (values, values[shuffled]))
        pd.testing.assert_frame_equal(plain.table, other.table)
        pd.testing.assert_frame_equal(plain.curves, other.curves)
    frame = runs()
    plain, other = (
        profiles(Scores.from_frame(rows, Roles(algorithm="algorithm"))).table.set_index("algorithm")
        for rows in (frame, frame.sample(frac=1, random_state=1))
    )
    pd.testing.assert_frame_equal(plain, other.loc[plain.index])


def test_same_seed_same_result_and_another_one():
    table = costs(BY_HAND)
    assert profiles(table).to_dict() == profiles(table).to_dict()
    many = Scores.from_frame(runs(), Roles(algorithm="algorithm"))
    first, other = (profiles(many, kind="score", rng=seed) for seed in (0, 1))
    assert first.to_dict() != other.to_dict()
    assert first.curves["share"].tolist() == other.curves["share"].tolist()


@pytest.mark.parametrize(
    "values",
    [np.ones((6, 3)), np.zeros((2, 2)), np.arange(12.0).reshape(4, 3) * 1e300, np.eye(5) * 1e-300],
)
@pytest.mark.parametrize("higher", [True, False])
def test_odd_tables_give_shares(values, higher):
    table = Scores.from_frame(pd.DataFrame(values), Roles(score="x", higher_is_better=higher))
    result = profiles(table)
    curves = result.curves
    assert all(curves[name].between(0, 1).all() for name in ("share", "low", "high"))
    assert (curves["low"] <= curves["share"] + 1e-12).all()
    assert str(result)
    json.dumps(result.to_dict(), allow_nan=False)


def test_options_are_checked():
    table = costs(BY_HAND)
    with pytest.raises(OptionError, match="kind must be one of"):
        profiles(table, kind="time")
    for wrong in ([0.5, 2.0], [2.0, 1.0], [1.0], [1.0, np.nan]):
        with pytest.raises(OptionError, match="two increasing numbers from 1 on"):
            profiles(table, thresholds=wrong)
    with pytest.raises(OptionError, match="confidence"):
        profiles(table, confidence=2)
    with pytest.raises(OptionError, match="rng"):
        profiles(table, rng=-1)
    with pytest.raises(OptionError, match="n_resamples"):
        profiles(table, n_resamples=0)
    with pytest.raises(DataError, match="above 0"):
        profiles(costs({"a": [0.0, 1.0], "b": [1.0, 2.0]}), kind="ratio")


def test_order_is_by_area():
    result = profiles(costs({"slow": [4.0, 4.0], "fast": [1.0, 2.0], "middle": [2.0, 2.0]}))
    assert [result.rows[place].algorithm for place in result.order] == ["fast", "middle", "slow"]
    assert result.summary == (
        "Performance profiles of ratios: fast has the largest area, 1.000; "
        "fast is best on 100 % of 2 problems"
    )
