import pandas as pd
import pytest
from looped import loop_over
from published import cases

from benchreport.data import Roles, Scores
from benchreport.errors import DesignError
from benchreport.stats import friedman, skillings_mack

ROUNDING = 1e-12  # the answer uses a generalised inverse


@loop_over(("scores", "answer"), cases("skillings_mack"))
def test_against_r(scores, answer):
    """assembly: Skillings & Mack (1981), 15.493; R's MASS::ginv for the rest."""
    tied, untied = (
        skillings_mack(scores, ties=treatment) for treatment in ("corrected", "uncorrected")
    )
    assert untied.statistic == pytest.approx(answer["statistic"], rel=1e-8)
    assert untied.p_value == pytest.approx(answer["p_value"], rel=1e-8)
    assert tied.statistic == pytest.approx(answer["statistic_tied"], rel=1e-8)
    assert tied.p_value == pytest.approx(answer["p_value_tied"], rel=1e-8)


@pytest.mark.parametrize("ties", ["corrected", "uncorrected"])
def test_complete_tables_are_friedmans(demsar, ties):
    result, expected = (
        skillings_mack(demsar, ties=ties),
        friedman(demsar, variant="chi2", ties=ties),
    )
    assert result.statistic == pytest.approx(expected.statistic, rel=1e-10)
    assert result.mean_ranks == pytest.approx(expected.mean_ranks)
    assert skillings_mack(demsar, ties="uncorrected").effect_size == pytest.approx(
        friedman(demsar, ties="uncorrected", variant="chi2").effect_size, rel=0.01
    )


def test_algorithms_that_never_meet():
    rows = [(1, 2, None, None), (2, 1, None, None), (None, None, 1, 2), (None, None, 2, 1)]
    frame = pd.DataFrame(rows, columns=list("abcd"), dtype=float)
    with pytest.raises(DesignError, match="no dataset links a to c, d"):
        skillings_mack(Scores.from_frame(frame, Roles(score="accuracy")))


def test_a_block_with_one_score_says_nothing():
    frame = pd.DataFrame({"a": [3.0, 2, 4, 1], "b": [2.0, 1, 5, None], "c": [1.0, 3, 2, None]})
    frame.index = [*"wxyz"]
    scores = Scores.from_frame(frame, Roles(score="accuracy"))
    fewer = Scores.from_frame(frame.iloc[:3], Roles(score="accuracy"))
    result = skillings_mack(scores)
    assert result.statistic == pytest.approx(skillings_mack(fewer).statistic)
    assert any("one score only" in warning for warning in result.warnings)
