import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from statsmodels.stats import contingency_tables

from benchreport.errors import DesignError
from benchreport.numerics.nulls.sphericity import measure_sphericity
from benchreport.numerics.predictions.cochran import cochran_q, looney_f
from benchreport.numerics.predictions.correctness_counts import pair_counts, weighted_pair_counts
from benchreport.numerics.predictions.mcnemar import mcnemar

LECTURE = {"111": 80, "110": 2, "101": 0, "100": 2, "011": 9, "010": 1, "001": 3, "000": 3}
SIXTY = """
0110 1010 0111 1101 1111 1111 0000 1111 1111 1011 1111 0110 0011 1000 1011 0111 1111 0111 0001 0111
1111 1101 1111 1111 0111 0011 1101 0111 0011 1111 0111 1111 0100 0110 1110 0100 1011 1111 1010 0100
1111 1111 1111 0000 0110 0001 1110 1011 0111 0000 0101 1011 1011 1011 1111 1000 0010 1111 1011 1111
"""


def _rows(patterns):
    return np.array([[mark == "1" for mark in pattern] for pattern in patterns])


TABLES = {
    "lecture": _rows([pattern for pattern, times in LECTURE.items() for _ in range(times)]),
    "sixty": _rows(SIXTY.split()),
}
# R 4.2.2: friedman.test(correct), which of 0 and 1 is Cochran's Q; anova(lm(correct ~ model +
# example)); stats:::sphericity(SSD(lm(correct ~ 1)))$GG.eps; anova(…, test = "Spherical") G-G Pr
ORACLE = {
    "lecture": (7.52941176470588, 0.0231744272410612, 3.87286063569691, 0.0223925430459266,
                0.80178012528927, 0.031318284585441),
    "sixty": (6.49606299212598, 0.0898178992208571, 2.20898570456091, 0.0887133771514818,
              0.930293623735038, 0.0935886419191982),
}  # fmt: skip
answers = st.tuples(st.integers(2, 12), st.integers(2, 5)).flatmap(lambda s: arrays(np.bool_, s))


@pytest.mark.parametrize("name", TABLES)
def test_q_and_f_equal_those_of_r(name):
    q, q_p, f, f_p, epsilon, p_epsilon = ORACLE[name]
    n, k = TABLES[name].shape
    ahead = pair_counts(TABLES[name]).ahead
    assert tuple(cochran_q(ahead)) == pytest.approx((q, k - 1, q_p), rel=1e-10)
    test = looney_f(ahead, n)
    assert test.dof == (k - 1, (k - 1) * (n - 1))
    assert (test.statistic, test.p_value) == pytest.approx((f, f_p), rel=1e-10)
    assert (test.epsilon, test.p_epsilon) == pytest.approx((epsilon, p_epsilon), rel=1e-9)


def test_published_number():
    """The lecture has eight patterns."""
    test = cochran_q(pair_counts(TABLES["lecture"]).ahead)
    assert (round(test.statistic, 4), test.dof, round(test.p_value, 3)) == (7.5294, 2, 0.023)


@settings(deadline=None)
@given(answers)
def test_all_numbers_are_those_of_the_definition(correct):
    n, k = correct.shape
    ahead = pair_counts(correct).ahead
    rows, columns = correct.sum(axis=1), correct.sum(axis=0)
    differing = int((rows * (k - rows)).sum())
    q, f = cochran_q(ahead), looney_f(ahead, n)
    if differing == 0:
        assert (q.statistic, q.p_value, f.statistic, f.p_value) == (0, 1, 0, 1)
        return
    numerator = (k - 1) * (k * int(np.square(columns).sum()) - int(columns.sum()) ** 2)
    assert q.statistic == pytest.approx(numerator / differing, abs=1e-12)
    peer = contingency_tables.cochrans_q(correct)
    assert (q.statistic, q.p_value) == pytest.approx((peer.statistic, peer.pvalue), abs=1e-12)
    mean = correct.mean()
    between = n * np.square(correct.mean(axis=0) - mean).sum()
    centred = correct - correct.mean(axis=0) - correct.mean(axis=1, keepdims=True) + mean
    within = np.square(centred).sum()
    if within > 1e-9:
        assert f.statistic == pytest.approx(between / (within / (n - 1)), abs=1e-9)
        assert f.statistic == pytest.approx((n - 1) * q.statistic / (n * (k - 1) - q.statistic))
    assert f.epsilon == pytest.approx(measure_sphericity(correct).greenhouse_geisser, abs=1e-9)
    assert 1 / (k - 1) - 1e-12 <= f.epsilon <= 1


@settings(deadline=None)
@given(answers, st.randoms(use_true_random=False))
def test_order_of_models_and_examples_does_not_matter(correct, random):
    rows, columns = list(range(len(correct))), list(range(correct.shape[1]))
    random.shuffle(rows)
    random.shuffle(columns)
    before, after = (pair_counts(c).ahead for c in (correct, correct[rows][:, columns]))
    assert tuple(cochran_q(after)) == pytest.approx(tuple(cochran_q(before)), abs=1e-12)
    test, other = looney_f(before, len(correct)), looney_f(after, len(correct))
    assert test.p_epsilon == pytest.approx(other.p_epsilon, abs=1e-9)
    # examples that all models get right, or wrong, do not matter either
    longer = np.vstack([correct, np.ones_like(correct[:1]), np.zeros_like(correct[:1])])
    assert cochran_q(pair_counts(longer).ahead) == cochran_q(before)


@settings(deadline=None)
@given(st.integers(2, 20).flatmap(lambda n: arrays(np.bool_, (n, 2))), st.data())
def test_two_models_are_mcnemar(correct, data):
    ahead = pair_counts(correct).ahead
    test = mcnemar(ahead[0, 1], ahead[1, 0], "uncorrected")
    q_test = cochran_q(ahead)
    assert (q_test.statistic, q_test.p_value) == pytest.approx(
        (float(test.statistic), float(test.p_value))
    )
    assert looney_f(ahead, len(correct)).epsilon == 1
    weights = data.draw(arrays(np.float64, len(correct), elements=st.floats(0.125, 4)))
    ahead = weighted_pair_counts(correct, weights).ahead
    spread = weighted_pair_counts(correct, np.square(weights)).ahead
    test = mcnemar(ahead[0, 1], ahead[1, 0], spread=spread[0, 1] + spread[1, 0])
    q_test = cochran_q(ahead, spread=spread)
    assert (q_test.statistic, q_test.p_value) == pytest.approx(
        (float(test.statistic), float(test.p_value))
    )


def test_weights_of_one_change_nothing_and_their_unit_neither():
    correct = TABLES["sixty"]
    plain = cochran_q(pair_counts(correct).ahead)
    for unit in (1.0, 0.3):
        weights = np.full(60, unit)
        ahead = weighted_pair_counts(correct, weights).ahead
        spread = weighted_pair_counts(correct, np.square(weights)).ahead
        assert tuple(cochran_q(ahead, spread=spread)) == pytest.approx(tuple(plain), rel=1e-12)


@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
def test_models_that_never_differ(share):
    same = np.repeat(np.random.default_rng(0).random((500, 1)) < share, 4, axis=1)
    assert cochran_q(pair_counts(same).ahead) == (0, 3, 1)
    assert looney_f(pair_counts(same).ahead, 500) == (0, (3, 1497), 1, 1, 1)
    weights = np.random.default_rng(1).random(500)
    weighted = (
        weighted_pair_counts(same, row_weights).ahead
        for row_weights in (weights, np.square(weights))
    )
    assert cochran_q(next(weighted), spread=next(weighted)) == (0, 3, 1)


def test_one_model_is_always_right_and_the_others_never():
    ahead = pair_counts(np.tile([True, False, False], (30, 1))).ahead
    assert cochran_q(ahead).statistic == 60
    assert looney_f(ahead, 30) == (np.inf, (2, 58), 0, 1, 0)


def test_p_keeps_its_digits_in_the_tail():
    rng = np.random.default_rng(2)
    ahead = pair_counts(rng.random((20_000, 5)) < [0.5, 0.5, 0.52, 0.5, 0.6]).ahead
    q, f = cochran_q(ahead), looney_f(ahead, 20_000)
    with mpmath.workdps(40):
        upper = mpmath.gammainc(2, mpmath.mpf(q.statistic) / 2, regularized=True)
        share = f.dof[1] / (f.dof[1] + 4 * mpmath.mpf(f.statistic))
        tail = mpmath.betainc(mpmath.mpf(f.dof[1]) / 2, 2, 0, share, regularized=True)
    assert 1e-200 < upper < 1e-60
    assert q.p_value == pytest.approx(float(upper), rel=1e-11, abs=0)
    assert f.p_value == pytest.approx(float(tail), rel=1e-11, abs=0)


def test_p_is_uniform_when_no_model_is_better():
    """Draw 4,000 test sets of 200 examples that differ in difficulty; the models are equally good."""
    rng = np.random.default_rng(3)
    p_values = []
    for _ in range(4_000):
        correct = rng.random((200, 4)) < rng.beta(2, 1, (200, 1))
        ahead = pair_counts(correct).ahead
        test = looney_f(ahead, 200)
        p_values.append((cochran_q(ahead).p_value, test.p_value, test.p_epsilon))
    rejected = (np.array(p_values) < 0.05).mean(axis=0)
    assert rejected == pytest.approx([0.05, 0.05, 0.05], abs=4 * (0.05 * 0.95 / 4_000) ** 0.5)


def test_invalid_arguments_are_refused():
    for ahead in ([[0]], [1, 2], [[0, 1, 2], [1, 0, 2]]):
        with pytest.raises(DesignError, match=r"two models or more[^\n]*\nHint: pair_counts"):
            cochran_q(ahead)
    with pytest.raises(DesignError, match="two models"):
        cochran_q([[0, 1], [1, 0]], spread=[[0]])
    with pytest.raises(DesignError, match="at least 2 examples; got 1"):
        looney_f([[0, 1], [0, 0]], 1)
