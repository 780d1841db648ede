import itertools

import numpy as np
import pandas as pd
import pytest
from looped import loop_over
from needs import LONG
from published import by_pair, cases
from scipy import stats

from benchreport.data import Scores
from benchreport.numerics.nulls.brunner_munzel import brunner_munzel as compare
from benchreport.numerics.tails import p_of_t
from benchreport.stats import brunner_munzel, rank_sum


def table(**samples):
    rows = [(name, value) for name, sample in samples.items() for value in sample]
    return Scores.from_frame(pd.DataFrame(rows, columns=["algorithm", "accuracy"]))


ROUNDING = 1e-13
PAIN = table(
    new=[3.0, 3, 4, 3, 1, 2, 3, 1, 1, 5, 4], old=[1.0, 2, 1, 1, 1, 1, 1, 1, 1, 1, 2, 4, 1, 1]
)


@loop_over(("scores", "answer"), cases("run_pairs"))
def test_against_r(scores, answer):
    """Brunner and Munzel (2000) in R 4.2.2."""
    rows = by_pair(brunner_munzel(scores))
    for pair in answer["own"]:
        row = rows[pair["first"], pair["second"]]
        assert row.difference == pytest.approx(pair["superiority"] - 0.5, abs=1e-12)
        assert row.statistic == pytest.approx(pair["munzel_t"], rel=1e-9, abs=1e-12)
        assert row.p_value == pytest.approx(pair["munzel_p"], rel=1e-8)
        if pair["munzel_low"] is not None:
            low, high = max(pair["munzel_low"], 0) - 0.5, min(pair["munzel_high"], 1) - 0.5
            assert row.interval[:2] == pytest.approx((low, high), rel=1e-8)


def test_the_papers_pain_scores():
    """Brunner and Munzel (2000): probability .789, t = 3.137, p = .006; interval [.595, .983]."""
    (row,) = brunner_munzel(PAIN).comparisons
    assert round(row.difference + 0.5, 6) == 0.788961
    assert (round(row.statistic, 4), round(row.p_value, 6)) == (3.1375, 0.005786)
    assert [round(end + 0.5, 7) for end in row.interval[:2]] == [0.5952169, 0.9827052]


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_against_scipy(alternative):
    """``scipy.stats.brunnermunzel`` measures the second against the first."""
    (row,) = brunner_munzel(PAIN, alternative=alternative).comparisons
    theirs = stats.brunnermunzel(*PAIN.samples, alternative=alternative)
    assert row.statistic == pytest.approx(-theirs.statistic, rel=1e-12)
    assert row.p_value == pytest.approx(theirs.pvalue, rel=1e-10)


def test_samples_apart_have_the_p_of_the_exact_rank_sum_test():
    scores = table(a=[4.0, 5, 6, 7], b=[1.0, 2, 3])
    (row,) = brunner_munzel(scores).comparisons
    assert row.p_value == rank_sum(scores).comparisons[0].p_value == pytest.approx(2 / 35)
    assert row.interval.high == 0.5
    assert row.interval.low == row.effect_interval.low / 2 < 0  # p is above .05


def test_the_level_with_unequal_spreads():
    """2,000 pairs of medians 0 and spreads 1 : 5, 15 and 45 runs: rank sums reject too rarely or often."""
    rng = np.random.default_rng(4)
    a, b = rng.normal(0, 5, (2_000, 15)), rng.normal(0, 1, (2_000, 45))
    test = compare(a, b)
    p = p_of_t(test.t, test.dof, "two-sided")
    assert 0.035 < np.mean(p <= 0.05) < 0.07
    # and these are the procedure's
    for row in range(5):
        pair = brunner_munzel(table(a=a[row], b=b[row])).comparisons[0]
        assert pair.p_value == pytest.approx(p[row], rel=1e-12)


@loop_over(("n", "outcome"), [(9, "doubtful"), (10, "held")])
def test_t_needs_ten_runs(n, outcome):
    scores = table(a=list(range(n)), b=[place + 0.5 for place in range(11)])
    (fits,) = (each for each in brunner_munzel(scores).assumptions if "reference" in each.name)
    assert fits.outcome == outcome
    assert f"at least {n} runs" in fits.evidence


@LONG
def test_all_arrangements_of_five_runs():
    """They are equally likely, and 8 % have p at most .05; only that of two that are apart is exact."""
    arrangements = list(itertools.combinations(range(10), 5))
    rejected = 0
    for ranks in arrangements:
        others = [float(rank) for rank in range(10) if rank not in ranks]
        result = brunner_munzel(table(a=[float(rank) for rank in ranks], b=others))
        rejected += result.comparisons[0].p_value <= 0.05
        assert (" better than " in str(result)) == np.isinf(result.comparisons[0].statistic)
    assert rejected / len(arrangements) == pytest.approx(20 / 252)
