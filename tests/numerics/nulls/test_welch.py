import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from looped import loop_over
from published import cases
from scipy import stats

from benchreport.numerics.nulls.welch import welch, welch_f

samples = arrays(np.float64, st.integers(2, 9), elements=st.integers(0, 9).map(lambda n: n / 10))


@settings(deadline=None)
@given(samples, samples)
def test_against_scipy(first, second):
    assume(np.ptp(first) > 0 and np.ptp(second) > 0)
    test, theirs = welch(first, second), stats.ttest_ind(first, second, equal_var=False)
    assert test.t == pytest.approx(theirs.statistic, rel=1e-9, abs=1e-12)
    assert test.dof == pytest.approx(theirs.df, rel=1e-9)
    assert test.difference == pytest.approx(first.mean() - second.mean(), abs=1e-15)
    assert test.error * test.t == pytest.approx(test.difference, abs=1e-15)


@loop_over(("scores", "answer"), cases("oneway"))
def test_f_against_r(scores, answer):
    """R 4.2.2 oneway.test(var.equal = FALSE)."""
    test, expected = welch_f(scores.samples), answer["welch"]
    assert test.f == pytest.approx(expected["f"], rel=1e-8)
    assert test.dof == pytest.approx(tuple(expected["dof"]), rel=1e-8)
    assert test.p_value == pytest.approx(expected["p_value"], rel=1e-7)


@settings(deadline=None)
@given(samples, samples)
def test_f_of_two_samples_is_t_squared(first, second):
    """The samples include some without spread."""
    pair, test = welch(first, second), welch_f([first, second])
    assert test.f == pytest.approx(pair.t**2, rel=1e-8, abs=1e-12)
    if np.isfinite(pair.t) and pair.error > 0:
        assert test.dof == pytest.approx((1, pair.dof), rel=1e-8)
        p = 2 * stats.t.sf(abs(pair.t), pair.dof)
        assert test.p_value == pytest.approx(p, rel=1e-7, abs=1e-12)


def test_one_sample_without_spread_is_the_limit_of_a_small_one():
    """The mean of the constant sample is known exactly; the distances of the others stay finite."""
    constant, small = np.full(4, 0.5), 0.5 + 1e-6 * np.array([-1, 1, 1, -1])
    others = [np.array([0.4, 0.6, 0.5, 0.55]), np.array([0.3, 0.7, 0.45])]
    test, limit = welch_f([constant, *others]), welch_f([small, *others])
    assert test.f == pytest.approx(limit.f, rel=1e-5)
    assert test.p_value == pytest.approx(limit.p_value, rel=1e-5)
    assert test.p_value > 0.5


@settings(deadline=None)
@given(samples, samples)
def test_first_and_second_change_sides(first, second):
    test, swapped = welch(first, second), welch(second, first)
    assert swapped.t == pytest.approx(-test.t, abs=1e-12)
    assert (swapped.error, swapped.dof) == pytest.approx((test.error, test.dof))


@pytest.mark.parametrize("unit", [1e-90, 1e-9, 1e9, 1e90])
def test_units_do_not_matter(unit):
    rng = np.random.default_rng(0)
    first, second, third = rng.normal(size=5), rng.normal(size=8), rng.normal(size=3)
    test, scaled = welch(first, second), welch(unit * first, unit * second)
    assert (scaled.t, scaled.dof) == pytest.approx((test.t, test.dof), rel=1e-9)
    f = welch_f([unit * sample for sample in (first, second, third)])
    assert f.p_value == pytest.approx(welch_f([first, second, third]).p_value, rel=1e-9)


def test_no_spread_at_all():
    a, b = np.full(3, 0.3), np.full(5, 0.1)
    assert welch(a, b) == (pytest.approx(0.2), 0, 6, np.inf)
    assert welch(b, a).t == -np.inf
    # 0.1 + 0.2 equals 0.3 up to rounding
    assert welch(a, np.full(5, 0.1 + 0.2)) == (0, 0, 6, 0)
    assert welch_f([a, b, a]) == (np.inf, (2, 8), 0)
    assert welch_f([a, np.full(5, 0.1 + 0.2), a]) == (0, (2, 8), 1)


def test_two_constant_samples_that_differ_beside_one_with_spread():
    test = welch_f([np.full(3, 0.3), np.full(3, 0.1), np.array([0.1, 0.2, 0.3])])
    assert (test.f, test.p_value) == (np.inf, 0)


def test_a_tiny_difference_of_large_scores():
    first, second = 1e6 + np.array([0.1, 0.2, 0.3]), 1e6 + np.array([0.2, 0.3, 0.4])
    assert welch(first, second).t == pytest.approx(-np.sqrt(1.5), rel=1e-8)


def test_p_of_far_apart_samples_keeps_its_digits():
    wide = [np.arange(30.0), np.arange(30.0) + 1e4]
    test = welch_f(wide)
    assert test.p_value == pytest.approx(2 * stats.t.sf(np.sqrt(test.f), 58), rel=1e-7, abs=0)
    assert 0 < test.p_value < 1e-100
