"""What it costs to judge each dataset beside the averages of nights, and what it finds.

    python tests/benchmarks/nights_parts.py [--draws 30]

Histories of 80 nights of four or six algorithms on six datasets; noise has a standard deviation (SD) of 1
on each dataset, and may share half of its variance with all others of its night. Each history is walked
through with averages alone (series = "algorithm") and with each dataset beside them ("both"). Counted is
what people are told: one finding for each change. False alarms and red nights are those of histories in
which nothing changes. A change begins on a random night after the 45th: one of the datasets of an algorithm
falls by 4.5 SD (25 % where nights vary by 5 %), all of them by 1 SD, or all algorithms on all datasets by
2 SD (a slow machine).

Seeded: the same numbers on any machine.
"""

import argparse
import datetime as dt
import math

import numpy as np

from benchreport.nightly.config.settings import Alerts, Baseline
from benchreport.nightly.detection.nights_apart import add_common_series
from benchreport.nightly.detection.replay_rules import Replayed, replay_rules
from benchreport.nightly.judgements import SeriesMatrix
from benchreport.nightly.night_facts import Key

NIGHTS, DATASETS, BEFORE, AFTER = 80, 6, 8, 12
NAMES = tuple((dt.date(2026, 1, 5) + dt.timedelta(days=n)).isoformat() for n in range(NIGHTS))
JUDGED = NIGHTS - Alerts().min_nights - Baseline().hold_back
CHANGES = {
    "one dataset, 4.5 SD": (np.s_[0, 0], 4.5),
    "all datasets of one, 1 SD": (np.s_[0, :], 1.0),
    "slow machine, 2 SD": (np.s_[:, :], 2.0),
}
AT = (2, 3, 4)


def draw_nights(n_algorithms: int, shared: float, draw: int) -> tuple[np.ndarray, int]:
    """Return (T, A, D) noise, and a random night."""
    rng = np.random.default_rng([2026, 7, n_algorithms, draw])
    noise = rng.normal(size=(NIGHTS, n_algorithms, DATASETS))
    nights = rng.normal(size=(NIGHTS, 1, 1))
    return math.sqrt(shared) * nights + math.sqrt(1 - shared) * noise, int(rng.integers(45, 60))


def walk(values: np.ndarray, *, datasets: bool, start: int = 0) -> Replayed:
    """Walk through the nights of the averages, and of the datasets beside them."""
    keys = [Key("score", f"a{n}") for n in range(values.shape[1])]
    columns = [values.mean(axis=2)]
    if datasets:
        keys += [Key("score", key.algorithm, f"d{n}") for key in keys for n in range(DATASETS)]
        columns.append(values.reshape(len(values), -1))
    matrix = SeriesMatrix(keys=tuple(keys), nights=NAMES[: len(values)], values=np.hstack(columns))
    return replay_rules(add_common_series(matrix), Alerts(), Baseline(), start=start)


def count_alarms(n_algorithms: int, shared: float, draw: int, *, datasets: bool) -> list[float]:
    """Return the false alarms and the red nights, a night."""
    replayed = walk(draw_nights(n_algorithms, shared, draw)[0], datasets=datasets)
    told = [each for each in replayed.findings if each.kind != "improvement" and not each.part_of]
    return [len(told) / JUDGED, len(replayed.red) / JUDGED]


def find_change(
    change: str, n_algorithms: int, shared: float, draw: int, *, datasets: bool
) -> list[float]:
    """Return whether a change is found by each night of `AT`, and how many findings tell of it."""
    values, night = draw_nights(n_algorithms, shared, draw)
    (algorithms, on), size = CHANGES[change]
    values[night:, algorithms, on] -= size
    replayed = walk(values[: night + AFTER], datasets=datasets, start=night - BEFORE)
    told = [
        each
        for each in replayed.findings
        if each.kind != "improvement"
        and each.opened >= NAMES[night]
        and (change.startswith("slow") or each.key.algorithm == "a0")
    ]
    first = min((NAMES.index(each.opened) - night + 1 for each in told), default=math.inf)
    return [*(float(first <= n) for n in AT), float(sum(not each.part_of for each in told))]


def main(draws: int) -> None:
    """Print a table of false alarms and one of changes."""
    cases = [(n, shared) for n in (4, 6) for shared in (0.0, 0.5)]
    print("| algorithms, shared, series | false alarms a night | red nights |\n|---|---:|---:|")
    for n, shared in cases:
        for datasets in (False, True):
            name = f"{n}, {shared:g}, {'both' if datasets else 'averages'}"
            counts = [count_alarms(n, shared, draw, datasets=datasets) for draw in range(draws)]
            alarms, red = np.mean(counts, axis=0)
            error = np.std(counts, axis=0, ddof=1)[0] / math.sqrt(draws)
            print(f"| {name} | {alarms:.3f} ± {error:.3f} | {red:.3f} |", flush=True)
    columns = " | ".join(f"by night {n}" for n in AT)
    print(f"\n| change | {columns} | findings |\n|---|" + "---:|" * (len(AT) + 1))
    for change in CHANGES:
        for n, shared in cases:
            for datasets in (False, True):
                name = f"{change}; {n}, {shared:g}, {'both' if datasets else 'averages'}"
                shares = np.mean(
                    [find_change(change, n, shared, k, datasets=datasets) for k in range(draws)],
                    axis=0,
                )
                print(f"| {name} | {' | '.join(f'{share:.2f}' for share in shares)} |", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--draws", type=int, default=30)
    main(parser.parse_args().draws)
