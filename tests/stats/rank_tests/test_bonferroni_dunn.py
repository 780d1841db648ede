import pytest
from looped import loop_over
from published import cases

from benchreport.errors import DesignError, OptionError
from benchreport.stats import bonferroni_dunn


@loop_over(("scores", "answer"), cases("bonferroni_dunn"))
def test_against_r(scores, answer):
    for control, expected in answer["controls"].items():
        result = bonferroni_dunn(scores, control=control)
        rows = {row.first: row for row in result.comparisons}
        assert all(row.second == control for row in result.comparisons)
        for pair in expected["pairs"]:
            row = rows[pair["other"]]
            # R has control − algorithm; ours is algorithm − control
            assert row.statistic == pytest.approx(-pair["z"], rel=1e-8, abs=1e-12)
            assert row.p_value == pytest.approx(pair["p"], rel=1e-8)
            assert row.p_adjusted == pytest.approx(pair["p_adjusted"], rel=1e-8)
    for level, cd in answer["cd"].items():
        test = bonferroni_dunn(scores, control=scores.algorithms[0], alpha=float(level))
        assert test.critical_difference == pytest.approx(cd, rel=1e-8)


def test_demsar_2006_as_printed(demsar):
    """Demšar (2006), section 3.2.3: q 2.394 and CD 1.168 at .05 against C4.5."""
    result = bonferroni_dunn(demsar, control="C4.5")
    assert result.critical_difference == pytest.approx(1.168, abs=5e-4)
    assert result.better_than("C4.5") == ("C4.5+m+cf",)


def test_unknown_control(demsar):
    with pytest.raises(DesignError, match="control='svm' is not among the algorithms"):
        bonferroni_dunn(demsar, control="svm")


def test_groups_need_all_pairs(demsar):
    with pytest.raises(OptionError, match="groups and letters need all pairs"):
        bonferroni_dunn(demsar, control="C4.5").groups()
