"""Results of Weights & Biases: the table of runs and the lines of a chart as CSV, and ``wandb.Api().runs``.

Of the last, the documentation makes a table with the columns ``summary``, ``config`` and ``name``, whose
cells are dicts, or their texts in a file.
"""

import ast
import contextlib
import math
import re
from collections.abc import Hashable, Mapping
from typing import Any

import pandas as pd

from benchreport.data.cells.cell_values import is_number
from benchreport.data.columns.words.direction import direction_of
from benchreport.data.columns.words.names import is_called
from benchreport.data.readers.tools.experiments.frames import (
    column_names,
    first_row,
    frame_of,
    has_columns,
)
from benchreport.data.readers.tools.experiments.metric_columns import varies
from benchreport.data.readers.tools.experiments.run_names import split_numbers
from benchreport.data.readers.tools.experiments.tracked_runs import table_of_runs
from benchreport.data.readers.tools.source import Source, Tool
from benchreport.errors import ReadError, examples
from benchreport.errors import is_number as is_finite

NAME, STATE, GROUP = "Name", "State", "Group"
# columns of any table of runs, of which users hide some
OWN = frozenset(
    "Name,State,Notes,User,Tags,Created,Runtime,Sweep,Group,ID,Description,Updated,Hostname,Commit,Agent,Host,"
    "Job Type,End Time,Start Time,GPU Type,GPU Count,CPU Count,Python Version".split(",")
)
LEAST_OWN = 4
# of these runs, the last values are not what a finished run reaches
BROKEN = frozenset(("crashed", "failed", "killed", "preempted"))
STATES = BROKEN | {"finished", "running", "pending", "preempting"}
LINE = re.compile(r"(?P<run>.+) - (?P<metric>.+?)(?P<edge>__MIN|__MAX)?")
# lines of groups of runs are called by the setting: "model: resnet"
SETTING = re.compile(r"[\w./ -]+: (?P<value>.+)")
STEP = "_step"
DICTS = ("summary", "config", "name")


# the table of runs


def _recognizes_runs(source: Source) -> bool:
    names = set(column_names(source))
    own = {NAME, STATE} <= names and len(OWN & names) >= LEAST_OWN
    return own and first_row(source).get(STATE, "").casefold() in STATES


def _read_runs(source: Source) -> pd.DataFrame:
    frame = frame_of(source)
    settings, metrics = _split(frame)
    broken = frame[STATE].astype(str).str.casefold().isin(BROKEN)
    metrics = metrics.mask(broken)
    if not any(is_called(name, "algorithm") for name in settings) and _groups(frame):
        settings = settings.assign(algorithm=frame[GROUP])
    return table_of_runs(frame[NAME].astype(str), settings, metrics)


def _split(frame: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the settings, and the metrics: numbers that differ and whose names say a direction."""
    # keys of the summary that begin with _ are W&B's own
    names = [name for name in frame if name not in OWN and not str(name).startswith("_")]
    numbers = [name for name in names if _may_be_metric(name, frame[name])]
    metrics = [name for name in numbers if direction_of(name) is not None] or numbers
    if not metrics:
        raise ReadError(
            f"no column holds a metric; the columns are {examples(names, most=12)}",
            hint="show the metrics in the table of runs, and export it again",
        )
    return frame[[name for name in names if name not in metrics]], frame[metrics]


def _may_be_metric(name: Hashable, column: "pd.Series[float]") -> bool:
    named = is_called(name, "algorithm", "dataset", "repeat", "step")
    return not named and is_number(column) and varies(column)


def _groups(frame: pd.DataFrame) -> bool:
    """Tell whether the column ``Group`` names every run, and groups them."""
    groups = frame[GROUP] if GROUP in frame else pd.Series(dtype=object)
    return bool(groups.notna().all()) and 1 < groups.nunique() < len(frame)


# runs that the API returns


def _recognizes_dicts(source: Source) -> bool:
    if not has_columns(source, *DICTS):
        return False
    row = first_row(source)
    return all(row.get(name, "").startswith("{") for name in DICTS[:2])


def _read_dicts(source: Source) -> pd.DataFrame:
    frame = frame_of(source)
    settings = pd.DataFrame(_dicts(frame["config"]), index=frame.index)
    metrics = pd.DataFrame(_dicts(frame["summary"]), index=frame.index).map(_number)
    reached = [
        name for name in metrics if metrics[name].notna().any() and not str(name).startswith("_")
    ]
    if not reached:
        raise ReadError(
            "no summary of a run holds a number", hint="log one: run.log({'accuracy': 0.9})"
        )
    plain = settings.map(lambda value: value if pd.api.types.is_scalar(value) else str(value))
    return table_of_runs(frame["name"].astype(str), plain, metrics[reached])


def _dicts(column: "pd.Series[Any]") -> list[Mapping[str, Any]]:
    """Return the cells as dicts; W&B's own keys begin with ``_``."""
    found = [_dict(cell) for cell in column]
    odd = [row for row, cell in enumerate(found) if cell is None]
    if odd:
        raise ReadError(f"column {column.name!r} should hold dicts; rows {examples(odd)} do not")
    return [cell for cell in found if cell is not None]


def _dict(cell: object) -> Mapping[str, Any] | None:
    if isinstance(cell, str):
        # numbers that Python writes as names
        text = re.sub(r"(?<=: )(nan|-?inf)(?=[,}])", "None", cell)
        with contextlib.suppress(ValueError, SyntaxError, RecursionError, MemoryError):
            cell = ast.literal_eval(text)
    return cell if isinstance(cell, Mapping) else None


def _number(value: object) -> float:
    # a run that diverged ends with an infinite loss, which no average can hold
    return float(value) if is_finite(value) else math.nan  # type: ignore[arg-type]


# the lines of a chart


def _recognizes_chart(source: Source) -> bool:
    names = column_names(source)
    edges = {
        f"{name}{edge}" for name in names for edge in ("__MIN", "__MAX") if LINE.fullmatch(name)
    }
    return len(edges & set(names)) > 1


def _read_chart(source: Source) -> pd.DataFrame:
    frame = frame_of(source)
    x, *columns = frame.columns
    lines = {name: match for name in columns if (match := LINE.fullmatch(name)) is not None}
    shown = {
        name: line for name, line in lines.items() if not line["edge"] and line["metric"] != STEP
    }
    step = x.casefold() if is_called(x, "step") else "step"
    runs = list(dict.fromkeys(line["run"] for line in shown.values()))
    labels = split_numbers(_values_of_settings(runs)).to_dict("records")
    curves = []
    for run, label in zip(runs, labels, strict=True):
        metrics = {name: line["metric"] for name, line in shown.items() if line["run"] == run}
        curve = (
            frame[[x, *metrics]]
            .rename(columns={x: step, **metrics})
            .dropna(subset=list(metrics.values()), how="all")
        )
        curves.append(pd.DataFrame(label, index=curve.index).join(curve))
    return pd.concat(curves, ignore_index=True)


def _values_of_settings(runs: list[str]) -> list[str]:
    """Leave out the name of a setting that all lines begin with."""
    matches = [match for match in map(SETTING.fullmatch, runs) if match is not None]
    prefixes = {run.partition(": ")[0] for run in runs}
    fine = len(matches) == len(runs) and len(prefixes) == 1
    return [match["value"] for match in matches] if fine else runs


RUNS = Tool(
    name="a table of runs of Weights & Biases", recognizes=_recognizes_runs, read=_read_runs
)
API = Tool(
    name="runs of Weights & Biases (Api().runs)", recognizes=_recognizes_dicts, read=_read_dicts
)
CHART = Tool(name="a chart of Weights & Biases", recognizes=_recognizes_chart, read=_read_chart)
