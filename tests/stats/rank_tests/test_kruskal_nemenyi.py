import itertools

import numpy as np
import pandas as pd
import pytest
from looped import loop_over
from published import by_pair, cases

from benchreport.data import Scores
from benchreport.stats import dunn, kruskal_nemenyi


@loop_over(("scores", "answer"), cases("run_pairs"))
def test_against_r(scores, answer):
    """ptukey of R 4.2.2, which is good to about 1e-10, at √2·|z|."""
    rows, alone = by_pair(kruskal_nemenyi(scores)), by_pair(dunn(scores))
    for pair in answer["joint"]:
        name = pair["first"], pair["second"]
        assert rows[name].p_adjusted == pytest.approx(pair["nemenyi_p"], rel=1e-6, abs=1e-9)
        assert rows[name].statistic == pytest.approx(
            2**0.5 * abs(pair["dunn_z"]), rel=1e-9, abs=1e-9
        )
        assert rows[name].p_value == alone[name].p_value


@loop_over(("scores", "answer"), cases("run_pairs"))
def test_equal_numbers_of_runs_have_the_critical_difference_of_r(scores, answer):
    result = kruskal_nemenyi(scores)
    if len({len(sample) for sample in scores.samples}) > 1:
        assert result.critical_difference is None
        return
    # R's qtukey iterates until two values are 1e-4 apart
    expected = answer["joint"][0]["nemenyi_cd"]
    assert result.critical_difference == pytest.approx(expected, rel=1e-4)
    far = {row for row in result.comparisons if abs(row.difference) > result.critical_difference}
    assert far == set(result.small_p)


@pytest.mark.parametrize("sizes", [(2, 2, 2), (3, 3, 3), (2, 5, 3)])
def test_the_smallest_p_is_that_of_the_first_and_the_last(sizes):
    """Its own oracle: all orders of the algorithms, each of whose runs follow one another."""
    smallest = 1.0
    for order in itertools.permutations("abc"):
        names = [name for name in order for _ in range(sizes["abc".index(name)])]
        runs = pd.DataFrame({"algorithm": names, "auc": np.arange(float(len(names)))})
        result = kruskal_nemenyi(Scores.from_frame(runs))
        smallest = min(smallest, *(row.p_adjusted for row in result.comparisons))
    assert result.attainable == pytest.approx(smallest, rel=1e-12)


def test_equal_scores_have_no_critical_difference():
    runs = pd.DataFrame({"algorithm": list("aabbcc"), "auc": 0.5})
    assert kruskal_nemenyi(Scores.from_frame(runs)).critical_difference is None
