import math

import numpy as np
import pandas as pd
import pytest
from looped import loop_over
from published import by_pair, cases

from benchreport.data import Scores
from benchreport.stats import conover_iman, kruskal


@loop_over(("scores", "answer"), cases("run_pairs"))
def test_against_r(scores, answer):
    """Conover (1999), section 5.2, in R 4.2.2."""
    rows = by_pair(conover_iman(scores))
    for pair in answer["joint"]:
        row = rows[pair["first"], pair["second"]]
        assert row.statistic == pytest.approx(pair["conover_t"], rel=1e-8, abs=1e-9)
        assert row.p_value == pytest.approx(pair["conover_p"], rel=1e-7)


def test_two_algorithms_are_the_f_test_of_ranks():
    runs = pd.DataFrame({"algorithm": list("aaabbbbb"), "auc": [1.0, 2, 2, 3, 4, 2, 5, 6]})
    scores = Scores.from_frame(runs)
    (pair,), f = conover_iman(scores).comparisons, kruskal(scores).tests[1]
    assert pair.statistic**2 == pytest.approx(f.statistic, rel=1e-10)
    assert pair.p_value == pytest.approx(f.p_value, rel=1e-10)


def test_equal_scores_within_each_have_the_chance_of_one_division():
    """Of 9 runs there are 9!/(3! 3! 3!) = 1,680 divisions among three algorithms."""
    runs = pd.DataFrame({"algorithm": np.repeat(list("abc"), 3), "auc": np.repeat([1.0, 2, 3], 3)})
    rows = conover_iman(Scores.from_frame(runs), correction="none").comparisons
    assert all(math.isinf(row.statistic) for row in rows)
    assert [row.p_value for row in rows] == pytest.approx([1 / 1680] * 3, rel=1e-12)
