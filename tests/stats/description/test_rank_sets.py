import itertools
import math

import numpy as np
import pandas as pd
import pytest
from scipy import stats as scipy_stats

from benchreport.data import Roles, Scores
from benchreport.errors import OptionError
from benchreport.numerics.resampling.rank_sets import separate
from benchreport.stats.description.rank_sets import rank_sets

ORACLE = "a second implementation that goes through all signs and pairs, in the test"


def table(seed=0, n=8, step=1.0, k=5):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, k)) + step * np.arange(k) + 3 * rng.normal(size=(n, 1))


def read(values, *, better=True, **columns):
    frame = pd.DataFrame(values, columns=[f"a{place}" for place in range(np.shape(values)[1])])
    return Scores.from_frame(
        frame.assign(**columns), Roles(score="accuracy", higher_is_better=better)
    )


def enumerate_all(values, alpha):
    """Compare all ordered pairs, step-down, by SciPy's t over every choice of signs."""
    n, k = values.shape
    pairs = [(i, j) for i in range(k) for j in range(k) if i != j]
    difference = {(i, j): values[:, i] - values[:, j] for i, j in pairs}
    observed = {pair: scipy_stats.ttest_1samp(d, 0).statistic for pair, d in difference.items()}
    signs = [np.array(choice) for choice in itertools.product((1, -1), repeat=n)]
    drawn = {
        pair: [scipy_stats.ttest_1samp(s * (d - d.mean()), 0).statistic for s in signs]
        for pair, d in difference.items()
    }
    found = set()
    while True:
        rest = [pair for pair in pairs if pair not in found]
        tops = sorted(max(column) for column in zip(*(drawn[pair] for pair in rest), strict=True))
        limit = tops[math.ceil((1 - alpha) * len(tops)) - 1]
        new = {pair for pair in rest if observed[pair] > limit}
        if not new:
            return found
        found |= new


@pytest.mark.parametrize("seed", range(3))
def test_against_every_choice_of_signs(seed):
    values = table(seed, n=7, k=4, step=2.0)
    better = separate(values, alpha=0.05, n_resamples=200, rng=0)
    assert {*map(tuple, np.argwhere(better).tolist())} == enumerate_all(values, 0.05)
    assert better.any()


def test_drawn_signs_tell_nearly_the_same():
    values = table(1, n=14, step=0.6)
    whole = separate(values, alpha=0.05, n_resamples=2**14, rng=0)
    drawn = separate(values, alpha=0.05, n_resamples=8_000, rng=1)
    assert (whole != drawn).sum() <= 1
    assert whole.any()


def test_sets_follow_from_the_pairs():
    result = rank_sets(read(table(2)))
    k = len(result.rows)
    for row in result.rows:
        better = [one for one, other in result.separated if other == row.algorithm]
        worse = [other for one, other in result.separated if one == row.algorithm]
        assert (row.low, row.high) == (1 + len(better), k - len(worse))
        assert row.low <= row.rank <= row.high
    assert [row.rank for row in result.rows] == [*range(1, k + 1)]
    assert result.separated


def test_all_true_ranks_are_in_their_sets():
    """Of algorithms that are equal in pairs: at least 93 of 100 tables, as 95 are promised."""
    means = np.array([0.0, 0.0, 0.8, 0.8, 1.6])
    rng = np.random.default_rng(0)
    right = 0
    for _ in range(200):
        better = separate(rng.normal(size=(15, 5)) + means, alpha=0.05, n_resamples=300, rng=0)
        right += not (better & (means[:, None] <= means)).any()
    assert right >= 186


def test_ties_share_ranks_and_sets():
    values = table(3)
    result = rank_sets(read(np.column_stack([values, values[:, 0]])))
    rows = {row.algorithm: row for row in result.rows}
    assert rows["a0"][1:] == rows["a5"][1:]
    same = rank_sets(read(np.ones((6, 3))))
    assert [row[2:] for row in same.rows] == [(1, 1, 3)] * 3
    assert same.unordered == 3


def test_a_constant_difference_orders_without_spread():
    result = rank_sets(read(np.arange(6.0)[:, None] + np.array([0.0, 2.0, 4.0])))
    assert [(row.low, row.high) for row in result.rows] == [(1, 1), (2, 2), (3, 3)]


@pytest.mark.parametrize("by", ["mean", "mean_rank", "win_rate"])
def test_errors_are_ranked_the_other_way_round(by):
    values = table(4)
    one, other = rank_sets(read(values), by=by), rank_sets(read(-values, better=False), by=by)
    assert [row._replace(estimate=0) for row in one.rows] == [
        row._replace(estimate=0) for row in other.rows
    ]


def test_estimates_are_what_they_are_called():
    values = table(5)
    ranks = scipy_stats.rankdata(-values, axis=1)
    mean, mean_rank, win_rate = (
        {row.algorithm: row.estimate for row in rank_sets(read(values), by=by).rows}
        for by in ("mean", "mean_rank", "win_rate")
    )
    for place in range(5):
        name = f"a{place}"
        assert mean[name] == pytest.approx(values[:, place].mean())
        assert mean_rank[name] == pytest.approx(ranks[:, place].mean())
        assert win_rate[name] == pytest.approx((5 - ranks[:, place].mean()) / 4)


@pytest.mark.parametrize(
    ("step", "sentences"),
    [
        (8.0, ["a4 is shown to be the best by mean accuracy."]),
        (0.0, ["5 of 5 algorithms could be the best", "No two of the algorithms can be ordered."]),
    ],
)
def test_what_is_said(step, sentences):
    result = rank_sets(read(table(6, step=step)))
    for sentence, start in zip(result.interpretation, sentences, strict=False):
        assert sentence.startswith(start)
    assert "in 95 % of samples" in result.interpretation[-1]


def test_the_first_that_cannot_be_ordered():
    values = table(7, n=12, step=0.0)
    values[:, :2] += 9
    result = rank_sets(read(values))
    assert result.unordered == 2
    assert "The algorithms ranked 1 and 2 cannot be ordered." in result.interpretation
    values[:, 2] += 9
    assert "Of the algorithms ranked 1 to 3, no two can be ordered." in (
        rank_sets(read(values)).interpretation
    )


def test_folds_put_the_sets_in_doubt():
    result = rank_sets(read(table(8, step=8.0), fold=range(8)))
    assert "share" in result.interpretation[0]
    assert "could be told apart, but" in result.interpretation[0]


def test_options():
    scores = read(table())
    with pytest.raises(OptionError, match="by must be one of"):
        rank_sets(scores, by="median")
    with pytest.raises(OptionError, match="need at least 1000 resamples") as caught:
        rank_sets(scores, alpha=0.001, n_resamples=500)
    assert caught.value.hint == "n_resamples=2000"
