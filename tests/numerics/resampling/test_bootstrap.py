"""The bootstrap against scipy's on the same resamples, against theory, and by its coverage."""

import dataclasses

import numpy as np
import pytest
from resampled_indices import statistic_of_indices
from scipy import stats

from benchreport.errors import OptionError
from benchreport.numerics.predictions.metrics import METRICS
from benchreport.numerics.predictions.metrics_classification import correct
from benchreport.numerics.resampling.bootstrap import (
    BootstrapValues,
    bca_interval,
    bootstrap,
    bootstrap_p,
    percentile_interval,
    t_interval,
)
from benchreport.numerics.resampling.jackknife import acceleration
from benchreport.numerics.resampling.resample_weights import collapse

SKEWED = np.random.default_rng(0).exponential(size=40)
N = 150
TRUTH = np.random.default_rng(1).integers(0, 3, size=N)
MODELS = np.where(
    np.random.default_rng(2).random((4, N)) < 0.8,
    TRUTH,
    np.random.default_rng(3).integers(0, 3, size=(4, N)),
)


def _mean(weights):
    return weights @ SKEWED / weights.sum(axis=1)


def _root_mean(weights):
    return np.sqrt(_mean(weights))


def _of_models(name, truth=TRUTH, models=MODELS):
    metric = METRICS[name].function
    return lambda weights: np.stack([metric(truth, model, weights) for model in models], axis=1)


def _scipy(data, statistic, resampled, method, confidence=0.95):
    some = stats.bootstrap(data, statistic, n_resamples=9, method="percentile", vectorized=True)
    values = dataclasses.replace(some, bootstrap_distribution=resampled)
    peer = stats.bootstrap(
        data,
        statistic,
        n_resamples=0,
        bootstrap_result=values,
        method=method,
        confidence_level=confidence,
        vectorized=True,
    )
    return peer.confidence_interval


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95, 0.99])
def test_percentile_and_bca_against_scipy(confidence):
    values = bootstrap(_root_mean, np.ones(40), n_resamples=999)

    def statistic(sample, axis):
        return np.sqrt(sample.mean(axis=axis))

    expected = _scipy((SKEWED,), statistic, values.resampled, "percentile", confidence)
    assert percentile_interval(values, confidence) == pytest.approx(tuple(expected), rel=1e-12)
    expected = _scipy((SKEWED,), statistic, values.resampled, "BCa", confidence)
    a = acceleration(_root_mean, np.ones(40))
    assert bca_interval(values, a, confidence) == pytest.approx(tuple(expected), rel=1e-10)


def test_bca_of_a_metric_with_ties_against_scipy():
    right = correct(TRUTH, MODELS[0])
    values = bootstrap(lambda weights: weights @ right / N, np.ones(N), n_resamples=499)
    a = acceleration(lambda weights: weights @ right / weights.sum(axis=1), np.ones(N))
    expected = _scipy((right,), np.mean, values.resampled, "BCa")
    assert bca_interval(values, a) == pytest.approx(tuple(expected), rel=1e-10)


def test_bca_of_strata_against_scipy():
    """Mean recall of two classes is resampled by class, as scipy's bootstrap of two samples is."""
    truth = np.repeat([0, 1], [50, 25])
    predicted = np.where(np.random.default_rng(4).random(75) < 0.7, truth, 1 - truth)
    right = correct(truth, predicted)

    def statistic(weights):
        return METRICS["balanced_accuracy"].function(truth, predicted, weights)

    def of_samples(first, second, axis):
        return (first.mean(axis=axis) + second.mean(axis=axis)) / 2

    values = bootstrap(statistic, np.ones(75), strata=truth, n_resamples=799)
    a = acceleration(statistic, np.ones(75), strata=truth)
    expected = _scipy((right[:50], right[50:]), of_samples, values.resampled, "BCa")
    assert bca_interval(values, a) == pytest.approx(tuple(expected), rel=1e-10)


def test_t_interval_by_hand():
    values = BootstrapValues(np.array(0.8), np.array([0.7, 0.8, 0.9, 0.8]))
    error = np.sqrt((0.01 + 0.01) / 3)
    # Raschka (2018), section 2.4: t of a sample of 100 at 95 % is 1.984
    low, high = t_interval(values, 99)
    assert (high - low) / 2 / error == pytest.approx(1.984, abs=5e-4)
    assert (low + high) / 2 == pytest.approx(0.8)


def test_standard_error_of_a_mean():
    """The bootstrap's standard error of a mean is known: s/√n with n in place of n − 1."""
    values = bootstrap(_mean, np.ones(40), n_resamples=20_000)
    assert values.resampled.std() == pytest.approx(SKEWED.std() / np.sqrt(40), rel=0.02)
    assert values.resampled.mean() == pytest.approx(SKEWED.mean(), rel=0.005)
    assert values.estimate == pytest.approx(SKEWED.mean(), rel=1e-14)


@pytest.mark.parametrize("name", ["accuracy", "f1_macro", "mcc"])
def test_indices_and_weights_are_the_same_resamples(name):
    metric = METRICS[name].function

    def by_indices(i):
        return [metric(TRUTH[i], model[i], None) for model in MODELS]

    values = bootstrap(_of_models(name), np.ones(N), n_resamples=60)
    of_indices = bootstrap(statistic_of_indices(by_indices), np.ones(N), n_resamples=60)
    assert values.resampled == pytest.approx(of_indices.resampled, rel=1e-12)
    assert values.estimate == pytest.approx(of_indices.estimate, rel=1e-12)


def test_collapsed_examples_have_the_same_distribution():
    places, multiplicity = collapse(TRUTH, *MODELS)
    assert len(places) < N
    few = bootstrap(_of_models("f1_macro", TRUTH[places], MODELS[:, places]), multiplicity)
    uncollapsed = bootstrap(_of_models("f1_macro"), np.ones(N))
    assert few.estimate == pytest.approx(uncollapsed.estimate, rel=1e-14)
    assert np.quantile(few.resampled, [0.025, 0.5, 0.975], axis=0) == pytest.approx(
        np.quantile(uncollapsed.resampled, [0.025, 0.5, 0.975], axis=0), abs=0.005
    )


def test_models_share_resamples():
    """A model and its copy do not differ in any resample; pairs stay pairs."""
    twice = bootstrap(_of_models("accuracy", models=MODELS[[0, 0]]), np.ones(N), n_resamples=50)
    assert (twice.resampled[:, 0] == twice.resampled[:, 1]).all()
    difference = BootstrapValues(
        twice.estimate[0] - twice.estimate[1], np.diff(twice.resampled)[:, 0]
    )
    assert percentile_interval(difference) == (0.0, 0.0)
    assert bca_interval(difference, 0.0) == (0.0, 0.0)
    assert bootstrap_p(difference) == 1.0


@pytest.mark.parametrize("collapsed", [False, True])
def test_same_seed_same_bytes(collapsed):
    counts = np.array([90, 40, 20]) if collapsed else np.ones(N)
    values = np.random.default_rng(5).random(len(counts))

    def run(seed):
        return bootstrap(lambda weights: weights @ values, counts, n_resamples=80, rng=seed)

    assert run(3).resampled.tobytes() == run(3).resampled.tobytes()
    assert (run(3).resampled != run(4).resampled).any()


def test_example_weights_go_inside():
    weights = np.random.default_rng(6).random(40)

    def statistic(resampled):
        return resampled * weights @ SKEWED / (resampled @ weights)

    values = bootstrap(statistic, np.ones(40), n_resamples=50)
    assert values.estimate == pytest.approx(np.average(SKEWED, weights=weights), rel=1e-13)


def test_undefined_resamples_are_not_hidden():
    """One example of three is positive: resamples without it have no recall."""
    truth = np.array([1, 0, 0])

    def recall(weights):
        positives = weights @ truth
        return np.where(positives > 0, 1.0, np.nan)

    values = bootstrap(recall, np.ones(3), n_resamples=60)
    assert np.isnan(percentile_interval(values)).all()
    assert np.isnan(bca_interval(values, 0.0)).all()
    assert np.isnan(bootstrap_p(values))
    stratified = bootstrap(recall, np.ones(3), strata=truth, n_resamples=60)
    assert percentile_interval(stratified) == (1.0, 1.0)


def test_all_resamples_agree():
    values = BootstrapValues(np.array([1.0, 0.5]), np.ones((100, 2)))
    low, high = bca_interval(values, [0.0, 0.0])
    assert (low[0], high[0]) == (1.0, 1.0)
    # no resample is as low as the estimate .5, so that the bias is unknown
    assert np.isnan([low[1], high[1]]).all()


def test_p_of_a_shifted_mean_is_near_the_t_test():
    values = bootstrap(_mean, np.ones(40), n_resamples=9_999)
    for null in (0.7, 1.2):
        moved = BootstrapValues(values.estimate - null, values.resampled - null)
        expected = stats.ttest_1samp(SKEWED, null).pvalue
        assert bootstrap_p(moved) == pytest.approx(expected, abs=0.04)
    assert bootstrap_p(BootstrapValues(values.estimate - 50, values.resampled - 50)) == 1 / 10_000


def test_coverage_of_accuracy():
    """The 95 % intervals of 200 test sets of 60 hold the accuracy .8 in about 95 % of them."""
    rng = np.random.default_rng(8)
    hits = np.zeros(3)
    for seed in range(200):
        counts = rng.binomial(60, 0.8)
        rows = np.array([counts, 60 - counts])
        values = bootstrap(lambda w: w[:, 0] / 60, rows, n_resamples=400, rng=seed)
        a = acceleration(lambda w: w[:, 0] / w.sum(axis=1), rows)
        ends = percentile_interval(values), t_interval(values, 59), bca_interval(values, a)
        hits += [low <= 0.8 <= high for low, high in ends]
    assert (hits > 180).all()
    assert (hits < 200).any()


def test_errors():
    values = bootstrap(_mean, np.ones(40), n_resamples=39)
    with pytest.raises(OptionError, match=r"0.95 needs 40 resamples; got 39"):
        percentile_interval(values)
    with pytest.raises(OptionError, match=r"0.999 needs 2000 resamples"):
        bca_interval(values, 0.0, 0.999)
    percentile_interval(bootstrap(_mean, np.ones(40), n_resamples=40))
    for interval in (percentile_interval, lambda resampled, c: t_interval(resampled, 39, c)):
        with pytest.raises(OptionError, match="confidence"):
            interval(values, 95)
