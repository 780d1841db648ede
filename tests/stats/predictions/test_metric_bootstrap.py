import importlib

import numpy as np
import pandas as pd
import pytest
from looped import loop_over
from predictions_tables import predictions_of_patterns, random_labels, random_scores

from benchreport.data import Predictions
from benchreport.errors import DesignError, OptionError
from benchreport.stats.predictions.delong import delong
from benchreport.stats.predictions.loss_t import loss_t
from benchreport.stats.predictions.metric_bootstrap import metric_bootstrap

ORACLE = "scikit-learn's metrics; delong and loss_t, to which the intervals are near"

ON_LABELS = ["accuracy", "f1_macro", "mcc", "cohen_kappa"]


@pytest.mark.parametrize("metric", ON_LABELS)
def test_differences_against_scikit_learn(metric):
    learn = pytest.importorskip("sklearn.metrics")
    peers = {
        "accuracy": learn.accuracy_score,
        "f1_macro": lambda y, p: learn.f1_score(y, p, average="macro"),
        "mcc": learn.matthews_corrcoef,
        "cohen_kappa": learn.cohen_kappa_score,
    }
    table = random_labels()
    values = [peers[metric](table.truth, column) for column in table.predicted.T]
    result = metric_bootstrap(table, metric=metric, n_resamples=200)
    assert result.centres == pytest.approx(values, rel=1e-10)
    for row in result.comparisons:
        i, j = (table.algorithms.index(name) for name in (row.first, row.second))
        assert row.difference == pytest.approx(values[i] - values[j], rel=1e-9, abs=1e-12)
        assert row.interval.low < row.difference < row.interval.high


@pytest.mark.parametrize("interval", ["percentile", "t", "bca"])
def test_auc_is_near_delong(interval):
    # of one pair no interval is adjusted
    table = random_scores(n=400, k=2)
    rows = metric_bootstrap(table, metric="auc", interval=interval, n_resamples=1000).comparisons
    for row, peer in zip(rows, delong(table).comparisons, strict=True):
        assert row.difference == pytest.approx(peer.difference, rel=1e-10)
        assert row.interval[:2] == pytest.approx(peer.interval[:2], abs=0.01)
        assert row.statistic == pytest.approx(peer.statistic, rel=0.12)


def test_means_are_near_the_t_test():
    rng = np.random.default_rng(2)
    truth = rng.normal(size=150)
    columns = {name: truth + rng.normal(0, sd, 150) for name, sd in (("a", 1), ("b", 1.15))}
    table = Predictions.from_frame(pd.DataFrame({"y_true": truth, **columns}))
    row = metric_bootstrap(table, metric="mse", n_resamples=4000).comparisons[0]
    peer = loss_t(table).comparisons[0]
    assert row.difference == pytest.approx(peer.difference, rel=1e-10)
    assert row.p_value == pytest.approx(peer.p_value, abs=0.02)
    assert row.favours == peer.favours


def test_the_same_seed_gives_the_same_bytes():
    table = random_scores(n=60)
    first, same, other = (
        metric_bootstrap(table, metric="brier", n_resamples=100, rng=seed) for seed in (1, 1, 2)
    )
    assert first == same
    assert first.seed == 1
    assert first.comparisons[0].interval != other.comparisons[0].interval
    assert first.lower_centre_is_better


@loop_over("interval", ["percentile", "t", "bca"])
@loop_over("metric", ["accuracy", "f1", "mcc", "auc", "log_loss", "brier"])
def test_identical_models(metric, interval):
    table = random_scores(n=60, k=1)
    frame = pd.DataFrame({"y_true": table.truth.astype(int)})
    for name in ("a", "b"):
        frame[f"{name}_probability"] = table.scores[:, 0]
    result = metric_bootstrap(
        Predictions.from_frame(frame), metric=metric, interval=interval, n_resamples=100
    )
    row = result.comparisons[0]
    assert (row.p_value, row.difference, row.statistic, row.favours) == (1, 0, 0, "")
    assert row.interval[:2] == (0, 0)


def test_weights():
    frame = pd.DataFrame(
        {"y_true": [1, 1, 0, 0] * 20, "a": [1, 1, 0, 1] * 20, "b": [1, 0, 0, 0] * 20}
    )
    weights = np.tile([1.0, 1.0, 1.0, 3.0], 20)
    table = Predictions.from_frame(frame.assign(weight=weights))
    row = metric_bootstrap(table, metric="accuracy", n_resamples=200).comparisons[0]
    assert row.difference == pytest.approx(3 / 6 - 5 / 6)
    assert row.favours == "b"
    even = Predictions.from_frame(frame.assign(weight=2.5))
    weighted = metric_bootstrap(even, metric="accuracy", n_resamples=200).comparisons[0]
    plain = metric_bootstrap(Predictions.from_frame(frame), metric="accuracy", n_resamples=200)
    assert weighted.p_value == plain.comparisons[0].p_value


def test_control_and_correction():
    table = random_labels()
    result = metric_bootstrap(
        table, metric="accuracy", control="m0", correction="bonferroni", n_resamples=100
    )
    assert [(row.first, row.second) for row in result.comparisons] == [
        ("m1", "m0"),
        ("m2", "m0"),
        ("m3", "m0"),
    ]
    for row in result.comparisons:
        assert row.p_adjusted == pytest.approx(min(1, 3 * row.p_value))


def test_metrics_that_cannot_be_resampled():
    few = predictions_of_patterns({(1, 1): 3, (1, 0): 1})
    with pytest.raises(DesignError, match=r"cohen_kappa is undefined in \d+ of 100") as caught:
        metric_bootstrap(few, metric="cohen_kappa", n_resamples=100)
    assert "metric_permutation" in caught.value.hint
    frame = pd.DataFrame(
        {"y_true": [1, 0, 1], "a_probability": [0.0, 0.1, 0.9], "b_probability": [0.3, 0.1, 0.9]}
    )
    with pytest.raises(DesignError, match="log_loss is infinite for a"):
        metric_bootstrap(Predictions.from_frame(frame), metric="log_loss")
    with pytest.raises(OptionError, match="interval must be one of"):
        metric_bootstrap(few, metric="accuracy", interval="wilson")


def test_bca_is_the_default():
    table = random_scores(n=60)
    result = metric_bootstrap(table, metric="brier", n_resamples=200)
    assert result == metric_bootstrap(table, metric="brier", interval="bca", n_resamples=200)
    assert result.variant == "BCa bootstrap"
    assert "efron1987" in result.references


@pytest.mark.parametrize("metric", ["brier", "auc", "accuracy", "rmse"])
def test_acceleration_by_formula_is_that_of_the_jackknife(metric, monkeypatch):
    table = random_scores(n=90)
    if metric == "rmse":
        frame = pd.DataFrame({"y_true": table.scores[:, 0] + 1.5})
        frame[["a", "b"]] = table.scores[:, 1:3]
        table = Predictions.from_frame(frame)
    by_formula = metric_bootstrap(table, metric=metric, n_resamples=200).comparisons
    module = importlib.import_module("benchreport.stats.predictions.metric_bootstrap")
    monkeypatch.setattr(module, "influence_of", lambda *_: None)
    by_jackknife = metric_bootstrap(table, metric=metric, n_resamples=200).comparisons
    for row, other in zip(by_formula, by_jackknife, strict=True):
        assert row.interval == pytest.approx(other.interval, rel=1e-6, abs=1e-9)


def test_a_difference_that_no_resample_changes():
    table = predictions_of_patterns({(1, 0): 30})
    result = metric_bootstrap(table, metric="accuracy", n_resamples=100)
    assert result.comparisons[0].interval[:2] == (1, 1)
    assert "The difference is the same in every resample for 1 pair" in result.warnings[-1]
