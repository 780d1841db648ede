import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from looped import loop_over
from needs import draws
from published import oracle
from scipy import stats

from benchreport.numerics.series.drift import drift, kendall, sen_slope

TRENDS = oracle("nights")["trends"]
TIED = arrays(np.float64, st.integers(4, 25), elements=st.integers(0, 5).map(float))


def column(values):
    return np.array(values, dtype=float)[:, None]


@loop_over("expected", TRENDS.values())
def test_against_r(expected):
    """cor.test of R 4.2.2 with the correction for continuity; slopes and their ranks written out."""
    trend = drift(column(expected["values"]), np.array([expected["rho"]]))
    score, _ = kendall(column(expected["values"]), np.zeros(1))
    assert score[0] == expected["score"]
    assert trend.p_values[0] == pytest.approx(expected["p_value"], rel=1e-10)
    for side in ("slope", "low", "high"):
        assert getattr(trend, side)[0] == pytest.approx(expected[side], rel=1e-10, abs=1e-14)


@settings(deadline=None, max_examples=draws(60))
@given(TIED)
def test_against_scipy(values):
    score, _ = kendall(column(values), np.zeros(1))
    trend = drift(column(values), np.zeros(1))
    assert trend.slope[0] == pytest.approx(stats.theilslopes(values)[0], abs=1e-12)
    if np.ptp(values) > 0:
        nights = np.arange(len(values))
        # tau-b is S over the root of the untied pairs on both sides
        pairs = len(values) * (len(values) - 1) / 2
        untied = pairs - sum(n * (n - 1) / 2 for n in np.unique(values, return_counts=True)[1])
        tau = stats.kendalltau(nights, values).statistic
        assert score[0] == pytest.approx(tau * np.sqrt(pairs * untied), abs=1e-9)


def test_variance_is_that_of_all_orders():
    """The variance of S over all orders of a tied sample agrees with the z that is returned."""
    import itertools

    sample = [1.0, 1.0, 2.0, 3.0, 3.0, 3.0, 5.0]
    orders = np.array(sorted(set(itertools.permutations(sample))), dtype=float).T
    score, p_values = kendall(orders, np.zeros(orders.shape[1]))
    some = score > 1
    z = stats.norm.isf(p_values[some] / 2)
    assert np.allclose((score[some] - 1) / z, np.sqrt(np.mean(score**2)), rtol=1e-9)


def test_autocorrelation_costs_what_yue_and_wang_say():
    values = np.random.default_rng(3).normal(size=(60, 1)) + np.linspace(0, 1, 60)[:, None]
    plain, careful = (drift(values, np.array([rho])) for rho in (0.0, 0.6))
    z, smaller = (stats.norm.isf(trend.p_values[0] / 2) for trend in (plain, careful))
    assert z / smaller == pytest.approx(np.sqrt(1.6 / 0.4))
    assert careful.low[0] < plain.low[0] < plain.slope[0] < plain.high[0] < careful.high[0]


def test_p_values_are_uniform_without_trend():
    values = np.random.default_rng(4).normal(size=(60, 4000))
    _, p_values = kendall(values, np.zeros(4000))
    assert stats.kstest(p_values, "uniform").pvalue > 0.001


def test_interval_holds_the_slope():
    rng = np.random.default_rng(5)
    trend = drift(0.1 * np.arange(40.0)[:, None] + rng.normal(size=(40, 1000)), np.zeros(1000))
    assert np.mean((trend.low <= 0.1) & (trend.high >= 0.1)) == pytest.approx(0.95, abs=0.02)


def test_gaps_keep_their_place_in_time():
    values = np.arange(12.0)
    values[[1, 2, 3, 8]] = np.nan
    trend = drift(column(values), np.zeros(1))
    assert (trend.slope[0], trend.low[0], trend.high[0]) == (1.0, 1.0, 1.0)


def test_series_do_not_touch_each_other():
    rng = np.random.default_rng(6)
    values = np.round(rng.normal(size=(30, 9)), 1)
    values[rng.random(values.shape) < 0.2] = np.nan
    rho = rng.random(9) * 0.5
    together = drift(values, rho)
    for place in range(9):
        alone = drift(values[:, [place]], rho[[place]])
        assert [values_of_one[0] for values_of_one in alone] == [
            values_of_one[place] for values_of_one in together
        ]


@pytest.mark.parametrize("scale", [1e-300, 1e-9, 1e200])
def test_scale_and_place_do_not_matter(scale):
    values = np.random.default_rng(7).normal(size=(30, 3))
    trend, scaled = drift(values, np.zeros(3)), drift(values * scale, np.zeros(3))
    assert np.array_equal(trend.p_values, scaled.p_values)
    assert np.allclose(trend.slope * scale, scaled.slope, rtol=1e-9, atol=0)
    assert np.allclose(drift(values + 7, np.zeros(3)).slope, trend.slope)


@pytest.mark.parametrize(
    ("values", "slope"),
    [([np.nan] * 5, np.nan), ([1.0], np.nan), ([2.0] * 6, 0.0), ([np.nan, 3.0, np.nan], np.nan)],
    ids=["nothing", "one night", "constant", "one value"],
)
def test_no_evidence(values, slope):
    trend = drift(column(values), np.zeros(1))
    assert trend.p_values[0] == 1
    assert trend.slope[0] == pytest.approx(slope, nan_ok=True)


def test_no_series():
    assert drift(np.empty((10, 0)), np.empty(0)).p_values.shape == (0,)


def test_the_parts_are_those_of_the_whole():
    values = np.random.default_rng(8).normal(size=(50, 30)) + 0.03 * np.arange(50.0)[:, None]
    values[np.random.default_rng(9).random(values.shape) < 0.2] = np.nan
    values[1:, 0] = np.nan
    rho = np.linspace(0, 0.8, 30)
    whole = drift(values, rho)
    known = drift(values, rho, score=kendall(values, np.zeros(30))[0])
    assert sen_slope(values).tolist() == pytest.approx(whole.slope.tolist(), rel=1e-15, nan_ok=True)
    assert np.isnan(sen_slope(values)[0])
    for part, same in zip(known, whole, strict=True):
        assert np.array_equal(part, same, equal_nan=True)
