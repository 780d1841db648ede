"""Tables written for the eye, whose columns stand apart by spaces: tabs are put in place of these."""

import csv
import io
import re
from collections.abc import Sequence

import pandas as pd

NUMERIC = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?", re.IGNORECASE)
FEWEST_PLACES = 3
MOST_PLACES = 1000
# between columns of a text for the eye; JMH writes a mean and its error as 1.5 ± 0.1
WIDE = re.compile(r"\s{2,}")
ERROR = re.compile(r"\s*±\s*")
WIDE_OR_ERROR = re.compile(r" ± |\s{2,}")
RULE = re.compile(r"[-=+\s]+")
SEVERAL_NUMBERS = re.compile(rf"(?:{NUMERIC.pattern})(?: (?:{NUMERIC.pattern}))+", re.IGNORECASE)
TWO = 2


def by_spaces(text: str) -> str:
    """Put tabs between words where each line has as many, two or more; else return nothing.

    A line of names may lack that of the first column, as R's write.table leaves it out. pandas prints
    it in a line of its own.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    rows = [*csv.reader(lines, delimiter=" ", skipinitialspace=True)]
    width = len(rows[-1]) if rows else 0
    lacking = bool(rows) and len(rows[0]) == width - 1 > 1
    if len(rows) > TWO and len(rows[1]) == 1 and (lacking or len(rows[0]) == width):
        rows[:TWO] = [[*rows[1], *rows[0][1 - width :]]]
    elif lacking:
        rows[0].insert(0, "")
    alike = len(rows) > 1 and width > 1 and all(len(row) == width for row in rows)
    return "\n".join(map("\t".join, rows)) if alike else ""


def by_wide_spaces(text: str, separators: str) -> str:
    """Put tabs in place of two or more spaces where these split each line alike; else return nothing.

    Where the names are more, a mean and its error are two columns, as JMH writes them.
    """
    drawn = (line for line in io.StringIO(text) if not RULE.fullmatch(line))
    first = next(drawn, "")
    if "  " not in first.strip() or any(mark in first for mark in separators):
        return ""
    names, *lines = (
        ERROR.sub(" ± ", line.strip()) for line in text.splitlines() if not RULE.fullmatch(line)
    )
    for between in (WIDE, WIDE_OR_ERROR):
        rows = [between.split(line) for line in lines if line]
        width = len(WIDE.split(names))
        if any(SEVERAL_NUMBERS.fullmatch(cell) for row in rows for cell in row):
            return ""
        if len(rows) > 1 and all(len(row) == width for row in rows):
            return "\n".join(map("\t".join, [WIDE.split(names), *rows]))
    return _by_places(text, WIDE.split(names))


def _by_places(text: str, names: Sequence[str]) -> str:
    """Put tabs between columns of lines that are cut at the same places, of which some cells are empty."""
    lines = [line for line in text.splitlines() if line.strip() and not RULE.fullmatch(line)]
    if len(names) < FEWEST_PLACES or not FEWEST_PLACES < len(lines) <= MOST_PLACES:
        return ""
    table = pd.read_fwf(
        io.StringIO("\n".join(lines)),
        header=None, dtype=str, infer_nrows=len(lines), keep_default_na=False,
    )  # fmt: skip
    rows = table.to_numpy().tolist()
    return "\n".join(map("\t".join, rows)) if rows[0] == [*names] else ""
