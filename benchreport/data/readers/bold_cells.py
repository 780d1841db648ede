"""Cells in bold: authors write the best scores so, which shows whether high or low ones are."""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from benchreport.data.cells.cell_text import parse_cell, read_number
from benchreport.data.columns.words.direction import BEST

# scores beside each other, of which fewer are in bold by chance; and rows or columns of such scores
FEWEST_BESIDE, FEWEST_LINES = 3, 2


class Bold(str):
    """The text of a cell in bold."""

    __slots__ = ()


class _Line(NamedTuple):
    """The scores of a row or a column, and those of them in bold."""

    scores: list[float]
    bold: list[float]


def facts_of_bold(rows: Sequence[Sequence[str]]) -> dict[Hashable, bool]:
    """Return the entry of a frame's ``attrs`` on scores in bold, where they tell which are the best."""
    highest = are_best_highest(rows)
    return {} if highest is None else {BEST: highest}


def are_best_highest(rows: Sequence[Sequence[str]]) -> bool | None:
    """Tell whether the scores in bold are the highest, or else the lowest, of all their rows or columns.

    Parameters
    ----------
    rows
        The texts of the cells below the names of the columns, `Bold` where they are.

    Returns
    -------
    bool, optional
        ``None`` where too few are in bold, or some are neither. Columns may have one in bold for each name
        in the first.

    Examples
    --------
    >>> are_best_highest([["a", Bold("0.9"), "0.5", "0.7"], ["b", "0.4", "0.6", Bold("0.8")]])
    True
    >>> are_best_highest([["a", "0.9", "0.5"], ["b", Bold("0.1"), Bold("0.3")], ["c", "0.2", "0.4"]])
    False
    """
    groups: dict[str, list[Sequence[str]]] = {}
    for row in rows:
        groups.setdefault(row[0], []).append(row)
    columns = [*zip(*rows, strict=True)]
    # the models of each dataset stand below its name
    within = [column for group in groups.values() for column in zip(*group, strict=True)]
    said = {_extremes(lines) for lines in (rows, columns, within)} - {None}
    return said.pop() if len(said) == 1 else None


def _extremes(lines: Sequence[Sequence[str]]) -> bool | None:
    found = [line for cells in lines if (line := _line(cells)).bold]
    several = [line for line in found if len(line.scores) >= FEWEST_BESIDE]
    if len(several) < max(FEWEST_LINES, len(found)):
        return None
    highest = all({*line.bold} == {max(line.scores)} for line in found)
    lowest = all({*line.bold} == {min(line.scores)} for line in found)
    return None if highest == lowest else highest


def _line(cells: Sequence[str]) -> _Line:
    read = [(cell, _score(cell)) for cell in cells]
    scores = [score for _, score in read if score is not None]
    return _Line(
        scores, [score for cell, score in read if score is not None and type(cell) is Bold]
    )


def _score(cell: str) -> float | None:
    parsed = parse_cell(cell)
    return read_number(parsed.number, ".") if parsed is not None and parsed.number else None
