import json
import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchreport.data import Roles, Scores
from benchreport.errors import DesignError, OptionError
from benchreport.stats.one_dataset.one_standard_error import one_standard_error

ORACLE = "five folds by hand, and the definition"

# five folds; by hand: the best, d = 8, has mean .84 and sd √(.001/4), thus SE √(.001/4/5)
FOLDS = {
    "d = 1": [0.70, 0.72, 0.74, 0.71, 0.73],
    "d = 2": [0.83, 0.84, 0.82, 0.85, 0.84],
    "d = 4": [0.84, 0.83, 0.84, 0.83, 0.85],
    "d = 8": [0.82, 0.83, 0.84, 0.85, 0.86],
    "d = 16": [0.80, 0.81, 0.85, 0.84, 0.83],
}
ORDER = list(FOLDS)


def table(folds, *, higher=True, repeat=False, **roles):
    frame = pd.DataFrame(folds)
    if repeat:
        frame["fold"] = range(len(frame))
    return Scores.from_frame(frame, Roles(score="loss", higher_is_better=higher, **roles))


def test_by_hand():
    result = one_standard_error(table(FOLDS), complexity=ORDER)
    best = result.row_of("d = 8")
    assert (result.best, result.chosen) == ("d = 8", "d = 2")
    assert best.mean == pytest.approx(0.84)
    assert best.standard_error == pytest.approx(math.sqrt(0.001 / 4 / 5))
    assert result.limit == pytest.approx(0.84 - math.sqrt(0.001 / 4 / 5))
    assert result.within == ("d = 2", "d = 4", "d = 8")
    assert result.table["behind"].tolist() == pytest.approx([0.12, 0.004, 0.002, 0.0, 0.014])
    assert result.table["role"].tolist() == ["", "chosen", "", "best", ""]


def test_lower_is_better_mirrors():
    losses = {name: [1 - score for score in scores] for name, scores in FOLDS.items()}
    result = one_standard_error(table(losses, higher=False), complexity=ORDER)
    assert (result.best, result.chosen) == ("d = 8", "d = 2")
    assert result.limit == pytest.approx(0.16 + math.sqrt(0.001 / 4 / 5))


def test_the_order_is_the_callers_not_the_tables():
    scores = table({name: FOLDS[name] for name in sorted(FOLDS, reverse=True)})
    assert one_standard_error(scores, complexity=ORDER).chosen == "d = 2"
    backwards = one_standard_error(scores, complexity=ORDER[::-1])
    assert [row.name for row in backwards.rows] == ORDER[::-1]
    assert backwards.chosen == "d = 8"


def test_the_simplest_of_equal_means_is_best():
    """The scores are the same in another order: their sums would differ in the last bit."""
    rng = np.random.default_rng(5)
    values = rng.uniform(size=31)
    folds = {"a": values, "b": np.sort(values), "c": values[::-1], "d": values - 9}
    for order in (["d", "b", "a", "c"], ["c", "a", "d", "b"]):
        result = one_standard_error(table(folds), complexity=order)
        assert result.best == result.chosen == next(name for name in order if name != "d")


def test_at_the_very_limit_is_within():
    """The mean is 12 and the SE 1 (sd 2, four folds), against a mean of 11, in units that round."""
    for unit in (1.0, 0.1, 0.01, 1 / 3):
        best = np.array([10, 12, 12, 14]) * unit * math.sqrt(1.5)
        other = np.full(4, 12 * unit * math.sqrt(1.5) - unit)
        scores = table({"simple": other, "complex": best})
        result = one_standard_error(scores, complexity=["simple", "complex"])
        assert result.row_of("complex").standard_error == pytest.approx(unit)
        assert result.chosen == "simple"
        beyond = table({"simple": other - 1e-9 * unit, "complex": best})
        assert one_standard_error(beyond, complexity=["simple", "complex"]).chosen == "complex"


def test_without_spread_only_equals_are_within():
    scores = table({"a": [0.5, 0.5], "b": [0.9, 0.9], "c": [0.9, 0.9]})
    result = one_standard_error(scores, complexity=["a", "b", "c"])
    assert (result.best, result.chosen, result.within) == ("b", "b", ("b", "c"))


@given(
    st.lists(st.lists(st.integers(0, 50), min_size=4, max_size=4), min_size=2, max_size=6),
    st.booleans(),
)
def test_the_definition(columns, higher):
    folds = {f"c{place}": np.array(column, float) for place, column in enumerate(columns)}
    result = one_standard_error(table(folds, higher=higher), complexity=list(folds))
    sign = 1 if higher else -1
    means = {name: sign * column.mean() for name, column in folds.items()}
    best = max(means, key=means.get)
    error = folds[best].std(ddof=1) / 2
    inside = [name for name in folds if means[name] >= means[best] - error - 1e-9]
    assert (result.best, result.chosen) == (best, inside[0])
    assert result.within == tuple(inside)


def test_independent_runs_have_their_own_numbers():
    frame = pd.DataFrame(
        {"algorithm": list("aaabbbbb"), "accuracy": [0.80, 0.79, 0.81, 0.8, 0.82, 0.84, 0.8, 0.82]}
    )
    result = one_standard_error(Scores.from_frame(frame), complexity=["a", "b"])
    assert [row.n for row in result.rows] == [3, 5]
    assert result.row_of("b").standard_error == pytest.approx(math.sqrt(0.00112 / 4 / 5))
    assert result.chosen == "b"


def test_a_single_run_has_no_error():
    frame = pd.DataFrame({"algorithm": list("aab"), "accuracy": [0.80, 0.79, 0.9]})
    scores = Scores.from_frame(frame)
    with pytest.raises(DesignError, match="b has a single run"):
        one_standard_error(scores, complexity=["a", "b"])
    frame["accuracy"] = [0.80, 0.79, 0.1]
    result = one_standard_error(Scores.from_frame(frame), complexity=["b", "a"])
    assert result.chosen == "a"
    assert "–" in result.display["SE"].tolist()


def test_configurations_must_all_be_named():
    scores = table(FOLDS)
    with pytest.raises(OptionError, match=r"missing d = 8, d = 16, unknown d = 3") as caught:
        one_standard_error(scores, complexity=["d = 1", "d = 2", "d = 3", "d = 4"])
    assert "complexity=['d = 1'" in caught.value.hint
    with pytest.raises(OptionError, match="more than once d = 1"):
        one_standard_error(scores, complexity=[*ORDER, "d = 1"])
    with pytest.raises(OptionError, match="unknown d"):
        one_standard_error(scores, complexity="d")
    with pytest.raises(OptionError, match="got a mapping") as caught:
        one_standard_error(scores, complexity=dict.fromkeys(ORDER, 1.0))
    assert "sorted(" in caught.value.hint


def test_gaps_are_refused():
    folds = {**FOLDS, "d = 1": [0.7, None, 0.74, 0.71, 0.73]}
    with pytest.raises(DesignError, match="1 of 25 cells has no score"):
        one_standard_error(table(folds), complexity=ORDER)


def test_repeats_on_one_dataset_are_doubtful():
    result = one_standard_error(table(FOLDS, repeat=True), complexity=ORDER)
    assert {"not checked", "doubtful"} == {assumption.outcome for assumption in result.assumptions}
    assert "share training data" in str(result)


def test_the_summary_and_the_dict():
    result = one_standard_error(table(FOLDS), complexity=ORDER)
    assert result.summary == (
        "One-standard-error rule: d = 2 (0.836) is the simplest within one standard error of the best, "
        "d = 8 (0.840, SE 0.007)"
    )
    assert result.interpretation[0] == (
        "2 configurations are more than one standard error from the best."
    )
    assert json.loads(json.dumps(result.to_dict()))["chosen"] == "d = 2"
    alone = one_standard_error(table(FOLDS), complexity=["d = 8", *ORDER[:3], "d = 16"])
    assert alone.summary.endswith(
        "has the best mean and is the simplest within one standard error of it"
    )
