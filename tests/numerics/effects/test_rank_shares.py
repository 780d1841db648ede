from itertools import combinations, permutations

import numpy as np
import pytest
from looped import loop_over
from scipy import special

from benchreport.numerics.effects.rank_shares import (
    ShareSpread,
    agreement_spread,
    run_spread,
    share_interval,
)


@loop_over("share", [0.0, 0.01, 0.2, 0.7, 0.999, 1.0])
@loop_over("spread", [ShareSpread(3, 0.4), ShareSpread(10, 4), ShareSpread(1000, 200)])
def test_ends_are_where_the_share_is_at_its_tails(share, spread):
    scale = spread.size * spread.dof
    low, high = share_interval(share, spread, 0.05)

    def below(truth):
        return special.chndtr(scale * share / (1 - truth), spread.dof, scale * truth / (1 - truth))

    assert 0 <= low <= share <= high <= 1
    assert below(low) == pytest.approx(0.975, abs=1e-7) if low else below(0) <= 0.975
    if share < high < 1:
        assert below(high) == pytest.approx(0.025, abs=1e-7)
    elif high < 1:
        assert below(high) <= 0.025


def test_contrasts_that_vary_alike_are_k_minus_1():
    """Every ranking once: W is 0, and all directions have the same variance."""
    ranks = np.array(list(permutations([1.0, 2, 3, 4])))
    assert agreement_spread(ranks, 0.05).dof > 3
    # a slight lead; the variance in its direction is hardly changed
    many = np.vstack([np.repeat(ranks, 50, axis=0), np.tile([1.0, 2, 3, 4], (30, 1))])
    assert agreement_spread(many, 0.05).dof == pytest.approx(3, rel=0.05)


def test_the_interval_of_w_covers():
    """Of rankings with known chances the agreement is known; 4.4 standard errors about 95 %."""
    rng = np.random.default_rng(19)
    rankings = np.array(list(permutations([1.0, 2, 3, 4])))
    # each exchange of two neighbours halves the chance
    exchanges = [sum(a > b for a, b in combinations(row, 2)) for row in rankings]
    chances = 0.5 ** np.array(exchanges)
    chances /= chances.sum()
    means = chances @ rankings - 2.5
    truth = (means @ means) * 12 / (4**3 - 4)
    covered = 0
    for _ in range(600):
        ranks = rankings[rng.choice(24, 12, p=chances)]
        w = 12 * np.square(ranks.mean(axis=0) - 2.5).sum() / (4**3 - 4)
        low, high = share_interval(w, agreement_spread(ranks, 0.05), 0.05)
        covered += low <= truth <= high
    assert 0.91 <= covered / 600 <= 0.99


def test_runs_that_are_alike_are_k_minus_1():
    rng = np.random.default_rng(8)
    ranks = rng.permutation(4000) + 1.0
    spread = run_spread(ranks, np.full(4, 1000), 0.05)
    # four algorithms that are all apart: 1 - 1/16 of the spread of ranks lies between them
    assert spread.top == pytest.approx(15 / 16, rel=1e-6)
    assert spread.size == pytest.approx(15 / 16 * 4000 / 3)
    assert spread.dof == pytest.approx(3, rel=0.05)


@pytest.mark.parametrize("sizes", [(5, 5), (30, 30), (2, 8), (2, 8, 8), (4, 4, 4, 4)])
def test_algorithms_that_are_apart_have_the_largest_share(sizes):
    n, k = sum(sizes), len(sizes)
    ranks = np.arange(1.0, n + 1)
    spread = run_spread(ranks, np.array(sizes), 0.05)
    means = [part.mean() for part in np.split(ranks, np.cumsum(sizes)[:-1])]
    share = np.average((np.array(means) - (n + 1) / 2) ** 2, weights=sizes) / ranks.var()
    assert spread.top == pytest.approx(share, rel=1e-12)
    assert spread.dof == pytest.approx(k - 1)
    low, high = share_interval(share, spread, 0.05)
    assert 0 <= low < share
    assert high == pytest.approx(share, rel=1e-12)


def test_runs_that_are_all_tied_within_algorithms_may_have_all_the_spread():
    spread = run_spread(np.repeat([2.5, 6.5], 4), np.array([4, 4]), 0.05)
    assert spread.top == 1
    assert share_interval(1.0, spread, 0.05)[1] == 1


def test_without_spread_there_is_none():
    assert agreement_spread(np.full((5, 4), 2.5), 0.05) is None
    assert run_spread(np.full(6, 3.5), np.array([2, 4]), 0.05) is None
    assert run_spread(np.array([2.0, 1.0, 3.0]), np.array([1, 1, 1]), 0.05) is None
