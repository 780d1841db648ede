import numpy as np
import pandas as pd
import pytest
from looped import loop_over
from published import cases
from scipy import stats

from benchreport.data import Roles, Scores
from benchreport.errors import OptionError
from benchreport.stats import non_inferiority, paired_t, wilcoxon


def by_pair(result):
    return {(row.first, row.second): row for row in result.rows}


def as_errors(scores):
    frame = pd.DataFrame(-scores.values, columns=list(scores.algorithms))
    return Scores.from_frame(frame, Roles(score="error"))


@loop_over(("scores", "answer"), cases("equivalence"))
@loop_over("test", ["paired", "welch", "wilcoxon"])
def test_against_r(scores, answer, test):
    """Non-inferiority is one of the two tests of equivalence, with the same numbers of R 4.2.2."""
    kind = "wilcoxon" if test == "wilcoxon" else "t"
    options = {"margin": answer["margin"], "test": kind, "paired": test != "welch"}
    higher = by_pair(non_inferiority(scores, **options))
    lower = by_pair(non_inferiority(as_errors(scores), **options))
    for pair in answer["pairs"]:
        key, numbers = (pair["first"], pair["second"]), pair[test]
        assert higher[key].p_value == pytest.approx(numbers["p_lower"], rel=1e-7)
        # a loss in accuracy is a gain in errors
        assert lower[key].p_value == pytest.approx(numbers["p_lower"], rel=1e-7)
        if kind == "t":
            low = numbers["low"]
            assert higher[key].interval[:2] == pytest.approx((low, np.inf), rel=1e-8, abs=1e-10)
            assert lower[key].interval[:2] == pytest.approx((-np.inf, -low), rel=1e-8, abs=1e-10)
            assert higher[key].interval.confidence == 0.95


@pytest.mark.parametrize(("test", "other"), [("t", paired_t), ("wilcoxon", wilcoxon)])
def test_it_is_a_one_sided_test_of_moved_scores(demsar, test, other):
    margin = 0.02
    for place, name in enumerate(demsar.algorithms[1:], start=1):
        frame = pd.DataFrame({"a": demsar.values[:, place], "b": demsar.values[:, 0] - margin})
        moved = other(Scores.from_frame(frame, Roles(score="auc")), alternative="greater")
        rows = by_pair(non_inferiority(demsar, margin=margin, test=test, control="C4.5"))
        expected = moved.comparisons[0].p_value
        assert rows[name, "C4.5"].p_value == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("test", ["t", "wilcoxon"])
@pytest.mark.parametrize("turn", [1, -1])
def test_non_inferiority_holds_where_the_interval_stays_above_the_margin(test, turn):
    values = turn * (np.random.default_rng(2).normal(size=(10, 2)) - [0.5, 0.0])
    roles = Roles(score="accuracy" if turn == 1 else "error")
    scores = Scores.from_frame(pd.DataFrame(values, columns=["a", "b"]), roles)
    decided = set()
    for margin in np.linspace(0.02, 2.5, 60):
        row = non_inferiority(scores, margin=margin, test=test).rows[0]
        worst = row.interval.low if turn == 1 else -row.interval.high
        assert (worst > -margin) == (row.p_value <= 0.05)
        decided.add(row.p_value <= 0.05)
    assert decided == {True, False}


@pytest.mark.parametrize("test", ["t", "wilcoxon"])
def test_the_effects_interval_says_its_own_confidence(demsar, test):
    for row in non_inferiority(demsar, margin=0.02, test=test).rows:
        assert row.effect_interval.confidence == pytest.approx(0.95)


def test_the_control_is_what_would_be_replaced():
    frame = pd.DataFrame({"old": [0.9, 0.8, 0.7, 0.6], "new": [0.89, 0.8, 0.71, 0.6]})
    result = non_inferiority(
        Scores.from_frame(frame, Roles(score="accuracy")), margin=0.05, control="old"
    )
    assert [(row.first, row.second) for row in result.close] == [("new", "old")]
    assert "p_lower" not in result.table.columns
    assert result.interpretation[0] == "Not inferior within 0.05: new to old."


def test_a_much_better_one_is_not_inferior_and_a_worse_one_is_not_shown():
    frame = pd.DataFrame({"a": [0.9, 0.8, 0.7], "b": [0.4, 0.3, 0.2], "c": [0.9, 0.8, 0.7]})
    rows = by_pair(non_inferiority(Scores.from_frame(frame, Roles(score="accuracy")), margin=0.1))
    assert rows["a", "b"].p_value == 0
    assert rows["b", "c"].p_value == 1
    assert rows["a", "c"].p_value == 0
    rows = by_pair(non_inferiority(Scores.from_frame(frame, Roles(score="error")), margin=0.1))
    assert rows["a", "b"].p_value == 1


@pytest.mark.parametrize("option", [{"margin": 0}, {"margin": 0.1, "correction": "shaffer"}])
def test_invalid_arguments_are_refused(demsar, option):
    with pytest.raises(OptionError, match=r"margin|hang together"):
        non_inferiority(demsar, **option)


def test_each_pair_is_tested_both_ways(demsar):
    rows = non_inferiority(demsar, margin=0.02).rows
    pairs = {(row.first, row.second) for row in rows}
    assert len(rows) == len(pairs) == 12
    assert {(second, first) for first, second in pairs} == pairs


def test_skewed_differences_of_few_blocks_are_in_doubt():
    """Hall (1992): t + γ t²/3 + γ² t³/27 + γ/6 with γ = skewness / √n, here at a true loss of the margin."""
    rng = np.random.default_rng(8)
    claimed = lost = 0
    for _ in range(150):
        loss = rng.exponential(size=8)
        frame = pd.DataFrame({"new": 5 - loss, "old": np.full(8, 5.0)})
        scores = Scores.from_frame(frame, Roles(score="accuracy"))
        result = non_inferiority(scores, margin=1.0, control="old")
        t = (1 - loss.mean()) / loss.std(ddof=1) * np.sqrt(8)
        g = stats.skew(-loss, bias=False) / np.sqrt(8)
        hall = t + g * t**2 / 3 + g**2 * t**3 / 27 + g / 6
        p = stats.t.sf(min(t, max(hall, 0.0)) if t > 0 else t, 7)
        doubted = [doubt.evidence for doubt in result.doubts if "skewed" in doubt.name]
        assert bool(doubted) == (result.rows[0].p_adjusted <= 0.05 < p)
        claimed += bool(result.close)
        lost += bool(doubted)
    assert lost >= 5
    assert claimed <= 0.12 * 150
