import pandas as pd
import pytest
from published import cases

from benchreport.data import Roles, Scores
from benchreport.errors import DesignError
from benchreport.stats import durbin, friedman

GAPS = ("balanced plan of gaps", "skillings_mack")


@pytest.mark.parametrize(("scores", "answer"), cases("durbin"))
def test_against_r(scores, answer):
    """ice_cream: Conover (1999), section 5.6, T1 = 12 with p = .062 and T2 = 8."""
    chi2, f = (durbin(scores, variant=variant) for variant in ("chi2", "f"))
    assert chi2.statistic == pytest.approx(answer["statistic"], rel=1e-8)
    assert chi2.p_value == pytest.approx(answer["p_value"], rel=1e-8)
    assert f.statistic == pytest.approx(answer["f"], rel=1e-8)
    assert f.p_value == pytest.approx(answer["f_p"], rel=1e-8)
    assert f.dof == tuple(answer["f_dof"])


def test_a_complete_table_is_friedmans(demsar):
    result, expected = durbin(demsar), friedman(demsar, variant="iman_davenport")
    assert result.statistic == pytest.approx(expected.statistic, rel=1e-10)
    assert result.effect_size == pytest.approx(
        friedman(demsar, ties="uncorrected", variant="chi2").effect_size
    )


def test_other_gaps_are_refused_with_a_way_out():
    frame = pd.DataFrame({"a": [3.0, 2, None], "b": [2.0, 1, 5], "c": [1.0, 3, 2]})
    with pytest.raises(DesignError, match="balanced plan of gaps; found 2 to 3 scores") as caught:
        durbin(Scores.from_frame(frame, Roles(score="accuracy")))
    assert "skillings_mack" in caught.value.hint
