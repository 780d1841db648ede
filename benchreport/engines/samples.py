"""Rows that show what a large table holds: all runs of some algorithms on some datasets."""

import pandas as pd

from benchreport.data.columns.names import is_called
from benchreport.data.columns.roles import Roles
from benchreport.engines.lazy_table import LazyTable

MOST_ROWS = 200_000
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
    sample = table
    for name in _columns_of_names(table, roles, first):
        values = first[name].dropna().unique().tolist()
        if len(values) <= MOST_VALUES:
            # perhaps the rows are sorted by it; otherwise no engine has to read the column for its values
            values = sample.different(name)
        if len(values) > MOST_VALUES:
            sample = sample.where(name, values[:MOST_VALUES])
            first = first[first[name].isin(values[:MOST_VALUES])]
    return sample.rows(MOST_ROWS)


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
