"""Records of JSON that hold others: lists of results, objects by name, and lists of runs become records."""

import itertools
import math
from collections.abc import Callable
from statistics import mean, median
from typing import Any

from benchreport.data.columns.words.direction import direction_of
from benchreport.data.columns.words.measures import is_measure
from benchreport.data.columns.words.names import speak_of_parts, strength_of

# what a file calls its results, beside its date and its settings
RESULTS = frozenset(
    "results result data records runs scores benchmarks entries rows leaderboard models".split()
)
FEWEST = 2
# what else holds scores by name, and what a score without a metric is called
CELLS = frozenset(("cells", "methods", "tools", "implementations"))
SCORES = frozenset(("score", "value"))
# behind the key of objects, for those within them
DEEPER = " (2)"
# what a number says of runs beside it, and how much it may be rounded
OF_RUNS: tuple[Callable[[list[float]], float], ...] = (mean, median)
ROUNDED = 1e-3


def unfold(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Make a record of each result, object and run that records hold."""
    return _unfold_runs(_unfold_objects(_unfold_results(records)))


def _unfold_results(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Make a record of each result that records list, where each has one such list, called like results.

    >>> rows = [{"data": "iris", "f1": 0.5}, {"data": "wine", "f1": 0.6}]
    >>> _unfold_results([{"model": "svm", "results": rows}])
    [{'model': 'svm', 'data': 'iris', 'f1': 0.5}, {'model': 'svm', 'data': 'wine', 'f1': 0.6}]
    """
    lists = {key for record in records for key, value in record.items() if lists_records(value)}
    named = [key for key in lists if key.casefold() in RESULTS]
    if len(named) != 1 or not all(lists_records(record.get(named[0])) for record in records):
        return records
    # records with numbers of their own beside several lists are results themselves
    if len(lists) > 1 and any(map(is_number, itertools.chain(*map(dict.values, records)))):
        return records
    key = named[0]
    unfolded = []
    for record in records:
        outer = {name: value for name, value in record.items() if name != key}
        unfolded += [
            outer
            | {name if name not in outer else f"{key}.{name}": value for name, value in row.items()}
            for row in record[key]
        ]
    return unfolded


def _unfold_objects(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Make a record of each object within an object of objects with the same keys, where records have one.

    Parts of the data, such as the test set, stay columns, as all rows have them. Beside datasets with the
    same numbers, scores are of all of them, and go.

    >>> cells = {"svm": {"f1": 0.5, "s": 3}, "knn": {"f1": 0.6, "s": 2}}
    >>> _unfold_objects([{"case": "iris", "cells": cells}])
    [{'case': 'iris', 'cells': 'svm', 'f1': 0.5, 's': 3}, {'case': 'iris', 'cells': 'knn', 'f1': 0.6, 's': 2}]
    >>> sets = {"iris": {"f1": 0.5}, "wine": {"f1": 0.6}}
    >>> _unfold_objects([{"model": "svm", "f1": 0.55, "datasets": sets}])
    [{'model': 'svm', 'datasets': 'iris', 'f1': 0.5}, {'model': 'svm', 'datasets': 'wine', 'f1': 0.6}]
    """
    found = {
        key
        for record in records
        for key, value in record.items()
        if _nests_objects(value, key, record)
    }
    key = next(iter(found), "")
    scores = {
        name
        for record in records
        for name, value in record.items()
        if direction_of(name) is not None and is_number(value)
    }
    alike = all(_nests_objects(record.get(key), key, record) for record in records)
    if len(found) != 1 or not alike:
        return records
    totals = {name for record in records for name in _totals(record[key], key, record)}
    if scores and not totals:
        return records
    texts = {tuple(cell for cell in record.values() if isinstance(cell, str)) for record in records}
    if totals and len(texts) == len(records):
        # fractions tell no records apart, and are of all datasets, too
        scores = {n for record in records for n, cell in record.items() if isinstance(cell, float)}
    deeper = all(
        _nests_objects(inner, key, record) for record in records for inner in record[key].values()
    )
    unfolded = []
    for record in records:
        outer = {
            name: value for name, value in record.items() if name not in {key, *scores, *totals}
        }
        for name, value in record[key].items():
            inner = {key + DEEPER: value} if deeper else value
            taken = {
                k if k not in (*outer, key) else f"{key}.{k}": cell for k, cell in inner.items()
            }
            unfolded.append(outer | {key: name} | taken)
    return _unfold_objects(unfolded) if deeper else unfolded


def _totals(value: dict[str, Any], key: str, record: dict[str, Any]) -> set[str]:
    """Return the numbers of a record that each of its datasets has, too; empty of other objects."""
    if not strength_of(key, "dataset"):
        return set()
    numbers = [
        {name for name, cell in inner.items() if is_number(cell)} for inner in value.values()
    ]
    return set.intersection(*numbers) & {name for name, cell in record.items() if is_number(cell)}


def _nests_objects(value: object, key: str, record: dict[str, Any]) -> bool:
    """Tell whether a value of a record is an object of two or more objects with scores of what its key says.

    Settings, measures and parts of the data are no such names.

    >>> scores = {"f1": 0.5}
    >>> [_nests_objects({name: scores, "b": scores}, "models", {}) for name in ("a", "mean", "f1")]
    [True, False, False]
    >>> [_nests_objects({"a": scores, "b": scores}, key, {}) for key in ("results", "cells", "layers")]
    [True, True, False]
    >>> _nests_objects({"a": {"n": 5}, "b": {"n": 6}}, "tools", {})
    False
    """
    if not isinstance(value, dict) or len(value) < FEWEST or not holds_objects(value):
        return False
    key = key.removesuffix(DEEPER).casefold()
    called = {key} & (RESULTS | CELLS) or strength_of(key, "algorithm")
    if not (called or strength_of(key, "dataset")) or any(map(is_measure, value)):
        return False
    shared = set.intersection(*({*inner} for inner in value.values()))
    every = set.union(*({*inner} for inner in value.values()))
    measured = key in RESULTS or any(
        direction_of(name) is not None or name.casefold() in SCORES for name in shared
    )
    measured = measured or bool(_totals(value, key, record))
    return bool(measured and 2 * len(shared) > len(every)) and not speak_of_parts([*value])


def _unfold_runs(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Make a record of each of several times or scores in a list, where each record has one such list.

    A number that summarizes them gives them its name.

    >>> _unfold_runs([{"tool": "zip", "timings": [0.5, 0.6]}])
    [{'tool': 'zip', 'timings': 0.5, 'repeat': 0}, {'tool': 'zip', 'timings': 0.6, 'repeat': 1}]
    >>> _unfold_runs([{"tool": "zip", "time_ms": 5.5, "all_times": [5, 6]}])
    [{'tool': 'zip', 'time_ms': 5, 'repeat': 0}, {'tool': 'zip', 'time_ms': 6, 'repeat': 1}]
    """
    keys = {key for record in records for key, value in record.items() if isinstance(value, list)}
    key = next(iter(keys), "")
    named = key.casefold() in RESULTS or not direction_of(key) is direction_of(key[:-1]) is None
    several = all(are_numbers(record.get(key)) and len(record[key]) > 1 for record in records)
    if len(keys) != 1 or not named or not several or "repeat" in records[0]:
        return records
    summary = key
    if direction_of(key) is None:
        measured = (name for name in records[0] if direction_of(name) is not None)
        summary = next((name for name in measured if _summarizes(name, key, records)), key)
    return [
        {name: cell for name, cell in record.items() if name not in (key, summary)}
        | {summary: value, "repeat": place}
        for record in records
        for place, value in enumerate(record[key])
    ]


def _summarizes(name: str, key: str, records: list[dict[str, Any]]) -> bool:
    """Tell whether a number of each record is the mean of the runs in its list, or the median of each."""
    return any(
        all(_is_close(record.get(name), of(record[key])) for record in records) for of in OF_RUNS
    )


def is_number(cell: object) -> bool:
    """Tell whether a value is a number, and not a truth."""
    return isinstance(cell, int | float) and not isinstance(cell, bool)


def _is_close(cell: Any, number: float) -> bool:  # noqa: ANN401 - whatever JSON holds
    return is_number(cell) and math.isclose(cell, number, rel_tol=ROUNDED)


def lists_records(value: object) -> bool:
    """Tell whether a value is a list of objects."""
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)


def are_numbers(values: object) -> bool:
    """Tell whether a value is a list of numbers."""
    if not isinstance(values, list) or not values:
        return False
    return all(isinstance(value, int | float) for value in values)


def holds_objects(value: dict[str, Any]) -> bool:
    """Tell whether all that an object holds are objects."""
    return all(isinstance(item, dict) for item in value.values())
