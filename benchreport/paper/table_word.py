"""The table as a Word document."""

import os
from pathlib import Path

from benchreport.errors import OptionError
from benchreport.hints import code
from benchreport.paper.score_table import ScoreTable
from benchreport.report.document import Table
from benchreport.report.save import write_whole
from benchreport.report.writers.word import write_blocks


def save_word(table: ScoreTable, path: str | os.PathLike[str]) -> None:
    """Save the table; a file that exists is replaced as a whole."""
    target = Path(path)
    if target.suffix.lower() != ".docx":
        raise OptionError(
            f"a Word document ends in .docx; got {str(target)!r}.",
            hint=code(f".to_word({str(target.with_suffix('.docx'))!r})"),
        )
    content = write_blocks(table.caption, [as_block(table)])
    write_whole(target.parent, {target.name: content})


def as_block(table: ScoreTable) -> Table:
    """Return the table as a block of a report."""
    titles = [span.title for span in table.spans for _ in range(span.columns)]
    heads = [
        f"{title}: {head}" if title else head
        for title, head in zip(titles or [""] * len(table.heads), table.heads, strict=True)
    ]
    width = len(table.heads)
    rows = tuple(
        (row.label, *((cell.plain for cell in row.cells) if row.cells else [""] * (width - 1)))
        for row in table.rows
    )
    strong = {
        (line, place)
        for line, row in enumerate(table.rows)
        for place, cell in enumerate(row.cells, 1)
        if cell.strong
    }
    titled = {(line, 0) for line, row in enumerate(table.rows) if not row.cells}
    return Table(
        columns=tuple(heads),
        rows=rows,
        numeric=(False, *[True] * (width - 1)),
        strong=frozenset(strong | titled),
        caption=table.full_caption(None),
    )
