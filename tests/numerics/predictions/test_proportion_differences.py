import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats import proportion

from benchreport.errors import DataError, DesignError, OptionError
from benchreport.numerics.predictions.mcnemar import mcnemar
from benchreport.numerics.predictions.proportion_differences import (
    newcombe_paired,
    proportions_z,
)

# Newcombe 1998b, Statistics in Medicine 17: 2635-2650, method 10, as R's propint quotes them in its
# tests; the last as R's contingencytables prints it (Cavo et al. 2012)
PAIRED = [
    ([[36, 12], [2, 0]], 0.0569, 0.3404),
    ([[18, 12], [2, 18]], 0.0562, 0.3290),
    ([[53, 0], [0, 1]], -0.0729, 0.0729),
    ([[0, 30], [0, 0]], 0.8395, 1.0),
    ([[59, 6], [16, 80]], -0.1186, -0.0046),
]
# R 4.2.2: prop.test(c(x, y), c(n, m), correct = FALSE): χ², p and the 95 % interval
ORACLE = [
    (56, 70, 48, 80, 7.02341137123746, 0.00804508136819656, 0.0575048991490372,
     0.342495100850963),
    (9, 10, 3, 10, 7.5, 0.00616989932054415, 0.260524279777149, 0.939475720222851),
    (10, 10, 0, 20, 30, 4.3204630578275e-08, 1, 1),
    (84, 101, 89, 105, 0.097178437909852, 0.755242258285495, -0.116183917300312,
     0.0843121586958797),
    (812, 1000, 790, 1000, 1.51820274907622, 0.217891673606376, -0.0129817060202191,
     0.0569817060202192),
]  # fmt: skip
cells = st.lists(st.integers(0, 30), min_size=4, max_size=4).filter(any)


def _table(four):
    return np.reshape(four, (2, 2))


def unpaired_interval(first, n, second, m, confidence=0.95):
    """Return Newcombe's interval for different examples, by statsmodels."""
    return proportion.confint_proportions_2indep(
        first, n, second, m, method="newcomb", compare="diff", alpha=1 - confidence
    )


@pytest.mark.parametrize(("table", "low", "high"), PAIRED)
def test_published_paired_intervals(table, low, high):
    interval = newcombe_paired(table)
    (_, b), (c, _) = table
    assert interval[0] == pytest.approx((b - c) / np.sum(table))
    assert np.round(interval[1:], 4).tolist() == [low, high]


def test_z_equals_that_of_r():
    first, n, second, m, chi2, p, low, high = np.array(ORACLE).T
    tests = proportions_z(first, n, second, m)
    assert np.square(tests.statistic) == pytest.approx(chi2, rel=1e-10)
    assert (np.sign(tests.statistic) == np.sign(first / n - second / m)).all()
    assert tests.p_value == pytest.approx(p, rel=1e-10)
    assert tests.low == pytest.approx(low, rel=1e-10)
    assert tests.high == pytest.approx(high, rel=1e-10)
    peer = proportion.proportions_ztest([812, 790], [1000, 1000])
    assert (tests.statistic[4], tests.p_value[4]) == pytest.approx(peer, rel=1e-10)


@settings(deadline=None)
@given(cells, st.sampled_from([0.5, 0.9, 0.95, 0.999]))
def test_paired_intervals(four, confidence):
    table = _table(four)
    intervals = np.array(newcombe_paired(table, confidence))
    estimate, low, high = intervals
    assert -1 <= low <= estimate <= high <= 1
    assert low < high
    assert np.array(newcombe_paired(table.T, confidence)) == pytest.approx([-estimate, -high, -low])
    wrong = newcombe_paired(table[::-1, ::-1], confidence)
    assert np.array(wrong) == pytest.approx([-estimate, -high, -low])
    wider = newcombe_paired(table, (1 + confidence) / 2)
    assert wider[1] <= low
    assert wider[2] >= high
    # where φ is 0 the interval is the unpaired one: ad − bc from 0 to n/2, or a margin is empty
    (a, b), (c, d) = table.tolist()
    n = sum(four)
    if 0 <= a * d - b * c <= n / 2:
        unpaired = unpaired_interval(a + b, n, a + c, n, confidence)
        assert intervals[1:] == pytest.approx(np.array(unpaired), abs=1e-12)


def test_pairs_sharpen_the_interval_and_the_test():
    """The models err on the same examples: of a thousand, 22 differ, and 20 of these favour the first."""
    table = np.array([[800, 20], [2, 178]])
    paired, unpaired = newcombe_paired(table), unpaired_interval(820, 1000, 802, 1000)
    assert paired[1] > 0 > unpaired[0]
    assert mcnemar(20, 2).p_value < 0.001
    assert proportions_z(820, 1000, 802, 1000).p_value > 0.3


def test_many_tables_at_once_of_any_size():
    tables = np.array([table for table, _, _ in PAIRED])
    together = np.array(newcombe_paired(tables.reshape(5, 1, 2, 2)))
    assert together.shape == (3, 5, 1)
    for interval, table in zip(together.reshape(3, -1).T, tables, strict=True):
        assert interval.tolist() == np.array(newcombe_paired(table)).tolist()
    large = np.array([[8, 1], [2, 3]]) * 10**8
    assert newcombe_paired(large)[1:] == pytest.approx((-1 / 14, -1 / 14), abs=1e-4)


def test_no_difference_at_all():
    estimate, low, high = newcombe_paired([[80, 0], [0, 20]])
    assert (estimate, low) == (0, -high)
    assert 0 < high < unpaired_interval(80, 100, 80, 100)[1]
    for right in (0, 100):
        test = proportions_z(right, 100, right, 100)
        assert test == (0, 1, 0, 0, 0)


@given(st.integers(0, 50), st.integers(0, 30))
def test_first_and_second_change_sides(first, second):
    test, other = proportions_z(first, 50, second, 30), proportions_z(second, 30, first, 50)
    assert test == pytest.approx([-other[0], other[1], -other[2], -other[4], -other[3]])


def test_invalid_arguments_are_refused():
    with pytest.raises(DataError, match="got 11 of 10, 3 of 0"):
        proportions_z([11, 5, 3], [10, 10, 0], 1, 2)
    with pytest.raises(DataError, match="got nan of 2"):
        proportions_z(5, 10, np.nan, 2)
    with pytest.raises(OptionError, match="confidence"):
        proportions_z(5, 10, 1, 2, 95)
    with pytest.raises(DesignError, match="2 × 2 tables"):
        newcombe_paired([1, 2, 3, 4])
    with pytest.raises(DesignError, match="2 × 2 tables"):
        newcombe_paired([[1, -2], [3, 4]])
    with pytest.raises(DesignError, match="at least one example"):
        newcombe_paired(np.zeros((2, 2, 2)))
    with pytest.raises(OptionError, match="confidence"):
        newcombe_paired([[1, 2], [3, 4]], 0.0)
