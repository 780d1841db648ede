import numpy as np
import pytest

from benchreport.errors import DataError, DesignError
from benchreport.numerics.predictions.metrics import METRICS
from benchreport.numerics.predictions.metrics_probability import (
    brier,
    brier_multiclass,
    log_loss,
    probability_of_truth,
)

RNG = np.random.default_rng(0)
TRUTH = RNG.integers(0, 4, size=90)
PREDICTED = RNG.dirichlet(np.ones(4), size=90)
BINARY = RNG.integers(0, 2, size=90)
CHANCE = RNG.random(90)
WEIGHTS = RNG.integers(0, 3, size=(5, 90))


def test_log_loss_against_scikit_learn():
    metrics = pytest.importorskip("sklearn.metrics")
    of = METRICS["log_loss"].function
    assert of(TRUTH, PREDICTED, None) == pytest.approx(
        metrics.log_loss(TRUTH, PREDICTED), rel=1e-12
    )
    assert of(BINARY, CHANCE, None) == pytest.approx(metrics.log_loss(BINARY, CHANCE), rel=1e-12)
    expected = [metrics.log_loss(TRUTH, PREDICTED, sample_weight=row) for row in WEIGHTS]
    assert of(TRUTH, PREDICTED, WEIGHTS) == pytest.approx(np.array(expected), rel=1e-12)


def test_brier_against_scikit_learn():
    metrics = pytest.importorskip("sklearn.metrics")
    expected = [metrics.brier_score_loss(BINARY, CHANCE, sample_weight=row) for row in WEIGHTS]
    scores = METRICS["brier"].function(BINARY, CHANCE, WEIGHTS)
    assert scores == pytest.approx(np.array(expected), rel=1e-12)


def test_brier_of_many_classes_by_definition():
    expected = np.square(PREDICTED - (TRUTH[:, None] == np.arange(4))).sum(axis=1)
    assert brier_multiclass(TRUTH, PREDICTED) == pytest.approx(expected, rel=1e-12)


def test_two_columns_and_one_give_the_same():
    both = np.column_stack([1 - CHANCE, CHANCE])
    for of in (probability_of_truth, log_loss, brier, brier_multiclass):
        assert (of(BINARY, both) == of(BINARY, CHANCE)).all()
    assert brier_multiclass(BINARY, CHANCE) == pytest.approx(2 * brier(BINARY, CHANCE), rel=1e-14)


def test_certainty():
    """A certain and right prediction costs 0, not −0; a certain and wrong one costs infinity."""
    losses = log_loss([1, 0, 1], [1.0, 0.0, 0.0])
    assert losses.tolist() == [0.0, 0.0, np.inf]
    assert not np.signbit(losses).any()
    of = METRICS["log_loss"].function
    assert of([1, 1], [0.5, 0.0], [[1, 1], [1, 0]]).tolist() == [np.inf, np.log(2)]
    assert brier([1, 0, 1], [1.0, 0.0, 0.0]).tolist() == [0, 0, 1]


def test_perplexity_is_the_exponential_of_the_log_loss():
    values = METRICS["perplexity"].function(TRUTH, PREDICTED, WEIGHTS)
    expected = np.exp(METRICS["log_loss"].function(TRUTH, PREDICTED, WEIGHTS))
    assert values == pytest.approx(expected, rel=1e-13)
    guess = METRICS["perplexity"].function(TRUTH, np.full((90, 4), 0.25), None)
    assert guess == pytest.approx(4, rel=1e-14)


def test_one_class_only_is_no_error():
    assert brier([0, 0], [0.5, 0.0]).tolist() == [0.25, 0.0]
    assert log_loss([0, 0], [[1.0], [1.0]]).tolist() == [0.0, 0.0]


def test_errors():
    with pytest.raises(DataError, match=r"2 others, like 1.2"):
        log_loss([0, 1, 1], [0.5, 1.2, -0.1])
    with pytest.raises(DataError, match="like nan"):
        brier([0, 1], [0.5, np.nan])
    with pytest.raises(DesignError, match="each of 3 classes"):
        log_loss([0, 2], [[0.5, 0.5], [0.5, 0.5]])
    with pytest.raises(DesignError, match="3 examples"):
        log_loss([0, 1, 1], [0.5, 0.5])
    with pytest.raises(DesignError, match="found 4 classes") as caught:
        brier(TRUTH, PREDICTED)
    assert caught.value.hint == "metric='brier_multiclass'"
