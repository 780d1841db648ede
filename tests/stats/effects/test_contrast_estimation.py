import numpy as np
import pandas as pd
import pytest
from published import cases

from benchreport.data import Roles, Scores
from benchreport.errors import DesignError
from benchreport.stats import contrast_estimation


def by_pair(result):
    return {(row.first, row.second): row.estimate for row in result.rows}


@pytest.mark.parametrize(("scores", "answer"), cases("effect_sizes"))
def test_against_r(scores, answer):
    """García et al. (2010), section 3.3, written out in R with stats::median."""
    estimates = by_pair(contrast_estimation(scores))
    answers = answer["contrast_medians"]
    assert len(estimates) == len(answers["pairs"])
    for pair in answers["pairs"]:
        key = pair["first"], pair["second"]
        assert estimates[key] == pytest.approx(pair["estimate"], rel=1e-8, abs=1e-10)
    effects = dict(zip(scores.algorithms, answers["m"], strict=True))
    for (first, second), estimate in estimates.items():
        assert estimate == pytest.approx(effects[first] - effects[second], abs=1e-10)


def test_against_a_control(garcia):
    every = by_pair(contrast_estimation(garcia))
    result = contrast_estimation(garcia, control="C4.5")
    assert result.control == "C4.5"
    for row in result.rows:
        assert row.second == "C4.5"
        assert row.interval is None
        assert row.estimate == pytest.approx(-every["C4.5", row.first])


def test_raw_scores_are_subtracted_whatever_is_better():
    frame = pd.DataFrame({"a": [3.0, 4, 6], "b": [1.0, 1, 1]})
    for metric in ("accuracy", "error"):
        rows = contrast_estimation(Scores.from_frame(frame, Roles(score=metric))).rows
        assert [row.estimate for row in rows] == [3.0]


def test_ties_and_outliers():
    frame = pd.DataFrame({"a": [1.0, 1, 1, 1, 1000], "b": [1.0] * 5, "c": [0.5] * 5})
    result = contrast_estimation(Scores.from_frame(frame, Roles(score="accuracy")))
    assert by_pair(result) == {("a", "b"): 0.0, ("a", "c"): 0.5, ("b", "c"): 0.5}
    assert "low" not in result.table.columns


def test_invalid_arguments_are_refused(demsar):
    with pytest.raises(DesignError, match="control='svm' is not among"):
        contrast_estimation(demsar, control="svm")
    holes = pd.DataFrame({"a": [1.0, 2, 3], "b": [1.0, np.nan, 4]})
    with pytest.raises(DesignError, match="contrast_estimation"):
        contrast_estimation(Scores.from_frame(holes, Roles(score="accuracy")))
