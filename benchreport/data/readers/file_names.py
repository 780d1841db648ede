"""What the names of files say that are read as one table: the algorithm, the seed, the night."""

import os
import re
from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from benchreport.data.cells.cell_values import is_number
from benchreport.data.columns.content.evidence import Evidence
from benchreport.data.columns.content.units import read_units
from benchreport.data.columns.words.direction import (
    direction_of,
    directions_by_tool,
    metric_of_file,
)
from benchreport.data.columns.words.measures import is_cost
from benchreport.data.columns.words.names import is_called, strength_of

FILE = "file"
DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
# words at the ends of files' names that say what a file holds, not whose it is
WORD = rf"{DATE.pattern}|results?|scores?|metrics?|benchmarks?|predictions?|output|accuracy|test"
ENDS = (
    re.compile(rf"^(?:(?:{WORD})[_. -]+)+", re.IGNORECASE),
    re.compile(rf"(?:[_. -]+(?:{WORD}))+$", re.IGNORECASE),
)
REPEATS = "seed|fold|run|repeat|repetition|resample|trial"
NUMBERED = re.compile(
    rf"(?:(?P<name>.+?)[/_. -]+)?(?P<repeat>{REPEATS})[_. -]?(?P<number>\d+)", re.IGNORECASE
)
# columns of whole numbers that say which row it is, and not what was measured
KEYS = ("algorithm", "dataset", "repeat", "example", "step", "item", "rank", "truth")
# readers of tools keep standard errors beside the scores
ERROR = "stderr"
ONE_MODEL = ("prediction", "probability", "correct", "log_probability")


def add_file_names(
    paths: Sequence[Path],
    frames: Sequence[pd.DataFrame],
    *,
    unknown: bool = False,
    name: str = FILE,
) -> list[pd.DataFrame]:
    """Add columns with what the files' names say, where the tables do not say it themselves.

    Where the names number the repeats (``svm_seed1.csv``) or are dates, the columns say so. Else the column
    is called ``algorithm`` where each file has the scores of one algorithm, ``metric`` where each file is
    named after one, and ``file`` where it is unknown what the files differ in. Files whose rows tell
    themselves apart get no column.

    Parameters
    ----------
    paths
        The files, in the order of the tables.
    frames
        Their tables.
    unknown
        Whether the column is always called ``file``, as a tool says what its files differ in.
    name
        What the column is called where it is unknown what the files differ in.
    """
    labels = differences(paths)
    if not unknown and _are_metrics(labels):
        return [
            _with_columns(_in_long_form(frame), {"metric": label})
            for frame, label in zip(frames, labels, strict=True)
        ]
    one_algorithm = not unknown and _is_of_one_algorithm(frames[0])
    if len(set(labels)) < len(paths) or not (one_algorithm or _hold_same_rows(frames)):
        return list(frames)
    columns = (
        {FILE: labels} if unknown else _columns_of(labels, "algorithm" if one_algorithm else name)
    )
    return [
        _with_columns(frame, {name: values[place] for name, values in columns.items()})
        for place, frame in enumerate(frames)
    ]


def _are_metrics(labels: Sequence[str]) -> bool:
    metrics = [metric_of_file(label) for label in labels]
    return None not in metrics and len({*metrics}) == len(metrics) > 1


def _in_long_form(frame: pd.DataFrame) -> pd.DataFrame:
    """Write a table with a column for each algorithm in long form: metrics are told apart by rows."""
    if any(is_called(name, "algorithm") for name in frame):
        return frame
    measured = [name for name in frame if is_number(frame[name]) and not is_called(name, *KEYS)]
    if len(measured) < 2:  # noqa: PLR2004 - one column holds the scores of one algorithm
        return frame
    keys = [name for name in frame if name not in measured]
    return frame.melt(keys, measured, var_name="algorithm", value_name="value")


def differences(paths: Sequence[Path]) -> list[str]:
    """Return the parts of paths that differ, without suffixes.

    >>> differences([Path("r/knn_accuracy.csv"), Path("r/svm_accuracy.csv.gz")])
    ['knn', 'svm']
    >>> differences([Path("r/knn/results.json"), Path("r/svm/results.json")])
    ['knn', 'svm']
    """
    parts = [_parts(path) for path in paths]
    if len({len(names) for names in parts}) == 1:
        varying = [
            place for place, names in enumerate(zip(*parts, strict=True)) if len(set(names)) > 1
        ]
        parts = [[names[place] for place in varying] for names in parts]
    else:
        common = len(Path(os.path.commonpath(path.absolute().parent for path in paths)).parts)
        parts = [names[common:] for names in parts]
    labels = ["/".join(names) for names in parts]
    for end in ENDS:
        words = {match.group() for match in map(end.search, labels) if match}
        if len(words) == 1 and all(map(end.search, labels)):
            labels = [end.sub("", label) for label in labels]
    return labels


def _parts(path: Path) -> list[str]:
    name = path.name.removesuffix(".gz")
    return [*path.absolute().parts[:-1], Path(name).stem]


def _columns_of(labels: Sequence[str], name: str) -> dict[str, Sequence[str | int]]:
    """Return the columns that labels of files make."""
    dates = [match.group() for match in map(DATE.search, labels) if match]
    if len(dates) == len(labels):
        names = [DATE.sub("", label).strip("/_. -") for label in labels]
        return _differing({name: names, "date": dates})
    matches = [match for match in map(NUMBERED.fullmatch, labels) if match]
    words = {match["repeat"].casefold() for match in matches}
    if len(matches) < len(labels) or len(words) > 1:
        return {name: labels}
    names = [match["name"] or "" for match in matches]
    return _differing({name: names, words.pop(): [int(match["number"]) for match in matches]})


def _differing(columns: dict[str, Sequence[str | int]]) -> dict[str, Sequence[str | int]]:
    return {name: values for name, values in columns.items() if len(set(values)) > 1}


def _with_columns(frame: pd.DataFrame, values: dict[str, str | int]) -> pd.DataFrame:
    table = frame.copy(deep=False)
    for place, (name, value) in enumerate(values.items()):
        table.insert(place, name if name not in table.columns else f"source_{name}", value)
    return table


def _is_of_one_algorithm(frame: pd.DataFrame) -> bool:
    """Tell whether the columns measure one algorithm, so that none of them is named after one."""
    if any(is_called(name, "algorithm") for name in frame):
        return False
    measured = [
        name
        for name in frame
        if is_number(frame[name]) and not is_called(name, *KEYS) and name != ERROR
    ]
    metrics = any(is_called(name, "metric") for name in frame)
    # a cost with a unit in each cell, such as 0.024s
    costs = map(is_cost, directions_by_tool(read_units(Evidence(frame))[0].frame))
    return (
        len(measured) == 1
        or (metrics and not any(strength_of(name, "algorithm") for name in frame))
        or any(costs)
        or any(is_called(name, *ONE_MODEL) for name in frame)
        or any(direction_of(name) is not None for name in measured)
        or (bool(measured) and all(str(name).isdigit() for name in measured))
    )


def _hold_same_rows(frames: Sequence[pd.DataFrame]) -> bool:
    """Tell whether a row of one file is there in another, apart from what was measured."""
    rows = pd.concat([_keys(frame) for frame in frames])
    return len(rows.columns) == 0 or bool(rows.duplicated().any())


def _keys(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the different rows of the columns that say which row it is."""
    named = frame if isinstance(frame.index, pd.RangeIndex) else frame.reset_index()
    keys = named[[name for name in named if is_called(name, *KEYS) or not is_number(named[name])]]
    try:
        return keys.drop_duplicates()
    except TypeError:
        # cells that are lists have no hash
        return keys.astype(str).drop_duplicates()
