import copy
import dataclasses
import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from looped import loop_over

from benchreport.data import Roles, Scores
from benchreport.errors import OptionError
from benchreport.plots.base.descriptions import alt_of, caption_of
from benchreport.plots.pairs.differences import difference_plot
from benchreport.results import PairwiseResult
from benchreport.stats import nemenyi, sign, tukey, wilcoxon
from benchreport.stats.catalogue import select_procedures


def table(seed, n_blocks, k):
    values = np.random.default_rng(seed).normal(size=(n_blocks, k)) + np.arange(k) * 0.3
    names = [f"a{place}" for place in range(k)]
    return Scores.from_frame(pd.DataFrame(values, columns=names), Roles(score="accuracy"))


@given(st.integers(0, 10_000), st.integers(4, 25), st.integers(2, 9))
def test_groups_hold_exactly_the_open_pairs(seed, n_blocks, k):
    for result in (nemenyi(table(seed, n_blocks, k)), wilcoxon(table(seed, n_blocks, k))):
        open_pairs = {
            frozenset((row.first, row.second))
            for row in result.comparisons
            if row.p_adjusted > result.alpha
        }
        inside = {
            frozenset((one, other))
            for group in result.groups()
            for one in group
            for other in group
            if one != other
        }
        assert inside == open_pairs
        assert {name for group in result.groups() for name in group} == set(
            result.design.algorithms
        )
        for name in result.design.algorithms:
            for better in result.better_than(name):
                assert name not in result.better_than(better)
            worse = [
                other for other in result.design.algorithms if name in result.better_than(other)
            ]
            low, high = result.open_ranks()[name]
            assert (low, high) == (1 + len(result.better_than(name)), k - len(worse))
            assert low <= high


def test_one_sided_results_have_no_groups(demsar):
    result = wilcoxon(demsar, alternative="greater")
    assert any("looks only for higher accuracy" in line for line in result.interpretation)
    for question in (result.groups, result.letters, result.open_ranks):
        with pytest.raises(OptionError, match="need both directions of every pair"):
            question()
    assert result.better_than("C4.5") == ()


def clear_winner(higher_is_better):
    noise = np.random.default_rng(4).normal(0, 0.02, (2, 12))
    better = noise[0] + (0.2 if higher_is_better else -0.2)
    frame = pd.DataFrame({"worse": noise[1], "better": better})
    return Scores.from_frame(frame, Roles(score="m", higher_is_better=higher_is_better))


# those need a control or repeats of one dataset
CONTROLLED = ("dunnett", "bonferroni_dunn", "z_test")
ALL_PAIRS = [
    name
    for name in select_procedures(Scores, PairwiseResult)
    if name not in CONTROLLED and not name.startswith(("cv", "resampled", "corrected"))
]


@loop_over("higher_is_better", [True, False])
@loop_over("procedure", ALL_PAIRS)
def test_oriented_pairs_are_advantages_of_the_better(procedure, higher_is_better):
    result = select_procedures(Scores, PairwiseResult)[procedure](clear_winner(higher_is_better))
    (row,) = result.oriented()
    assert (row.first, row.second) == ("better", "worse")
    assert row.difference > 0
    none = 0.5 if result.effect_name.startswith("probability") else 0.0
    assert row.effect_size > none
    assert row.interval is None or row.interval.low <= row.difference <= row.interval.high
    ends = row.effect_interval
    assert ends is None or not ends.low > row.effect_size
    assert np.isnan(row.statistic) or row.statistic > 0
    (given_row,) = result.comparisons
    assert abs(row.difference) == abs(given_row.difference)
    assert (row.p_value, row.favours) == (given_row.p_value, "better")


@pytest.mark.parametrize("test", [tukey, nemenyi])
def test_orientation_keeps_pairs_in_their_order(test):
    result = test(table(3, 8, 5))
    places = {result.design.algorithms[index]: rank for rank, index in enumerate(result.order)}
    for row, turned in zip(result.comparisons, result.oriented(), strict=True):
        assert {row.first, row.second} == {turned.first, turned.second}
        assert places[turned.first] < places[turned.second]
    assert result.oriented(rows=result.comparisons[2:4]) == result.oriented()[2:4]


def test_views_are_computed_once_and_are_no_part_of_the_result(random_table):
    result, other = nemenyi(random_table), nemenyi(random_table)
    assert result.judgements is result.judgements
    assert result == other
    assert repr(result) == repr(other)
    assert result.to_dict() == other.to_dict()
    for copied in (pickle.loads(pickle.dumps(result)), copy.copy(result)):  # noqa: S301
        assert copied == result
        assert copied.judgements == result.judgements
        assert copied.judgements is not result.judgements
    strict = dataclasses.replace(result, alpha=1e-9)
    assert not any(judged.significant for judged in strict.judgements.values())


def test_ties_are_named_where_they_are_why_no_pair_could_be_significant():
    # one difference of ten is not 0: no sign test of ten could be significant, though ten signs could
    one = {"a": [0.9, *[0.8] * 9], "b": [0.8] * 10}
    for test in (wilcoxon, sign):
        result = test(Scores.from_frame(pd.DataFrame(one), Roles(score="accuracy")))
        assert result.unattainable == "No pair could be significant: too many scores are tied."
    few = pd.DataFrame({"a": [0.9, 0.8, 0.7], "b": [0.8, 0.7, 0.5]})
    result = wilcoxon(Scores.from_frame(few, Roles(score="accuracy")))
    # a single comparison has nothing to adjust for
    assert result.unattainable == (
        "No pair could be significant: with 3 datasets, the p-value cannot be below .250."
    )
    result = wilcoxon(Scores.from_frame(few.assign(c=0.1), Roles(score="accuracy")))
    assert result.unattainable == (
        "No pair could be significant: with 3 datasets and 3 comparisons, the adjusted p-value cannot be "
        "below .750."
    )
    # four signs could give .125, whatever is tied here
    tied = pd.DataFrame({"a": [0.9, 0.8, 0.7, 0.6], "b": [0.9, 0.8, 0.7, 0.5]})
    result = wilcoxon(Scores.from_frame(tied, Roles(score="accuracy")))
    assert result.unattainable == (
        "No pair could be significant: with 4 datasets, the p-value cannot be below .125."
    )


def test_a_p_value_that_is_always_1_is_said_to_be():
    few = pd.DataFrame({"a": [0.9, 0.8, 0.7], "b": [0.8, 0.7, 0.5], "c": 0.1, "d": 0.05})
    result = wilcoxon(Scores.from_frame(few, Roles(score="accuracy")))
    assert result.unattainable == (
        "No pair could be significant: with 3 datasets and 6 comparisons, every adjusted p-value is 1, "
        "whatever the scores."
    )


def test_bars_of_few_scores_say_why_they_exclude_0():
    few = pd.DataFrame(
        {"a": [5.0, 6, 7, 8, 9], "b": [4.9, 5.8, 6.7, 7.6, 8.5], "c": [1.0, 2, 3, 4, 5]}
    )
    result = wilcoxon(Scores.from_frame(few, Roles(score="accuracy")))
    caption = caption_of(difference_plot(result))
    assert "exclude 0, as there are too few scores for bars of 95 %" in caption
    assert "as only p is adjusted" not in caption


def test_a_single_comparison_is_not_called_adjusted_or_simultaneous():
    two = table(1, 12, 2)
    for result in (wilcoxon(two), tukey(two)):
        assert not result.adjusts_p
        assert not result.simultaneous_intervals
        for text in (caption_of(result.plot()), alt_of(result.plot())):
            assert "djusted" not in text
            assert "imultaneous" not in text
    assert wilcoxon(table(1, 12, 3)).adjusts_p
    assert not wilcoxon(table(1, 12, 3), correction="none").adjusts_p
