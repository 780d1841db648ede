"""Evaluations of runs on OpenML: what openml-python's ``list_evaluations`` returns, or the server's JSON."""

import json
from typing import Any

import pandas as pd

from benchreport.data.readers.tools.experiments.frames import frame_of, has_columns
from benchreport.data.readers.tools.experiments.metric_columns import drop_constant
from benchreport.data.readers.tools.source import Source, Tool
from benchreport.errors import ReadError, examples

EVALUATION = ("run_id", "task_id", "flow_name", "function", "value")
# measures whose names do not say whether higher is better
MEASURES = {"area_under_roc_curve": "auc"}


def _recognizes(source: Source) -> bool:
    return has_columns(source, *EVALUATION) or bool(_records(source))


def _records(source: Source) -> list[dict[str, Any]]:
    """Return the evaluations in the server's JSON; none if it is something else."""
    data = source.json
    listed = data.get("evaluations") if isinstance(data, dict) else None
    records = listed.get("evaluation") if isinstance(listed, dict) else None
    fine = isinstance(records, list) and all(
        isinstance(record, dict) and set(EVALUATION) <= set(record) for record in records
    )
    return records if fine and records else []


def _read(source: Source) -> pd.DataFrame:
    records = _records(source)
    runs = pd.DataFrame(records) if records else frame_of(source)
    runs["algorithm"] = _names_of(runs)
    runs["dataset"] = _dataset_names(runs)
    # one flow with one setup may be run again
    keys = ["algorithm", "dataset", "function"]
    runs["run"] = runs.groupby(keys, dropna=False).cumcount()
    rows = _by_fold(runs)[[*keys, "run", "fold", "value"]]
    rows["function"] = rows["function"].replace(MEASURES)
    table = drop_constant(rows.rename(columns={"function": "metric"}), ["run", "fold"])
    metrics = table["metric"].unique()
    if len(metrics) > 1:
        return table
    return table.drop(columns="metric").rename(columns={"value": metrics[0]})


def _names_of(runs: pd.DataFrame) -> "pd.Series[str]":
    """Return the names of flows, with the setup where a flow has several."""
    flows = runs["flow_name"].astype(str)
    if "setup_id" not in runs:
        return flows
    setups = runs.groupby(flows)["setup_id"].transform("nunique")
    return flows.where(setups < 2, flows + " setup " + runs["setup_id"].astype(str))  # noqa: PLR2004


def _dataset_names(runs: pd.DataFrame) -> "pd.Series[str]":
    """Return the names of datasets, with the task where a dataset has several."""
    tasks = "task " + runs["task_id"].astype(str)
    if "data_name" not in runs:
        return tasks
    names = runs["data_name"].astype(str)
    several = runs.groupby(names)["task_id"].transform("nunique")
    return names.where(several < 2, names + " (" + tasks + ")")  # noqa: PLR2004


def _by_fold(runs: pd.DataFrame) -> pd.DataFrame:
    """Return one row a fold where the evaluations were listed with ``per_fold=True``."""
    rows = runs.assign(fold=0)
    if "values" in runs and runs["values"].notna().all():
        rows["value"] = [_numbers(cell) for cell in runs["values"]]
        rows = rows.explode("value")
        rows["fold"] = rows.groupby(level=0).cumcount()
    rows["value"] = pd.to_numeric(rows["value"], errors="coerce")
    return rows.reset_index(drop=True)


def _numbers(cell: object) -> list[float]:
    """Return the values of folds, which are text in a file."""
    values = json.loads(cell) if isinstance(cell, str) else cell
    if not isinstance(values, list):
        raise ReadError(
            f"column 'values' should hold a list of numbers a row; it holds {examples([cell])}"
        )
    return [float(value) for value in values]


TOOL = Tool(name="evaluations of runs on OpenML", recognizes=_recognizes, read=_read)
