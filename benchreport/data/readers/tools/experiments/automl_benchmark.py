"""Results of the AutoML benchmark, ``results.csv``: one row a framework, task and fold.

``result`` is another metric by the type of the task (AUC of two classes, negative log loss of more), so the
metrics of its own columns are read. A run that failed has no values.
"""

from collections.abc import Hashable

import pandas as pd

from benchreport.data.cells.cell_values import is_number
from benchreport.data.readers.tools.experiments.frames import column_names, frame_of, has_columns
from benchreport.data.readers.tools.experiments.metric_columns import (
    columns_that_tell_apart,
    stack_metrics,
)
from benchreport.data.readers.tools.source import Source, Tool
from benchreport.errors import ReadError, examples

KEYS = {"framework": "algorithm", "task": "dataset", "fold": "fold"}
# what says how a framework was run
SETTINGS = ("constraint", "version", "params", "tag", "app_version", "mode")
# what the benchmark writes beside the metrics, in all its versions
FIXED = {
    *KEYS,
    *SETTINGS,
    *"""id type result metric utc duration training_duration predict_duration models models_count
    seed info""".split(),
}
ABBREVIATIONS = {"balacc": "balanced_accuracy"}
# of these, any three show that the table is the benchmark's
OTHERS = {"id", "mode", "version", "params", "utc", "info", "duration", "constraint", "app_version"}


def _recognizes(source: Source) -> bool:
    keys = has_columns(source, *KEYS, "result")
    return keys and len(OTHERS & set(column_names(source))) > 2  # noqa: PLR2004


def _read(source: Source) -> pd.DataFrame:
    frame = frame_of(source)
    settings = columns_that_tell_apart(frame, list(KEYS), SETTINGS)
    metrics = [name for name in frame if name not in FIXED and _is_measured(frame[name])]
    if not metrics:
        return _results(frame, settings)
    rows = frame[[*KEYS, *settings, *metrics]].rename(columns=KEYS | ABBREVIATIONS)
    return stack_metrics(rows, [ABBREVIATIONS.get(str(name), name) for name in metrics])


def _is_measured(column: "pd.Series[float]") -> bool:
    return is_number(column) and bool(column.notna().any())


def _results(frame: pd.DataFrame, settings: list[Hashable]) -> pd.DataFrame:
    """Return what ``result`` holds, by the metric that the column ``metric`` names."""
    if "metric" not in frame:
        names = [name for name in frame if name not in FIXED]
        beside = f"; the columns {examples(names)} hold no numbers" if names else ""
        raise ReadError(
            f"it has no column of a metric beside 'result', and none called 'metric'{beside}"
        )
    rows = frame[[*KEYS, *settings, "metric", "result"]]
    return rows.rename(columns={**KEYS, "result": "value"})


TOOL = Tool(name="results of the AutoML benchmark", recognizes=_recognizes, read=_read)
