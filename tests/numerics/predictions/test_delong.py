import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from looped import loop_over
from scipy import special, stats

from benchreport.errors import DataError, DesignError, OptionError
from benchreport.numerics.predictions.delong import (
    METHODS,
    auc_differences,
    auc_influence,
    auc_intervals,
    delong_aucs,
)
from benchreport.numerics.predictions.roc import auc

PAIRS = np.array([0, 0, 1]), np.array([1, 2, 2])

# twenty examples, three scores: without ties, and with few and two values
SMALL = np.array([1, 1, 0, 1, 1, 1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0], dtype=bool)
SMALL_SCORES = np.array([
    [0.9, 0.8, 0.7, 0.6, 0.55, 0.54, 0.53, 0.52, 0.51, 0.505,
     0.4, 0.39, 0.38, 0.37, 0.36, 0.35, 0.34, 0.33, 0.30, 0.1],
    [4, 3, 3, 4, 2, 4, 1, 2, 4, 2, 3, 1, 4, 3, 1, 2, 2, 1, 3, 1],
    [1, 2, 2, 1, 1, 2, 1, 2, 2, 1, 2, 2, 1, 1, 2, 1, 2, 1, 1, 1],
]).T  # fmt: skip

# five hundred examples by arithmetic that R does alike with i <- 0:499 and %% for the remainder
INDEX = np.arange(500)
LARGE = (INDEX * 7919) % 1009 < 350
LARGE_SCORES = np.column_stack([
    (INDEX * 104729) % 997 + 300 * LARGE,
    (INDEX * 15485863) % 101 + 20 * LARGE,
    (INDEX * 32452843) % 7 - LARGE,
]).astype(float)  # fmt: skip

# R 4.2.2, pROC 1.18.0: auc(r), ci.auc(r, method = "delong") and var(r) of
# r <- roc(truth, score, direction = "<", levels = c(0, 1)); the last two by R from the first and
# the fourth, plogis(qlogis(a) + c(-1, 1) * qnorm(.975) * sqrt(v) / (a * (1 - a)))
AUCS = [
    (SMALL, SMALL_SCORES, [
        (0.680000000000000049, 0.431051138503242171, 0.928948861496757705, 0.016133333333333333,
         0.403646370112278774, 0.869646663810365150),
        (0.9000000000000000222, 0.7777747713239137051, 1.0, 0.0038888888888888883,
         0.6982896382189512918, 0.9722204562947568407),
        (0.549999999999999933, 0.321337535136993813, 0.778662464863006276, 0.013611111111111112,
         0.326684740071925328, 0.754833466470747783),
    ]),
    (LARGE, LARGE_SCORES, [
        (0.75647873915802832379, 0.71364921146573478961, 0.79930826685032185797,
         0.00047751870525413625, 0.71115029399665963261, 0.79672714305308778293),
        (0.68811261547140545325, 0.64024575746460965497, 0.73597947347820125152,
         0.00059644947463701782, 0.63836458027341425048, 0.73387013520964772262),
        (0.36867992384176007103, 0.31857054336725310062, 0.41878930431626715247,
         0.00065364491167061323, 0.32013048897108448143, 0.42004319541052831388),
    ]),
]  # fmt: skip
# t <- roc.test(r1, r2, method = "delong", paired = TRUE, conf.level = .9): t$statistic, t$p.value,
# the p-value with alternative = "greater", t$conf.int, cov(r1, r2)
TESTS = [
    (SMALL, SMALL_SCORES, [
        (-1.850548108503746514, 0.064234590893145982, 0.967882704553427065,
         -0.415546279648958072, -0.024453720351042096, 0.002944444444444444),
        (0.8397297399528814710, 0.4010599351836279802, 0.2005299675918139901,
         -0.1246426086035796944, 0.3846426086033796812, 0.0028888888888888888),
        (2.6457513110645903, 8.1509715935027070e-03, 4.0754857967513535e-03,
         1.3240631799918981e-01, 5.6759368200081017e-01, 0.0),
    ]),
    (LARGE, LARGE_SCORES, [
        (2.0702909619007674, 3.8425105453228393e-02, 1.9212552726614197e-02,
         1.4048992145213691e-02, 1.2268325522803206e-01, -8.2577124769214639e-06),
        (1.1381014606306188e+01, 5.1991303962628265e-30, 2.5995651981314132e-30,
         3.3175176591286926e-01, 4.4384586471966714e-01, -1.4943287534893707e-05),
        (9.0863753927039568, 1.0239573945699707e-19, 5.1197869728498533e-20,
         2.6160765153546356e-01, 3.7725773172382709e-01, 7.1056744485285308e-06),
    ]),
]  # fmt: skip


def by_placements(truth, scores):
    """Compute AUCs and covariance by comparing every positive with every negative."""
    better = [
        (column[truth][:, None] > column[~truth]) + 0.5 * (column[truth][:, None] == column[~truth])
        for column in scores.T
    ]
    of_positives, of_negatives = ([b.mean(axis=axis) for b in better] for axis in (1, 0))
    m, n = better[0].shape
    covariance = np.cov(of_positives) / m + np.cov(of_negatives) / n
    return np.array([b.mean() for b in better]), covariance


@st.composite
def examples(draw, columns: int = 3):
    """Draw a few examples, at least two of each class, with whole scores that tie often."""
    n = draw(st.integers(4, 20))
    more = draw(st.lists(st.booleans(), min_size=n - 4, max_size=n - 4))
    scores = st.lists(st.integers(-5, 5), min_size=n, max_size=n)
    table = [draw(scores) for _ in range(columns)]
    return np.array([True, False, False, True, *more]), np.array(table, dtype=float).T


@pytest.mark.parametrize(("truth", "scores", "expected"), AUCS)
def test_aucs_variances_and_intervals_of_proc(truth, scores, expected):
    estimate, low, high, variance, logit_low, logit_high = np.array(expected).T
    aucs = delong_aucs(truth, scores)
    np.testing.assert_allclose(aucs.auc, estimate, rtol=1e-13)
    np.testing.assert_allclose(np.diag(aucs.covariance), variance, rtol=1e-12)
    plain = auc_intervals(aucs, method="plain")
    np.testing.assert_allclose(plain, [low, high], rtol=1e-12)
    np.testing.assert_allclose(auc_intervals(aucs), [logit_low, logit_high], rtol=1e-12)


@pytest.mark.parametrize(
    ("scores", "low", "high"),
    [
        # Parker & Vannest (2009), data of SingleCaseES's help of NAP: 10 and 11 observations
        (
            [4, 3, 4, 3, 4, 7, 5, 2, 3, 2, 5, 9, 7, 9, 7, 5, 9, 11, 11, 10, 9],
            0.749972006628969,
            0.995081286386541,
        ),
        ([1, 2, 4, 3, 5, 6], 0.401007857910515, 0.988370185014117),
        ([1, 2, 3, 4, 5, 6], 0.50101876070153, 1.0),
        ([4, 5, 6, 1, 2, 3], 0.0, 1 - 0.50101876070153),
    ],
)
def test_newcombes_method_5(scores, low, high):
    """R 4.2.2 of two forms of the equation, those of the packages SingleCaseES and auRoc.

    uniroot(tol = 1e-14) of mn(A − x)²(2 − x)(1 + x) − z²x(1 − x)(2 + h + (1 + 2h)x(1 − x)); of an AUC
    of 1 polyroot() of what is left of it without the factor 1 − x.
    """
    truth = np.arange(len(scores)) >= len(scores) // 2
    aucs = delong_aucs(truth, np.array(scores, dtype=float))
    ends = np.ravel(auc_intervals(aucs, method="newcombe"))
    assert ends == pytest.approx([low, high], rel=1e-9, abs=1e-12)


@pytest.mark.parametrize(
    ("positives", "negatives", "low"),
    [(20, 30, 0.915938927934722), (350, 150, 0.990778632402306)],
)
def test_separated_classes_of_more_examples(positives, negatives, low):
    """R 4.2.2, polyroot() as above."""
    truth = np.repeat([True, False], [positives, negatives])
    aucs = delong_aucs(truth, truth + 0.0)
    for method in ("logit", "newcombe"):
        assert np.ravel(auc_intervals(aucs, method=method)) == pytest.approx([low, 1], rel=1e-12)


def test_influence_is_what_leaving_out_changes():
    aucs = delong_aucs(SMALL, SMALL_SCORES)
    influence = auc_influence(aucs, SMALL)
    for place, positive in enumerate(SMALL):
        rest = np.arange(20) != place
        without = delong_aucs(SMALL[rest], SMALL_SCORES[rest]).auc
        size = np.count_nonzero(positive == SMALL)
        np.testing.assert_allclose(influence[place] / (size - 1), aucs.auc - without, atol=1e-14)
    variance = sum(influence[label == SMALL].var(axis=0, ddof=1) / 10 for label in (True, False))
    np.testing.assert_allclose(variance, np.diag(aucs.covariance), rtol=1e-12)


@pytest.mark.parametrize(("truth", "scores", "expected"), TESTS)
def test_paired_tests_of_proc(truth, scores, expected):
    z, p, p_greater, low, high, covariance = np.array(expected).T
    aucs = delong_aucs(truth, scores)
    np.testing.assert_allclose(aucs.covariance[PAIRS], covariance, rtol=1e-10, atol=1e-17)
    pairs = auc_differences(aucs, *PAIRS, confidence=0.9)
    np.testing.assert_allclose(pairs.z, z, rtol=1e-12)
    np.testing.assert_allclose(pairs.p, p, rtol=1e-10)
    np.testing.assert_allclose([pairs.low, pairs.high], [low, high], rtol=1e-12)
    np.testing.assert_allclose(pairs.difference, aucs.auc[PAIRS[0]] - aucs.auc[PAIRS[1]])
    assert not pairs.degenerate.any()
    greater = auc_differences(aucs, *PAIRS, alternative="greater")
    np.testing.assert_allclose(greater.p, p_greater, rtol=1e-10)
    assert (greater.high == 1.0).all()
    less = auc_differences(aucs, *PAIRS, alternative="less")
    np.testing.assert_allclose(less.p, special.ndtr(z), rtol=1e-10)
    assert (less.low == -1.0).all()


@loop_over("seed", range(5))
@loop_over("decimals", [0, 1, 8])
def test_counting_every_pair_gives_the_same(seed, decimals):
    rng = np.random.default_rng(seed)
    truth = rng.random(120) < rng.uniform(0.1, 0.9)
    scores = np.round(rng.normal(size=(120, 1)) + rng.normal(size=(120, 4)), decimals)
    aucs = delong_aucs(truth, scores)
    expected, covariance = by_placements(truth, scores)
    np.testing.assert_allclose(aucs.auc, expected, rtol=1e-13)
    np.testing.assert_allclose(aucs.covariance, covariance, rtol=1e-11, atol=1e-17)
    first, second = np.triu_indices(4, 1)
    pairs = auc_differences(aucs, first, second)
    variance = np.diag(covariance)[first] + np.diag(covariance)[second]
    variance = variance - 2 * covariance[first, second]
    np.testing.assert_allclose(pairs.standard_error, np.sqrt(variance), rtol=1e-11)


def test_placements_are_the_differences_of_midranks_of_sun_and_xu():
    aucs = delong_aucs(LARGE, LARGE_SCORES)
    for k, column in enumerate(LARGE_SCORES.T):
        everywhere = stats.rankdata(column)
        among = stats.rankdata(column[LARGE]), stats.rankdata(column[~LARGE])
        assert (aucs.positives[k] == 2 * (everywhere[LARGE] - among[0])).all()
        behind = everywhere[~LARGE] - among[1]
        assert (aucs.negatives[k] == 2 * (LARGE.sum() - behind)).all()
        assert aucs.auc[k] == auc(LARGE, column)


def test_models_that_order_alike_differ_by_nothing():
    scores_of_one = LARGE_SCORES[:, [0]]
    scores = np.hstack(
        [scores_of_one, scores_of_one, np.sqrt(scores_of_one), np.round(LARGE_SCORES[:, [1]])]
    )
    aucs = delong_aucs(LARGE, scores)
    pairs = auc_differences(aucs, np.array([0, 0, 1]), np.array([1, 2, 2]))
    for values, expected in [(pairs.difference, 0), (pairs.z, 0), (pairs.p, 1)]:
        assert values.tolist() == [expected] * 3
    assert (pairs.low.tolist(), pairs.high.tolist()) == ([0, 0, 0], [0, 0, 0])
    assert not pairs.degenerate.any()
    for alternative in ("less", "greater"):
        one_sided = auc_differences(aucs, *PAIRS, alternative=alternative)
        assert one_sided.p.tolist() == [1, 1, 1]


def test_separated_tied_and_reversed_examples():
    truth = np.array([False, False, False, True, True, True, True])
    order = np.arange(7.0)
    aucs = delong_aucs(truth, np.column_stack([order, np.ones(7), -order, order % 4]))
    assert aucs.auc[:3].tolist() == [1, 0.5, 0]
    assert (aucs.covariance[:3] == 0).all()
    # pROC 1.18.0: "ci.auc() of a ROC curve with AUC == 1 is always 1-1 and can be misleading"
    low, high = auc_intervals(aucs, method="plain")
    assert low[:3].tolist() == high[:3].tolist() == [1, 0.5, 0]
    low, high = auc_intervals(aucs)
    expected = auc_intervals(aucs, method="newcombe")
    assert (low[:3].tolist(), high[:3].tolist()) == tuple(ends[:3].tolist() for ends in expected)
    assert (high[0], low[2]) == (1, 0)
    assert low[1] == pytest.approx(1 - high[1])
    assert 0.4 < low[0] < 0.7
    pairs = auc_differences(aucs, np.array([0, 2, 1, 0]), np.array([2, 0, 0, 3]))
    # pROC 1.18.0, roc.test of the first and the third: Z = Inf, interval 1 to 1
    assert pairs.z[:3].tolist() == [np.inf, -np.inf, -np.inf]
    assert pairs.p[:3].tolist() == [0, 0, 0]
    assert (pairs.low[0], pairs.high[0]) == (1, 1)
    assert pairs.degenerate.tolist() == [True, True, True, False]
    assert 0 < pairs.p[3] < 1
    assert pairs.high[3] <= 1


def test_a_separating_model_against_another():
    # pROC 1.18.0, roc.test(…, method = "delong", paired = TRUE) of AUC 1 and 7/9
    truth = np.array([False, False, False, True, True, True])
    scores = np.array([[1, 2, 3, 4, 5, 6], [1, 5, 4, 3, 6, 7]]).T
    pair = auc_differences(delong_aucs(truth, scores), np.array([0]), np.array([1]))
    values = [pair.z[0], pair.p[0], pair.low[0], pair.high[0]]
    expected = [0.894427190999916, 0.3710933695227, -0.26473474476476738, 0.70917918920921186]
    np.testing.assert_allclose(values, expected, rtol=1e-12)


@given(examples())
def test_order_alone_matters_and_relabelling_changes_nothing(example):
    truth, scores = example
    aucs = delong_aucs(truth, scores)
    same = delong_aucs(truth, np.exp(scores))
    turned, relabelled = delong_aucs(truth, -scores), delong_aucs(~truth, -scores)
    shuffled = np.random.default_rng(0).permutation(len(truth))
    moved = delong_aucs(truth[shuffled], scores[shuffled])
    for other in (same, relabelled, moved):
        assert other.auc.tolist() == aucs.auc.tolist()
        np.testing.assert_allclose(other.covariance, aucs.covariance, atol=1e-15)
    np.testing.assert_allclose(turned.auc, 1.0 - aucs.auc, atol=1e-15)
    np.testing.assert_allclose(turned.covariance, aucs.covariance, atol=1e-15)


@given(examples(), st.sampled_from(METHODS), st.floats(0.01, 0.99))
def test_intervals_hold_their_estimate_and_swap_with_the_pair(example, method, confidence):
    aucs = delong_aucs(*example)
    low, high = auc_intervals(aucs, confidence=confidence, method=method)
    assert ((low >= 0) & (low <= aucs.auc + 1e-12)).all()
    assert ((high <= 1) & (high >= aucs.auc - 1e-12)).all()
    pairs = auc_differences(aucs, *PAIRS, confidence=confidence)
    swapped = auc_differences(aucs, *PAIRS[::-1], confidence=confidence)
    np.testing.assert_array_equal(swapped.difference, -pairs.difference)
    np.testing.assert_array_equal(swapped.p, pairs.p)
    np.testing.assert_array_equal(swapped.low, -pairs.high)
    # only a p below 1 − confidence leaves 0 outside; ends are cut far from 0
    clear = np.abs(pairs.p - (1 - confidence)) > 1e-9
    outside = (pairs.low > 0) | (pairs.high < 0)
    assert (outside == (pairs.p < 1 - confidence))[clear].all()


def test_one_model_may_come_as_a_vector():
    aucs = delong_aucs(SMALL, SMALL_SCORES[:, 0])
    assert aucs.auc.shape == (1,)
    assert aucs.covariance[0, 0] == pytest.approx(AUCS[0][2][0][3], rel=1e-12)


@pytest.mark.parametrize(
    ("truth", "scores", "error", "words"),
    [
        ([True, False, False], [1, 2, 3], DesignError, "found 1 positive and 2 negatives"),
        ([True, True, False], [1, 2, 3], DesignError, "2 positives and 2 negatives; found 2"),
        ([True, True, False, False], [1, 2, 3, np.nan], DataError, "found 1 in column 0"),
        ([1, 1, 0, 0], [1, 2, 3, 4], DataError, "one boolean an example"),
        ([True, True, False, False], [1, 2, 3], DataError, "each of 4 examples"),
    ],
)
def test_unusable_input_is_named(truth, scores, error, words):
    with pytest.raises(error, match=words):
        delong_aucs(np.array(truth), np.array(scores, dtype=float))


def test_a_gap_names_its_model_and_options_are_checked():
    scores = SMALL_SCORES.copy()
    scores[[2, 5], 1] = np.nan
    with pytest.raises(DataError, match="found 2 in column 1"):
        delong_aucs(SMALL, scores)
    aucs = delong_aucs(SMALL, SMALL_SCORES)
    with pytest.raises(OptionError, match="method"):
        auc_intervals(aucs, method="probit")
    with pytest.raises(OptionError, match="confidence"):
        auc_intervals(aucs, confidence=95)
    with pytest.raises(OptionError, match="confidence"):
        auc_differences(aucs, *PAIRS, confidence=0)
    with pytest.raises(OptionError, match="alternative"):
        auc_differences(aucs, *PAIRS, alternative="more")
