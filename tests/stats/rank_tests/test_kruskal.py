import pandas as pd
import pytest
from looped import loop_over
from published import cases

from benchreport.data import Scores
from benchreport.stats import kruskal


@loop_over(("scores", "answer"), cases("kruskal"))
def test_against_r(scores, answer):
    """R 4.2.2 kruskal.test."""
    result = kruskal(scores)
    assert result.statistic == pytest.approx(answer["statistic"], rel=1e-8)
    assert result.p_value == pytest.approx(answer["p_value"], rel=1e-8)
    assert result.dof == (answer["dof"],)
    assert result.mean_ranks == pytest.approx(answer["mean_ranks"], rel=1e-10)
    assert result.effect_size == pytest.approx(answer["epsilon_squared"], rel=1e-8)
    dof, low, high = answer["epsilon"]
    assert result.effect_spread.dof == pytest.approx(dof, rel=1e-8)
    assert result.effect_interval == pytest.approx((low, high, 0.95), rel=1e-7, abs=1e-9)


def test_matched_and_free_scores_differ_in_their_assumptions(demsar):
    outcomes = {assumption.outcome for assumption in kruskal(demsar).assumptions}
    assert "violated" in outcomes
    runs = pd.DataFrame({"algorithm": list("aabb"), "auc": [1.0, 2, 3, 4]})
    free = kruskal(Scores.from_frame(runs))
    assert "violated" not in {assumption.outcome for assumption in free.assumptions}
