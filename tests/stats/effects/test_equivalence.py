import math

import numpy as np
import pandas as pd
import pytest
from looped import loop_over
from published import cases
from scipy import stats

from benchreport.data import Roles, Scores
from benchreport.errors import DesignError, OptionError
from benchreport.stats import effect_sizes, equivalence, non_inferiority


def table(**columns):
    return Scores.from_frame(pd.DataFrame(columns), Roles(score="accuracy"))


def runs(**samples):
    rows = [(name, value) for name, sample in samples.items() for value in sample]
    return Scores.from_frame(pd.DataFrame(rows, columns=["algorithm", "accuracy"]))


def by_pair(result):
    return {(row.first, row.second): row for row in result.rows}


@loop_over(("scores", "answer"), cases("equivalence"))
@loop_over("test", ["paired", "welch", "wilcoxon"])
def test_against_r(scores, answer, test):
    """R 4.2.2 t.test on either side of the margin; exactRankTests wilcox.exact."""
    kind = "wilcoxon" if test == "wilcoxon" else "t"
    options = {"test": kind, "paired": test != "welch", "correction": "none"}
    rows = by_pair(equivalence(scores, margin=answer["margin"], **options))
    assert len(rows) == len(answer["pairs"])
    for pair in answer["pairs"]:
        row, numbers = rows[pair["first"], pair["second"]], pair[test]
        for name, value in (("p_lower", row.p_lower), ("p_upper", row.p_upper), ("p", row.p_value)):
            # R's pt is accurate to 1e-7 at p = 1e-50
            assert value == pytest.approx(numbers[name], rel=1e-7), name
        if kind == "t":
            assert row.difference == pytest.approx(pair["difference"], rel=1e-8, abs=1e-10)
            ends = numbers["low"], numbers["high"]
            assert row.interval[:2] == pytest.approx(ends, rel=1e-8, abs=1e-10)
            assert row.interval.confidence == pytest.approx(0.9)


def test_unequal_samples_against_scipy():
    a, b = np.array([0.81, 0.84, 0.79, 0.9]), np.array([0.8, 0.83, 0.85, 0.86, 0.7, 0.91])
    row = equivalence(runs(a=a, b=b), margin=0.07).rows[0]
    lower = stats.ttest_ind(a + 0.07, b, equal_var=False, alternative="greater").pvalue
    upper = stats.ttest_ind(a - 0.07, b, equal_var=False, alternative="less").pvalue
    assert (row.p_lower, row.p_upper) == pytest.approx((lower, upper), rel=1e-9)
    assert row.p_value == max(row.p_lower, row.p_upper)


@pytest.mark.parametrize(("test", "paired"), [("t", True), ("t", False), ("wilcoxon", True)])
@pytest.mark.parametrize("alpha", [0.05, 0.2])
def test_equivalent_where_the_interval_is_within_the_margin(test, paired, alpha):
    values = np.random.default_rng(6).normal(size=(12, 2))
    scores = table(a=values[:, 0], b=values[:, 1])
    options = {"alpha": alpha, "test": test, "paired": paired}
    decided = set()
    for margin in np.linspace(0.05, 2.5, 50):
        row = equivalence(scores, margin=margin, **options).rows[0]
        inside = -margin < row.interval.low and row.interval.high < margin
        assert inside == (row.p_value <= alpha)
        decided.add(inside)
    assert decided == {True, False}


@pytest.mark.parametrize("test", ["t", "wilcoxon"])
def test_order_turns_both_sides(demsar, test):
    turned = by_pair(equivalence(demsar, margin=0.02, test=test))
    against_control = by_pair(equivalence(demsar, margin=0.02, test=test, control="C4.5"))
    for (first, second), row in against_control.items():
        other = turned[second, first]
        assert row.p_value == pytest.approx(other.p_value, rel=1e-12)
        assert (row.p_lower, row.p_upper) == pytest.approx((other.p_upper, other.p_lower))
        assert row.interval[:2] == pytest.approx((-other.interval.high, -other.interval.low))


def test_units_do_not_matter(demsar):
    frame = pd.DataFrame(100 * demsar.values, columns=list(demsar.algorithms))
    percent = Scores.from_frame(frame, Roles(score="accuracy"))
    for test in ("t", "wilcoxon"):
        plain = equivalence(demsar, margin=0.02, test=test).rows
        other = equivalence(percent, margin=2.0, test=test).rows
        assert [row.p_adjusted for row in plain] == pytest.approx([row.p_adjusted for row in other])


def test_holm_over_the_family(demsar):
    result = equivalence(demsar, margin=0.05)
    raw = [row.p_value for row in equivalence(demsar, margin=0.05, correction="none").rows]
    smallest = min(result.rows, key=lambda row: row.p_value)
    assert [row.p_value for row in result.rows] == raw
    assert smallest.p_adjusted == pytest.approx(6 * min(raw))
    assert result.close == tuple(row for row in result.rows if row.p_adjusted <= 0.05)


@pytest.mark.parametrize("test", ["t", "wilcoxon"])
def test_the_effects_interval_says_its_own_confidence(demsar, test):
    """d_z and the confidence of its interval do not depend on the test."""
    ours = equivalence(demsar, margin=0.02, test=test).rows
    alone = effect_sizes(demsar, alpha=0.1).of("d_z")
    for row, effect in zip(ours, alone, strict=True):
        assert row.effect_size == pytest.approx(effect.estimate)
        assert row.effect_interval == pytest.approx(effect.interval)


@pytest.mark.parametrize("test", ["t", "wilcoxon"])
def test_equal_scores_are_equivalent(test):
    same = [0.9, 0.8, 0.7, 0.75, 0.6]
    row = equivalence(table(a=same, b=same), margin=0.01, test=test).rows[0]
    assert row.difference == 0
    assert row.p_value == (0 if test == "t" else 2**-5)


@loop_over("test", ["t", "wilcoxon"])
@loop_over("margin", [0.1, math.nextafter(0.1, 1), math.nextafter(0.1, 0), 0.05])
def test_a_constant_difference_of_the_margin_is_not_within_it(test, margin):
    scores = table(a=[0.3, 0.4, 0.5, 0.6, 0.7], b=[0.2, 0.3, 0.4, 0.5, 0.6])
    assert equivalence(scores, margin=margin, test=test).rows[0].p_value >= 0.5


@pytest.mark.parametrize("margin", [0.1, 0.3 - 0.2, 0.05])
def test_constant_runs_the_margin_apart_are_not_within_it(margin):
    """0.3 − 0.2 is less than 0.1 in binary, which is no proof of equivalence."""
    scores = runs(a=[0.3, 0.3, 0.3], b=[0.2, 0.2, 0.2])
    assert equivalence(scores, margin=margin).rows[0].p_value >= 0.5


def test_two_blocks():
    row = equivalence(table(a=[0.5, 0.7], b=[0.5, 0.6]), margin=1.0).rows[0]
    expected = stats.ttest_1samp([-1.0, -0.9], 0, alternative="less").pvalue
    assert row.p_upper == pytest.approx(expected)
    few = equivalence(table(a=[0.5, 0.7], b=[0.5, 0.6]), margin=1.0, test="wilcoxon").rows[0]
    assert (few.p_value, few.interval.confidence) == (0.25, 0.5)


@pytest.mark.parametrize("margin", [0, -0.1, math.nan, math.inf])
def test_a_margin_is_above_zero(demsar, margin):
    with pytest.raises(OptionError, match="margin must be a number above 0") as caught:
        equivalence(demsar, margin=margin)
    assert caught.value.hint == "margin=0.01, in score units"


def test_invalid_arguments_are_refused(demsar):
    with pytest.raises(OptionError, match="hypotheses about a margin have none"):
        equivalence(demsar, margin=0.1, correction="shaffer")
    with pytest.raises(OptionError, match="test must be one of 't', 'wilcoxon'"):
        equivalence(demsar, margin=0.1, test="welch")
    with pytest.raises(OptionError, match="alpha"):
        equivalence(demsar, margin=0.1, alpha=1)
    with pytest.raises(OptionError, match="belong together"):
        equivalence(runs(a=[0.1, 0.2], b=[0.1, 0.3]), margin=0.1, test="wilcoxon")
    with pytest.raises(DesignError, match="only one: b"):
        equivalence(runs(a=[0.1, 0.2], b=[0.1]), margin=0.1)


@pytest.mark.parametrize("procedure", [equivalence, non_inferiority])
def test_skewed_differences_are_not_called_close(procedure):
    """Exponential differences at the margin have p ≤ .05 too often (12 % of 15 blocks, by simulation)."""
    rng = np.random.default_rng(1)
    skewed, symmetric = (
        procedure(table(a=draws, b=np.zeros(30)), margin=9)
        for draws in (rng.exponential(size=30), rng.normal(size=30))
    )
    assert skewed.rows[0].p_adjusted < 1e-9
    assert not skewed.close
    assert "differences of each pair are normally distributed" in skewed.summary
    assert symmetric.close


def test_signed_ranks_need_symmetry(demsar):
    assumed = [each.name for each in equivalence(demsar, margin=0.02, test="wilcoxon").assumptions]
    assert "the differences of a pair are symmetric about their centre" in assumed


@pytest.mark.parametrize(
    ("k", "said"),
    [
        (2, "a and b"),
        (3, "a and b; a and c; and b and c"),
        (4, "a and b; a and c; a and d; b and c; b and d; and c and d"),
        (5, "a and b; a and c; a and d; a and e; b and c; and 5 others"),
    ],
)
def test_pairs_that_are_equivalent_are_told_apart(k, said):
    values = np.random.default_rng(0).normal(0.8, 0.001, (20, k))
    scores = Scores.from_frame(
        pd.DataFrame(values, columns=[*"abcde"[:k]]), Roles(score="accuracy")
    )
    assert equivalence(scores, margin=0.1).interpretation[0] == f"Equivalent within 0.1: {said}."
