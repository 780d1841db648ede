"""Tables of HTML within Markdown, written as tables of Markdown."""

import re
from collections import Counter
from html.parser import HTMLParser
from itertools import takewhile

TABLE = re.compile(r"<table\b.*?</table\s*>", re.DOTALL | re.IGNORECASE)
HEADING = re.compile(r"<h([1-6])\b[^<>]*>(.*?)</h\1\s*>", re.DOTALL | re.IGNORECASE)
TAG = re.compile(r"<[^<>]*>")
HAS_NUMBER = re.compile(r"\s*[-+~≈±$€*_]*\s*\.?\d")
TWO = 2
SPACED = ("br", "p", "div", "li")
BOLD = ("b", "strong")


class _Rows(HTMLParser):
    """Collects the cells of a table, each as often as it spans columns, and whether they are names."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.names: list[bool] = []
        self.spans: list[tuple[int, int]] = []
        """How many columns and rows each cell of the first row spans."""
        self._below: dict[int, int] = {}
        self._open = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("tr", "thead") and any(self.rows[-1:]) == bool(self.rows):
            # names may stand in a head without a row
            self.rows.append([])
            self.names.append(True)
        elif tag in ("td", "th") and self.rows:
            spans = [_span(dict(attrs).get(name)) for name in ("colspan", "rowspan")]
            self._fill()
            if len(self.rows) == 1:
                self.spans.append((spans[0], spans[1]))
            for place in range(len(self.rows[-1]), len(self.rows[-1]) + spans[0]):
                self.rows[-1].append("")
                self._below[place] = spans[1] - 1
            self._width, self._open = spans[0], True
            self.names[-1] = self.names[-1] and tag == "th"
        elif tag in SPACED:
            self.handle_data(" ")
        elif tag in BOLD:
            self.handle_data("**")

    def handle_endtag(self, tag: str) -> None:
        if tag == "tr" and self.rows:
            self._fill()
        if tag in BOLD:
            self.handle_data("**")
        self._open = self._open and tag not in ("td", "th", "tr")

    def handle_data(self, data: str) -> None:
        if self._open:
            row = self.rows[-1]
            for place in range(len(row) - self._width, len(row)):
                row[place] += data

    def _fill(self) -> None:
        """Go on below cells that span rows: names stand in the first of them, others in each."""
        row = self.rows[-1]
        while self._below.get(len(row), 0) > 0:
            self._below[len(row)] -= 1
            above = self.rows[-2][len(row)] if len(self.rows) > 1 else ""
            row.append("" if self.names[-2:-1] == [True] else above)


def _span(value: str | None) -> int:
    return int(value) if value is not None and value.isdecimal() and 0 < int(value) < 100 else 1  # noqa: PLR2004 - no table is wider


def tables_as_markdown(text: str) -> str:
    r"""Write the tables of HTML that hold numbers, and its headings, as Markdown does.

    >>> tables_as_markdown("<table><tr><th>a</th><th>b</th></tr><tr><td>x</td><td>1</td></tr></table>")
    '\n\n| a | b |\n|---|---|\n| x | 1 |\n\n'
    >>> tables_as_markdown('<h3 id="r">Run\n<b>times</b></h3>')
    '\n\n### Run times\n\n'
    """
    return HEADING.sub(_heading, TABLE.sub(_markdown, text)) if "<" in text else text


def _heading(found: re.Match[str]) -> str:
    return f"\n\n{'#' * int(found[1])} {' '.join(TAG.sub('', found[2]).split())}\n\n"


def _markdown(found: re.Match[str]) -> str:
    parser = _Rows()
    parser.feed(found[0])
    cells = [[" ".join(cell.split()).replace("|", r"\|") for cell in row] for row in parser.rows]
    width = max(map(len, cells), default=0)
    rows = [row + [""] * (width - len(row)) for row in cells if any(row)]
    if not any(HAS_NUMBER.match(cell) for row in rows[1:] for cell in row):
        return found[0]
    heads = sum(1 for _ in takewhile(bool, parser.names))
    columns, lines_of_names = (max(each, default=1) for each in zip(*parser.spans, strict=True))
    if not any(parser.names) and columns > 1 and lines_of_names < len(rows):
        # cells of data, some of which span the lines of names, and others columns with names below
        heads = lines_of_names
        spanning = [span for wide, span in parser.spans for _ in range(wide)]
        for row in rows[1:heads]:
            row[:] = ["" if span > 1 else cell for cell, span in zip(row, spanning, strict=True)]
    if 1 < heads < len(rows):
        # the lowest names, unless these are the same below several
        names = [next(filter(None, column), "") for column in zip(*rows[:heads][::-1], strict=True)]
        if heads == TWO and len({*names}) < width:
            names = _with_names_above(rows[0], names)
        rows = [names, *rows[heads:]] if len({*names}) == width else rows
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(["", "", lines[0], "|" + "---|" * width, *lines[1:], "", ""])


def _with_names_above(above: list[str], names: list[str]) -> list[str]:
    """Write the names above before those that come again, unless several of these stand below each.

    >>> _with_names_above(["", "LiDAR", "LiDAR", "Camera", "Camera"], ["", "Stuck", "FOV", "Stuck", "Dark"])
    ['', 'LiDAR Stuck', 'FOV', 'Camera Stuck', 'Dark']
    >>> _with_names_above(["", "a", "a", "b", "b"], ["", "f1", "acc", "f1", "acc"])
    ['', 'f1', 'acc', 'f1', 'acc']
    """
    counts = Counter(names)
    below = [
        {name for top, name in zip(above, names, strict=True) if top == group}
        for group, number in Counter(above).items()
        if group and number > 1
    ]
    if not below or len(set.intersection(*below)) >= TWO:
        return names
    pairs = zip(above, names, strict=True)
    return [f"{top} {name}" if counts[name] > 1 and top != name else name for top, name in pairs]
