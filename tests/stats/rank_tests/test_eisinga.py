import itertools

import numpy as np
import pandas as pd
import pytest
from published import by_pair, oracle, published

from benchreport.data import Roles, Scores
from benchreport.numerics.nulls.rank_sum_difference import exact_p
from benchreport.stats import eisinga, rank_z

ANSWERS = oracle("eisinga")


@pytest.mark.parametrize("answer", ANSWERS["cases"].values(), ids=ANSWERS["cases"])
def test_the_null_against_r(answer):
    """Eisinga et al. (2017) in R; k = n = d = 100 gives .8085251 in their script's header."""
    ranks = np.tile(np.arange(1, answer["k"] + 1), (answer["n"], 1))
    assert exact_p(ranks, answer["d"]) == pytest.approx(answer["p"], rel=1e-8)


@pytest.mark.parametrize("name", ANSWERS["tables"])
def test_tables_against_r(name):
    rows = by_pair(eisinga(published(name), variant="exact"))
    for pair in ANSWERS["tables"][name]["pairs"]:
        assert rows[pair["first"], pair["second"]].p_value == pytest.approx(pair["p"], rel=1e-8)


def test_ties_are_enumeration():
    ranks = np.array([[1.5, 1.5, 3], [1, 2, 3], [2, 2, 2]])
    sums = [
        sum(order[0] - order[1] for order in orders)
        for orders in itertools.product(*(itertools.permutations(row) for row in ranks))
    ]
    expected = [np.mean(np.abs(sums) >= difference) for difference in (0.5, 1, 2, 3)]
    assert exact_p(ranks, [0.5, 1, 2, 3]) == pytest.approx(expected)


def test_large_tables_are_normal():
    rng = np.random.default_rng(2)
    frame = pd.DataFrame(rng.normal(size=(400, 60)))
    scores = Scores.from_frame(frame, Roles(score="accuracy"))
    result = eisinga(scores)
    assert result.variant == "normal"
    other = rank_z(scores)
    assert result.comparisons[0].p_value == pytest.approx(other.comparisons[0].p_value)
