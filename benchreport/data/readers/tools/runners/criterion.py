"""Criterion.rs: its folder ``target/criterion``, ``raw.csv``, messages of ``cargo criterion`` and texts.

A sample is what some iterations took together; what one of them took is a run. Functions of one group are
compared, and the group's inputs are the datasets. Of a folder, the newest measurements are read; it does not
say their unit, which is nanoseconds unless a crate measures something else. Of a printed text, the estimate
between its bounds is read.
"""

import csv
import io
import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from benchreport.data.readers.content import text_of
from benchreport.data.readers.tools.runners.timings import SIZE, Measured, compare_files, tabulate
from benchreport.data.readers.tools.source import Source, Tool
from benchreport.errors import ReadError

COLUMNS = {"group", "function", "value", "sample_measured_value", "unit", "iteration_count"}
# below a group, a function and an input; the folder may be Criterion's own or what holds it
NEW = [f"{'*/' * depth}new/benchmark.json" for depth in (1, 2, 3, 4)]
COMPLETE = "benchmark-complete"
# group/function/input    time:   [1.0696 ms 1.0775 ms 1.0821 ms], or with the name on the line above
TIMES = re.compile(
    r"^(?P<above>(?![^\n]*time:)\S[^\n]*\n)?(?P<beside>\S[^\n]*?)?[ \t]+time:[ \t]+"
    r"\[\d[\d.]* +[µμa-z]+ +(?P<value>\d[\d.]*) +(?P<unit>[µμa-z]+) +[\d.]+ +[µμa-z]+\]",
    re.MULTILINE,
)
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
    messages = {"reason", "id", "report_directory"} <= set(source.first_record)
    return set(source.header) >= COLUMNS or messages or bool(_times(source))


def _times(source: Source) -> list[re.Match[str]]:
    # a search for what is there costs little where nothing is
    return list(TIMES.finditer(source.printed)) if " time:   [" in source.printed else []


def _new_benchmarks(source: Source) -> list[Source]:
    files = [file for pattern in NEW for file in source.files(pattern)]
    return [file for file in files if "directory_name" in (file.json or {})]


def _read(source: Source) -> pd.DataFrame:
    if source.is_folder:
        samples = [_of_files(file) for file in _new_benchmarks(source)]
    elif source.header:
        samples = _of_rows(csv.DictReader(io.StringIO(text_of(source.content), newline="")))
    elif source.printed:
        samples = [_of_text(found) for found in _times(source)]
    else:
        lines = map(json.loads, filter(str.strip, text_of(source.content).splitlines()))
        samples = [_of_message(line) for line in lines if line.get("reason") == COMPLETE]
    functions = {each.function for each in samples}
    if len(functions) == 1 < len({each.group for each in samples}):
        # one function of several groups: these are compared
        samples = [each._replace(group="", function=each.group) for each in samples]
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
    return _Samples(
        *_split_id(message["id"]),
        message["unit"],
        message["measured_values"],
        message["iteration_count"],
    )


def _of_text(found: re.Match[str]) -> _Samples:
    name = (found["beside"] or found["above"] or "").strip()
    name = name.removeprefix("Benchmarking ").removesuffix(": Analyzing").removesuffix(":")
    unit = found["unit"].replace("μ", "µ")
    return _Samples(*_split_id(name), unit, [float(found["value"])], [1])


def _split_id(name: str) -> tuple[str, str, str]:
    """Return the group, the function and the input that a name joins; a function is not called by a number.

    >>> _split_id("sort/quick/1000"), _split_id("hash/16KiB"), _split_id("fib")
    (('sort', 'quick', '1000'), ('hash', '', '16KiB'), ('fib', '', ''))
    """
    group, *rest = name.split("/", 2)
    function, value = [*rest, "", ""][:2]
    return (
        (group, "", function)
        if not value and SIZE.fullmatch(function)
        else (group, function, value)
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
