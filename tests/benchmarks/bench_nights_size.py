"""Run one more night on a large history, and print what it takes.

    python tests/benchmarks/bench_nights_size.py [NIGHTS [FOLDER]]

The history has 1,000 nights × 100 algorithms × 50 datasets × 5 repeats by default: 25 million scores, and
the findings of each night. The night that is added is a whole run of the command line in its own process:
it reads the results, compares the night, writes page, PDF, comparison, index and feed, and copies the
history. The aims are 10 s, 700 MiB and an index below 2 MB. FOLDER keeps the history for the next run.
"""

import dataclasses
import datetime as dt
import os
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pandas as pd

from benchreport.nightly.config.load import load
from benchreport.nightly.config.settings import Config
from benchreport.nightly.detection.compare_night import compare_night
from benchreport.nightly.history import History
from benchreport.nightly.history.night_scores import Night, NightScores
from benchreport.nightly.night_facts import Finding, NightFacts

ALGORITHMS, DATASETS, REPEATS = 100, 50, 5
FIRST = dt.date(2024, 1, 1)
SECONDS, BYTES, INDEX = 10.0, 700 * 2**20, 2e6
CONFIG = """
[nightly]
name = "large"
[source]
files = ["tonight.parquet"]
[[metric]]
name = "accuracy"
"""
ROWS = np.indices((ALGORITHMS, DATASETS, REPEATS)).reshape(3, -1)
NAMES = (
    tuple(f"algorithm {place:03d}" for place in range(ALGORITHMS)),
    tuple(f"dataset {place:02d}" for place in range(DATASETS)),
    tuple(f"seed {place}" for place in range(REPEATS)),
)
# now and then one algorithm is worse from some night on, for a month
EVERY, LASTING, WORSE = 40, 30, 0.02


def name_of(number: int) -> str:
    """Return the night's date."""
    return (FIRST + dt.timedelta(days=number)).isoformat()


def values_of(number: int) -> np.ndarray:
    """Return the scores of a night: constant levels, noise, and a few algorithms that got worse."""
    levels = np.random.default_rng(0).normal(0.7, 0.1, ROWS.shape[1])
    noise = np.random.default_rng((1, number)).normal(0, 0.02, ROWS.shape[1])
    worse = [place for place in range(number // EVERY + 1) if number - EVERY * place < LASTING]
    return levels + noise - WORSE * np.isin(ROWS[0], worse)


def night_of(number: int) -> Night:
    """Return a night in the form that the history stores."""
    scores = NightScores(
        metric="accuracy",
        higher_is_better=True,
        algorithm=ROWS[0],
        dataset=ROWS[1],
        repeat=ROWS[2],
        version=np.zeros(ROWS.shape[1], dtype=np.intp),
        value=values_of(number),
        algorithms=NAMES[0],
        datasets=NAMES[1],
        repeats=NAMES[2],
        versions=("",),
    )
    return Night(night=name_of(number), metrics=(scores,), code=f"{number:08x}")


def remember(config: Config, count: int) -> None:
    """Fill a history: every fifth night is compared; the others repeat the facts of the night before."""
    facts: NightFacts | None = None
    with History(config.history.url, config.place, create=True) as history:
        for number in range(len(history.nights()), count):
            recorded = dt.datetime.combine(dt.date.fromisoformat(name_of(number)), dt.time(4))
            history.record(night_of(number), recorded=recorded.replace(tzinfo=dt.UTC))
            record = history.night(name_of(number))
            findings: tuple[Finding, ...] = ()
            if record is not None and (facts is None or number % 5 == 0):
                compared = compare_night(history, config, record)
                facts, findings = compared.facts, compared.findings
            elif record is not None and facts is not None:
                facts = dataclasses.replace(facts, night=record.night, new=())
            if facts is not None:
                history.conclude(facts, findings, ())


def tonight(place: Path, count: int) -> None:
    """Write the results of the next night."""
    columns = dict(zip(("algorithm", "dataset", "seed"), NAMES, strict=True))
    frame = pd.DataFrame(
        {name: np.array(labels)[ROWS[role]] for role, (name, labels) in enumerate(columns.items())}
    )
    frame["accuracy"] = values_of(count)
    frame.to_parquet(place / "tonight.parquet")


def measure(place: Path, count: int) -> tuple[int, float, float, int]:
    """Run the night; return its exit code, seconds, those of a processor, and its peak memory in bytes."""
    begin = time.perf_counter()
    config = str(place / "nightly.toml")
    command = [sys.executable, "-m", "benchreport", "nightly", "run", config, "--night"]
    process = os.posix_spawn(sys.executable, [*command, name_of(count)], dict(os.environ))
    _, status, usage = os.wait4(process, 0)
    seconds, busy = time.perf_counter() - begin, usage.ru_utime + usage.ru_stime
    return os.waitstatus_to_exitcode(status), seconds, busy, 1024 * usage.ru_maxrss


def main() -> None:
    """Fill the history, run one more night, and print its figures."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    with tempfile.TemporaryDirectory() as folder:
        place = Path(sys.argv[2] if len(sys.argv) > 2 else folder)
        place.mkdir(parents=True, exist_ok=True)
        (place / "nightly.toml").write_text(CONFIG)
        begin = time.perf_counter()
        remember(load(place / "nightly.toml"), count - 1)
        tonight(place, count - 1)
        size = (place / "history.db").stat().st_size
        print(f"{count - 1} nights remembered in {time.perf_counter() - begin:.0f} s, "
              f"{size / 1e6:.0f} MB")  # fmt: skip
        code, seconds, busy, peak = measure(place, count - 1)
        index = (place / "nights" / "index.html").stat().st_size
        print(f"one more night: exit code {code}")
        print(f"  time    {seconds:7.1f} s   (aim {SECONDS:g}), {busy:.1f} s of a processor")
        print(f"  memory  {peak / 2**20:7.0f} MiB (aim {BYTES / 2**20:.0f})")
        print(f"  index   {index / 1e6:7.2f} MB  (aim {INDEX / 1e6:g})")
        for path in sorted((place / "nights" / name_of(count - 1)).iterdir()):
            print(f"  {path.name:<16} {path.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
