"""Runs of MLflow: its store of files (``mlruns``), its database, and the frame of ``mlflow.search_runs``.

The last value of each metric is read, as MLflow lists it. Runs that were deleted are left out.
"""

import datetime as dt
import re
from collections.abc import Hashable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd

from benchreport.data.readers.content import text_of
from benchreport.data.readers.tools.experiments.frames import column_names, frame_of
from benchreport.data.readers.tools.experiments.metric_columns import varies
from benchreport.data.readers.tools.experiments.sqlite import has_tables, open_database
from benchreport.data.readers.tools.experiments.tracked_runs import (
    numbers_where_all_are,
    table_of_runs,
)
from benchreport.data.readers.tools.source import Source, Tool
from benchreport.errors import ReadError, format_count

META = "meta.yaml"
# a run, in an experiment or in the store
RUNS = ("*/*/meta.yaml", "*/meta.yaml")
ENTRY = re.compile(r"^(?P<key>\w+): (?P<value>.*)$", re.MULTILINE)
EXPERIMENT = "experiment"
NAME, PARENT, COMMIT = "mlflow.runName", "mlflow.parentRunId", "mlflow.source.git.commit"
# states of runs whose last values are not what a finished run reaches; the store of files numbers them
BROKEN = frozenset(("FAILED", "KILLED", "4", "5"))
QUERIES = {
    "params": "SELECT run_uuid, key, value FROM params ORDER BY key",
    "tags": "SELECT run_uuid, key, value FROM tags",
    "metrics": "SELECT run_uuid, key, CASE WHEN is_nan THEN NULL ELSE value END FROM latest_metrics "
    "ORDER BY key",
}
TABLES = ("experiments", "runs", "latest_metrics", "params", "tags")


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A run: when it began, its parameters, the last value of each metric, and its tags."""

    key: str
    experiment: str
    status: str
    began: str = ""
    params: dict[str, Any] = field(default_factory=dict)
    metrics: dict[str, float] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)


def _table(found: Iterable[Run]) -> pd.DataFrame:
    every = list(found)
    parents = {run.tags.get(PARENT) for run in every}
    # a run without metrics that holds others is a folder of runs; without others it has failed
    runs = [run for run in every if run.metrics or run.key not in parents]
    reached = [{} if run.status in BROKEN else run.metrics for run in runs]
    metrics = pd.DataFrame(reached, index=range(len(runs)), dtype=float)
    if not len(metrics.columns):
        raise ReadError(
            f"its {format_count(len(runs), 'run')} reached no metric",
            hint="log one: mlflow.log_metric('accuracy', 0.9)",
        )
    params = pd.DataFrame([run.params for run in runs], index=range(len(runs)))
    settings = numbers_where_all_are(params, list(params.columns))
    experiments = pd.Series([run.experiment for run in runs])
    if varies(experiments):
        settings[EXPERIMENT] = experiments
    names = pd.Series([run.tags.get(NAME) or run.key for run in runs])
    nights = pd.DataFrame({"date": [run.began for run in runs]})
    commits = [run.tags.get(COMMIT, "") for run in runs]
    if all(commits):
        nights["commit"] = commits
    return table_of_runs(names, settings, metrics, nights if nights["date"].all() else None)


def _moment(milliseconds: object) -> str:
    """Write milliseconds since 1970 as a moment in UTC; nothing if they are no number."""
    try:
        began = dt.datetime.fromtimestamp(float(str(milliseconds)) / 1000, dt.UTC)
    except (ValueError, OverflowError, OSError):
        return ""
    return began.isoformat(timespec="seconds")


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
    files = _run_files(source)
    runs = [
        _run_of(meta.path, entries) for meta in files if (entries := _entries(meta)) and meta.path
    ]
    active = [run for run in runs if run is not None]
    if not active:
        raise ReadError(f"all of its {format_count(len(files), 'run')} are deleted")
    return _table(active)


def _run_of(meta: Path, entries: Mapping[str, str]) -> Run | None:
    """Return the run of a ``meta.yaml`` with these entries, if it is not deleted."""
    if entries.get("lifecycle_stage") == "deleted":
        return None
    folder, experiment = Source(meta.parent), meta.parent.parent / META
    names = _entries(Source(experiment)) if experiment.exists() else {}
    return Run(
        key=entries.get("run_id", meta.parent.name),
        experiment=names.get("name", meta.parent.parent.name),
        status=entries.get("status", ""),
        began=_moment(entries.get("start_time")),
        params={name: text_of(file.content).strip() for name, file in _files(folder, "params")},
        metrics={name: _last_value(file) for name, file in _files(folder, "metrics")},
        tags={name: text_of(file.content).strip() for name, file in _files(folder, "tags")},
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
        rows = database.execute(
            "SELECT run_uuid, experiments.name, status, start_time FROM runs "
            "JOIN experiments USING (experiment_id) "
            "WHERE runs.lifecycle_stage = 'active' ORDER BY start_time, run_uuid"
        )
        runs = {
            key: Run(key=key, experiment=name, status=status, began=_moment(start))
            for key, name, status, start in rows
        }
        if not runs:
            raise ReadError("it holds no active run")
        for part, query in QUERIES.items():
            for key, name, value in database.execute(query):
                if key in runs:
                    getattr(runs[key], part)[name] = value
    return _table(runs.values())


# the frame


def _recognizes_frame(source: Source) -> bool:
    names = column_names(source)
    return {"run_id", "experiment_id"} <= set(names) and any(
        name.startswith(("metrics.", "params.")) for name in names
    )


def _read_frame(source: Source) -> pd.DataFrame:
    return _table(
        Run(
            key=str(row["run_id"]),
            experiment=str(row["experiment_id"]),
            status=str(row.get("status", "")),
            began=str(row.get("start_time", "")).replace(" ", "T"),
            params=_part(row, "params."),
            metrics=_part(row, "metrics."),
            tags=_part(row, "tags."),
        )
        for row in frame_of(source).to_dict("records")
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
