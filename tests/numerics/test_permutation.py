import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from benchreport.errors import OptionError
from benchreport.numerics.permutation import STATISTICS, paired, unpaired
from benchreport.numerics.welch import welch

SIDES = ["two-sided", "less", "greater"]
LOCATIONS = {
    "mean": np.mean,
    "median": np.median,
    "trimmed_mean": lambda values: stats.trim_mean(values, 0.2),
}


def shares(null, observed):
    """P-values by counting, ties but for rounding included."""
    null, noise = np.array(null), 1e-9 * (1 + abs(observed))
    return {
        "two-sided": np.mean(abs(null) >= abs(observed) - noise),
        "less": np.mean(null <= observed + noise),
        "greater": np.mean(null >= observed - noise),
    }


def all_splits(first, second, function):
    together, n = np.concatenate([first, second]), len(first)
    for chosen in itertools.combinations(range(len(together)), n):
        yield function(together[list(chosen)], np.delete(together, chosen))


@pytest.mark.parametrize("name", LOCATIONS)
@pytest.mark.parametrize("seed", range(3))
def test_paired_is_enumeration(name, seed):
    differences = np.random.default_rng(seed).integers(-3, 6, size=7) / 10
    of = LOCATIONS[name]
    signs = itertools.product([1, -1], repeat=7)
    expected = shares([of(differences * each) for each in signs], of(differences))
    for side, p in expected.items():
        found = paired(differences[None], statistic=name, alternative=side)
        assert found.how == "exact"
        assert found.p_value[0] == pytest.approx(p, rel=1e-12)
        assert found.statistic[0] == pytest.approx(of(differences), abs=1e-15)


@pytest.mark.parametrize("name", LOCATIONS)
@pytest.mark.parametrize("sizes", [(4, 4), (2, 6), (5, 3)])
def test_unpaired_is_enumeration(name, sizes):
    values = np.random.default_rng(sizes).integers(0, 9, size=sum(sizes)) / 10
    first, second, of = values[: sizes[0]], values[sizes[0] :], LOCATIONS[name]
    null = list(all_splits(first, second, lambda x, y: of(x) - of(y)))
    for side, p in shares(null, of(first) - of(second)).items():
        found = unpaired(first, second, statistic=name, alternative=side)
        assert found.how == "exact"
        assert found.p_value[0] == pytest.approx(p, rel=1e-12)


@pytest.mark.parametrize("spread", [1.0, 0.1, 1e-2, 1e-4])
@pytest.mark.parametrize("sizes", [(4, 4), (2, 5)])
def test_welchs_t_is_enumeration_however_far_apart(spread, sizes):
    """Arrangements that mirror one another are as far out, whatever rounding does to their t."""
    rng = np.random.default_rng(7)
    for _ in range(8):
        first = np.round(0.9 + 0.1 * spread * rng.normal(size=sizes[0]), 7)
        second = np.round(0.1 + 0.1 * spread * rng.normal(size=sizes[1]), 7)
        null = [found.t for found in all_splits(first, second, welch)]
        for side, p in shares(null, welch(first, second).t).items():
            found = unpaired(first, second, statistic="t", alternative=side)
            assert found.statistic[0] == pytest.approx(welch(first, second).t, rel=1e-6)
            assert found.p_value[0] == pytest.approx(p, rel=1e-12)


@pytest.mark.parametrize("name", STATISTICS)
@pytest.mark.parametrize("offset", [1000.0, 1e6])
def test_an_offset_does_not_matter(name, offset):
    rng = np.random.default_rng(2)
    for _ in range(8):
        first, second = rng.integers(0, 10, size=(2, 4)) / 100
        here = unpaired(first, second, statistic=name).p_value
        moved = unpaired(first + offset, second + offset, statistic=name).p_value
        assert moved == pytest.approx(here, rel=1e-12)


@settings(deadline=None, max_examples=30)
@given(
    arrays(np.float64, (2, 5), elements=st.integers(-6, 9).map(float)), st.sampled_from(STATISTICS)
)
def test_paired_properties(differences, name):
    two, less, greater = (
        paired(differences, statistic=name, alternative=side).p_value for side in SIDES
    )
    assert paired(-differences, statistic=name, alternative="less").p_value == pytest.approx(
        greater
    )
    assert (less + greater >= 1 - 1e-12).all()
    assert two == pytest.approx(np.minimum(1, 2 * np.minimum(less, greater)))
    scaled = paired(1e-3 * differences, statistic=name).p_value
    assert scaled == pytest.approx(two)
    assert two * 32 == pytest.approx(np.round(two * 32))


def test_the_t_statistic_of_differences_orders_as_their_mean():
    differences = np.random.default_rng(4).normal(0.4, 1, size=(1, 8))
    t = [
        stats.ttest_1samp(differences[0] * each, 0).statistic
        for each in itertools.product([1, -1], repeat=8)
    ]
    expected = shares(t, stats.ttest_1samp(differences[0], 0).statistic)
    for side, p in expected.items():
        assert paired(differences, statistic="t", alternative=side).p_value[0] == pytest.approx(p)


def test_exact_up_to_the_documented_number():
    assert paired(np.ones((1, 16))).how == "exact"
    assert paired(np.ones((1, 17))).how == "resampled"
    assert unpaired(np.arange(9.0), np.arange(9.0)).how == "exact"  # 48,620 ways
    assert unpaired(np.arange(10.0), np.arange(9.0)).how == "resampled"  # 92,378


def test_resampled_p_values_are_b_plus_1_of_n_plus_1():
    far = np.full((1, 40), 1.0)
    assert paired(far, n_resamples=99).p_value[0] == 1 / 100
    assert unpaired(far[0], 0 * far[0] + np.arange(40) / 99, n_resamples=99).p_value[0] == 1 / 100


@pytest.mark.parametrize("name", STATISTICS)
def test_resampled_is_seeded_and_near_the_exact_one(name):
    rng = np.random.default_rng(3)
    first, second = rng.normal(size=9) + 0.8, rng.normal(size=10)
    one, same, other = (
        unpaired(first, second, statistic=name, n_resamples=4000, rng=seed)
        for seed in (1, np.random.default_rng(1), 2)
    )
    assert one.p_value == same.p_value
    assert one.p_value != other.p_value
    fewer = unpaired(first, second[:9], statistic=name)
    again = unpaired(first, second[:9], statistic=name, n_resamples=1)
    assert fewer.p_value == again.p_value
    assert one.p_value[0] == pytest.approx(other.p_value[0], abs=0.04)


@pytest.mark.parametrize("name", STATISTICS)
@pytest.mark.parametrize("side", SIDES)
def test_equal_scores_differ_by_nothing(name, side):
    for first, second, value in itertools.product((3, 2, 10), (3, 5, 12), (0.1, 0.3, 0.7)):
        constant = np.full(first, value), np.full(second, value)
        found = unpaired(*constant, statistic=name, alternative=side)
        assert (found.p_value[0], found.statistic[0]) == (1, 0)


@pytest.mark.parametrize("n", [4, 20])
@pytest.mark.parametrize("side", SIDES)
def test_no_differences(n, side):
    found = paired(np.zeros((1, n)), alternative=side)
    assert (found.p_value[0], found.statistic[0]) == (1, 0)


def test_two_constant_samples():
    """All three of six on one side: 2 of 20 ways; any two of three decide a median."""
    for name in STATISTICS:
        found = unpaired(np.full(3, 0.1), np.full(3, 0.7), statistic=name)
        assert found.p_value[0] == pytest.approx(1 if name == "median" else 0.1)


def test_what_cannot_be_asked():
    values = np.arange(4.0)
    for function in (
        lambda **o: paired(values[None], **o),
        lambda **o: unpaired(values, values, **o),
    ):
        with pytest.raises(OptionError, match="statistic must be one of"):
            function(statistic="mode")
        with pytest.raises(OptionError, match="alternative must be one of"):
            function(alternative="both")
