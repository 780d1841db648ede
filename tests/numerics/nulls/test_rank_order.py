import itertools

import numpy as np
import pytest
from needs import LONG

from benchreport.numerics.nulls.rank_order import rank_order


@pytest.mark.parametrize("n", [4, 5, 6, 7])
def test_moments_are_those_of_all_orders(n):
    """Of 1 to n in every order: the ratio has mean 2, and the z of the p-value has mean 0 and variance 1."""
    found = [
        rank_order([np.array(order, dtype=float)]) for order in itertools.permutations(range(n))
    ]
    ratios = np.array([2 - 2 * each.correlation for each in found])
    variance = 4 * (n - 2) * (5 * n**2 - 2 * n - 9) / (5 * n * (n + 1) * (n - 1) ** 2)
    assert ratios.mean() == pytest.approx(2)
    assert ratios.var() == pytest.approx(variance)


@LONG
def test_level_over_many_short_series():
    rng = np.random.default_rng(0)
    found = [rank_order([*rng.normal(size=(12, 6))]).p_value for _ in range(2_000)]
    assert np.mean(np.array(found) <= 0.05) == pytest.approx(0.05, abs=0.012)


def test_series_that_tell_nothing():
    assert np.isnan(rank_order([np.ones(9), np.arange(3.0)]).p_value)
    drift = [np.arange(9.0)]
    assert rank_order([*drift, np.ones(9)]) == rank_order(drift)
