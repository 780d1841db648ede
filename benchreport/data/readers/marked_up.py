"""Tables of reStructuredText and of Org mode, written as those of Markdown.

Ours because docutils and pandoc make documents of them, and none of the tables' text.
"""

import re

import pandas as pd

from benchreport.data.readers.content import SIZE_LIMIT, text_of
from benchreport.data.readers.markdown import read_markdown

# |---+---| below the names, and a heading of one star or more
ORG_RULE = re.compile(r"\s*\|-[-+]*\|?\s*")
ORG_HEADING = re.compile(r"(\*+)\s+(.*)")
ORG_CAPTION = re.compile(r"\s*#\+caption(?:\[[^]]*\])?:\s*(.*)", re.IGNORECASE)
# ====  ===== around the names, and below the rows
SIMPLE_RULE = re.compile(r"\s*=+(?:\s+=+)+\s*")
GRID_RULE = re.compile(r"\s*\+(?:[-=]+\+)+\s*")
# a line below a heading, at least as long
UNDERLINE = re.compile(r"([=\-~^\"'*+#`:.])\1{2,}\s*")
TITLE = re.compile(r"\s*\.\.\s+table::\s*(.*)")
LIST_TABLE = re.compile(r"(\s*)\.\.\s+list-table::\s*(.*)")
# the first cell of a row, and further cells
LIST_ROW = re.compile(r"\s*\*\s+-\s*(.*)")
LIST_CELL = re.compile(r"\s*-\s*(.*)")
MARKUP = re.compile(r"``|\*\*|(?<!\w):\w+:(?=`)")


def read_org(content: bytes, size_limit: int = SIZE_LIMIT, *, part: str = "") -> pd.DataFrame:
    r"""Read a table of Org mode, as `read_markdown` does one of Markdown.

    >>> text = b"* Results\n| model | acc |\n|-------+-----|\n| svm   | 0.5 |\n| knn   | 0.4 |\n"
    >>> read_org(text).to_dict("list")
    {'model': ['svm', 'knn'], 'acc': [0.5, 0.4]}
    """
    lines = []
    for line in text_of(content).splitlines():
        if ORG_RULE.fullmatch(line):
            lines.append(line.replace("+", "|"))
        elif heading := ORG_HEADING.fullmatch(line):
            lines.append(f"{'#' * len(heading[1])} {heading[2]}")
        else:
            caption = ORG_CAPTION.fullmatch(line)
            lines.append(caption[1] if caption else line)
    return read_markdown("\n".join(lines).encode(), size_limit, part=part)


def read_rst(content: bytes, size_limit: int = SIZE_LIMIT, *, part: str = "") -> pd.DataFrame:
    r"""Read a table of reStructuredText, simple, a grid or a list, as `read_markdown` does one of Markdown.

    >>> text = b"Times\n-----\n\n=====  ===\nmodel  acc\n=====  ===\nsvm    0.5\nknn    0.4\n=====  ===\n"
    >>> read_rst(text).to_dict("list")
    {'model': ['svm', 'knn'], 'acc': [0.5, 0.4]}
    """
    given = text_of(content).splitlines()
    lines: list[str] = []
    place = 0
    while place < len(given):
        line = given[place]
        if SIMPLE_RULE.fullmatch(line):
            rows, place = _simple_table(given, place)
            lines += rows
            continue
        if (table := LIST_TABLE.fullmatch(line)) is not None:
            rows, place = _list_table(given, place, len(table[1]))
            lines += [table[2], "", *rows]
            continue
        if GRID_RULE.fullmatch(line):
            # the rule below the names is drawn with =
            lines += [re.sub(r"[+]", "|", line).replace("=", "-")] * ("=" in line)
        elif UNDERLINE.fullmatch(line) and lines and lines[-1].strip():
            lines[-1] = f"# {lines[-1].strip()}"
        else:
            title = TITLE.fullmatch(line)
            lines.append(title[1] if title else line.strip())
        place += 1
    # columns stand at places of the lines as they are
    return read_markdown(MARKUP.sub("", "\n".join(lines)).encode(), size_limit, part=part)


def _list_table(lines: list[str], place: int, indent: int) -> tuple[list[str], int]:
    """Return the rows of a table that is written as a list of lists, and where it ends."""
    rows: list[list[str]] = []
    for number, line in enumerate(lines[place + 1 :], start=place + 1):
        if line.strip() and len(line) - len(line.lstrip()) <= indent:
            return [*_piped(rows), ""], number
        if row := LIST_ROW.fullmatch(line):
            rows.append([row[1]])
        elif rows and (cell := LIST_CELL.fullmatch(line)):
            rows[-1].append(cell[1])
        elif rows and line.strip():
            # a cell goes on in the next line
            rows[-1][-1] += f" {line.strip()}"
    return [*_piped(rows), ""], len(lines)


def _piped(rows: list[list[str]]) -> list[str]:
    """Write rows as Markdown does, with a rule below the first."""
    lines = ["|" + "|".join(cell.replace("|", r"\|") for cell in row) + "|" for row in rows]
    return [*lines[:1], "|" + "---|" * len(rows[0]), *lines[1:]] if rows else []


def _simple_table(lines: list[str], place: int) -> tuple[list[str], int]:
    """Return the rows of a table between lines of =, and where it ends."""
    spans = [match.span() for match in re.finditer(r"=+", lines[place])]
    # the last column goes on to the end of its line
    ends = [*(start for start, _ in spans[1:]), None]
    rows: list[str] = []
    n_rules = 1
    for number, line in enumerate(lines[place + 1 :], start=place + 1):
        if SIMPLE_RULE.fullmatch(line):
            n_rules += 1
            if n_rules == 2:  # noqa: PLR2004 - below the names
                rows.append("|" + "---|" * len(spans))
            following = lines[number + 1 : number + 2]
            if n_rules > 2 or not following or not following[0].strip():  # noqa: PLR2004 - below the rows
                return [*rows, ""], number + 1
        elif line.strip():
            cells = (line[start:end].strip() for (start, _), end in zip(spans, ends, strict=True))
            rows.append("|" + "|".join(cell.replace("|", r"\|") for cell in cells) + "|")
    return rows, len(lines)
