import math

import numpy as np
import pytest
from looped import loop_over
from numpy.polynomial import Polynomial
from scipy import optimize

from benchreport.numerics.multiplicity.adjust import adjust
from benchreport.numerics.multiplicity.rom import rom, rom_critical

# Rom (1990) at alpha = .05, as reprinted by Wilcox, Introduction to robust estimation and
# hypothesis testing: table of critical values of Rom's method
TABLE = [0.05, 0.025, 0.0169, 0.0127, 0.0102, 0.00851, 0.0073, 0.00639, 0.00568, 0.00511]


def critical_values(alpha: float, m: int) -> list[float]:
    """Compute critical values by the recursion as García et al. (2010) print it."""
    values = [alpha]
    for i in range(2, m + 1):
        powers = sum(alpha**j for j in range(1, i))
        terms = sum(math.comb(i, j) * values[j] ** (i - j) for j in range(1, i - 1))
        values.append((powers - terms) / i)
    return values


def test_the_published_critical_values() -> None:
    np.testing.assert_allclose(rom_critical([0.05], 10).ravel(), TABLE, atol=2.6e-5)
    np.testing.assert_allclose(rom_critical([0.05], 10).ravel()[5:], TABLE[5:], atol=5e-6)


@pytest.mark.parametrize("alpha", [1e-12, 0.05, 0.5, 0.99])
def test_critical_values_follow_the_recursion(alpha: float) -> None:
    np.testing.assert_allclose(
        rom_critical([alpha], 80).ravel(), critical_values(alpha, 80), rtol=1e-11
    )


@loop_over("alpha", [0.01, 0.05, 0.3])
@loop_over("m", [2, 3, 5, 8])
def test_the_error_rate_of_independent_p_values_is_alpha_exactly(alpha: float, m: int) -> None:
    # nothing is rejected when each of the ordered uniforms lies above its critical value
    volume = Polynomial([1.0])
    for low in rom_critical([alpha], m).ravel()[::-1]:
        volume = volume.integ(lbnd=low)
    assert 1 - math.factorial(m) * volume(1.0) == pytest.approx(alpha, rel=1e-9)


@pytest.mark.parametrize("size", [1.0, 3.0, 40.0])
def test_adjusted_p_values_solve_for_alpha(size: float) -> None:
    m = 30
    p = np.sort(np.random.default_rng(5).random(m) ** size)[::-1]
    solved = []
    for i, value in enumerate(p):
        highest = critical_values(1.0, m)[i]
        solved.append(
            1.0
            if value >= highest
            else optimize.brentq(
                lambda a, i=i, value=value: critical_values(a, i + 1)[i] - value,
                0.0,
                1.0,
                xtol=1e-300,
                rtol=1e-14,
            )
        )
    np.testing.assert_allclose(rom(p), np.minimum.accumulate(solved), rtol=1e-10)


def test_tiny_p_values_keep_their_digits() -> None:
    p = np.array([1e-300, 0.4, 1e-200, 0.9])
    np.testing.assert_allclose(adjust(p, "rom")[[0, 2]], [4e-300, 3e-200], rtol=1e-13)


def test_large_families_are_nearly_sidak() -> None:
    # the limit of i·c_i for many hypotheses is −log(1 − alpha)
    p = np.r_[1e-6, np.ones(9_999)]
    assert adjust(p, "rom")[0] == pytest.approx(-np.expm1(-0.01), rel=1e-4)
