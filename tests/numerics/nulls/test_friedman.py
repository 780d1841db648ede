import itertools
import math
from functools import cache

import numpy as np
import numpy.typing as npt
import pytest
from looped import loop_over
from needs import LONG, longer
from scipy import stats

from benchreport.numerics.nulls import friedman as null
from benchreport.numerics.nulls.friedman import exact_p
from benchreport.numerics.ranks import block_ranks

ENUMERABLE = [
    (n, k) for k in range(2, 10) for n in range(1, 21) if math.factorial(k) ** (n - 1) <= 1e6
]
SMALL = [(n, k) for n, k in ENUMERABLE if math.factorial(k) ** (n - 1) <= 2e4 and n > 1]


@cache
def all_orders(k: int) -> npt.NDArray[np.int64]:
    return np.array(list(itertools.permutations(range(k))))


def enumerate_p(ranks: npt.NDArray[np.float64]) -> float:
    """Count all (k!)^(n−1) assignments; equal ones count as often as they occur."""
    doubled = np.rint(2 * ranks).astype(np.int32)
    sums = doubled[:1]
    for row in doubled[1:]:
        sums = (sums[:, None, :] + row[all_orders(len(row))]).reshape(-1, len(row))
    observed = np.square(doubled.sum(axis=0)).sum()
    return float(np.mean(np.square(sums).sum(axis=1) >= observed))


def table(n: int, k: int, *, tied: bool, seed: int = 0) -> npt.NDArray[np.float64]:
    draw = np.random.default_rng([n, k, tied, seed])
    scores = draw.integers(0, max(2, k // 2 + 1), (n, k)) if tied else draw.random((n, k))
    # a tilt makes small p-values occur too
    return block_ranks(scores + (seed % 3) * np.arange(k) * 0.2, higher_is_better=True)


@loop_over("tied", [False, True])
@loop_over(("n", "k"), ENUMERABLE)
def test_exact_p_equals_enumeration(n: int, k: int, tied: bool) -> None:  # noqa: FBT001
    ranks = table(n, k, tied=tied)
    assert exact_p(ranks) == pytest.approx(enumerate_p(ranks), rel=1e-12)


@loop_over("tied", [False, True])
@loop_over(("n", "k"), SMALL)
def test_exact_p_equals_enumeration_on_more_tables(n: int, k: int, tied: bool) -> None:  # noqa: FBT001
    for seed in range(1, 7):
        ranks = table(n, k, tied=tied, seed=seed)
        assert exact_p(ranks) == pytest.approx(enumerate_p(ranks), rel=1e-12)


# Friedman (1937), table V: k = 3, χ² and P by number of blocks, here as rank sums
@pytest.mark.parametrize(
    ("ranks", "p"),
    [
        ([[1, 2, 3], [2, 1, 3], [1, 2, 3]], 0.194),
        ([[1, 2, 3], [1, 2, 3], [1, 3, 2]], 0.194),
        ([[1, 2, 3], [1, 2, 3], [1, 2, 3], [2, 1, 3]], 0.042),
    ],
)
def test_published_probabilities(ranks: list[list[int]], p: float) -> None:
    assert exact_p(ranks) == pytest.approx(p, abs=5e-4)


@pytest.mark.parametrize("wins", [1000, 1150, longer(1060), longer(1400)])
def test_two_algorithms_are_a_sign_test(wins: int) -> None:
    ranks = np.where(np.arange(2000)[:, None] < wins, [1.0, 2.0], [2.0, 1.0])
    expected = stats.binomtest(wins, 2000).pvalue
    assert exact_p(ranks) == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize(("n", "k"), [(2, 3), (10, 3), (30, 5), (12, 40)])
def test_unanimous_blocks_have_the_closed_form_whatever_the_size(n: int, k: int) -> None:
    ranks = np.tile(np.arange(1.0, k + 1), (n, 1))
    expected = math.exp(-(n - 1) * math.lgamma(k + 1))
    assert exact_p(ranks, budget=1) == pytest.approx(expected, rel=1e-10)


def test_unanimous_ties_count_distinct_orders_only() -> None:
    ranks = np.tile([1.0, 2.5, 2.5, 4.0], (8, 1))
    assert exact_p(ranks, budget=1) == pytest.approx(12.0**-7, rel=1e-12)


def test_a_p_value_below_the_smallest_float_is_zero_without_a_warning() -> None:
    assert exact_p(np.tile(np.arange(1.0, 301), (1000, 1))) == 0.0


def test_blocks_that_are_all_tied_change_nothing() -> None:
    ranks = table(5, 3, tied=False, seed=2)
    padded = np.vstack([np.full((40, 3), 2.0), ranks, np.full((2, 3), 2.0)])
    assert exact_p(padded) == exact_p(ranks)
    assert exact_p(np.full((500, 80), 40.5), budget=1) == 1.0


def test_a_single_informative_block_is_no_evidence() -> None:
    assert exact_p(np.arange(1.0, 101)[None, :], budget=1) == 1.0


def test_neither_the_order_of_blocks_nor_of_algorithms_matters() -> None:
    ranks = table(9, 4, tied=True, seed=1)
    draw = np.random.default_rng(5)
    expected = exact_p(ranks)
    assert expected is not None
    for _ in range(5):
        shuffled = draw.permutation(draw.permutation(ranks), axis=1)
        assert exact_p(shuffled) == pytest.approx(expected, rel=1e-12)


@LONG
@pytest.mark.parametrize(("n", "k"), [(2400, 2), (144, 3), (30, 4), (11, 5), (5, 6), (3, 7)])
def test_the_default_budget_reaches_as_far_as_documented(n: int, k: int) -> None:
    # each algorithm is best in turn, so that almost every state is reached
    ranks = np.array([np.roll(np.arange(1.0, k + 1), i) for i in range(n)])
    p = exact_p(ranks)
    assert p is not None
    assert 0.3 < p <= 1.0


@pytest.mark.parametrize(("n", "k"), [(200, 3), (40, 5), (4, 9), (1000, 300)])
def test_tables_beyond_the_budget_are_refused(n: int, k: int) -> None:
    assert exact_p(table(n, k, tied=False)) is None


def test_wide_tables_whose_states_have_no_code_are_refused() -> None:
    ranks = block_ranks(np.eye(60)[:12], higher_is_better=True)
    assert exact_p(ranks) is None
    # two blocks are never merged: each of 60 places for the second winner, one of them equal
    agreeing = block_ranks(np.eye(60)[[0, 1]], higher_is_better=True)
    assert exact_p(agreeing) == pytest.approx(1.0)


def test_the_exact_p_value_approaches_chi_square() -> None:
    ranks = table(100, 3, tied=False, seed=1)
    statistic = stats.friedmanchisquare(*ranks.T).statistic
    assert exact_p(ranks) == pytest.approx(stats.chi2.sf(statistic, 2), abs=0.01)


@pytest.mark.parametrize(("k", "n_blocks"), [(2, 90), (3, 40), (4, 12), (5, 7), (6, 5)])
@pytest.mark.parametrize("effect", [0.0, 0.3, 2.0])
def test_the_least_cost_is_no_more_than_the_vectors_formed(
    k: int, n_blocks: int, effect: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = np.random.default_rng(k).normal(size=(n_blocks, k)) + effect * np.arange(k)
    ranks = block_ranks(draw, higher_is_better=True)
    bounds, formed = [], []
    bound, add = null._least_cost, null._add_block
    monkeypatch.setattr(null, "_least_affordable", lambda *_: 0.0)
    monkeypatch.setattr(null, "_least_cost", lambda *table: bounds.append(bound(*table)) or 0.0)

    def count(states, weights, orders):
        formed.append(len(states) * len(orders))
        return add(states, weights, orders)

    monkeypatch.setattr(null, "_add_block", count)
    assert exact_p(ranks, budget=10**8) is not None
    assert 0 < bounds[0] <= sum(formed)


def test_large_tables_are_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(null, "_add_block")
    draw = np.random.default_rng(1).normal(size=(30, 5))
    assert exact_p(block_ranks(draw, higher_is_better=True)) is None


@pytest.mark.parametrize(("k", "n_blocks"), [(3, 2000), (4, 200), (5, 40)])
def test_tables_with_ties_that_are_too_large_are_soon_given_up(
    k: int, n_blocks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    formed, add = [], null._add_block

    def count(states, weights, orders):
        formed.append(len(states) * len(orders))
        return add(states, weights, orders)

    monkeypatch.setattr(null, "_add_block", count)
    draw = np.random.default_rng(k).normal(size=(n_blocks, k)).round(1)
    assert exact_p(block_ranks(draw, higher_is_better=True)) is None
    assert 0 < sum(formed) < null.DEFAULT_BUDGET / 4


@pytest.mark.parametrize(
    ("k", "n_blocks", "effect"), [(3, 90, 0.0), (3, 112, 1.0), (4, 20, 0.5), (4, 52, 2.0)]
)
def test_tables_with_ties_are_not_given_up_too_soon(k: int, n_blocks: int, effect: float) -> None:
    draw = np.random.default_rng(k).normal(size=(n_blocks, k)) + effect * np.arange(k)
    ranks = block_ranks(draw.round(1), higher_is_better=True)
    assert exact_p(ranks) is not None


def test_one_algorithm_has_one_order() -> None:
    assert exact_p([[1.0], [1.0]]) == 1.0


@pytest.mark.parametrize(("n_blocks", "k"), [(2, 5), (6, 6), (30, 4), (30, 5), (31, 12), (500, 3)])
@pytest.mark.parametrize("budget", [1, 3_000_000])
def test_what_a_budget_affords_is_what_costs_no_more(n_blocks, k, budget):
    least = null._least_affordable(n_blocks, k, budget)
    most = n_blocks**2 * k * (k - 1) * (2 * k - 1) / 6
    for observed in np.linspace(0.0, most, 301):
        costs_more = null._least_cost(n_blocks, k, observed) > budget
        assert costs_more == (observed < least)
