"""pytest-benchmark: what ``--benchmark-json`` and ``--benchmark-autosave`` write.

With ``--benchmark-save-data`` each round is a run; without it the file has summaries, and the mean is read.
"""

import re
from collections.abc import Mapping
from typing import Any

import pandas as pd

from benchreport.data.readers.tools.runners.timings import (
    Measured,
    compare_files,
    tabulate,
    without_address,
)
from benchreport.data.readers.tools.source import Source, Tool

UNKNOWN = "UNSERIALIZABLE["
# names by --benchmark-autosave: a number, the commit, and when it was
SAVED = re.compile(r"\d{4}_(?:[0-9a-f]{40}|unversioned)_\d{8}_\d{6}(?:_uncommited-changes)?\.json")


def _recognizes(source: Source) -> bool:
    data = source.json
    return (
        isinstance(data, dict)
        and {"machine_info", "benchmarks", "version"} <= set(data)
        and isinstance(data["benchmarks"], list)
    )


def _read(source: Source) -> pd.DataFrame:
    return tabulate([_measured(benchmark) for benchmark in source.json["benchmarks"]])


def _measured(benchmark: Mapping[str, Any]) -> Measured:
    stats = benchmark["stats"]
    group = str(benchmark.get("group") or "")
    return Measured(
        name=_without_group(str(benchmark["name"]).partition("[")[0], group),
        params=_params(benchmark),
        runs={"time_s": stats.get("data") or [stats["mean"]]},
        group=group,
    )


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
