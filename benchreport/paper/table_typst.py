"""The table as Typst: a figure whose table breaks across pages."""

from collections.abc import Iterable

from benchreport.paper.score_table import DAGGER, Cell, Row, ScoreTable
from benchreport.paper.table_parts import Part, break_heads, split_columns, starts_summary
from benchreport.report.rendering.typst_text import escape_typst, write_string


def write_typst(table: ScoreTable, *, caption: str | None, label: str) -> str:
    """Write the table, in several parts if its columns do not fit a line."""
    parts = split_columns(table)
    # rules of figures hold in this block only
    lines = [
        "#[",
        "#show figure: set block(breakable: true)",
        "#show figure.where(kind: table): set figure.caption(position: top)",
    ]
    for place, part in enumerate(parts):
        text = table.full_caption(caption)
        if place:
            text = f"{text.partition('. ')[0].removesuffix('.')} (continued)."
            lines.append("#counter(figure.where(kind: table)).update(n => n - 1)")
        lines += _write_figure(part, text)
        lines[-1] += f" #label({write_string(label)})" if label and not place else ""
    return "\n".join([*lines, "]"]) + "\n"


def _write_figure(part: Part, caption: str) -> list[str]:
    table = part.table
    aligned = ", ".join(["left"] + ["right"] * (len(table.heads) - 1))
    body: list[str] = []
    for place, row in enumerate(table.rows):
        if starts_summary(table.rows, place):
            body.append("table.hline(stroke: 0.5pt),")
        body.append(_row(row, len(table.heads)))
    return [
        "#figure(",
        f"  caption: {escape_typst(caption)},",
        "  kind: table,",
        f"  text(size: {part.size.share:g}em, table(",
        f"    columns: {len(table.heads)}, stroke: none, align: ({aligned}),",
        "    table.header(",
        "      table.hline(stroke: 0.8pt),",
        *(f"      {line}" for line in _heads(table)),
        "      table.hline(stroke: 0.5pt),",
        "    ),",
        *(f"    {line}" for line in body),
        "    table.hline(stroke: 0.8pt),",
        "  )),",
        ")",
    ]


def _heads(table: ScoreTable) -> Iterable[str]:
    if table.spans:
        yield "".join(
            f"table.cell(colspan: {span.columns}, align: center, {escape_typst(span.title)}), "
            for span in table.spans
        )
    heads = [break_heads(table, place) for place in range(len(table.heads) - 1)]
    lines = (" + linebreak() + ".join(map(escape_typst, head)) for head in heads)
    yield " ".join(f"{text}," for text in (escape_typst(table.heads[0]), *lines))


def _row(row: Row, columns: int) -> str:
    if not row.cells:
        return f"table.cell(colspan: {columns}, emph({escape_typst(row.label)})),"
    indent = "h(1em) + " if row.family else ""
    return " ".join([f"{indent}{escape_typst(row.label)},", *map(_cell, row.cells)])


def _cell(cell: Cell) -> str:
    text = escape_typst(cell._replace(marked=False).plain)
    text = f"strong({text})" if cell.strong else text
    return f"{text} + super({write_string(DAGGER)})," if cell.marked else f"{text},"
