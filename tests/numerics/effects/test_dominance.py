import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from published import cases, oracle
from scipy import special, stats

from benchreport.errors import DesignError, OptionError
from benchreport.numerics import chunks
from benchreport.numerics.effects import dominance as effects_dominance
from benchreport.numerics.effects.dominance import cliff_delta, vargha_delaney

TREATMENT, CONTROL = [10, 10, 20, 20, 20, 30, 30, 30, 40, 50], [10, 20, 30, 40, 40, 50]
ENDS = ("", "_low", "_high")
scores = arrays(np.float64, st.integers(2, 9), elements=st.integers(0, 5).map(float))


def _agree(intervals, row):
    for end, value in zip(ENDS, intervals, strict=True):
        if row["cliff_delta" + end] is not None:  # the variance is 0 there, and R's formula is 0/0
            assert value == pytest.approx(row["cliff_delta" + end], rel=1e-12)


@pytest.mark.parametrize(("table", "expected"), cases("effects_numerics"))
def test_against_r(table, expected):
    """cliffs_delta and vd_a of effectsize 0.8.3; the interval from the dominance matrix in R."""
    for row in expected["pairs"]:
        columns = table.values[:, row["first"]], table.values[:, row["second"]]
        _agree(cliff_delta(*columns), row)
        assert cliff_delta(*columns)[0] == pytest.approx(row["cliff_delta_effectsize"], rel=1e-12)
        a = vargha_delaney(*columns)[0]
        assert a == pytest.approx(row["vargha_delaney_effectsize"], rel=1e-12)


def test_samples_of_unequal_sizes():
    row = oracle("effects_numerics")["mtcars"]
    _agree(cliff_delta(row["first"], row["second"]), row)


def test_published_example():
    """The example in the source of effsize (Torchiano), after Hogarty & Kromrey (1999).

    It gives the terms of the consistent variance, and an interval that is of the unbiased one.
    """
    counts = effects_dominance._dominance(np.array([TREATMENT]), np.array([CONTROL]))
    delta, variance = effects_dominance._delta(counts)
    assert variance[0] == pytest.approx((5 * 0.2669753 + 9 * 0.447 + 1.0055556) / 60, rel=1e-7)
    unbiased = (0.2669753 * 9 * 36 + 0.447 * 5 * 100 - 1.0055556 * 45) / (60 * 45)
    low, high = effects_dominance._asymmetric(
        delta, np.array([unbiased]), special.stdtrit(14, 0.975), 6
    )
    assert (delta[0], low[0], high[0]) == pytest.approx((-0.25, -0.7265846, 0.3890062), abs=1e-7)


@settings(deadline=None)
@given(scores, scores)
def test_against_mann_whitney(first, second):
    u = stats.mannwhitneyu(first, second, method="asymptotic").statistic
    assert vargha_delaney(first, second)[0] == pytest.approx(u / (len(first) * len(second)))


@settings(deadline=None)
@given(scores, scores)
def test_first_and_second_change_sides(first, second):
    estimate, low, high = cliff_delta(first, second)
    expected = np.array([-estimate, -high, -low])
    assert np.array(cliff_delta(second, first)) == pytest.approx(expected, abs=1e-14)


@settings(deadline=None)
@given(scores, scores, st.sampled_from([0.5, 0.95, 0.999]))
def test_bounds(first, second, confidence):
    estimate, low, high = cliff_delta(first, second, confidence)
    assert -1 <= low <= estimate <= high <= 1
    assert low < high
    _, lower, higher = cliff_delta(first, second, (1 + confidence) / 2)
    assert lower <= low + 1e-15
    assert high <= higher + 1e-15


@settings(deadline=None)
@given(scores, scores)
def test_only_order_matters(first, second):
    moved = cliff_delta(np.exp(first) - 3, np.exp(second) - 3)
    assert np.array_equal(moved, cliff_delta(first, second))


@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.99])
def test_samples_apart_agree_with_the_exact_rank_sum_test(confidence):
    for m, n in itertools.product(range(2, 9), range(2, 12)):
        estimate, low, high = cliff_delta(np.arange(m) + 50, np.arange(n), confidence)
        assert (estimate, high) == (1, 1)
        assert (low > 0) == (2 / math.comb(m + n, m) < 1 - confidence), (m, n)
        turned = cliff_delta(np.arange(n), np.arange(m) + 50, confidence)
        assert turned == pytest.approx((-1, -1, -low))


@pytest.mark.parametrize(("m", "n"), [(5, 10), (10, 5), (6, 6)])
def test_the_end_of_samples_apart_makes_them_rare(m, n):
    """For exponential lifetimes with that δ: the chance that all of one sample end before the other."""
    _, low, _ = cliff_delta(np.arange(m) + 50, np.arange(n))
    r = float((1 - low) / (1 + low))
    chances = [
        math.prod(i / (i + many * r) for i in range(1, few + 1)) for few, many in ((m, n), (n, m))
    ]
    assert min(chances) <= max(chances) == pytest.approx(0.025)


def test_all_tied():
    t2 = special.stdtrit(13, 0.975) ** 2
    assert cliff_delta([2.0] * 5, [2.0] * 10) == pytest.approx((0, -t2 / (5 + t2), t2 / (5 + t2)))


def test_one_pair_and_many_are_the_same(monkeypatch):
    monkeypatch.setattr(chunks, "HELD", 100)
    rng = np.random.default_rng(0)
    first, second = rng.integers(0, 6, (40, 5)), rng.integers(0, 6, (40, 8))
    together = np.array(cliff_delta(first, second))
    one_by_one = [cliff_delta(*pair) for pair in zip(first, second, strict=True)]
    assert np.array_equal(together, np.array(one_by_one).T)


def test_big_samples_are_sorted_not_compared():
    """A matrix of these 4·10¹⁰ comparisons would take 40 GB."""
    first = np.arange(200_000.0)
    estimate, low, high = cliff_delta(first, first - 50_000.5)
    assert estimate == pytest.approx(1 - 0.75**2, abs=1e-5)
    assert 0 < high - low < 0.01


@pytest.mark.parametrize("function", [cliff_delta, vargha_delaney])
def test_invalid_arguments_are_refused(function):
    with pytest.raises(OptionError, match="confidence"):
        function([1.0, 2.0], [1.0, 3.0], 1)
    with pytest.raises(DesignError, match="at least 2 scores; got 1"):
        function([1.0], [1.0, 3.0])
