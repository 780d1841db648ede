import numpy as np
import pandas as pd
import pytest
from looped import loop_over
from needs import LONG
from published import by_pair, cases

from benchreport.data import Roles, Scores
from benchreport.errors import OptionError
from benchreport.stats import paired_t, permutation

ROUNDING = 0.0

SIDES = {"two-sided": "two_sided", "less": "less", "greater": "greater"}


@loop_over(("scores", "answer"), cases("permutation"))
@loop_over("side", SIDES)
def test_against_r(scores, answer, side):
    """exactRankTests perm.test by signs, and all splits of at most 16 values."""
    if answer.get("paired") and len(scores.blocks) <= 16:
        result = permutation(scores, alternative=side)
        rows = by_pair(result)
        assert result.variant == "exact"
        for pair in answer["paired"]:
            row = rows[pair["first"], pair["second"]]
            assert row.p_value == pytest.approx(pair["p"][SIDES[side]], rel=1e-8)
    if answer.get("unpaired"):
        rows = by_pair(permutation(scores, alternative=side, paired=False))
        for pair in answer["unpaired"]:
            row = rows[pair["first"], pair["second"]]
            assert row.p_value == pytest.approx(pair["p"][SIDES[side]], rel=1e-8)


def test_resampled_is_seeded_and_near_the_t_test():
    rng = np.random.default_rng(8)
    frame = pd.DataFrame(rng.normal((0.3, 0.0), size=(50, 2)), columns=list("ab"))
    scores = Scores.from_frame(frame, Roles(score="accuracy"))
    first, same, other = (permutation(scores, rng=seed) for seed in (1, 1, 2))
    assert first == same
    assert first.seed == 1
    assert first.variant == "resampled"
    p = first.comparisons[0].p_value
    assert p * 10_001 == pytest.approx(round(p * 10_001))
    assert p == pytest.approx(paired_t(scores).comparisons[0].p_value, abs=0.02)
    assert other.comparisons[0].p_value == pytest.approx(p, abs=0.02)


@loop_over("paired", [True, False])
@loop_over("statistic", ["mean", "median", "trimmed_mean", "t"])
def test_every_statistic(paired, statistic):
    frame = pd.DataFrame({"a": [5, 6, 7, 8, 9, 10], "b": [1, 2, 3, 4, 5, 4]})
    scores = Scores.from_frame(frame, Roles(score="accuracy"))
    row = permutation(scores, paired=paired, statistic=statistic).comparisons[0]
    # few arrangements of six change a median or a trimmed mean
    coarse = paired and statistic in ("median", "trimmed_mean")
    assert row.p_value <= (0.7 if coarse else 0.04)
    assert row.favours == "a"


def test_twenty_pairs_are_exact_whatever_the_order():
    rng = np.random.default_rng(3)
    frame = pd.DataFrame(rng.normal((0.4, 0.0), size=(20, 2)).round(3), columns=list("ab"))
    results = [
        permutation(Scores.from_frame(table[list(names)], Roles(score="accuracy")))
        for table in (frame, frame.sample(frac=1, random_state=1))
        for names in ("ab", "ba")
    ]
    assert {result.variant for result in results} == {"exact"}
    assert results[0].seed is None
    # all 2^20 signs are counted in whole numbers
    thousandths = np.rint(1000 * (frame["a"] - frame["b"])).astype(int)
    sums = np.zeros(1, dtype=int)
    for difference in thousandths:
        sums = np.concatenate([sums + difference, sums - difference])
    exact = (np.abs(sums) >= abs(thousandths.sum())).mean()
    assert {result.comparisons[0].p_value for result in results} == {exact}


def test_samples_of_some_sizes_are_exact_and_of_others_drawn():
    rng = np.random.default_rng(4)
    rows = [
        (name, value)
        for name, n in (("a", 18), ("b", 20), ("c", 40))
        for value in rng.normal(size=n)
    ]
    frame = pd.DataFrame(rows, columns=["algorithm", "accuracy"])
    result = permutation(Scores.from_frame(frame), paired=False, n_resamples=99)
    assert result.variant == "mixed"
    assert result.seed == 0
    assert [row.note for row in result.comparisons] == ["exact", "resampled", "resampled"]


def test_wrong_options(demsar):
    with pytest.raises(OptionError, match="n_resamples must be a whole number above 0; got 0"):
        permutation(demsar, n_resamples=0)
    with pytest.raises(OptionError, match="statistic must be one of"):
        permutation(demsar, statistic="mode")


@LONG
def test_many_pairs_share_the_time_of_exact_counts():
    """Exact counts take seven seconds for all pairs of 12 algorithms on 40 blocks, 90 minutes for 300."""
    values = np.random.default_rng(0).normal(size=(40, 12))
    few, many = (
        permutation(Scores.from_frame(pd.DataFrame(values[:, :k]), Roles(score="auc")), rng=1)
        for k in (3, 12)
    )
    assert (few.variant, many.variant) == ("exact", "resampled")
    exact, resampled = (
        {(row.first, row.second): row.p_value for row in result.comparisons}
        for result in (few, many)
    )
    for pair, p in exact.items():
        assert resampled[pair] == pytest.approx(p, abs=4 * (p * (1 - p) / 10_000) ** 0.5 + 1e-4)
