"""Studies of Optuna as curves: the best value after each trial, one run a study.

Studies are objects, alone or in a list or dict, or lie in an SQLite database. A table of trials
(``study.trials_dataframe()``) does not say whether its values are minimized, so they are read as they are.
"""

import math
import re
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from benchreport.data.columns.words.direction import direction_of
from benchreport.data.readers.tools.experiments.frames import column_names, frame_of, has_columns
from benchreport.data.readers.tools.experiments.run_names import split_numbers
from benchreport.data.readers.tools.experiments.sqlite import has_tables, open_database
from benchreport.data.readers.tools.source import Source, Tool
from benchreport.errors import ReadError, examples

TABLES = ("studies", "study_directions", "trials", "trial_values")
TRIALS = ("number", "state", "datetime_start")
# methods that a study has and other objects with trials have not
METHODS = ("trials_dataframe", "ask", "tell")
MAXIMIZE = "MAXIMIZE"
VALUE = re.compile(r"value|values?_.+")
# what Optuna calls a study without a name, before a random number
UNNAMED = "no-name-"


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """A study: the values of its trials in order, NaN where a trial failed or was pruned."""

    name: str
    maximized: bool
    values: Sequence[float]
    sampler: str = ""
    metric: str = ""

    @property
    def column(self) -> str:
        """The name of the values, which says whether higher is better."""
        name = self.metric or "objective"
        fine = direction_of(name) is self.maximized
        return name if fine else f"{'maximized' if self.maximized else 'minimized'}_{name}"

    @property
    def curve(self) -> pd.DataFrame:
        """The best value after each trial, from the first that has one."""
        best = np.fmax if self.maximized else np.fmin
        values = best.accumulate(np.asarray(self.values, dtype=float))
        frame = pd.DataFrame({"step": np.arange(1, len(values) + 1), self.column: values})
        return frame.dropna()


def _curves(studies: Sequence[Study]) -> pd.DataFrame:
    """Return the curves of studies, stacked."""
    if not any(np.isfinite(study.values).any() for study in studies):
        names = [study.name for study in studies]
        raise ReadError(f"no trial of the studies {examples(names)} has a value")
    labels = _labels(studies).to_dict("records")
    return pd.concat(
        [
            pd.DataFrame(label, index=curve.index).join(curve)
            for label, curve in zip(labels, (study.curve for study in studies), strict=True)
        ],
        ignore_index=True,
    )


def _labels(studies: Sequence[Study]) -> pd.DataFrame:
    """Return each study's algorithm, and its run where several studies are of one algorithm."""
    names = [study.name for study in studies]
    labels = split_numbers(names)
    samplers = [study.sampler for study in studies]
    if "run" not in labels and 1 < len(set(samplers)) < len(samplers):
        return pd.DataFrame({"algorithm": samplers, "run": names})
    return labels


# objects


def _is_study(data: object) -> bool:
    return all(hasattr(type(data), method) for method in METHODS)


def _studies_in(source: Source) -> dict[str, Any]:
    """Return studies by their names; none of other objects."""
    data: Any = source.data
    if _is_study(data):
        data = [data]
    if isinstance(data, list | tuple) and all(map(_is_study, data)):
        data = dict(zip(_different(list(map(_name_of, data))), data, strict=True))
    fine = isinstance(data, Mapping) and len(data) > 0 and all(map(_is_study, data.values()))
    return {str(name): study for name, study in data.items()} if fine else {}


def _name_of(study: Any) -> str:  # noqa: ANN401 - an optuna.Study
    """Return the name of a study, or of its sampler if the study has none of its own."""
    name = str(study.study_name)
    return type(study.sampler).__name__ if name.startswith(UNNAMED) else name


def _different(names: Sequence[str]) -> list[str]:
    """Add a number to names that are there more than once, as of studies in memory."""
    return [
        f"{name} ({names[:place].count(name) + 1})" if name in names[:place] else name
        for place, name in enumerate(names)
    ]


def _study_of(name: str, study: Any) -> Study:  # noqa: ANN401 - an optuna.Study
    _refuse_several(name, len(study.directions))
    metrics = study.metric_names or [""]
    return Study(
        name=name,
        maximized=study.directions[0].name == MAXIMIZE,
        values=[_finite(trial.value) for trial in study.trials],
        sampler=type(study.sampler).__name__,
        metric=metrics[0],
    )


def _refuse_several(name: str, objectives: int) -> None:
    if objectives > 1:
        raise ReadError(
            f"study {name!r} has {objectives} objectives; a curve of the best value is of one",
            hint="make a table of one: a row a trial, with the columns algorithm, step and the objective",
        )


def _finite(value: float | None) -> float:
    return value if value is not None and math.isfinite(value) else math.nan


# the database


def _read_database(source: Source) -> pd.DataFrame:
    with closing(open_database(source)) as database:
        rows = database.execute(
            "SELECT study_id, study_name, min(direction), count(*) FROM studies "
            "JOIN study_directions USING (study_id) GROUP BY study_id, study_name"
        ).fetchall()
        values = pd.read_sql_query(
            "SELECT study_id, number, value FROM trials LEFT JOIN trial_values USING (trial_id) "
            "ORDER BY study_id, number",
            database,
        )
    if not rows:
        raise ReadError("it holds no study")
    for _, name, _, objectives in rows:
        _refuse_several(name, objectives)
    by_study = {
        key: group.tolist()
        for key, group in values.astype({"value": float}).groupby("study_id")["value"]
    }
    return _curves(
        [
            Study(name=name, maximized=direction == MAXIMIZE, values=by_study.get(key, []))
            for key, name, direction, _ in rows
        ]
    )


# tables of trials


def _recognizes_trials(source: Source) -> bool:
    return has_columns(source, *TRIALS) and any(map(VALUE.fullmatch, column_names(source)))


def _read_trials(source: Source) -> pd.DataFrame:
    frame = frame_of(source)
    name = Path(source.name).stem or "study"
    values = [column for column in frame.columns if VALUE.fullmatch(column)]
    _refuse_several(name, len(values))
    done = frame[frame[values[0]].notna()]
    # a study whose metric has a name writes value_accuracy
    metric = values[0].removeprefix("value_")
    return pd.DataFrame({"algorithm": name, "step": done["number"] + 1, metric: done[values[0]]})


STUDIES = Tool(
    name="studies of Optuna",
    recognizes=lambda source: bool(_studies_in(source)),
    read=lambda source: _curves([_study_of(*item) for item in _studies_in(source).items()]),
)
DATABASE = Tool(
    name="studies of Optuna (database)",
    recognizes=lambda source: has_tables(source, *TABLES),
    read=_read_database,
)
TABLE = Tool(name="trials of a study of Optuna", recognizes=_recognizes_trials, read=_read_trials)
