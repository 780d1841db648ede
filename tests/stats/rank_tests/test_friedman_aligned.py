import numpy as np
import pytest
from looped import loop_over
from published import cases

from benchreport.stats import friedman_aligned


@loop_over(("scores", "answer"), cases("friedman_aligned"))
def test_against_r(scores, answer):
    """The published formula is for data without ties; with ties, the variance is that of the tied ranks."""
    result = friedman_aligned(scores)
    assert result.statistic == pytest.approx(answer["statistic_tied"], rel=1e-8)
    assert result.p_value == pytest.approx(answer["p_value_tied"], rel=1e-8)
    assert result.mean_ranks == pytest.approx(answer["mean_ranks"], rel=1e-12)
    cells = scores.values.size
    if len(np.unique(answer["mean_ranks"])) and answer["statistic"] == answer["statistic_tied"]:
        assert np.mean(result.mean_ranks) == pytest.approx((cells + 1) / 2)
