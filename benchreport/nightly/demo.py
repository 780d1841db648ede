"""Sixty made-up nights of a benchmark, on which people try the commands."""

import datetime as dt
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd

from benchreport.errors import OptionError
from benchreport.hints import option

NIGHTS, SEEDS, SEED = 60, 3, 20261182

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
RETIRED = "tree"
FLAKY = "seconds/boosting"
OTHER = "other.toml"

SLOW, BETTER, WORSE, GONE = 30, 20, 2, 1
"""So many nights ago, counted from tonight: a slow machine, a better network, a worse forest, no tree."""


def write_results(folder: Path, last: dt.date) -> list[str]:
    """Write a file of results a night, and return the nights.

    On the last night but two a forest becomes worse, on the next one an algorithm is gone, and on the last
    night another one has another name.

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
        if ago <= GONE:
            frame = frame[frame["algorithm"] != RETIRED]
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


def list_commands(nights: Sequence[str]) -> dict[str, list[str]]:
    """Return the arguments of each command that a team types, in order.

    Parameters
    ----------
    nights
        The nights of `write_results`.
    """
    ((old, new),) = NEW_NAME.items()
    later = dt.date.fromisoformat(nights[-1]) + dt.timedelta(days=14)
    return {
        "init": ["init", f"results/{nights[0]}.csv", "--name", "demo"],
        "check": ["check", "--night", nights[0]],
        "backfill": ["backfill", "--from", nights[0], "--to", nights[-3]],
        "history": ["history", "--last", "5"],
        "flaky": ["flaky", FLAKY, "--until", later.isoformat(), "--why", "shares its machine"],
        "yesterday": ["run", "--night", nights[-2]],
        "ack": ["ack", "accuracy/forest", "--why", "looking at it"],
        "retire": ["retire", RETIRED, "--why", "a forest of one"],
        "tonight": ["run"],
        "rename": ["rename", old, new],
        "show": ["show", nights[-1]],
        "status": ["status", "--max-age", "30h"],
        "replay": ["replay", "--shuffles", "5"],
        "accept": ["accept", "accuracy/forest", "--why", "smaller on purpose"],
        "fixed": ["fixed", FLAKY, "--why", "has a machine of its own"],
        "export": ["export", "nights.jsonl.gz"],
        "remove": ["remove", nights[-1 - SLOW], "--why", "of a spare machine"],
        "import": ["import", "nights.jsonl.gz", OTHER],
        "schedule": ["schedule", "--cron"],
    }


def write_other_config() -> None:
    """Write a configuration beside the drafted one, with a history of its own."""
    text = Path("nightly.toml").read_text(encoding="utf-8")
    other = text.replace('url = "history.db"', 'url = "other.db"')
    Path(OTHER).write_text(other, encoding="utf-8", newline="\n")
