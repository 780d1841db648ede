"""Several tables below each other in delimited text, parted by blank lines, headings or lines of names."""

import csv
import re
from collections.abc import Iterator, Sequence

from benchreport.data.cells.cell_text import parse_cell
from benchreport.data.readers.content import text_of

SEPARATORS = "\t;,"
# what may part two tables: a line without cells, below others
PARTED = re.compile(rb"\n[^\n\t;,]*\n\s*\S|\n\s*#")
BLANK = re.compile(r"\n\s*\n")
NUMBER = re.compile(r"\s*[-+−]?(?:\d+[.,]?\d*|[.,]\d+)(?:e[-+]?\d+)?\s*%?\s*", re.IGNORECASE)
DECIMAL_COMMA = re.compile(r"^([-+−]?\d*),(\d+(?:e[-+]?\d+)?)$", re.IGNORECASE)
FEWEST = 2
# bytes of what people write below each other
LARGEST = 10**6


def stacked_as_markdown(content: bytes) -> str:
    r"""Write delimited text that holds several tables as those of Markdown; empty for any other text.

    >>> print(stacked_as_markdown(b"# iris\nmodel,acc\nsvm,.9\n\n# wine\nmodel,acc\nsvm,.8\n"))
    # iris
    <BLANKLINE>
    model|acc
    ---|---
    svm|.9
    <BLANKLINE>
    # wine
    <BLANKLINE>
    model|acc
    ---|---
    svm|.8
    """
    if len(content) > LARGEST or not PARTED.search(content):
        return ""
    text = text_of(content)
    lines = [line.strip("\r ") for line in text.split("\n")]
    marks = [mark for mark in SEPARATORS if mark in text]
    # a cell that goes on in the next line stands in one table
    if not marks or any(line.count('"') % 2 for line in lines):
        return ""
    mark = max(marks, key=lambda mark: sum(mark in line for line in lines))
    tables = [*_tables(lines, mark)]
    above: list[set[str]] = []
    for title, rows in tables:
        again = not title and any(name in cells for name in rows[0] for cells in above)
        if again or not _is_table(rows):
            return ""
        above += [{*cells} for cells in zip(*rows[1:], strict=True)]
    if len(tables) < FEWEST:
        return ""
    return "\n\n".join(part for title, rows in tables for part in _drawn(title, rows))


def named_once(text: str, separator: str) -> tuple[str, int]:
    r"""Leave out further lines that are the line of names, as of runs that were written one after another.

    >>> named_once("model,acc\nsvm,.9\nmodel,acc\nknn,.8\n", ",")
    ('model,acc\nsvm,.9\nknn,.8\n', 1)
    """
    names, _, below = text.lstrip().partition("\n")
    named, numbered = (
        any(map(NUMBER.fullmatch, line.strip().split(separator)))
        for line in (names, below.partition("\n")[0])
    )
    if named or not numbered or names not in below:
        return text, 0
    rows, again = re.subn(rf"(?m)^{re.escape(names)}(?:\n|\Z)", "", below)
    return (f"{names}\n{rows}", again) if again else (text, 0)


def without_footer(text: str, separator: str, width: int) -> tuple[str, str]:
    r"""Leave out prose that stands below the last blank lines, and return its first line, too.

    >>> without_footer("model,acc\nsvm,.9\n\nThe best is svm, by far, of all.\n", ",", 2)
    ('model,acc\nsvm,.9\n', 'The best is svm, by far, of all.')
    """
    body = text.rstrip()
    blanks = [*BLANK.finditer(body)] if len(text) <= LARGEST else []
    end = len(body)
    for blank in reversed(blanks):
        if not _is_prose(body[blank.end() : end].splitlines(), separator, width):
            break
        end = blank.start()
    kept, prose = body[:end], body[end:].strip()
    # within a cell, blank lines stand between quotes
    if not prose or not kept.strip() or kept.count('"') % 2:
        return text, ""
    return f"{kept}\n", prose.splitlines()[0].strip()


def _is_prose(lines: Sequence[str], separator: str, width: int) -> bool:
    """Tell whether lines have words, as many cells as no row has, and no cell that is a number."""
    cells = [*csv.reader(lines, delimiter=separator)]
    return all(" " in line.strip() for line in lines) and not any(
        len(row) == width or any(map(NUMBER.fullmatch, row)) for row in cells
    )


def _tables(lines: Sequence[str], mark: str) -> Iterator[tuple[str, list[list[str]]]]:
    """Yield the title and the rows of each table: a blank line or a line without cells ends one."""
    title = ""
    rows: list[list[str]] = []
    for line in (*lines, ""):
        text = line.strip(f" {mark}")
        heading = line.startswith("#") or (text and mark not in line)
        if (heading or not text) and rows:
            yield title, rows
            title, rows = "", []
        if heading:
            title = text.strip("# ")
        elif text:
            cells = [cell.strip() for cell in next(csv.reader([line], delimiter=mark))]
            if mark == ";":
                # it goes with a decimal comma, as spreadsheets write it
                cells = [DECIMAL_COMMA.sub(r"\1.\2", cell) for cell in cells]
            rows.append(cells)


def _is_table(rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether rows stand below names of columns: a first row of scores, or of failed runs, is none."""
    names, *below = rows
    named = all(names[1:]) and not any(map(parse_cell, names[1:]))
    same = all(len(row) == len(names) > 1 for row in below)
    return bool(named and below) and same and any(map(NUMBER.fullmatch, below[0]))


def _drawn(title: str, rows: Sequence[Sequence[str]]) -> Iterator[str]:
    if title:
        yield f"# {title}"
    lines = ["|".join(cell.replace("|", r"\|") for cell in row) for row in rows]
    yield "\n".join([lines[0], "|".join(["---"] * len(rows[0])), *lines[1:]])
