import pytest
from published import by_pair, five_by_two, oracle

from benchreport.stats import cv5x2_f

ANSWERS = oracle("cv5x2")["cases"]


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_against_r(answer):
    """Alpaydin (1999), in R 4.2.2."""
    rows = by_pair(cv5x2_f(five_by_two(answer)))
    for pair in answer["pairs"]:
        row = rows[pair["first"], pair["second"]]
        assert row.statistic == pytest.approx(pair["f"], rel=1e-8)
        assert row.p_value == pytest.approx(pair["f_p"], rel=1e-8)
