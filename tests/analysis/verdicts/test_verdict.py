"""Verdicts that could easily claim too much or too little."""

import numpy as np
import pandas as pd

from benchreport.analysis import analyze
from benchreport.analysis.verdicts.advantage import describe_advantage
from benchreport.data import Roles, Scores
from benchreport.stats import tukey, wilcoxon


def test_a_leader_that_a_pair_test_finds_worse_is_not_called_indistinguishable():
    # 21 narrow wins against 19 wide losses: the better mean rank, the worse signed ranks
    gains = [*(0.001 * step for step in range(1, 22)), *(-0.001 * step for step in range(22, 41))]
    frame = pd.DataFrame({"a": [0.5 + gain for gain in gains], "b": [0.5] * 40})
    analysis = analyze(Scores.from_frame(frame, Roles(score="accuracy")))
    assert analysis.headline == "a ranks first, yet b is significantly better"
    assert "a has the best mean rank" in analysis.verdict[0]
    assert analysis.verdict[1].startswith("Yet b is significantly better than it (Wilcoxon")
    assert not any("not significant" in line for line in analysis.sentences)


def test_shared_mean_ranks_do_not_hide_a_difference():
    gains = [*(0.001 * step for step in range(1, 21)), *(-0.001 * step for step in range(21, 41))]
    frame = pd.DataFrame({"a": [0.5 + gain for gain in gains], "b": [0.5] * 40})
    analysis = analyze(Scores.from_frame(frame, Roles(score="accuracy")))
    assert "share the mean rank 1.50" in analysis.verdict[0]
    assert analysis.verdict[1].startswith("1 of 1 pair differs significantly")


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
        "Its lead over b, which is typically ahead by 0.099 [−0.001, 0.099] in accuracy (Hodges–Lehmann "
        "shift, adjusted 95 % interval), is not significant (Wilcoxon signed-rank test with Holm's "
        "correction, α = .05, p = .146)."
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
