"""Verdicts that could easily claim too much or too little."""

import pandas as pd

from benchreport.analysis import analyze
from benchreport.data import Roles, Scores


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
