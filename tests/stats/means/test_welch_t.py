import numpy as np
import pandas as pd
import pytest
from looped import loop_over
from published import by_pair, cases

from benchreport.data import Scores
from benchreport.errors import DesignError
from benchreport.stats import welch_t


@loop_over(("scores", "answer"), cases("oneway"))
def test_against_r(scores, answer):
    """R 4.2.2 t.test."""
    rows = by_pair(welch_t(scores, correction="none"))
    for pair in answer["pairs"]:
        row = rows[pair["first"], pair["second"]]
        assert row.statistic == pytest.approx(pair["t"], rel=1e-8, abs=1e-12)
        assert row.p_value == pytest.approx(pair["p"], rel=1e-7)
        assert row.interval[:2] == pytest.approx((pair["low"], pair["high"]), rel=1e-8, abs=1e-12)


def test_one_run_has_no_spread():
    frame = pd.DataFrame({"algorithm": list("aab"), "auc": [0.1, 0.2, 0.3]})
    with pytest.raises(DesignError, match="1 algorithm with only one: b"):
        welch_t(Scores.from_frame(frame))


def test_no_spread_at_all():
    frame = pd.DataFrame({"algorithm": list("aabbcc"), "auc": [0.1, 0.1, 0.3, 0.3, 0.1, 0.1]})
    rows = by_pair(welch_t(Scores.from_frame(frame)))
    assert rows["a", "b"].statistic == -np.inf
    assert rows["a", "b"].p_value == 0
    assert (rows["a", "c"].statistic, rows["a", "c"].p_value) == (0, 1)
