"""The report's numbers as a workbook: a cover, the data, and a sheet for each result."""

import importlib
import io
import math
import re
import zipfile
from typing import Any

import pandas as pd

from benchreport.errors import DependencyError
from benchreport.plots.base.short_names import escape_unprintable
from benchreport.report.contents import Contents, Files
from benchreport.report.document import Document, Facts, Text
from benchreport.report.rendering.reproducible_zip import pack
from benchreport.report.reproduction import extract_data

COVER = "Report"
# the limits of Excel's format
MOST_ROWS, MOST_COLUMNS, MOST_LETTERS, LONGEST_NAME = 1_048_575, 16_384, 32_767, 31
NARROWEST, WIDEST = 8, 48
FORBIDDEN = re.compile(r"[\[\]:*?/\\']+")
# Excel reads such a code in a text as a character
CODED = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
FORMULA = ("=", "+", "-", "@", "\t", "\r")
DATES = re.compile(rb"<dcterms:(created|modified)[^>]*>[^<]*</dcterms:\1>")


def write(contents: Contents, name: str) -> Files:
    """Write the workbook; numbers stay numbers, and no text becomes a formula.

    Raises
    ------
    DependencyError
        openpyxl is not installed.
    """
    book = _Book(_library())
    data, caption = extract_data(contents.analysis)
    tables = [("Data", caption, data)]
    tables += [(title, result.summary, result.table) for title, result in contents.titled_results]
    names = _name_sheets([title for title, _, _ in tables])
    book.add_cover(
        contents.document,
        [(sheet, text) for sheet, (_, text, _) in zip(names, tables, strict=True)],
    )
    for sheet, (_, _, frame) in zip(names, tables, strict=True):
        book.add_table(sheet, frame)
    return {name: book.to_bytes()}


def _library() -> Any:  # noqa: ANN401 - a module
    try:
        importlib.import_module("openpyxl.styles")
        importlib.import_module("openpyxl.cell")
        return importlib.import_module("openpyxl")
    except ImportError as error:
        raise DependencyError(
            "Excel files need openpyxl, which is not installed.",
            hint="pip install 'benchreport[excel]'",
        ) from error


def _name_sheets(titles: list[str]) -> list[str]:
    """Name sheets with at most 31 allowed letters, so that all names differ.

    >>> _name_sheets(["Data", "data", "a/b", "Report", "x" * 40])
    ['Data', 'data (2)', 'a b', 'Report (2)', 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx']
    """
    used = {COVER.casefold(), "history"}
    names = []
    for title in titles:
        plain = FORBIDDEN.sub(" ", escape_unprintable(title)).strip() or "Table"
        name, number = plain[:LONGEST_NAME], 2
        while name.casefold() in used:
            mark = f" ({number})"
            name, number = f"{plain[: LONGEST_NAME - len(mark)]}{mark}", number + 1
        used.add(name.casefold())
        names.append(name)
    return names


class _Book:
    """A workbook of openpyxl, written row by row."""

    def __init__(self, library: Any) -> None:  # noqa: ANN401 - a module
        self.book = library.Workbook(write_only=True)
        self.cell, styles = library.cell.WriteOnlyCell, library.styles
        self.head, self.title = styles.Font(bold=True), styles.Font(bold=True, size=14)
        self.linked = styles.Font(color="0563C1", underline="single")
        self.line = styles.Border(bottom=styles.Side(style="thin"))
        self.wrapped = styles.Alignment(wrap_text=True, vertical="top")

    def add_cover(self, document: Document, sheets: list[tuple[str, str]]) -> None:
        """Write the cover: the verdict, the origin of the data, and links to the sheets."""
        sheet = self._sheet(COVER, [30, 100])
        self.book.properties.title = _sanitize(document.title)[:255]
        self.book.properties.creator = "benchreport"
        sheet.append([self._text(sheet, document.title, self.title)])
        sheet.append([self._text(sheet, document.subtitle)])
        for title, rows in (*_list_facts(document), ("Contents", sheets)):
            sheet.append([])
            sheet.append([self._text(sheet, title, self.head)])
            for first, second in rows:
                cells = [self._text(sheet, text) for text in (first, second)]
                for cell in cells:
                    cell.alignment = self.wrapped
                if title == "Contents":
                    cells[0].hyperlink = f"#'{first}'!A1"
                    cells[0].hyperlink.location, cells[0].hyperlink.target = f"'{first}'!A1", None
                    cells[0].font = self.linked
                sheet.append(cells)

    def add_table(self, name: str, frame: pd.DataFrame) -> None:
        """Write a frame below its heads, which stay visible when the sheet is scrolled."""
        frame = frame.iloc[:MOST_ROWS, :MOST_COLUMNS]
        columns = [
            [_plain_value(value) for value in frame.iloc[:, place]]
            for place in range(frame.shape[1])
        ]
        heads = [_sanitize(str(cell_value)) for cell_value in frame.columns]
        widths = [
            max(
                NARROWEST,
                *(min(WIDEST, _width(cell_value)) for cell_value in (head, *column[:200])),
            )
            for head, column in zip(heads, columns, strict=True)
        ]
        sheet = self._sheet(name, widths)
        sheet.freeze_panes = "A2"
        cells = [self._text(sheet, head, self.head) for head in heads]
        for cell in cells:
            cell.border = self.line
        sheet.append(cells)
        for row in zip(*columns, strict=True):
            sheet.append(
                [
                    self._text(sheet, cell_value) if isinstance(cell_value, str) else cell_value
                    for cell_value in row
                ]
            )

    def _sheet(self, name: str, widths: list[int]) -> Any:  # noqa: ANN401 - a sheet
        sheet = self.book.create_sheet(name)
        letter = importlib.import_module("openpyxl.utils").get_column_letter
        for place, width in enumerate(widths, 1):
            sheet.column_dimensions[letter(place)].width = width
        return sheet

    def _text(self, sheet: Any, text: str, font: Any = None) -> Any:  # noqa: ANN401 - a cell
        """Make a cell of text; otherwise openpyxl would read a text that begins with = as a formula."""
        cell = self.cell(sheet)
        plain = _sanitize(text)
        cell.value, cell.data_type = plain, "s"
        if plain.startswith(FORMULA):
            # Excel would do the same once the cell is edited
            cell.quotePrefix = True
        if font is not None:
            cell.font = font
        return cell

    def to_bytes(self) -> bytes:
        """Return the bytes of the file without its dates, so that the same report has the same bytes."""
        out = io.BytesIO()
        self.book.save(out)
        with zipfile.ZipFile(out) as package:
            parts = {name: package.read(name) for name in package.namelist()}
        parts["docProps/core.xml"] = DATES.sub(b"", parts["docProps/core.xml"])
        return pack(parts)


def _list_facts(document: Document) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the verdict and the facts on the data, under their titles."""
    titled_rows: list[tuple[str, list[tuple[str, str]]]] = []
    for section in document.sections:
        rows = [
            row
            for block in section.blocks
            if isinstance(block, Facts) and section.key in ("compared", "appendix")
            for row in block.items
        ]
        rows += [
            ("", paragraph)
            for block in section.blocks
            if isinstance(block, Text) and section.key == "verdict"
            for paragraph in block.paragraphs
        ]
        if rows:
            titled_rows.append((section.title, rows))
    return titled_rows


def _plain_value(value: Any) -> str | float | bool | None:  # noqa: ANN401 - any cell of a frame
    """Return a value that a cell can hold; infinity is a text, and undefined values are empty."""
    value = value.item() if hasattr(value, "item") else value
    if value is None or value is pd.NA:
        return None
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else f"{'' if value > 0 else '−'}∞"
    return value if isinstance(value, bool | int | float) else str(value)


def _width(value: object) -> int:
    return 10 if isinstance(value, float) else len(str(value)) + 2


def _sanitize(text: str) -> str:
    """Write a text that a cell can hold."""
    plain = CODED.sub("_x005F_", escape_unprintable(text))
    return plain if len(plain) <= MOST_LETTERS else f"{plain[: MOST_LETTERS - 1]}…"
