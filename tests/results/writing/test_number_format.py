import math
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import numpy as np
import pytest
from looped import loop_over

from benchreport.results.writing import number_format as fmt


@pytest.mark.parametrize(
    ("p", "text"),
    [(0.05, ".050"), (0.0009999, "< .001"), (1e-300, "< .001"), (0, "< .001"), (1, "> .999")],
)
def test_p_value(p, text):
    assert fmt.p_value(p) == text


def test_undefined_is_a_dash():
    assert fmt.p_value(math.nan) == "–"
    assert fmt.fixed(math.nan) == "–"


def test_negative_numbers_have_a_minus_sign():
    assert fmt.fixed(-0.5) == "−0.50"
    assert fmt.number(-1234.5) == "−1,235"
    assert fmt.fixed(-0.0001) == "0.00"


@pytest.mark.parametrize(
    ("value", "text"), [(0.05, "0.05"), (0.5, "0.5"), (100 * (1 - 0.05), "95"), (2.0, "2")]
)
def test_number_has_no_idle_zeros(value, text):
    assert fmt.number(value) == text


@pytest.mark.parametrize("n_blocks", [8, 20, 40])
def test_mean_ranks_are_rounded_as_their_exact_fractions(n_blocks):
    for total in range(2 * n_blocks, 18 * n_blocks):
        mean = Fraction(total, 2 * n_blocks)
        exact = (Decimal(mean.numerator) / Decimal(mean.denominator)).quantize(
            Decimal("0.01"), ROUND_HALF_UP
        )
        ranks = np.full(n_blocks, float(mean)) + np.tile([0.5, -0.5], n_blocks // 2)
        assert fmt.fixed(total / (2 * n_blocks)) == fmt.fixed(ranks.mean()) == str(exact)


@loop_over("name", ["Kendall's W", "ε²", "η²", "partial η²", "Cliff's δ", "Cohen's κ"])
def test_what_cannot_exceed_one_has_no_leading_zero(name):
    assert fmt.statistic(name, 0.036) == ".04"
    assert fmt.statistic(name, -0.5) == "−.50"
    assert fmt.statistic(name, -0.001) == ".00"
    assert fmt.statistic(name, 1) == "1.00"


@pytest.mark.parametrize(
    "name", ["d_z (mean difference / sd of differences)", "Hedges' g", "Cohen's h"]
)
def test_what_can_exceed_one_has_a_leading_zero(name):
    assert fmt.statistic(name, 0.036) == "0.04"


def test_methods_of_clusters_are_written_within_sentences():
    assert fmt.lower("Clustered t test of accuracy") == "clustered t test of accuracy"


@pytest.mark.parametrize("spread", [0.9 - 0.8, 0.1, 0.3 - 0.2, 1.1 - 1.0])
def test_a_spread_of_one_tenth_has_one_number_of_decimals_however_it_was_rounded(spread):
    assert fmt.decimals_for([0.0, spread]) == 3
    assert fmt.decimals_for([0.0, spread * (1 - 1e-6)]) == 4


def test_large_numbers_are_written_so_that_they_can_be_read() -> None:
    write = fmt.writer([20_835_087_371, 91_343_142_595, 25_677_679_026])
    assert write(20_835_087_371) == "2.08 × 10¹⁰"
    assert write(-4_097_730_500) == "−4.10 × 10⁹"
    assert [write(0), write(99_999_999), write(math.inf)] == ["0", "99,999,999", "∞"]
    # what tells them apart is shown
    near = fmt.writer([1_000_000_000, 1_000_004_000])
    assert [near(1_000_000_000), near(1_000_004_000)] == ["1.00000000 × 10⁹", "1.00000400 × 10⁹"]
    assert fmt.writer([3e14, 3e14])(3e14) == "3.00 × 10¹⁴"


@pytest.mark.parametrize("value", [9999.996, -9999.996])
def test_numbers_that_are_rounded_to_a_thousand_have_a_comma_too(value: float) -> None:
    assert fmt.fixed(value).strip(fmt.MINUS) == "10,000.00"
    assert fmt.fixed(value / 10).strip(fmt.MINUS) == "1,000.00"
    assert fmt.fixed(value / 10.1).strip(fmt.MINUS) == "990.10"


@pytest.mark.parametrize(
    ("write", "none"),
    [(fmt.fixed, 0.0), (fmt.proportion, 0.5), (fmt.fixed, 1.0), (fmt.writer([0.1, 900.0]), 0.0)],
)
@pytest.mark.parametrize("distance", [0.3, 0.04, 0.0051, 4.9e-4, 9.99e-7, 0.0])
@pytest.mark.parametrize("side", [-1, 1])
def test_an_end_of_an_interval_shows_its_side_of_no_effect(write, none, distance, side):
    end = none + side * distance
    text = fmt.interval(sorted((end, none + side * 0.4)), write, none=none)
    numbers = text.strip("[]").split(", ")[::side][0].replace("−", "-")
    if " × " in numbers:
        assert numbers.startswith("-") == (side < 0)
    else:
        assert np.sign(float(numbers) - none) == np.sign(end - none)


def test_numbers_have_as_many_digits_as_tell_them_apart() -> None:
    returns = fmt.writer([4822.56, 4462.85, 2671.28])
    assert [returns(4822.56), returns(2671.28)] == ["4,823", "2,671"]
    times = fmt.writer([83.82, 250.78])
    assert [times(83.82), times(250.78)] == ["83.8", "250.8"]
    assert fmt.writer([4822.56, 4822.61])(4822.56) == "4,822.5600"
    # one notation, down a column and within an interval
    tiny = fmt.writer([7.47e-5, 2.24e-5])
    assert [tiny(2.2e-6), tiny(1.38e-4)] == ["2.20 × 10⁻⁶", "1.38 × 10⁻⁴"]
    assert fmt.interval((2e-5, 0.0291), lambda value: fmt.fixed(value, 4)) == "[0.00002, 0.0291]"
