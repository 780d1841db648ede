"""Make a frame of pandas of a table that another engine holds."""

from dataclasses import replace

import pandas as pd

from benchreport.data.columns.roles import Roles
from benchreport.data.curves import Curves
from benchreport.data.predictions import Predictions
from benchreport.engines.lazy_table import LazyTable
from benchreport.engines.prediction_patterns import count_patterns
from benchreport.engines.samples import sample_rows
from benchreport.engines.score_cells import reduce_scores
from benchreport.errors import DesignError
from benchreport.hints import bench, code

MOST_ROWS = 1_000_000
"""Tables of so many rows are read whole."""
MOST_CELLS = 30_000_000
"""Predictions and curves of so many cells are read whole: no sum stands for their rows."""


def read_frame(frame: object, roles: Roles) -> tuple[pd.DataFrame, Roles]:
    """Return a frame of pandas to read instead of a frame of any library, and the roles of its columns.

    Parameters
    ----------
    frame
        A frame of pandas, which is returned as it is, or of another library.
    roles
        What the caller said about the columns.

    Returns
    -------
    tuple
        All rows, where there are at most 1,000,000; else the mean of the runs of each algorithm on each
        dataset, with how many they are, and the roles of these columns.

    Raises
    ------
    InputError
        It is no frame, the roles of its columns are unclear, or the cells are too many.
    ReadError
        The engine fails.
    """
    if isinstance(frame, pd.DataFrame):
        return frame, roles
    table = LazyTable.of(frame)
    for column, value in (roles.where or {}).items():
        if column in table.columns:
            table = table.where(str(column), value if isinstance(value, list | tuple) else [value])
    if table.n_rows <= MOST_ROWS:
        return table.rows(), roles
    sample = sample_rows(table, roles)
    if Predictions.suits(sample, roles):
        return count_patterns(table, sample, roles) or (_whole(table), roles)
    if Curves.suits(sample, roles):
        return _whole(table), roles
    return reduce_scores(table, sample, replace(roles, where=None))


def _whole(table: LazyTable) -> pd.DataFrame:
    cells = table.n_rows * len(table.columns)
    if cells > MOST_CELLS:
        raise DesignError(
            f"predictions and curves are compared row by row, and {table.n_rows:,} rows of "
            f"{len(table.columns)} columns are more than {MOST_CELLS:,} cells, the most that is taken from "
            "another engine.",
            hint="read a part of them: "
            + bench(where={table.columns[0]: "..."})
            + ", or, if memory holds them, "
            + code("benchreport.bench(frame.to_pandas())"),
        )
    return table.rows()
