import sys

import numpy as np
import pandas as pd
import pytest
from published import by_pair, published
from scipy import stats

from benchreport.data import Roles, Scores
from benchreport.errors import DesignError, OptionError
from benchreport.stats import sign, wilcoxon
from benchreport.stats.description.multi_comparison import multi_comparison

ROUNDING = 0.0

ORACLE = "scipy.stats.wilcoxon, and loops over pairs"


def table(values, **roles):
    return Scores.from_frame(pd.DataFrame(values), Roles(score="accuracy", **roles))


@pytest.mark.parametrize("name", ["demsar2006", "hitrate", "garcia_herrera2008"])
def test_against_loops_and_scipy(name):
    scores = published(name)
    result = multi_comparison(scores, correction="none")
    values = scores.frame
    for row, count in zip(result.comparisons, result.counts, strict=True):
        first, second = values[row.first], values[row.second]
        differences = (first - second).round(10)
        assert row.difference == pytest.approx(float(differences.mean()), abs=1e-9)
        wins = sum(a > b for a, b in zip(first, second, strict=True))
        losses = sum(a < b for a, b in zip(first, second, strict=True))
        assert count == (wins, len(first) - wins - losses, losses)
        other = differences[differences != 0]
        if len(set(other.abs())) == len(other):
            expected = stats.wilcoxon(other, method="exact").pvalue if len(other) else 1.0
            assert row.p_value == pytest.approx(expected)
        assert row.effect_size == pytest.approx((wins + count.ties / 2) / len(first))


def test_demsar_2006_as_printed():
    """Demšar (2006), section 3.1.3: R+ is 93 and R− 12 for C4.5+m against C4.5 on 14 datasets."""
    rows = by_pair(multi_comparison(published("demsar2006"), zeros="zsplit"))
    assert rows["C4.5", "C4.5+m"].statistic == 12
    assert rows["C4.5", "C4.5+m"].favours == "C4.5+m"


def test_agrees_with_the_procedures_for_pairs(hitrate):
    result = multi_comparison(hitrate)
    for row, other, count, by_sign in zip(
        result.comparisons,
        wilcoxon(hitrate).comparisons,
        result.counts,
        sign(hitrate).comparisons,
        strict=True,
    ):
        assert (row.p_value, row.p_adjusted) == (other.p_value, other.p_adjusted)
        assert (row.statistic, row.favours) == (other.statistic, other.favours)
        assert count.wins == by_sign.statistic


def test_a_pair_does_not_depend_on_the_other_algorithms(garcia):
    """The matrix is designed for this: it does not change with the set of algorithms."""
    of_all = by_pair(multi_comparison(garcia, correction="none"))
    some = garcia.frame[list(garcia.algorithms[1:3])]
    some.columns.name = None
    alone = multi_comparison(table(some), correction="none").comparisons[0]
    assert of_all[alone.first, alone.second] == alone


def test_wins_are_of_the_better_and_centres_are_means():
    lower = multi_comparison(
        table({"a": [1.0, 2.0, 3.0], "b": [2.0, 2.0, 5.0]}, higher_is_better=False)
    )
    assert lower.counts[0] == (2, 1, 0)
    assert lower.comparisons[0].difference == -1.0
    assert lower.centres == (2.0, 3.0)
    assert lower.order == (0, 1)
    assert lower.comparisons[0].favours == "a"
    assert lower.table.loc[0, ["wins", "ties", "losses"]].tolist() == [2, 1, 0]


def test_chunks_give_what_one_piece_gives(monkeypatch, garcia):
    at_once = multi_comparison(garcia)
    module = sys.modules["benchreport.stats.description.multi_comparison"]
    monkeypatch.setattr(module, "MOST_DIFFERENCES", 70)
    assert multi_comparison(garcia).to_dict() == at_once.to_dict()


def test_three_hundred_algorithms():
    values = np.random.default_rng(0).normal(size=(12, 300))
    result = multi_comparison(table(values))
    assert len(result.counts) == len(result.comparisons) == 44850
    assert {sum(count) for count in result.counts} == {12}


def test_equal_scores_everywhere():
    result = multi_comparison(table(np.ones((6, 3))))
    assert set(result.counts) == {(0, 6, 0)}
    assert (result.table["p_adjusted"] == 1).all()
    assert (result.table["difference"] == 0).all()


def test_options_and_gaps_are_refused():
    scores = table({"a": [1.0, 2.0], "b": [2.0, 1.0]})
    with pytest.raises(OptionError, match="alpha must lie"):
        multi_comparison(scores, alpha=5)
    with pytest.raises(OptionError, match="zeros must be"):
        multi_comparison(scores, zeros="keep")
    with pytest.raises(OptionError, match="correction must be"):
        multi_comparison(scores, correction="tukey")
    with pytest.raises(DesignError, match="multi_comparison needs every"):
        multi_comparison(table({"a": [1.0, np.nan], "b": [2.0, 1.0]}))
