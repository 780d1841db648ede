"""The smallest adjusted p-value of discrete tests, by enumeration of all possible outcomes."""

import itertools

import numpy as np
import pandas as pd
import pytest

from benchreport.data import Predictions, Roles, Scores
from benchreport.stats import friedman, mcnemar, nemenyi, permutation, rank_sum, sign, wilcoxon


def table(values):
    return Scores.from_frame(pd.DataFrame(values, columns=list("abc")[: len(values[0])]), ROLES)


ROLES = Roles(score="accuracy")
SIZES = np.array([1.0, 2.1, 4.3, 8.7, 17.1])


@pytest.mark.parametrize("test", [wilcoxon, sign, permutation])
@pytest.mark.parametrize("n", [3, 4, 5])
def test_no_signs_give_a_smaller_one(test, n):
    results = [
        test(table(np.column_stack([np.array(signs) * SIZES[:n], np.zeros(n)])))
        for signs in itertools.product((-1, 1), repeat=n)
    ]
    least = min(result.comparisons[0].p_adjusted for result in results)
    assert least == pytest.approx(2.0 ** (1 - n))
    assert all(result.attainable == pytest.approx(least) for result in results)


@pytest.mark.parametrize("values", [np.eye(60, 9), np.random.default_rng(0).normal(size=(60, 9))])
def test_drawn_arrangements_limit_it_too(values):
    """With 36 comparisons by 500 draws, 36/501 is above .05 for any scores."""
    frame = pd.DataFrame(values + np.arange(9) * 50)
    for scores, paired in (
        (Scores.from_frame(frame, ROLES), True),
        (Scores.from_frame(frame.melt(var_name="algorithm", value_name="accuracy"), ROLES), False),
    ):
        result = permutation(scores, n_resamples=500, paired=paired)
        assert result.attainable == pytest.approx(36 / 501)
        assert min(row.p_adjusted for row in result.comparisons) == pytest.approx(36 / 501)
        assert "with so few random arrangements (n_resamples)" in result.interpretation[-1]


@pytest.mark.parametrize("correction", ["holm", "bonferroni", "hochberg", "bh"])
def test_corrections_keep_it(correction):
    unanimous = np.column_stack([SIZES * 3, SIZES * 2 - 40, SIZES - 90])
    result = wilcoxon(table(unanimous), correction=correction)
    assert min(row.p_adjusted for row in result.comparisons) == pytest.approx(result.attainable)


def test_a_warning_where_nothing_could_be_significant():
    result = wilcoxon(table(np.column_stack([SIZES, np.zeros(5)])))
    assert (
        result.interpretation[-1]
        == "No pair could be significant: with 5 datasets, the p-value cannot be below .063."
    )
    ties = wilcoxon(table(np.zeros((12, 3)))).unattainable
    assert ties == "No pair could be significant: too many scores are tied."
    more = table(np.column_stack([np.arange(1.0, 9), np.zeros(8)]))
    assert wilcoxon(more).unattainable == ""


def test_ties_and_equal_answers_make_it_larger():
    values = np.column_stack([SIZES * [1, 1, 1, 0, 0], np.zeros(5)])
    assert wilcoxon(table(values)).attainable == 0.25
    assert sign(table(values)).attainable == 0.25
    right = pd.DataFrame({"m": [1] * 9 + [1, 1, 1], "n": [1] * 9 + [0, 0, 0]})
    result = mcnemar(Predictions.from_frame(right, Roles(task="correctness")))
    assert result.attainable == result.comparisons[0].p_adjusted == 0.25
    assert "so few examples on which the models differ" in result.unattainable


def test_rank_tests_of_samples_and_of_all_at_once():
    runs = pd.DataFrame({"algorithm": list("aaabbb"), "auc": [0.4, 0.5, 0.6, 0.1, 0.2, 0.3]})
    result = rank_sum(Scores.from_frame(runs))
    assert result.attainable == pytest.approx(result.comparisons[0].p_adjusted)
    values = [[3.0, 2, 1], [3, 2, 1]]
    result = nemenyi(table(values))
    assert result.attainable == pytest.approx(result.comparisons[1].p_adjusted)
    omnibus = friedman(table(values))
    assert omnibus.attainable == pytest.approx(omnibus.p_value)
    assert "No result could be significant: 3 algorithms on 2 datasets" in " ".join(
        omnibus.interpretation
    )
