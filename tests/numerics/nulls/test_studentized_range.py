import math

import mpmath
import numpy as np
import pytest
from looped import loop_over
from needs import LONG, longer
from scipy import special, stats

from benchreport.errors import OptionError
from benchreport.numerics.nulls import studentized_range
from benchreport.numerics.nulls.studentized_range import isf, sf


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
        ends = sorted({-8, -4, -2, 0, 1, 2, 3, 4, 5, 6, 8, 11, *around})
        # pieces this short are smooth: 24 nodes each are as exact as mpmath's default, in a fifth of its time
        return float(mpmath.quad(integrand, ends, method="gauss-legendre", maxdegree=3))


@pytest.mark.parametrize(
    ("k", "q"),
    [
        pytest.param(k, q, marks=() if (row + column) % 4 == 0 else LONG)
        for row, k in enumerate([3, 10, 300, 1000])
        for column, q in enumerate([0.5, 4.0, 9.0, 20.0, 33.0])
    ],
)
def test_normal_range_against_mpmath(q, k):
    expected = by_mpmath(q, k)
    alone = float(sf(q, k))
    shared = sf(np.full(200, q), k)  # many values share an interpolant
    assert alone == pytest.approx(expected, rel=1e-8, abs=1e-15)
    assert shared == pytest.approx(np.full(200, expected), rel=1e-8, abs=1e-15)


def test_far_tail_of_two_is_a_normal_difference():
    """At k = 2 the integral has a closed form, 2Φ(−q/√2), down to 1e-250."""
    q = np.array([0.1, 1.0, 5.0, 15.0, 30.0, 47.5])
    integral = np.exp(studentized_range._integrate_normal_range(q, 2))
    assert integral == pytest.approx(special.erfc(q / 2), rel=1e-11, abs=0)
    assert integral[-1] < 1e-245


def test_the_far_tail_where_scipy_is_wrong():
    """scipy's sf gives 1.1e-16 here; the true value is 1.2e-24."""
    assert float(sf(15, 10)) == pytest.approx(1.2e-24, rel=0.05)


@loop_over("dof", [1, 2, 3.5, 5, 10, 45, 126, 1000, 1e5, 1e8])
def test_finite_dof_of_two_is_a_t_test(dof):
    """At k = 2 the double integral has a closed form, 2 P(T < −q/√2)."""
    q = np.array([1e-3, 0.1, 1.0, 3.0, 8.0, 20.0, 60.0, 1e3, 1e6, 1e12])
    expected = 2 * special.stdtr(dof, -q / math.sqrt(2))
    q, expected = q[expected > 1e-60], expected[expected > 1e-60]
    tails = np.exp(studentized_range._log_studentized(q, 2, dof))
    assert tails == pytest.approx(expected, rel=1e-10, abs=0)


@pytest.mark.parametrize("k", [3, 300, longer(10), longer(50)])
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


def direct_roots(alpha, k, dof):
    """Solve at one dof at a time, without interpolating over dof."""
    return [studentized_range._root(alpha, k, degrees) for degrees in dof.tolist()]


def crowd(*ranges, seed=0):
    """Return thirty values of dof within each range, including its ends."""
    rng = np.random.default_rng(seed)
    between = [np.exp(rng.uniform(*np.log(ends), 28)) for ends in ranges]
    return np.concatenate([[*ends, *some] for ends, some in zip(ranges, between, strict=True)])


@pytest.mark.parametrize(
    ("k", "alpha"),
    [
        pytest.param(k, alpha, marks=() if (row + column) % 5 == 0 else LONG)
        for row, k in enumerate([2, 3, 10, 40, 300])
        for column, alpha in enumerate([0.001, 0.01, 0.05, 0.1, 0.5])
    ],
)
def test_critical_values_of_many_dof_are_the_direct_roots(k, alpha):
    """Return dof close to 1, those of Welch for six runs each, very large ones and infinity."""
    dof = np.concatenate([crowd((1, 1 + 1e-9), (2.8, 7.3), (5e5, 1e6)), [np.inf]])
    tested = np.array([0, 1, 2, 30, 31, 32, 33, 34, 60, 61, 62, 90])
    critical = isf(alpha, k, dof)
    assert critical[tested] == pytest.approx(direct_roots(alpha, k, dof[tested]), rel=1e-9)


@LONG
@pytest.mark.parametrize(("k", "alpha"), [(3, 0.001), longer(40, 0.05)])
def test_critical_values_over_all_dof(k, alpha):
    dof = np.exp(np.random.default_rng(1).uniform(0, math.log(1e6), 700))
    critical = isf(alpha, k, dof)
    assert critical[:10] == pytest.approx(direct_roots(alpha, k, dof[:10]), rel=1e-9)
    assert (np.diff(critical[np.argsort(dof)]) < 0).all()


@pytest.mark.parametrize("k", [2, 40, *map(longer, (3, 10, 300))])
def test_survival_of_many_dof_is_that_of_one_at_a_time(k):
    rng = np.random.default_rng(k)
    dof = crowd(*[(1.02, 2.6), (5, 7.3), (100, 140)] * 30)
    q = np.where(rng.random(len(dof)) < 0.5, rng.uniform(0.7, 0.9, len(dof)), 12.0)
    q = q * rng.uniform(0.95, 1, len(dof))
    tails = sf(q, k, dof)
    chosen = rng.choice(len(q), 20)
    expected = [float(sf(q[place], k, dof[place])) for place in chosen]
    assert tails[chosen] == pytest.approx(expected, rel=1e-10, abs=0)


def test_shapes_of_q_and_dof_are_broadcast():
    q, dof = np.array([[3.0], [np.inf], [-1.0]]), np.array([1.0, 20.0, np.inf])
    tails = sf(q, 4, dof)
    assert tails[0] == pytest.approx([float(sf(3.0, 4, degrees)) for degrees in dof], rel=1e-14)
    assert tails[1:].tolist() == [[0, 0, 0], [1, 1, 1]]
    assert isf([[0.05], [0.0]], 4, dof).tolist() == [isf(0.05, 4, dof).tolist(), [math.inf] * 3]
    assert sf([], 4, []).shape == isf(0.05, 4, []).shape == (0,)


def by_plain_sums(q, k, dof):
    """log P(Q > q), averaging the integral for infinite dof over log s at 8,001 places."""
    x = np.linspace(-60 / dof - 3, 3, 8_001)
    tail = studentized_range._integrate_normal_range(q * np.exp(x), k)
    density = stats.chi2.logpdf(dof * np.exp(2 * x), dof) + math.log(2 * dof) + 2 * x
    return special.logsumexp(density + tail) + math.log(x[1] - x[0])


DEEP = [(20.0, 4.2), (900.0, 4.2), (25.0, 10.7), (1500.0, 10.7), (40.0, 333.3), (75.0, 333.3)]


@pytest.mark.parametrize("k", [3, longer(40), longer(300)])
def test_deep_tails_of_many_dof(k):
    expected = [by_plain_sums(q, k, dof) for q, dof in DEEP]
    q, dof = np.array(DEEP).T
    near = 1 + np.random.default_rng(0).uniform(-1e-3, 1e-3, (2, 400, len(DEEP)))
    tails = sf(np.vstack([q, q * near[0]]), k, np.vstack([dof, dof * near[1]]))[0]
    assert np.log(tails) == pytest.approx(expected, abs=1e-9)
    assert tails.min() < 1e-150


def test_tails_that_vanish_are_zero_beside_others_that_do_not():
    q = np.linspace(1, 300, 400)
    for dof in (1e5, np.linspace(1e5, 2e5, 400)):
        p = sf(q, 3, dof)
        assert (np.diff(p) <= 0).all()
        assert p[0] > 0.5
        assert p[-1] == 0


def test_demsar_2006_table_5():
    """Demšar (2006), Table 5(a): q_0.05 and q_0.10 for 2 to 10 classifiers."""
    at_05 = [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164]
    at_10 = [1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920]
    for row, alpha in ((at_05, 0.05), (at_10, 0.10)):
        critical = [float(isf(alpha, k)) / math.sqrt(2) for k in range(2, 11)]
        # the printed table truncates some entries
        assert critical == pytest.approx(row, abs=1.1e-3)


def test_ends_and_shapes():
    q = np.array([[-1.0, 0.0, np.inf], [np.nan, 3.0, 1e9]])
    for dof in (5, math.inf):
        p = sf(q, 4, dof)
        assert p.shape == q.shape
        assert p[0].tolist() == [1, 1, 0]
        assert math.isnan(p[1, 0])
        assert 0 <= p[1, 2] < 1e-20
    assert isf([0, 1], 3).tolist() == [math.inf, 0]
    assert float(isf(0.05, 3, 20)) == pytest.approx(3.577935, abs=1e-6)


def test_monotone_in_everything():
    q = np.linspace(0.05, 30, 500)
    for dof in (2, 30, math.inf):
        p = sf(q, 12, dof)
        assert (np.diff(p) <= 1e-15).all()
    assert (sf(q, 12) <= sf(q, 13) + 1e-15).all()


@loop_over(
    ("call", "message"),
    [
        (lambda: sf(1.0, 1), "k must be a whole number from 2 to 1000; got 1"),
        (lambda: sf(1.0, 1001), "got 1001"),
        (lambda: sf(1.0, 3, 0.5), "dof must be at least 1; got 0.5"),
        (lambda: isf(0.05, 3, [4, 0.25, 9, 0.5]), "dof must be at least 1; got 0.25"),
        (lambda: sf(1.0, 3, [4, math.nan]), "dof must be at least 1; got nan"),
        (lambda: isf(1.5, 3), "alpha must lie between 0 and 1; got 1.5"),
    ],
)
def test_invalid_arguments_are_refused(call, message):
    with pytest.raises(OptionError, match=message):
        call()


def test_ranges_whose_square_has_no_double():
    # of two groups with one degree of freedom, Q/√2 is the size of a Cauchy variable
    for q in (1e100, 1e200):
        assert sf(q, 2, 1) == pytest.approx(2 * math.sqrt(2) / math.pi / q, rel=1e-6)
