import itertools

import numpy as np
import pandas as pd
import pytest
from needs import longer
from predictions_tables import predictions_of_patterns, random_labels, random_scores

from benchreport.data import Predictions, Roles
from benchreport.errors import DesignError, OptionError
from benchreport.numerics.predictions.metrics import find_metric
from benchreport.stats.predictions.mcnemar import mcnemar
from benchreport.stats.predictions.metric_permutation import metric_permutation

ORACLE = "scikit-learn's metrics over all exchanges of eight examples; the exact McNemar test"


def of_scores(truth, first, second):
    return Predictions.from_frame(
        pd.DataFrame({"y_true": truth, "a_probability": first, "b_probability": second})
    )


@pytest.mark.parametrize(("b", "c"), [(11, 1), (25, 15), (5, 17)])
def test_accuracy_is_mcnemars_exact_test(b, c):
    table = predictions_of_patterns({(1, 1): 40, (1, 0): b, (0, 1): c, (0, 0): 4})
    row = metric_permutation(table, metric="accuracy").comparisons[0]
    exact = mcnemar(table, variant="exact").comparisons[0]
    error = np.sqrt(exact.p_value * (1 - exact.p_value) / 10_000)
    assert row.p_value == pytest.approx(exact.p_value, abs=4 * error + 1e-4)
    assert row.difference == pytest.approx(exact.difference)


@pytest.mark.parametrize("metric", [longer("auc"), longer("f1"), "brier"])
def test_against_all_exchanges(metric):
    """scikit-learn computes the metric over the 2^8 exchanges of eight examples."""
    learn = pytest.importorskip("sklearn.metrics")
    function = {
        "auc": learn.roc_auc_score,
        "f1": lambda y, p: learn.f1_score(y, p > 0.5, zero_division=0),
        "brier": learn.brier_score_loss,
    }[metric]
    rng = np.random.default_rng(4)
    truth = np.array([0, 1] * 4)
    first, second = 0.4 * truth + 0.6 * rng.random(8), rng.random(8)
    observed = function(truth, first) - function(truth, second)
    null = []
    for moved in itertools.product([False, True], repeat=8):
        exchanged, other = np.where(moved, second, first), np.where(moved, first, second)
        null.append(function(truth, exchanged) - function(truth, other))
    exact = np.mean(np.abs(null) >= abs(observed) - 1e-12)
    row = metric_permutation(of_scores(truth, first, second), metric=metric).comparisons[0]
    assert row.difference == pytest.approx(observed, rel=1e-10)
    assert row.p_value == pytest.approx(exact, abs=0.025)


def test_sides():
    table = predictions_of_patterns({(1, 1): 40, (1, 0): 9, (0, 1): 2})
    p = {
        side: metric_permutation(table, metric="accuracy", alternative=side).comparisons[0].p_value
        for side in ("two-sided", "greater", "less")
    }
    assert p["greater"] < p["two-sided"] < p["less"]
    assert p["two-sided"] == pytest.approx(2 * p["greater"], abs=0.02)


def test_the_same_seed_gives_the_same_bytes_whatever_the_other_models():
    table = random_scores(n=60)
    result, same, other = (
        metric_permutation(table, metric="brier", n_resamples=200, rng=seed).to_dict()
        for seed in (1, 1, 2)
    )
    assert result == same
    assert result != other
    alone = metric_permutation(table, metric="brier", n_resamples=200, rng=1, control="m2")
    assert alone.comparisons[0].p_value == result["comparisons"][1]["p_value"]


@pytest.mark.parametrize("metric", ["accuracy", "f1", "mcc", "cohen_kappa", "auc", "log_loss"])
def test_identical_models(metric):
    table = random_scores(n=60, k=1)
    same = of_scores(table.truth.astype(int), table.scores[:, 0], table.scores[:, 0])
    row = metric_permutation(same, metric=metric, n_resamples=100).comparisons[0]
    assert (row.p_value, row.difference, row.favours) == (1, 0, "")


def test_weights():
    """An example of weight 5 is not five examples: it is exchanged as a whole."""
    rows = [(1, 1, 0, 5.0)] * 2 + [(1, 0, 1, 1.0)] * 6 + [(0, 0, 0, 1.0)] * 8
    frame = pd.DataFrame(rows, columns=["y_true", "a", "b", "weight"])
    row = metric_permutation(Predictions.from_frame(frame), metric="accuracy").comparisons[0]
    assert row.difference == pytest.approx((10 - 6) / 24)
    signs = np.array(list(itertools.product([-1, 1], repeat=8)))
    null = np.abs(signs @ ([5] * 2 + [1] * 6))
    assert row.p_value == pytest.approx(np.mean(null >= 4), abs=0.025)


def test_correction_control_and_errors():
    table = random_labels()
    result = metric_permutation(
        table, metric="accuracy", control="m0", correction="bonferroni", n_resamples=100
    )
    for row in result.comparisons:
        assert row.second == "m0"
        assert row.p_adjusted == pytest.approx(min(1, 3 * row.p_value))
    with pytest.raises(OptionError, match="alternative must be one of"):
        metric_permutation(table, metric="accuracy", alternative="more")
    with pytest.raises(OptionError, match="n_resamples must be a whole number above 0"):
        metric_permutation(table, metric="accuracy", n_resamples=0)
    with pytest.raises(DesignError, match="auc needs probabilities or scores"):
        metric_permutation(table, metric="auc")


def of_rankings(n=8):
    """Draw two systems' lists of six items for n queries, with one or two relevant items each."""
    rng = np.random.default_rng(6)
    truth = [["x", "y"] if place % 2 else ["z"] for place in range(n)]
    lists = {name: [list(rng.permutation(list("xyzuvw"))) for _ in truth] for name in "ab"}
    return pd.DataFrame({"truth": truth, **lists})


@pytest.mark.parametrize("metric", ["ndcg", "ndcg_log2i@3", "mean_average_precision", "recall@2"])
def test_rankings_against_all_exchanges(metric):
    """The metric is a mean over queries: exchanging lists turns the signs of the queries' differences."""
    table = Predictions.from_frame(of_rankings(), Roles(task="ranking"))
    per_example = find_metric(metric).per_example
    first, second = (per_example(table.truth, table.predicted[:, place]) for place in range(2))
    signs = np.array(list(itertools.product([-1, 1], repeat=table.n)))
    null, observed = np.abs(signs @ (first - second)), abs((first - second).sum())
    row = metric_permutation(table, metric=metric).comparisons[0]
    assert row.difference == pytest.approx((first - second).mean(), rel=1e-10)
    assert row.p_value == pytest.approx(np.mean(null >= observed - 1e-9), abs=0.02)


@pytest.mark.parametrize("side", ["two-sided", "greater", "less"])
@pytest.mark.parametrize("metric", ["auc", "f1", "brier", "rmse"])
def test_the_order_of_rows_and_models_does_not_matter(metric, side):
    rng = np.random.default_rng(2)
    truth = np.arange(40) % 2
    columns = {name: np.clip(0.3 * truth + rng.random(40).round(2), 0, 1) for name in "ab"}
    frame = pd.DataFrame({"y_true": truth})
    names = {name: name if metric == "rmse" else f"{name}_probability" for name in "ab"}
    roles = Roles(task="regression") if metric == "rmse" else Roles()
    opposite = {"less": "greater", "greater": "less"}.get(side, side)

    def p_of(order, rows, alternative):
        table = frame.assign(**{names[name]: columns[name] for name in order}).iloc[rows]
        result = metric_permutation(
            Predictions.from_frame(table, roles),
            metric=metric,
            alternative=alternative,
            n_resamples=200,
        )
        return result.comparisons[0].p_value

    shuffled = rng.permutation(40)
    assert p_of("ab", np.arange(40), side) == p_of("ab", shuffled, side)
    assert p_of("ab", np.arange(40), side) == p_of("ba", shuffled, opposite)
