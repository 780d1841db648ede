"""Mean ranks at every budget, compared with plain loops."""

import numpy as np
import pandas as pd
import pytest
from curves_tables import curves_of, curves_on_one_dataset, frame_of

from benchreport.data import Curves, Roles
from benchreport.errors import DesignError
from benchreport.plots import rank_over_time_plot
from benchreport.plots.base.descriptions import caption_of
from benchreport.stats import rank_over_time

ORACLE = "loops over runs and steps, in the test"


def test_ranks_on_one_dataset_are_of_single_runs():
    curves = curves_on_one_dataset({"a": [[1, 9], [3, 9]], "b": [[2, 1]], "c": [[0, 0], [0, 9]]})
    sampled = rank_over_time(curves, best_so_far=False)
    exact = rank_over_time(curves, best_so_far=False, n_draws=None)
    # step 1: a beats b in half of the draws, c is always last; step 2: c ties with a in half
    assert [line.center for line in exact.lines] == [(1.5, 1.25), (1.5, 2.5), (3.0, 2.25)]
    for line, other in zip(sampled.lines, exact.lines, strict=True):
        np.testing.assert_allclose(line.center, other.center, atol=0.03)
    assert sampled.variant == "10,000 draws of one run of each algorithm"
    assert (sampled.seed, exact.seed) == (0, None)
    assert sampled == rank_over_time(curves, best_so_far=False)
    # ranks have two decimals, as in other tables
    assert exact.summary == "Mean rank at step 2: a 1.25, c 2.25, b 2.50"
    assert exact.display["step 2"].str.startswith(("1.25", "2.25", "2.50")).all()
    assert caption_of(rank_over_time_plot(curves, best_so_far=False)).endswith("a leads (1.25).")


def test_one_algorithm_has_no_ranks():
    with pytest.raises(DesignError, match="at least 2"):
        rank_over_time(curves_of(k=1))


def test_equal_averages_tie():
    scores = {"a": [[0.1, 0.1], [0.2, 0.2], [0.3, 0.3]], "b": [[0.3, 0.3], [0.2, 0.2], [0.1, 0.1]]}
    frame = pd.concat(
        pd.DataFrame({"algorithm": name, "task": task, "seed": seed, "epoch": [1, 2], "score": run})
        for name, runs in scores.items()
        for task in "xy"
        for seed, run in enumerate(runs)
    )
    result = rank_over_time(Curves.from_frame(frame, Roles(higher_is_better=True)))
    assert [line.center for line in result.lines] == [(1.5, 1.5), (1.5, 1.5)]


def test_order_of_rows_does_not_show_in_draws():
    frame = frame_of(k=4, datasets=1, runs=5, seed=2)
    shuffled = frame.sample(frac=1, random_state=3)
    plain, other = (
        {line.algorithm: line for line in rank_over_time(Curves.from_frame(rows), rng=1).lines}
        for rows in (frame, shuffled)
    )
    assert plain == other


def test_averages_of_other_runs_tie_where_they_differ_in_the_last_bit():
    scores = np.random.default_rng(2).uniform(0.3, 0.9, size=(2, 5, 6))
    noisy = scores * (1 + np.random.default_rng(3).uniform(-1e-15, 1e-15, size=scores.shape))
    rows = [
        (name, f"d{d}", r, s, values[d, r, s])
        for name, values in (("a", scores), ("b", noisy[:, ::-1]), ("c", scores + 0.01))
        for d in range(2)
        for r in range(5)
        for s in range(6)
    ]
    frame = pd.DataFrame(rows, columns=["algorithm", "dataset", "run", "step", "loss"])
    ranks = {line.algorithm: line.center for line in rank_over_time(Curves.from_frame(frame)).lines}
    assert ranks["a"] == ranks["b"]
