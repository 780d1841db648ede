"""Split a table with many columns into tables that fit a line."""

import dataclasses
import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

from benchreport.paper.score_table import Row, ScoreTable, Span
from benchreport.report.rendering.table_layout import break_head, letters

LONGEST_LABEL, SHORTEST_HEAD = 24.0, 8.0


class Size(NamedTuple):
    """A size of type: its share of the text's, and the digits that a line and the gap of columns take.

    A line is that of an article on A4, whose margins are wide.
    """

    share: float
    line: float
    gap: float


SIZES = (Size(1.0, 68.0, 2.4), Size(0.9, 75.0, 2.6), Size(0.8, 82.0, 1.9))


class Part(NamedTuple):
    """A table whose columns fit a line of this size of type."""

    table: ScoreTable
    size: Size


def split_columns(table: ScoreTable) -> tuple[Part, ...]:
    """Return the table in the largest type in which it fits a line, else in parts, as even as possible.

    Parameters
    ----------
    table
        A table of any width.
    """
    for size in SIZES:
        groups = _group(*_widths(table, size))
        if len(groups) == 1:
            return (Part(table, size),)
    widths, room = _widths(table, SIZES[1])
    groups = _group(widths, room)
    # in a second round no part gets more columns than an even share
    groups = _group(widths, room, math.ceil(len(widths) / len(groups)))
    return tuple(Part(_take_columns(table, group), SIZES[1]) for group in groups)


def _widths(table: ScoreTable, size: Size) -> tuple[list[float], float]:
    """Return the widths of the columns of numbers, and the room that the labels leave them."""
    labels = max(letters(row.label) for row in table.rows if row.cells)
    places = range(len(table.heads) - 1)
    widths = [size.gap + max(map(letters, break_heads(table, place))) for place in places]
    cells = [size.gap + _cell_width(table, place) for place in places]
    room = size.line - min(LONGEST_LABEL, max(labels, letters(table.heads[0])))
    return list(map(max, widths, cells)), room


def _cell_width(table: ScoreTable, place: int) -> float:
    return max(letters(row.cells[place].plain) for row in table.rows if row.cells)


def break_heads(table: ScoreTable, place: int) -> tuple[str, ...]:
    """Return the head of a column of numbers in lines, which are as short as its cells where words allow.

    Parameters
    ----------
    table, place
        A table, and the place of the column after the labels.
    """
    return break_head(table.heads[place + 1], max(SHORTEST_HEAD, _cell_width(table, place)))


def _group(widths: Sequence[float], room: float, most: float = math.inf) -> list[list[int]]:
    groups: list[list[int]] = []
    left = 0.0
    for place, width in enumerate(widths):
        if not groups or width > left or len(groups[-1]) == most:
            groups.append([])
            left = room
        groups[-1].append(place)
        left -= width
    return groups


def _take_columns(table: ScoreTable, places: Sequence[int]) -> ScoreTable:
    rows = tuple(
        row._replace(cells=tuple(row.cells[place] for place in places)) if row.cells else row
        for row in table.rows
    )
    heads = (table.heads[0], *(table.heads[place + 1] for place in places))
    return dataclasses.replace(table, heads=heads, rows=rows, spans=_take_spans(table, places))


def _take_spans(table: ScoreTable, places: Sequence[int]) -> tuple[Span, ...]:
    if not table.spans:
        return ()
    owners = [number for number, span in enumerate(table.spans) for _ in range(span.columns)]
    taken = itertools.groupby(owners[place + 1] for place in places)
    spans = [Span(table.spans[number].title, len(list(group))) for number, group in taken]
    return (table.spans[0], *spans) if any(span.title for span in spans) else ()


def starts_summary(rows: Sequence[Row], place: int) -> bool:
    """Tell whether a row is the first of those that sum up, above which formats draw a rule."""
    return rows[place].summary and place > 0 and not rows[place - 1].summary
