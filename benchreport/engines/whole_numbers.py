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
MOST_NAMED = 6


def numbers_of(table: LazyTable, column: str) -> "dict[str, nw.Expr]":
    """Return a column of whole numbers and its squares as expressions; other columns give none."""
    import narwhals as nw

    if not table.schema[column].is_integer():
        return {}
    number = nw.col(column).cast(nw.Float64())
    return {NUMBER: number.alias(NUMBER), SQUARE: (number * number).alias(SQUARE)}


def figures_of_numbers() -> "list[nw.Expr]":
    """Return what engines compute of the numbers in each group."""
    import narwhals as nw

    return [
        nw.col(NUMBER).min().alias(FIRST),
        nw.col(NUMBER).max().alias(LAST),
        nw.col(NUMBER).sum(),
        nw.col(SQUARE).sum(),
    ]


def follow_one_another(cells: pd.DataFrame, rows: str) -> bool:
    """Tell whether the numbers of each group are whole and follow one another, each once.

    Counting every number would take as much memory as the table. Numbers that have the count, the ends, the
    sum and the sum of squares of a range are that range, but for constructed exceptions.
    """
    if NUMBER not in cells:
        return False
    first, last, total, squares = cells[[FIRST, LAST, NUMBER, SQUARE]].to_numpy(np.float64).T
    n = cells[rows].to_numpy(np.float64)
    spread = squares - total * total / n
    return bool(
        (last - first + 1 == n).all()
        and (2 * total == n * (first + last)).all()
        and np.allclose(spread, n * (n * n - 1) / 12, rtol=1e-9)
    )


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
        cells = selected.grouped(groups or ["all"], nw.len().alias(ROWS), *figures_of_numbers())
        if follow_one_another(cells, ROWS):
            return []
    counted = table.frame.group_by(*keys).agg(nw.len().alias(ROWS))
    twice = LazyTable(counted.filter(nw.col(ROWS) > 1)).rows(MOST_NAMED)
    return [str(value) for value in twice[column].tolist()]
