import math

import mpmath
import numpy as np
import pytest
from scipy import special, stats

from benchreport.errors import OptionError
from benchreport.numerics import studentized_range
from benchreport.numerics.studentized_range import isf, ppf, sf


def by_mpmath(q, k):
    """P(Q > q) with infinite dof at 30 digits, by quadrature of the complementary integral."""
    with mpmath.workdps(30):
        q = mpmath.mpf(q)

        def cdf(z):
            return mpmath.erfc(-z / mpmath.sqrt(2)) / 2

        def integrand(z):
            within = -mpmath.expm1((k - 1) * mpmath.log1p(-cdf(z - q) / cdf(z)))
            return k * mpmath.npdf(z) * cdf(z) ** (k - 1) * within

        around = [float(q) / 2 + step / 2 for step in range(-18, 19)]
        return float(
            mpmath.quad(integrand, sorted({-8, -4, -2, 0, 1, 2, 3, 4, 5, 6, 8, 11, *around}))
        )


@pytest.mark.parametrize("k", [3, 10, 300, 1000])
@pytest.mark.parametrize("q", [0.5, 4.0, 9.0, 20.0, 33.0])
def test_normal_range_against_mpmath(q, k):
    expected = by_mpmath(q, k)
    alone = float(sf(q, k))
    shared = sf(np.full(200, q), k)  # many values share an interpolant
    assert alone == pytest.approx(expected, rel=1e-8, abs=1e-15)
    assert shared == pytest.approx(np.full(200, expected), rel=1e-8, abs=1e-15)


def test_far_tail_of_two_is_a_normal_difference():
    """At k = 2 the integral has a closed form, 2Φ(−q/√2), down to 1e-250."""
    q = np.array([0.1, 1.0, 5.0, 15.0, 30.0, 47.5])
    integral = np.exp(studentized_range._integrated_normal_range(q, 2))
    assert integral == pytest.approx(special.erfc(q / 2), rel=1e-11, abs=0)
    assert integral[-1] < 1e-245


def test_statistics_pitfall_1():
    """scipy's sf gives 1.1e-16 here; the true value is 1.2e-24."""
    assert float(sf(15, 10)) == pytest.approx(1.2e-24, rel=0.05)


@pytest.mark.parametrize("dof", [1, 2, 3.5, 5, 10, 45, 126, 1000, 1e5, 1e8])
def test_finite_dof_of_two_is_a_t_test(dof):
    """At k = 2 the double integral has a closed form, 2 P(T < −q/√2)."""
    q = np.array([1e-3, 0.1, 1.0, 3.0, 8.0, 20.0, 60.0, 1e3, 1e6, 1e12])
    expected = 2 * special.stdtr(dof, -q / math.sqrt(2))
    q, expected = q[expected > 1e-60], expected[expected > 1e-60]
    found = np.exp(studentized_range._log_studentized(q, 2, dof))
    assert found == pytest.approx(expected, rel=1e-10, abs=0)


@pytest.mark.parametrize("k", [3, 10, 50, 300])
@pytest.mark.parametrize("dof", [1, 2, 3.5, 10, 45, 1000])
def test_finite_dof_against_scipy(k, dof):
    """scipy 1.17 integrates the same function adaptively, good to about 1e-11 absolute."""
    q = np.array([0.5, 2.0, 4.0, 8.0])
    expected = stats.studentized_range.sf(q, k, dof)
    assert sf(q, k, dof) == pytest.approx(expected, abs=1e-10)
    many = np.concatenate([q, np.linspace(0.1, 12, 200)])
    assert sf(many, k, dof)[:4] == pytest.approx(expected, abs=1e-10)


# R 4.2.2: ptukey(q, k, dof, lower.tail = FALSE), where it is accurate
PTUKEY = [
    (3.5, 3, 20, 0.0558918490821),
    (4.0, 3, 45, 0.0187211867965),
    (8.0, 3, 10, 0.000558858792213),
]


@pytest.mark.parametrize(("q", "k", "dof", "p"), PTUKEY)
def test_against_r(q, k, dof, p):
    assert float(sf(q, k, dof)) == pytest.approx(p, abs=1e-9)


@pytest.mark.parametrize("k", [2, 4, 30, 1000])
@pytest.mark.parametrize("dof", [1, 7.5, 120, math.inf])
def test_isf_inverts(k, dof):
    alpha = np.array([0.99, 0.5, 0.1, 0.05, 0.001, 1e-12])
    assert sf(isf(alpha, k, dof), k, dof) == pytest.approx(alpha, rel=1e-9)


def test_demsar_2006_table_5():
    """Demšar (2006), Table 5(a): q_0.05 and q_0.10 for 2 to 10 classifiers."""
    at_05 = [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164]
    at_10 = [1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920]
    for row, alpha in ((at_05, 0.05), (at_10, 0.10)):
        found = [float(isf(alpha, k)) / math.sqrt(2) for k in range(2, 11)]
        # the printed table truncates some entries
        assert found == pytest.approx(row, abs=1.1e-3)


def test_ends_and_shapes():
    q = np.array([[-1.0, 0.0, np.inf], [np.nan, 3.0, 1e9]])
    for dof in (5, math.inf):
        p = sf(q, 4, dof)
        assert p.shape == q.shape
        assert p[0].tolist() == [1, 1, 0]
        assert math.isnan(p[1, 0])
        assert 0 <= p[1, 2] < 1e-20
    assert isf([0, 1], 3).tolist() == [math.inf, 0]
    assert float(ppf(0.95, 3, 20)) == pytest.approx(3.577935, abs=1e-6)


def test_monotone_in_everything():
    q = np.linspace(0.05, 30, 500)
    for dof in (2, 30, math.inf):
        p = sf(q, 12, dof)
        assert (np.diff(p) <= 1e-15).all()
    assert (sf(q, 12) <= sf(q, 13) + 1e-15).all()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: sf(1.0, 1), "k must be a whole number from 2 to 1000; got 1"),
        (lambda: sf(1.0, 1001), "got 1001"),
        (lambda: sf(1.0, 3, 0.5), "dof must be at least 1; got 0.5"),
        (lambda: isf(1.5, 3), "alpha must lie between 0 and 1; got 1.5"),
    ],
)
def test_what_is_refused(call, message):
    with pytest.raises(OptionError, match=message):
        call()
