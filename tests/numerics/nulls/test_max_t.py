import math

import numpy as np
import pytest
from looped import loop_over
from needs import longer
from scipy import special, stats

from benchreport.numerics.nulls.max_t import isf, sf

DOFS = [1, 2.5, 10, 45, 200, 1000, math.inf]
# Dunnett (1955), table 1a: one-sided 5 %, 1 to 9 comparisons
ONE_SIDED = {
    5: [2.02, 2.44, 2.68, 2.85, 2.98, 3.08, 3.16, 3.24, 3.30],
    10: [1.81, 2.15, 2.34, 2.47, 2.56, 2.64, 2.70, 2.76, 2.81],
    20: [1.72, 2.03, 2.19, 2.30, 2.39, 2.46, 2.51, 2.56, 2.60],
    math.inf: [1.64, 1.92, 2.06, 2.16, 2.23, 2.29, 2.34, 2.38, 2.42],
}
# Dunnett (1964), Biometrics 20, table II, which replaced table 2a of 1955: two-sided 5 %
TWO_SIDED = {
    10: [2.23, 2.57, 2.76, 2.89, 2.99, 3.07, 3.14, 3.19, 3.24],
    20: [2.09, 2.38, 2.54, 2.65, 2.73, 2.80, 2.86, 2.90, 2.95],
    math.inf: [1.96, 2.21, 2.35, 2.44, 2.51, 2.57, 2.61, 2.65, 2.69],
}


def t_tail(t, dof):
    return special.stdtr(dof, -t) if math.isfinite(dof) else special.ndtr(-t)


@pytest.mark.parametrize(
    ("table", "side"), [(ONE_SIDED, "greater"), (TWO_SIDED, "two-sided")], ids=["1955", "1964"]
)
def test_dunnetts_tables(table, side):
    for dof, row in table.items():
        critical = [isf(0.05, m, dof, side) for m in range(1, 10)]
        assert critical == pytest.approx(row, abs=0.0051)


@loop_over("dof", DOFS)
def test_one_comparison_is_a_t_test(dof):
    t = np.array([0.01, 0.5, 2.0, 5.0])
    assert sf(t, 1, dof) == pytest.approx(2 * t_tail(t, dof), rel=1e-9)
    assert sf(-t, 1, dof, "greater") == pytest.approx(t_tail(-t, dof), rel=1e-9)
    assert sf(t, 1, dof, "less") == pytest.approx(t_tail(t, dof), rel=1e-9)


@pytest.mark.parametrize("dof", DOFS)
def test_far_tails_keep_their_digits(dof):
    """One comparison is tested down to 1e-100; several lie between its tail and Bonferroni's."""
    t = np.array([8.0, 10.0, 13.0, 20.0, 1e3, 1e8])
    t = t[2 * t_tail(t, dof) > 1e-100]
    assert sf(t, 1, dof) == pytest.approx(2 * t_tail(t, dof), rel=1e-6, abs=0)
    family = sf(t, 7, dof)
    assert (2 * t_tail(t, dof) < family).all()
    assert (family <= 14 * t_tail(t, dof) * (1 + 1e-9)).all()


@loop_over("dof", DOFS)
@loop_over("m", [1, 2, 5, 40])
def test_the_control_is_the_best_of_all_with_chance_1_in_m_plus_1(dof, m):
    assert sf(0.0, m, dof, "greater") == pytest.approx(m / (m + 1), rel=1e-10)


@pytest.mark.parametrize("dof", [3, 20])
def test_against_scipys_multivariate_t(dof):
    """Genz' integration of the same distribution is good to about 1e-5."""
    shape = np.full((3, 3), 0.5) + np.eye(3) / 2
    joint = stats.multivariate_t(shape=shape, df=dof, seed=0)
    for t in (0.8, 2.4):
        inside = joint.cdf([t] * 3, lower_limit=[-t] * 3, maxpts=50_000)
        assert sf(t, 3, dof) == pytest.approx(1 - inside, abs=5e-5)
        below = joint.cdf([t] * 3, maxpts=50_000)
        assert sf(t, 3, dof, "greater") == pytest.approx(1 - below, abs=5e-5)


def test_against_scipys_dunnett():
    """scipy computes p-values for a one-way layout of equal groups by quasi-Monte Carlo."""
    shifts = np.array([[0.0], [0.9], [0.4], [1.4]])
    groups = np.random.default_rng(3).normal(size=(4, 6)) + shifts
    for side in ("two-sided", "greater", "less"):
        peer = stats.dunnett(*groups[1:], control=groups[0], alternative=side, rng=0)
        turned = {"two-sided": abs(peer.statistic), "greater": peer.statistic}
        p = sf(turned.get(side, -peer.statistic), 3, 20, side)
        assert p == pytest.approx(peer.pvalue, abs=2e-3)


@pytest.mark.parametrize("side", ["two-sided", "greater"])
@pytest.mark.parametrize("dof", [3, math.inf])
@pytest.mark.parametrize("m", [1, longer(30)])
def test_isf_inverts(m, dof, side):
    for alpha in (0.9, 0.05, 1e-6):
        assert float(sf(isf(alpha, m, dof, side), m, dof, side)) == pytest.approx(alpha, rel=1e-8)


@pytest.mark.parametrize(("m", "dof", "alpha"), [(1, 1, 0.999), (1, 20, 1 - 1e-6)])
def test_isf_reaches_far_below_zero(m, dof, alpha):
    critical = isf(alpha, m, dof, "greater")
    assert critical == pytest.approx(float(special.stdtrit(dof, 1 - alpha)), rel=1e-6)


def test_monotone_and_within_bounds():
    t = np.linspace(-3, 8, 30)
    for side in ("two-sided", "greater"):
        p = np.array([sf(t, m, 12, side) for m in (1, 9)])
        assert (np.diff(p, axis=1) <= 1e-15).all()
        assert (np.diff(p, axis=0) >= -1e-15).all()
        assert ((p >= 0) & (p <= 1)).all()


def test_ends_and_shapes():
    t = np.array([[-np.inf, np.inf], [np.nan, 0.0]])
    two, greater = sf(t, 4, 9), sf(t, 4, 9, "greater")
    assert two.shape == greater.shape == (2, 2)
    assert two[0].tolist() == greater[0].tolist() == [1, 0]
    assert np.isnan(two[1, 0])
    assert np.isnan(greater[1, 0])
    assert two[1, 1] == 1
