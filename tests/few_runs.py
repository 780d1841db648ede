"""A few runs of two algorithms on four tasks, as a frame and read."""

import pandas as pd

from benchreport.data import Roles, Scores

# five runs × four tasks
RUNS = {
    "a": [
        [0.5, 0.4, 0.34, 0.52],
        [0.33, 0.71, 0.54, 0.49],
        [0.14, 0.07, 0.15, 0.56],
        [0.48, 0.11, 0.56, 0.25],
        [0.25, 0.93, 0.46, 0.53],
    ],
    "b": [
        [0.63, 0.21, 0.65, 1.84],
        [0.26, 0.86, 0.91, 0.91],
        [0.38, 0.44, 0.27, 0.53],
        [1.19, 0.35, 0.16, 0.56],
        [0.92, 0.47, 1.45, 0.49],
    ],
}


def long(runs=RUNS):
    rows = [
        (name, f"task {task}", seed, value)
        for name, table in runs.items()
        for seed, values in enumerate(table)
        for task, value in enumerate(values)
    ]
    return pd.DataFrame(rows, columns=["algorithm", "dataset", "seed", "return"])


def read(frame, **roles):
    return Scores.from_frame(frame, Roles(score="return", higher_is_better=True, **roles))
