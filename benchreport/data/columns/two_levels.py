"""Tables whose columns have two levels, as with a metric below each algorithm: one row per score of them."""

from collections.abc import Hashable, Sequence

import numpy as np
import pandas as pd

from benchreport.data.cells.cell_values import is_text
from benchreport.data.cells.score_cells import holds_numbers
from benchreport.data.columns.direction import direction_of
from benchreport.data.columns.measures import is_measure
from benchreport.errors import DesignError, RoleError, examples
from benchreport.hints import code

TWO = 2
LEVELS = ("upper_header", "lower_header")
"""What the levels are called where neither names nor metrics say it."""


def melt_two_levels(frame: pd.DataFrame) -> pd.DataFrame:
    """Make one row per score of a table whose columns have two levels.

    A level that holds metrics becomes the column ``metric``, and the other one ``algorithm``; where both or
    neither does, and they have no names, the columns of the levels are called `LEVELS`.

    Raises
    ------
    RoleError
        Two columns have the same names in both levels.
    DesignError
        No column holds numbers.

    Examples
    --------
    >>> frame = pd.DataFrame([[0.5, 0.6, 0.7, 0.8]], index=["iris"])
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
    scores = [place for place in range(len(columns)) if holds_numbers(frame.iloc[:, place])]
    if not scores:
        raise DesignError(
            "no column holds numbers.", hint="add the scores, a column for each algorithm"
        )
    keys = _keys(frame, [place for place in range(len(columns)) if place not in scores])
    if len(frame) > 1 and frame.iloc[0, scores].isna().all():
        # pandas leaves the names of an Excel table's first columns below its header
        keys = keys.set_axis(keys.iloc[0], axis=1).iloc[1:]
        frame = frame.iloc[1:]
    long = keys.loc[keys.index.repeat(len(scores))].reset_index(drop=True)
    heads = pd.MultiIndex.from_frame(columns.to_frame().iloc[scores], names=columns.names)
    for level, name in enumerate(_names_of(heads)):
        long[name] = np.tile(heads.get_level_values(level).to_numpy(), len(frame))
    long["value"] = frame.iloc[:, scores].to_numpy().ravel()
    return long


def _keys(frame: pd.DataFrame, places: Sequence[int]) -> pd.DataFrame:
    """Return the columns that name the rows: the levels of the index, and columns without numbers."""
    index = frame.index
    keys: dict[Hashable, object] = {}
    named = any(name is not None for name in index.names)
    if named or is_text(index) or not places:
        for level, name in enumerate(index.names):
            keys["dataset" if name is None else name] = index.get_level_values(level)
    for place in places:
        said = [part for part in map(str, frame.columns[place]) if part and "Unnamed" not in part]
        keys[said[-1] if said else f"Unnamed: {place}"] = frame.iloc[:, place].to_numpy()
    return pd.DataFrame(keys)


def _names_of(heads: pd.MultiIndex) -> tuple[Hashable, Hashable]:
    """Return what the two levels of columns with scores are called."""
    measured = [
        all(is_measure(name) or direction_of(name) is not None for name in heads.unique(level))
        for level in range(TWO)
    ]
    names: list[Hashable] = [
        "metric" if measured[level] else "algorithm" if measured[1 - level] else LEVELS[level]
        for level in range(TWO)
    ]
    if all(measured):
        names = list(LEVELS)
    first, second = (
        name if given is None else given for given, name in zip(heads.names, names, strict=True)
    )
    return first, second
