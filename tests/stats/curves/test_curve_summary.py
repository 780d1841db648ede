"""Curves averaged over runs, compared with plain loops."""

import numpy as np
import pandas as pd
import pytest
from curves_tables import curves_of, frame_of

from benchreport.data import Curves, Roles
from benchreport.errors import DataError, DesignError
from benchreport.stats import curve_summary

ORACLE = "loops over runs and steps, in the test"


def value_at(run, at, *, best=False):
    """Return the score of a run at a step, by looking through its points."""
    scores = [value for step, value in zip(run.step, run.score, strict=True) if step <= at]
    if not scores:
        return np.nan
    return min(scores) if best else scores[-1]


def test_medians_and_quartiles_at_every_step():
    curves = curves_of(k=2, runs=5)
    result = curve_summary(curves)
    for line in result.lines:
        runs = curves.of(algorithm=line.algorithm, dataset=line.dataset)
        for step, center, low, high in zip(
            result.steps, line.center, line.low, line.high, strict=True
        ):
            values = [value_at(run, step) for run in runs]
            assert center == np.median(values)
            assert (low, high) == pytest.approx(np.percentile(values, [25, 75]))
    assert len(result.lines) == 4
    assert result.log


def test_a_line_starts_where_all_of_its_runs_have():
    frame = pd.DataFrame(
        {
            "algorithm": list("aaaab"),
            "run": [0, 0, 0, 1, 0],
            "step": [1, 2, 3, 2, 1],
            "score": [1, 2, 3, 4, 5.0],
        }
    )
    result = curve_summary(
        Curves.from_frame(frame, Roles(higher_is_better=True)), center="mean", band="sd"
    )
    a = next(line for line in result.lines if line.algorithm == "a")
    assert np.isnan(a.center[0])
    assert a.center[1:] == (3.0, 3.5)
    assert a.ended == 2
    assert any("ended before step 3" in note for note in result.warnings)


def test_training_scores_are_lines_of_their_own():
    frame = frame_of(k=2, datasets=1).rename(columns={"evaluations": "epoch"})
    frame["train_loss"] = frame["loss"] / 2
    frame["val_loss"] = frame["loss"] * 2
    curves = Curves.from_frame(frame)
    result = curve_summary(curves, center="mean", band="se", parts=("score", "train", "validation"))
    by_part = {(line.algorithm, line.part): np.array(line.center) for line in result.lines}
    np.testing.assert_allclose(by_part["algorithm 0", "train"] * 2, by_part["algorithm 0", "score"])
    np.testing.assert_allclose(
        by_part["algorithm 1", "validation"] / 2, by_part["algorithm 1", "score"]
    )
    assert set(result.table["part"]) == {"score", "train", "validation"}
    with pytest.raises(DesignError, match="no train scores"):
        curve_summary(curves_of(), parts=("train",))


def test_a_logarithmic_axis_needs_positive_steps():
    frame = frame_of()
    frame["evaluations"] -= 1
    with pytest.raises(DataError, match="steps above 0"):
        curve_summary(Curves.from_frame(frame), log=True)
    assert not curve_summary(Curves.from_frame(frame)).log
