"""Tables of curves for tests."""

import numpy as np
import pandas as pd

from benchreport.data import Curves, Roles


def frame_of(k=3, datasets=2, runs=3, points=6, seed=0, names=None):
    """Make runs whose scores fall, lower is better, each at its own steps."""
    rng = np.random.default_rng(seed)
    rows = []
    for place in range(k):
        name = names[place] if names else f"algorithm {place}"
        for dataset in range(datasets):
            for run in range(runs):
                steps = np.unique(np.geomspace(1, 1000, points + place % 3).round())
                loss = np.sort(rng.exponential(size=len(steps)))[::-1] + dataset + 0.05 * place
                rows += [
                    (name, f"data {dataset}", run, step, value)
                    for step, value in zip(steps, loss, strict=True)
                ]
    columns = ["algorithm", "dataset", "seed", "evaluations", "loss"]
    return pd.DataFrame(rows, columns=columns)


def curves_of(**options):
    return Curves.from_frame(frame_of(**options))


def curves_on_one_dataset(scores, **roles):
    """Make curves of one dataset from {algorithm: [[scores of a run], …]} at steps 1, 2, ….

    A row of scores that is None is left out.
    """
    rows = [
        (name, run, step + 1, value)
        for name, runs in scores.items()
        for run, values in enumerate(runs)
        for step, value in enumerate(values)
    ]
    frame = pd.DataFrame(rows, columns=["algorithm", "run", "step", "score"])
    return Curves.from_frame(frame, Roles(**{"higher_is_better": True, **roles}))
