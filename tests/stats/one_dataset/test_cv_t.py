import pytest
from looped import loop_over
from published import as_folds, by_pair, cases

from benchreport.stats import cv_t


@loop_over(("scores", "answer"), cases("t_tests"))
def test_against_r(scores, answer):
    """R 4.2.2 t.test(paired = TRUE) over the folds."""
    result = cv_t(as_folds(scores))
    rows = by_pair(result)
    for pair in answer["pairs"]:
        row = rows[pair["first"], pair["second"]]
        assert row.statistic == pytest.approx(pair["t"], rel=1e-8, abs=1e-12)
        assert row.p_value == pytest.approx(pair["p"]["two_sided"], rel=1e-7)
    assert result.assumptions[0].outcome == "violated"
    assert "Dietterich" in result.assumptions[0].evidence
