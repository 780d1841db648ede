import numpy as np
import pytest

from benchreport.errors import DataError, DesignError
from benchreport.numerics.predictions.metrics import METRICS
from benchreport.numerics.predictions.metrics_regression import percentage_error, r2

RNG = np.random.default_rng(0)
TRUTH = RNG.normal(2, 1, size=70)
PREDICTED = TRUTH + RNG.normal(0, 0.5, size=70)
WEIGHTS = RNG.integers(0, 3, size=(5, 70))
NUMBERS = [name for name, metric in METRICS.items() if metric.needs == "number"]


def _scikit_learn(name):
    metrics = pytest.importorskip("sklearn.metrics")
    return {
        "mse": metrics.mean_squared_error,
        "rmse": metrics.root_mean_squared_error,
        "mae": metrics.mean_absolute_error,
        "mape": metrics.mean_absolute_percentage_error,
        "r2": metrics.r2_score,
    }[name]


@pytest.mark.parametrize("name", NUMBERS)
def test_against_scikit_learn(name):
    of, expected = METRICS[name].function, _scikit_learn(name)
    assert of(TRUTH, PREDICTED, None) == pytest.approx(expected(TRUTH, PREDICTED), rel=1e-12)
    values = of(TRUTH, PREDICTED, WEIGHTS)
    answers = [expected(TRUTH, PREDICTED, sample_weight=row) for row in WEIGHTS]
    assert values == pytest.approx(np.array(answers), rel=1e-12)


@pytest.mark.parametrize("name", NUMBERS)
def test_without_any_weight_nothing_is_known(name):
    weights = np.stack([np.zeros(70), np.ones(70)])
    values = METRICS[name].function(TRUTH, PREDICTED, weights)
    assert np.isnan(values).tolist() == [True, False]


@pytest.mark.parametrize("name", NUMBERS)
def test_perfect(name):
    assert METRICS[name].function(TRUTH, TRUTH, None) == (1.0 if name == "r2" else 0.0)


def test_r2_far_from_0():
    """A level of 1e9 costs r² only the digits that the data lost."""
    moved = r2(TRUTH + 2.0**30, PREDICTED + 2.0**30, WEIGHTS)
    assert moved == pytest.approx(r2(TRUTH, PREDICTED, WEIGHTS), rel=1e-6)


@pytest.mark.parametrize("level", [0.0, 0.1, 1e9 / 3, 1e-300])
def test_r2_without_variation_is_undefined(level):
    truth = np.array([level, level, level, level + 1])
    predicted = np.array([0.2, 0.1, 0.4, 0.3])
    weights = np.array([[0.1, 0.2, 0.7, 0.0], [1, 1, 0, 1], [1, 1, 3, 0]])
    assert np.isnan(r2(truth, predicted, weights)).tolist() == [True, False, True]
    assert np.isnan(r2(truth, predicted, weights[0]))


def test_r2_of_a_little_variation_is_defined():
    """Truths that differ in the 13th digit are different."""
    truth = 1.0 + np.array([0, 1, 2, 3]) * 1e-13
    assert r2(truth, truth) == 1.0
    assert r2(truth, truth[::-1].copy()) == pytest.approx(-3.0, rel=0.02)


def test_mape_of_0_is_an_error():
    with pytest.raises(DataError, match="2 examples: 1, 3") as caught:
        percentage_error([1.0, 0.0, 2.0, 0.0], [1.0, 1.0, 1.0, 1.0])
    assert caught.value.hint in METRICS


def test_errors():
    with pytest.raises(DataError, match=r"predicted .* examples 1"):
        METRICS["mae"].function([1.0, 2.0], [1.0, np.nan], None)
    with pytest.raises(DataError, match=r"truth .* examples 0"):
        METRICS["rmse"].function([np.inf, 2.0], [1.0, 2.0], None)
    with pytest.raises(DesignError, match=r"\(2,\) and \(3,\)"):
        r2([1.0, 2.0], [1.0, 2.0, 3.0])
    with pytest.raises(DesignError, match="at least one"):
        r2([], [])
