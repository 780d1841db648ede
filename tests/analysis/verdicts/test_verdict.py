"""Verdicts that could easily claim too much or too little."""

import re

import numpy as np
import pandas as pd
import pytest

from benchreport.analysis import analyze
from benchreport.analysis.verdicts.advantage import describe_advantage
from benchreport.analysis.verdicts.small_leads import name_barest_lead
from benchreport.data import Roles, Scores
from benchreport.stats import tukey, wilcoxon


def test_a_leader_that_a_pair_test_finds_worse_is_not_called_indistinguishable():
    # 21 narrow wins against 19 wide losses: the better mean rank, the worse signed ranks
    gains = [*(0.001 * step for step in range(1, 22)), *(-0.001 * step for step in range(22, 41))]
    frame = pd.DataFrame({"a": [0.5 + gain for gain in gains], "b": [0.5] * 40})
    analysis = analyze(Scores.from_frame(frame, Roles(score="accuracy")))
    assert analysis.headline == "a ranks first, yet b is significantly better"
    assert "a has the better mean rank (1.48), though b has the better mean" in analysis.verdict[0]
    assert analysis.verdict[1].startswith("Yet b is significantly better than it (Wilcoxon")
    assert not any("not significant" in line for line in analysis.sentences)


def test_shared_mean_ranks_do_not_hide_a_difference():
    gains = [*(0.001 * step for step in range(1, 21)), *(-0.001 * step for step in range(21, 41))]
    frame = pd.DataFrame({"a": [0.5 + gain for gain in gains], "b": [0.5] * 40})
    analysis = analyze(Scores.from_frame(frame, Roles(score="accuracy")))
    assert "share the mean rank 1.50" in analysis.verdict[0]
    assert analysis.verdict[1] == "a is better on 20 datasets, and b on as many."
    assert analysis.verdict[2].startswith("Yet b is significantly better than a (")
    assert analysis.headline == "b is significantly better than a"


def test_who_shares_the_first_place_and_beats_the_same_is_said_to():
    place = np.arange(20)
    close = np.where(place % 2, 0.002, -0.002) * (1 + place / 10)
    frame = pd.DataFrame({"a": 0.8 + close, "b": 0.8 - close, "c": 0.6 + place / 1e3})
    scores = Scores.from_frame(frame, Roles(score="accuracy"))
    analysis = analyze(scores)
    (p, q) = (row.p_adjusted for row in wilcoxon(scores).comparisons if "c" in row[:2])
    assert max(p, q) < 0.001
    assert analysis.headline == "a and b share first place"
    alike = frame.assign(c=np.where(place < 2, 0.79, 0.8 - abs(close) / 9))
    assert analyze(Scores.from_frame(alike, Roles(score="accuracy"))).headline == (
        "a and b share first place, but no pair differs significantly"
    )
    assert analysis.verdict[1] == (
        "Each of them is significantly better than c (Wilcoxon signed-rank test with Holm's correction, "
        "α = .05, p < .001); a and b do not differ significantly from each other."
    )


def wide_losses():
    """By ranks a leads b, by 11 of 20 datasets; b is far ahead on the other nine."""
    b = np.linspace(0.5, 0.8, 20)
    a = b + 0.001 - 0.2 * (np.arange(20) < 9)
    return pd.DataFrame({"a": a, "b": b, "c": b - 0.3})


def test_a_lead_by_ranks_is_not_called_a_negative_one():
    analysis = analyze(Scores.from_frame(wide_losses(), Roles(score="accuracy")))
    assert analysis.verdict[1] == (
        "Its lead over b by mean rank is not significant (Wilcoxon signed-rank test with Holm's "
        "correction, α = .05, p = .146); b is typically ahead by 0.099 [−0.001, 0.099] in accuracy "
        "(Hodges–Lehmann shift, adjusted 95 % interval)."
    )


def test_another_test_is_quoted_for_whom_it_favours():
    scores = Scores.from_frame(wide_losses(), Roles(score="accuracy"))
    (row,) = (row for row in tukey(scores).comparisons if {row.first, row.second} == {"a", "b"})
    assert row.favours == "b"
    assert row.p_adjusted < 0.001
    claims = [
        caution for caution in analyze(scores).cautions if "which decides" in caution.sentence
    ]
    (claim,) = claims
    assert claim.sentence == (
        "Unlike the Wilcoxon signed-rank test, which decides, the Tukey test (its assumptions are in "
        "doubt) finds b better than a."
    )
    # a rival that another test favours threatens the leader
    assert claim.clause == ("the Tukey test (its assumptions are in doubt) finds b better than a")


def test_a_significant_lead_by_ranks_says_whose_scores_are_better():
    base = np.array([0.5, 0.62, 0.71, 0.8, 0.55])
    noise = np.array([1, -1, 2, -2, 0]) / 1e5
    frame = {name: base - 0.001 * i + noise * i for i, name in enumerate("acdefb")}
    frame["b"] = frame["b"] + [0, 0, 0.3, 0.2, 0]
    scores = Scores.from_frame(pd.DataFrame(frame), Roles(score="accuracy"))
    views = [tukey(scores)]
    assert describe_advantage(views, "a", ["b"]) == ("yet b is ahead by 0.095 in mean accuracy")
    both = describe_advantage(views, "a", ["b", "f"])
    assert both.startswith("its advantage in mean accuracy is 0.00")
    assert both.endswith(" over f, yet b is ahead by 0.095")


def test_a_p_value_close_to_the_level_weakens_the_verdict():
    # of fourteen signed ranks, those of losses add up to 21, the largest sum that is significant at .05
    gains = np.array([1, 2, 3, 4, 5, 6, -7, 8, 9, 10, 11, 12, 13, -14]) / 1000
    base = np.linspace(0.5, 0.9, 14)
    frame = pd.DataFrame({"a": base, "b": base - gains})
    analysis = analyze(Scores.from_frame(frame, Roles(score="accuracy")))
    (row,) = analysis.pairs[0].comparisons
    assert row.p_adjusted == pytest.approx(0.0494, abs=5e-5)
    barely = (
        f"The lead of a over b is barely significant (p = .0{row.p_adjusted * 1000:.0f}, α = .05)."
    )
    assert barely in [caution.sentence for caution in analysis.cautions]
    # one of many leads is always near the level
    many = {f"c{place}": base - 0.02 - place / 100 - abs(gains) for place in range(8)}
    unadjusted = wilcoxon(
        Scores.from_frame(frame.assign(**many), Roles(score="accuracy")), correction="none"
    )
    assert len(unadjusted.significant) > 8
    assert name_barest_lead(unadjusted) == ""
    sure = frame.assign(b=base - abs(gains))
    assert "barely" not in " ".join(
        analyze(Scores.from_frame(sure, Roles(score="accuracy"))).sentences
    )


def test_algorithms_with_the_same_scores_everywhere_are_named():
    rng = np.random.default_rng(32)
    frame = pd.DataFrame(rng.uniform(0.5, 0.9, (12, 3)), columns=list("abc"))
    copied = frame.assign(d=frame["c"])
    same = "c and d have the same score on every dataset; copies of an algorithm shift"

    def sentences(table):
        analysis = analyze(Scores.from_frame(table, Roles(score="accuracy")))
        return " ".join(caution.sentence for caution in analysis.cautions)

    assert same in sentences(copied)
    assert "c and d, and 2 such groups in all, have the same score" in sentences(
        copied.assign(e=frame["a"])[["c", "d", "a", "e", "b"]]
    )
    copied.loc[3, "d"] += 0.001
    assert "the same score" not in sentences(copied)
    alone = Scores.from_frame(frame.assign(b=frame["a"], c=frame["a"]), Roles(score="accuracy"))
    assert "On each dataset all algorithms have the same score" in " ".join(analyze(alone).verdict)


@pytest.mark.parametrize("scale", [1e-4, 1e7])
def test_sizes_of_one_comparison_have_one_form(scale):
    rng = np.random.default_rng(42)
    base = scale * np.exp(rng.normal(0, 1, 15))
    frame = pd.DataFrame(
        {name: base * factor for name, factor in (("a", 1.0), ("b", 1.1), ("c", 2.0))}
    )
    frame *= np.exp(rng.normal(0, 0.05, frame.shape))
    analysis = analyze(Scores.from_frame(frame, Roles(score="rmse")))
    text = " ".join(analysis.verdict)
    assert "over b" in text
    assert "over c" in text
    # neither some powers of ten among plain numbers, nor decimals of millions
    assert "×" not in text
    assert not re.search(r"\d{5}\.\d", text)


def test_what_other_tests_find_names_the_leader_after_a_clause_on_rivals():
    # a wins narrowly on fifteen datasets, and is far behind on five
    noise = np.random.default_rng(1).normal(0, 0.02, (20, 3))
    rest = np.linspace(0.5, 0.8, 20)[:, None] + noise
    a = rest.max(axis=1) + 0.001 - 0.4 * (np.arange(20) < 5)
    frame = pd.DataFrame(np.column_stack([a, rest]), columns=list("abcd"))
    analysis = analyze(Scores.from_frame(frame, Roles(score="accuracy")))
    assert (
        "Unlike the Wilcoxon signed-rank test, which decides, the Tukey test (its assumptions are in doubt) "
        "finds d, b and c better than a; the Nemenyi test finds a better than b and c."
    ) in [caution.sentence for caution in analysis.cautions]


def test_single_variations_of_a_kind_are_named_together():
    for seed in range(200):
        values = np.random.default_rng(seed).normal([0.6, 0, 0, 0], size=(8, 4))
        frame = pd.DataFrame(values, columns=list("abcd"))
        result = frame.bench(score="level", higher_is_better=True).stability()
        of_datasets = [row for row in result.flips if row.kind == "dataset"]
        if len(of_datasets) == 2:
            one, other = (row.name for row in of_datasets)
            assert f"without dataset {one} or {other}" in " ".join(result.interpretation)
            return
    pytest.fail("no table of two such datasets")


def test_no_interval_that_holds_zero_stands_beside_a_significant_difference():
    # ranks agree on every dataset, and means differ most on the largest
    base = np.array([[0.01, 3, 5.5, 10], [0.03, 10, 18, 40], [0.1, 40, 60, 180]])
    frame = pd.DataFrame(base, columns=["greedy", "tabu", "hho", "ip"])
    answer = " ".join(analyze(Scores.from_frame(frame, Roles(score="runtime"))).verdict)
    (sure,) = re.findall(
        r"it is significantly better than ip \([^)]*\); its advantage[^.]*", answer
    )
    assert "[" not in sure
