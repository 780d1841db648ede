"""How time and memory grow with the rows of a table, by the engine that reads it.

    python tests/benchmarks/engines.py [--most 8] [--engines duckdb,polars] [--folder DIR] [--markdown FILE]

Each row of the tables is one command in a new process, from a Parquet file to the printed result: its elapsed
time, the time of all processors, and the most memory that the process held. Spark's engine is a
process of its own, whose time and memory are not counted. "By hand" is the query alone that a user would
write for DuckDB.

- Scores: 100 algorithms × 1,000 datasets, as many repeats as make the rows (fewer datasets below 10⁶).
- Predictions: labels of three classes from five models, for examples in 10,000 clusters, with a row for each
  example and model.
"""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import duckdb

ENGINES = ("pandas", "duckdb", "polars", "dask", "spark", "ibis")
MODELS, CLUSTERS = 5, 10_000
TOO_LONG = 900
# pandas holds all rows in memory, at about 170 bytes each
MOST_OF_PANDAS = 10**7
BY_HAND = """import duckdb, sys
duckdb.sql(f"SELECT algorithm, dataset, avg(score), count(*) FROM '{sys.argv[1]}' GROUP BY ALL").fetchall()"""
BY_IBIS = """import ibis, sys, benchreport
table = ibis.duckdb.connect().read_parquet(sys.argv[1])
print(benchreport.bench(table, score="score", higher_is_better=True).friedman())"""
SCORES = """COPY (SELECT 'model ' || (i % 100) AS algorithm, 'task ' || (i // 100 % {datasets}) AS dataset,
    (i // 100 // {datasets})::INTEGER AS seed, (i % 100) / 1000 + hash(i) % 10000 / 10000 AS score
    FROM range({rows}) t(i)) TO '{file}'"""
LABEL = "CASE WHEN hash(i * 7 + {model}) % 100 < {right} THEN i % 3 ELSE (i + 1) % 3 END"
PREDICTIONS = """COPY (SELECT i AS example, (hash(i) % {clusters})::INTEGER AS batch, i % 3 AS y_true,
    {labels} FROM range({rows}) t(i)) TO '{file}'"""
LONG = """COPY (SELECT example, batch, y_true, model, prediction FROM '{wide}'
    UNPIVOT (prediction FOR model IN ({models}))) TO '{file}'"""


class Cost(NamedTuple):
    """What a command took: seconds elapsed and of all processors, and GB of memory; or why it ended."""

    elapsed: float
    processors: float
    memory: float
    problem: str = ""

    def __str__(self) -> str:
        if self.problem:
            return f"{self.problem} | |"
        return f"{self.elapsed:.1f} | {self.processors:.1f} | {self.memory:.2f}"


def measure(*command: str) -> Cost:
    """Run this Python with arguments, and measure it."""
    start = time.monotonic()
    with subprocess.Popen(
        [sys.executable, *command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            _, errors = process.communicate(timeout=TOO_LONG)
        except subprocess.TimeoutExpired:
            process.kill()
            return Cost(0, 0, 0, f"more than {TOO_LONG} s")
    elapsed = time.monotonic() - start
    after = _times()
    used, peak = after[0] - _before[0], _peak_of(errors)
    _before[:] = after
    if process.returncode:
        told = [line for line in errors.splitlines() if "rror" in line]
        return Cost(0, 0, 0, (told or ["failed"])[0])
    return Cost(elapsed, used, peak)


_before = [0.0]
# the system counts from the start of this program on, getrusage from that of the process which started it
MEASURED = """import sys
code = sys.argv.pop(1)
try:
    exec(code)
finally:
    status = open("/proc/self/status").read().splitlines()
    peak = next(line.split()[1] for line in status if line.startswith("VmHWM"))
    print(f"\\npeak {peak}", file=sys.stderr)"""


def _times() -> list[float]:
    times = os.times()
    return [times.children_user + times.children_system]


def _peak_of(errors: str) -> float:
    found = [line for line in errors.splitlines() if line.startswith("peak ")]
    return int(found[-1].split()[1]) * 1024 / 1e9 if found else float("nan")


def run_code(code: str, *arguments: str) -> Cost:
    """Measure a piece of Python."""
    return measure("-c", MEASURED, code, *arguments)


COMMAND = "from benchreport.__main__ import run; run()"


def run_command(*words: str) -> Cost:
    """Measure a command of benchreport."""
    return run_code(COMMAND, *words)


def make_scores(folder: Path, rows: int) -> Path:
    """Write a table of scores, and return its path."""
    file = folder / f"scores-{rows}.parquet"
    if not file.exists():
        datasets = min(1000, max(100, rows // 1000))
        duckdb.sql(SCORES.format(rows=rows, datasets=datasets, file=file))
    return file


def make_predictions(folder: Path, rows: int, form: str) -> Path:
    """Write a table of so many rows of predictions, long or wide."""
    file = folder / f"{form}-{rows}.parquet"
    if file.exists():
        return file
    models = [f"model {place}" for place in range(MODELS)]
    if form == "long":
        wide = make_predictions(folder, rows // MODELS, "wide")
        names = ", ".join(f'"{name}"' for name in models)
        duckdb.sql(LONG.format(wide=wide, models=names, file=file))
        return file
    labels = ", ".join(
        f'{LABEL.format(model=place, right=80 + place)} AS "{name}"'
        for place, name in enumerate(models)
    )
    clusters = min(CLUSTERS, rows // 50)
    duckdb.sql(PREDICTIONS.format(rows=rows, clusters=clusters, labels=labels, file=file))
    return file


def rows_of_scores(folder: Path, powers: range, engines: list[str]) -> list[str]:
    """Measure one test by each engine, and the report by DuckDB."""
    lines = []
    for power in powers:
        file = str(make_scores(folder, 10**power))
        read = (file, "--score", "score", "--higher-is-better")
        lines.append(f"| 10{_raise(power)} | query by hand | {run_code(BY_HAND, file)} |")
        for engine in engines:
            if engine == "pandas" and 10**power > MOST_OF_PANDAS:
                continue
            if engine == "ibis":
                cost = run_code(BY_IBIS, file)
            else:
                cost = run_command("test", "friedman", *read, "--engine", engine)
            lines.append(f"| 10{_raise(power)} | Friedman test, {engine} | {cost} |")
            print(lines[-1], file=sys.stderr, flush=True)
        output = str(folder / "report.html")
        cost = run_command("report", *read, "--engine", "duckdb", "-o", output)
        lines.append(f"| 10{_raise(power)} | HTML report, duckdb | {cost} |")
        print(lines[-1], file=sys.stderr, flush=True)
    return lines


PROCEDURES = {
    "McNemar's tests of all pairs": ("test", "mcnemar"),
    "Cochran's Q": ("test", "cochran-q"),
    "metrics of all models": ("test", "metrics"),
    "differences over clusters": ("test", "paired-difference", "--cluster", "batch"),
}


def rows_of_predictions(folder: Path, powers: range) -> list[str]:
    """Measure tests of predictions by DuckDB, in long tables."""
    lines = []
    for power in powers:
        file = str(make_predictions(folder, 10**power, "long"))
        for name, words in PROCEDURES.items():
            cost = run_command(*words, file, "--engine", "duckdb")
            lines.append(f"| 10{_raise(power)} | long | {name} | {cost} |")
            print(lines[-1], file=sys.stderr, flush=True)
    return lines


def _raise(power: int) -> str:
    return str(power).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--least", type=int, default=5)
    parser.add_argument("--most", type=int, default=8)
    parser.add_argument("--engines", default=",".join(ENGINES))
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--markdown", type=Path)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    powers = range(options.least, options.most + 1)
    head = "elapsed s | processors s | memory GB |\n"
    text = "## Scores\n\n| rows | work | " + head + "|--:|---|--:|--:|--:|\n"
    text += "\n".join(rows_of_scores(options.folder, powers, options.engines.split(",")))
    text += "\n\n## Predictions\n\n| rows | table | work | " + head + "|--:|---|---|--:|--:|--:|\n"
    text += (
        "\n".join(rows_of_predictions(options.folder, range(max(6, powers.start), powers.stop)))
        + "\n"
    )
    if options.markdown:
        options.markdown.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
