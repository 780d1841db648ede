"""The table as GitHub's Markdown."""

from benchreport.paper.score_table import DAGGER, Cell, Row, ScoreTable
from benchreport.report.rendering.markdown_text import escape_markdown


def write_markdown(table: ScoreTable) -> str:
    """Write the table with its caption above and its notes below; titles of families are rows."""
    rule = [":---", *["---:"] * (len(table.heads) - 1)]
    lines = [
        f"**{escape_markdown(table.caption)}.**",
        "",
        _line([escape_markdown(head) for head in _heads(table)]),
        _line(rule),
        *(_line(_cells(row, len(table.heads))) for row in table.rows),
        "",
        *(escape_markdown(note) for note in table.notes),
    ]
    return "\n".join(lines) + "\n"


def _heads(table: ScoreTable) -> list[str]:
    """Return the heads; Markdown has one row of them, so that a family stands before its dataset."""
    titles = [span.title for span in table.spans for _ in range(span.columns)]
    if not titles:
        return list(table.heads)
    return [
        f"{title}: {head}" if title else head
        for title, head in zip(titles, table.heads, strict=True)
    ]


def _cells(row: Row, columns: int) -> list[str]:
    if not row.cells:
        return [f"*{escape_markdown(row.label)}*", *[""] * (columns - 1)]
    return [escape_markdown(row.label), *map(_cell, row.cells)]


def _cell(cell: Cell) -> str:
    text = escape_markdown(cell._replace(marked=False).plain)
    return (f"**{text}**" if cell.strong else text) + DAGGER * cell.marked


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"
