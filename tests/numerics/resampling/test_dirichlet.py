import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, stats

from benchreport.numerics.resampling.dirichlet import larger_of_two, largest_of_three

COUNTS = st.integers(0, 60).map(float)


def by_quadrature(first, second, third):
    """P(X₁ > X₂, X₃) of gamma variables by scipy's adaptive rule."""
    probability, _ = integrate.quad(
        lambda x: (
            stats.gamma.pdf(x, first)
            * (stats.gamma.cdf(x, second) if second else 1)
            * (stats.gamma.cdf(x, third) if third else 1)
        ),
        0,
        first + 40 * np.sqrt(first) + 60,
        points=[first],
        epsabs=1e-13,
        limit=400,
    )
    return probability


@pytest.mark.parametrize(
    "shapes", [(3, 5, 2), (1, 1, 1), (14, 1, 0), (40, 41.5, 39), (1.5, 2, 0.5), (7, 0, 7)]
)
def test_against_adaptive_quadrature(shapes):
    probabilities = largest_of_three([shapes])[0]
    for place in range(3):
        turned = np.roll(shapes, -place).tolist()
        expected = by_quadrature(*turned) if turned[0] else 0.0
        assert probabilities[place] == pytest.approx(expected, abs=1e-11)


def test_against_draws():
    shapes = np.array([4.0, 6.5, 5.0])
    draws = np.random.default_rng(3).standard_gamma(shapes, (400_000, 3))
    shares = np.bincount(draws.argmax(axis=1), minlength=3) / len(draws)
    assert largest_of_three([shapes])[0] == pytest.approx(shares, abs=0.004)


@given(COUNTS, COUNTS, COUNTS)
def test_three_parts_keep_their_places(first, second, third):
    row = largest_of_three([[first, second, third + 1]])[0]
    turned = largest_of_three([[third + 1, first, second]])[0]
    assert row.sum() == pytest.approx(1, abs=1e-12)
    assert turned == pytest.approx(np.roll(row, 1), abs=1e-11)
    assert (row >= 0).all()


@given(COUNTS, COUNTS)
def test_two_parts_are_a_beta(first, second):
    """P(B > 1/2), B ~ beta(a, b), which largest_of_three gives too where a part is empty."""
    probability = larger_of_two(first, second + 1)
    expected = stats.beta.sf(0.5, first, second + 1) if first else 0.0
    assert probability == pytest.approx(expected, rel=1e-10, abs=1e-300)
    three = largest_of_three([[first, second + 1, 0.0]])[0]
    assert three[0] == pytest.approx(probability, abs=1e-11)


def test_large_and_tiny_shapes():
    probabilities = largest_of_three(
        [[1000, 1, 1], [900, 1000, 1100.5], [0.01, 1, 3], [2000, 2000, 2000]]
    )
    assert probabilities.sum(axis=1) == pytest.approx(1)
    assert probabilities[0, 0] == pytest.approx(1, abs=1e-12)
    assert probabilities[3] == pytest.approx(1 / 3)
    assert probabilities[2, 0] == pytest.approx(by_quadrature(0.01, 1, 3), abs=1e-6)


def test_tiny_weights_count_as_none():
    near, none = largest_of_three([[3.0, 1e-300, 2.0], [3.0, 0.0, 2.0]])
    assert near == pytest.approx(none, abs=1e-12)
