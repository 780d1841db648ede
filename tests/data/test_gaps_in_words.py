import numpy as np
import pandas as pd
from looped import loop_over

from benchreport.data import Roles, Scores
from benchreport.data.gaps_in_words import gaps_in_words

CELLS = pd.DataFrame({"a": [9, 8, 7.0], "b": [np.nan, 6, 8]})
SEEDS = pd.DataFrame(
    [(name, task, seed, seed / 10) for name in "ab" for task in "xyz" for seed in (1, 2, 3)],
    columns=["algorithm", "dataset", "seed", "auc"],
).iloc[1:]
RUNS = pd.DataFrame({"algorithm": list("aaabbb"), "auc": [1, 2, 3, 4, 5, np.nan]})


@loop_over(
    ("frame", "missing", "found", "treated"),
    [
        (CELLS, "worst", "1 of 6 cells has no score", "it is given the worst score of its dataset"),
        (CELLS, "drop", "1 of 6 cells has no score", "1 incomplete dataset is left out (1)"),
        (CELLS, "available", "1 of 6 cells has no score (b on 1)", ""),
        (SEEDS, "worst", "1 run of 18 is missing", "it is given the worst score of its dataset"),
        (SEEDS, "available", "a on x has 2 of 3 seeds", "cells average the available runs"),
        # without seed 1 of a, that of b is no part of a pair
        (SEEDS, "paired", "1 run of 18 is missing", "averaged, which leaves out 1 run"),
        (SEEDS, "drop", "1 run of 18 is missing", "1 incomplete dataset is left out (x)"),
        (RUNS, "worst", "b has 2 of 3 runs", "it is given the worst score of all runs"),
        (RUNS, "available", "b has 2 of 3 runs", "it is left out"),
    ],
)
def test_missing_runs_are_told_with_what_became_of_them(frame, missing, found, treated):
    text = gaps_in_words(Scores.from_frame(frame, Roles(score="auc", missing=missing)))
    first, _, second = text.partition("; ")
    assert found in first
    assert second.endswith(treated)
    assert bool(second) == bool(treated)
