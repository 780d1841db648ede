"""Tables of Markdown, as leaderboards are published in."""

import re

import pandas as pd

from benchreport.data.readers.content import SIZE_LIMIT, text_of
from benchreport.data.readers.delimited import read_delimited
from benchreport.errors import ReadError

# | --- | :---: | between the names and the rows
RULE = re.compile(r"\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?")
BAR = re.compile(r"(?<!\\)\|")
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
EMPHASIS = re.compile(r"\*\*|__|`")


def read_markdown(content: bytes, size_limit: int = SIZE_LIMIT) -> pd.DataFrame:
    r"""Read the one table of a Markdown text; of links and emphasis, the text stays.

    Parameters
    ----------
    content
        UTF-8 (or UTF-16 or UTF-32 with its mark).
    size_limit
        Bytes that the table's cells may take.

    Raises
    ------
    ReadError
        The text holds no table, or several.

    Examples
    --------
    >>> text = b"| model | acc |\n|:--|--:|\n| [svm](https://svm.org) | **0.5** |\n| knn | 0.4 |\n"
    >>> read_markdown(text).to_dict("list")
    {'model': ['svm', 'knn'], 'acc': [0.5, 0.4]}
    """
    lines = text_of(content).splitlines()
    rules = [place for place, line in enumerate(lines) if place and RULE.fullmatch(line)]
    if len(rules) != 1:
        found = f"{len(rules)} tables" if rules else "no table"
        raise ReadError(
            f"it holds {found}; one is expected",
            hint="save the table as a file of its own, with a line |---|---| below its names",
        )
    rows = [_cells(lines[rules[0] - 1])]
    for line in lines[rules[0] + 1 :]:
        if not BAR.search(line):
            break
        rows.append(_cells(line))
    width = len(rows[0])
    longer = [row for row in rows if len(row) > width]
    if longer:
        raise ReadError(
            f"the header has {width} names, and a row has {len(longer[0])} cells: {longer[0][0]!r}",
            hint=r"write \| for a bar within a cell",
        )
    text = "\n".join("\t".join([*row, *[""] * (width - len(row))]) for row in rows)
    return read_delimited(text.encode(), size_limit, separators="\t")


def _cells(line: str) -> list[str]:
    inner = line.strip().removeprefix("|")
    inner = re.sub(r"(?<!\\)\|$", "", inner)
    return [_plain(cell) for cell in BAR.split(inner)]


def _plain(cell: str) -> str:
    text = EMPHASIS.sub("", LINK.sub(r"\1", cell)).replace(r"\|", "|")
    return text.replace("\t", " ").replace('"', "'").strip()
