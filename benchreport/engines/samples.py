"""Rows that show what a large table holds: all runs of some algorithms on some datasets."""

import numpy as np
import pandas as pd

from benchreport.data.columns.roles import Roles
from benchreport.data.columns.words.names import is_called
from benchreport.engines.lazy_table import LazyTable

MOST_ROWS = 200_000
FEW_ROWS = 20_000
"""So many rows are enough, where they have all values of the sample."""
FIRST_ROWS = 10_000
MOST_VALUES = 12
"""How many values of each column of names the sample has."""
TEXTS = ("String", "Categorical", "Enum", "Boolean")
# a column with so many different values in the first rows does not name algorithms or datasets
MOST_DIFFERENT = 0.5


def sample_rows(table: LazyTable, roles: Roles) -> pd.DataFrame:
    """Return all rows of the first values of each column of names, 200,000 at most.

    The first rows of a sorted file hold one algorithm, and random rows hold few of the runs of each.

    Parameters
    ----------
    table
        A table with more rows than are read whole.
    roles
        What the caller said about the columns.
    """
    first = table.rows(FIRST_ROWS)
    sample, wanted = table, {}
    for name in _columns_of_names(table, roles, first):
        values = first[name].dropna().unique().tolist()
        if len(values) <= MOST_VALUES:
            # perhaps the rows are sorted by it; otherwise no engine has to read the column for its values
            values = sample.different(name)
        if len(values) > MOST_VALUES:
            sample = sample.where(name, values[:MOST_VALUES])
            first = first[first[name].isin(values[:MOST_VALUES])]
        wanted[name] = min(len(values), MOST_VALUES)
    few = sample.rows(FEW_ROWS)
    if len(few) < FEW_ROWS or _are_enough(few, wanted, roles):
        # engines stop reading there, which saves a third of the time of a large table
        return few
    return sample.rows(MOST_ROWS)


def _are_enough(few: pd.DataFrame, wanted: dict[str, int], roles: Roles) -> bool:
    """Tell whether rows have all names, and no column that only all runs tell from others."""
    rest = few.drop(columns=[*wanted])
    bound = roles.bound_columns()
    named = [name for name in rest if name in bound or is_called(name, "repeat")]
    numbers = rest.drop(columns=named).select_dtypes("number").to_numpy(np.float64, na_value=np.nan)
    runs_alike = (np.isnan(numbers) | (numbers == np.round(numbers))).all(axis=0)
    others = len(rest.columns) - len(named) - numbers.shape[1]
    return not (
        runs_alike.any() or others or any(few[name].nunique() < n for name, n in wanted.items())
    )


def _columns_of_names(table: LazyTable, roles: Roles, first: pd.DataFrame) -> list[str]:
    """Return the columns that may name algorithms, datasets or metrics."""
    bound = roles.bound_columns()
    texts = [
        name
        for name in table.named(TEXTS)
        if name in bound or first[name].nunique() <= MOST_DIFFERENT * len(first)
    ]
    numbered = [
        name
        for name in table.columns
        if name not in texts
        and not table.schema[name].is_float()
        and (name in bound or is_called(name, "algorithm", "dataset"))
        and name != roles.score
    ]
    repeats = roles.repeat if isinstance(roles.repeat, list | tuple) else [roles.repeat]
    return [
        name
        for name in (*texts, *numbered)
        if name not in (*repeats, roles.metric) and not is_called(name, "repeat", "metric")
    ]
