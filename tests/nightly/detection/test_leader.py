"""The leader of a metric: ranks over datasets, ties, failures, few blocks."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from benchreport.nightly.config.settings import Config, Metric
from benchreport.nightly.detection.leader import find_leader
from benchreport.nightly.intake.read_nights import read_nights

CONFIG = Config(metric=(Metric(name="accuracy", higher_is_better=True),))


def scores_of(table, *, higher=True, blocks="dataset"):
    """Make scores from a table with one column per algorithm."""
    long = pd.DataFrame(table).rename_axis(blocks).reset_index().melt(blocks, var_name="algorithm")
    metric = Metric(name="accuracy", higher_is_better=higher)
    frame = long.rename(columns={"value": "accuracy"})
    (night,) = read_nights(frame, replace(CONFIG, metric=(metric,)), night="2026-11-20")
    return night.metrics[0]


def random_table(seed, datasets=12, algorithms=4):
    values = np.random.default_rng(seed).normal(size=(datasets, algorithms))
    return pd.DataFrame(values, columns=list("abcdefgh")[:algorithms])


@pytest.mark.parametrize("higher", [True, False])
def test_the_best_mean_rank_leads(higher):
    table = random_table(1)
    ranks = stats.rankdata(table, axis=1) if not higher else stats.rankdata(-table, axis=1)
    expected = table.columns[ranks.mean(axis=0).argmin()]
    leader = find_leader(scores_of(table, higher=higher), None)
    assert leader.algorithms == (expected,)
    assert leader.mean_rank == pytest.approx(ranks.mean(axis=0).min(), rel=1e-12)
    assert 1 <= leader.low <= leader.high <= 4
    assert leader.before == ()


def test_the_best_everywhere_is_certainly_first():
    table = random_table(2).assign(a=10.0)
    leader = find_leader(scores_of(table), scores_of(table.assign(b=20.0)))
    assert (leader.algorithms, leader.low, leader.high, leader.mean_rank) == (("a",), 1, 1, 1)
    assert leader.before == ("b",)


def test_equal_algorithms_lead_together():
    table = random_table(3, algorithms=2)
    table = pd.DataFrame({"a": table["a"], "b": table["a"], "c": table["a"] - 1})
    leader = find_leader(scores_of(table), None)
    assert (leader.algorithms, leader.mean_rank) == (("a", "b"), 1.5)


def test_algorithms_that_differ_in_the_last_bit_lead_together():
    errors = np.random.default_rng(5).uniform(0.05, 0.4, size=40).round(2)
    table = pd.DataFrame({"a": 1 - errors, "b": (1 - errors).round(2), "c": errors})
    assert (table["a"] != table["b"]).any()
    assert find_leader(scores_of(table), None).algorithms == ("a", "b")


def test_a_single_algorithm_leads_nobody():
    assert find_leader(scores_of({"a": [1.0, 2.0]}), None) is None
    alone = scores_of({"a": [1.0, 2.0]})
    assert find_leader(scores_of(random_table(4)), alone).before == ()


def test_failing_on_hard_datasets_gives_no_advantage():
    table = pd.DataFrame(
        {
            "a": [0.9, 0.5, 0.4, 0.3],
            "lucky": [0.91, np.nan, np.nan, np.nan],
            "c": [0.8, 0.6, 0.3, 0.2],
        }
    )
    leader = find_leader(scores_of(table), None)
    # lucky is best on the only dataset that all three have; one block gives no interval
    assert (leader.algorithms, leader.mean_rank) == (("lucky",), None)
    none = table.assign(c=[np.nan, 0.6, 0.3, 0.2])
    assert find_leader(scores_of(none), None).algorithms == ()


def test_an_algorithm_that_failed_everywhere_is_left_out():
    table = random_table(5).assign(d=np.nan)
    leader = find_leader(scores_of(table), None)
    complete = find_leader(scores_of(table[["a", "b", "c"]]), None)
    assert (leader.algorithms, leader.mean_rank) == (complete.algorithms, complete.mean_rank)
    assert (leader.low, leader.high) == (complete.low, complete.high)
    alone = find_leader(scores_of(table.assign(a=np.nan, b=np.nan)), None)
    assert (alone.algorithms, alone.mean_rank) == (("c",), None)
    assert find_leader(scores_of(table * np.nan), None).algorithms == ()


def test_a_run_that_failed_costs_no_dataset():
    table = random_table(6, datasets=5)
    long = table.rename_axis("dataset").reset_index().melt("dataset", var_name="algorithm")
    twice = pd.concat([long.assign(seed=1), long.assign(seed=2)]).rename(
        columns={"value": "accuracy"}
    )
    twice.loc[(twice["seed"] == 1) & (twice["dataset"] == 3), "accuracy"] = np.nan
    (night,) = read_nights(twice, CONFIG, night="2026-11-20")
    leader, complete = find_leader(night.metrics[0], None), find_leader(scores_of(table), None)
    assert (leader.algorithms, leader.mean_rank) == (complete.algorithms, complete.mean_rank)


def test_repeats_of_one_dataset_are_blocks():
    leader = find_leader(scores_of(random_table(7, datasets=9), blocks="seed"), None)
    assert leader.mean_rank is not None


def test_runs_that_do_not_belong_together_are_averaged_and_give_no_interval():
    rng = np.random.default_rng(8)
    frame = pd.DataFrame({"algorithm": list("ab") * 20, "accuracy": rng.normal(size=40)})
    frame.loc[frame["algorithm"] == "b", "accuracy"] += 0.1
    (night,) = read_nights(frame, CONFIG, night="2026-11-20")
    leader = find_leader(night.metrics[0], None)
    best = frame.groupby("algorithm")["accuracy"].mean().idxmax()
    assert (leader.algorithms, leader.mean_rank, leader.low) == ((best,), None, None)


def test_the_interval_covers_the_place_and_is_the_same_every_time():
    table = random_table(9, datasets=6)
    first, two = (find_leader(scores_of(frame), None) for frame in (table, table.iloc[::-1]))
    assert first == two
    assert first.low == 1
    assert first.high > 1
