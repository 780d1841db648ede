import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from looped import loop_over
from scipy import stats

from benchreport.errors import OptionError
from benchreport.numerics.effects.shifts import hodges_lehmann, median_shift, two_sample_shift
from benchreport.numerics.nulls.rank_sum import rank_sum

SIZES = [(1, 1), (1, 8), (2, 5), (7, 3), (12, 9), (30, 30)]
# Hollander, Wolfe & Chicken, example 3.1: depression scale factors before and after
BEFORE = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]
AFTER = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]

samples = arrays(np.float64, st.integers(1, 30), elements=st.integers(-20, 20).map(float))
levels = st.sampled_from([0.5, 0.8, 0.9, 0.95, 0.99])


def sign_test(values, centre):
    above, below = (values > centre).sum(), (values < centre).sum()
    return stats.binomtest(int(above), int(above + below)).pvalue if above + below else 1.0


@settings(deadline=None)
@given(st.integers(1, 40), levels)
def test_the_interval_is_what_the_sign_test_keeps(n, confidence):
    values = np.sort(np.random.default_rng(n).permutation(10 * n)[:n].astype(float))
    shift = median_shift(values, confidence)
    p = np.array([sign_test(values, middle) for middle in (values[1:] + values[:-1]) / 2])
    accepted = p > 1 - confidence + 1e-12
    inside = (values[:-1] >= shift.low) & (values[1:] <= shift.high)
    if shift.confidence >= confidence - 1e-12:
        assert np.array_equal(inside, accepted)
    else:
        assert (shift.low, shift.high) == (values[0], values[-1])


@loop_over("n", [1, 2, 5, 6, 17, 60])
def test_its_confidence_is_exact(n):
    """The binomial gives P(the median lies between two order statistics)."""
    shift = median_shift(np.arange(n), 0.95)
    inside = sum(stats.binom.pmf(k, n, 0.5) for k in range(int(shift.low) + 1, int(shift.high) + 1))
    assert shift.confidence == pytest.approx(inside, abs=1e-12)
    assert (shift.confidence >= 0.95) == (n >= 6)


@pytest.mark.parametrize(("n", "r"), [(10, 2), (20, 6), (50, 18), (100, 40)])
def test_limits_against_r(n, r):
    """R 4.2.2, qbinom(0.025, n, 0.5): from the r-th smallest to the r-th largest."""
    shift = median_shift(np.arange(1, n + 1), 0.95)
    assert (shift.low, shift.high) == (r, n + 1 - r)


@settings(deadline=None)
@given(samples, levels)
def test_properties(values, confidence):
    shift = median_shift(values, confidence)
    assert shift.estimate == np.median(values)
    assert shift.low <= shift.estimate <= shift.high
    mirrored = median_shift(-values, confidence)
    assert (mirrored.low, mirrored.high) == (-shift.high, -shift.low)
    moved = median_shift(4 * values + 1, confidence)
    assert (moved.low, moved.high) == (4 * shift.low + 1, 4 * shift.high + 1)
    wider = median_shift(values, (1 + confidence) / 2)
    assert wider.low <= shift.low
    assert shift.high <= wider.high


def test_many_samples_at_once():
    table = np.random.default_rng(0).normal(size=(5, 3, 12))
    shifts = median_shift(table, 0.9)
    assert shifts.low.shape == (5, 3)
    assert shifts.high[2, 1] == median_shift(table[2, 1], 0.9).high
    assert shifts.estimate == pytest.approx(np.median(table, axis=-1))


def test_ties_and_the_smallest():
    assert median_shift([3.0] * 9)[:3] == (3, 3, 3)
    assert median_shift([2.0]) == (2, 2, 2, 0)
    assert median_shift([2.0, 5.0]) == (3.5, 2, 5, 0.5)


@pytest.mark.parametrize("confidence", [0, 1, 95])
def test_confidence_is_a_fraction(confidence):
    with pytest.raises(OptionError, match="confidence"):
        median_shift([1.0, 2.0], confidence)


def test_hodges_lehmann_equals_that_of_r() -> None:
    # R 4.2.2, wilcox.test(conf.int = TRUE, exact = TRUE) at conf.level .95 and .8
    differences = np.array(BEFORE) - np.array(AFTER)
    shift = hodges_lehmann(differences)
    assert (shift.estimate, shift.low, shift.high) == pytest.approx((0.46, 0.01, 0.786))
    assert shift.confidence == pytest.approx(1 - 2 * 0.01953125)
    shift = hodges_lehmann(differences, 0.8)
    assert (shift.estimate, shift.low, shift.high) == pytest.approx((0.46, 0.22, 0.691))


# R 4.2.2, qsignrank(.025, n) and psignrank(that − 1, n); n = 300 is beyond the exact limit
@loop_over(
    ("n", "quantile", "tail", "tolerance"),
    [
        (9, 6, 0.01953125, 1e-12), (10, 9, 0.0244140625, 1e-12),
        (20, 53, 0.02422046661376953, 1e-12), (50, 435, 0.02472320340030087, 1e-12),
        (200, 8445, 0.02498481564998730, 1e-12), (300, 19629, 0.02498257536828980, 2e-5),
    ],
)  # fmt: skip
def test_interval_ends_are_the_order_statistics_of_r(
    n: int, quantile: int, tail: float, tolerance: float
) -> None:
    differences = np.random.default_rng(n).normal(size=n)
    i, j = np.triu_indices(n)
    averages = np.sort((differences[i] + differences[j]) / 2)
    shift = hodges_lehmann(differences)
    steps = abs(int(np.searchsorted(averages, shift.low)) - (quantile - 1))
    assert steps <= (0 if n <= 200 else 20)
    assert np.searchsorted(averages, shift.high) == len(averages) - 1 - np.searchsorted(
        averages, shift.low
    )
    assert shift.confidence == pytest.approx(1 - 2 * tail, abs=tolerance)
    assert shift.estimate == pytest.approx(np.median(averages))


def test_too_few_differences_give_the_whole_range_and_say_so() -> None:
    shift = hodges_lehmann([3.0, 1.0, 2.0, 5.0])
    assert (shift.low, shift.high, shift.confidence) == (1.0, 5.0, 1 - 2 * 0.5**4)
    alone = hodges_lehmann([3.0])
    assert (alone.estimate, alone.low, alone.high, alone.confidence) == (3.0, 3.0, 3.0, 0.0)
    reached = hodges_lehmann([3.0, 1.0, 2.0, 5.0, 4.0, 7.0])
    assert reached.confidence == 1 - 2 * 0.5**6


def test_shifts_of_many_pairs_equal_one_after_the_other() -> None:
    pairs = np.random.default_rng(9).normal(size=(50, 15))
    shifts = hodges_lehmann(pairs)
    for i, row in enumerate(pairs):
        alone = hodges_lehmann(row)
        assert (shifts.estimate[i], shifts.low[i], shifts.high[i]) == alone[:3]
    mirrored = hodges_lehmann(-pairs)
    np.testing.assert_array_equal(mirrored.low, -shifts.high)


@loop_over("sizes", [pair for pair in SIZES if sum(pair) > 5])
@loop_over("confidence", [0.8, 0.95])
def test_the_shifts_interval_is_what_the_exact_test_keeps(sizes, confidence):
    rng = np.random.default_rng(sizes)
    first, second = rng.normal(size=sizes[0]), rng.normal(size=sizes[1])
    shift = two_sample_shift(first, second, confidence)
    every = np.sort((first[:, None] - second).ravel())
    assert shift.estimate == np.median(every)
    if shift.confidence < confidence:
        assert (shift.low, shift.high) == (every[0], every[-1])
        return
    near = [place for end in shift[1:3] for place in (end - 1e-9, end + 1e-9)]
    p = [rank_sum(first - offset, second, variant="exact").p_value for offset in near]
    assert [value > 1 - confidence for value in p] == [False, True, True, False]
    # this is the chance of the values outside
    assert 1 - shift.confidence == pytest.approx(p[0], rel=1e-9)


def test_shift_of_published_example():
    """Hollander, Wolfe & Chicken, example 4.1: permeability; limits as R 4.2.2 has them."""
    at_term = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46]
    earlier = [1.15, 0.88, 0.90, 0.74, 1.21]
    assert rank_sum(at_term, earlier, alternative="greater").p_value == pytest.approx(
        0.1272, abs=5e-5
    )
    shift = two_sample_shift(at_term, earlier, 0.95)
    assert shift[:3] == pytest.approx((0.305, -0.15, 0.76))
    assert shift.confidence == pytest.approx(1 - 2 * 0.01998002, abs=1e-8)  # R: pwilcox(8, 10, 5)


def test_shift_properties():
    rng = np.random.default_rng(1)
    first, second = rng.normal(size=40), rng.normal(size=35)
    shift, swapped = two_sample_shift(first, second), two_sample_shift(second, first)
    assert swapped[:3] == pytest.approx((-shift.estimate, -shift.high, -shift.low))
    moved = two_sample_shift(2 * first + 7, 2 * second)
    assert moved[:3] == pytest.approx([2 * value + 7 for value in shift[:3]])
    assert two_sample_shift([2.0, 2.0], [2.0] * 5)[:3] == (0, 0, 0)


def test_large_shift_against_the_normal_test():
    rng = np.random.default_rng(9)
    first, second = rng.normal(size=50), rng.normal(size=45)
    shift = two_sample_shift(first, second)
    assert shift.confidence == pytest.approx(0.95, abs=1e-3)
    assert shift.confidence >= 0.95
    for end, outwards in ((shift.low, -1e-9), (shift.high, 1e-9)):
        within, beyond = (
            rank_sum(first - end + sign * outwards, second, variant="exact").p_value
            for sign in (1, -1)
        )
        assert beyond <= 0.05 + 5e-4
        assert within > 0.05 - 5e-4


@pytest.mark.parametrize("confidence", [1, 95])
@pytest.mark.parametrize("n", [4, 40])
def test_confidence_of_two_samples_is_a_fraction(confidence, n):
    with pytest.raises(OptionError, match="confidence"):
        two_sample_shift(np.arange(n), np.arange(n), confidence)


def test_confidence_of_walsh_averages_is_a_fraction():
    with pytest.raises(OptionError, match="confidence"):
        hodges_lehmann([1.0], 95)


@loop_over("n", [1, 2, 3, 6, 7, 20, 61, 64])
@loop_over("confidence", [0.01, 0.5, 0.95, 0.999])
def test_walsh_averages_that_are_left_out_change_nothing(n, confidence):
    draw = np.random.default_rng(n)
    tables = np.stack([draw.normal(size=n), draw.integers(-2, 3, n), draw.exponential(size=n)])
    shift = hodges_lehmann(tables, confidence)
    i, j = np.triu_indices(n)
    for place, values in enumerate(tables):
        averages = np.sort((values[i] + values[j]) / 2)
        assert shift.estimate[place] == np.median(averages)
        outside = int(np.count_nonzero(averages < shift.low[place]))
        assert shift.high[place] == averages[::-1][outside] or place == 1
    all_of_them = np.sort((tables[0][i] + tables[0][j]) / 2)
    assert shift.low[0] in all_of_them


@pytest.mark.parametrize("n", [600, 601, 900])
def test_averages_of_many_values_are_those_in_order(n):
    """From 601 values on, most averages are counted without being formed."""
    values = np.random.default_rng(n).standard_cauchy((2, n)).round(2)
    i, j = np.triu_indices(n)
    averages = np.sort((values[:, i] + values[:, j]) / 2, axis=1)
    shift = hodges_lehmann(values, 0.95)
    # the sums of ranks that the normal approximation leaves beyond either end
    outside = int(n * (n + 1) / 4 - 1.959964 * (n * (n + 1) * (2 * n + 1) / 24) ** 0.5 - 0.5)
    np.testing.assert_array_equal(shift.estimate, np.median(averages, axis=1))
    np.testing.assert_array_equal(shift.low, averages[:, outside])
    np.testing.assert_array_equal(shift.high, averages[:, -1 - outside])


def test_differences_of_many_values_are_those_in_order():
    rng = np.random.default_rng(5)
    first, second = rng.normal(size=300).round(2), rng.normal(size=400).round(2)
    shift = two_sample_shift(first, second)
    differences = np.sort((first[:, None] - second).ravel())
    outside = int(60_000 - 1.959964 * (120_000 * 701 / 12) ** 0.5 - 0.5)
    assert shift[:3] == (np.median(differences), differences[outside], differences[-1 - outside])


def test_shifts_of_samples_whose_pairs_no_memory_holds():
    """Evenly spaced values, whose averages and differences are symmetric about their middle."""
    values = np.linspace(-1, 1, 100_001)
    shift = hodges_lehmann(values)
    assert shift.estimate == pytest.approx(0, abs=1e-12)
    assert shift.low == pytest.approx(-shift.high)
    both = two_sample_shift(values + 3, values)
    assert both.estimate == pytest.approx(3)
    assert both.high - 3 == pytest.approx(3 - both.low)
