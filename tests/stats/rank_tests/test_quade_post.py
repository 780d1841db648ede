import math

import pytest
from looped import loop_over
from published import by_pair, cases

from benchreport.stats import quade_post


@loop_over(("scores", "answer"), cases("quade"))
def test_against_r(scores, answer):
    """Conover (1999), section 5.8, in R 4.2.2."""
    rows = by_pair(quade_post(scores))
    for pair in answer["pairs"]:
        row = rows[pair["first"], pair["second"]]
        blocks = len(scores.blocks)
        assert row.difference == pytest.approx(pair["difference"] / blocks, rel=1e-8, abs=1e-12)
        assert row.statistic == pytest.approx(pair["t"], rel=1e-8, abs=1e-12)
        assert row.p_value == pytest.approx(pair["p"], rel=1e-7)


def test_published_normal_form(garcia):
    """García et al. (2010): z of T_j = W_j / (N(N+1)/2), which is a variant of its own."""
    n, k = 30, 5
    row = quade_post(garcia, variant="published_z").comparisons[0]
    t = row.difference * 2 / (n + 1)
    z = t / math.sqrt(k * (k + 1) * (2 * n + 1) * (k - 1) / (18 * n * (n + 1)))
    assert row.statistic == pytest.approx(z)
    assert quade_post(garcia, variant="published_z").statistic_name == "z"
