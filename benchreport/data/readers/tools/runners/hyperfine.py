"""hyperfine: what ``--export-json`` writes, each command's times with its parameters.

With ``--ignore-failure``, runs that end with another exit code than 0 are timed too; these failed. What
``--export-csv`` writes has neither exit codes nor times of runs, so the mean is read.
"""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from benchreport.data.readers.tools.runners.timings import (
    NAME,
    Measured,
    compare_files,
    params_of,
    rows_of_csv,
    tabulate,
)
from benchreport.data.readers.tools.source import Source, Tool
from benchreport.errors import ReadError, examples, format_count
from benchreport.wording.shell import tool_notes

KEYS = {"command", "mean", "median", "min", "max"}
HEADER = ("command", "mean", "stddev", "median", "user", "system", "min", "max")
PARAMETER = "parameter_"


def _recognizes(source: Source) -> bool:
    if source.header:
        return source.header[: len(HEADER)] == HEADER
    data = source.json
    results = data.get("results") if isinstance(data, dict) and len(data) == 1 else None
    return (
        isinstance(results, list)
        and bool(results)
        and all(isinstance(result, dict) and "command" in result for result in results)
        and any(len(KEYS & set(result)) > 1 for result in results)
    )


def _read(source: Source) -> pd.DataFrame:
    rows = _rows_of_csv(source) if source.header else source.json["results"]
    results = [_measured(row) for row in rows]
    combinations = {tuple(sorted(result.params.items())) for result in results}
    if () not in combinations and len(combinations) == len(results):
        # the parameters say all that differs, as one command was given
        results = [result._replace(name="command") for result in results]
    failed = {str(row["command"]): count for row in rows if (count := _failures(_times(row)))}
    if sum(failed.values()) == sum(len(_times(row)) for row in rows):
        raise ReadError(
            "all of its runs ended with another exit code than 0",
            hint="if that is no failure, time a command that ends with 0: 'COMMAND || true'",
        )
    # commands are compared, not what they are run on
    frame = tabulate(results).rename(columns={NAME: "command"})
    if failed:
        frame.attrs["notes"] = (
            tool_notes.EXIT_CODES.format(
                runs=format_count(sum(failed.values()), "run"), commands=examples(map(repr, failed))
            ),
        )
    return frame


def _times(result: Mapping[str, Any]) -> Sequence[float]:
    """Return the time of each run; NaN of those that failed."""
    times = result.get("times") or [result["mean"]]
    codes = result.get("exit_codes") or []
    # versions before 1.11 have no exit codes; a run that a signal ended has none
    if len(codes) != len(times):
        return times
    return [time if code == 0 else math.nan for time, code in zip(times, codes, strict=True)]


def _failures(times: Sequence[float]) -> int:
    return sum(map(math.isnan, times))


def _rows_of_csv(source: Source) -> list[dict[str, Any]]:
    return [
        {
            "command": row["command"],
            "mean": float(row["mean"]),
            "parameters": params_of(row, PARAMETER),
        }
        for row in rows_of_csv(source)
    ]


def _measured(result: Mapping[str, Any]) -> Measured:
    params = {name: str(value) for name, value in (result.get("parameters") or {}).items()}
    return Measured(
        name=_template(str(result["command"]), params),
        params=params,
        runs={"time_s": _times(result)},
    )


def _template(command: str, params: Mapping[str, str]) -> str:
    """Return the command with names in place of the parameters' values.

    >>> _template("sort -S 10 file10 data_10.txt", {"size": "10"})
    'sort -S {size} file10 data_{size}.txt'
    """
    # longer values first, as one may be part of another
    for name, value in sorted(params.items(), key=lambda pair: -len(pair[1])):
        command = re.sub(rf"(?<![^\W_]){re.escape(value)}(?![^\W_])", f"{{{name}}}", command)
    return command


HYPERFINE = Tool(
    name="results of hyperfine",
    recognizes=_recognizes,
    read=_read,
    compare=compare_files,
)
