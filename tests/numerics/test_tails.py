import math

import mpmath
import numpy as np
import pytest
from looped import loop_over
from scipy import stats

from benchreport.errors import OptionError
from benchreport.numerics.tails import interval, p_of_t, p_of_z

SIDES = ["two-sided", "less", "greater"]


@loop_over("z", [1e-8, 0.5, 1.96, 8.0, 20.0, 37.0])
def test_normal_tails_against_mpmath(z):
    """p goes down to 6e-300."""
    tail = float(mpmath.erfc(z / mpmath.sqrt(2)) / 2)
    assert p_of_z([z, -z]) == pytest.approx(2 * tail, rel=1e-10, abs=0)
    assert p_of_z([z, -z], "greater") == pytest.approx([tail, 1 - tail], rel=1e-10, abs=0)
    assert p_of_z([z, -z], "less") == pytest.approx([1 - tail, tail], rel=1e-10, abs=0)


@pytest.mark.parametrize("t", [1e-3, 0.5, 12.0, 1e10, 1e149])
def test_t_tails_have_closed_forms_for_one_and_two_dof(t):
    """p goes down to 5e-299."""
    first, two = (
        math.atan2(1, t) / math.pi,
        1 / ((2 + t * t) * (1 + t / math.hypot(t, math.sqrt(2)))),
    )
    assert p_of_t(t, [1, 2], "greater") == pytest.approx([first, two], rel=1e-9, abs=0)
    assert p_of_t(-t, [1, 2], "less") == pytest.approx([first, two], rel=1e-9, abs=0)
    assert p_of_t(t, [1, 2]) == pytest.approx([2 * first, 2 * two], rel=1e-9, abs=0)


@pytest.mark.parametrize(("t", "dof"), [(3.0, 4.5), (40.0, 9), (15.0, 1000), (40.0, 300.5)])
def test_t_tails_against_mpmath(t, dof):
    with mpmath.workdps(30):
        a, half = mpmath.mpf(dof) / 2, mpmath.mpf(1) / 2
        x = 2 * a / (2 * a + mpmath.mpf(t) ** 2)
        series = mpmath.hyp2f1(a + half, 1, a + 1, x)
        tail = x**a * mpmath.sqrt(1 - x) / (2 * a * mpmath.beta(a, half)) * series
    # scipy's stdtr is good to 3e-9 for 1,000 dof
    assert p_of_t(t, dof, "greater") == pytest.approx(float(tail), rel=1e-8, abs=0)


def test_t_with_infinite_dof_is_normal():
    t = np.array([-3.0, 0.0, 1.0, 9.0])
    for side in SIDES:
        assert p_of_t(t, np.inf, side) == pytest.approx(p_of_z(t, side), rel=1e-12)


@pytest.mark.parametrize("function", [p_of_z, lambda t, side: p_of_t(t, 7, side)])
def test_sides_belong_together(function):
    values = np.array([-9.0, -1.5, -1e-9, 0.0, 0.3, 4.0, np.inf, -np.inf])
    two, less, greater = (function(values, side) for side in SIDES)
    assert less + greater == pytest.approx(np.ones(8))
    assert less == pytest.approx(function(-values, "greater"), rel=1e-14)
    assert two == pytest.approx(np.minimum(1, 2 * np.minimum(less, greater)))
    assert two[-2:].tolist() == [0, 0]
    assert less[-2:].tolist() == [1, 0]
    assert math.isnan(function(np.nan, "two-sided"))


@loop_over("dof", [1, 2.5, 30, 1e6, np.inf])
@loop_over("confidence", [1e-6, 0.5, 0.95, 1 - 1e-9])
@loop_over("side", SIDES)
def test_the_ends_of_an_interval_are_what_the_test_just_keeps(dof, confidence, side):
    estimate, error = np.array([0.3, -2.0]), np.array([0.1, 4.0])
    low, high = interval(estimate, error, dof=dof, confidence=confidence, alternative=side)
    for end, open_to in ((low, "less"), (high, "greater")):
        if side == open_to:
            assert np.isinf(end).all()
            continue
        p = p_of_t((estimate - end) / error, dof, side)
        assert p == pytest.approx([1 - confidence] * 2, rel=1e-6)
    assert (low < high).all()


def test_interval_against_scipy():
    low, high = interval(np.array([1.0]), 0.5, dof=9, confidence=0.9)
    assert (low[0], high[0]) == pytest.approx(stats.t.interval(0.9, 9, 1.0, 0.5), rel=1e-10)
    # one pair is normal, one is not
    low, _ = interval(np.zeros(2), 1.0, dof=[3.0, np.inf], confidence=0.95)
    assert low == pytest.approx([-3.182446305, -1.959963985], rel=1e-9)


def test_an_estimate_without_error_is_its_own_interval():
    low, high = interval(np.array([0.7]), 0.0, dof=4, confidence=0.95)
    assert (low[0], high[0]) == (0.7, 0.7)


@pytest.mark.parametrize("function", [p_of_z, lambda t, side: p_of_t(t, 7, side)])
def test_unknown_alternative(function):
    with pytest.raises(OptionError, match="alternative must be one of") as caught:
        function(1.0, "grater")
    assert caught.value.hint == "alternative='greater'"
