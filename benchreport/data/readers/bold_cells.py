"""Cells in bold: authors write the best scores so, which shows whether high or low ones are."""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from benchreport.data.cells.cell_text import parse_cell, read_number
from benchreport.data.columns.words.direction import BEST

# scores beside each other, and rows or columns of so many
FEWEST_BESIDE, FEWEST_LINES = 3, 2
# pairs of scores: in so many one is rarely the same by chance
FEWEST_PAIRS = 5


class Bold(str):
    """The text of a cell in bold."""

    __slots__ = ()


class _Score(NamedTuple):
    """The number in a cell, if it holds one, and whether it is in bold."""

    value: float | None
    bold: bool

    @classmethod
    def of(cls, cell: str) -> "_Score":
        parsed = parse_cell(cell)
        number = read_number(parsed.number, ".") if parsed is not None and parsed.number else None
        return cls(number, type(cell) is Bold)


def facts_of_bold(rows: Sequence[Sequence[str]], heads: Sequence[str] = ()) -> dict[Hashable, bool]:
    """Return the entry of a frame's ``attrs`` on scores in bold, where they tell which are the best."""
    highest = are_best_highest(rows, heads)
    return {} if highest is None else {BEST: highest}


def are_best_highest(rows: Sequence[Sequence[str]], heads: Sequence[str] = ()) -> bool | None:
    """Tell whether the scores in bold are the highest, or else the lowest, of all their rows or columns.

    Parameters
    ----------
    rows
        The texts of the cells below the names of the columns, `Bold` where they are.
    heads
        The upper names of the columns, of two lines of names: scores below one are of one measure.

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
    if not any(type(cell) is Bold for row in rows for cell in row):
        return None
    table = [[_Score.of(cell) for cell in row] for row in rows]
    groups: dict[str, list[list[_Score]]] = {}
    for row, scores in zip(rows, table, strict=True):
        groups.setdefault(row[0], []).append(scores)
    # the models of each dataset may stand below its name
    within = [column for group in groups.values() for column in zip(*group, strict=True)]
    below = [[row[at] for at in places] for places in _places_below(heads) for row in table]
    every = (table, [*zip(*table, strict=True)], within, below)
    said = {_extremes(lines) for lines in every} - {None}
    return said.pop() if len(said) == 1 else None


def _places_below(heads: Sequence[str]) -> list[list[int]]:
    """Return the places of the columns below each name that stands above several, in the first or in all.

    >>> _places_below(["size", "time", "", "error", "error"])
    [[1, 2], [3, 4]]
    """
    places: dict[str, list[int]] = {}
    last = ""
    for at, head in enumerate(heads):
        last = head or last
        places.setdefault(last, []).append(at)
    return [found for head, found in places.items() if head and len(found) > 1]


def _extremes(lines: Sequence[Sequence[_Score]]) -> bool | None:
    """Tell whether the bold scores of all lines that have any are the highest, or the lowest."""
    found = []
    for line in lines:
        values = [score.value for score in line if score.value is not None]
        bold = {score.value for score in line if score.value is not None and score.bold}
        if bold:
            found.append((bold, values))
    # of fewer scores, one is in bold by chance; they may contradict, but show nothing
    sizes = [len(values) for _, values in found]
    shown = sum(size >= FEWEST_BESIDE for size in sizes) >= FEWEST_LINES
    if not (shown or sizes.count(2) >= FEWEST_PAIRS):
        return None
    highest = all(bold == {max(values)} for bold, values in found)
    lowest = all(bold == {min(values)} for bold, values in found)
    return None if highest == lowest else highest
