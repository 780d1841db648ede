import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from statsmodels.stats.contingency_tables import SquareTable

from benchreport.errors import DesignError
from benchreport.numerics.predictions.label_agreement import bhapkar, cohen_kappa, stuart_maxwell
from benchreport.numerics.predictions.mcnemar import mcnemar

VISION = [[1520, 266, 124, 66], [234, 1512, 432, 78], [117, 362, 1772, 205], [36, 82, 179, 492]]
SPECIMENS = [[596, 18, 6, 5], [0, 2, 0, 0], [0, 0, 42, 0], [11, 0, 0, 0]]
DIAGNOSES = [[35, 5, 0], [15, 20, 5], [10, 5, 5]]
UEBERSAX = [[20, 10, 5], [3, 30, 15], [0, 5, 40]]

# R 4.2.2 with coin 1.4.2, mh_test: χ² and p
ORACLE = [
    (VISION, 11.9565696229826, 0.00753342505480048),
    (SPECIMENS, 26.25, 8.45431030827015e-06),
    (DIAGNOSES, 14, 0.000911881965554473),
    (UEBERSAX, 13.7647058823529, 0.00102572772655807),
]
tables = st.integers(2, 5).flatmap(
    lambda size: arrays(np.int64, (size, size), elements=st.integers(0, 9))
)


@pytest.mark.parametrize(("table", "statistic", "p"), ORACLE)
def test_stuart_maxwell_equals_that_of_r(table, statistic, p):
    test = stuart_maxwell(table)
    assert test.dof == len(table) - 1
    assert (test.statistic, test.p_value) == pytest.approx((statistic, p), rel=1e-10)


@pytest.mark.parametrize("table", [case[0] for case in ORACLE])
def test_statsmodels_agrees(table):
    peer = SquareTable(np.array(table), shift_zeros=False)
    for function, method in ((stuart_maxwell, "stuart_maxwell"), (bhapkar, "bhapkar")):
        test, expected = function(table), peer.homogeneity(method)
        assert test.statistic == pytest.approx(expected.statistic, rel=1e-10)
        assert test.dof == expected.df
        # statsmodels computes 1 − cdf, which is accurate in absolute terms only
        assert test.p_value == pytest.approx(expected.pvalue, abs=1e-14)


def test_published_numbers():
    """Vision by Stuart 1955 and Bhapkar 1966; Peterson 2007 by R's contingencytables."""
    assert stuart_maxwell(VISION).statistic.round(3) == 11.957
    assert bhapkar(VISION).statistic.round(3) == 11.976
    assert bhapkar(SPECIMENS).statistic.round(3) == 27.304
    assert bhapkar(SPECIMENS).p_value.round(6) == 0.000005


def test_many_tables_at_once():
    many = [DIAGNOSES, UEBERSAX, np.eye(3) * 5, np.zeros((3, 3))]
    for function in (stuart_maxwell, bhapkar):
        together = function(many)
        for i, table in enumerate(many):
            assert [field[i] for field in together] == [field[()] for field in function(table)]
        assert together.dof.tolist() == [2, 2, 0, 0]
        assert together.p_value[2:].tolist() == [1, 1]
        assert function(np.zeros((0, 3, 3))).statistic.shape == (0,)


@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 9))
def test_two_classes_are_mcnemar(b, c, agreed):
    homogeneity, test = stuart_maxwell([[agreed, b], [c, 3]]), mcnemar(b, c, "uncorrected")
    assert homogeneity.statistic == pytest.approx(test.statistic)
    assert homogeneity.p_value == pytest.approx(test.p_value, rel=1e-10)
    assert homogeneity.dof == (b + c > 0)


def test_classes_that_are_never_used_or_always_agreed_on_change_nothing():
    wide = np.zeros((5, 5))
    wide[np.ix_([0, 2, 4], [0, 2, 4])] = DIAGNOSES
    for function in (stuart_maxwell, bhapkar):
        test, plain = function(wide), function(DIAGNOSES)
        assert test.statistic == pytest.approx(plain.statistic, rel=1e-13)
        assert test.dof == plain.dof == 2
    wide[3, 3] = 7
    assert stuart_maxwell(wide).statistic == pytest.approx(14, rel=1e-13)
    assert stuart_maxwell(wide).dof == 2


def test_classes_in_sets_that_no_example_leaves_add_up():
    apart = np.zeros((5, 5))
    apart[:3, :3], apart[3:, 3:] = DIAGNOSES, [[4, 9], [2, 6]]
    test = stuart_maxwell(apart)
    assert test.statistic == pytest.approx(14 + 49 / 11, rel=1e-13)
    assert test.dof == 3
    assert test.p_value == pytest.approx(0.0003544, rel=2e-4)  # coin 1.4.2, mh_test


@settings(deadline=None)
@given(tables, st.randoms(use_true_random=False))
def test_order_of_classes_and_models_does_not_matter(table, random):
    order = list(range(len(table)))
    random.shuffle(order)
    for function in (stuart_maxwell, bhapkar):
        test = function(table)
        for other in (function(table.T), function(table[np.ix_(order, order)])):
            assert other.dof == test.dof
            assert other.statistic == pytest.approx(test.statistic, rel=1e-9, abs=1e-9)


@settings(deadline=None)
@given(tables)
def test_statistics_are_generalised_inverses(table):
    margins = (table - table.T).sum(axis=1)
    exchanged = table + table.T
    covariance = np.diag(exchanged.sum(axis=1)) - exchanged
    test, n = stuart_maxwell(table), table.sum()
    assert test.dof == np.linalg.matrix_rank(covariance)
    expected = margins @ np.linalg.pinv(covariance.astype(float), rcond=1e-10) @ margins
    assert test.statistic == pytest.approx(expected, abs=1e-9)
    if test.statistic < n - 1e-6:
        unpooled = covariance - np.outer(margins, margins) / max(n, 1)
        expected = margins @ np.linalg.pinv(unpooled, rcond=1e-10) @ margins
        assert bhapkar(table).statistic == pytest.approx(expected, rel=1e-7, abs=1e-9)
    assert bhapkar(table).p_value <= test.p_value + 1e-15


def test_all_examples_differ_in_the_same_way():
    assert stuart_maxwell([[0, 5], [0, 0]])[0] == 5
    assert bhapkar([[0, 5], [0, 0]])[:3] == (np.inf, 1, 0)
    for classes in (3, 8, 300):
        assert bhapkar(np.diag(np.full(classes - 1, 7), 1)).statistic == np.inf
    nearly = bhapkar([[0, 10**8], [1, 0]])
    assert nearly.statistic == pytest.approx((10**8 - 1) ** 2 * (10**8 + 1) / (4 * 10**8))


@pytest.mark.parametrize("table", [[1, 2], [[1, 2]], np.zeros((0, 0)), [[[1, 2, 3], [4, 5, 6]]]])
def test_tables_that_are_not_square(table):
    with pytest.raises(DesignError, match="classes × classes"):
        stuart_maxwell(table)


@pytest.mark.parametrize("count", [-1, np.nan])
def test_invalid_counts_are_refused(count):
    with pytest.raises(DesignError, match="finite and not negative"):
        bhapkar([[1, count], [2, 3]])


# R 4.2.2: κ and its standard error by vcd 1.4.11, Kappa(), and the same by psych 2.2.9,
# cohen.kappa()$var.kappa
KAPPAS = [
    ([[44, 5, 1], [7, 20, 3], [9, 5, 6]], 0.491525423729, 0.072127459293),
    (DIAGNOSES, 0.354838709677, 0.071573636999),
    (VISION, 0.595388828089, 0.007286851135),
    ([[1, 3], [4, 2]], -0.4, 0.283971829589),
]


@pytest.mark.parametrize(("table", "kappa", "error"), KAPPAS)
def test_kappa_equals_that_of_r(table, kappa, error):
    estimate, low, high = cohen_kappa(table)
    assert estimate == pytest.approx(kappa, abs=1e-11)
    assert (high - low) / 2 == pytest.approx(1.959963984540054 * error, abs=1e-11)
    assert (high + low) / 2 == pytest.approx(kappa, abs=1e-11)


def test_kappa_of_models_that_never_agree():
    """By R, as above: standard error .324096187873; Cohen's of 1960 is 0."""
    estimate, low, high = cohen_kappa([[0, 2], [3, 0]])
    assert estimate == pytest.approx(-12 / 13)
    assert low == -1
    assert high - estimate == pytest.approx(1.959963984540054 * 0.324096187873, abs=1e-11)


@pytest.mark.parametrize(
    ("table", "kappa"),
    [
        ([[0, 5], [0, 0]], 0),
        ([[3, 0], [0, 2]], 1),
        ([[5, 0], [0, 0]], 1),
        (np.diag([1, 1, 1]) * 7, 1),
        ([[0, 3], [3, 0]], -1),
    ],
)
def test_without_a_standard_error_kappa_has_no_interval(table, kappa):
    estimate, low, high = cohen_kappa(table)
    assert estimate == pytest.approx(kappa)
    assert np.isnan([low, high]).all()


def test_kappa_of_many_tables_and_of_none():
    many = cohen_kappa([DIAGNOSES, UEBERSAX], 0.9)
    for place, table in enumerate((DIAGNOSES, UEBERSAX)):
        assert [values[place] for values in many] == [
            float(value) for value in cohen_kappa(table, 0.9)
        ]
    with pytest.raises(DesignError, match="at least one example"):
        cohen_kappa(np.zeros((2, 2)))
