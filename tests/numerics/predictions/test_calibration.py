"""Reliability in bins and the parts of the Brier score, against scikit-learn and their definitions."""

import numpy as np
import pytest
from looped import loop_over
from statsmodels.stats.proportion import proportion_confint

from benchreport.errors import DataError, OptionError
from benchreport.numerics.predictions.calibration import brier_decomposition, calibration_bins

TRUTH, SCORE = np.array([True, False, True]), np.array([0.5, 0.2, 0.9])


def sample(seed: int, n: int = 200):
    """Draw a truth and a score that follows it."""
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < 0.4
    return truth, np.round(rng.normal(size=n) + truth, 8)


@loop_over("seed", range(4))
@loop_over(("ours", "theirs"), [("equal_width", "uniform"), ("quantile", "quantile")])
@loop_over("bins", [1, 5, 10])
def test_calibration_is_scikit_learns_with_wilsons_intervals(seed, ours, theirs, bins):
    calibration = pytest.importorskip("sklearn.calibration")
    truth, score = sample(seed)
    probability = 1 / (1 + np.exp(-score))
    table = calibration_bins(truth, probability, bins=bins, strategy=ours, confidence=0.9)
    observed, predicted = calibration.calibration_curve(
        truth, probability, n_bins=bins, strategy=theirs
    )
    np.testing.assert_allclose(table.observed, observed, atol=1e-12)
    np.testing.assert_allclose(table.predicted, predicted, atol=1e-12)
    assert table.examples.sum() == len(truth)
    hits = np.rint(table.observed * table.examples)
    low, high = proportion_confint(hits, table.examples, alpha=0.1, method="wilson")
    np.testing.assert_allclose(table.low, low, atol=1e-12)
    np.testing.assert_allclose(table.high, high, atol=1e-12)


def test_bins_hold_their_right_edge_and_empty_ones_are_left_out():
    truth = np.array([False, True, False, True, True])
    table = calibration_bins(truth, np.array([0.0, 0.25, 0.26, 1.0, 1.0]), bins=4)
    assert table.left.tolist() == [0, 0.25, 0.75]
    assert table.right.tolist() == [0.25, 0.5, 1]
    assert table.examples.tolist() == [2, 1, 2]
    tied = calibration_bins(truth, np.full(5, 0.3), bins=4, strategy="quantile")
    assert (tied.examples.tolist(), tied.predicted.tolist()) == ([5], [0.3])


@pytest.mark.parametrize("seed", range(4))
def test_the_parts_of_the_brier_score_by_their_definitions(seed):
    metrics = pytest.importorskip("sklearn.metrics")
    truth, score = sample(seed)
    probability = np.round(1 / (1 + np.exp(-score)), 1)
    parts = brier_decomposition(truth, probability, bins=10)
    assert parts.score == pytest.approx(metrics.brier_score_loss(truth, probability), abs=1e-12)
    # each tenth has its own bin except 0 and 0.1, so sums over distinct probabilities are compared
    positive = probability > 0
    parts = brier_decomposition(truth[positive], probability[positive], bins=10)
    groups = [truth[positive][probability[positive] == p] for p in np.unique(probability[positive])]
    squares = [
        (p - g.mean()) ** 2 for p, g in zip(np.unique(probability[positive]), groups, strict=True)
    ]
    sizes, means = np.array([len(g) for g in groups]), np.array([g.mean() for g in groups])
    overall = truth[positive].mean()
    assert parts.reliability == pytest.approx(np.average(squares, weights=sizes), abs=1e-12)
    assert parts.resolution == pytest.approx(
        np.average((means - overall) ** 2, weights=sizes), abs=1e-12
    )
    assert parts.uncertainty == pytest.approx(truth[positive].var(), abs=1e-12)
    assert parts.within == pytest.approx(0.0, abs=1e-12)


def test_spread_within_a_bin_is_variance_less_twice_covariance():
    # Stephenson, Coelho & Jolliffe (2008): within-bin variance − 2 × within-bin covariance
    truth, score = sample(9)
    probability = 1 / (1 + np.exp(-score))
    parts = brier_decomposition(truth, probability, bins=4)
    index = np.ceil(probability * 4)
    spread = 0.0
    for k in np.unique(index):
        p, t = probability[index == k], truth[index == k]
        spread += np.sum((p - p.mean()) ** 2 - 2 * (p - p.mean()) * (t - t.mean()))
    assert parts.within == pytest.approx(spread / len(truth), abs=1e-12)
    assert abs(parts.within) > 1e-3


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: calibration_bins(TRUTH, 2 * SCORE), DataError, "found 1 outside, from 0.4 to 1.8"),
        (lambda: calibration_bins(TRUTH, SCORE, bins=0), OptionError, "bins must be at least 1"),
        (lambda: calibration_bins(TRUTH, SCORE, strategy="widths"), OptionError, "equal_width"),
        (lambda: calibration_bins(TRUTH, SCORE, confidence=95), OptionError, "confidence"),
    ],
)
def test_unusable_input_is_named(call, error, words):
    with pytest.raises(error, match=words):
        call()
