import itertools
import math

import numpy as np
import pytest
from scipy import stats

from benchreport.numerics.nulls.page import MOST_ALGORITHMS, exact_p


def ranks_of(n, k, seed):
    return stats.rankdata(np.random.default_rng([n, k, seed]).random((n, k)), axis=1)


@pytest.mark.parametrize(("n", "k"), [(2, 3), (4, 3), (12, 3), (6, 4), (3, 5), (5, 6), (9, 8)])
def test_untied_against_scipy(n, k):
    for seed in range(3):
        ranks = ranks_of(n, k, seed)
        theirs = stats.page_trend_test(ranks, ranked=True, method="exact")
        assert exact_p(ranks) == pytest.approx(theirs.pvalue, rel=1e-9)


@pytest.mark.parametrize("seed", range(4))
def test_ties_are_enumeration(seed):
    scores = np.random.default_rng(seed).integers(0, 3, size=(3, 4))
    ranks, weights = stats.rankdata(scores, axis=1), np.arange(1, 5)
    blocks = [[np.dot(order, weights) for order in itertools.permutations(row)] for row in ranks]
    sums = np.array([sum(terms) for terms in itertools.product(*blocks)])
    assert exact_p(ranks) == pytest.approx(np.mean(sums >= (ranks @ weights).sum()), rel=1e-12)


@pytest.mark.parametrize(("n", "k"), [(1, 8), (30, 5), (150, 3), (60, 6)])
def test_unanimous_blocks_have_a_closed_form(n, k):
    """p is (1/k!)ⁿ, down to 3e-172; in reverse nothing is less extreme."""
    ranks = np.tile(np.arange(1.0, k + 1), (n, 1))
    assert exact_p(ranks) == pytest.approx(float(math.factorial(k)) ** -n, rel=1e-9, abs=0)
    assert exact_p(ranks[:, ::-1]) == pytest.approx(1, rel=1e-12)


def test_two_algorithms_are_a_sign_test():
    wins = np.where(np.arange(60)[:, None] < 38, [1.0, 2.0], [2.0, 1.0])
    assert exact_p(wins) == pytest.approx(stats.binomtest(38, 60, alternative="greater").pvalue)


def test_the_order_of_blocks_does_not_matter_nor_do_tied_ones():
    ranks = ranks_of(7, 4, 0)
    expected = exact_p(ranks)
    assert exact_p(ranks[::-1]) == pytest.approx(expected, rel=1e-12)
    padded = np.vstack([np.full((9, 4), 2.5), ranks])
    assert exact_p(padded) == pytest.approx(expected, rel=1e-12)
    assert exact_p(np.full((5, 4), 2.5)) == 1


def test_reversed_tails_overlap_in_the_observed_value():
    """P(L ≥ l) + P(L ≤ l) = 1 + P(L = l), by symmetry."""
    ranks = ranks_of(5, 3, 1)
    reversed_ranks = 4 - ranks
    both = exact_p(ranks) + exact_p(reversed_ranks)
    above = stats.page_trend_test(ranks, ranked=True, method="exact").pvalue
    assert both > 1
    assert both - 1 <= above


def test_out_of_reach():
    assert exact_p(ranks_of(3, MOST_ALGORITHMS + 1, 0)) is None
    assert exact_p(ranks_of(1000, 8, 0)) is None
