import numpy as np
import pandas as pd
import pytest
from looped import loop_over
from published import by_pair, cases

import benchreport
from benchreport.data import Scores
from benchreport.stats import dunn, kruskal


@loop_over(("scores", "answer"), cases("run_pairs"))
def test_against_r(scores, answer):
    """Dunn (1964), with its correction for ties, in R 4.2.2."""
    rows = by_pair(dunn(scores))
    for pair in answer["joint"]:
        row = rows[pair["first"], pair["second"]]
        assert row.difference == pytest.approx(pair["difference"], abs=1e-10)
        assert row.statistic == pytest.approx(pair["dunn_z"], rel=1e-9, abs=1e-9)
        assert row.p_value == pytest.approx(pair["dunn_p"], rel=1e-8)


def test_two_algorithms_are_kruskals_test():
    runs = pd.DataFrame({"algorithm": list("aaabbbbb"), "auc": [1.0, 2, 2, 3, 4, 2, 5, 6]})
    scores = Scores.from_frame(runs)
    (pair,), whole = dunn(scores).comparisons, kruskal(scores)
    assert pair.statistic**2 == pytest.approx(whole.statistic, rel=1e-12)
    assert pair.p_value == pytest.approx(whole.p_value, rel=1e-12)


@pytest.mark.parametrize("name", ["dunn", "conover_iman", "kruskal_nemenyi", "steel_dwass"])
def test_the_better_one_follows_the_direction(name):
    runs = pd.DataFrame({"algorithm": np.repeat(list("abc"), 6), "speed": np.arange(18.0)})
    for higher, best in ((True, "c"), (False, "a")):
        result = getattr(benchreport.bench(runs)(higher_is_better=higher), name)()
        assert result.comparisons[1].favours == best
        assert result.centres[2 if higher else 0] == min(result.centres) == 3.5


def test_constant_scores_have_no_difference():
    runs = pd.DataFrame({"algorithm": np.repeat(list("abc"), 3), "auc": 0.5})
    assert {
        (row.statistic, row.p_adjusted) for row in dunn(Scores.from_frame(runs)).comparisons
    } == {(0.0, 1.0)}
