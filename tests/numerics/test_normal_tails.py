"""Normal tails and quantiles against values of 40 digits, SciPy and their own limits."""

import math

import numpy as np
import pytest
from scipy import special

from benchreport.numerics.normal_tails import (
    log_normal_cdf,
    normal_cdf,
    normal_quantile,
    normal_quantile_of_log,
)

# mpmath with 60 digits: the logarithm of erfc(-z/√2)/2, and its roots
LOGS = [
    (-447.25, -100023.30331125472),
    (-38.5, -745.69527029041108),
    (-12.0, -75.410673001568796),
    (-5.5, -17.779376352625261),
    (-1.0, -1.8410216450092635),
    (-0.25, -0.91306176481113506),
    (-1e-9, -0.69314718135782987),
    (0.75, -0.25699426683836524),
    (4.0, -3.1671743377489264e-5),
    (8.25, -7.9197263146424777e-17),
]
QUANTILES = [
    (1e-300, -37.047096299361199),
    (1e-100, -21.273453560965324),
    (1e-12, -7.0344838253011319),
    (0.005, -2.5758293035489008),
    (0.025, -1.9599639845400542),
    (0.2, -0.84162123357291417),
    (0.4999, -0.00025066283008800749),
    (0.75, 0.67448975019608174),
    (0.999999, 4.7534243088170878),
]
QUANTILES_OF_LOGS = [
    (-1e5, -447.19789367852505),
    (-1000, -44.615747731969403),
    (-60.6, -10.70530512740902),
    (-0.2, 0.9105386773865513),
    (-1e-10, 6.3613409024117348),
]


@pytest.mark.parametrize(("z", "expected"), LOGS)
def test_logarithms_have_thirteen_digits(z, expected):
    assert float(log_normal_cdf(z)) == pytest.approx(expected, rel=1e-13)


@pytest.mark.parametrize(("p", "expected"), QUANTILES)
def test_quantiles_have_twelve_digits(p, expected):
    assert float(normal_quantile(p)) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(("log_p", "expected"), QUANTILES_OF_LOGS)
def test_quantiles_of_logarithms(log_p, expected):
    assert normal_quantile_of_log(log_p) == pytest.approx(expected, rel=1e-13)


def test_tails_agree_with_scipy():
    z = np.concatenate([np.linspace(-37, 9, 40_001), np.geomspace(1e-300, 9, 1_001)])
    assert normal_cdf(z) == pytest.approx(special.ndtr(z), rel=1e-12)
    assert log_normal_cdf(z) == pytest.approx(special.log_ndtr(z), rel=1e-12)


def test_quantiles_agree_with_scipy():
    p = np.concatenate([np.geomspace(1e-300, 0.4, 2_001), 1 - np.geomspace(1e-12, 0.4, 501)])
    assert normal_quantile(p) == pytest.approx(special.ndtri(p), rel=1e-12)


def test_tails_at_their_ends():
    ends = [-math.inf, 0.0, math.inf, math.nan]
    assert normal_cdf(ends) == pytest.approx([0, 0.5, 1, math.nan], nan_ok=True, abs=0)
    assert normal_quantile(np.array([0, 0.5, 1, math.nan, 2, -1])) == pytest.approx(
        [-math.inf, 0, math.inf, math.nan, math.nan, math.nan], nan_ok=True
    )
    assert normal_cdf(np.empty((0, 3))).shape == (0, 3)
