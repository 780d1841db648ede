import numpy as np
import pandas as pd
import pytest
from looped import loop_over
from published import cases

from benchreport.data import Scores
from benchreport.stats import equal_variances


@loop_over(("scores", "answer"), cases("checks"))
def test_against_r(scores, answer):
    """R's car leveneTest (centre mean and median) and bartlett.test."""
    for variant in ("levene", "brown_forsythe"):
        row = equal_variances(scores, variant=variant).rows[0]
        assert row.statistic == pytest.approx(answer[variant]["f"], rel=1e-8)
        assert row.p_value == pytest.approx(answer[variant]["p_value"], rel=1e-8)
    row = equal_variances(scores, variant="bartlett").rows[0]
    assert row.statistic == pytest.approx(answer["bartlett"]["statistic"], rel=1e-8)
    assert row.p_value == pytest.approx(answer["bartlett"]["p_value"], rel=1e-8)


@pytest.mark.parametrize("variant", ["levene", "brown_forsythe", "bartlett"])
def test_without_spread(variant):
    frame = pd.DataFrame({"algorithm": list("aaabbb"), "auc": [1.0, 1, 1, 2, 2, 2]})
    row = equal_variances(Scores.from_frame(frame), variant=variant).rows[0]
    assert (row.statistic, row.p_value) == (0, 1)
    constant = frame.assign(auc=[1.0, 1, 1, 2, 3, 7])
    row = equal_variances(Scores.from_frame(constant), variant=variant).rows[0]
    assert row.statistic == np.inf or variant != "bartlett"
