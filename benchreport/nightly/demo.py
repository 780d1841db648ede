"""Sixty made-up nights of a benchmark, on which people try the commands."""

import datetime as dt
from pathlib import Path

import numpy as np
import pandas as pd

from benchreport.errors import OptionError
from benchreport.hints import option

NIGHTS, SEEDS, SEED = 60, 3, 20261120

ALGORITHMS = {
    "boosting": (0.91, 2.0),
    "forest": (0.90, 1.0),
    "knn": (0.86, 0.2),
    "linear": (0.84, 0.1),
    "network": (0.89, 6.0),
    "svm": (0.88, 1.5),
    "tree": (0.82, 0.15),
}
"""What each algorithm scores, and how many seconds it takes."""

DATASETS = ("adult", "digits", "iris", "letter", "news", "wine")
NEW_NAME = {"knn": "neighbours"}

SLOW, BETTER, WORSE = 30, 20, 2
"""So many nights ago, counted from tonight: a slow machine, a better network, a worse forest."""


def write_results(folder: Path, last: dt.date) -> list[str]:
    """Write a file of results a night, and return the nights.

    On the last night but two a forest becomes worse, and on the last night an algorithm has another name.

    Parameters
    ----------
    folder
        A folder that does not exist yet.
    last
        The date of the last night.

    Raises
    ------
    OptionError
        The folder exists.
    """
    if folder.exists():
        raise OptionError(f"{folder} exists already.", hint=option(output="another-folder"))
    results = folder / "results"
    results.mkdir(parents=True)
    rng = np.random.default_rng(SEED)
    level = {dataset: rng.normal(0, 0.04) for dataset in DATASETS}
    easy = {(name, seed): rng.normal(0, 0.01) for name in DATASETS for seed in range(SEEDS)}
    nights = [(last - dt.timedelta(days=ago)).isoformat() for ago in reversed(range(NIGHTS))]
    for ago, night in zip(reversed(range(NIGHTS)), nights, strict=True):
        rows = [
            _run(rng, name, dataset, seed, level[dataset] + easy[dataset, seed], ago)
            for name in ALGORITHMS
            for dataset in DATASETS
            for seed in range(SEEDS)
        ]
        columns = ["algorithm", "dataset", "seed", "accuracy", "seconds", "machine", "commit"]
        frame = pd.DataFrame(rows, columns=columns)
        if ago == 0:
            frame["algorithm"] = frame["algorithm"].replace(NEW_NAME)
        frame.to_csv(results / f"{night}.csv", index=False)
    return nights


def _run(
    rng: np.random.Generator, name: str, dataset: str, seed: int, level: float, ago: int
) -> tuple[object, ...]:
    """Return the row of one run, so many nights ago."""
    score, seconds = ALGORITHMS[name]
    score += level + rng.normal(0, 0.006)
    if name == "forest" and ago <= WORSE:
        score -= 0.03
    if name == "network" and ago <= BETTER:
        score += 0.02
    seconds *= np.exp(rng.normal(0, 0.05)) * (1.4 if ago == SLOW else 1.0)
    machine = "spare" if ago == SLOW else "main"
    commit = f"{0xC0FFEE - 7919 * ((ago + 1) // 2):07x}"
    return name, dataset, seed, round(min(score, 1.0), 4), round(seconds, 4), machine, commit
