"""Upper tails of F and χ² against values of 40 digits, SciPy and their own limits."""

import math

import numpy as np
import pytest
from scipy import special

from benchreport.numerics.upper_tails import chi2_upper_tail, f_upper_tail

# mpmath with 40 digits: x^a y^(b-1) 2F1(1, 1-b; a+1; -x/y) / (a B(a, b)) (DLMF 8.17.8); R's pf has
# the same 14 digits of all but the seventh and the last two
F_TAILS = [
    (1, 1, 3.0, 0.33333333333333333),
    (1, 30, 4.17, 0.050022588644401238),
    (2, 7, 0.01, 0.9900639505363296),
    (9, 261, 1.88, 0.055148525259914922),
    (4, 2.7, 20.0, 0.022727613077976826),
    (72, 113328, 1.8373515589113418, 1.9680022052671194e-5),
    (73, 112785, 20.552302871278812, 2.8660348798285259e-263),
    (299, 298701, 1.1, 0.11303555720371528),
    (9, 8999991, 0.25, 0.98686937182838333),
    (299, 40, 0.5, 0.99937822769160978),
    (299, 298701, 7.0, 4.8027116924881572e-265),
    (1, 10, 1e12, 2.460937499887207e-56),
]
# mpmath's gammainc with 40 digits; R's pchisq has the same 14
CHI2_TAILS = [
    (1, 1e-9, 0.999974768674784),
    (1, 3.84, 0.050043521248705103),
    (2, 1400.0, 9.8596765437597709e-305),
    (3, 0.5, 0.91889141165467586),
    (9, 16.9, 0.050305190124310876),
    (10, 3.0, 0.98142406377785933),
    (99, 150.0, 0.00072044539571696292),
    (299, 298.0, 0.50545126290171309),
    (9999, 11000.0, 3.4463742421246304e-12),
]


@pytest.mark.parametrize(("dof", "dof_error", "f", "expected"), F_TAILS)
def test_f_tail_has_twelve_digits_wherever_it_is_a_number(dof, dof_error, f, expected):
    assert f_upper_tail(dof, dof_error, f) == pytest.approx(expected, rel=2e-13)


@pytest.mark.parametrize(("dof", "statistic", "expected"), CHI2_TAILS)
def test_chi2_tail_has_twelve_digits_wherever_it_is_a_number(dof, statistic, expected):
    assert chi2_upper_tail(dof, statistic) == pytest.approx(expected, rel=2e-13)


def test_tails_agree_with_scipy_where_scipy_is_exact():
    rng = np.random.default_rng(5)
    for _ in range(2000):
        dof, dof_error = (int(each) for each in rng.integers(1, 60, 2))
        f = math.exp(rng.normal(0, 2))
        assert f_upper_tail(dof, dof_error, f) == pytest.approx(
            float(special.fdtrc(dof, dof_error, f)), rel=1e-12
        )
        assert chi2_upper_tail(dof, dof * f) == pytest.approx(
            float(special.chdtrc(dof, dof * f)), rel=1e-12, abs=1e-300
        )


def test_tails_are_continuous_where_the_way_of_computing_changes():
    for dof in (1, 2, 3, 30, 299):
        below, at = (chi2_upper_tail(dof, dof + step) for step in (0.0, 1e-12))
        assert below == pytest.approx(at, rel=1e-10)
        below, at = (f_upper_tail(dof, 30 * dof, 1 + step) for step in (0.0, 1e-12))
        assert below == pytest.approx(at, rel=1e-10)


def test_tails_at_the_ends():
    assert f_upper_tail(3, 9, 0.0) == chi2_upper_tail(3, 0.0) == 1.0
    assert f_upper_tail(3, 9, math.inf) == chi2_upper_tail(3, math.inf) == 0.0
    assert f_upper_tail(3, 1e7, 1e9) == chi2_upper_tail(299, 1e9) == 0.0
    for dof in (1, 2, 3, 299):
        assert f_upper_tail(dof, 1000, 5e-324) == chi2_upper_tail(dof, 5e-324) == 1.0
        assert f_upper_tail(dof, 1000, 1e308) == chi2_upper_tail(dof, 1e308) == 0.0
    # Cauchy's tail: 2/π · arctan(1/√f)
    assert f_upper_tail(1, 1, 1e307) == pytest.approx(2 / math.pi / math.sqrt(1e307), rel=1e-12)
    assert math.isnan(f_upper_tail(3, 9, math.nan))
    assert math.isnan(chi2_upper_tail(3, math.nan))
