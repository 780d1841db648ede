"""Fit tables into a printed page: break heads over lines, then wrap texts, then split the table."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from benchreport.report.document import Table

# digits that fit a line of small print on A4 and letter paper, and what two columns keep apart
LETTERS_A_LINE, GAP = 101.0, 1.8
# of the narrower letters of pages and the PDFs made from them
DIGITS_A_LINE = 112.0
LEAST_WRAPPED, LEAST_HEAD, LONGEST_FIRST = 14.0, 10.0, 30.0
BOLD = 1.15
MOST_LINES_WHOLE = 20
# widths of Latin Modern Roman at nine points, in digits; the other fonts are no wider
WIDTHS = {
    sign: width
    for width, signs in {
        0.6: "ijlf!',.:;[]|",
        0.8: 'rts -()I"¹²',
        0.9: "cez?",
        1.0: "ago$*/\\`{}–0123456789",
        1.1: "bdhknpquvxySJ^~",
        1.6: "mw%#&@+±−=≤≥<>×…GOQ",
        2.0: "MW—∞",
    }.items()
    for sign in signs
}
CAPITAL, OTHER, WIDE = 1.45, 1.0, 0x2E80
PLAIN = re.compile(r"([<−-]?\s?\d*)(?:\.(\d+))?")
NOTHING = ("", "–", "∞", "−∞")


class Cell(NamedTuple):
    """A text, the padding that aligns its decimal point with the others', and whether it is bold."""

    text: str
    pad: str
    strong: bool


class Column(NamedTuple):
    """A head in lines, whether its cells are numbers, and its share of the line, 0 if it does not wrap."""

    head: tuple[str, ...]
    numeric: bool
    share: float


class Part(NamedTuple):
    """A part of a table that fits a line, and whether it also fits a page."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str
    whole: bool


def letters(text: str) -> float:
    """Estimate the width of a text, in digits.

    >>> letters("0.12"), letters("決定")
    (3.6, 4.0)
    """
    return sum(_width(sign) for sign in text)


def _width(sign: str) -> float:
    if ord(sign) > WIDE:
        return 2.0
    return WIDTHS.get(sign) or (CAPITAL if sign.isupper() else OTHER)


def parts_of(table: Table) -> tuple[Part, ...]:
    """Lay out a table of any width so that it fits the line: heads, then texts wrap, then it is split."""
    cells = _make_cells(table)
    all_columns = list(range(len(table.columns)))
    room = LETTERS_A_LINE - GAP * (len(all_columns) - 1)
    columns = _fit_columns(table, cells, all_columns, room)
    if columns is not None:
        return (_make_part(table, cells, all_columns, columns),)
    parts = []
    for group in _split(table, cells):
        fitted = _fit_columns(
            table, cells, group, LETTERS_A_LINE - GAP * (len(group) - 1), always=True
        )
        parts.append(_make_part(table, cells, group, fitted or []))
    return tuple(parts)


def _make_cells(table: Table) -> list[list[Cell]]:
    pads = [
        _pads([row[column] for row in table.rows]) if number else [""] * len(table.rows)
        for column, number in enumerate(table.numeric)
    ]
    return [
        [
            Cell(text, pads[column][line], (line, column) in table.strong)
            for column, text in enumerate(row)
        ]
        for line, row in enumerate(table.rows)
    ]


def _pads(texts: Sequence[str]) -> list[str]:
    """Return the padding that gives all numbers as many decimals."""
    matches = [PLAIN.fullmatch(text) for text in texts]
    if any(
        match is None and text not in NOTHING for match, text in zip(matches, texts, strict=True)
    ):
        return [""] * len(texts)
    decimals = [match[2] or "" if match else "" for match in matches]
    most = max(map(len, decimals), default=0)
    return [
        ""
        if text in NOTHING
        else f"{'.' * (not held)}{'0' * (most - len(held))}" * (most > len(held))
        for text, held in zip(texts, decimals, strict=True)
    ]


def _natural_width(cells: list[list[Cell]], column: int) -> float:
    return max(
        (
            letters(cell.text + cell.pad) * (BOLD if cell.strong else 1.0)
            for cell in (row[column] for row in cells)
        ),
        default=0.0,
    )


def _fit_columns(
    table: Table, cells: list[list[Cell]], group: list[int], room: float, *, always: bool = False
) -> list[Column] | None:
    """Lay out columns in a line of ``room`` digits; ``None`` if they do not fit."""
    widths = [_natural_width(cells, column) for column in group]
    names = [table.columns[column] for column in group]
    numeric = [table.numeric[column] for column in group]
    whole = [max(width, letters(name)) for width, name in zip(widths, names, strict=True)]
    if sum(whole) <= room:
        return [Column((name,), number, 0.0) for name, number in zip(names, numeric, strict=True)]
    heads = [
        break_head(name, max(LEAST_HEAD, width)) for name, width in zip(names, widths, strict=True)
    ]
    needed = [max(width, *map(letters, head)) for width, head in zip(widths, heads, strict=True)]
    if sum(needed) <= room:
        return [Column(head, number, 0.0) for head, number in zip(heads, numeric, strict=True)]
    wrap = [
        not number and width > LEAST_WRAPPED for number, width in zip(numeric, needed, strict=True)
    ]
    left = room - sum(width for width, number in zip(needed, wrap, strict=True) if not number)
    if (not any(wrap) or left < LEAST_WRAPPED * sum(wrap)) and not always:
        return None
    shares = _shares(
        [width for width, number in zip(needed, wrap, strict=True) if number], 0.98 * left
    )
    return [
        Column((name,) if wrapped else head, number, next(shares) if wrapped else 0.0)
        for name, head, number, wrapped in zip(names, heads, numeric, wrap, strict=True)
    ]


def _shares(widths: list[float], room: float) -> Iterator[float]:
    """Divide the room evenly; a column that needs less gets only what it needs."""
    shares: dict[int, float] = {}
    for place in sorted(range(len(widths)), key=widths.__getitem__):
        even = (room - sum(shares.values())) / (len(widths) - len(shares))
        shares[place] = max(LEAST_WRAPPED, min(widths[place], even))
    return (round(shares[place] / LETTERS_A_LINE, 3) for place in range(len(widths)))


def _split(table: Table, cells: list[list[Cell]]) -> list[list[int]]:
    """Group the columns after those that name the rows, as evenly as they fit beside these."""
    widths = [_least_width(table, cells, column) for column in range(len(table.columns))]
    names = _row_names(table, widths)
    room = LETTERS_A_LINE - min(widths[0], LONGEST_FIRST) - sum(widths[1:names]) - GAP * (names - 1)
    most = len(widths)
    groups: list[list[int]] = []
    for _ in range(2):
        # in the second round, no group gets more columns than an even share
        groups, left = [], 0.0
        for column in range(names, len(widths)):
            need = GAP + widths[column]
            if not groups or need > left or len(groups[-1]) == most:
                groups.append([])
                left = room
            groups[-1].append(column)
            left -= need
        most = math.ceil((len(widths) - names) / max(1, len(groups)))
    return [[*range(names), *group] for group in groups] or [[0]]


def _row_names(table: Table, widths: Sequence[float]) -> int:
    """Return how many columns name the rows: texts before the first number, where half a line holds them."""
    texts = table.numeric.index(True) if True in table.numeric else 1
    fits = sum(widths[:texts]) + GAP * texts <= LETTERS_A_LINE / 2
    return texts if fits else 1


def split_wide(table: Table) -> tuple[Table, ...]:
    """Split a table that no line of a PDF holds into tables whose rows have the same names."""
    if table.intervals or least_line(table) <= DIGITS_A_LINE:
        return (table,)
    return tuple(
        replace(
            table,
            columns=tuple(table.columns[column] for column in group),
            rows=tuple(tuple(row[column] for column in group) for row in table.rows),
            numeric=tuple(table.numeric[column] for column in group),
            strong=frozenset(
                (row, group.index(column)) for row, column in table.strong if column in group
            ),
        )
        for group in _split(table, _make_cells(table))
    )


def least_line(table: Table) -> float:
    """Return the least width of a line, in digits, that holds all columns of a table."""
    cells = _make_cells(table)
    widths = [_least_width(table, cells, column) for column in range(len(table.columns))]
    return sum(widths) + GAP * (len(widths) - 1)


def _least_width(table: Table, cells: list[list[Cell]], column: int) -> float:
    """Return the least width of a column."""
    width = _natural_width(cells, column)
    if not table.numeric[column]:
        width = min(width, LONGEST_FIRST)
    return max(width, *map(letters, break_head(table.columns[column], max(LEAST_HEAD, width))))


def _make_part(
    table: Table, cells: list[list[Cell]], group: list[int], columns: list[Column]
) -> Part:
    rows = tuple(tuple(row[column] for column in group) for row in cells)
    lines = sum(
        max(
            _count_lines(cell, column_layout)
            for cell, column_layout in zip(row, columns, strict=True)
        )
        for row in rows
    )
    return Part(tuple(columns), rows, table.caption, lines <= MOST_LINES_WHOLE)


def _count_lines(cell: Cell, column: Column) -> int:
    """Return the number of lines of a cell."""
    if not column.share:
        return 1
    return max(1, math.ceil(1.1 * letters(cell.text) / (column.share * LETTERS_A_LINE)))


def break_head(text: str, most: float) -> tuple[str, ...]:
    """Break a head between words into lines of at most so many digits, if it has words that short.

    >>> break_head("mean rank of runs", 10.0)
    ('mean rank', 'of runs')
    """
    lines: list[str] = []
    for word in text.split():
        if lines and letters(f"{lines[-1]} {word}") <= most:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return tuple(lines) or ("",)
