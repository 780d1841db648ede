import math

import numpy as np
import pandas as pd
import pytest
from needs import LONG
from published import published

from benchreport import stats
from benchreport.data import Roles, Scores
from benchreport.errors import DesignError, OptionError
from benchreport.stats.studies.multiverse import multiverse

ORACLE = "the procedures themselves, called on the frame that each analysis is of"


def frame_of(n=12, k=4, seed=1, step=0.3):
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(n, k)) + step * np.arange(k)
    return pd.DataFrame(
        values,
        index=pd.Index([f"d{place}" for place in range(n)], name="dataset"),
        columns=[f"a{place}" for place in range(k)],
    )


def read(frame, **roles):
    return Scores.from_frame(frame.reset_index(), Roles(score="accuracy", **roles))


def call_directly(frame, row):
    """Call the procedures of one analysis on the frame that it is of: gaps are treated first."""
    roles = {} if row.gaps == "complete" else {"missing": row.gaps}
    if row.left_out and roles:
        frame, roles = read(frame, **roles).frame, {}
    if row.left_out == "algorithm":
        frame = frame.drop(columns=row.name)
    elif row.left_out:
        frame = frame.drop(index=row.name)
    scores = read(frame, **roles)
    own = row.correction == "studentized_range"
    test = getattr(stats, row.test)(scores, **({} if own else {"correction": row.correction}))
    if row.aggregation == "median":
        values = {each.algorithm: each.median for each in stats.describe(scores).rows}
    else:
        ranked = stats.rank_sets(scores, by=row.aggregation)
        sign = -1 if row.aggregation == "mean_rank" else 1
        values = {each.algorithm: sign * each.estimate for each in ranked.rows}
    return test, values, scores


@LONG
@pytest.mark.parametrize("gaps", [False, True])
def test_every_analysis_is_the_direct_call_bit_for_bit(gaps):
    frame = frame_of()
    if gaps:
        frame.iloc[3, 1] = np.nan
    tests = ("wilcoxon", "paired_t", "sign", "nemenyi")
    result = multiverse(read(frame), tests=tests, most=140)
    leader, rival = result.leader, result.rival
    assert len(result.rows) > 40
    for row in result.rows:
        test, values, scores = call_directly(frame, row)
        assert row.n_blocks == len(scores.blocks)
        pair = {frozenset((each.first, each.second)): each for each in test.comparisons}
        of_both = pair.get(frozenset((leader, rival)))
        if of_both is not None:
            assert row.p_value == of_both.p_value
            assert row.p_adjusted == of_both.p_adjusted
            assert row.lead == values[leader] - values[rival]
        better = {each.favours for each in test.significant if leader in (each.first, each.second)}
        assert bool(row.ahead) == (leader in better)
        assert set(row.behind) == better - {leader}
        assert set(row.ahead) == {
            (each.second if each.first == leader else each.first)
            for each in test.significant
            if each.favours == leader
        }
        top = max(values.values())
        assert row.best == tuple(name for name in scores.algorithms if values[name] >= top)


def test_claims_count_the_analyses_in_which_they_hold():
    result = multiverse(published("garcia_herrera2008"))
    rows = result.rows
    assert (result.leader, result.rival) == ("C4.5", "NaiveBayes")
    assert {claim.kind for claim in result.claims} == {"best", "ahead", "open"}
    for claim in result.claims:
        there = [row for row in rows if row.name != claim.other or row.left_out != "algorithm"]
        holds = {
            "best": lambda row: result.leader in row.best,
            "ahead": lambda row, other=claim.other: other in row.ahead,
            "open": lambda row, other=claim.other: other not in (*row.ahead, *row.behind),
        }[claim.kind]
        assert (claim.holds, claim.of) == (sum(map(holds, there)), len(there))
        assert holds(rows[0])
    first = result.claims[0]
    # stability() finds the same two
    alone = [row.name for row in stats.stability(published("garcia_herrera2008")).new_best]
    assert {flip.rpartition(" ")[2] for flip in first.flipped_by} == {*alone}
    assert any(
        "with paired t" in claim.flipped_by for claim in result.claims if claim.kind == "ahead"
    )


def test_choices_are_crossed_as_far_as_there_is_room():
    scores = read(frame_of())
    whole = multiverse(scores, most=64, leave_out=False)
    assert whole.crossed == ("aggregation", "test", "correction")
    assert len(whole.rows) == 5 * 3 * 2
    some = multiverse(scores, most=20, leave_out=False)
    assert some.crossed == ("aggregation", "test")
    assert len(some.rows) == 5 * 3 + 1
    few = multiverse(scores, most=4, leave_out=False)
    assert few.crossed == ()
    assert len(few.rows) == 4
    assert few.rows == whole.rows[:0] + few.rows
    assert {row.correction for row in whole.rows} == {"holm", "none"}


def test_what_favours_the_leader_is_left_out_first():
    frame = frame_of(n=80, k=5)
    result = multiverse(read(frame), aggregations=("mean",), tests=("paired_t",), most=22)
    left = [row for row in result.rows if row.left_out == "dataset"]
    assert result.not_tried == 80 + 3 - 20
    ranks = frame.rank(axis=1)
    ahead = ranks[result.leader] - ranks[result.rival]
    assert ahead[[row.name for row in left]].tolist() == sorted(ahead, reverse=True)[: len(left)]
    assert sum(row.left_out == "algorithm" for row in result.rows) == 3
    assert any("are not left out" in sentence for sentence in result.interpretation)


def test_a_test_with_its_own_correction_is_there_once():
    result = multiverse(read(frame_of()), tests=("wilcoxon", "nemenyi"), leave_out=False)
    assert len(result.rows) == 5 * 3
    [correction] = {row.correction for row in result.rows if row.test == "nemenyi"}
    assert correction == "studentized_range"


def test_lower_may_be_better():
    up = multiverse(read(frame_of()))
    roles = Roles(score="loss", higher_is_better=False)
    down = multiverse(Scores.from_frame((-frame_of()).reset_index(), roles))
    assert [row._replace(lead=0) for row in up.rows] == [row._replace(lead=0) for row in down.rows]
    assert [row.lead for row in up.rows] == pytest.approx(
        [row.lead for row in down.rows], nan_ok=True
    )


def test_the_rival():
    result = multiverse(read(frame_of()), rival="a0")
    assert result.rival == "a0"
    assert all(math.isnan(row.lead) == (row.name == "a0") for row in result.rows)
    with pytest.raises(OptionError, match="another algorithm than the leader"):
        multiverse(read(frame_of()), rival=result.leader)


def test_what_is_said():
    result = multiverse(read(frame_of(n=25, step=0.9)))
    first, second, *_, last = result.interpretation
    assert first == "a3 is the best in 57 of 57 analyses."
    assert second.startswith("a3 is ahead of a0")
    assert "A p-value that was chosen among them means nothing." in last
    doubt = multiverse(
        read(frame_of()).__class__.from_frame(
            frame_of().assign(fold=range(12)).reset_index(drop=True), Roles(score="accuracy")
        )
    )
    assert any(
        sentence.startswith("All these p-values are in doubt") for sentence in doubt.interpretation
    )


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"tests": ()}, "tests must list different choices"),
        ({"tests": "wilcoxon"}, "tests must list different choices"),
        ({"corrections": ("holm", "holm")}, "corrections must list"),
        ({"aggregations": ("mode",)}, "aggregations must be one of"),
        ({"most": 0}, "most must be"),
    ],
)
def test_options(options, words):
    with pytest.raises(OptionError, match=words):
        multiverse(read(frame_of()), **options)


def test_independent_runs_have_no_pairs():
    rows = frame_of().melt(var_name="algorithm", value_name="accuracy")
    with pytest.raises(DesignError, match="independent runs"):
        multiverse(Scores.from_frame(rows, Roles()))


def test_a_leader_that_shares_the_first_place_is_not_called_the_best():
    frame = pd.DataFrame({"a": np.linspace(0.5, 0.8, 8), "b": np.linspace(0.5, 0.8, 8)})
    result = frame.assign(c=0.4).bench(score="accuracy").multiverse()
    assert "a shares first place in" in result.summary
    assert result.interpretation[0].startswith("a shares first place in")
    frame.loc[0, "a"] += 0.1
    result = frame.assign(c=0.4).bench(score="accuracy").multiverse()
    # without the one dataset on which they differ, they share it; or their medians are equal
    assert "a is the best or shares first place in" in result.summary
    frame["a"] += 0.01
    assert "a is the best in" in frame.assign(c=0.4).bench(score="accuracy").multiverse().summary
