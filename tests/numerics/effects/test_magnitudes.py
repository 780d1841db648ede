import math

import mpmath
import pytest
from looped import loop_over

from benchreport.errors import OptionError
from benchreport.numerics.effects.magnitudes import MAGNITUDES, hedges_correction, magnitudes


@loop_over(
    ("name", "value", "word", "source"),
    [
        ("cohen_d", 0.19, "below small", "cohen1988"),
        ("cohen_d", -0.2, "small", "cohen1988"),
        ("hedges_g", 0.5, "medium", "cohen1988"),
        ("d_av", -0.79, "medium", "cohen1988"),
        ("d_av", math.inf, "large", "cohen1988"),
        ("cliff_delta", 0.146, "negligible", "romano2006"),
        ("cliff_delta", -0.147, "small", "romano2006"),
        ("cliff_delta", 0.33, "medium", "romano2006"),
        ("cliff_delta", 0.474, "large", "romano2006"),
        ("vargha_delaney", 0.55, "below small", "vargha2000"),
        ("vargha_delaney", 0.56, "small", "vargha2000"),
        ("vargha_delaney", 0.44, "small", "vargha2000"),
        ("vargha_delaney", 0.64, "medium", "vargha2000"),
        ("vargha_delaney", 0.36, "medium", "vargha2000"),
        ("vargha_delaney", 0.71, "large", "vargha2000"),
        ("vargha_delaney", 0.29, "large", "vargha2000"),
        ("d_z", 5.0, "", ""),
        ("rank_biserial", 1.0, "", ""),
        ("akinshin_gamma", 5.0, "", ""),
        ("cohen_d", math.nan, "", ""),
    ],
)
def test_words_begin_at_their_bounds(name, value, word, source):
    assert magnitudes(name, [value, value]) == [(word, source)] * 2


def test_there_is_one_word_more_than_bounds():
    assert all(len(words) == len(bounds) + 1 for bounds, words, _ in MAGNITUDES.values())


def test_a_near_miss_is_named():
    with pytest.raises(OptionError, match="name must be one of") as error:
        magnitudes("cliffs_delta", [0.3])
    assert error.value.hint == "name='cliff_delta'"


@pytest.mark.parametrize("dof", [2, 3, 9, 28, 127])
def test_hedges_correction_makes_d_unbiased(dof):
    """d is λ/s for normal scores: J is one over the mean of 1/s, s² = χ²/dof, by quadrature."""
    half = mpmath.mpf(dof) / 2
    constant = 2 * half**half / mpmath.gamma(half)
    mean_of_inverse = mpmath.quad(
        lambda s: constant * s ** (dof - 2) * mpmath.exp(-half * s * s), [0, 0.5, 1, 2, mpmath.inf]
    )
    assert hedges_correction(dof) == pytest.approx(float(1 / mean_of_inverse), rel=1e-12)


def test_hedges_correction_keeps_its_digits():
    """1 − 3/(4·dof) − 7/(32·dof²) + …; R's exp(lgamma − lgamma) is off by 3e-10 here."""
    assert hedges_correction(1e6) == pytest.approx(1 - 0.75e-6 - 7 / 32 * 1e-12, abs=1e-15)
    assert math.isnan(hedges_correction(1))
