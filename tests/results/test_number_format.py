import math

import pytest

from benchreport.results import number_format as fmt


@pytest.mark.parametrize(
    ("p", "text"),
    [(0.05, ".050"), (0.0009999, "< .001"), (1e-300, "< .001"), (0, "< .001"), (1, "1.000")],
)
def test_p_value(p, text):
    assert fmt.p_value(p) == text


def test_undefined_is_a_dash():
    assert fmt.p_value(math.nan) == "–"
    assert fmt.fixed(math.nan) == "–"


def test_negative_numbers_have_a_minus_sign():
    assert fmt.fixed(-0.5) == "−0.50"
    assert fmt.number(-1234.5) == "−1234"
    assert fmt.fixed(-0.0001) == "0.00"


@pytest.mark.parametrize(
    ("value", "text"), [(0.05, "0.05"), (0.5, "0.5"), (100 * (1 - 0.05), "95"), (2.0, "2")]
)
def test_number_has_no_idle_zeros(value, text):
    assert fmt.number(value) == text
