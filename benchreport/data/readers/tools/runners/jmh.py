"""JMH: what ``-rf json`` writes for benchmarks in Java, Scala or Kotlin.

A run is a fork, a process of its own: iterations in one are alike, so their mean counts once. Where there is
only one fork, each iteration counts. Times are of one operation; numbers of operations are those of a second.
Methods of a class are compared, and parameters are the datasets; where classes have methods of the same
names, either may be what is compared. Secondary metrics are not read.
"""

from collections import defaultdict
from collections.abc import Mapping
from statistics import fmean
from typing import Any

import pandas as pd

from benchreport.data.readers.tools.runners.timings import NAME, Measured, compare_files, tabulate
from benchreport.data.readers.tools.source import Source, Tool
from benchreport.errors import ReadError

KEYS = {"benchmark", "mode", "primaryMetric"}
UNITS = {"ns": 1e9, "us": 1e6, "ms": 1e3, "s": 1.0, "min": 1 / 60, "hr": 1 / 3600, "day": 1 / 86400}
"""How many of JMH's units a second has."""


def _recognizes(source: Source) -> bool:
    data = source.json
    return (
        isinstance(data, list)
        and bool(data)
        and all(isinstance(item, dict) and set(item) >= KEYS for item in data)
    )


def _read(source: Source) -> pd.DataFrame:
    records = source.json
    classes = defaultdict[str, set[str]](set)
    for record in records:
        name, method = _names(record)
        classes[method].add(name)
    crossed = any(len(names) > 1 for names in classes.values())
    # classes of one name in several packages have these before them
    short = {name: name.rpartition(".")[2] for names in classes.values() for name in names}
    if len(set(short.values())) < len(short):
        short = {name: name for name in short}
    # average times, sampled ones and those of single shots are different metrics
    several = len({record["mode"] for record in records} - {"thrpt"}) > 1
    benchmarks = [_measured(record, short, crossed=crossed, several=several) for record in records]
    frame = tabulate(benchmarks)
    # either names what is compared, which "benchmark" and "method" would answer
    return frame.rename(columns={NAME: "member"}) if crossed else frame


def _names(record: Mapping[str, Any]) -> tuple[str, str]:
    """Return the class with its package, and the method."""
    place, _, method = record["benchmark"].rpartition(".")
    return place, method


def _measured(
    record: Mapping[str, Any], short: Mapping[str, str], *, crossed: bool, several: bool
) -> Measured:
    name, method = _names(record)
    metric, per_unit, power = _metric(record)
    if several and record["mode"] != "thrpt":
        metric = f"{record['mode']}_{metric}"
    about = {"threads": record.get("threads", 1)}
    if crossed:
        about["class"] = short[name]
    params = record.get("params", {})
    return Measured(
        name=method,
        # a parameter may be called so, too
        params={f"{key} of JMH" if key in params else key: about[key] for key in about} | params,
        runs={metric: [value * per_unit**power for value in _runs(record)]},
        group="" if crossed else short[name],
    )


def _metric(record: Mapping[str, Any]) -> tuple[str, float, int]:
    """Return the metric, how many units of time a second has, and the power with which these are taken."""
    unit = record["primaryMetric"]["scoreUnit"]
    above, _, below = unit.partition("/")
    if below == "op" and above in UNITS:
        return "time_s", UNITS[above], -1
    if above == "ops" and below in UNITS:
        return "ops/s", UNITS[below], 1
    raise ReadError(f"{record['benchmark']} has no unit that is known; it has {unit!r}")


def _runs(record: Mapping[str, Any]) -> list[float]:
    metric = record["primaryMetric"]
    # sampled times are counts of values, of which the mean is read
    forks = [list(map(float, fork)) for fork in metric.get("rawData", []) if fork]
    if not forks:
        return [float(metric["score"])]
    return [fmean(fork) for fork in forks] if len(forks) > 1 else forks[0]


JMH = Tool(name="results of JMH", recognizes=_recognizes, read=_read, compare=compare_files)
