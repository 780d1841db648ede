import mpmath
import numpy as np
import pytest
from looped import loop_over
from needs import longer
from scipy import special

from benchreport.errors import OptionError
from benchreport.numerics.nulls.noncentral_t import chi_quantiles, noncentrality_interval


def _lower_tail(t: float, dof: float, noncentrality: float) -> mpmath.mpf:
    """P(T ≤ t; λ) as ∫ Φ(t·s − λ) f(s) ds over the density f of s = √(χ²/dof)."""
    half = mpmath.mpf(dof) / 2
    constant = 2 * half**half / mpmath.gamma(half)
    around = {1 + k / mpmath.sqrt(2 * dof) for k in range(-12, 15, 2)}
    around |= {(noncentrality + k) / mpmath.mpf(t) for k in range(-10, 11, 2)}
    points = sorted(point for point in around if 0 < point < 1 + 15 / mpmath.sqrt(2 * dof))
    return mpmath.quad(
        lambda s: (
            constant
            * s ** (dof - 1)
            * mpmath.exp(-half * s * s)
            * mpmath.ncdf(t * s - noncentrality)
        ),
        [0, *points, 1 + 16 / mpmath.sqrt(2 * dof)],
    )


@pytest.mark.parametrize("dof", [1, longer(9), 2000])
@pytest.mark.parametrize("t", [0.01, longer(1.7), longer(600.0), 1e6])
def test_the_tails_beyond_the_ends_are_half_the_error(t, dof):
    """The tails are computed with 20 digits; R's pt and scipy's nctdtr fail for the larger t."""
    with mpmath.workdps(20):
        low, high = (float(end) for end in noncentrality_interval(t, dof, 0.9))
        for end, tail in ((low, 0.95), (high, 0.05)):
            assert float(_lower_tail(t, dof, mpmath.mpf(end))) == pytest.approx(tail, abs=2e-12)


def test_known_limits():
    z = special.ndtri(0.975)
    low, high = noncentrality_interval([0.0, 1e9, np.inf, np.nan], 9)
    assert (low[0], high[0]) == pytest.approx((-z, z), abs=1e-12)
    # all of Z + λ is λ: t/λ is 1/s
    assert (low[1], high[1]) == pytest.approx(1e9 * chi_quantiles(9, [0.025, 0.975]), rel=1e-12)
    assert low[2] == high[2] == np.inf
    assert np.isnan([low[3], high[3]]).all()


@loop_over("dof", [1, 3, 1e5])
@loop_over("confidence", [0.001, 0.5, 0.999999])
def test_any_statistic_is_solved(dof, confidence):
    t = np.concatenate([np.linspace(0, 9, 50), 10.0 ** np.arange(1, 300, 7)])
    low, high = noncentrality_interval(t, dof, confidence)
    assert (low < high).all()
    assert (np.diff(low) > 0).all()
    assert (np.diff(high) > 0).all()
    mirrored = noncentrality_interval(-t, dof, confidence)
    assert np.allclose(mirrored, (-high, -low), rtol=1e-12, atol=0)


def test_shape_is_kept():
    low, high = noncentrality_interval(np.zeros((2, 0, 3)), 4)
    assert low.shape == high.shape == (2, 0, 3)
    assert noncentrality_interval(1.0, 4)[0].shape == ()


def test_confidence_is_a_fraction():
    with pytest.raises(OptionError, match="confidence"):
        noncentrality_interval(1.0, 4, 95)
