import statistics

import numpy as np
import pytest
from scipy import integrate, stats

from benchreport.numerics.series.curves import area_under, centre_and_band, regret


def step_function(steps, scores):
    return lambda at: scores[max(i for i, step in enumerate(steps) if step <= at)]


@pytest.mark.parametrize("log", [False, True])
def test_area_is_the_integral_of_the_step_function(log):
    rng = np.random.default_rng(3)
    steps, scores = np.sort(rng.uniform(1, 50, 9)), rng.normal(size=9)
    low, high = float(steps[2] + 0.1), 60.0
    height = step_function(steps.tolist(), scores.tolist())
    inside = [step for step in steps if low < step < high]
    if log:
        value, _ = integrate.quad(
            lambda u: height(np.exp(u)), np.log(low), np.log(high), points=np.log(inside), limit=200
        )
        width = np.log(high / low)
    else:
        value, _ = integrate.quad(height, low, high, points=inside, limit=200)
        width = high - low
    assert area_under(steps, scores, low, high, log=log) == pytest.approx(value / width, rel=1e-9)


def test_area_up_to_a_step_ignores_later_scores():
    early = area_under([1, 2, 3], [1.0, 5.0, 9.0], 1, 2.5)
    assert early == pytest.approx((1 * 1 + 0.5 * 5) / 1.5)
    assert early == area_under([1, 2, 3], [1.0, 5.0, -100.0], 1, 2.5)


def test_regret_is_zero_at_the_best_and_one_at_the_worst():
    values = np.array([[3.0, 1.0], [2.0, np.nan]])
    np.testing.assert_allclose(regret(values, higher_is_better=False), [[1, 0], [0.5, np.nan]])
    np.testing.assert_allclose(regret(values, higher_is_better=True), [[0, 1], [0.5, np.nan]])
    assert regret([2.0, 2.0], higher_is_better=True).tolist() == [0.0, 0.0]


ROWS = np.random.default_rng(8).gamma(2.0, size=(7, 5))


@pytest.mark.parametrize("band", ["sd", "se", "quartiles"])
def test_bands_by_the_standard_library(band):
    center, low, high = centre_and_band(ROWS, center="mean", band=band)
    for place, column in enumerate(ROWS.T.tolist()):
        mean, sd = statistics.fmean(column), statistics.stdev(column)
        width = {"sd": sd, "se": sd / len(column) ** 0.5}.get(band)
        quartiles = statistics.quantiles(column, n=4, method="inclusive")
        expected = (quartiles[0], quartiles[2]) if width is None else (mean - width, mean + width)
        assert (low[place], high[place]) == pytest.approx(expected, rel=1e-12)
        assert center[place] == pytest.approx(mean, rel=1e-12)


@pytest.mark.parametrize("center", ["mean", "median"])
def test_bootstrap_band_by_a_loop(center):
    middle = np.mean if center == "mean" else np.median
    draws = np.random.default_rng(5).integers(0, 7, size=(300, 7))
    loop = np.array([middle(ROWS[draw], axis=0) for draw in draws])
    _, low, high = centre_and_band(ROWS, center=center, band="bootstrap", n_resamples=300, rng=5)
    tail = 0.025
    if center == "mean":
        # Hesterberg (2015), as ExpandProbs of R's package resample: z √((n − 1)/n) = t
        tail = stats.norm.cdf(stats.t.ppf(0.025, 6) * np.sqrt(7 / 6))
    np.testing.assert_allclose([low, high], np.quantile(loop, [tail, 1 - tail], axis=0), rtol=1e-12)


@pytest.mark.parametrize(("n", "least"), [(5, 0.9), (10, 0.93)])
def test_bootstrap_bands_of_few_runs_hold_the_mean(n, least):
    """Plain percentiles hold it at 83 % and 90 % of the columns."""
    rows = np.random.default_rng(2).normal(size=(n, 3000))
    _, low, high = centre_and_band(rows, band="bootstrap")
    assert least < np.mean((low <= 0) & (high >= 0)) < 0.97


def test_a_column_with_a_gap_has_no_average_and_one_run_no_band():
    rows = ROWS.copy()
    rows[2, 0] = np.nan
    center, low, high = centre_and_band(rows, band="se")
    assert np.isnan([center[0], low[0], high[0]]).all()
    assert not np.isnan(center[1:]).any()
    center, low, high = centre_and_band(rows[:1, 1:], band="sd")
    assert np.isnan(low).all()
    assert center.tolist() == rows[0, 1:].tolist()
