import itertools

import numpy as np
import pytest
from looped import loop_over
from scipy import stats

from benchreport.numerics.nulls.rank_sum_difference import exact_p, work


@loop_over("tied", [False, True])
@loop_over(("n", "k"), [(1, 4), (2, 4), (4, 3), (3, 3), (8, 2)])
def test_it_is_enumeration(n, k, tied):
    rng = np.random.default_rng([n, k])
    ranks = stats.rankdata(rng.integers(0, 3, (n, k)) if tied else rng.random((n, k)), axis=1)
    blocks = [[row[0] - row[1] for row in itertools.permutations(block)] for block in ranks]
    sums = np.array([sum(terms) for terms in itertools.product(*blocks)])
    distances = np.arange(0, n * k + 1) / 2
    expected = [np.mean(abs(sums) >= distance) for distance in distances]
    assert exact_p(ranks, distances) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("n", [1, 7, 40, 1000])
def test_two_algorithms_are_a_sign_test(n):
    """The smallest p here is 2·2⁻¹⁰⁰⁰ = 1.9e-301."""
    ranks = np.tile([1.0, 2.0], (n, 1))
    lead = np.arange(n % 2, n + 1, 2)[-20:]
    expected = np.minimum(1, 2 * stats.binom.sf((n + lead) // 2 - 1, n, 0.5))
    assert exact_p(ranks, lead) == pytest.approx(expected, rel=1e-8, abs=0)
    assert exact_p(ranks, n) == pytest.approx(2.0 ** (1 - n), rel=1e-10, abs=0)


@pytest.mark.parametrize(("n", "k"), [(3, 4), (20, 10), (100, 5)])
def test_the_largest_difference_has_a_closed_form(n, k):
    """One is best and one is last in every block, either way: p = 2·(1/k(k − 1))ⁿ."""
    ranks = np.tile(np.arange(1.0, k + 1), (n, 1))
    expected = 2 * (1 / (k * (k - 1))) ** n
    assert exact_p(ranks, n * (k - 1)) == pytest.approx(expected, rel=1e-9, abs=0)
    assert exact_p(ranks, n * (k - 1) + 1) == 0


def test_signs_do_not_matter_and_shapes_stay():
    ranks = stats.rankdata(np.random.default_rng(0).random((6, 4)), axis=1)
    differences = np.array([[0.0, 3, -5], [-3, 5, 7]])
    p_values = exact_p(ranks, differences)
    assert p_values.shape == (2, 3)
    assert np.array_equal(p_values, exact_p(ranks, -differences))
    assert p_values[0, 0] == 1
    assert p_values[0, 1] == p_values[1, 0]
    assert (np.diff(exact_p(ranks, np.arange(20.0))) <= 0).all()


def test_many_blocks_are_normal():
    """The variance is n·k(k + 1)/6; half a step is the continuity correction."""
    n, k = 300, 6
    ranks = np.tile(np.arange(1.0, k + 1), (n, 1))
    deviation = np.sqrt(n * k * (k + 1) / 6)
    distances = np.round(deviation * np.array([0.5, 1, 2, 3]))
    expected = 2 * stats.norm.sf((distances - 0.5) / deviation)
    assert exact_p(ranks, distances) == pytest.approx(expected, rel=0.02)


def test_ties_only():
    assert exact_p(np.full((5, 3), 2.0), [0.0, 0.5]).tolist() == [1, 0]


def test_work_counts_multiplications():
    """There are n convolutions with at most 4k − 3 probabilities each."""
    for n, k in ((50, 100), (400, 12)):
        counted = sum((1 + row * (4 * k - 4)) * (4 * k - 3) for row in range(n))
        assert counted <= work(n, k) < 3 * counted
