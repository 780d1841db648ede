"""github-action-benchmark: the ``data.js`` that it publishes, with the benchmarks of each commit.

Commits are compared, and each benchmark is a dataset. The metric is the unit; the tool that ran says whether
more of it is better.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pandas as pd

from benchreport.data.columns.words.direction import DIRECTIONS
from benchreport.data.readers.content import text_of
from benchreport.data.readers.tools.runners.timings import (
    date_of,
    name_metric,
    number_runs,
    without_idle_columns,
)
from benchreport.data.readers.tools.source import Source, Tool
from benchreport.errors import ReadError

BEGINNING = re.compile(rb"\s*window\.BENCHMARK_DATA\s*=\s*")
BIGGER = frozenset({"benchmarkjs", "pytest", "customBiggerIsBetter"})
PER_SECOND = {"ns": 1e9, "us": 1e6, "µs": 1e6, "μs": 1e6, "ms": 1e3, "s": 1.0, "sec": 1.0}
TIME = re.compile(r"(?P<unit>ns|us|µs|μs|ms|s|sec)(?:/(?:iter|op|ops|iteration))?")
HASH = 8


def _recognizes(source: Source) -> bool:
    if source.suffix == ".js":
        return BEGINNING.match(source.content) is not None
    data = source.json
    return isinstance(data, dict) and {"lastUpdate", "entries"} <= set(data)


def _read(source: Source) -> pd.DataFrame:
    data = source.json
    if source.suffix == ".js":
        script = text_of(source.content[BEGINNING.match(source.content).end() :])  # type: ignore[union-attr]
        data = json.loads(script.rstrip().removesuffix(";"))
    frame = pd.DataFrame(_rows(data["entries"]))
    if frame.empty:
        raise ReadError("it holds no benchmark")
    if len(data["entries"]) > 1:
        frame["dataset"] = frame["suite"] + " " + frame["dataset"]
    directions = dict(zip(frame["metric"], frame["bigger"].tolist(), strict=True))
    frame = without_idle_columns(frame.drop(columns="bigger"), "suite")
    table = number_runs(name_metric(frame))
    table.attrs[DIRECTIONS] = directions
    return table


def _rows(entries: Mapping[str, Any]) -> Iterator[dict[str, object]]:
    for suite, commits in entries.items():
        for entry in commits:
            date = date_of(entry["date"])
            for bench in entry["benches"]:
                metric, value = _measure(bench, str(entry["tool"]))
                yield {
                    "suite": suite,
                    "algorithm": str(entry["commit"]["id"])[:HASH],
                    "dataset": bench["name"],
                    "date": date,
                    "metric": metric,
                    "bigger": entry["tool"] in BIGGER,
                    "value": value,
                }


def _measure(bench: Mapping[str, Any], tool: str) -> tuple[str, float]:
    """Return the metric and the value; times are in seconds.

    >>> _measure({"value": 250, "unit": "ns/iter"}, "cargo")
    ('time_s', 2.5e-07)
    >>> _measure({"value": 3, "unit": "iter/sec"}, "pytest")
    ('iter/sec', 3.0)
    >>> _measure({"value": 80, "unit": "Percent"}, "customBiggerIsBetter")
    ('Percent (more is better)', 80.0)
    """
    unit, value = str(bench.get("unit", "")) or "value", float(bench["value"])
    time = TIME.fullmatch(unit)
    if time and tool not in BIGGER:
        return "time_s", value / PER_SECOND[time["unit"]]
    # a unit of one's own may have both directions
    return f"{unit} (more is better)" if tool == "customBiggerIsBetter" else unit, value


GITHUB_ACTION_BENCHMARK = Tool(
    name="results of github-action-benchmark", recognizes=_recognizes, read=_read
)
