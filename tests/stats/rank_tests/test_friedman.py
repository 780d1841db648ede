import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from needs import LONG
from published import cases, number
from scipy import stats

from benchreport.data import Roles, Scores
from benchreport.errors import DesignError, OptionError
from benchreport.results.writing import number_format as fmt
from benchreport.stats import friedman, friedman_aligned, quade


def table(values):
    names = [f"a{place}" for place in range(np.shape(values)[1])]
    return Scores.from_frame(pd.DataFrame(values, columns=names), Roles(score="accuracy"))


@pytest.mark.parametrize(("scores", "answer"), cases("friedman"))
def test_against_r(scores, answer):
    corrected = {test.variant: test for test in friedman(scores).tests}
    uncorrected = {test.variant: test for test in friedman(scores, ties="uncorrected").tests}
    assert corrected["chi2"].statistic == pytest.approx(answer["statistic"], rel=1e-8)
    assert corrected["chi2"].dof == (answer["dof"],)
    assert corrected["chi2"].p_value == pytest.approx(answer["p_value"], rel=1e-8)
    assert uncorrected["chi2"].statistic == pytest.approx(answer["chi2_uncorrected"], rel=1e-8)
    f = number(answer["iman_davenport"])
    assert corrected["iman_davenport"].statistic == pytest.approx(f, rel=1e-8)
    assert corrected["iman_davenport"].p_value == pytest.approx(
        answer["iman_davenport_p"], rel=1e-8, abs=1e-300
    )
    assert friedman(scores).effect_size == pytest.approx(answer["kendall_w"], rel=1e-8)
    assert friedman(scores).mean_ranks == pytest.approx(answer["mean_ranks"], rel=1e-8)


@pytest.mark.parametrize(("scores", "answer"), cases("friedman"))
def test_the_interval_of_w_against_r(scores, answer):
    """R 4.2.2 pchisq, inverted by uniroot."""
    result = friedman(scores)
    if not answer["agreement"]:
        assert result.effect_interval is None
        return
    dof, cautious, low, high = answer["agreement"]
    assert result.effect_spread == pytest.approx((len(scores.blocks), dof, 1, cautious), rel=1e-8)
    assert result.effect_interval == pytest.approx((low, high, 0.95), rel=1e-7, abs=1e-9)
    assert f"95 % CI {fmt.interval((low, high), fmt.proportion)}" in result.summary


def test_demsar_2006_as_printed(demsar):
    """Demšar (2006), JMLR 7, section 3.2.3 (Table 6): ranks, χ² 9.28, F 3.69."""
    uncorrected = friedman(demsar, ties="uncorrected")
    by_variant = {test.variant: test for test in uncorrected.tests}
    assert np.round(uncorrected.mean_ranks, 3).tolist() == [3.143, 2.0, 2.893, 1.964]
    assert by_variant["chi2"].statistic == pytest.approx(9.27857, abs=5e-6)
    assert by_variant["chi2"].p_value == pytest.approx(0.025807, abs=5e-7)
    assert by_variant["iman_davenport"].statistic == pytest.approx(3.68631, abs=5e-6)
    assert by_variant["iman_davenport"].p_value == pytest.approx(0.019823, abs=5e-7)
    corrected = next(test for test in friedman(demsar).tests if test.variant == "chi2")
    assert corrected.statistic == pytest.approx(10.2283465, abs=5e-8)
    assert corrected.p_value == pytest.approx(0.0167216, abs=5e-8)


def test_garcia_herrera_2008_as_printed(garcia):
    """García & Herrera (2008), JMLR 9: mean ranks, χ² 39.647, F 14.309."""
    result = friedman(garcia, ties="uncorrected")
    by_variant = {test.variant: test for test in result.tests}
    assert np.round(result.mean_ranks, 3).tolist() == [2.1, 3.25, 2.2, 4.333, 3.117]
    assert by_variant["chi2"].statistic == pytest.approx(39.6467, abs=5e-5)
    assert by_variant["iman_davenport"].statistic == pytest.approx(14.3087, abs=5e-5)


def test_unanimous_without_ties():
    values = np.tile([3.0, 2.0, 1.0], (40, 1))
    result = friedman(table(values))
    f = next(test for test in result.tests if test.variant == "iman_davenport")
    assert math.isinf(f.statistic)
    assert result.variant == "exact"
    assert result.p_value == pytest.approx((1 / 6) ** 39, rel=1e-12)
    assert result.effect_size == 1


def test_unanimous_large():
    result = friedman(table(np.tile(np.arange(30.0), (20, 1))))
    assert result.variant == "exact"
    assert 0 <= result.p_value < 1e-300


def test_all_tied_is_no_evidence():
    result = friedman(table(np.ones((5, 4))))
    assert [test.p_value for test in result.tests] == [1, 1, 1]
    assert result.statistic == 0
    assert result.effect_size == 0


def test_two_algorithms_without_ties_is_the_sign_test():
    values = np.array([[2.0, 1]] * 9 + [[1.0, 2]] * 3)
    assert friedman(table(values)).p_value == pytest.approx(
        stats.binomtest(3, 12).pvalue, rel=1e-12
    )


def test_auto_falls_back_and_says_so(garcia):
    result = friedman(garcia)
    assert result.variant == "iman_davenport"
    assert result.method.endswith("(Iman–Davenport)")
    assert {test.variant for test in result.tests} == {"iman_davenport", "chi2"}


def test_exact_out_of_reach():
    values = np.random.default_rng(0).normal(size=(40, 12))
    with pytest.raises(DesignError, match="12 algorithms on 40 blocks takes too long"):
        friedman(table(values), variant="exact")


def test_options_are_checked(demsar):
    with pytest.raises(OptionError, match="variant must be one of"):
        friedman(demsar, variant="exakt")
    with pytest.raises(OptionError, match="ties must be one of"):
        friedman(demsar, ties="none")


@given(st.integers(0, 2**32 - 1), st.integers(2, 6), st.integers(2, 5))
def test_ranks_ignore_monotone_transforms(seed, n_blocks, k):
    values = np.random.default_rng(seed).integers(0, 5, size=(n_blocks, k)).astype(float)
    plain, other = friedman(table(values)), friedman(table(np.exp(values)))
    assert plain.p_value == other.p_value
    assert plain.statistic == other.statistic


@LONG
def test_p_is_uniform_under_h0():
    rng = np.random.default_rng(7)
    p = np.array([friedman(table(rng.normal(size=(6, 3)))).p_value for _ in range(400)])
    # exact p-values are discrete, so never below uniform: P(p ≤ a) ≤ a, within 3 standard errors
    for level in (0.05, 0.1, 0.3):
        assert (p <= level).mean() <= level + 3 * math.sqrt(level * (1 - level) / 400)


def test_no_interval_of_w_where_it_takes_few_values():
    rng = np.random.default_rng(3)
    assert friedman(table(rng.normal(size=(9, 2)))).effect_interval is None
    assert friedman(table(rng.normal(size=(2, 9)))).effect_interval is None
    assert friedman(table(np.ones((9, 4)))).effect_interval is None
    several = table(rng.normal(size=(9, 4)))
    assert friedman(several, ties="uncorrected").effect_interval is None
    low, high, confidence = friedman(several, alpha=0.1).effect_interval
    wider = friedman(several, alpha=0.01).effect_interval
    assert confidence == pytest.approx(0.9)
    assert wider.low <= low < high < wider.high


def test_summary_reads_like_a_paper(demsar):
    text = friedman(demsar, variant="chi2", ties="uncorrected").summary
    assert text == "Friedman test: χ²(3) = 9.28, p = .026, Kendall's W = .22"


def families(correlation, draws):
    """Draw equally good algorithms in two families of five on ten datasets."""
    rng = np.random.default_rng(20)
    for _ in range(draws):
        shared = rng.normal(size=(10, 2)).repeat(5, axis=1) * np.sqrt(correlation)
        yield table(shared + rng.normal(size=(10, 10)) * np.sqrt(1 - correlation))


@pytest.mark.parametrize("procedure", [friedman, quade, friedman_aligned])
def test_families_of_algorithms_are_hardly_called_different(procedure):
    results = [procedure(scores) for scores in families(0.95, 60)]
    small = [result for result in results if result.p_value <= result.alpha]
    assert len(small) > 5
    doubted = [result for result in small if result.in_doubt]
    assert len(doubted) >= 0.3 * len(small)
    assert (
        "enough for this p-value (with dof corrected by Huynh–Feldt's ε = ."
        in doubted[0].reservation
    )
    assert sum(result.in_doubt for result in map(procedure, families(0.0, 60))) <= 1


def test_a_p_value_of_families_by_hand():
    """Huynh and Feldt (1976): F(ε(k − 1), ε(k − 1)(N − 1)); R 4.2: pf(qf(p, …, lower = F), …, lower = F)."""
    (scores,) = families(0.95, 1)
    result = friedman(scores, variant="iman_davenport")
    ranks = stats.rankdata(-scores.values, axis=1)
    covariance = np.cov(ranks.T)
    epsilon = np.trace(covariance) ** 2 / (9 * (covariance**2).sum())
    epsilon = (10 * 9 * epsilon - 2) / (9 * (9 - 9 * epsilon))
    p = stats.f.sf(result.decisive.statistic, 9 * epsilon, 81 * epsilon)
    assert f"ε = {epsilon:.3f}".replace("0.", ".") in result.assumptions[-1].evidence
    assert result.assumptions[-1].evidence.endswith(fmt.p_equals(p, 0.05))
