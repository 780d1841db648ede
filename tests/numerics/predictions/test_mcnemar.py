import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from looped import loop_over
from statsmodels.stats import contingency_tables

from benchreport.errors import DesignError, OptionError
from benchreport.numerics.predictions.mcnemar import EXACT_BELOW, mcnemar, odds_ratio

# R 4.2.2: binom.test(b, b + c)$p.value; mcnemar.test with correct = TRUE, then FALSE: χ² and p;
# binom.test(…)$conf.int as odds, at 95 and 90 %
ORACLE = {
    (11, 1): (0.00634765625, 6.75, 0.00937476845943488, 8.33333333333333, 0.00389241712277863,
              1.59877849772159, 473.474858280574, 1.9526338324054, 233.44906515801),
    (25, 15): (0.153859944162832, 2.025, 0.154728923485379, 2.5, 0.113846298006658,
               0.845068669524347, 3.40019370127879, 0.933307599877461, 3.04375869493575),
    (5, 17): (0.0169005393981934, 5.5, 0.0190164736723005, 6.54545454545455, 0.0105152459358589,
              0.0848413880330187, 0.830508206376078, 0.103886052300852, 0.72354345673739),
    (6, 16): (0.0524787902832032, 3.68181818181818, 0.0550088336292657, 4.54545454545455,
              0.0330062576612324, 0.12018366326892, 1.00892445106943, 0.144209268558002,
              0.881448231200128),
    (8, 8): (1, 0, 1, 0, 1, 0.327157822884961, 3.05662872793854, 0.386198672913148,
             2.58934085002641),
    (0, 10): (0.001953125, 8.1, 0.00442652585791983, 10, 0.00156540225800255, 0,
              0.446125549591925, 0, 0.349282847673563),
    (500, 650): (1.08433547180403e-05, 19.3052173913043, 1.11401526959545e-05, 19.5652173913043,
                 9.72232145302041e-06, 0.68320348885264, 0.865688565277151, 0.696199715281902,
                 0.849680521835648),
    (30, 400): (1.05303854919527e-83, 316.653488372093, 7.75989304266853e-71, 318.372093023256,
                3.27715821413036e-71, 0.0499389095826769, 0.108772296038498, 0.0533654337280817,
                0.103074402213622),
}  # fmt: skip
PAIRS = np.array(list(ORACLE))
VARIANTS = ("exact", "mid_p", "corrected", "uncorrected")
counts = st.integers(0, 60)


def _close(expected):
    return pytest.approx(np.array(expected, dtype=float), rel=1e-10, abs=1e-300)


def test_all_variants_at_once_equal_those_of_r():
    exact, chi2, p, plain_chi2, plain_p = np.array(list(ORACLE.values())).T[:5]
    b, c = PAIRS.T
    tests = mcnemar(b, c, "exact")
    assert tests.p_value == _close(exact)
    assert tests.statistic.tolist() == np.minimum(b, c).tolist()
    tests = mcnemar(b, c, "corrected")
    assert tests.statistic == _close(chi2)
    assert tests.p_value == _close(p)
    tests = mcnemar(b, c, "uncorrected")
    assert tests.statistic == _close(plain_chi2)
    assert tests.p_value == _close(plain_p)


@pytest.mark.parametrize(("confidence", "ends"), [(0.95, (5, 6)), (0.9, (7, 8))])
def test_odds_ratios_equal_those_of_r(confidence, ends):
    low, high = np.array(list(ORACLE.values())).T[list(ends)]
    ratios = odds_ratio(*PAIRS.T, confidence)
    assert ratios[0] == _close([b / c for b, c in ORACLE])
    assert ratios[1] == _close(low)
    assert ratios[2] == _close(high)


def test_published_numbers():
    """Two lectures; Fagerland et al. 2013 (1, 7); R's contingencytables (6, 16) and (25, 2)."""
    chi2, p, _ = mcnemar([11, 25], [1, 15], "uncorrected")
    assert (chi2.round(1).tolist(), p.round(4).tolist()) == ([8.3, 2.5], [0.0039, 0.1138])
    assert mcnemar(5, 17, "corrected").statistic == 5.5
    p = {variant: mcnemar([1, 6], [7, 16], variant).p_value for variant in VARIANTS}
    assert p["exact"].round(6).tolist() == [0.070312, 0.052479]
    assert p["mid_p"].round(6).tolist() == [0.039062, 0.03469]
    assert p["corrected"].round(6).tolist() == [0.0771, 0.055009]
    assert p["uncorrected"].round(6).tolist() == [0.033895, 0.033006]
    assert np.round(odds_ratio(25, 2), 4).tolist() == [12.5, 3.1169, 108.8892]


@loop_over("pair", ORACLE)
def test_statsmodels_agrees(pair):
    table = [[40, pair[0]], [pair[1], 7]]
    for exact, correction, variant in ((True, False, "exact"), (False, False, "uncorrected")):
        peer = contingency_tables.mcnemar(table, exact=exact, correction=correction)
        test = mcnemar(*pair, variant)
        assert (test.statistic, test.p_value) == _close([peer.statistic, peer.pvalue])
    if pair[0] != pair[1]:  # statsmodels 0.15 subtracts 1 even from a difference of 0
        peer = contingency_tables.mcnemar(table, exact=False, correction=True)
        test = mcnemar(*pair, "corrected")
        assert (test.statistic, test.p_value) == _close([peer.statistic, peer.pvalue])


def _probabilities(n):
    return [Fraction(math.comb(n, i), 2**n) for i in range(n + 1)]


@given(counts, counts)
def test_binomial_p_values_are_those_of_enumeration(b, c):
    chances, apart = _probabilities(b + c), abs(b - c)
    beyond = sum(chances[i] for i in range(b + c + 1) if abs(2 * i - b - c) > apart)
    same = sum(chances[i] for i in range(b + c + 1) if abs(2 * i - b - c) == apart)
    assert mcnemar(b, c, "exact").p_value == pytest.approx(float(beyond + same), rel=1e-14)
    if b + c:
        mid = float(beyond + same / 2)
        assert mcnemar(b, c, "mid_p").p_value == pytest.approx(mid, rel=1e-14)


@loop_over("n", [1, 2, 7, 24, 25, 60])
def test_mid_p_is_one_half_on_average(n):
    """Mid-p counts the observed table half, also where b = c: its mean is one half."""
    b = np.arange(n + 1)
    chances = np.array([float(chance) for chance in _probabilities(n)])
    assert chances @ mcnemar(b, n - b, "mid_p").p_value == pytest.approx(0.5, abs=1e-14)
    # the exact p is not below its level more often than chance allows
    p = mcnemar(b, n - b, "exact").p_value
    assert all(chances[p <= level].sum() <= level * (1 + 1e-12) for level in p)


@pytest.mark.parametrize(
    ("fewer", "n"), [(0, 990), (100, 1000), (3200, 10**4), (483_000, 10**6), (4_990_000, 10**7)]
)
def test_far_tails_keep_their_digits(fewer, n):
    """Binomial terms are summed with 60 digits; p goes from 1e-10 to 1e-298."""
    with mpmath.workdps(60):
        term = mpmath.binomial(n, fewer) / mpmath.mpf(2) ** n
        total, below = mpmath.mpf(0), fewer
        first = term
        while term > total * mpmath.mpf(10) ** -30:
            total += term
            term *= mpmath.mpf(below) / (n - below + 1)
            below -= 1
            if below < 0:
                break
        exact, mid = float(2 * total), float(2 * total - first)
        z = (n - 2 * mpmath.mpf(fewer)) / mpmath.sqrt(n)
        plain = float(mpmath.erfc(z / mpmath.sqrt(2)))
    assert mcnemar(fewer, n - fewer, "exact").p_value == pytest.approx(exact, rel=1e-13, abs=0)
    assert mcnemar(n - fewer, fewer, "mid_p").p_value == pytest.approx(mid, rel=1e-13, abs=0)
    if plain > 1e-307:
        p_values = mcnemar(fewer, n - fewer, "uncorrected").p_value
        assert p_values == pytest.approx(plain, rel=1e-11, abs=0)


def test_auto_is_exact_below_25_discordant_examples_and_mid_p_from_there():
    b, c = np.array([12, 11, 20, 300, 0]), np.array([12, 14, 5, 200, 0])
    tests = mcnemar(b, c)
    assert tests.variant.tolist() == ["exact", "mid_p", "mid_p", "mid_p", "exact"]
    for name in ("exact", "mid_p"):
        chosen = tests.variant == name
        assert tests.p_value[chosen].tolist() == mcnemar(b, c, name).p_value[chosen].tolist()
    assert mcnemar(EXACT_BELOW - 1, 0).variant == "exact"
    assert mcnemar(EXACT_BELOW, 0).variant == "mid_p"
    for variant in VARIANTS:
        assert (mcnemar(b, c, variant).variant == variant).all()


@pytest.mark.parametrize("variant", ["auto", *VARIANTS])
def test_models_that_never_differ(variant):
    tests = mcnemar(np.zeros((3, 2)), 0, variant)
    assert not tests.statistic.any()
    assert tests.p_value.tolist() == [[1.0, 1.0]] * 3
    assert odds_ratio(0, 0) == (1.0, 0.0, np.inf)


def test_edwards_correction_is_not_below_zero():
    tests = mcnemar([4, 4, 5], [4, 5, 3], "corrected")
    assert tests.statistic.tolist() == [0, 0, 1 / 8]
    assert tests.p_value[:2].tolist() == [1, 1]


@given(counts, counts, st.sampled_from(VARIANTS))
def test_first_and_second_change_sides(b, c, variant):
    test, other = mcnemar(b, c, variant), mcnemar(c, b, variant)
    assert (test.statistic, test.p_value) == (other.statistic, other.p_value)
    assert 0 <= test.p_value <= 1
    estimate, low, high = odds_ratio(b, c)
    assert low <= estimate <= high
    with np.errstate(divide="ignore"):
        assert np.array(odds_ratio(c, b)) == pytest.approx(1 / np.array([estimate, high, low]))
    wider = odds_ratio(b, c, 0.99)
    assert wider[1] <= low
    assert wider[2] >= high


@given(st.integers(1, 40), st.integers(0, 40))
def test_the_interval_leaves_out_equal_odds_when_the_exact_test_rejects(b, c):
    _, low, high = odds_ratio(b, c)
    p = mcnemar(b, c, "exact").p_value
    assert (low > 1 or high < 1) == (p < 0.05)


def test_odds_of_only_one_side():
    estimate, low, high = odds_ratio([5, 0, 10**6], [0, 5, 0])
    assert estimate.tolist() == [np.inf, 0, np.inf]
    assert high.tolist()[::2] == [np.inf, np.inf]
    assert low[1] == 0
    # Clopper and Pearson's p is 0.025^(1/b); 1 − p of a million would have lost five digits
    expected = [1 / math.expm1(-math.log(0.025) / successes) for successes in (5, 10**6)]
    assert low[[0, 2]] == pytest.approx(expected, rel=1e-12)


def test_weights_take_the_variance_of_their_squares():
    weights = np.array([2.0, 0.5, 1.0, 3.0])
    b, c = weights[:1].sum(), weights[1:].sum()
    test = mcnemar(b, c, spread=np.square(weights).sum())
    assert test.statistic == pytest.approx((2 - 4.5) ** 2 / 14.25)
    assert test.p_value == pytest.approx(math.erfc(2.5 / math.sqrt(2 * 14.25)), rel=1e-13)
    assert test.variant == "uncorrected"
    # weights of one are counts, and the unit of weights does not matter
    assert mcnemar(7, 3, "uncorrected", spread=10)[:2] == mcnemar(7, 3, "uncorrected")[:2]
    assert mcnemar(7e3, 3e3, spread=10e6).p_value == pytest.approx(
        mcnemar(7, 3, "uncorrected").p_value
    )
    assert mcnemar(0.0, 0.0, spread=0.0).p_value == 1


def test_invalid_arguments_are_refused():
    with pytest.raises(OptionError, match="variant='mid_p'"):
        mcnemar(1, 2, "midp")
    with pytest.raises(OptionError, match=r"weighted examples give none.\nHint: variant='uncorr"):
        mcnemar(1, 2, "exact", spread=3)
    with pytest.raises(OptionError, match="variant='corrected' needs counts"):
        mcnemar(1, 2, "corrected", spread=3)
    with pytest.raises(DesignError, match="needs whole numbers"):
        mcnemar(1.5, 2)
    for count in (-1, np.nan, np.inf):
        with pytest.raises(DesignError, match="finite and not negative"):
            mcnemar(count, 2)
        with pytest.raises(DesignError, match="finite and not negative"):
            odds_ratio(2, count)
    with pytest.raises(OptionError, match="confidence"):
        odds_ratio(2, 3, 95)
