import numpy as np
import pandas as pd
import pytest
from published import cases, oracle
from scipy import special

from benchreport.data import Roles, Scores
from benchreport.errors import OptionError
from benchreport.numerics.resampling.dirichlet import largest_of_three
from benchreport.stats import bayes_sign


def table(first, second, score="accuracy"):
    frame = pd.DataFrame({"a": first, "b": second}, dtype=float)
    return Scores.from_frame(frame, Roles(score=score))


def probabilities(row):
    return row.p_first, row.p_rope, row.p_second


DRAWN = 5 * np.sqrt(0.25 / oracle("bayes")["draws"])


@pytest.mark.parametrize(("scores", "answer"), cases("bayes"))
def test_against_baycomp(scores, answer):
    """baycomp 1.0.3 draws in SignTest: the tolerance is five of its standard errors."""
    rows = bayes_sign(scores, rope=answer["rope"]).rows
    for row, expected in zip(rows, answer["pairs"], strict=True):
        assert (row.first, row.second) == (expected["first"], expected["second"])
        assert probabilities(row) == pytest.approx(expected["bayes_sign"], abs=DRAWN)


def test_without_a_region_it_is_a_beta():
    """The larger of two parts is the incomplete beta function at one half; ties cancel out."""
    first, second = [5, 4, 3, 9, 2, 7, 1], [1, 2, 3, 8, 4, 5, 1]
    row = bayes_sign(table(first, second)).rows[0]
    assert row.p_first == pytest.approx(special.betainc(1, 4, 0.5), rel=1e-12)
    assert row.p_first == pytest.approx(1 - 0.5**4)
    assert row.p_rope == 0
    placed = bayes_sign(table(first, second), prior_at="second", prior_strength=2).rows[0]
    assert placed.p_first == pytest.approx(special.betainc(3, 4, 0.5), rel=1e-12)


def test_edges_are_inside():
    """0.9 − 0.8 is 0.1 as a decimal, and therefore not above a rope of 0.1."""
    row = bayes_sign(table([0.9, 0.7, 0.5], [0.8, 0.6, 0.1]), rope=0.1).rows[0]
    assert probabilities(row) == pytest.approx(largest_of_three([[1, 3, 0]])[0])


def test_equal_scores():
    same = table([1, 2, 3], [1, 2, 3])
    assert probabilities(bayes_sign(same).rows[0]) == (0.5, 0, 0.5)
    assert probabilities(bayes_sign(same, rope=1).rows[0]) == (0, 1, 0)


def test_lower_is_better_turns_it():
    first, second = [5, 4, 3, 9], [1, 2, 4, 8]
    up = bayes_sign(table(first, second), rope=0.5).rows[0]
    down = bayes_sign(table(first, second, score="error"), rope=0.5).rows[0]
    assert probabilities(up) == probabilities(down)[::-1]


def test_nothing_is_drawn(demsar):
    result = bayes_sign(demsar)
    assert result.seed is None
    assert result.n_resamples is None
    assert all(row.error == 0 for row in result.rows)
    text = " ".join(result.interpretation)
    assert "computed without sampling" in text
    assert "not corrected for the number of pairs" in text
    assert "An undecided pair may still differ." in text
    assert "P(equivalent)" not in result.display.columns
    with pytest.raises(OptionError, match="prior_strength"):
        bayes_sign(demsar, prior_strength=-1)
