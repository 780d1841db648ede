import math

import pytest
from scipy import optimize

from benchreport.numerics.roots import find_root

FUNCTIONS = [
    (lambda x: x**3 - 2.0, 0.0, 2.0),
    (lambda x: math.exp(x) - 1e5, -700.0, 700.0),
    (lambda x: math.atan(x - 3.0), -1e6, 1e6),
    (lambda x: math.tanh(x) - 0.999, -5.0, 40.0),
    (lambda x: 1.0 if x >= 0.25 else -1.0, 0.0, 1.0),
]


@pytest.mark.parametrize(("function", "low", "high"), FUNCTIONS)
def test_against_scipy(function, low, high):
    """Brent's method of scipy, on the same ends and on ends in the other order."""
    expected = optimize.brentq(function, low, high, xtol=1e-13)
    for ends in ((low, high), (high, low)):
        root = find_root(function, *ends, xtol=1e-13)
        flat = function(root) == 0 == function(expected)
        assert flat or root == pytest.approx(expected, rel=1e-12, abs=1e-12)


def test_few_evaluations_are_needed():
    seen = []
    find_root(lambda x: seen.append(x) or math.exp(x) - 2.0, 0.0, 8.0)
    assert len(seen) < 20


def test_a_root_at_an_end():
    assert find_root(lambda x: x, 0.0, 1.0) == pytest.approx(0.0, abs=1e-12)
    assert find_root(lambda x: x - 1.0, 0.0, 1.0) == pytest.approx(1.0)


def test_the_same_sign_at_both_ends():
    with pytest.raises(ValueError, match="same sign"):
        find_root(lambda x: x**2 + 1.0, 0.0, 1.0)
