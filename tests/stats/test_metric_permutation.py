import itertools

import numpy as np
import pandas as pd
import pytest
from predictions_tables import of_patterns, random_labels, random_scores

from benchreport.data import Predictions
from benchreport.errors import DesignError, OptionError
from benchreport.stats.mcnemar import mcnemar
from benchreport.stats.metric_permutation import metric_permutation


def of_scores(truth, first, second):
    return Predictions.from_frame(
        pd.DataFrame({"y_true": truth, "a_probability": first, "b_probability": second})
    )


@pytest.mark.parametrize(("b", "c"), [(11, 1), (25, 15), (5, 17)])
def test_accuracy_is_mcnemars_exact_test(b, c):
    table = of_patterns({(1, 1): 40, (1, 0): b, (0, 1): c, (0, 0): 4})
    row = metric_permutation(table, metric="accuracy").comparisons[0]
    exact = mcnemar(table, variant="exact").comparisons[0]
    error = np.sqrt(exact.p_value * (1 - exact.p_value) / 10_000)
    assert row.p_value == pytest.approx(exact.p_value, abs=4 * error + 1e-4)
    assert row.difference == pytest.approx(exact.difference)


@pytest.mark.parametrize("metric", ["auc", "f1", "brier"])
def test_against_all_exchanges(metric):
    """By scikit-learn, over the 2^8 exchanges of eight examples."""
    learn = pytest.importorskip("sklearn.metrics")
    of = {
        "auc": learn.roc_auc_score,
        "f1": lambda y, p: learn.f1_score(y, p > 0.5, zero_division=0),
        "brier": learn.brier_score_loss,
    }[metric]
    rng = np.random.default_rng(4)
    truth = np.array([0, 1] * 4)
    first, second = 0.4 * truth + 0.6 * rng.random(8), rng.random(8)
    observed = of(truth, first) - of(truth, second)
    null = []
    for moved in itertools.product([False, True], repeat=8):
        one, other = np.where(moved, second, first), np.where(moved, first, second)
        null.append(of(truth, one) - of(truth, other))
    exact = np.mean(np.abs(null) >= abs(observed) - 1e-12)
    row = metric_permutation(of_scores(truth, first, second), metric=metric).comparisons[0]
    assert row.difference == pytest.approx(observed, rel=1e-10)
    assert row.p_value == pytest.approx(exact, abs=0.025)


def test_sides():
    table = of_patterns({(1, 1): 40, (1, 0): 9, (0, 1): 2})
    p = {
        side: metric_permutation(table, metric="accuracy", alternative=side).comparisons[0].p_value
        for side in ("two-sided", "greater", "less")
    }
    assert p["greater"] < p["two-sided"] < p["less"]
    assert p["two-sided"] == pytest.approx(2 * p["greater"], abs=0.02)


def test_the_same_seed_gives_the_same_bytes_whoever_else_is_compared():
    table = random_scores(n=60)
    one, same, other = (
        metric_permutation(table, metric="brier", n_resamples=200, rng=seed).to_dict()
        for seed in (1, 1, 2)
    )
    assert one == same
    assert one != other
    alone = metric_permutation(table, metric="brier", n_resamples=200, rng=1, control="m2")
    assert alone.comparisons[0].p_value == one["comparisons"][1]["p_value"]


@pytest.mark.parametrize("metric", ["accuracy", "f1", "mcc", "cohen_kappa", "auc", "log_loss"])
def test_identical_models(metric):
    table = random_scores(n=60, k=1)
    same = of_scores(table.truth.astype(int), table.scores[:, 0], table.scores[:, 0])
    row = metric_permutation(same, metric=metric, n_resamples=100).comparisons[0]
    assert (row.p_value, row.difference, row.favours) == (1, 0, "")


def test_weights():
    """Whole weights of one example are not as many examples: they are exchanged together."""
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
