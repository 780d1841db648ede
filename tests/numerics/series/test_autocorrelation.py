import numpy as np
import pytest
from published import oracle
from scipy import signal

from benchreport.numerics.series.autocorrelation import effective_size, lag_one, shrink

LAGS = oracle("nights")["lags"]


def autoregressive(rho, shape, seed=0):
    rng = np.random.default_rng(seed)
    noise = rng.normal(size=(shape[0] + 200, shape[1]))
    return signal.lfilter([1], [1, -rho], noise, axis=0)[200:]


@pytest.mark.parametrize("expected", LAGS.values(), ids=LAGS)
def test_against_r(expected):
    """Acf of R 4.2.2 with na.action = na.pass, before Kendall's correction."""
    values = np.array(expected["values"], dtype=float)
    estimates, pairs = lag_one(values[:, None])
    n, r = np.count_nonzero(~np.isnan(values)), expected["r"]
    assert estimates[0] == pytest.approx(r + (1 + 3 * r) / n, rel=1e-10)
    assert pairs[0] == np.count_nonzero(~np.isnan(values[1:] + values[:-1]))


@pytest.mark.parametrize("rho", [0.0, 0.3, 0.6])
@pytest.mark.parametrize("missing", [0.0, 0.3])
def test_has_no_bias(rho, missing):
    values = autoregressive(rho, (60, 4000))
    values[np.random.default_rng(1).random(values.shape) < missing] = np.nan
    assert lag_one(values)[0].mean() == pytest.approx(rho, abs=0.03)


@pytest.mark.parametrize("scale", [1e-300, 1e-160, 1e160, 1e300])
def test_scale_does_not_matter(scale):
    values = autoregressive(0.5, (40, 5)) / 10
    assert np.allclose(lag_one(values * scale)[0], lag_one(values)[0], rtol=1e-9)
    assert np.allclose(lag_one(values + 3)[0], lag_one(values)[0], rtol=1e-9)


def test_series_without_information_have_no_correlation():
    values = np.full((12, 4), np.nan)
    values[:, 1] = 5.0
    values[3, 2] = 1.0
    values[::2, 3] = np.arange(6.0)
    estimates, pairs = lag_one(values)
    assert estimates.tolist() == [0, 0, 0, 0]
    assert pairs.tolist() == [0, 11, 0, 0]
    assert shrink(estimates, pairs).tolist() == [0, 0, 0, 0]
    assert lag_one(np.ones((1, 1)))[0].tolist() == [0]


def test_shrinks_towards_the_common_value():
    estimates, pairs = lag_one(autoregressive(0.5, (60, 50)))
    shrunk = shrink(estimates, pairs, caution=0.0)
    assert shrunk.std() < 0.6 * estimates.std()
    assert shrunk.mean() == pytest.approx(estimates.mean(), abs=0.01)


def test_keeps_series_apart_that_differ():
    mixed = np.hstack([autoregressive(0.8, (90, 25)), autoregressive(0.0, (90, 25), seed=1)])
    shrunk = shrink(*lag_one(mixed), caution=0.0)
    assert shrunk[:25].mean() > 0.65
    assert shrunk[25:].mean() < 0.1


def test_few_series_keep_their_own():
    estimates = np.array([0.6, 0.2, 0.05])
    assert shrink(estimates, np.full(3, 50.0), caution=0.0).tolist() == estimates.tolist()
    careful = shrink(estimates, np.full(3, 50.0), caution=1.0)
    expected = estimates[:2] + np.sqrt((1 - estimates[:2] ** 2) / 50)
    assert careful.tolist() == pytest.approx([*expected, 0.05])


def test_stays_within_its_bounds():
    assert shrink(np.array([-0.9, 1.0]), np.full(2, 30.0)).tolist() == [0.0, 0.9]


@pytest.mark.parametrize("rho", [0.0, 0.5, 0.8])
def test_effective_size_is_the_variance_of_a_mean(rho):
    """The sum over all lags is n(1 − ρ)/(1 + ρ), up to effects at the ends of the series."""
    lags = np.abs(np.subtract.outer(np.arange(2000), np.arange(2000)))
    expected = 2000**2 / (rho**lags).sum() if rho else 2000
    assert effective_size(np.array([2000.0]), np.array([rho]))[0] == pytest.approx(
        expected, rel=0.01
    )
