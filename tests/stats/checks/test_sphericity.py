import pytest
from looped import loop_over
from published import cases

from benchreport.stats import sphericity


@loop_over(("scores", "answer"), cases("anova"))
def test_against_r(scores, answer):
    """R gives Mauchly's test of orthonormal contrasts and the corrections for sphericity."""
    mauchly, gg, hf = sphericity(scores).rows
    expected = answer["sphericity"]
    if expected is None:
        assert mauchly.outcome in ("held", "not checked")
        return
    assert mauchly.statistic == pytest.approx(expected["w"], rel=1e-8)
    assert mauchly.p_value == pytest.approx(expected["p"], rel=1e-7)
    assert gg.statistic == pytest.approx(expected["gg"], rel=1e-8)
    assert hf.statistic == pytest.approx(expected["hf"], rel=1e-8)
