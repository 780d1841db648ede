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
TITLE = re.compile(r"\s*\.\.\s+(?:list-|csv-)?table::\s*(.*)")
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
    r"""Read a simple table or a grid of reStructuredText, as `read_markdown` does one of Markdown.

    >>> text = b"Times\n-----\n\n=====  ===\nmodel  acc\n=====  ===\nsvm    0.5\nknn    0.4\n=====  ===\n"
    >>> read_rst(text).to_dict("list")
    {'model': ['svm', 'knn'], 'acc': [0.5, 0.4]}
    """
    given = [MARKUP.sub("", line) for line in text_of(content).splitlines()]
    lines: list[str] = []
    place = 0
    while place < len(given):
        line = given[place]
        if SIMPLE_RULE.fullmatch(line):
            rows, place = _simple_table(given, place)
            lines += rows
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
    return read_markdown("\n".join(lines).encode(), size_limit, part=part)


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
