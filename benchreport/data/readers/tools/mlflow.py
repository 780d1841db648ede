"""Runs of MLflow: its store of files (``mlruns``), its database, and the frame of ``mlflow.search_runs``.

The last value of each metric is read, as MLflow lists it. Runs that were deleted are left out.
"""

import re
import sqlite3
from collections.abc import Hashable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from benchreport.data.readers.content import text_of
from benchreport.data.readers.tools.frames import column_names, frame_of
from benchreport.data.readers.tools.metric_columns import varies
from benchreport.data.readers.tools.source import Source, Tool
from benchreport.data.readers.tools.sqlite import has_tables, open_database
from benchreport.data.readers.tools.tracked_runs import numbers_where_all_are, table_of_runs
from benchreport.errors import ReadError

META = "meta.yaml"
# a run, in an experiment or in the store
RUNS = ("*/*/meta.yaml", "*/meta.yaml")
ENTRY = re.compile(r"^(?P<key>\w+): (?P<value>.*)$", re.MULTILINE)
EXPERIMENT = "experiment"
TABLES = ("experiments", "runs", "latest_metrics", "params", "tags")


@dataclass(frozen=True, slots=True)
class Run:
    """A run: its name, experiment, parameters and the last value of each metric."""

    name: str
    experiment: str
    params: dict[str, str] = field(default_factory=dict)
    metrics: dict[str, float] = field(default_factory=dict)


def _table(runs: list[Run]) -> pd.DataFrame:
    metrics = pd.DataFrame([run.metrics for run in runs], dtype=float)
    if not len(metrics.columns):
        raise ReadError(
            f"its {len(runs)} runs have no metrics",
            hint="log one: mlflow.log_metric('accuracy', 0.9)",
        )
    params = pd.DataFrame([run.params for run in runs], index=range(len(runs)))
    settings = numbers_where_all_are(params, list(params.columns))
    experiments = pd.Series([run.experiment for run in runs])
    if varies(experiments):
        settings[EXPERIMENT] = experiments
    return table_of_runs(pd.Series([run.name for run in runs]), settings, metrics)


# the store of files


def _run_files(source: Source) -> list[Source]:
    """Return the files ``meta.yaml`` of the runs in a store or in one experiment."""
    for pattern in RUNS:
        files = [file for file in source.files(pattern) if _is_of_run(file)]
        if files:
            return files
    return []


def _is_of_run(meta: Source) -> bool:
    parts = meta.path.parent if meta.path is not None else None
    return parts is not None and (parts / "metrics").is_dir() and (parts / "params").is_dir()


def _read_store(source: Source) -> pd.DataFrame:
    runs = [_run_of(meta) for meta in _run_files(source)]
    active = [run for run in runs if run is not None]
    if not active:
        raise ReadError(f"all of its {len(runs)} runs are deleted")
    return _table(active)


def _run_of(meta: Source) -> Run | None:
    entries = _entries(meta)
    if entries.get("lifecycle_stage") == "deleted" or meta.path is None:
        return None
    folder = Source(meta.path.parent)
    experiment = Source(meta.path.parent.parent / META)
    names = _entries(experiment) if experiment.path is not None and experiment.path.exists() else {}
    return Run(
        entries.get("run_name") or entries.get("run_id", meta.path.parent.name),
        names.get("name", meta.path.parent.parent.name),
        {name: text_of(file.content).strip() for name, file in _files(folder, "params")},
        {name: _last_value(file) for name, file in _files(folder, "metrics")},
    )


def _entries(meta: Source) -> dict[str, str]:
    """Return the entries of a ``meta.yaml``, which is flat: one ``key: value`` a line."""
    found = {
        match["key"]: match["value"].strip().strip("'\"")
        for match in ENTRY.finditer(text_of(meta.content))
    }
    if "experiment_id" not in found:
        raise ReadError(f"{meta.path} has no entry experiment_id")
    return found


def _files(run: Source, part: str) -> Iterator[tuple[str, Source]]:
    """Yield the files of a part; the name of a metric may have slashes, and its file lies in folders."""
    if run.path is None:
        return
    for file in run.files(f"{part}/**/*"):
        if file.path is not None and file.path.stat().st_size:
            yield file.path.relative_to(run.path / part).as_posix(), file


def _last_value(metric: Source) -> float:
    """Return the value of the last step; a line is a time, a value and a step."""
    lines = [line.split() for line in text_of(metric.content).splitlines() if line.strip()]
    try:
        points = [(int(step), int(time), float(value)) for time, value, step, *_ in lines]
    except ValueError as error:
        raise ReadError(
            f"{metric.path} should hold a time, a value and a step a line: {error}"
        ) from error
    return max(points)[2]


# the database


def _read_database(source: Source) -> pd.DataFrame:
    with closing(open_database(source)) as database:
        runs = _runs_in(database)
        for key, uuid, value in database.execute(
            "SELECT key, run_uuid, value FROM params ORDER BY key"
        ):
            if uuid in runs:
                runs[uuid].params[key] = value
        values = (
            "SELECT key, run_uuid, CASE WHEN is_nan THEN NULL ELSE value END FROM latest_metrics "
            "ORDER BY key"
        )
        for key, uuid, value in database.execute(values):
            if uuid in runs:
                runs[uuid].metrics[key] = value
    if not runs:
        raise ReadError("it holds no active run")
    return _table(list(runs.values()))


def _runs_in(database: sqlite3.Connection) -> dict[str, Run]:
    rows = database.execute(
        "SELECT run_uuid, coalesce(nullif(runs.name, ''), run_uuid), experiments.name FROM runs "
        "JOIN experiments USING (experiment_id) WHERE runs.lifecycle_stage = 'active' "
        "ORDER BY start_time, run_uuid"
    )
    return {uuid: Run(name, experiment) for uuid, name, experiment in rows}


# the frame


def _recognizes_frame(source: Source) -> bool:
    names = column_names(source)
    return {"run_id", "experiment_id"} <= set(names) and any(
        name.startswith(("metrics.", "params.")) for name in names
    )


def _read_frame(source: Source) -> pd.DataFrame:
    frame = frame_of(source)
    names = frame.get("tags.mlflow.runName", frame["run_id"]).fillna(frame["run_id"])
    rows = zip(names, frame["experiment_id"], frame.to_dict("records"), strict=True)
    return _table(
        [
            Run(str(name), str(experiment), _part(row, "params."), _part(row, "metrics."))
            for name, experiment, row in rows
        ]
    )


def _part(row: Mapping[Hashable, Any], prefix: str) -> dict[str, Any]:
    """Return the cells of the columns with a prefix that are not empty."""
    cells = {str(name): value for name, value in row.items() if not pd.isna(value)}
    return {
        name.removeprefix(prefix): cell for name, cell in cells.items() if name.startswith(prefix)
    }


STORE = Tool(
    name="runs of MLflow (mlruns)",
    recognizes=lambda source: bool(_run_files(source)),
    read=_read_store,
)
DATABASE = Tool(
    name="runs of MLflow (database)",
    recognizes=lambda source: has_tables(source, *TABLES),
    read=_read_database,
)
FRAME = Tool(name="runs of MLflow (search_runs)", recognizes=_recognizes_frame, read=_read_frame)
