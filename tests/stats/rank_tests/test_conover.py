import pytest
from looped import loop_over
from published import by_pair, cases

from benchreport.stats import conover


@loop_over(("scores", "answer"), cases("conover"))
def test_against_r(scores, answer):
    """Conover (1999), section 5.8, in R 4.2.2."""
    rows = by_pair(conover(scores))
    for pair, holm in zip(answer["pairs"], answer["adjusted"]["holm"], strict=True):
        row = rows[pair["first"], pair["second"]]
        assert row.statistic == pytest.approx(pair["t"], rel=1e-8, abs=1e-12)
        assert row.p_value == pytest.approx(pair["p"], rel=1e-7)
        assert row.p_adjusted == pytest.approx(holm, rel=1e-7)
