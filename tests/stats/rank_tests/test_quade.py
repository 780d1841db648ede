import numpy as np
import pandas as pd
import pytest
from looped import loop_over
from published import cases

from benchreport.data import Roles, Scores
from benchreport.stats import quade, wilcoxon


@loop_over(("scores", "answer"), cases("quade"))
def test_against_r(scores, answer):
    """R 4.2.2 quade.test; conover_lotions is the example of Conover (1999), section 5.8."""
    result = quade(scores)
    assert result.statistic == pytest.approx(answer["statistic"], rel=1e-8)
    assert result.dof == tuple(answer["dof"])
    assert result.p_value == pytest.approx(answer["p_value"], rel=1e-8)


def test_unanimous_rankings_are_permutations():
    frame = pd.DataFrame({"a": [3, 6, 9], "b": [2, 4, 6], "c": [1, 2, 3]})
    result = quade(Scores.from_frame(frame, Roles(score="accuracy")))
    assert result.statistic == np.inf or result.p_value < 0.05
    even = pd.DataFrame({"a": [3, 4, 5], "b": [2, 3, 4], "c": [1, 2, 3]})
    result = quade(Scores.from_frame(even, Roles(score="accuracy")))
    assert result.statistic == np.inf
    assert result.p_value == pytest.approx(1 / 36)


def test_two_algorithms_are_the_signed_ranks():
    """With k = 2 the Quade F is the F of Wilcoxon's signed ranks."""
    rng = np.random.default_rng(3)
    frame = pd.DataFrame(rng.normal(size=(11, 2)), columns=list("ab"))
    scores = Scores.from_frame(frame, Roles(score="accuracy"))
    plus = wilcoxon(scores).comparisons[0].statistic
    signed = 2 * plus - 66
    f = (signed**2 / 11) / ((506 - signed**2 / 11) / 10)
    assert quade(scores).statistic == pytest.approx(f, rel=1e-10)
