"""pytest-benchmark: files of `--benchmark-json`, `--benchmark-autosave` and `--csv`, and printed tables.

With ``--benchmark-save-data`` each round is a run; without it the file has summaries, and the mean is read,
as it is of printed tables and of what ``pytest-benchmark compare --csv`` writes.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pandas as pd

from benchreport.data.readers.tools.runners.timings import (
    Measured,
    compare_files,
    params_of,
    rows_of_csv,
    tabulate,
    without_address,
)
from benchreport.data.readers.tools.source import Source, Tool

UNKNOWN = "UNSERIALIZABLE["
# names by --benchmark-autosave: a number, the commit, and when it was
SAVED = re.compile(r"\d{4}_(?:[0-9a-f]{40}|unversioned)_\d{8}_\d{6}(?:_uncommited-changes)?\.json")

# Name (time in ms)   Min   Max   Mean, and below it numbers with their ratios to the best in brackets
TABLE = re.compile(
    r"^[ \t]*Name \(time in (?P<unit>[nuµm]?s)\)(?P<names>[ \t]+[^\n]*\bMean\b[^\n]*)"
    r"(?P<rows>(?:\n[^\n]*\S[^\n]*)+)",
    re.MULTILINE,
)
CELL = re.compile(r"(?<=\s)(\d[\d.,;]*)(?:[ \t]+\([>\d.,inf]+\))?(?=\s|$)")
# as the table of fast tests has it
SCALED = re.compile(r"OPS \([KMG]?ops/s\)")
SECONDS = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1.0}
# columns of a CSV: parameters, and how often a test ran
OF_CSV, COUNTS = "param:", ("ops", "rounds", "iterations")
# parameters behind the name of a test
PARAMETER = re.compile(r"(?P<name>.+?)(?:\[(?P<ids>.*)\]|-(?P<number>\d+))")


def _recognizes(source: Source) -> bool:
    if source.printed:
        tables = TABLE.finditer(source.printed)
        return any(next(_printed(table), None) for table in tables)
    if source.header:
        name, *others = source.header
        named = any(other.startswith(OF_CSV) for other in others) or set(COUNTS) <= {*others}
        return name == "name" and "mean" in others and named
    data = source.json
    return (
        isinstance(data, dict)
        and {"machine_info", "benchmarks", "version"} <= set(data)
        and isinstance(data["benchmarks"], list)
    )


def _read(source: Source) -> pd.DataFrame:
    if source.printed:
        return tabulate(
            [each for table in TABLE.finditer(source.printed) for each in _printed(table)]
        )
    if source.header:
        return tabulate([_of_row(row) for row in rows_of_csv(source)])
    return tabulate([_measured(benchmark) for benchmark in source.json["benchmarks"]])


def _of_row(row: Mapping[str, str]) -> Measured:
    name, ids = _take_apart(row["name"].rpartition("::")[2])
    params = {param: cell for param, cell in params_of(row, OF_CSV).items() if cell}
    return Measured(name=name, params=params or ids, runs={"time_s": [float(row["mean"])]})


def _measured(benchmark: Mapping[str, Any]) -> Measured:
    stats = benchmark["stats"]
    group = str(benchmark.get("group") or "")
    return Measured(
        name=_without_group(str(benchmark["name"]).partition("[")[0], group),
        params=_params(benchmark),
        runs={"time_s": stats.get("data") or [stats["mean"]]},
        group=group,
    )


def _printed(table: re.Match[str]) -> Iterator[Measured]:
    """Yield the benchmarks of a printed table."""
    names = SCALED.sub("OPS", table["names"]).split()
    for line in table["rows"].splitlines():
        cells = list(CELL.finditer(line))[-len(names) :]
        if len(cells) < len(names) or not (name := line[: cells[0].start()].strip()):
            continue
        mean = float(cells[names.index("Mean")][1].replace(",", "")) * SECONDS[table["unit"]]
        test, ids = _take_apart(name)
        yield Measured(name=test, params=ids, runs={"time_s": [mean]})


def _take_apart(name: str) -> tuple[str, dict[str, str]]:
    """Return the name of a test and its parameters by their places.

    >>> _take_apart("test_sort[heap-10]"), _take_apart("test_sum")
    (('test_sort', {'1': 'heap', '2': '10'}), ('test_sum', {}))
    """
    found = PARAMETER.fullmatch(name)
    if found is None:
        return name, {}
    ids = (found["ids"] or found["number"] or "").split("-")
    return found["name"], {str(number): text for number, text in enumerate(ids, 1)}


def _without_group(name: str, group: str) -> str:
    """Return a test's name without the words of its group, as names differ between groups in these.

    >>> _without_group("test_join_format", "join"), _without_group("test_join", "join")
    ('test_format', 'test_join')
    """
    words = set(re.split(r"\W+|_", group))
    rest = [word for word in name.split("_") if word not in words]
    return "_".join(rest) if rest != ["test"] else name


def _params(benchmark: Mapping[str, Any]) -> dict[str, object]:
    """Return the parameters; those that JSON cannot hold by their parts of the test's id."""
    params = benchmark.get("params") or {}
    ids = str(benchmark.get("param") or "").split("-")
    if len(ids) != len(params):
        ids = [without_address(str(value).removeprefix(UNKNOWN)) for value in params.values()]
    return {
        name: part if str(value).startswith(UNKNOWN) else value
        for (name, value), part in zip(params.items(), ids, strict=True)
    }


PYTEST_BENCHMARK = Tool(
    name="results of pytest-benchmark",
    recognizes=_recognizes,
    read=_read,
    compare=compare_files,
)
