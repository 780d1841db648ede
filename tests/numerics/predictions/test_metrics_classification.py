"""Metrics of predicted classes against a lecture and scikit-learn."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from looped import loop_over

from benchreport.errors import DesignError, OptionError
from benchreport.numerics.predictions.metrics import METRICS
from benchreport.numerics.predictions.metrics_classification import (
    average_classes,
    balanced_accuracy,
    cohen_kappa,
    correct,
    mcc,
    per_class,
    score_positive_class,
)

# a lecture's confusion matrix: 80 true positives, 20 false negatives, 5 false positives, 195 others
LECTURE = ([1] * 100 + [0] * 200, [1] * 80 + [0] * 20 + [1] * 5 + [0] * 195)
LABELS = [name for name, metric in METRICS.items() if metric.needs == "label"]
OF_ANY_CLASSES = [name for name in LABELS if name not in ("precision", "recall", "f1")]


def _example(k, seed, n=120):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, k, size=n)
    return truth, np.where(rng.random(n) < 0.5, truth, rng.integers(0, k, size=n))


def _scikit_learn(name):
    metrics = pytest.importorskip("sklearn.metrics")
    plain = {
        "accuracy": metrics.accuracy_score,
        "error": metrics.zero_one_loss,
        "balanced_accuracy": metrics.balanced_accuracy_score,
        "mcc": metrics.matthews_corrcoef,
        "cohen_kappa": metrics.cohen_kappa_score,
    }
    if name in plain:
        return plain[name]
    score, _, average = name.partition("_")
    function = getattr(metrics, f"{score}_score")
    return partial(function, average=average or "binary", zero_division=0)


@pytest.mark.parametrize(
    ("name", "value"),
    [("accuracy", 0.9167), ("precision", 0.9412), ("recall", 0.8), ("f1", 0.865)],
)
def test_lecture(name, value):
    assert METRICS[name].function(*LECTURE, None) == pytest.approx(value, abs=5e-4)


def test_lecture_of_averages():
    """The macro per-class accuracy is (.8 + .975)/2."""
    assert per_class(*LECTURE).recall.tolist() == [0.975, 0.8]
    assert balanced_accuracy(*LECTURE) == pytest.approx(0.8875, rel=1e-15)


@pytest.mark.parametrize("counts", [(9959, 11, 1, 29), (9945, 25, 15, 15)])
def test_raschka_figure_20(counts):
    """Raschka (2018), figure 20: the two models have accuracies of 99.7 and 99.6 %."""
    groups = np.repeat(np.arange(4), counts)
    truth = np.zeros(10_000, dtype=int)
    first, second = (np.isin(groups, wrong).astype(int) for wrong in ([2, 3], [1, 3]))
    accuracies = [
        METRICS["accuracy"].function(truth, predicted, None) for predicted in (first, second)
    ]
    assert accuracies == pytest.approx([0.997, 0.996], rel=1e-14)


@loop_over("name", LABELS)
@loop_over("seed", [0, 1, 2])
def test_two_classes_against_scikit_learn(name, seed):
    truth, predicted = _example(2, seed)
    expected = _scikit_learn(name)(truth, predicted)
    assert METRICS[name].function(truth, predicted, None) == pytest.approx(expected, rel=1e-12)


@loop_over("name", OF_ANY_CLASSES)
@loop_over("k", [3, 7])
def test_many_classes_against_scikit_learn(name, k):
    truth, predicted = _example(k, k)
    expected = _scikit_learn(name)(truth, predicted)
    assert METRICS[name].function(truth, predicted, None) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("name", OF_ANY_CLASSES)
def test_weights_against_scikit_learn(name):
    truth, predicted = _example(4, 5)
    weights = np.random.default_rng(6).random((5, len(truth)))
    values = METRICS[name].function(truth, predicted, weights)
    expected_metric = _scikit_learn(name)
    expected = [expected_metric(truth, predicted, sample_weight=row) for row in weights]
    assert values == pytest.approx(np.array(expected), rel=1e-12)


@loop_over("name", LABELS)
def test_weight_0_is_absence(name):
    """This holds also where it removes a class from the truth, the predictions or both."""
    truth, predicted = np.array([0, 0, 1, 1, 0, 1]), np.array([0, 1, 1, 0, 0, 0])
    metric = METRICS[name].function
    for rows in ([0, 1, 2], [2, 3], [0, 4], [3, 5], [0, 1, 4], [1, 2]):
        weights = np.isin(np.arange(6), rows).astype(float)
        alone = metric(truth[rows], predicted[rows], None)
        assert metric(truth, predicted, weights) == pytest.approx(alone, nan_ok=True, rel=1e-14)


@loop_over("name", LABELS)
def test_without_any_weight_nothing_is_known(name):
    values = METRICS[name].function([0, 1, 1], [0, 1, 0], [[0, 0, 0], [1, 1, 1]])
    assert np.isnan(values).tolist() == [True, False]


@loop_over("name", LABELS)
def test_bounds_of_perfect_predictions(name):
    truth, _ = _example(2, 0)
    best = 0.0 if name == "error" else 1.0
    assert METRICS[name].function(truth, truth, None) == best


def test_one_class_only():
    everything = [0, 0, 0]
    assert METRICS["accuracy"].function(everything, everything, None) == 1.0
    assert balanced_accuracy(everything, everything) == 1.0
    assert average_classes(everything, everything, score="f1", average="macro") == 1.0
    assert mcc(everything, everything) == 0.0
    assert np.isnan(cohen_kappa(everything, everything))
    # the positive class is neither true nor predicted anywhere
    assert score_positive_class(everything, everything, score="f1") == 0.0


def test_one_class_only_by_fractional_weights():
    """Rounding of totals is not variation."""
    weights = np.array([0.1, 0.2, 0.3, 0.0])
    assert mcc([0, 0, 0, 1], [0, 0, 0, 1], weights) == 0.0
    assert mcc([0, 0, 0, 1], [0, 1, 0, 1], weights) == 0.0
    assert np.isnan(cohen_kappa([0, 0, 0, 1], [0, 0, 0, 1], weights))


def test_constant_predictions_correlate_with_nothing():
    """This holds however the sums of weights round in another order."""
    truth, weights = np.arange(50) % 3, np.random.default_rng(3).random((200, 50))
    assert (mcc(truth, np.ones(50, dtype=int), weights) == 0.0).all()
    assert (mcc(np.ones(50, dtype=int), truth, weights) == 0.0).all()


def test_class_that_is_never_predicted():
    metrics = per_class([0, 1, 2, 2], [0, 1, 1, 0], 4)
    assert metrics.precision.tolist()[:3] == [0.5, 0.5, 0.0]
    assert metrics.recall.tolist()[:3] == [1.0, 1.0, 0.0]
    assert metrics.f1[2] == 0.0
    assert np.isnan([metrics.precision[3], metrics.recall[3], metrics.f1[3]]).all()
    assert metrics.support.tolist() == [1, 1, 2, 0]
    # the fourth class occurs on neither side, and no average includes it
    assert average_classes([0, 1, 2, 2], [0, 1, 1, 0], score="precision", average="macro") == 1 / 3


def test_class_that_never_occurs():
    """Macro recall counts the class as 0, balanced accuracy leaves it out, as in scikit-learn."""
    truth, predicted = [0, 0, 1, 1], [0, 2, 1, 1]
    assert average_classes(truth, predicted, score="recall", average="macro") == pytest.approx(0.5)
    assert balanced_accuracy(truth, predicted) == 0.75


@given(
    st.integers(1, 25).flatmap(
        lambda n: st.tuples(
            arrays(np.int64, (2, n), elements=st.integers(0, 3)),
            arrays(np.int64, n, elements=st.integers(0, 3)),
        )
    )
)
def test_properties(example):
    (truth, predicted), weights = example
    relabelled = np.array([2, 0, 3, 1])
    copies = np.repeat(np.arange(len(truth)), weights)
    for name in OF_ANY_CLASSES:
        metric = METRICS[name].function
        value = metric(truth, predicted, weights)
        relabelled_value = metric(relabelled[truth], relabelled[predicted], weights)
        assert relabelled_value == pytest.approx(value, nan_ok=True, abs=1e-12)
        if copies.size:
            copied = metric(truth[copies], predicted[copies], None)
            assert copied == pytest.approx(value, nan_ok=True, abs=1e-12)
            assert np.isnan(value) or -1 <= value <= 1
    if copies.size:
        accuracy = METRICS["accuracy"].function(truth, predicted, weights)
        micro = average_classes(truth, predicted, weights, score="f1", average="micro")
        assert accuracy == pytest.approx(micro, abs=1e-14)


def test_correct_is_what_accuracy_is_the_mean_of():
    truth, predicted = _example(5, 9)
    weights = np.random.default_rng(1).integers(0, 3, size=(4, len(truth)))
    expected = weights @ correct(truth, predicted) / weights.sum(axis=1)
    assert (METRICS["accuracy"].function(truth, predicted, weights) == expected).all()


def test_errors():
    with pytest.raises(OptionError, match="found 3 classes") as caught:
        score_positive_class([0, 1, 2], [0, 1, 1], score="f1")
    assert caught.value.hint == "f1_macro"
    assert caught.value.hint in METRICS
    with pytest.raises(OptionError, match="'macro', 'micro', 'weighted'"):
        average_classes([0, 1], [0, 1], score="f1", average="mean")
    with pytest.raises(OptionError, match="'precision', 'recall', 'f1'"):
        score_positive_class([0, 1], [0, 1], score="f2")
    with pytest.raises(DesignError, match="one weight"):
        mcc([0, 1], [0, 1], [1.0])
