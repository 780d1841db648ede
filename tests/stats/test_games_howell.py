import pytest
from published import by_pair, cases

from benchreport.stats import games_howell


@pytest.mark.parametrize(("scores", "answer"), cases("oneway"))
def test_against_r(scores, answer):
    """ptukey and qtukey of R 4.2.2 on Welch's t and dof; they are good to about 1e-8."""
    rows = by_pair(games_howell(scores))
    for pair in answer["pairs"]:
        row = rows[pair["first"], pair["second"]]
        assert row.p_adjusted == pytest.approx(pair["games_howell_p"], rel=1e-6, abs=2e-7)
        found = row.interval[:2]
        expected = pair["games_howell_low"], pair["games_howell_high"]
        assert found == pytest.approx(expected, rel=1e-5, abs=1e-6)
