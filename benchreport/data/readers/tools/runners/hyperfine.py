"""hyperfine: what ``--export-json`` writes, each command's times with its parameters."""

import re
from collections.abc import Mapping
from typing import Any

import pandas as pd

from benchreport.data.readers.tools.runners.timings import Measured, compare_files, tabulate
from benchreport.data.readers.tools.source import Source, Tool

KEYS = {"command", "mean", "median", "min", "max"}


def _recognizes(source: Source) -> bool:
    data = source.json
    results = data.get("results") if isinstance(data, dict) and len(data) == 1 else None
    return (
        isinstance(results, list)
        and bool(results)
        and all(isinstance(result, dict) and "command" in result for result in results)
        and any(len(KEYS & set(result)) > 1 for result in results)
    )


def _read(source: Source) -> pd.DataFrame:
    results = [_measured(result) for result in source.json["results"]]
    combinations = {tuple(sorted(result.params.items())) for result in results}
    if () not in combinations and len(combinations) == len(results):
        # the parameters say all that differs, as one command was given
        results = [result._replace(name="command") for result in results]
    return tabulate(results)


def _measured(result: Mapping[str, Any]) -> Measured:
    params = {name: str(value) for name, value in (result.get("parameters") or {}).items()}
    return Measured(
        name=_template(str(result["command"]), params),
        params=params,
        runs={"time_s": result.get("times") or [result["mean"]]},
    )


def _template(command: str, params: Mapping[str, str]) -> str:
    """Return the command with names in place of the parameters' values.

    >>> _template("sort -S 10 file10", {"size": "10"})
    'sort -S {size} file10'
    """
    # longer values first, as one may be part of another
    for name, value in sorted(params.items(), key=lambda pair: -len(pair[1])):
        command = re.sub(rf"(?<!\w){re.escape(value)}(?!\w)", f"{{{name}}}", command)
    return command


HYPERFINE = Tool(
    name="results of hyperfine",
    recognizes=_recognizes,
    read=_read,
    compare=compare_files,
)
