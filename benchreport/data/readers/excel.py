"""Excel workbooks, read by openpyxl."""

import io
import warnings
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pandas as pd

from benchreport.data.readers.content import (
    CELL,
    SIZE_LIMIT,
    names_once,
    refuse_cells,
    refuse_large,
)
from benchreport.data.readers.delimited import refuse_no_header
from benchreport.data.readers.file_names import add_file_names
from benchreport.data.readers.numbers_in_text import numbers_in_text
from benchreport.data.readers.parts import choose, name_parts
from benchreport.data.readers.two_headers import long_of, two_headers
from benchreport.errors import DependencyError, ReadError, examples
from benchreport.wording.shell import reading

if TYPE_CHECKING:
    from openpyxl.worksheet._read_only import ReadOnlyWorksheet

# lines of names above the numbers
MOST_NAMES = 3
MOST_TITLES = 3
# the limits of Excel; a file may claim more
MOST_ROWS = 2**20
SHEET = "sheet"
Row = tuple[Any, ...]


def read_excel(content: bytes, size_limit: int = SIZE_LIMIT, *, part: str = "") -> pd.DataFrame:
    """Read the sheet of a workbook that holds a table, or the sheets that have the same columns.

    The first row that is not blank is the header, and the last name in it ends the table's columns.
    Rows that are blank within these columns are left out, formatted or not, wherever they are. The limit of
    bytes holds for the parts of the file after decompression, too.

    Raises
    ------
    ReadError
        No sheet holds a table or is called so, or sheets with different columns do; a name occurs twice, or a
        row has cells beyond the header.
    DependencyError
        openpyxl is not installed.
    """
    try:
        import openpyxl
    except ImportError as error:
        raise DependencyError(
            "Excel files need openpyxl, which is not installed.",
            hint="pip install 'benchreport[excel]'",
        ) from error
    with zipfile.ZipFile(io.BytesIO(content)) as parts:
        refuse_large(sum(part.file_size for part in parts.infolist()), size_limit)
    with warnings.catch_warnings():
        # styles and validations that openpyxl leaves out do not matter here
        warnings.filterwarnings("ignore", module="openpyxl")
        book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        sheets = {sheet.title: _table(sheet, size_limit) for sheet in book.worksheets}
    if part:
        name = list(sheets)[choose(part, list(sheets))]
        sheets = {name: sheets[name]}
    filled = {name: table for name, table in sheets.items() if len(table.rows) > 1}
    if not filled:
        raise ReadError("no sheet of the workbook holds a table")
    columns = {name: len(table.rows[0]) for name, table in filled.items()}
    if max(columns.values()) > 1:
        # a single column is no results, but notes on them
        filled = {name: table for name, table in filled.items() if columns[name] > 1}
    frame = _join(filled, list(sheets), size_limit)
    if len(filled) < len(columns):
        left_out = examples([name for name in columns if name not in filled])
        frame.attrs["notes"] = (reading.SHEETS_LEFT_OUT.format(sheets=left_out),)
    return frame


def _join(filled: dict[str, "_Table"], sheets: list[str], size_limit: int) -> pd.DataFrame:
    """Make one table of sheets that have the same columns."""
    if len({tuple(_texts(table.rows[0])) for table in filled.values()}) > 1:
        raise ReadError(
            f"{len(filled)} sheets hold something, {examples(filled)}, and their columns differ",
            hint=name_parts(sheets, [sheets.index(name) for name in filled]),
        )
    frames = [_frame(table, size_limit) for table in filled.values()]
    if len(frames) == 1:
        return frames[0]
    # sheets with the same columns are one table, as files are
    return pd.concat(
        add_file_names([Path(f"{name}.xlsx") for name in filled], frames, name=SHEET),
        ignore_index=True,
    )


class _Table(NamedTuple):
    """The rows of a sheet that are not blank, the header first."""

    rows: list[Row]
    beyond: str
    """The first cell of these rows that no name stands above."""


def _table(sheet: "ReadOnlyWorksheet", size_limit: int) -> _Table:
    # one stray cell far away makes the used range of a file large
    sheet.reset_dimensions()
    rows: list[Row] = []
    # the first lines with all their cells: names above others begin further left
    tops: list[Row] = []
    width, size, beyond = None, 0, ""
    for number, cells in enumerate(sheet.iter_rows(values_only=True), start=1):
        if number > MOST_ROWS:
            raise ReadError(f"sheet {sheet.title!r} has a row number above {MOST_ROWS:,}")
        row = _trim(cells[:width])
        if not row:
            continue
        if (
            1 <= len(rows) <= MOST_TITLES
            and all(map(_is_title, rows))
            and not _is_title(_trim(cells))
        ):
            # a title, such as that of a paper's table, and what stands below it
            rows.clear()
            tops.clear()
            row, width = _trim(cells), None
        if len(rows) < MOST_NAMES:
            tops.append(_trim(cells))
            if rows and two_headers([*map(_texts, tops)]):
                rows, row = tops[:-1], tops[-1]
                width, beyond = max(map(len, tops)), ""
        width = width or len(row)
        rows.append(row)
        size += CELL * len(row) + sum(len(cell) for cell in row if isinstance(cell, str))
        refuse_large(size, size_limit, f"the cells of sheet {sheet.title!r} take")
        more = _trim(cells[width:])
        if more and not beyond:
            beyond = f"{_letters(width + len(more))}{number}"
    return _Table(rows, beyond)


def _trim(cells: Row) -> Row:
    """Return cells up to the last that is not blank; blanks are ``None``."""
    if cells.count(None) == len(cells):
        return ()
    row = [None if isinstance(cell, str) and not cell.strip() else cell for cell in cells]
    while row and row[-1] is None:
        row.pop()
    return tuple(row)


def _letters(column: int) -> str:
    """Write the number of a column as Excel does.

    >>> _letters(1), _letters(27), _letters(16384)
    ('A', 'AA', 'XFD')
    """
    before, last = divmod(column - 1, 26)
    return (_letters(before) if before else "") + chr(ord("A") + last)


def _is_title(row: Row) -> bool:
    """Tell whether a row holds a single text."""
    return sum(cell is not None for cell in row) == 1 and isinstance(row[0], str)


def _texts(row: Row) -> list[str]:
    return ["" if cell is None else str(cell).strip() for cell in row]


def _frame(table: _Table, size_limit: int) -> pd.DataFrame:
    two = two_headers([_texts(row) for row in table.rows[:4]])
    if two is None:
        return numbers_in_text(_frame_below_names(table, size_limit))
    width, rows = len(two.names), table.rows[two.lines :]
    refuse_cells(len(rows), width, size_limit)
    frame = pd.DataFrame([[*row, *[None] * (width - len(row))] for row in rows])
    return long_of(numbers_in_text(frame), two)


def _frame_below_names(table: _Table, size_limit: int) -> pd.DataFrame:
    header, *rows = table.rows
    width = len(header)
    names = _texts(header)
    refuse_no_header(names, " ".join(filter(None, names)))
    names = names_once(names)
    if table.beyond:
        raise ReadError(
            f"cell {table.beyond} holds something, and the header ends with {names[-1]!r} in column "
            f"{_letters(width)}",
            hint=f"empty {table.beyond}, or give its column a name in the header",
        )
    refuse_cells(len(rows), width, size_limit)
    # pandas' name for columns without one; columns without a cell are left out
    columns = {
        name or f"Unnamed: {place}": [row[place] if place < len(row) else None for row in rows]
        for place, name in enumerate(names)
        if name or any(row[place : place + 1] not in ((), (None,)) for row in rows)
    }
    return pd.DataFrame(columns)
