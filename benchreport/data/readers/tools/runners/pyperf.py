"""pyperf: what ``-o results.json`` writes, such as pyperformance's results.

A run is a process: values that one process measured are alike, so their mean counts once. Where there is only
one process, each value counts.
"""

from collections.abc import Mapping
from statistics import fmean
from typing import Any

import pandas as pd

from benchreport.data.readers.tools.runners.timings import Measured, compare_files, tabulate
from benchreport.data.readers.tools.source import Source, Tool

METRICS = {"second": "time_s", "byte": "memory_bytes"}


def _recognizes(source: Source) -> bool:
    data = source.json
    if not isinstance(data, dict) or not {"benchmarks", "version"} <= set(data):
        return False
    benchmarks = data["benchmarks"]
    return (
        isinstance(benchmarks, list)
        and bool(benchmarks)
        and all(isinstance(benchmark, dict) and "runs" in benchmark for benchmark in benchmarks)
    )


def _read(source: Source) -> pd.DataFrame:
    data = source.json
    return tabulate([_measured(item, data.get("metadata", {})) for item in data["benchmarks"]])


def _measured(benchmark: Mapping[str, Any], common: Mapping[str, Any]) -> Measured:
    about = {**common, **benchmark.get("metadata", {})}
    # runs that calibrate have warm-ups alone
    processes = [run["values"] for run in benchmark["runs"] if run.get("values")]
    values = [fmean(process) for process in processes] if len(processes) > 1 else processes[0]
    unit = about.get("unit", "second")
    return Measured(about["name"], {}, {METRICS.get(unit, str(unit)): values})


PYPERF = Tool(name="results of pyperf", recognizes=_recognizes, read=_read, compare=compare_files)
