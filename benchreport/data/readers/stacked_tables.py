"""Several tables below each other in delimited text, parted by blank lines, headings or lines of names."""

import csv
import re
from collections.abc import Iterator, Sequence

from benchreport.data.readers.content import text_of

SEPARATORS = "\t;,"
# what may part two tables: a line without cells, below others
PARTED = re.compile(rb"\n[^\n\t;,]*\n\s*\S|\n\s*#")
BLANK = re.compile(r"\n\s*\n")
NUMBER = re.compile(r"\s*[-+−]?(?:\d+[.,]?\d*|[.,]\d+)(?:e[-+]?\d+)?\s*%?\s*", re.IGNORECASE)
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
    if len(tables) < FEWEST or not all(_is_table(rows) for _, rows in tables):
        return ""
    return "\n\n".join(part for title, rows in tables for part in (_heading(title), _drawn(rows)))


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
    if len(text) > LARGEST or not BLANK.search(text.strip()):
        return text, ""
    *above, below = BLANK.split(text.rstrip())
    prose = ""
    while above and _is_prose(below.splitlines(), separator, width):
        prose, below = below, above.pop()
    kept = text[: text.rindex(prose)].rstrip() + "\n" if prose else text
    # within a cell, blank lines stand between quotes
    whole = kept.count('"') % 2 == 0
    return (kept, prose.strip().splitlines()[0].strip()) if prose and whole else (text, "")


def _is_prose(lines: Sequence[str], separator: str, width: int) -> bool:
    return all(" " in line.strip() and line.count(separator) != width - 1 for line in lines)


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
            rows.append([cell.strip() for cell in next(csv.reader([line], delimiter=mark))])


def _is_table(rows: Sequence[Sequence[str]]) -> bool:
    names, *below = rows
    named = all(names[1:]) and not any(map(NUMBER.fullmatch, names))
    same = all(len(row) == len(names) > 1 for row in below)
    return bool(named and below) and same and any(map(NUMBER.fullmatch, below[0]))


def _heading(title: str) -> str:
    return f"# {title}" if title else "#"


def _drawn(rows: Sequence[Sequence[str]]) -> str:
    lines = ["|".join(cell.replace("|", r"\|") for cell in row) for row in rows]
    return "\n".join([lines[0], "|".join(["---"] * len(rows[0])), *lines[1:]])
