import numpy as np
import pytest
from resampled_indices import statistic_of_indices
from scipy import stats

from benchreport.numerics.predictions.delong import auc_influence, delong_aucs
from benchreport.numerics.predictions.metrics_score import area_under_roc
from benchreport.numerics.resampling import jackknife
from benchreport.numerics.resampling.jackknife import (
    acceleration,
    acceleration_by_influence,
    mean_influence,
)
from benchreport.numerics.resampling.resample_weights import collapse

# Efron & Tibshirani (1993), table 14.1: spatial test data, A
SPATIAL = np.array(
    "48 36 20 29 42 42 20 42 22 41 45 14 6 0 33 28 34 4 32 24 47 41 24 26 30 41".split(),
    dtype=float,
)


def _variance(weights):
    mean = weights @ SPATIAL / weights.sum(axis=1)
    return weights @ np.square(SPATIAL) / weights.sum(axis=1) - mean**2


def _mean_of(values):
    return lambda weights: (weights @ values).T / weights.sum(axis=1)


def test_spatial_test_data():
    """Efron & Tibshirani, section 14.3: the variance is 171.5, â = .061."""
    assert _variance(np.ones((1, 26)))[0] == pytest.approx(171.5, abs=0.05)
    assert acceleration(_variance, np.ones(26)) == pytest.approx(0.061, abs=5e-4)


def test_mean_is_a_sixth_of_the_skewness_over_root_n():
    """Efron (1987) gives this for the mean of a sample."""
    values = np.random.default_rng(0).exponential(size=(80, 3))
    a = acceleration(lambda weights: weights @ values / 80, np.ones(80))
    # leaving out without dividing by the rest gives the same metric up to its scale
    expected = stats.skew(values) / (6 * np.sqrt(80))
    assert a == pytest.approx(expected, rel=1e-10)


def test_two_samples_by_hand():
    """Davison & Hinkley, section 5.3: of a difference of means, Σ ± m₃/n² over 6 (Σ m₂/n)^1.5."""
    rng = np.random.default_rng(1)
    third, other = rng.exponential(size=20), rng.exponential(size=35)
    strata = np.repeat([4, 2], [20, 35])

    def difference(weights):
        first, second = weights[:, :20], weights[:, 20:]
        return first @ third / first.sum(axis=1) - second @ other / second.sum(axis=1)

    cubes = stats.moment(third, 3) / 20**2 - stats.moment(other, 3) / 35**2
    squares = third.var() / 20 + other.var() / 35
    a = acceleration(difference, np.ones(55), strata=strata)
    assert a == pytest.approx(cubes / (6 * squares**1.5), rel=1e-10)


def test_rows_with_multiplicities():
    rng = np.random.default_rng(2)
    truth, predicted = rng.integers(0, 3, size=(2, 300))
    places, multiplicity = collapse(truth, predicted)

    def recall(t, p):
        def statistic(weights):
            return (weights @ ((t == 0) & (p == 0))) / (weights @ (t == 0))

        return statistic

    few = acceleration(recall(truth[places], predicted[places]), multiplicity)
    assert few == pytest.approx(acceleration(recall(truth, predicted), np.ones(300)), rel=1e-10)
    strata = truth > 0
    few = acceleration(
        recall(truth[places], predicted[places]), multiplicity, strata=strata[places]
    )
    all_of_them = acceleration(recall(truth, predicted), np.ones(300), strata=strata)
    assert few == pytest.approx(all_of_them, rel=1e-10)


@pytest.mark.parametrize("strata", [None, np.arange(3_000) % 4])
def test_groups_do_as_well(strata, monkeypatch):
    values = np.random.default_rng(3).exponential(size=3_000) ** 3
    a = acceleration(_mean_of(values), np.ones(3_000), strata=strata)
    monkeypatch.setattr(jackknife, "MOST_ROWS", 3_000)
    exact = acceleration(_mean_of(values), np.ones(3_000), strata=strata)
    assert exact > 0.01
    assert a != exact
    assert a == pytest.approx(float(exact), abs=5e-3)


def test_groups_depend_on_the_seed_alone():
    values = np.random.default_rng(3).exponential(size=2_100)
    a = [acceleration(_mean_of(values), np.ones(2_100), rng=seed) for seed in (1, 1, 2)]
    assert a[0] == a[1] != a[2]


def test_a_constant_statistic_has_no_acceleration():
    assert acceleration(lambda weights: 0.0 * weights[:, 0], np.ones(9)) == 0.0
    assert acceleration(_mean_of(np.ones(9)), np.ones(9), strata=np.arange(9)) == 0.0


def test_strata_of_one_example_are_left_alone():
    """Without that example recall is undefined; with it recall never varies."""
    values, strata = np.array([1.0, 0, 0, 1, 0]), np.array([0, 0, 0, 0, 1])

    def balance(weights):
        return weights[:, :4] @ values[:4] / weights[:, :4].sum(axis=1) + (
            values[4] * weights[:, 4] / np.where(weights[:, 4], weights[:, 4], np.nan)
        )

    a = acceleration(balance, np.ones(5), strata=strata)
    assert a == pytest.approx(acceleration(_mean_of(values[:4]), np.ones(4)), rel=1e-12, abs=0)


def test_of_indices():
    a = acceleration(statistic_of_indices(lambda i: SPATIAL[i].var()), np.ones(26))
    assert a == pytest.approx(float(acceleration(_variance, np.ones(26))), rel=1e-10)


def test_formula_of_means_is_the_jackknife():
    rng = np.random.default_rng(4)
    values, counts = rng.exponential(size=(70, 3)), rng.integers(0, 4, 70)
    values[:, 2] = 0.25
    a = acceleration_by_influence(mean_influence(values, counts), counts)
    expected = acceleration(lambda weights: weights @ values / weights.sum(axis=1)[:, None], counts)
    assert a[:2] == pytest.approx(expected[:2], rel=1e-10)
    assert a[2] == 0
    # scipy 1.17 computes the skewness with each example repeated as often as it occurs
    skewness = stats.skew(np.repeat(values[:, :2], counts, axis=0))
    assert a[:2] == pytest.approx(skewness / (6 * np.sqrt(counts.sum())), rel=1e-12)


def test_formula_of_weighted_means_is_nearly_the_jackknife():
    """Leaving out one of 2,000 is not exactly a derivative where weights differ."""
    rng = np.random.default_rng(4)
    values, example_weights = rng.exponential(size=(2_000, 2)), rng.random(2_000)
    a = acceleration_by_influence(mean_influence(values, weights=example_weights), np.ones(2_000))

    def statistic(weights):
        return (weights * example_weights) @ values / (weights @ example_weights)[:, None]

    assert a == pytest.approx(acceleration(statistic, np.ones(2_000)), rel=2e-3)


@pytest.mark.parametrize("pair", [False, True])
def test_formula_of_auc_is_the_jackknife(pair):
    rng = np.random.default_rng(5)
    truth = rng.random(80) < 0.3
    scores = np.round(rng.normal(size=(80, 2)) + truth[:, None], 1)

    def statistic(weights):
        areas = [area_under_roc(truth.astype(int), column, weights) for column in scores.T]
        return areas[0] - areas[1] if pair else np.stack(areas, axis=-1)

    influence = auc_influence(delong_aucs(truth, scores), truth)
    if pair:
        influence = influence[:, [0]] - influence[:, [1]]
    expected = acceleration(statistic, np.ones(80), strata=truth)
    a = acceleration_by_influence(influence, np.ones(80), strata=truth)
    assert a == pytest.approx(np.ravel(expected), rel=1e-9)


@pytest.mark.parametrize("scale", [1e-150, 1.0, 1e150])
def test_scale_does_not_matter(scale):
    values = scale * np.random.default_rng(6).exponential(size=(30, 1))
    expected = stats.skew(values[:, 0] / scale) / (6 * np.sqrt(30))
    a = acceleration_by_influence(mean_influence(values), np.ones(30))
    assert a == pytest.approx([expected], rel=1e-10)
