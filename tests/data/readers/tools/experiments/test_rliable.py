"""Dicts of arrays as rliable takes them."""

import numpy as np
import pytest

from benchreport.data.readers import read

DRAW = np.random.default_rng(0)


def test_runs_by_tasks():
    scores = {"DQN": DRAW.random((3, 4)), "PPO": DRAW.random((2, 4))}
    frame = read(scores)
    assert frame.columns.tolist() == ["algorithm", "dataset", "run", "score"]
    assert len(frame) == 20
    cells = frame.set_index(["algorithm", "dataset", "run"])["score"]
    assert cells["PPO", "task 3", 1] == scores["PPO"][1, 3]
    assert "2 algorithms × 4 datasets, 2 to 3 scores each; score, higher is better" in repr(
        frame.bench
    )


def test_runs_by_tasks_by_frames_are_curves():
    scores = {name: DRAW.random((3, 2, 5)) for name in ("DQN", "PPO")}
    frame = read(scores)
    cells = frame.set_index(["algorithm", "dataset", "run", "step"])["score"]
    assert cells["DQN", "task 1", 2, 4] == scores["DQN"][2, 1, 4]
    assert "12 runs of 5 points" in repr(frame.bench)
    assert "score, higher is better" in repr(frame.bench)


@pytest.mark.parametrize("shape", [(3,), (2, 3, 4, 5)])
def test_other_arrays_are_columns_or_nothing(shape):
    scores = {"a": np.ones(shape), "b": np.ones(shape)}
    if len(shape) == 1:
        assert read(scores).columns.tolist() == ["a", "b"]
    else:
        assert "algorithm" not in read(scores)
