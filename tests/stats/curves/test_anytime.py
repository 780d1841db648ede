"""Anytime performance, compared with plain loops."""

import numpy as np
import pandas as pd
import pytest
from curves_tables import curves_of, frame_of

from benchreport.data import Curves
from benchreport.errors import DesignError
from benchreport.stats import anytime

ORACLE = "loops over datasets, runs and steps, in the test"


def value_at(run, at, *, best=False):
    """Return the score of a run at a step, by looking through its points."""
    scores = [value for step, value in zip(run.step, run.score, strict=True) if step <= at]
    if not scores:
        return np.nan
    return min(scores) if best else scores[-1]


@pytest.mark.parametrize("across", ["mean", "regret", "rank"])
def test_anytime_over_datasets_by_a_loop(across):
    curves = curves_of(k=3, datasets=4, runs=2, seed=4)
    result = anytime(curves, across=across, band="se")
    assert result.best_so_far
    for place, step in enumerate(result.steps):
        rows = []
        for dataset in curves.datasets:
            means = [
                np.mean(
                    [
                        value_at(run, step, best=True)
                        for run in curves.of(algorithm=name, dataset=dataset)
                    ]
                )
                for name in curves.algorithms
            ]
            every = [
                value
                for run in curves.of(dataset=dataset)
                for value in np.minimum.accumulate(run.score)
            ]
            low, high = min(every), max(every)
            rows.append(
                {
                    "mean": means,
                    "regret": [(mean - low) / (high - low) for mean in means],
                    "rank": pd.Series(means).rank().tolist(),
                }[across]
            )
        center = [line.center[place] for line in result.lines]
        low = [line.low[place] for line in result.lines]
        np.testing.assert_allclose(center, np.mean(rows, axis=0), rtol=1e-10)
        width = np.std(rows, axis=0, ddof=1) / 2
        np.testing.assert_allclose(low, np.mean(rows, axis=0) - width, rtol=1e-9, atol=1e-12)


def test_datasets_that_an_algorithm_lacks_are_left_out_and_reported():
    frame = frame_of(k=2, datasets=3)
    lacking = frame[(frame["algorithm"] != "algorithm 1") | (frame["dataset"] != "data 2")]
    result = anytime(Curves.from_frame(lacking))
    assert {line.n for line in result.lines} == {2}
    assert any("data 2" in note for note in result.warnings)
    none = frame[(frame["algorithm"] == "algorithm 0") == (frame["dataset"] == "data 0")]
    with pytest.raises(DesignError, match="there are none"):
        anytime(Curves.from_frame(none))


def test_epochs_are_taken_as_they_are_and_evaluations_as_the_best_so_far():
    frame = frame_of()
    assert anytime(Curves.from_frame(frame)).best_so_far
    epochs = Curves.from_frame(frame.rename(columns={"evaluations": "epoch"}))
    assert not anytime(epochs).best_so_far
    assert anytime(epochs, best_so_far=True).best_so_far
