import pandas as pd
import pytest
from looped import loop_over
from published import cases

from benchreport.data import Scores
from benchreport.stats import normality


@loop_over(("scores", "answer"), cases("checks"))
def test_against_r(scores, answer):
    """R 4.2.2 shapiro.test, on differences and on the residuals of aov."""
    rows = {row.what: row for row in normality(scores).rows}
    for pair in answer["pairs"]:
        row = rows[f"{pair['first']} − {pair['second']}"]
        if pair["statistic"] is not None:
            assert row.statistic == pytest.approx(pair["statistic"], rel=1e-6)
            assert row.p_value == pytest.approx(pair["p_value"], rel=1e-4, abs=1e-6)
    residuals = normality(scores, on="residuals").rows[0]
    assert residuals.statistic == pytest.approx(answer["residuals"]["statistic"], rel=1e-6)
    assert residuals.p_value == pytest.approx(answer["residuals"]["p_value"], rel=1e-4, abs=1e-6)


def test_independent_runs_are_checked_as_samples():
    frame = pd.DataFrame({"algorithm": list("aaaabb"), "auc": [1, 2, 3, 4, 5, 6]})
    result = normality(Scores.from_frame(frame))
    assert result.variant == "runs"
    assert [row.outcome for row in result.rows] == ["held", "not checked"]
    assert result.outcome == "held"
