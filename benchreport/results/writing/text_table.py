"""Tables of numbers as text: written cell by cell, cut to what is shown, and aligned or in Markdown."""

from collections.abc import Iterable
from html import escape
from typing import Any

import numpy as np
import pandas as pd

from benchreport.errors import format_count
from benchreport.results.writing import number_format as fmt
from benchreport.wording.results.headings import HEADINGS, MORE

# what terminals and notebooks show of a table
MOST_ROWS, MOST_COLUMNS = 40, 20
ESCAPES = str.maketrans({"\n": "\\n", "\t": "\\t", "\r": "\\r"})
"""How cells with ends of lines are written in a table on a terminal."""


def format_table(table: pd.DataFrame, alpha: float | None = None) -> pd.DataFrame:
    """Write a table of numbers as text: p-values, counts and measured columns each have their format.

    >>> format_table(pd.DataFrame({"p_value": [0.0141], "n": [1144]})).to_dict("list")
    {'p': ['.014'], 'n': ['1,144']}
    """
    # one block of cells, in a fraction of the time that a frame of columns takes
    cells = np.empty(table.shape, object)
    for place, (_, column) in enumerate(table.items()):
        cells[:, place] = _format_column(column, alpha)
    names = [HEADINGS.get(name, name) for name in table.columns]
    return pd.DataFrame(cells, columns=names, dtype=object)


def _format_column(column: "pd.Series[Any]", alpha: float | None) -> list[str]:
    name = str(column.name)
    values = column.tolist()
    if name.startswith("p_") or name == "p":
        return [fmt.p_value(value, alpha) for value in values]
    if pd.api.types.is_bool_dtype(column.dtype):
        return ["yes" if value else "no" for value in values]
    if pd.api.types.is_integer_dtype(column.dtype):
        return [f"{value:,}".replace("-", fmt.MINUS) for value in values]
    if name == "statistic" and all(value % 0.5 == 0 for value in values):
        # counts and sums of ranks, of which ties have halves
        return [fmt.fixed(value, 1 if any(each % 1 for each in values) else 0) for value in values]
    if pd.api.types.is_float_dtype(column.dtype):
        return [*map(fmt.writer(values), values)]
    return ["" if value is None else str(value) for value in values]


def cut_table(table: pd.DataFrame, n_rows: int) -> tuple[pd.DataFrame, str]:
    """Return what terminals and notebooks show of a table, and a line on the rest; else an empty text.

    >>> cut_table(pd.DataFrame({"p": [".02"] * 40}), 1_000)[1]
    '… 960 more rows in .table'
    """
    fits = len(table) <= MOST_ROWS and table.shape[1] <= MOST_COLUMNS
    shown = table if fits else table.iloc[:MOST_ROWS, :MOST_COLUMNS]
    counts = {"row": n_rows - len(shown), "column": table.shape[1] - shown.shape[1]}
    more = [format_count(count, f"more {noun}") for noun, count in counts.items() if count > 0]
    return shown, f"…{MORE.format(counts=fmt.join(more))}" if more else ""


def align_table(table: pd.DataFrame) -> str:
    """Return a table of texts for a terminal, two spaces between columns, since heads have several words.

    >>> print(align_table(pd.DataFrame({"p": [".02"], "adjusted p": [".04"]})))
      p  adjusted p
    .02         .04
    """
    rows: list[Iterable[object]] = [table.columns]
    rows += table.itertuples(index=False, name=None)
    texts = [[str(cell).translate(ESCAPES) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    return "\n".join("  ".join(map(str.rjust, row, widths)) for row in texts)


def is_numeric(table: pd.DataFrame, name: object) -> bool:
    """Tell whether the column of a table that is written under a heading holds numbers."""
    # an algorithm may be called dataset, which gives two columns of one name
    column = table.rename(columns=HEADINGS).get(name)
    return isinstance(column, pd.Series) and pd.api.types.is_numeric_dtype(column.dtype)


def markdown_table(texts: pd.DataFrame, table: pd.DataFrame) -> str:
    """Return a table of texts in Markdown, escaped; columns that were numbers are on the right."""
    rows = [list(texts.columns), *texts.to_numpy().tolist()]
    lines = ["| " + " | ".join(_escape(cell) for cell in row) + " |" for row in rows]
    rule = ["---:" if is_numeric(table, name) else ":---" for name in texts.columns]
    return "\n".join([lines[0], "| " + " | ".join(rule) + " |", *lines[1:]]) + "\n"


def _escape(cell: object) -> str:
    text = escape(str(cell), quote=False)
    for sign in "\\|*_`[]":
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\n", " ")
