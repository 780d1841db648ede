"""hyperfine: what ``--export-json`` writes, each command's times with its parameters.

What ``--export-csv`` writes has no times of runs, so the mean is read.
"""

import io
import re
from collections.abc import Mapping
from typing import Any

import pandas as pd

from benchreport.data.readers.content import text_of
from benchreport.data.readers.tools.runners.timings import Measured, compare_files, tabulate
from benchreport.data.readers.tools.source import Source, Tool
from benchreport.errors import ReadError

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
    return tabulate(results)


def _rows_of_csv(source: Source) -> list[dict[str, Any]]:
    text = text_of(source.content)
    if not text.endswith("\n"):
        raise ReadError("its last row is cut off")
    frame = pd.read_csv(io.StringIO(text), dtype=str, keep_default_na=False)
    names = [str(name) for name in frame if str(name).startswith(PARAMETER)]
    return [
        {
            "command": row["command"],
            "mean": float(row["mean"]),
            "parameters": {name.removeprefix(PARAMETER): row[name] for name in names},
        }
        for row in frame.to_dict("records")
    ]


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
