"""Scores of folds that scikit-learn returns: ``cross_validate``, ``cv_results_`` and fitted searches.

Only the scores on the test folds are read: training scores are no results, and times are not what such runs
compare.
"""

import re
from collections.abc import Hashable, Iterable, Mapping
from typing import Any

import numpy as np
import pandas as pd

from benchreport.data.columns.words.direction import DIRECTIONS
from benchreport.data.readers.tools.experiments.frames import column_names, frame_of
from benchreport.data.readers.tools.experiments.metric_columns import stack_metrics, varies
from benchreport.data.readers.tools.source import Source, Tool
from benchreport.errors import ReadError, examples, format_count

TIMES = {"fit_time", "score_time"}
TEST = re.compile(r"test_(?P<metric>.+)")
SPLIT = re.compile(r"split(?P<fold>\d+)_test_(?P<metric>.+)")
PARAMETER, HALVING = "param_", "iter"
# what the default scorer of an estimator measures
DEFAULTS = {"classifier": "accuracy", "regressor": "r2"}
DEFAULT = "score"
DEFAULT_PARAMETERS = "defaults"


def _is_cross_validation(data: object) -> bool:
    return (
        isinstance(data, Mapping)
        and set(data) >= TIMES
        and any(isinstance(key, str) and TEST.fullmatch(key) for key in data)
    )


def _results_in(source: Source) -> dict[str, Mapping[str, Any]]:
    """Return the results of ``cross_validate`` by the names of estimators; none of other sources."""
    data = source.json
    if _is_cross_validation(data):
        return {_estimator_of(data): data}
    if isinstance(data, Mapping) and data and all(map(_is_cross_validation, data.values())):
        return {str(name): result for name, result in data.items()}
    return {}


def _estimator_of(result: Mapping[str, Any]) -> str:
    # cross_validate(return_estimator=True) keeps the estimators
    fitted = result.get("estimator", ())
    return type(fitted[0]).__name__ if len(fitted) else "estimator"


def _read_cross_validations(source: Source) -> pd.DataFrame:
    results = _results_in(source)
    rows = pd.concat([_folds(name, result) for name, result in results.items()], ignore_index=True)
    metrics = [name for name in rows if name not in ("algorithm", "fold")]
    return _with_directions(stack_metrics(rows, metrics), metrics)


def _with_directions(frame: pd.DataFrame, metrics: Iterable[Hashable]) -> pd.DataFrame:
    """Write into a frame that higher is better: scorers of losses return negative values."""
    frame.attrs[DIRECTIONS] = {str(metric): True for metric in metrics}
    return frame


def _folds(name: str, result: Mapping[str, Any]) -> pd.DataFrame:
    matches = [match for match in map(TEST.fullmatch, result) if match is not None]
    scores = {match["metric"]: result[match.string] for match in matches}
    sizes = {metric: len(np.atleast_1d(values)) for metric, values in scores.items()}
    if len(set(sizes.values())) > 1:
        counts = [f"{metric} {format_count(size, 'fold')}" for metric, size in sizes.items()]
        raise ReadError(f"the scores of {name} differ in their number: {examples(counts)}")
    frame = pd.DataFrame({metric: np.atleast_1d(values) for metric, values in scores.items()})
    kind = _kind_of(next(iter(result.get("estimator", ())), None))
    frame = frame.rename(columns={DEFAULT: DEFAULTS.get(kind, DEFAULT)})
    frame.insert(0, "algorithm", name)
    frame.insert(1, "fold", range(len(frame)))
    return frame


def _kind_of(estimator: object) -> str:
    """Return ``"classifier"`` or ``"regressor"`` by the tags of an estimator; empty if it has none."""
    tags = getattr(estimator, "__sklearn_tags__", None)
    return str(getattr(tags(), "estimator_type", "")) if callable(tags) else ""


def _search_in(source: Source) -> Mapping[str, Any]:
    """Return the dict ``cv_results_`` of a fitted search, or the source itself if it is one; else nothing."""
    data = getattr(source.data, "cv_results_", source.json)
    return data if isinstance(data, Mapping) else {}


def _recognizes_search(source: Source) -> bool:
    names = [name for name in (*_search_in(source), *column_names(source)) if isinstance(name, str)]
    return "mean_fit_time" in names and any(map(SPLIT.fullmatch, names))


def _read_search(source: Source) -> pd.DataFrame:
    results = _search_in(source)
    columns = {str(name): list(values) for name, values in results.items()}
    candidates = pd.DataFrame(columns) if results else frame_of(source)
    splits = {
        name: match for name in map(str, candidates) if (match := SPLIT.fullmatch(name)) is not None
    }
    rows = candidates[list(splits)].assign(algorithm=_labels(candidates))
    long = rows.melt(id_vars="algorithm", var_name="column")
    long["fold"] = [int(splits[name]["fold"]) for name in long["column"]]
    long["metric"] = [splits[name]["metric"] for name in long["column"]]
    long = long[["algorithm", "fold", "metric", "value"]]
    metrics = list(dict.fromkeys(long["metric"]))
    if len(metrics) > 1:
        return _with_directions(long, metrics)
    name = _default_metric(source.data) if metrics == [DEFAULT] else metrics[0]
    rows = long.drop(columns="metric").rename(columns={"value": name})
    return _with_directions(rows, [name])


def _default_metric(search: object) -> str:
    """Return what a fitted search measures: its scorer's name, or what its estimator measures by default."""
    scoring = getattr(search, "scoring", None)
    if isinstance(scoring, str):
        return scoring
    kind = _kind_of(getattr(search, "estimator", None)) if scoring is None else ""
    return DEFAULTS.get(kind, DEFAULT)


def _labels(candidates: pd.DataFrame) -> list[str]:
    """Name candidates by the parameters that differ: ``C=1 kernel=rbf``."""
    columns = [name for name in map(str, candidates) if name.startswith(PARAMETER)]
    # a search by successive halving tries a candidate again in a later iteration
    columns += [HALVING] * (HALVING in candidates)
    texts = candidates[columns].map(_text)
    texts.columns = texts.columns.str.removeprefix(PARAMETER)
    telling = [name for name in texts if varies(texts[name])] or list(texts)
    short = _short_names(texts)
    names = [short.get(name, name) for name in telling]
    labels = [
        " ".join(f"{name}={value}" for name, value in zip(names, row, strict=True) if value)
        or DEFAULT_PARAMETERS
        for row in texts[telling].to_numpy().tolist()
    ]
    twice = len(set(labels)) < len(labels)
    return [f"candidate {n}" for n in range(len(labels))] if twice else labels


def _short_names(texts: pd.DataFrame) -> dict[Hashable, str]:
    """Leave out the steps of a pipeline, ``svc__C``, where that keeps names different."""
    short = {name: str(name).rpartition("__")[2] for name in texts}
    return short if len(set(short.values())) == len(short) else {}


def _text(value: object) -> str:
    """Write a parameter; a cell that is masked, or empty in a file, has none."""
    if value is np.ma.masked or (isinstance(value, float) and np.isnan(value)):
        return ""
    return f"{value:g}" if isinstance(value, float | np.floating) else str(value)


CROSS_VALIDATION = Tool(
    name="results of scikit-learn's cross_validate",
    recognizes=lambda source: bool(_results_in(source)),
    read=_read_cross_validations,
)
SEARCH = Tool(
    name="cv_results_ of a search of scikit-learn",
    recognizes=_recognizes_search,
    read=_read_search,
)
