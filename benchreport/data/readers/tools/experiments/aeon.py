"""Results on archives of time series, as aeon, tsml and timeseriesclassification.com write them.

A table has the scores of one estimator: one row a dataset, one column a resample. A file of predictions has
three lines about the experiment, and one line an example: its label, the prediction, and after an empty
field the probabilities of the classes.
"""

import csv
import re
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from benchreport.data.columns.words.direction import direction_of
from benchreport.data.readers.content import text_of
from benchreport.data.readers.tools.experiments.frames import column_names, frame_of, name_file
from benchreport.data.readers.tools.experiments.metric_columns import drop_constant, stack_metrics
from benchreport.data.readers.tools.source import Source, Tool
from benchreport.errors import ReadError, examples, format_count

CORNERS = {"resample", "resamples", "fold", "folds"}
# tsml-eval's averages: one column an estimator
ESTIMATORS = "Estimators:"
# what tsml-eval writes beside the tables that it is made from
SUMMARY = re.compile(r".*_(mean|ranks|p_values|summary|summary_table)\.csv", re.IGNORECASE)
PREDICTIONS = re.compile(r"(?P<part>test|train)?(resample|fold|results)\d*\.csv", re.IGNORECASE)
PARTS = {"test", "train", "no split"}
# abbreviations in the names of files; other measures are called as usual
MEASURES = {
    "balacc": "balanced_accuracy",
    "clacc": "clustering_accuracy",
    "testfolds": "accuracy",
    "fittime": "fit_time",
    "predicttime": "predict_time",
}
# the number of values in the third line says the kind of the experiment
KINDS = {9: "accuracy", 8: "mse", 7: "clustering_accuracy"}
HEAD = 3


def _is_table(source: Source) -> bool:
    corner, *resamples = column_names(source) or ("",)
    return (
        corner.rstrip(":").casefold() in CORNERS
        and bool(resamples)
        and all(name.isdecimal() for name in resamples)
    )


def _is_average(source: Source) -> bool:
    # p-values of pairs and ranks have the same corner
    return column_names(source)[:1] == (ESTIMATORS,) and source.name.endswith("_mean.csv")


def _recognizes_tables(source: Source) -> bool:
    if not source.is_folder:
        return _is_table(source) or _is_average(source)
    files = _tables_in(source)
    return bool(files) and all(map(_is_table, files))


def _tables_in(folder: Source) -> list[Source]:
    return [file for file in _csv_files(folder) if not SUMMARY.fullmatch(file.name)]


def _read_tables(source: Source) -> pd.DataFrame:
    if _is_average(source):
        return _read_averages(source)
    tables = _tables_in(source) if source.is_folder else [source]
    by_metric: dict[str, list[pd.DataFrame]] = {}
    for table in tables:
        metric, frame = name_file(_read_table, table, source)
        by_metric.setdefault(metric, []).append(frame)
    rows = [pd.concat(frames).assign(metric=metric) for metric, frames in by_metric.items()]
    # one file may be one of several that are read one by one
    constant = ["repeat", "metric"] if len(tables) > 1 else ["metric"]
    frame = drop_constant(pd.concat(rows, ignore_index=True), constant)
    return frame if "metric" in frame else frame.rename(columns={"value": next(iter(by_metric))})


def _read_table(source: Source) -> tuple[str, pd.DataFrame]:
    """Return the metric, and one row a dataset and resample."""
    wide = frame_of(source)
    corner = wide.columns[0]
    _refuse_twice(wide[corner])
    algorithm, metric = _names_of(source.path or Path(source.name))
    rows = wide.melt(id_vars=corner, var_name="repeat", value_name="value")
    rows = rows.rename(columns={corner: "dataset"}).astype({"repeat": int})
    rows.insert(0, "algorithm", algorithm)
    return metric, rows.sort_values(["dataset", "repeat"], kind="stable", ignore_index=True)


def _read_averages(source: Source) -> pd.DataFrame:
    """Return one row an estimator and dataset of ``accuracy_mean.csv``."""
    wide = frame_of(source)
    corner = wide.columns[0]
    _refuse_twice(wide[corner])
    _, metric = _names_of(Path(source.name.removesuffix("_mean.csv")))
    rows = wide.melt(id_vars=corner, var_name="algorithm", value_name=metric)
    return rows.rename(columns={corner: "dataset"})[["algorithm", "dataset", metric]]


def _names_of(path: Path) -> tuple[str, str]:
    """Return the estimator and the metric: ``HC2_accuracy.csv``, or ``HC2/test/accuracy.csv``.

    >>> _names_of(Path("HC2_accuracy.csv")), _names_of(Path("HC2/test/ACC.csv"))
    (('HC2', 'accuracy'), ('HC2', 'acc'))
    """
    stem = path.name.removesuffix(".gz").removesuffix(".csv")
    estimator, _, measure = stem.rpartition("_")
    if direction_of(measure) is None and measure.casefold() not in MEASURES:
        return stem, "score"
    folders = (name for name in reversed(path.parts[:-1]) if name.casefold() not in PARTS)
    return estimator or next(folders, stem), MEASURES.get(measure.casefold(), measure.casefold())


def _refuse_twice(datasets: "pd.Series[str]") -> None:
    twice = datasets[datasets.duplicated()].unique()
    if len(twice):
        raise ReadError(
            f"datasets have more than one row: {examples(twice)}", hint="keep one row a dataset"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """A file of predictions.

    Parameters
    ----------
    algorithm, dataset, repeat
        The names in the first line, and the number of the resample.
    metric, value
        What the third line says of the predictions.
    truth, predicted
        The label, value or number of a cluster of each example.
    probability
        The probability of the second class of each example; empty unless there are two classes.
    """

    algorithm: str
    dataset: str
    repeat: int
    metric: str
    value: float
    truth: Sequence[str | float]
    predicted: Sequence[str | float]
    probability: Sequence[float]

    @property
    def keys(self) -> dict[str, str | int]:
        """The columns that name the experiment."""
        return {"algorithm": self.algorithm, "dataset": self.dataset, "repeat": self.repeat}

    @property
    def score(self) -> float:
        """The accuracy or squared error of the predictions; of clusters what the third line says."""
        pairs = zip(self.truth, self.predicted, strict=True)
        if self.metric == "accuracy":
            return statistics.fmean(true == predicted for true, predicted in pairs)
        if self.metric == "mse":
            return statistics.fmean((float(true) - float(value)) ** 2 for true, value in pairs)
        return self.value

    @property
    def rows(self) -> pd.DataFrame:
        """One row an example."""
        frame = pd.DataFrame(self.keys, index=range(len(self.truth)))
        frame = frame.assign(example=frame.index, truth=self.truth, prediction=self.predicted)
        return frame.assign(probability=self.probability) if self.probability else frame


def _is_predictions(source: Source) -> bool:
    return _has_name(source) and _part_of(source) in PARTS


def _has_name(source: Source) -> bool:
    return PREDICTIONS.fullmatch(source.name) is not None


def _part_of(source: Source) -> str:
    """Return which part of the data a file of predictions is of."""
    return next(iter(column_names(source)[2:3]), "").casefold()


def _recognizes_predictions(source: Source) -> bool:
    if not source.is_folder:
        return _is_predictions(source)
    files = list(_csv_files(source))
    # tables beside predictions would be left out
    return all(map(_has_name, files)) and any(map(_is_predictions, files))


def _csv_files(source: Source) -> Iterable[Source]:
    return source.files("**/*.csv") if source.is_folder else ()


def _read_predictions(source: Source) -> pd.DataFrame:
    """Return the predictions on one dataset, or one score a file of several datasets."""
    files = list(_csv_files(source)) or [source]
    # estimates on the training data stand beside the test results
    tests = [file for file in files if _part_of(file) != "train"] or files
    experiments = [name_file(_read_experiment, file, source) for file in tests]
    of_one_dataset = len({experiment.dataset for experiment in experiments}) == 1
    # the number of a cluster is no label
    clusters = any(experiment.metric == "clustering_accuracy" for experiment in experiments)
    if of_one_dataset and not clusters:
        frame = pd.concat([experiment.rows for experiment in experiments], ignore_index=True)
    else:
        frame = _scores_of(experiments)
    # one file may be one of several that are read one by one
    return drop_constant(frame, ["repeat"]) if len(tests) > 1 else frame


def _scores_of(experiments: list[Experiment]) -> pd.DataFrame:
    metrics = list(dict.fromkeys(experiment.metric for experiment in experiments))
    rows = [{**experiment.keys, experiment.metric: experiment.score} for experiment in experiments]
    return stack_metrics(pd.DataFrame(rows), metrics)


def _read_experiment(source: Source) -> Experiment:
    if not _is_predictions(source):
        raise ReadError("its first line should be the dataset, the estimator, TEST and a number")
    lines = text_of(source.content).splitlines()
    if len(lines) <= HEAD:
        raise ReadError(
            f"it has {format_count(len(lines), 'line')}; 3 lines and one line an example are expected"
        )
    dataset, algorithm = (field.strip() for field in lines[0].split(",")[:2])
    summary = lines[2].split(",")
    metric = KINDS.get(len(summary), "accuracy")
    columns = _columns(lines)
    write = _numbers if metric == "mse" else _labels
    # a label, a prediction, nothing, and the probabilities of two classes
    of_two = len(columns) == 5  # noqa: PLR2004
    return Experiment(
        algorithm=algorithm,
        dataset=dataset,
        repeat=int(next(iter(re.findall(r"\d+", source.name)), 0)),
        metric=metric,
        value=_number(summary[0], HEAD),
        truth=write(columns[0]),
        predicted=write(columns[1]),
        probability=_numbers(columns[4]) if of_two else [],
    )


def _columns(lines: list[str]) -> list[tuple[str, ...]]:
    """Return the columns of the lines of examples, which all have as many fields."""
    fields = list(csv.reader(lines[HEAD:]))
    usual = max(2, len(fields[0]))
    odd = next((n for n, row in enumerate(fields) if len(row) != usual), None)
    if odd is not None:
        raise ReadError(
            f"line {HEAD + 1 + odd} has {format_count(len(fields[odd]), 'field')}, where {usual} are "
            "expected: label,prediction,,probabilities",
        )
    return list(zip(*fields, strict=True))


def _labels(column: Iterable[str]) -> list[str]:
    """Write labels alike: tsml writes 1 and 1.0 in one file."""
    return [re.sub(r"^(-?\d+)\.0+$", r"\1", label.strip()) for label in column]


def _numbers(column: Iterable[str]) -> list[float]:
    return [_number(text, HEAD + 1 + place) for place, text in enumerate(column)]


def _number(text: str, line: int) -> float:
    try:
        return float(text)
    except ValueError as error:
        raise ReadError(f"line {line} has {text!r}, where a number is expected") from error


TABLES = Tool(
    name="results of aeon or tsml",
    recognizes=_recognizes_tables,
    read=_read_tables,
)
PREDICTION_FILES = Tool(
    name="predictions of tsml or aeon",
    recognizes=_recognizes_predictions,
    read=_read_predictions,
)
