import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from looped import loop_over
from needs import draws
from scipy import stats

from benchreport.errors import OptionError
from benchreport.numerics.nulls.rank_sum import rank_sum

SIDES = ["two-sided", "less", "greater"]
SIZES = [(1, 1), (1, 8), (2, 5), (7, 3), (12, 9), (30, 30)]
tied = arrays(np.float64, st.integers(1, 5), elements=st.integers(0, 4).map(float))


def draw_untied(n_first, n_second, seed=0):
    values = np.random.default_rng([n_first, n_second, seed]).permutation(n_first + n_second)
    return values[:n_first].astype(float), values[n_first:].astype(float)


@loop_over("sizes", SIZES)
@loop_over("side", SIDES)
def test_untied_against_scipy(sizes, side):
    for seed in range(4):
        first, second = draw_untied(*sizes, seed)
        for variant, method in (("exact", "exact"), ("normal", "asymptotic")):
            test = rank_sum(first, second, alternative=side, variant=variant)
            theirs = stats.mannwhitneyu(
                first, second, alternative=side, method=method, use_continuity=False
            )
            assert test.u == theirs.statistic
            assert test.p_value == pytest.approx(theirs.pvalue, rel=1e-9)


@settings(deadline=None, max_examples=draws(40))
@given(tied, tied)
def test_ties_are_enumeration(first, second):
    ranks = stats.rankdata(np.concatenate([first, second]))
    n, total = len(first), len(ranks)
    sums = np.array(
        [ranks[list(choice)].sum() for choice in itertools.combinations(range(total), n)]
    )
    observed, mean = ranks[:n].sum(), n * (total + 1) / 2
    expected = {
        "less": np.mean(sums <= observed),
        "greater": np.mean(sums >= observed),
        "two-sided": np.mean(abs(sums - mean) >= abs(observed - mean)),
    }
    for side, p in expected.items():
        test = rank_sum(first, second, alternative=side)
        assert test.how == "exact"
        assert test.p_value == pytest.approx(p, rel=1e-12)


@settings(deadline=None, max_examples=draws(40))
@given(tied, tied, st.sampled_from(["exact", "normal"]))
def test_first_and_second_change_sides(first, second, variant):
    test, swapped = (
        rank_sum(first, second, variant=variant),
        rank_sum(second, first, variant=variant),
    )
    assert test.u + swapped.u == len(first) * len(second)
    assert test.p_value == pytest.approx(swapped.p_value, rel=1e-12)
    less = rank_sum(first, second, alternative="less", variant=variant).p_value
    greater = rank_sum(second, first, alternative="greater", variant=variant).p_value
    assert less == pytest.approx(greater, rel=1e-12)
    only_order = rank_sum(np.exp(first), np.exp(second), variant=variant)
    assert only_order.p_value == test.p_value


def test_normal_with_ties_against_scipy():
    rng = np.random.default_rng(5)
    first, second = rng.integers(0, 9, 40), rng.integers(1, 10, 55)
    for side in SIDES:
        theirs = stats.mannwhitneyu(
            first, second, alternative=side, method="asymptotic", use_continuity=False
        )
        test = rank_sum(first, second, alternative=side)
        assert test == (theirs.statistic, pytest.approx(theirs.pvalue, rel=1e-9), "normal")


def test_small_tails_keep_their_digits():
    """Complete separation of 30 and 30 is 1 of 60!/(30!)² ways, on either side."""
    low, high = np.arange(30.0), np.arange(30.0) + 30
    expected = np.exp(2 * np.log(np.arange(1, 31)).sum() - np.log(np.arange(1, 61)).sum())
    assert rank_sum(low, high, alternative="less").p_value == pytest.approx(expected, rel=1e-9)
    assert rank_sum(high, low, alternative="greater").p_value == pytest.approx(expected, rel=1e-9)
    assert rank_sum(low, high).p_value == pytest.approx(2 * expected, rel=1e-9)


@pytest.mark.parametrize("variant", ["exact", "normal"])
def test_ties_only(variant):
    for side in SIDES:
        test = rank_sum([3.0] * 4, [3.0] * 7, alternative=side, variant=variant)
        assert test == (14, 1, variant)


def test_invalid_arguments_are_refused():
    with pytest.raises(OptionError, match="alternative must be one of"):
        rank_sum([1.0], [2.0], alternative="both")
    with pytest.raises(OptionError, match="variant must be one of"):
        rank_sum([1.0], [2.0], variant="asymptotic")
    with pytest.raises(OptionError, match="101 against 100 scores is out of reach"):
        rank_sum(np.arange(101.0), np.arange(100.0), variant="exact")
