import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from looped import loop_over
from needs import LONG, draws
from scipy import stats

from benchreport.errors import OptionError
from benchreport.numerics.nulls.welch import welch
from benchreport.numerics.resampling.permutation import STATISTICS, flip_signs, split_scores

SIDES = ["two-sided", "less", "greater"]
LOCATIONS = {
    "mean": np.mean,
    "median": np.median,
    "trimmed_mean": lambda values: stats.trim_mean(values, 0.2),
}


def shares(null, observed):
    """Compute p-values by counting; differences by rounding count as ties."""
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
    location = LOCATIONS[name]
    signs = itertools.product([1, -1], repeat=7)
    expected = shares([location(differences * row) for row in signs], location(differences))
    for side, p in expected.items():
        test = flip_signs(differences[None], statistic=name, alternative=side)
        assert test.how == "exact"
        assert test.p_value[0] == pytest.approx(p, rel=1e-12)
        assert test.statistic[0] == pytest.approx(location(differences), abs=1e-15)


@pytest.mark.parametrize("name", LOCATIONS)
@pytest.mark.parametrize("sizes", [(4, 4), (2, 6), (5, 3)])
def test_unpaired_is_enumeration(name, sizes):
    values = np.random.default_rng(sizes).integers(0, 9, size=sum(sizes)) / 10
    first, second, location = values[: sizes[0]], values[sizes[0] :], LOCATIONS[name]
    null = list(all_splits(first, second, lambda x, y: location(x) - location(y)))
    for side, p in shares(null, location(first) - location(second)).items():
        test = split_scores(first, second, statistic=name, alternative=side)
        assert test.how == "exact"
        assert test.p_value[0] == pytest.approx(p, rel=1e-12)


@pytest.mark.parametrize("spread", [1.0, 0.1, 1e-2, 1e-4])
@pytest.mark.parametrize("sizes", [(4, 4), (2, 5)])
def test_welchs_t_is_enumeration_however_far_apart(spread, sizes):
    """Arrangements that mirror one another are equally extreme, however their t rounds."""
    rng = np.random.default_rng(7)
    for _ in range(8):
        first = np.round(0.9 + 0.1 * spread * rng.normal(size=sizes[0]), 7)
        second = np.round(0.1 + 0.1 * spread * rng.normal(size=sizes[1]), 7)
        null = [split.t for split in all_splits(first, second, welch)]
        for side, p in shares(null, welch(first, second).t).items():
            test = split_scores(first, second, statistic="t", alternative=side)
            assert test.statistic[0] == pytest.approx(welch(first, second).t, rel=1e-6)
            assert test.p_value[0] == pytest.approx(p, rel=1e-12)


@pytest.mark.parametrize("name", STATISTICS)
@pytest.mark.parametrize("offset", [1000.0, 1e6])
def test_an_offset_does_not_matter(name, offset):
    rng = np.random.default_rng(2)
    for _ in range(8):
        first, second = rng.integers(0, 10, size=(2, 4)) / 100
        plain = split_scores(first, second, statistic=name).p_value
        moved = split_scores(first + offset, second + offset, statistic=name).p_value
        assert moved == pytest.approx(plain, rel=1e-12)


@settings(deadline=None, max_examples=draws(30))
@given(
    arrays(np.float64, (2, 5), elements=st.integers(-6, 9).map(float)), st.sampled_from(STATISTICS)
)
def test_paired_properties(differences, name):
    two, less, greater = (
        flip_signs(differences, statistic=name, alternative=side).p_value for side in SIDES
    )
    assert flip_signs(-differences, statistic=name, alternative="less").p_value == pytest.approx(
        greater
    )
    assert (less + greater >= 1 - 1e-12).all()
    assert two == pytest.approx(np.minimum(1, 2 * np.minimum(less, greater)))
    scaled = flip_signs(1e-3 * differences, statistic=name).p_value
    assert scaled == pytest.approx(two)
    assert two * 32 == pytest.approx(np.round(two * 32))


def test_the_t_statistic_of_differences_orders_as_their_mean():
    differences = np.random.default_rng(4).normal(0.4, 1, size=(1, 8))
    t = [
        stats.ttest_1samp(differences[0] * row, 0).statistic
        for row in itertools.product([1, -1], repeat=8)
    ]
    expected = shares(t, stats.ttest_1samp(differences[0], 0).statistic)
    for side, p in expected.items():
        assert flip_signs(differences, statistic="t", alternative=side).p_value[0] == pytest.approx(
            p
        )


# R 4.2.2, all ways counted by convolution over whole numbers (not by halves) of
# d <- function(n) ((seq_len(n) * 53 + seq_len(n)^2 * 7) %% 97) - 38; unpaired d(n1 + n2), its first n1
# raised by 20. Two-sided, greater, less.
BY_R = {
    17: (0.0260467529297, 0.0130233764648, 0.987594604492),
    20: (0.0210227966309, 0.0105113983154, 0.989971160889),
    24: (0.00479054450989, 0.00239527225494, 0.997724592686),
    40: (0.0088081943959, 0.00440409719795, 0.995740977671),
    (12, 12): (0.0061209486435, 0.00306047432175, 0.997076721905),
    (8, 14): (0.115745692216, 0.0585326953748, 0.943534415361),
    (20, 20): (0.0101087466759, 0.00505437333797, 0.995107296391),
    (3, 60): (0.631512679107, 0.322051824432, 0.685502757422),
    (15, 25): (0.000964185489174, 0.000474340144837, 0.999545634923),
}


def whole(n):
    place = np.arange(1, n + 1)
    return (place * 53 + place**2 * 7) % 97 - 38.0


@pytest.mark.parametrize("sizes", BY_R)
def test_exact_against_r(sizes):
    for side, p in zip(("two-sided", "greater", "less"), BY_R[sizes], strict=True):
        if isinstance(sizes, int):
            # these are thousandths: sums that tie do not tie as floats
            test = flip_signs(whole(sizes)[None] / 1000, alternative=side)
        else:
            first, second = np.split(whole(sum(sizes)) / 1000, sizes[:1])
            test = split_scores(first + 0.02, second, alternative=side)
        assert test.how == "exact"
        assert test.p_value[0] == pytest.approx(p, rel=1e-11)


@LONG
def test_exact_up_to_the_documented_number():
    assert flip_signs(np.ones((1, 40))).how == "exact"
    assert flip_signs(np.ones((1, 41))).how == "resampled"
    assert flip_signs(np.ones((1, 16)), statistic="median").how == "exact"
    assert flip_signs(np.ones((1, 17)), statistic="median").how == "resampled"
    for name in ("mean", "t"):
        assert split_scores(np.arange(20.0), np.arange(20.0), statistic=name).how == "exact"
        assert split_scores(np.arange(21.0), np.arange(21.0), statistic=name).how == "resampled"
    assert split_scores(np.arange(3.0), np.arange(350.0)).how == "exact"
    assert (
        split_scores(np.arange(9.0), np.arange(9.0), statistic="median").how == "exact"
    )  # 48,620 ways
    assert split_scores(np.arange(10.0), np.arange(9.0), statistic="t").how == "resampled"  # 92,378


@loop_over("sizes", [(5, 5), (9, 12), (30, 30)])
@loop_over("name", STATISTICS)
@loop_over("side", SIDES)
def test_order_sides_and_signs_of_two_samples_do_not_matter(sizes, name, side):
    rng, opposite = np.random.default_rng(1), {"less": "greater", "greater": "less"}.get(side, side)
    first, second = (rng.normal(size=n).round(2) for n in sizes)
    options = {"statistic": name, "n_resamples": 500}
    p = split_scores(first, second, alternative=side, **options).p_value
    assert (
        p == split_scores(rng.permutation(first), second[::-1], alternative=side, **options).p_value
    )
    assert p == split_scores(second, first, alternative=opposite, **options).p_value
    assert p == split_scores(-first, -second, alternative=opposite, **options).p_value


@loop_over("n", [12, 30, 60])
@loop_over("name", STATISTICS)
@loop_over("side", SIDES)
def test_order_and_sides_of_pairs_do_not_matter(n, name, side):
    rng, opposite = np.random.default_rng(1), {"less": "greater", "greater": "less"}.get(side, side)
    differences = rng.normal(0.2, size=(2, n)).round(2)
    options = {"statistic": name, "n_resamples": 500}
    p = flip_signs(differences, alternative=side, **options).p_value
    shuffled = rng.permutation(differences, axis=1)
    assert (p == flip_signs(shuffled, alternative=side, **options).p_value).all()
    assert (p == flip_signs(-differences, alternative=opposite, **options).p_value).all()
    # the other algorithms compared do not change it either
    assert p[1] == flip_signs(differences[1:], alternative=side, **options).p_value[0]


def test_resampled_p_values_are_b_plus_1_of_n_plus_1():
    far = np.full((1, 50), 1.0)
    assert flip_signs(far, n_resamples=99).p_value[0] == 1 / 100
    assert (
        split_scores(far[0], 0 * far[0] + np.arange(50) / 99, n_resamples=99).p_value[0] == 1 / 100
    )


@pytest.mark.parametrize("name", STATISTICS)
def test_resampled_is_seeded_and_near_the_exact_one(name):
    rng = np.random.default_rng(3)
    exact = name == "mean"
    first, second = (
        rng.normal(size=(25 if exact else 9)) + 0.8,
        rng.normal(size=(22 if exact else 10)),
    )
    test, same, other = (
        split_scores(first, second, statistic=name, n_resamples=4000, rng=seed)
        for seed in (1, np.random.default_rng(1), 2)
    )
    assert test.how == "resampled"
    assert test.p_value == same.p_value
    assert test.p_value[0] == pytest.approx(other.p_value[0], abs=0.04)
    fewer = split_scores(first[:9], second[:9], statistic=name)
    one_resample = split_scores(first[:9], second[:9], statistic=name, n_resamples=1)
    assert fewer.p_value == one_resample.p_value


@pytest.mark.parametrize("name", STATISTICS)
@pytest.mark.parametrize("side", SIDES)
def test_equal_scores_differ_by_nothing(name, side):
    for first, second, value in itertools.product((3, 2, 10), (3, 5, 12), (0.1, 0.3, 0.7)):
        constant = np.full(first, value), np.full(second, value)
        test = split_scores(*constant, statistic=name, alternative=side)
        assert (test.p_value[0], test.statistic[0]) == (1, 0)


@loop_over("n", [4, 20])
@loop_over("side", SIDES)
def test_no_differences(n, side):
    test = flip_signs(np.zeros((1, n)), alternative=side)
    assert (test.p_value[0], test.statistic[0]) == (1, 0)


def test_two_constant_samples():
    """The two samples stay whole in 2 of 20 ways; any two of three decide a median."""
    for name in STATISTICS:
        test = split_scores(np.full(3, 0.1), np.full(3, 0.7), statistic=name)
        assert test.p_value[0] == pytest.approx(1 if name == "median" else 0.1)


def test_invalid_arguments_are_refused():
    values = np.arange(4.0)
    for function in (
        lambda **o: flip_signs(values[None], **o),
        lambda **o: split_scores(values, values, **o),
    ):
        with pytest.raises(OptionError, match="statistic must be one of"):
            function(statistic="mode")
        with pytest.raises(OptionError, match="alternative must be one of"):
            function(alternative="both")


@pytest.mark.parametrize("power", [-660, 660, 990])
def test_t_of_samples_does_not_depend_on_their_unit(power):
    rng = np.random.default_rng(0)
    first, second = rng.normal(1, 0.2, 9), rng.normal(1.2, 0.2, 7)
    plain = split_scores(first, second, statistic="t", n_resamples=99, rng=1)
    scaled = split_scores(
        np.ldexp(first, power), np.ldexp(second, power), statistic="t", n_resamples=99, rng=1
    )
    assert scaled.statistic == pytest.approx(plain.statistic, rel=1e-12)
    assert scaled.p_value == pytest.approx(plain.p_value)
