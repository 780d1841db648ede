"""Running times to targets, by hand."""

import numpy as np
from curves_tables import curves_on_one_dataset

from benchreport.stats import runtimes

ORACLE = "running times by hand"


def test_running_times_by_hand():
    curves = curves_on_one_dataset(
        {"a": [[0.1, 0.5, 0.9], [0.2, 0.2, 0.2]], "b": [[0.6, 0.6, 0.6]]}
    )
    result = runtimes(curves, targets=[0.5, 0.9])
    numbers = {
        (row.algorithm, row.target): (row.successes, row.expected_runtime, row.median)
        for row in result.rows
    }
    # a: one run hits .5 at step 2 while the other spends 3; b never reaches .9
    assert numbers["a", 0.5] == (1, 5.0, np.inf)
    assert numbers["a", 0.9] == (1, 6.0, np.inf)
    assert numbers["b", 0.5] == (1, 1.0, 1.0)
    assert numbers["b", 0.9] == (0, np.inf, np.inf)
    shares = {row.algorithm: row.share for row in result.shares}
    assert shares == {"a": (0.0, 0.25, 0.5), "b": (0.5, 0.5, 0.5)}
    assert result.summary == "Running times to targets, share reached by step 3: b 50 %, a 50 %"


def test_targets_go_from_the_median_first_score_to_the_best():
    result = runtimes(curves_on_one_dataset({"a": [[1, 3], [2, 5]], "b": [[3, 4]]}), n_targets=3)
    assert sorted({row.target for row in result.rows}) == [3, 4, 5]
    flat = runtimes(curves_on_one_dataset({"a": [[1, 1]], "b": [[1, 1]]}))
    assert {row.expected_runtime for row in flat.rows} == {1.0}
