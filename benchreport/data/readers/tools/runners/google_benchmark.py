"""Google Benchmark: what ``--benchmark_format`` and ``--benchmark_out_format`` write, or print.

Each repetition is a run. Rows with a mean, a median or a spread are no runs; where the file has nothing else,
the mean is read. A benchmark that was skipped with an error is a failed run. Counters are not read: whether
more is better is known of none. Where several programs printed times of the same benchmarks, the programs are
what is compared.
"""

import io
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pandas as pd

from benchreport.data.readers.content import text_of
from benchreport.data.readers.tools.runners.timings import Measured, compare_files, tabulate
from benchreport.data.readers.tools.source import Source, Tool
from benchreport.errors import ReadError

HEADER = b"name,iterations,real_time,cpu_time,time_unit"
CONSOLE = re.compile(r"^Benchmark +Time +CPU +Iterations\b", re.MULTILINE)
CONSOLE_ROW = re.compile(
    r"^(?P<name>\S.*?) +(?P<real_time>[\d.e+]+) (?P<time_unit>[num]?s) +(?P<cpu_time>[\d.e+]+) [num]?s +"
    r"(?P<iterations>\d+)\b",
    re.MULTILINE,
)
RUNNING = re.compile(r"^Running (?:.*[/\\])?(\S+)", re.MULTILINE)
FITS = ("BigO", "RMS")
AGGREGATES = ("mean", "median", "stddev", "cv", "min", "max", *FITS)
PER_SECOND = {"ns": 1e9, "us": 1e6, "ms": 1e3, "s": 1.0}
# what the name of a benchmark may end in, beside its arguments
SETTINGS = re.compile(
    r"(?:iterations|repeats|min_time|min_warmup_time):[^/]*|real_time|process_time|manual_time"
)


def _recognizes(source: Source) -> bool:
    if source.suffix in (".csv", ".txt"):
        return _table_at(source) >= 0 or _is_console(source)
    if source.printed:
        return _is_console(source)
    data = source.json
    return (
        isinstance(data, dict)
        and {"context", "benchmarks"} <= set(data)
        and isinstance(data["benchmarks"], list)
        and isinstance(data["context"], dict)
        and {"num_cpus", "library_build_type", "executable"} & set(data["context"]) != set()
    )


def _is_console(source: Source) -> bool:
    header = CONSOLE.search(source.printed)
    return header is not None and bool(CONSOLE_ROW.search(source.printed, header.end()))


def _table_at(source: Source) -> int:
    """Return where the table of a CSV begins; lines on the machine may stand before it."""
    content = source.content
    if content.startswith(HEADER):
        return 0
    return content.find(b"\n" + HEADER, 0, 10_000) + 1 or -1


def _read(source: Source) -> pd.DataFrame:
    if _is_console(source):
        rows = _mark_aggregates(_rows_of_console(source.printed))
    else:
        rows = (
            _rows_of_csv(source) if source.suffix in (".csv", ".txt") else source.json["benchmarks"]
        )
    runs: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for row in _without_aggregates(rows):
        runs.setdefault((row.get("executable", ""), _name(row)), []).append(row)
    # programs that ran the same benchmarks are compared by them
    several = len({name for _, name in runs}) < len(runs)
    return tabulate(
        [
            _measured(name, repetitions, {"implementation": executable} if several else {})
            for (executable, name), repetitions in runs.items()
        ]
    )


def _rows_of_console(printed: str) -> list[dict[str, Any]]:
    """Return the printed rows, each with the program that was running."""
    texts = ["", *RUNNING.split(printed)]
    return [
        {**found.groupdict(), "executable": executable}
        for executable, text in zip(texts[::2], texts[1::2], strict=True)
        for found in CONSOLE_ROW.finditer(text)
    ]


def _rows_of_csv(source: Source) -> list[dict[str, Any]]:
    text = text_of(source.content[_table_at(source) :])
    frame = pd.read_csv(io.StringIO(text), dtype={"error_occurred": object})
    return _mark_aggregates(
        [{str(key): cell for key, cell in row.items()} for row in frame.to_dict("records")]
    )


def _mark_aggregates(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Mark the rows that summarize others by their names."""
    names = {row["name"] for row in rows}
    ends = tuple(f"_{kind}" for kind in AGGREGATES)
    for row in rows:
        base, _, kind = row["name"].rpartition("_")
        # the fit of a complexity belongs to a family, and has no iterations and no benchmark of its name
        fit = kind in FITS and pd.isna(row["iterations"]) and f"{base}_BigO" in names
        has_runs = fit or base in names or f"{base}_stddev" in names
        if row["name"].endswith(ends) and has_runs:
            row |= {"aggregate_name": kind, "run_name": base}
        row["error_occurred"] = str(row.get("error_occurred")).casefold() == "true"
    return rows


def _without_aggregates(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    runs = [row for row in rows if not row.get("aggregate_name")]
    ran = {_name(row) for row in runs}
    means = [row for row in rows if row.get("aggregate_name") == "mean" and _name(row) not in ran]
    if not runs and not means:
        raise ReadError("it holds no run of a benchmark")
    return runs + means


def _name(row: Mapping[str, Any]) -> str:
    return str(row.get("run_name") or row["name"])


def _measured(name: str, rows: Iterable[Mapping[str, Any]], program: Mapping[str, str]) -> Measured:
    family, *arguments = [part for part in name.split("/") if not SETTINGS.fullmatch(part)]
    return Measured(
        name=family,
        params={**program, **dict(map(_argument, range(1, len(arguments) + 1), arguments))},
        runs={
            metric: [_seconds(row, key) for row in rows]
            for metric, key in (("time_s", "real_time"), ("cpu_time_s", "cpu_time"))
        },
    )


def _argument(number: int, text: str) -> tuple[str, str]:
    """Return the name and value of an argument; its number is the name of one that has none.

    >>> _argument(1, "1024"), _argument(2, "threads:4")
    (('1', '1024'), ('threads', '4'))
    """
    name, colon, value = text.rpartition(":")
    return (name, value) if colon else (str(number), text)


def _seconds(row: Mapping[str, Any], key: str) -> float:
    if row.get("error_occurred"):
        return float("nan")
    unit = row["time_unit"]
    if unit not in PER_SECOND:
        raise ReadError(f"{_name(row)} has no unit of time that is known; it has {unit!r}")
    return float(row[key]) / PER_SECOND[unit]


GOOGLE_BENCHMARK = Tool(
    name="results of Google Benchmark",
    recognizes=_recognizes,
    read=_read,
    compare=compare_files,
)
