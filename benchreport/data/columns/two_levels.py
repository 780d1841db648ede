"""Tables whose columns have two levels, as with a metric below each algorithm: one row per score of them."""

import itertools
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from benchreport.data.cells.cell_values import is_text
from benchreport.data.cells.score_cells import holds_no_scores, holds_numbers
from benchreport.data.columns.content.run_states import UNDECIDED, failure_in
from benchreport.data.columns.content.units import differing_units
from benchreport.data.columns.orientation import are_sizes
from benchreport.data.columns.score_candidates import SPREADS
from benchreport.data.columns.summary_columns import is_summary_column
from benchreport.data.columns.words.direction import direction_of
from benchreport.data.columns.words.kinds_of_names import (
    are_benchmarks,
    differ_by_numbers,
    is_description,
    is_summary,
    share_of_algorithms,
)
from benchreport.data.columns.words.measures import is_cost, is_measure
from benchreport.data.columns.words.names import is_called, speak_of_parts, strength_of, words_of
from benchreport.errors import DesignError, RoleError, examples
from benchreport.hints import code

TWO = 2
# words of columns that say what was run, as often on what as with what
RUN = frozenset(("experiment", "experiments", "name", "setup"))
ROWS, COLUMNS, LOWER = "rows", "columns", "lower_columns"
"""What rows and levels of columns are called where nothing says whether they are algorithms."""


def melt_two_levels(frame: pd.DataFrame) -> pd.DataFrame:
    """Make one row per score of a table whose columns have two levels.

    A level that holds metrics becomes the column ``metric``; of means and how much they vary, the means stay.
    What names the rows, and the other level, are algorithms and datasets as their names say; where they do
    not, they are called `ROWS` and `COLUMNS`. Numbers below one name alone, such as folds, name rows, too.

    Raises
    ------
    RoleError
        Two columns have the same names in both levels.
    DesignError
        No column holds numbers.

    Examples
    --------
    >>> frame = pd.DataFrame([[0.5, 0.6, 0.7, 0.8]], index=pd.Index(["iris"], name="dataset"))
    >>> frame.columns = pd.MultiIndex.from_product([["svm", "knn"], ["accuracy", "f1"]])
    >>> melt_two_levels(frame).head(2).to_dict("records")  # doctest: +NORMALIZE_WHITESPACE
    [{'dataset': 'iris', 'algorithm': 'svm', 'metric': 'accuracy', 'value': 0.5},
     {'dataset': 'iris', 'algorithm': 'svm', 'metric': 'f1', 'value': 0.6}]
    """
    columns = frame.columns
    if not columns.is_unique:
        raise RoleError(
            f"columns occur more than once: {examples(columns[columns.duplicated()].unique())}.",
            hint=code("df.loc[:, ~df.columns.duplicated()].bench"),
        )
    scores = [
        place
        for place, names in enumerate(columns)
        if names[1] != "" and holds_numbers(frame.iloc[:, place])
    ]
    if not scores:
        raise DesignError(
            "no column holds numbers.", hint="add the scores, a column for each algorithm"
        )
    # texts below a name, such as how its runs ended, are none of the rows, and neither are empty scores
    heads = {columns[place][0] for place in scores}
    heads |= {
        names[0]
        for place, names in enumerate(columns)
        if names[1] != "" and holds_no_scores(frame.iloc[:, place])
    }
    others = (place for place in range(len(columns)) if place not in scores)
    keys = _keys(frame, [place for place in others if columns[place][0] not in heads])
    if len(frame) > 1 and frame.iloc[0, scores].isna().all():
        # pandas leaves the names of an Excel table's first columns below its header
        keys = keys.set_axis(keys.iloc[0], axis=1).iloc[1:]
        frame = frame.iloc[1:]
    values = frame.iloc[:, without_spreads(columns, scores)]
    values = values.iloc[:, _without_summaries(values)]
    texts = [place for place in range(len(columns)) if place not in scores]
    states = {
        columns[place][0]: frame.iloc[:, place] for place in texts if columns[place][0] in heads
    }
    return long_table(keys, without_failed(values, states))


def without_failed(values: pd.DataFrame, states: Mapping[Any, "pd.Series[Any]"]) -> pd.DataFrame:
    """Put how runs ended in place of what those took that failed, by the texts beside their times."""
    read: dict[int, pd.Series[Any]] = {}
    for place, names in enumerate(values.columns):
        if names[0] in states and is_cost(names[1]):
            failures = states[names[0]].map(lambda state: failure_in(state, "status"))
            # a cell may say no more than that
            words = failures.mask(failures.isin(UNDECIDED), "failed")
            read[place] = values.iloc[:, place].astype(object).mask(failures.astype(bool), words)
    columns = [read.get(at, values.iloc[:, at]) for at in range(len(values.columns))]
    return pd.concat(columns, axis=1).set_axis(values.columns, axis=1) if read else values


def without_spreads(columns: pd.Index, scores: Sequence[int]) -> list[int]:
    """Return the places of scores: beside means, or metrics, a standard deviation is none."""
    kept = list(scores)
    for level in range(TWO):
        names = columns[scores].get_level_values(level)
        if all(is_metric(name) for name in names):
            spreads = [place for place, name in zip(scores, names, strict=True) if varies(name)]
            kept = [place for place in kept if place not in spreads] or kept
    return kept


def _without_summaries(values: pd.DataFrame) -> list[int]:
    """Return the places of columns that do not summarize the others of their metric, as averages do."""
    columns = values.columns
    summaries: set[int] = set()
    for level in range(TWO):
        called = [name for name in columns.unique(level) if is_summary(name)]
        others = columns.get_level_values(1 - level)
        labels: list[Hashable] = columns.get_level_values(level).tolist()
        for name, other in itertools.product(called, columns.unique(1 - level)):
            places = np.flatnonzero(others == other)
            group = values.iloc[:, places].set_axis(columns[places].get_level_values(level), axis=1)
            if name in group.columns and is_summary_column(name, list(group.columns), group):
                summaries |= {int(at) for at in places if labels[at] == name}
    return [at for at in range(len(columns)) if at not in summaries] or [*range(len(columns))]


def long_table(keys: pd.DataFrame, values: pd.DataFrame) -> pd.DataFrame:
    """Make one row per score of columns with two levels, beside those that name the rows."""
    heads = pd.MultiIndex.from_frame(values.columns.to_frame(), names=values.columns.names)
    long = keys.loc[keys.index.repeat(len(heads))].reset_index(drop=True)
    names = _names_of(heads, keys)
    for level, name in enumerate(names[1:]):
        long[name] = np.tile(heads.get_level_values(level).to_numpy(), len(values))
    if ROWS in keys:
        long = long.rename(columns={ROWS: names[0]})
    long["value"] = values.to_numpy().ravel()
    return long


def _keys(frame: pd.DataFrame, places: Sequence[int]) -> pd.DataFrame:
    """Return the columns that name the rows: the levels of the index, and columns without numbers."""
    index = frame.index
    keys: dict[Hashable, object] = {}
    named = any(name is not None for name in index.names)
    if named or is_text(index) or not places:
        for level, name in enumerate(index.names):
            keys[ROWS if name is None else name] = index.get_level_values(level)
    for place in places:
        said = [part for part in map(str, frame.columns[place]) if part and "Unnamed" not in part]
        keys[said[-1] if said else ROWS] = frame.iloc[:, place].to_numpy()
    return pd.DataFrame(keys)


def _names_of(heads: pd.MultiIndex, keys: pd.DataFrame) -> tuple[Hashable, Hashable, Hashable]:
    """Return what unnamed rows, and the two levels of columns with scores, are called."""
    measured = [
        heads.names[level] == "metric"
        or _mostly_metrics(heads.unique(level), heads.unique(1 - level))
        # gaps in % beside times in s
        or len(differing_units([*heads.unique(level)], {})) == len(heads.unique(level))
        for level in range(TWO)
    ]
    rows: Hashable = ROWS
    names: list[Hashable] = [COLUMNS, LOWER]
    if measured.count(True) == 1:
        metric = measured.index(True)
        others = heads.unique(1 - metric)
        if not speak_of_parts(others):
            rows, names[1 - metric] = algorithms_and_datasets(others, keys)
        names[metric] = "metric"
    # what the columns are not, the rows are
    others_of = {"algorithm": "dataset", "dataset": "algorithm"}
    rows = next((others_of[name] for name in heads.names if name in others_of), rows)
    first, second = (
        name if given is None else given for given, name in zip(heads.names, names, strict=True)
    )
    return rows, first, second


def algorithms_and_datasets(heads: pd.Index, keys: pd.DataFrame) -> tuple[Hashable, Hashable]:
    """Return what the rows and the columns of a table are: algorithms, datasets, or unknown."""
    named = [name for name in keys if name != ROWS]
    data = [name for name in named if strength_of(name, "dataset") > strength_of(name, "algorithm")]
    if data or any(is_called(name, "example") for name in named):
        return ROWS, "algorithm"
    if any(strength_of(name, "algorithm") for name in named):
        # an experiment may be run on an instance, which numbers tell from the others
        instances = all(
            RUN.issuperset(words_of(name)) and differ_by_numbers(keys[name].unique())
            for name in named
        )
        datasets = differ_by_numbers(heads) or are_benchmarks([*heads])
        return ROWS, "algorithm" if instances and not datasets else "dataset"
    if named and all(strength_of(name, "repeat") for name in keys):
        return ROWS, "algorithm"
    texts = [name for name in named or [ROWS] if name in keys and not strength_of(name, "repeat")]
    if len(texts) != 1:
        return ROWS, COLUMNS
    labels = keys[texts[0]].dropna().astype(str).unique()
    # numbers are sizes or settings
    known = share_of_algorithms(heads) + are_sizes([*labels])
    known -= share_of_algorithms(labels) + are_sizes([*heads])
    if known == 0:
        return ROWS, COLUMNS
    return ("dataset", "algorithm") if known > 0 else ("algorithm", "dataset")


def _mostly_metrics(names: pd.Index, others: pd.Index) -> bool:
    """Tell whether all names are those of metrics, or most of them where the other level has none."""
    metrics = sum(map(is_metric, names))
    # sizes stand beside metrics
    known = metrics + sum(map(is_description, names)) if metrics else 0
    # an accuracy among them is enough, as no algorithm is called so
    directed = (is_measure(name) and direction_of(name) is not None for name in names)
    enough = 2 * known >= len(names) or any(directed)
    return metrics == len(names) or (enough and not any(map(is_metric, others)))


def is_metric(name: Hashable) -> bool:
    """Tell whether a name is that of a metric, or of how much scores vary."""
    return is_measure(name) or direction_of(name) is not None or varies(name)


def varies(name: Hashable) -> bool:
    """Tell whether a name says how much scores vary."""
    return not SPREADS.isdisjoint(words_of(name))
