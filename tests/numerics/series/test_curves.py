import itertools
import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate

from benchreport.numerics.resampling.ranks_of_drawn_runs import draw_ranks, exact_ranks
from benchreport.numerics.series.curves import area_under, centre_and_band, regret
from benchreport.numerics.series.hitting_times import expected_runtime, hitting_times, share_hit


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


def test_area_up_to_a_step_knows_nothing_of_later_scores():
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
        wanted = (quartiles[0], quartiles[2]) if width is None else (mean - width, mean + width)
        assert (low[place], high[place]) == pytest.approx(wanted, rel=1e-12)
        assert center[place] == pytest.approx(mean, rel=1e-12)


@pytest.mark.parametrize("center", ["mean", "median"])
def test_bootstrap_band_by_a_loop(center):
    middle = np.mean if center == "mean" else np.median
    draws = np.random.default_rng(5).integers(0, 7, size=(300, 7))
    loop = np.array([middle(ROWS[draw], axis=0) for draw in draws])
    _, low, high = centre_and_band(ROWS, center=center, band="bootstrap", n_resamples=300, rng=5)
    np.testing.assert_allclose([low, high], np.percentile(loop, [2.5, 97.5], axis=0), rtol=1e-12)


def test_a_column_with_a_gap_has_no_average_and_one_run_no_band():
    rows = ROWS.copy()
    rows[2, 0] = np.nan
    center, low, high = centre_and_band(rows, band="se")
    assert np.isnan([center[0], low[0], high[0]]).all()
    assert not np.isnan(center[1:]).any()
    center, low, high = centre_and_band(rows[:1, 1:], band="sd")
    assert np.isnan(low).all()
    assert center.tolist() == rows[0, 1:].tolist()


def enumerate_band(runs, *, higher_is_better):
    """Rank every possible draw of one run a system, each as likely."""
    sign = -1 if higher_is_better else 1
    ranks = []
    for draw in itertools.product(*runs):
        cost = [sign * value for value in draw]
        ranks.append(
            [
                1
                + sum(other < own for other in cost)
                + (sum(other == own for other in cost) - 1) / 2
                for own in cost
            ]
        )
    return np.mean(ranks, axis=0), np.std(ranks, axis=0)


SMALL = [
    [[1.0, 3.0], [2.0], [2.0, 0.5, 3.0]],
    [[1.0, 1.0], [1.0, 2.0]],
    [[0.3, 0.7, 0.1], [0.2, 0.7], [0.7, 0.9], [0.1, 0.5, 0.6]],
]


@pytest.mark.parametrize("runs", SMALL)
@pytest.mark.parametrize("higher", [True, False])
def test_exact_ranks_by_listing_all_draws(runs, higher):
    wanted = enumerate_band(runs, higher_is_better=higher)
    found = exact_ranks(runs, higher_is_better=higher)
    np.testing.assert_allclose(found, wanted, atol=1e-12)


@given(
    st.lists(st.lists(st.integers(0, 4), min_size=1, max_size=4), min_size=2, max_size=4),
    st.booleans(),
)
def test_exact_ranks_of_any_runs(runs, higher):
    found = exact_ranks(runs, higher_is_better=higher)
    np.testing.assert_allclose(found, enumerate_band(runs, higher_is_better=higher), atol=1e-10)


@pytest.mark.parametrize("runs", SMALL)
def test_drawn_ranks_are_near_the_exact_ones(runs):
    n_draws = 20_000
    mean, sd = exact_ranks(runs, higher_is_better=True)
    drawn = draw_ranks(runs, higher_is_better=True, n_draws=n_draws, rng=1)
    assert drawn.sum(axis=1) == pytest.approx(len(runs) * (len(runs) + 1) / 2)
    # five standard errors of the mean: seeded, so that this holds or does not, for ever
    np.testing.assert_array_less(np.abs(drawn.mean(axis=0) - mean), 5 * sd / n_draws**0.5 + 1e-12)
    np.testing.assert_allclose(drawn.std(axis=0), sd, atol=0.02)


def test_hitting_times_by_a_loop():
    rng = np.random.default_rng(2)
    steps, scores = np.arange(1, 30), rng.normal(size=29)
    targets = np.array([-3.0, -0.5, 0.0, 1.0, 9.0])
    for higher in (True, False):
        found = hitting_times(steps, scores, targets, higher_is_better=higher)
        for target, time in zip(targets, found, strict=True):
            hit = [
                s
                for s, v in zip(steps, scores, strict=True)
                if (v >= target if higher else v <= target)
            ]
            assert time == (hit[0] if hit else np.inf)


@pytest.mark.parametrize("higher", [True, False])
def test_rounding_keeps_no_run_from_its_target(higher):
    target = 0.93 if higher else -0.93
    for reached in (target, target * (1 - 2**-52), target * (1 + 2**-52)):
        assert hitting_times([1], [reached], [target], higher_is_better=higher).tolist() == [1.0]
    missed = [target - 1e-11 if higher else target + 1e-11]
    assert hitting_times([1], missed, [target], higher_is_better=higher).tolist() == [np.inf]


def test_expected_runtime_is_that_of_restarts():
    # Auger and Hansen (2005), eq. 1: E(T_success) + (1 − p)/p · E(T_failure)
    times = np.array([12.0, np.inf, 40.0, np.inf, np.inf])
    spent = np.array([100.0, 80.0, 100.0, 100.0, 60.0])
    p = 2 / 5
    wanted = times[[0, 2]].mean() + (1 - p) / p * spent[[1, 3, 4]].mean()
    assert expected_runtime(times, spent) == pytest.approx(wanted, rel=1e-12)
    assert expected_runtime([np.inf], [10.0]) == np.inf


def test_share_hit_counts():
    times = np.array([[1.0, 5.0], [np.inf, 2.0]])
    assert share_hit(times, [0.9, 1, 2, 4.9, 5, 1e9]).tolist() == [0, 0.25, 0.5, 0.5, 0.75, 0.75]
