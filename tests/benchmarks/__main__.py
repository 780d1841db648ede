"""Compare with the peers in one run, from the DataFrame.

    python -m tests.benchmarks [--large] [--memory] [--write] [WORDS ...]

Each row prints the median CPU seconds of our work and of each peer's, which take turns, and how many times
our time a peer takes. ``--large`` adds rows that take minutes, ``--memory`` the peak of memory of one run
more. A row whose ratio to its first peer fell by more than a quarter below that of ``table.md`` is marked
with ``<``; ``--write`` writes that table anew. WORDS select rows by their names.
"""

import os

# one thread each: numpy's libraries read this when they load
os.environ.update(dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1"))

import argparse
import gc
import re
import resource
import statistics
import sys
import tracemalloc
from pathlib import Path

from tests.benchmarks.rows import ROWS, Row, Work, quiet

TABLE = Path(__file__).with_name("table.md")
HEAD = "| work | ours (s) | peers: seconds (times ours) |\n|---|---|---|\n"
BEHIND = 0.75


def cpu() -> float:
    """Return the CPU seconds of this process and of those that it waited for."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def once(work: Work) -> float:
    """Return the CPU seconds of one run."""
    gc.collect()
    start = cpu()
    with quiet():
        work()
    return cpu() - start


def time_row(row: Row) -> dict[str, float]:
    """Return the median CPU seconds by name; a peer that fails is left out."""
    works = row.make()
    for name in [*works]:
        try:
            once(works[name])
        except Exception as error:
            if name == "ours":
                raise
            print(f"    {name} failed: {type(error).__name__}", file=sys.stderr)
            del works[name]
    times = [{name: once(work) for name, work in works.items()} for _ in range(row.runs)]
    return {name: statistics.median(each[name] for each in times) for name in works}


def peak(row: Row) -> float:
    """Return the peak of memory in MiB that our work allocates."""
    work = row.make()["ours"]
    tracemalloc.start()
    with quiet():
        work()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most / 2**20


def write_line(row: Row, times: dict[str, float]) -> str:
    """Write a row of the table."""
    ours = times["ours"]
    peers = [f"{name} {times[name]:.4g} ({times[name] / ours:.2f})" for name in [*times][1:]]
    return f"| {row.name} | {ours:.4g} | {' · '.join(peers)} |"


def first_ratio(line: str) -> float:
    """Return how many times our time the first peer takes; NaN without a peer."""
    found = re.search(r"\(([\d.]+)\)", line)
    return float(found.group(1)) if found else float("nan")


def main() -> None:
    """Time the rows, and print them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    for flag in ("--large", "--memory", "--write"):
        parser.add_argument(flag, action="store_true")
    parser.add_argument("words", nargs="*")
    chosen = parser.parse_args()
    known = TABLE.read_text(encoding="utf-8").splitlines() if TABLE.exists() else []
    before = {line.split(" | ")[0]: first_ratio(line) for line in known}
    lines = []
    for row in ROWS:
        if (row.large and not chosen.large) or not all(word in row.name for word in chosen.words):
            continue
        lines.append(write_line(row, time_row(row)))
        fell = first_ratio(lines[-1]) < BEHIND * before.get(f"| {row.name}", float("nan"))
        memory = f" {peak(row):.0f} MiB" if chosen.memory else ""
        print(f"{'<' if fell else ' '} {lines[-1]}{memory}", flush=True)
    if chosen.write:
        TABLE.write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
