"""Reproduce a report: its data as a table, the command that reads them, and the versions used."""

import functools
import importlib.metadata
import json
import platform
import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.analysis import Analysis
from benchreport.data.curves import Curves
from benchreport.data.predictions import Predictions
from benchreport.data.scores import Scores
from benchreport.version import __version__
from benchreport.wording.papers import archive

if TYPE_CHECKING:
    from benchreport.analysis import CurveAnalysis, PredictionAnalysis

AnyAnalysis: TypeAlias = "Analysis | CurveAnalysis | PredictionAnalysis"
# options of the user's command that do not apply to the archive's own file
ROLES = """algorithm dataset repeat score truth prediction probability example weight correct item rank
    log-probability tokens step train validation classes positive task missing output -o metric
    where columns count query address""".split()
COUNT = "n_examples"
FLAGS = ("--landscape", "--archival", "--brief", "--full")
PACKAGES = ("numpy", "pandas", "scipy", "statsmodels", "matplotlib", "weasyprint")
DIRECTIONS = ("--higher-is-better", "--lower-is-better")


def extract_data(analysis: AnyAnalysis) -> tuple[pd.DataFrame, str]:
    """Return the compared data as a table that can be read again, and a caption for it."""
    if isinstance(analysis, Analysis):
        scores = analysis.scores
        caption = archive.SCORES.format(score=scores.score, kind=scores.block_kind)
        return scores.frame.reset_index(allow_duplicates=True), caption
    from benchreport.analysis import CurveAnalysis

    if isinstance(analysis, CurveAnalysis):
        return _curve_points(analysis.curves), archive.POINTS
    return _wide_predictions(analysis.predictions), archive.PREDICTIONS


def runs_of(
    scores: Scores, metrics: Mapping[str, Scores] | None = None
) -> tuple[pd.DataFrame, list[str]]:
    """Return every score as it was read, one per row, and the options that name the columns.

    Parameters
    ----------
    scores
        The scores whose averages were compared.
    metrics
        The tables of several metrics of the same runs; empty for one metric.
    """
    runs = scores.runs
    columns: dict[str, Iterable[object]] = {
        "algorithm": [runs.algorithms[code] for code in runs.algorithm]
    }
    options = ["--algorithm", "algorithm"]
    if runs.datasets != ("",):
        columns["dataset"] = [runs.datasets[code] for code in runs.dataset]
        options += ["--dataset", "dataset"]
    # runs that are numbered because no column names them need no column here
    for place, name in enumerate(runs.repeat_columns if runs.matched else ()):
        column = _free_name(name, columns)
        columns[column] = [runs.repeat_parts[code][place] for code in runs.repeat]
        options += ["--repeat", column]
    if runs.sizes is not None:
        column = _free_name("runs", columns)
        columns[column] = runs.sizes
        options += ["--runs", column]
    # a metric that an algorithm lacks has fewer runs
    if metrics and len({len(table.runs.read) for table in metrics.values()}) == 1:
        measured = {name: table.runs.read for name, table in metrics.items()}
        # metrics keep their names, which show their direction
        return pd.DataFrame({**columns, **measured}), [
            *options,
            *(part for name in measured for part in ("--metric", name)),
        ]
    column = _free_name(scores.score, columns)
    columns[column] = runs.read
    return pd.DataFrame(columns), [*options, "--score", column, *_direction(scores)]


def command(call: str, analysis: AnyAnalysis, metrics: Mapping[str, Scores] | None = None) -> str:
    """Return the command that reproduces the numbers in the archive's folder, or an empty text.

    It is empty for ranked lists and log-probabilities of language models, since no option reads their
    numbers, and if one of several metrics would need its direction.

    Parameters
    ----------
    call
        The command as the user typed it; empty if the report was made in Python.
    analysis
        The analysis of the report.
    metrics
        The tables of several metrics; empty for one metric.
    """
    file, options = "data/data.csv", []
    if isinstance(analysis, Analysis):
        file, options = "data/runs.csv", runs_of(analysis.scores, metrics)[1]
        if analysis.scores.missing != "error":
            options += ["--missing", analysis.scores.missing]
    else:
        options = _options_of_others(analysis)
    typed = _split_command(call)
    if not options or (metrics and ("--metric" not in options or not typed)):
        return ""
    directions = [word for word in typed if word in DIRECTIONS] if metrics else []
    return shlex.join(
        ["benchreport", "report", file, *options, *directions, *_other_options(typed, analysis)]
    )


def _options_of_others(analysis: "CurveAnalysis | PredictionAnalysis") -> list[str]:
    from benchreport.analysis import CurveAnalysis

    if isinstance(analysis, CurveAnalysis):
        return _curve_options(analysis.curves)
    if analysis.predictions.task in ("classification", "regression"):
        return _prediction_options(analysis.predictions)
    return []


def _split_command(call: str) -> list[str]:
    """Return the words of a command after ``benchreport report``; none for other commands."""
    try:
        words = shlex.split(call)
    except ValueError:
        return []
    return words[2:] if words[:2] == ["benchreport", "report"] else []


def _other_options(typed: Sequence[str], analysis: AnyAnalysis) -> list[str]:
    """Return the options of the command that do not name columns of its files."""
    if not typed:
        level = ["--alpha", str(analysis.alpha)]
        return level if analysis.control is None else [*level, "--control", analysis.control]
    options: list[str] = []
    rest = iter(typed)
    for part in rest:
        if not part.startswith("-") or part in DIRECTIONS:
            continue
        option = [part] if part in FLAGS else [part, next(rest, "")]
        if part.removeprefix("--") not in ROLES:
            options += option
    return options


def _free_name(name: str, used: Iterable[str]) -> str:
    """Return a name for a column that no other column has.

    >>> _free_name("dataset", ["dataset"])
    'dataset (2)'
    """
    free, number = name, 2
    while free in used:
        free, number = f"{name} ({number})", number + 1
    return free


def _direction(table: Scores | Curves) -> list[str]:
    return ["--higher-is-better" if table.higher_is_better else "--lower-is-better"]


def _curve_options(curves: Curves) -> list[str]:
    options = ["--algorithm", "algorithm", "--step", curves.step, "--score", curves.score]
    if curves.datasets != ("",):
        options += ["--dataset", "dataset"]
    if curves.repeat_columns:
        options += ["--repeat", "repeat"]
    return [*options, *_direction(curves)]


def _prediction_options(predictions: Predictions) -> list[str]:
    options = ["--truth", "y_true", "--task", predictions.task]
    if predictions.positive:
        options += ["--positive", predictions.positive]
    else:
        options += [part for label in predictions.classes for part in ("--classes", label)]
    parts = {
        "dataset": predictions.datasets,
        "repeat": predictions.repeats,
        "cluster": predictions.clusters,
    }
    for name, labels in parts.items():
        options += [f"--{name}", name] if len(labels) > 1 else []
    options += ["--count", COUNT] if predictions.counted else ["--example", "example"]
    return [*options, *(["--weight", "weight"] if predictions.weighted else [])]


def _curve_points(curves: Curves) -> pd.DataFrame:
    """Return the points of curves, in the order of the algorithms and datasets that they had."""
    frame = curves.frame
    keys = [name for name in ("algorithm", "dataset") if name in frame]
    places = {"algorithm": curves.algorithms, "dataset": curves.datasets}
    order = {
        name: frame[name].map({label: place for place, label in enumerate(places[name])})
        for name in keys
    }
    rows = pd.DataFrame(order).sort_values(keys, kind="stable").index
    return frame.loc[rows].reset_index(drop=True)


def _wide_predictions(predictions: Predictions) -> pd.DataFrame:
    """Return predictions as a wide frame: a row for each example, and columns for each model."""
    columns: list[tuple[str, Iterable[object]]] = [("example", predictions.examples)]
    if predictions.counted:
        columns = [(COUNT, predictions.weights.astype(int))]
    for name, labels, codes in (
        ("dataset", predictions.datasets, predictions.dataset),
        ("repeat", predictions.repeats, predictions.repeat),
        ("cluster", predictions.clusters, predictions.cluster),
    ):
        if len(labels) > 1:
            columns.append((name, [labels[code] for code in codes]))
    if predictions.weighted:
        columns.append(("weight", predictions.weights))
    columns.append(("y_true", _write_values(predictions, predictions.truth)))
    for place, name in enumerate(predictions.algorithms):
        if predictions.task != "classification" or predictions.has_labels:
            columns.append((name, _write_values(predictions, predictions.predicted[:, place])))
        if predictions.probabilities is not None:
            columns += [
                (f"{name}_probability_{label}", predictions.probabilities[:, place, code])
                for code, label in enumerate(predictions.classes)
            ]
        elif predictions.scores is not None:
            columns.append((f"{name}_score", predictions.scores[:, place]))
    # two columns may have the same name
    frame = pd.DataFrame({place: list(values) for place, (_, values) in enumerate(columns)})
    frame.columns = pd.Index([name for name, _ in columns])
    return frame


def _write_values(predictions: Predictions, values: NDArray[np.float64]) -> list[object]:
    """Write codes as labels, and the gains of a list as JSON."""
    if predictions.task == "classification":
        return [predictions.classes[int(code)] for code in values]
    if values.ndim > 1:
        return [json.dumps(row[~np.isnan(row)].tolist()) for row in values]
    return list(values.tolist())


@functools.cache
def versions() -> tuple[tuple[str, str], ...]:
    """Return the versions that the numbers depend on; to find them takes milliseconds."""
    packages = ((name, importlib.metadata.version(name)) for name in PACKAGES)
    return (("Python", platform.python_version()), ("benchreport", __version__), *packages)
