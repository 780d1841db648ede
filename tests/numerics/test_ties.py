"""The tie rule: values that differ only by rounding become one, at any size; all others stay."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchreport.numerics.ties import snap, snap_differences

ODD = np.array([2 / 3, 1 / 7, np.pi, 0.93, 0.5])


@given(st.integers(1, 9999), st.integers(1, 6))
def test_complements_of_decimals_are_one_and_those_decimals(number: int, digits: int) -> None:
    error = number / 10**digits
    decimal = round(1 - error, digits)
    values = snap([1 - error, decimal, 100 * (1 - error) / 100]).tolist()
    assert len(set(values)) == 1
    assert decimal < 0.01 or values[0] == decimal


@given(st.floats(1e-280, 1e280), st.integers(1, 4), st.integers(-60, 60))
def test_floats_that_differ_in_the_last_bits_are_one(value: float, bits: int, power: int) -> None:
    near = value * (1 + bits * 2**-52)
    assert len(set(snap([value, near]).tolist())) == 1
    two, other = snap(np.ldexp([value, near], power)).tolist()
    assert two == other


@pytest.mark.parametrize("power", [0, 266, -266, 664, -664])
def test_powers_of_two_change_no_tie(power: int) -> None:
    noisy = np.concatenate([ODD, ODD * (1 + 1e-15), ODD * (1 - 1e-15)])
    assert len(np.unique(snap(np.ldexp(noisy, power)))) == len(ODD)
    tops, bottoms = np.array([0.9, 0.8, 1.2, 3.3]), np.array([0.8, 0.7, 1.1, 3.2])
    assert len(np.unique(np.ldexp(tops, power) - np.ldexp(bottoms, power))) > 1
    assert len(np.unique(snap_differences(np.ldexp(tops, power), np.ldexp(bottoms, power)))) == 1


def test_values_without_noise_stay_to_the_bit() -> None:
    rng = np.random.default_rng(4)
    integers = np.array([1, 2, 2**31, 2**31 + 1, 10**11, 10**11 + 1, -3, 0], dtype=float)
    for values in (integers, rng.normal(size=50), ODD * 1e-300, np.array([5e-324, 1e-310, 1e308])):
        np.testing.assert_allclose(snap(values), values, rtol=2e-13, atol=0)
        assert len(np.unique(snap(values))) == len(values)
    np.testing.assert_array_equal(snap(integers), integers)
    np.testing.assert_array_equal(snap([1 - 0.07, np.nan, 0.93]), [0.93, np.nan, 0.93])
    assert snap([]).shape == (0,)


def test_scores_are_equal_where_their_difference_is_zero() -> None:
    rng = np.random.default_rng(7)
    base = rng.uniform(0.5, 0.99, size=300)
    scores = np.concatenate([base, base * (1 + rng.uniform(-2e-11, 2e-11, size=300))])
    snapped = snap(scores)
    first, second = snapped[:300], snapped[300:]
    np.testing.assert_array_equal(snap_differences(first, second) == 0, first == second)
    assert 0 < (first == second).sum() < 300


def test_averages_tie_by_the_size_of_what_they_average() -> None:
    means = np.array([np.mean([0.3, -0.1, -0.2]), np.mean([-0.2, 0.3, -0.1]), 0.0])
    assert len(set(means.tolist())) > 1
    assert snap(means, np.full(3, 0.3)).tolist() == [0.0, 0.0, 0.0]


def test_equal_decimal_differences_are_equal_floats() -> None:
    tops = np.array([0.9, 0.8, 0.7, 1.0, 1.1, 10.0, 0.1, 99.9])
    bottoms = np.array([0.8, 0.7, 0.6, 0.9, 1.0, 9.9, 0.0, 99.8])
    assert len(np.unique(tops - bottoms)) > 1
    for scale in 10.0 ** np.arange(-9, 31):
        snapped = snap_differences(tops * scale, bottoms * scale)
        assert len(np.unique(snapped)) == 1
        assert snapped[0] == pytest.approx(0.1 * scale, rel=1e-12)


def test_snapping_keeps_differences_above_noise() -> None:
    np.testing.assert_array_equal(snap_differences(0.1 + 0.2, 0.3), 0.0)
    np.testing.assert_array_equal(snap_differences([0.0, 5.0], [0.0, -5.0]), [0.0, 10.0])
    assert snap_differences(1.0 + 1e-10, 1.0) == pytest.approx(1e-10)
    extreme = snap_differences([1e300, 1e-300, 5e-324], [-1e300, 0.0, 0.0])
    np.testing.assert_array_equal(extreme, [2e300, 1e-300, 5e-324])
    # the datasets have other sizes: a tie at a million hides no difference of errors below one
    np.testing.assert_array_equal(snap_differences([1e6, 3e-8], [1e6, 1e-8]), [0.0, 2e-8])
    values = np.random.default_rng(8).normal(size=200)
    np.testing.assert_array_equal(snap_differences(values, 0.5), -snap_differences(0.5, values))


def test_rows_of_a_long_table_are_snapped_each_by_itself() -> None:
    rng = np.random.default_rng(2)
    table = rng.normal(size=(60_000, 5))
    # rows of thirds that differ in the last bits, at the ends and between
    table[[0, 31_000, -1], :2] = 2 / 3, 1 - 1 / 3
    snapped = snap(table)
    np.testing.assert_array_equal(snapped[[0, 31_000, -1], 0], snapped[[0, 31_000, -1], 1])
    np.testing.assert_array_equal(snapped[::997], [snap(row) for row in table[::997]])
