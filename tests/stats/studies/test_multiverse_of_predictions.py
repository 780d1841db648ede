"""A multiverse of predictions: each cell is the direct call on the frame that it is of, bit for bit."""

import math

import numpy as np
import pandas as pd
import pytest
from needs import LONG, longer

from benchreport import stats
from benchreport.data import Predictions, Roles
from benchreport.errors import DesignError, OptionError
from benchreport.stats.studies.multiverse import multiverse

TASKS = 7


def made_log(*, samples=2, models=4, tasks=TASKS, seed=4):
    """Draw a log of right and wrong answers: questions of passages, which are of tasks."""
    rng = np.random.default_rng(seed)
    passages, questions = 4 * tasks, 12 * tasks
    passage = np.arange(questions) % passages
    ease = rng.normal(size=(questions, 1)) + 0.4 * rng.normal(size=(passages, models))[passage]
    right = rng.normal(size=(samples, questions, models)) + ease + 0.3 * np.arange(models) > 0
    keys = {
        "task": [f"t{number % tasks}" for number in passage],
        "passage": [f"p{number:02}" for number in passage],
        "question": [f"q{number}" for number in range(questions)],
    }
    names = [f"m{place}" for place in range(models)]
    parts = [
        pd.DataFrame(table, columns=names).assign(**keys, sample=n) for n, table in enumerate(right)
    ]
    log = pd.concat(parts).melt([*keys, "sample"], var_name="model", value_name="correct")
    return log.assign(correct=log["correct"].astype(int))


def read(log, **roles):
    return Predictions.from_frame(log, Roles(dataset="task", example="question", **roles))


@pytest.fixture(scope="module")
def uneven():
    log = made_log()
    # one model was asked less often
    return log[(log["model"] != "m1") | (log["sample"] == 0) | (log["question"].str[-1] < "5")]


def part_of(log, row):
    """Return the frame that an analysis is of."""
    if row.left_out:
        column = {"dataset": "task", "cluster": "passage", "model": "model"}[row.left_out]
        log = log[log[column] != row.name]
    return log


def call_directly(log, row):
    roles = {"missing": "drop"} if row.gaps == "same_samples" else {}
    part = part_of(log, row)
    table = read(part, **roles)
    varied = table
    if row.clusters == "datasets":
        varied = Predictions.from_frame(part, Roles(example="question", cluster="task", **roles))
    test = getattr(stats, row.test)
    options = {} if row.test == "mcnemar" else {"metric": row.metric}
    result = test(varied, correction=row.correction, **options)
    if row.aggregation == "mean":
        again = stats.paired_difference(varied, metric=row.metric)
        values = dict(zip(again.design.algorithms, again.centres, strict=True))
    else:
        by = row.aggregation.removeprefix("dataset_")
        resample = "datasets" if len(table.datasets) > 1 else "examples"
        ranked = stats.rank_sets(table, by=by, resample=resample)
        sign = -1 if by == "mean_rank" else 1
        values = {each.algorithm: sign * each.estimate for each in ranked.rows}
    return result, values, table


@LONG
@pytest.mark.parametrize(
    "kind",
    ["samples", "plain", *(longer(kind) for kind in ("uneven", "one dataset"))],
)
def test_every_analysis_is_the_direct_call_bit_for_bit(kind, uneven):
    log = {
        "samples": made_log,
        "uneven": lambda: uneven,
        "plain": lambda: made_log(samples=1).drop(columns=["sample", "passage"]),
        "one dataset": lambda: made_log(tasks=1, samples=3),
    }[kind]()
    result = multiverse(read(log))
    leader, rival = result.leader, result.rival
    assert 15 <= len(result.rows) <= 64
    whole = [row for row in result.rows if not row.left_out]
    parts = [row for row in result.rows if row.left_out]
    assert len(parts) > 4
    for row in (*whole[::2], *parts[::4]):
        test, values, table = call_directly(log, row)
        assert row.n_blocks == table.n_units
        pair = {frozenset((each.first, each.second)): each for each in test.comparisons}
        of_both = pair.get(frozenset((leader, rival)))
        if of_both is not None:
            assert (row.p_value, row.p_adjusted) == (of_both.p_value, of_both.p_adjusted)
            assert row.lead == values[leader] - values[rival]
        better = {each.favours for each in test.small_p if leader in (each.first, each.second)}
        assert (bool(row.ahead), {*row.behind}) == (leader in better, better - {leader})
        top = max(values.values())
        assert row.best == tuple(name for name in table.algorithms if values[name] >= top - 1e-12)


def test_the_choices_are_those_that_the_table_leaves(uneven):
    def levels(table, axis):
        return {getattr(row, axis) for row in multiverse(table).rows}

    plain = read(made_log(samples=1).drop(columns=["sample", "passage"]))
    assert levels(plain, "test") == {"paired_difference", "mcnemar"}
    assert levels(plain, "clusters") == {"examples", "datasets"}
    assert levels(plain, "gaps") == {"complete"}
    of_samples = read(made_log())
    assert levels(of_samples, "test") == {"paired_difference"}
    assert levels(of_samples, "clusters") == {"clusters", "datasets"}
    assert levels(read(uneven), "gaps") == {"own_samples", "same_samples"}
    # five datasets are too few to stand for others, and clusters of several datasets are in none
    assert levels(read(made_log(tasks=5)), "clusters") == {"clusters"}
    crossing = made_log().assign(passage=lambda log: "p" + log["question"].str[-1])
    assert levels(read(crossing), "clusters") == {"clusters"}


def test_what_favours_the_leader_is_left_out_first():
    log = made_log()
    result = multiverse(read(log), most=20)
    means = log.pivot_table(index=["task", "question"], columns="model", values="correct")
    lead = means[result.leader] - means[result.rival]
    favour = (lead - lead.mean()).groupby("task").sum().sort_values(ascending=False)
    left = [row.name for row in result.rows if row.left_out == "dataset"]
    assert left == [*favour.index[: len(left)]]
    assert result.not_tried == TASKS - len(left) + 2 - sum(
        row.left_out == "model" for row in result.rows
    )
    assert f"{result.not_tried} of the datasets" in " ".join(result.interpretation)
    assert len(result.rows) == 20


def test_metrics_are_a_choice():
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 2, 80)
    chances = np.clip(truth[:, None] * 0.4 + 0.3 + rng.normal(0, 0.2, (80, 3)), 0.02, 0.98)
    frame = pd.DataFrame(chances, columns=[f"m{place}_probability" for place in range(3)])
    table = Predictions.from_frame(frame.assign(y_true=truth))
    result = multiverse(table, metrics=("accuracy", "brier"), leave_out=False)
    assert result.crossed == ("metric", "aggregation", "test", "correction")
    for row in result.rows:
        if row.test == "paired_difference" and row.aggregation == "mean":
            same = stats.paired_difference(table, metric=row.metric, correction=row.correction)
            [pair] = [
                each
                for each in same.comparisons
                if {each.first, each.second} == {result.leader, result.rival}
            ]
            assert (row.p_value, row.p_adjusted) == (pair.p_value, pair.p_adjusted)
            # leads are above 0 where the leader is better, of losses too
            assert abs(row.lead) == abs(pair.difference)
            assert (row.lead > 0) == (pair.favours == result.leader or row.p_adjusted > 0.05)
    assert "metric" in result.table


def test_one_of_two_models_cannot_be_left_out():
    result = multiverse(read(made_log(models=2)))
    assert {row.left_out for row in result.rows} == {"", "dataset"}
    assert not any(math.isnan(row.lead) for row in result.rows)


def test_errors_name_a_way_out():
    table = read(made_log())
    with pytest.raises(OptionError, match="aggregations must be one of"):
        multiverse(table, aggregations=("iqm",))
    with pytest.raises(OptionError, match="tests must be one of"):
        multiverse(table, tests=("wilcoxon",))
    with pytest.raises(OptionError, match="another model than the leader"):
        multiverse(table, rival=multiverse(table).leader)
    with pytest.raises(DesignError, match="takes examples as independent"):
        multiverse(table, tests=("mcnemar",))
    weighted = made_log(samples=1).drop(columns="sample").assign(weight=2.0)
    with pytest.raises(DesignError, match="these are weighted"):
        multiverse(read(weighted))
