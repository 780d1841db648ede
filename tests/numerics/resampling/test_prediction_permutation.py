import numpy as np
import pytest
from looped import loop_over
from resampled_indices import statistic_of_indices
from scipy import stats

from benchreport.errors import DataError, OptionError
from benchreport.numerics.predictions.metrics import METRICS
from benchreport.numerics.resampling import resample_weights as resampling
from benchreport.numerics.resampling.permutation import flip_signs
from benchreport.numerics.resampling.prediction_permutation import exchange_predictions
from benchreport.numerics.resampling.resample_weights import collapse

RNG = np.random.default_rng(0)
N = 60
TRUTH = RNG.integers(0, 3, size=N)
FIRST = np.where(RNG.random(N) < 0.8, TRUTH, RNG.integers(0, 3, size=N))
SECOND = np.where(RNG.random(N) < 0.6, TRUTH, RNG.integers(0, 3, size=N))


def _of(name, truth=TRUTH, first=FIRST, second=SECOND):
    twice, both = np.concatenate([truth, truth]), np.concatenate([first, second])
    return lambda weights: METRICS[name].function(twice, both, weights)


@pytest.mark.parametrize("name", ["accuracy", "f1_macro", "mcc", "balanced_accuracy"])
def test_difference_is_that_of_the_metrics(name):
    metric = METRICS[name].function
    test = exchange_predictions(_of(name), np.ones(N), n_resamples=50)
    assert test.first == pytest.approx(metric(TRUTH, FIRST, None), rel=1e-14)
    assert test.second == pytest.approx(metric(TRUTH, SECOND, None), rel=1e-14)
    assert test.difference == test.first - test.second
    back = exchange_predictions(_of(name, first=SECOND, second=FIRST), np.ones(N), n_resamples=50)
    assert back.difference == -test.difference


@loop_over("alternative", ["two-sided", "greater", "less"])
@loop_over(("b", "c"), [(11, 1), (6, 3), (4, 4)])
def test_accuracy_is_the_exact_mcnemar_test(alternative, b, c):
    """With b and c discordant pairs, p is scipy's binomial one up to the error of 20,000 exchanges."""
    rows = np.array([b, c, 25])
    right = np.array([1.0, 0.0, 1.0, 0.0, 1.0, 1.0])
    expected = stats.binomtest(b, b + c, alternative=alternative).pvalue
    test = exchange_predictions(
        lambda w: w @ right / rows.sum(), rows, alternative=alternative, n_resamples=20_000
    )
    assert test.p_value == pytest.approx(expected, abs=0.01)


def test_mean_loss_is_the_permutation_test_of_differences():
    losses = RNG.exponential(size=(2, 12)) + np.array([[0.0], [0.6]])
    expected = flip_signs(losses[:1] - losses[1:]).p_value[0]
    both = losses.ravel()
    test = exchange_predictions(lambda w: w @ both / 12, np.ones(12), n_resamples=20_000)
    assert test.p_value == pytest.approx(expected, abs=0.01)


def test_against_scipy_for_a_metric_that_is_no_mean():
    y = RNG.normal(size=(2, 30))
    y[1] += 0.4

    def root_mean_square(values, axis):
        return np.sqrt(np.square(values).mean(axis=axis))

    def difference(first, other, axis):
        return root_mean_square(first, axis) - root_mean_square(other, axis)

    expected = stats.permutation_test(
        (y[0], y[1]),
        difference,
        permutation_type="samples",
        vectorized=True,
        n_resamples=9_999,
        random_state=np.random.default_rng(1),
    )
    squares = np.square(y).ravel()
    test = exchange_predictions(lambda w: np.sqrt(w @ squares / 30), np.ones(30), n_resamples=9_999)
    assert test.difference == pytest.approx(expected.statistic, rel=1e-12)
    assert test.p_value == pytest.approx(expected.pvalue, abs=0.02)


def test_collapsed_examples_have_the_same_distribution():
    places, multiplicity = collapse(TRUTH, FIRST, SECOND)
    few = _of("f1_macro", TRUTH[places], FIRST[places], SECOND[places])
    test = exchange_predictions(few, multiplicity, n_resamples=20_000)
    plain = exchange_predictions(_of("f1_macro"), np.ones(N), n_resamples=20_000)
    assert test.difference == pytest.approx(plain.difference, rel=1e-13)
    assert test.p_value == pytest.approx(float(plain.p_value), abs=0.01)


@pytest.mark.parametrize("name", ["accuracy", "mcc", "cohen_kappa"])
def test_identical_models(name):
    test = exchange_predictions(_of(name, second=FIRST), np.ones(N), n_resamples=99)
    assert (test.difference, test.p_value) == (0.0, 1.0)


def test_several_metrics_at_once():
    both = np.concatenate([FIRST, SECOND]) == np.concatenate([TRUTH, TRUTH])
    table = np.column_stack([both, ~both])
    test = exchange_predictions(lambda w: w @ table / N, np.ones(N), n_resamples=999)
    assert test.difference[0] == pytest.approx(-test.difference[1])
    assert test.p_value[0] == test.p_value[1]


def test_p_is_never_0_and_uniform_under_h0():
    far = exchange_predictions(lambda w: w @ np.repeat([1.0, 0.0], 50), np.ones(50), n_resamples=99)
    assert far.p_value == 0.01
    rng = np.random.default_rng(1)
    p_values = []
    for seed in range(300):
        losses = rng.normal(size=40)
        test = exchange_predictions(lambda w: w @ losses, np.ones(20), n_resamples=99, rng=seed)  # noqa: B023
        p_values.append(float(test.p_value))
    assert stats.kstest(p_values, "uniform").pvalue > 1e-3


def test_of_indices():
    twice, both = np.concatenate([TRUTH, TRUTH]), np.concatenate([FIRST, SECOND])
    metric = METRICS["mcc"].function
    by_indices = statistic_of_indices(lambda i: metric(twice[i], both[i], None))
    test = exchange_predictions(by_indices, np.ones(N), n_resamples=99)
    expected = exchange_predictions(_of("mcc"), np.ones(N), n_resamples=99)
    assert test.difference == pytest.approx(expected.difference, rel=1e-13)
    assert test.p_value == expected.p_value


def test_same_seed_same_bytes_and_bounded_chunks(monkeypatch):
    def run(seed):
        return exchange_predictions(_of("mcc"), np.ones(N), n_resamples=200, rng=seed)

    assert run(5).p_value.tobytes() == run(5).p_value.tobytes()
    shapes = []

    def watch(weights):
        shapes.append(weights.shape)
        return weights[:, 0]

    monkeypatch.setattr(resampling, "CHUNK", 3 * N * 7)
    exchange_predictions(watch, np.ones(N), n_resamples=20)
    assert set(shapes) == {(1, 2 * N), (7, 2 * N), (6, 2 * N)}


def test_undefined_metrics_are_not_hidden():
    test = exchange_predictions(
        lambda w: np.where(w[:, 0] > 0, w[:, 0], np.nan), np.ones(3), n_resamples=99
    )
    assert np.isnan(test.p_value)


def test_errors():
    with pytest.raises(OptionError, match="n_resamples"):
        exchange_predictions(_of("mcc"), np.ones(N), n_resamples=0)
    with pytest.raises(OptionError, match="alternative"):
        exchange_predictions(_of("mcc"), np.ones(N), alternative="better")
    with pytest.raises(DataError, match="whole numbers"):
        exchange_predictions(_of("mcc"), np.full(N, 0.5))
