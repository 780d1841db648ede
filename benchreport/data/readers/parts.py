"""One of several tables in a file, named behind the path: ``README.md#2``, ``results.xlsx#Test``."""

import os
import re
import textwrap
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from benchreport.data.cells.cell_text import MEDALS
from benchreport.errors import ReadError, examples, format_count
from benchreport.wording.shell import reading

PATH = "{path}"
"""What stands for the file's path in a hint."""
PARTS = "parts"
"""The entry of a frame's ``attrs`` with the lists of records that stand beside its only row."""
NUMBER = re.compile(rf"[{MEDALS}\s]*[-+−~≈±<>≤≥$€]?\s*\.?\d")
LETTER = re.compile(r"\w")
SEVERAL = re.compile(r"\d+(?:\+\d+)+")
LONGEST = 40


def split_part(path: Path) -> tuple[Path, str]:
    """Split the name of a table from the path of its file; a file that is called so comes first."""
    name, mark, part = path.name.rpartition("#")
    if not mark or not name or os.path.lexists(path):
        return path, ""
    file = path.with_name(name)
    return (file, part) if file.is_file() else (path, "")


def find_parts(pattern: str, find: Callable[[str], list[Path]]) -> list[Path]:
    """Return what a pattern matches; where nothing does, that part of what its front matches."""
    found = find(pattern)
    front, mark, part = pattern.rpartition("#")
    if found or not mark:
        return found
    return [file.with_name(f"{file.name}#{part}") for file in find(front) if file.is_file()]


def choose(part: str, titles: Sequence[str]) -> int:
    """Return the place of the table with a title, or else with a number.

    >>> choose("test", ["Train", "Test"]), choose("1", ["Train", "Test"])
    (1, 0)

    Raises
    ------
    ReadError
        There is none.
    """
    called = [place for place, title in enumerate(titles) if title.casefold() == part.casefold()]
    if len(called) == 1:
        return called[0]
    if part.isdecimal() and 1 <= int(part) <= len(titles):
        return int(part) - 1
    raise ReadError(
        f"it holds {format_count(len(titles), 'table')}, and {part!r} names none of them",
        hint=name_parts(titles, range(len(titles))),
    )


def name_parts(titles: Sequence[str], places: Iterable[int], *, titled: bool = False) -> str:
    """Say how tables of a file are named, by number or by title; `table_files` writes the path."""
    shown = (
        f"{PATH}#{titles[place]}"
        if titled
        else f"{PATH}#{place + 1} ({textwrap.shorten(titles[place], LONGEST, placeholder=' …')})"
        for place in places
    )
    return f"name one: {examples(shown)}"


def select_tables(
    titles: Sequence[str], tables: Sequence[Sequence[Sequence[str]]], part: str
) -> tuple[list[int], tuple[str, ...]]:
    """Return the places of the tables that are named, else of those with numbers, and a note on the others.

    Numbers with + between them name several.

    >>> options = [["flag", "meaning"], ["-v", "more words"]]
    >>> select_tables(["Usage", "Results"], [options, [["model", "acc"], ["svm", ".5"]]], "")
    ([1], ('Tables without numbers are left out: Usage.',))
    >>> select_tables(["", "Results"], [options, [["model", "acc"], ["svm", ".5"]]], "")[1]
    ('Left out for lack of numbers: 1 table.',)
    """
    if SEVERAL.fullmatch(part) and part not in titles:
        return [choose(number, titles) for number in part.split("+")], ()
    if part:
        return [choose(part, titles)], ()
    found = [place for place, rows in enumerate(tables) if _numbers_in(rows)]
    if not found or len(found) == len(tables):
        return [*range(len(tables))], ()
    others = [title for place, title in enumerate(titles) if place not in found]
    if not all(map(LETTER.search, others)):
        # some have no title
        return found, (reading.TABLES_COUNTED.format(tables=format_count(len(others), "table")),)
    return found, (reading.TABLES_LEFT_OUT.format(tables=examples(others)),)


def most_numbers_first(
    places: Sequence[int], tables: Sequence[Sequence[Sequence[str]]]
) -> list[int]:
    """Sort the places of tables: those with several columns of numbers first, and most of them."""
    found = {place: _numbers_in(tables[place]) for place in places}
    return sorted(places, key=lambda place: (-min(len(found[place]), 2), -sum(found[place])))


def _numbers_in(rows: Sequence[Sequence[str]]) -> list[int]:
    """Return how many cells are numbers, for each column where most are."""
    columns = ([cell for cell in column if cell] for column in zip(*rows[1:], strict=False))
    counts = ((sum(NUMBER.match(cell) is not None for cell in c), len(c)) for c in columns)
    return [numbers for numbers, cells in counts if 2 * numbers > cells]
