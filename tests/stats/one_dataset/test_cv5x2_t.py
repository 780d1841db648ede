import pandas as pd
import pytest
from published import by_pair, five_by_two, oracle

from benchreport.data import Roles, Scores
from benchreport.errors import DesignError
from benchreport.stats import cv5x2_t

ANSWERS = oracle("cv5x2")["cases"]
SIDES = {"two-sided": "two_sided", "less": "less", "greater": "greater"}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_against_r(answer):
    """Dietterich (1998), in R 4.2.2; the order of the rows does not matter."""
    for backwards in (False, True):
        for side, name in SIDES.items():
            rows = by_pair(cv5x2_t(five_by_two(answer, backwards=backwards), alternative=side))
            for pair in answer["pairs"]:
                row = rows[pair["first"], pair["second"]]
                assert row.statistic == pytest.approx(pair["t"], rel=1e-8)
                assert row.p_value == pytest.approx(pair["t_p"][name], rel=1e-8)


def test_other_designs_are_refused(hitrate):
    with pytest.raises(DesignError, match=r"five repetitions of twofold .*; found 10 datasets"):
        cv5x2_t(hitrate)
    frame = pd.DataFrame({"fold": range(10), "a": range(10), "b": range(1, 11)})
    with pytest.raises(DesignError, match=r"found 10 repeats of one dataset \(fold with 10") as it:
        cv5x2_t(Scores.from_frame(frame, Roles(score="accuracy")))
    assert "repeat=['repetition', 'fold']" in it.value.hint
