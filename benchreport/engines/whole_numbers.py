"""Tell whether whole numbers occur once each, without counting each of them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from benchreport.engines.lazy_table import LazyTable

if TYPE_CHECKING:
    import narwhals as nw

NUMBER, SQUARE = "number of the row", "its square"
FIRST, LAST, ROWS = "first number", "last number", "number of rows"
WITHIN = 1e-9
"""How far sums of squares, which engines add in any order, may be from a range's, of its own."""
MOST_NAMED = 6


def numbers_of(table: LazyTable, column: str) -> "dict[str, nw.Expr]":
    """Return a column of whole numbers and its squares as expressions; other columns give none."""
    import narwhals as nw

    if not table.schema[column].is_integer():
        return {}
    number = nw.col(column).cast(nw.Float64())
    return {NUMBER: number.alias(NUMBER), SQUARE: (number * number).alias(SQUARE)}


def sums_of_numbers() -> "list[nw.Expr]":
    """Return what engines compute of the numbers in each group."""
    import narwhals as nw

    return [nw.col(NUMBER).sum(), nw.col(SQUARE).sum()]


def ends_of_numbers() -> "list[nw.Expr]":
    """Return the first and the last number of each group."""
    import narwhals as nw

    return [nw.col(NUMBER).min().alias(FIRST), nw.col(NUMBER).max().alias(LAST)]


def add_ends(
    table: LazyTable, column: str, groups: Sequence[str], cells: pd.DataFrame, rows: str
) -> pd.DataFrame:
    """Return the cells with the first and the last number of each, where its sums are those of a range.

    Many groups make ends as costly as all else together, and the ends of the column are often enough.

    Parameters
    ----------
    table
        The table that was grouped.
    column
        The column of whole numbers.
    groups
        The columns that name a cell.
    cells
        A row for each cell, with the figures of its numbers.
    rows
        The column that counts the rows of each cell.
    """
    if NUMBER not in cells:
        return cells
    n = cells[rows].to_numpy(np.float64)
    middle = cells[NUMBER].to_numpy(np.float64) / n
    cells = cells.assign(**{FIRST: middle - (n - 1) / 2, LAST: middle + (n - 1) / 2})
    if not _have_sums_of_ranges(cells, rows):
        return cells.drop(columns=[FIRST, LAST])
    least, most = table.ends(column)
    if ((cells[FIRST] == least) & (cells[LAST] == most)).all():
        # no number is outside of what each cell should have
        return cells
    import narwhals as nw

    selected = table.frame.select(*map(nw.col, groups), numbers_of(table, column)[NUMBER])
    ends = LazyTable(selected).grouped(groups, *ends_of_numbers())
    return cells.assign(**{name: ends[name].to_numpy(np.float64) for name in (FIRST, LAST)})


def follow_one_another(cells: pd.DataFrame, rows: str) -> bool:
    """Tell whether the numbers of each group are whole and follow one another, each once.

    Counting every number would take as much memory as the table. Numbers that have the count, the ends, the
    sum and the sum of squares of a range are that range, but for constructed exceptions.
    """
    if FIRST not in cells:
        return False
    first, last, total = cells[[FIRST, LAST, NUMBER]].to_numpy(np.float64).T
    n = cells[rows].to_numpy(np.float64)
    is_range = (last - first + 1 == n) & (2 * total == n * (first + last))
    return bool(is_range.all()) and _have_sums_of_ranges(cells, rows)


def _have_sums_of_ranges(cells: pd.DataFrame, rows: str) -> bool:
    """Tell whether the squares of each group add up to those of a range, from a whole number on."""
    total, squares = cells[[NUMBER, SQUARE]].to_numpy(np.float64).T
    n = cells[rows].to_numpy(np.float64)
    spread = squares - total * total / n
    return bool(np.allclose(spread, n * (n * n - 1) / 12, rtol=WITHIN))


def count_each_once(
    table: LazyTable, groups: Sequence[str], column: str, keys: Sequence[str]
) -> list[str]:
    """Return some values of a column that occur more than once among rows with the same keys.

    Numbers that follow one another within each group occur once; others are counted one by one.
    """
    import narwhals as nw

    numbers = numbers_of(table, column)
    if numbers:
        one = nw.lit(1).alias("all") if not groups else None
        selected = LazyTable(
            table.frame.select(
                *map(nw.col, groups), *([one] if one is not None else []), *numbers.values()
            )
        )
        figures = (nw.len().alias(ROWS), *sums_of_numbers(), *ends_of_numbers())
        cells = selected.grouped(groups or ["all"], *figures)
        if follow_one_another(cells, ROWS):
            return []
    counted = table.frame.group_by(*keys).agg(nw.len().alias(ROWS))
    twice = LazyTable(counted.filter(nw.col(ROWS) > 1)).rows(MOST_NAMED)
    return [str(value) for value in twice[column].tolist()]
