import warnings

import numpy as np
import pytest
from looped import loop_over
from published import cases
from scipy import stats

from benchreport.numerics.nulls.normality import LARGEST, shapiro_p, shapiro_w
from benchreport.numerics.ties import snap_differences


@loop_over(("scores", "answer"), cases("checks"))
def test_against_r(scores, answer):
    """R 4.2.2 shapiro.test on the differences of each pair, the same algorithm AS R94."""
    for pair in answer["pairs"]:
        first, second = (
            scores.values[:, scores.index_of(pair[side])] for side in ("first", "second")
        )
        w, p = shapiro_w(snap_differences(first, second))
        assert w[0] == pytest.approx(pair["statistic"], rel=1e-8)
        assert p[0] == pytest.approx(pair["p_value"], rel=1e-6)


@pytest.mark.parametrize("n", [4, 11, 12, 60, 4000])
def test_against_scipy_one_by_one(n):
    samples = np.random.default_rng(n).gumbel(size=(3, n))
    w, p = shapiro_w(samples)
    # scipy's normal quantiles of the weights have nine digits
    theirs = [stats.shapiro(sample) for sample in samples]
    assert w == pytest.approx([test.statistic for test in theirs], rel=1e-8)
    assert p == pytest.approx([test.pvalue for test in theirs], rel=1e-6)
    assert np.array_equal(shapiro_p(samples), p)


def test_three_values_have_a_closed_form():
    """W = (max − min)²/2 / Σ(x − x̄)², p = 6/π·(asin √W − asin √¾)."""
    sample = np.array([1.0, 2.0, 4.0])
    w = 4.5 / ((sample - sample.mean()) ** 2).sum()
    answer = shapiro_w(sample)
    assert answer[0][0] == pytest.approx(w, rel=1e-10)
    p = 6 / np.pi * (np.arcsin(np.sqrt(w)) - np.arcsin(np.sqrt(0.75)))
    assert answer[1][0] == pytest.approx(p, rel=1e-8)


@pytest.mark.parametrize(("unit", "offset"), [(1e-200, 0), (1e200, 0), (1e-3, 40.0), (-2.0, 5.0)])
def test_units_and_level_do_not_matter(unit, offset):
    sample = np.random.default_rng(1).normal(size=(1, 14))
    plain, scaled = shapiro_w(sample), shapiro_w(unit * sample + offset)
    assert scaled[0] == pytest.approx(plain[0], rel=1e-9)
    assert scaled[1] == pytest.approx(plain[1], rel=1e-8)


def test_far_from_normal():
    outlier = np.append(np.random.default_rng(2).normal(size=49), 1e6)
    assert 0 < shapiro_p(outlier)[0] < 1e-13


def test_samples_that_cannot_be_tested_are_nan():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for samples in (
            [[1.0, 2.0]],
            [[3.0]],
            np.arange(LARGEST + 1.0)[None],
            np.full((1, 9), 0.1),
        ):
            w, p = shapiro_w(samples)
            assert np.isnan(w).all()
            assert np.isnan(p).all()
    mixed = shapiro_p([[1.0, 2.0, 4.0, 9.0], [5.0] * 4])
    assert np.isfinite(mixed[0])
    assert np.isnan(mixed[1])
    assert shapiro_p(np.zeros((0, 5))).shape == (0,)
