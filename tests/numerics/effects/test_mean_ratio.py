import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from benchreport.numerics.effects.mean_ratio import mean_ratio_interval

values = st.lists(st.floats(1.0, 9.0), min_size=2, max_size=12).filter(
    lambda sample: np.ptp(sample) > 1e-3
)


def interval(one, other):
    errors = tuple(
        np.array([np.std(sample, ddof=1) / np.sqrt(len(sample)) / np.mean(sample)])
        for sample in (one, other)
    )
    sizes = np.array([len(one)]), np.array([len(other)])
    low, high = mean_ratio_interval(errors, sizes)
    return low[0], high[0]


@settings(deadline=None)
@given(values, values)
def test_ends_are_where_welchs_test_rejects(one, other):
    """scipy.stats.ttest_ind(equal_var=False)."""
    ratio = np.mean(one) / np.mean(other)
    for end in interval(one, other):
        if 0 < end < np.inf:
            test = stats.ttest_ind(one, np.multiply(other, end * ratio), equal_var=False)
            assert test.pvalue == pytest.approx(0.05, abs=1e-8)


@settings(deadline=None)
@given(values, values)
def test_the_other_way_round_it_is_the_reciprocal(one, other):
    with np.errstate(divide="ignore"):
        turned = 1 / np.array(interval(one, other)[::-1])
    assert turned == pytest.approx(interval(other, one), rel=1e-8)


def test_no_spread_is_no_width_and_a_mean_within_noise_has_no_end():
    exact, wild = np.array([0.0, 0.9]), np.array([0.0, 0.0])
    low, high = mean_ratio_interval((exact, wild), (np.array([3, 2]), np.array([3, 2])))
    assert (low[0], high[0]) == pytest.approx((1.0, 1.0), rel=1e-14)
    assert low[1] == 0.0


@pytest.mark.parametrize("confidence", [0.5, 0.95, 0.999])
def test_many_at_once_are_as_each_alone(confidence):
    rng = np.random.default_rng(0)
    errors = rng.uniform(0, 0.4, (2, 200))
    sizes = rng.integers(2, 9, (2, 200)).astype(float)
    low, high = mean_ratio_interval(tuple(errors), tuple(sizes), confidence=confidence)
    for place in range(0, 200, 20):
        one = errors[:, [place]], sizes[:, [place]]
        alone = mean_ratio_interval(*map(tuple, one), confidence=confidence)
        assert (low[place], high[place]) == pytest.approx((alone[0][0], alone[1][0]), rel=1e-9)
