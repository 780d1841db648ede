"""Compare with the peers in one run, from the DataFrame.

    python -m tests.benchmarks [--large] [--write] [WORDS ...]

Each row prints the median CPU seconds of our work and of each peer's, which take turns, how many times our
time a peer takes, the peak of memory of one run of ours more, and how our time grows from the row of a
smaller size: seconds ∝ size^growth. A floor is no peer, but work that ours includes. The peak is of what
Python and numpy allocate. ``--large`` adds rows
that take minutes. A row whose ratio to its first peer fell by more than a quarter below that of ``table.md``,
or whose peak grew by as much and 50 MiB, is marked with ``<``; ``--write`` writes these rows into that table.
WORDS select rows by their names.
"""

import os

# one thread each: numpy's libraries read this when they load
os.environ.update(dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1"))

import argparse
import contextlib
import gc
import math
import platform
import re
import resource
import statistics
import sys
import tracemalloc
from importlib import metadata
from pathlib import Path

from tests.benchmarks.rows import ROWS
from tests.benchmarks.rows.row import FLOOR, Process, Row, Work, quiet

TABLE = Path(__file__).with_name("table.md")
HEAD = (
    "| work | ours (s) | peers: seconds (times ours) | our peak (MiB) | growth |\n"
    "|---|---|---|---|---|\n"
)
PACKAGES = (
    "numpy", "scipy", "pandas", "matplotlib", "weasyprint", "statsmodels", "scikit-learn", "scikit-posthocs",
    "autorank", "aeon", "pingouin", "seaborn", "mlxtend", "baycomp", "rliable", "evalstats",
)  # fmt: skip
BEHIND = 0.75
NOTED = 50  # MiB


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


def peak(row: Row) -> str:
    """Return the peak of memory of our work in MiB; empty for processes of their own."""
    work = row.make()["ours"]
    # the peak of a child that the system tells is at least that of this process
    if isinstance(work, Process):
        return ""
    tracemalloc.start()
    with quiet():
        work()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return f"{most / 2**20:.0f}"


def growth(row: Row, seconds: float, before: dict[object, tuple[float, float]]) -> str:
    """Return the exponent from the last row of the same kind to this one, and remember this one."""
    if row.size is None:
        return ""
    size, earlier = before.get(row.kind, (row.size, seconds))
    before[row.kind] = row.size, seconds
    if size == row.size:
        return ""
    return f"{math.log(seconds / earlier) / math.log(row.size / size):.2f}"


def write_line(row: Row, times: dict[str, float], memory: str, exponent: str) -> str:
    """Write a row of the table."""
    ours = times["ours"]
    peers = [f"{name} {times[name]:.4g} ({times[name] / ours:.2f})" for name in [*times][1:]]
    return f"| {row.name} | {ours:.4g} | {' · '.join(peers)} | {memory} | {exponent} |"


def first_ratio(line: str) -> float:
    """Return how many times our time the first peer takes; NaN without a peer."""
    found = re.search(r"\(([\d.]+)\)", line)
    return float(found.group(1)) if found else float("nan")


def peak_of(line: str) -> float:
    """Return the peak of memory of a row of the table; NaN without one."""
    found = re.search(r"\| (\d+) \|[^|]*\|$", line)
    return float(found.group(1)) if found else float("nan")


def is_behind(times: dict[str, float]) -> bool:
    """Tell whether a peer takes less time than we do; a floor is no peer."""
    peers = [each for name, each in times.items() if not name.startswith((FLOOR, "ours"))]
    return min(peers, default=math.inf) < times["ours"]


def describe_run() -> str:
    """Name the versions of the run."""
    found = []
    for name in PACKAGES:
        with contextlib.suppress(metadata.PackageNotFoundError):
            found.append(f"{name} {metadata.version(name)}")
    return (
        f"CPU seconds of one thread, medians of runs that take turns, on {platform.machine()}; Python "
        f"{platform.python_version()}, {', '.join(found)}. A floor is no peer, but work that ours includes.\n"
    )


def main() -> None:
    """Time the rows, and print them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    for flag in ("--large", "--write"):
        parser.add_argument(flag, action="store_true")
    parser.add_argument("words", nargs="*")
    chosen = parser.parse_args()
    known = TABLE.read_text(encoding="utf-8").splitlines() if TABLE.exists() else []
    table = {line.split(" | ")[0].removeprefix("| "): line for line in known}
    sizes, behind = dict[object, tuple[float, float]](), []
    for row in ROWS:
        if (row.large and not chosen.large) or not all(word in row.name for word in chosen.words):
            continue
        times = time_row(row)
        line = write_line(row, times, peak(row), growth(row, times["ours"], sizes))
        known_line = table.get(row.name, "")
        fell = first_ratio(line) < BEHIND * first_ratio(known_line)
        grew = peak_of(line) > max(peak_of(known_line) / BEHIND, peak_of(known_line) + NOTED)
        print(f"{'<' if fell or grew else ' '} {line}", flush=True)
        table[row.name] = line
        behind += [row.name] * is_behind(times)
    print(f"behind a peer: {'; '.join(behind) or 'no row'}")
    if chosen.write:
        lines = [table[row.name] for row in ROWS if row.name in table]
        # some rows are of this run, and the table is of the run that its head describes
        head = f"{known[0]}\n" if chosen.words and known else describe_run()
        TABLE.write_text(f"{head}\n{HEAD}" + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
