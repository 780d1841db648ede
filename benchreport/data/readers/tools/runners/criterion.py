"""Criterion.rs: its folder ``target/criterion``, ``raw.csv``, and the messages of ``cargo criterion``.

A sample is what some iterations took together; what one of them took is a run. Functions of one group are
compared, and the group's inputs are the datasets. Of a folder, the newest measurements are read; it does not
say their unit, which is nanoseconds unless a crate measures something else.
"""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from benchreport.data.readers.content import text_of
from benchreport.data.readers.tools.runners.timings import Measured, compare_files, tabulate
from benchreport.data.readers.tools.source import Source, Tool
from benchreport.errors import ReadError

COLUMNS = {"group", "function", "value", "sample_measured_value", "unit", "iteration_count"}
# below a group, a function and an input; the folder may be Criterion's own or what holds it
NEW = [f"{'*/' * depth}new/benchmark.json" for depth in (1, 2, 3, 4)]
COMPLETE = "benchmark-complete"
PER_SECOND = {"ps": 1e12, "ns": 1e9, "us": 1e6, "µs": 1e6, "ms": 1e3, "s": 1.0}


class _Samples(NamedTuple):
    """What was measured of a benchmark: the totals of its samples, and how many iterations these had."""

    group: str
    function: str
    value: str
    unit: str
    totals: Sequence[float]
    iterations: Sequence[float]


def _recognizes(source: Source) -> bool:
    if source.is_folder:
        return bool(_new_benchmarks(source))
    return set(source.header) >= COLUMNS or {"reason", "id", "report_directory"} <= set(
        source.first_record
    )


def _new_benchmarks(source: Source) -> list[Source]:
    files = [file for pattern in NEW for file in source.files(pattern)]
    return [file for file in files if "directory_name" in (file.json or {})]


def _read(source: Source) -> pd.DataFrame:
    if source.is_folder:
        samples = [_of_files(file) for file in _new_benchmarks(source)]
    elif source.header:
        samples = _of_rows(csv.DictReader(io.StringIO(text_of(source.content), newline="")))
    else:
        lines = map(json.loads, filter(str.strip, text_of(source.content).splitlines()))
        samples = [_of_message(line) for line in lines if line.get("reason") == COMPLETE]
    return tabulate([_measured(each) for each in samples])


def _of_files(file: Source) -> _Samples:
    """Read a benchmark of a folder: its names, and beside them its samples."""
    about, place = file.json, Path(str(file.path)).with_name("sample.json")
    sample = Source(place, size_limit=file.size_limit).json
    if not isinstance(sample, dict):
        raise ReadError(f"{place} is no JSON object; one with samples is expected")
    return _Samples(
        about["group_id"],
        about["function_id"] or "",
        about["value_str"] or "",
        "ns",
        sample["times"],
        sample["iters"],
    )


def _of_rows(rows: Iterable[dict[str, str]]) -> list[_Samples]:
    found: dict[tuple[str, str, str, str], tuple[list[float], list[float]]] = {}
    for row in rows:
        key = (row["group"], row["function"], row["value"], row["unit"])
        totals, iterations = found.setdefault(key, ([], []))
        totals.append(float(row["sample_measured_value"]))
        iterations.append(float(row["iteration_count"]))
    return [_Samples(*key, *samples) for key, samples in found.items()]


def _of_message(message: dict[str, Any]) -> _Samples:
    group, *rest = message["id"].split("/", 2)
    function, value = [*rest, "", ""][:2]
    return _Samples(
        group,
        function,
        value,
        message["unit"],
        message["measured_values"],
        message["iteration_count"],
    )


def _measured(samples: _Samples) -> Measured:
    if not all(count > 0 for count in samples.iterations):
        raise ReadError(f"{samples.function or samples.group} has a sample of no iteration")
    per_second = PER_SECOND.get(samples.unit, 1.0)
    runs = [
        total / count / per_second
        for total, count in zip(samples.totals, samples.iterations, strict=True)
    ]
    return Measured(
        # a benchmark outside of a group has its own name there
        name=samples.function or samples.group,
        params={"1": samples.value} if samples.value else {},
        runs={"time_s" if samples.unit in PER_SECOND else samples.unit: runs},
        group=samples.group if samples.function else "",
    )


CRITERION = Tool(
    name="results of Criterion.rs",
    recognizes=_recognizes,
    read=_read,
    compare=compare_files,
)
