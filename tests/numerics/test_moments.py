import numpy as np
import pytest

from benchreport.errors import DesignError
from benchreport.numerics.moments import moments, ratio, samples


def test_moments_of_constants_are_exact():
    mean, deviation = moments(np.array([[0.1] * 7, [1.0, 2, 3, 4, 5, 6, 7]]))
    assert mean.tolist() == [0.1, 4.0]
    assert deviation.tolist() == [0.0, pytest.approx(np.std(range(7), ddof=1))]


@pytest.mark.parametrize("power", [-1060, -600, 600, 1020])
def test_moments_neither_overflow_nor_vanish(power):
    values = np.array([[1.0, 2.5, -3.0, 0.5], [2.0, 2.0, 2.0, 2.0]])
    mean, deviation = moments(values)
    large_mean, large_deviation = moments(np.ldexp(values, power))
    # doubles this small have few digits
    close = {"rel": 1e-3 if power < -1000 else 1e-14}
    assert np.ldexp(large_mean, -power) == pytest.approx(mean, **close)
    assert np.ldexp(large_deviation, -power) == pytest.approx(deviation, **close)


def test_a_spread_in_the_thirteenth_digit_is_no_spread():
    noise = np.array([0.3, 0.1 + 0.2, 0.3])
    assert moments(noise)[1] == 0
    assert moments(noise - 0.3)[1] > 0
    assert moments(noise - 0.3, scale=0.3)[1] == 0


def test_a_ratio_to_no_spread_is_zero_or_infinite():
    difference, spread = np.array([1.0, 2.0, -2.0, 0.0, 1e-17]), np.array([2.0, 0, 0, 0, 0])
    assert ratio(difference, spread).tolist() == [0.5, np.inf, -np.inf, 0.0, np.inf]
    assert ratio(difference, spread, 1.0).tolist() == [0.5, np.inf, -np.inf, 0.0, 0.0]


@pytest.mark.parametrize("values", [[], [1.0], 1.0, np.zeros((5, 1))])
def test_one_score_is_not_a_sample(values):
    with pytest.raises(DesignError, match="at least 2 blocks"):
        samples(values, "blocks")
