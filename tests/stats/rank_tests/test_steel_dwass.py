import numpy as np
import pandas as pd
import pytest
from needs import LONG
from published import by_pair, cases

from benchreport.data import Scores
from benchreport.stats import rank_sum, steel_dwass


@pytest.mark.parametrize(("scores", "answer"), cases("run_pairs"))
def test_against_r(scores, answer):
    """Critchlow and Fligner (1991) in R 4.2.2; ptukey is good to about 1e-10."""
    rows = by_pair(steel_dwass(scores))
    for pair in answer["own"]:
        row = rows[pair["first"], pair["second"]]
        assert row.statistic == pytest.approx(abs(pair["steel_q"]), rel=1e-9, abs=1e-9)
        assert row.p_adjusted == pytest.approx(pair["steel_p"], rel=1e-6, abs=1e-9)


def runs(k, n, seed):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {"algorithm": np.repeat(list("abcdef")[:k], n), "auc": rng.normal(size=k * n)}
    )
    return Scores.from_frame(frame)


def test_two_algorithms_are_the_rank_sum_test():
    scores = runs(2, 40, 0)
    (ours,), (theirs,) = (
        steel_dwass(scores).comparisons,
        rank_sum(scores, variant="normal").comparisons,
    )
    assert ours.p_adjusted == pytest.approx(theirs.p_value, rel=1e-9)
    assert ours.interval[:2] == theirs.interval[:2]


@pytest.mark.parametrize(("k", "n"), [(3, 5), (3, 10), (4, 15), (6, 8), (6, 30)])
def test_intervals_leave_out_no_difference_where_it_is_rejected_and_only_there(k, n):
    """The interval of the exact null left it out in .3 % of pairs that the test does not reject."""
    for seed in range(40):
        for row in steel_dwass(runs(k, n, seed), alpha=0.2).comparisons:
            without = not row.interval.low <= 0 <= row.interval.high
            assert without == (row.p_adjusted < 0.2)


@LONG
def test_intervals_hold_all_shifts_together():
    """400 tables of 4 equal algorithms with 12 runs each: 95 % ± three standard errors."""
    held = [
        all(
            row.interval.low <= 0 <= row.interval.high
            for row in steel_dwass(runs(4, 12, seed)).comparisons
        )
        for seed in range(400)
    ]
    assert 0.92 < np.mean(held) < 0.985


def test_few_scores_say_that_they_do_not_reach_the_level():
    interval = steel_dwass(runs(4, 3, 0)).comparisons[0].interval
    assert interval.confidence < 0.9
