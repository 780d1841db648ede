import pytest
from looped import loop_over
from published import by_pair, cases

from benchreport.errors import OptionError
from benchreport.stats import nemenyi, rank_z


@loop_over(("scores", "answer"), cases("rank_z"))
def test_against_r(scores, answer):
    """R 4.2.2 pnorm and p.adjust."""
    rows = by_pair(rank_z(scores))
    for pair in answer["pairs"]:
        row = rows[pair["first"], pair["second"]]
        assert row.difference == pytest.approx(pair["difference"], rel=1e-8, abs=1e-12)
        assert row.statistic == pytest.approx(pair["z"], rel=1e-8, abs=1e-12)
        assert row.p_value == pytest.approx(pair["p"], rel=1e-8)
    for correction, expected in answer["adjusted"].items():
        p_values = [row.p_adjusted for row in rank_z(scores, correction=correction).comparisons]
        assert p_values == pytest.approx(expected, rel=1e-8), correction


def test_garcia_herrera_2008_as_printed(garcia):
    """García & Herrera (2008): ten comparisons, of which 4, 5, 6 and 8 are rejected at .05."""
    rejections = {
        name: len(rank_z(garcia, correction=name).significant)
        for name in ("bonferroni", "holm", "shaffer", "bergmann_hommel")
    }
    assert rejections == {"bonferroni": 4, "holm": 5, "shaffer": 6, "bergmann_hommel": 8}
    row = by_pair(rank_z(garcia, correction="bergmann_hommel"))["C4.5", "CN2"]
    assert row.p_adjusted == pytest.approx(0.0382890, abs=5e-7)


@pytest.mark.parametrize("correction", ["shaffer", "bergmann_hommel"])
def test_corrections_for_all_pairs_refuse_a_control(garcia, correction):
    with pytest.raises(OptionError, match="relations among the hypotheses of all pairs") as caught:
        rank_z(garcia, correction=correction, control="C4.5")
    assert "holm" in caught.value.hint


def test_nemenyis_own_p_is_this_one(garcia):
    ours = [row.p_value for row in rank_z(garcia).comparisons]
    assert ours == pytest.approx([row.p_value for row in nemenyi(garcia).comparisons])
