"""Tables that programs print between drawn lines: databases, PrettyTable, tabulate, DuckDB, Polars, rich.

Ours because pandas reads no such table.
"""

import re

# the letters of boxes that stand between cells
BARS = str.maketrans(dict.fromkeys("│┃║┆┊", "|"))
RULE = re.compile(
    r"[\s|+:\u2500-\u257f-]*[-\u2500\u2501\u2550]{2}[\s|+:=\u2500-\u257f-]*|\s*\+[=+]{3,}\s*"
)
# letters among which the first line is drawn
BEGINNING = 20_000
# (3 rows), or within the box
COUNT = re.compile(r"[\s|]*\(?\d[\d,]* rows?\b.*")
# what Polars and DuckDB write below the names
TYPE = re.compile(
    r"str(ing)?|varchar|text|cat|enum|bool(ean)?|[iuf]\d+|(u?(big|huge|small|tiny))?int(eger)?\d*|double|float"
    r"|real|decimal.*|date.*|time.*"
)


def without_borders(text: str) -> str:
    r"""Return a drawn table with tabs between its cells; empty where the text is none.

    Text around the table, the types of columns and how many rows there are are left out.

    >>> without_borders("+---+-----+\n| a | acc |\n+---+-----+\n| x | 0.5 |\n| y | 0.4 |\n+---+-----+")
    'a\tacc\nx\t0.5\ny\t0.4'
    >>> without_borders("a|acc\nx|0.5\ny|0.4")
    ''
    """
    # a line is drawn above or below the names, and most texts are no such table
    if not any(map(RULE.fullmatch, text[:BEGINNING].translate(BARS).splitlines())):
        return ""
    lines = text.translate(BARS).splitlines()
    rules = {place for place, line in enumerate(lines) if RULE.fullmatch(line)}
    rows = [
        (place, _cells(line))
        for place, line in enumerate(lines)
        if "|" in line and place not in rules and not COUNT.fullmatch(line)
    ]
    if len(rows) < 2:  # noqa: PLR2004 - the names and a row
        return ""
    (top, names), *below = _joined(rows, rules)
    if all(map(TYPE.fullmatch, below[0][1])):
        del below[0]
    widths = {len(cells) for _, cells in below}
    ruled = bool(below) and any(top < place < below[0][0] for place in rules)
    if not ruled or widths != {len(names)} or len(names) == 1:
        return ""
    return "\n".join("\t".join(cells) for cells in (names, *(cells for _, cells in below)))


def _joined(rows: list[tuple[int, list[str]]], rules: set[int]) -> list[tuple[int, list[str]]]:
    """Join the lines of a row, where a line is drawn below each row and some go on below their name.

    >>> _joined([(1, ["a", "b"]), (3, ["x", "1"]), (5, ["y", "2"]), (6, ["", "(3)"])], {0, 2, 4, 7})[-1]
    (5, ['y', '2 (3)'])
    """
    joined: list[tuple[int, list[str]]] = []
    for (place, cells), before in zip(rows, [(-1, [""]), *rows], strict=False):
        ruled = before[0] < 0 or any(drawn in rules for drawn in range(before[0], place))
        if ruled or cells[0] or len(cells) != len(before[1]):
            joined.append((place, cells))
        else:
            above = joined[-1][1]
            joined[-1] = (
                joined[-1][0],
                [" ".join(filter(None, pair)) for pair in zip(above, cells, strict=True)],
            )
    drawn_below_each = len(joined) > 2 and len(rules) > len(joined)  # noqa: PLR2004 - names and two rows
    return joined if drawn_below_each else rows


def _cells(line: str) -> list[str]:
    inner = line.strip()
    if inner.startswith("|"):
        inner = inner[1:].removesuffix("|")
    return [" ".join(cell.split()) for cell in inner.split("|")]
