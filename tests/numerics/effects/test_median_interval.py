import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from benchreport.errors import OptionError
from benchreport.numerics.effects.median_interval import median_shift

samples = arrays(np.float64, st.integers(1, 30), elements=st.integers(-20, 20).map(float))
levels = st.sampled_from([0.5, 0.8, 0.9, 0.95, 0.99])


def sign_test(values, centre):
    above, below = (values > centre).sum(), (values < centre).sum()
    return stats.binomtest(int(above), int(above + below)).pvalue if above + below else 1.0


@settings(deadline=None)
@given(st.integers(1, 40), levels)
def test_the_interval_is_what_the_sign_test_keeps(n, confidence):
    values = np.sort(np.random.default_rng(n).permutation(10 * n)[:n].astype(float))
    found = median_shift(values, confidence)
    p = np.array([sign_test(values, middle) for middle in (values[1:] + values[:-1]) / 2])
    kept = p > 1 - confidence + 1e-12
    inside = (values[:-1] >= found.low) & (values[1:] <= found.high)
    if found.confidence >= confidence - 1e-12:
        assert np.array_equal(inside, kept)
    else:
        assert (found.low, found.high) == (values[0], values[-1])


@pytest.mark.parametrize("n", [1, 2, 5, 6, 17, 60])
def test_its_confidence_is_exact(n):
    """P(the median lies between two order statistics) by the binomial."""
    found = median_shift(np.arange(n), 0.95)
    inside = sum(stats.binom.pmf(k, n, 0.5) for k in range(int(found.low) + 1, int(found.high) + 1))
    assert found.confidence == pytest.approx(inside, abs=1e-12)
    assert (found.confidence >= 0.95) == (n >= 6)


@pytest.mark.parametrize(("n", "r"), [(10, 2), (20, 6), (50, 18), (100, 40)])
def test_limits_against_r(n, r):
    """R 4.2.2, qbinom(0.025, n, 0.5): from the r-th smallest to the r-th largest."""
    found = median_shift(np.arange(1, n + 1), 0.95)
    assert (found.low, found.high) == (r, n + 1 - r)


@settings(deadline=None)
@given(samples, levels)
def test_properties(values, confidence):
    found = median_shift(values, confidence)
    assert found.estimate == np.median(values)
    assert found.low <= found.estimate <= found.high
    mirrored = median_shift(-values, confidence)
    assert (mirrored.low, mirrored.high) == (-found.high, -found.low)
    moved = median_shift(4 * values + 1, confidence)
    assert (moved.low, moved.high) == (4 * found.low + 1, 4 * found.high + 1)
    wider = median_shift(values, (1 + confidence) / 2)
    assert wider.low <= found.low
    assert found.high <= wider.high


def test_many_samples_at_once():
    table = np.random.default_rng(0).normal(size=(5, 3, 12))
    found = median_shift(table, 0.9)
    assert found.low.shape == (5, 3)
    assert found.high[2, 1] == median_shift(table[2, 1], 0.9).high
    assert found.estimate == pytest.approx(np.median(table, axis=-1))


def test_ties_and_the_smallest():
    assert median_shift([3.0] * 9)[:3] == (3, 3, 3)
    assert median_shift([2.0]) == (2, 2, 2, 0)
    assert median_shift([2.0, 5.0]) == (3.5, 2, 5, 0.5)


@pytest.mark.parametrize("confidence", [0, 1, 95])
def test_confidence_is_a_fraction(confidence):
    with pytest.raises(OptionError, match="confidence"):
        median_shift([1.0, 2.0], confidence)
