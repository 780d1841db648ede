r"""The table as LaTeX: booktabs, numbers aligned by siunitx, never scaled."""

from collections.abc import Sequence

from benchreport.paper.score_table import Cell, Row, ScoreTable, Span
from benchreport.paper.table_parts import Part, break_heads, split_columns, starts_summary
from benchreport.results.writing.latex_table import SETUP, number
from benchreport.results.writing.latex_text import escape, escape_line, note_foreign_signs

# rows beyond which a table does not stay on one page, and letters beyond which a label wraps
MOST_ROWS, LONG_LABEL = 40, 40
DAGGER = r"{\rlap{\textsuperscript{\textdagger}}}"
UNCERTAIN = r"\sisetup{separate-uncertainty=true,table-text-alignment=center}"
SIZES = {1.0: "", 0.9: r"\small", 0.8: r"\footnotesize\setlength{\tabcolsep}{4pt}"}


def write_latex(table: ScoreTable, *, caption: str | None, label: str) -> str:
    """Write the table, in several parts if its columns do not fit a line."""
    parts = split_columns(table)
    text = escape_line(table.full_caption(caption))
    # pdfLaTeX has the dagger of the notes as a command only
    text = text.replace("†", r"\textdagger{}")
    long = len(table.rows) > MOST_ROWS
    blocks = []
    for place, part in enumerate(parts):
        title = rf"\caption{{{_short(text)} (continued).}}" if place else rf"\caption{{{text}}}"
        title += rf"\label{{{label}}}" if label and not place else ""
        # the parts of a table have one number
        again = r"\addtocounter{table}{-1}" if place else ""
        blocks.append((_write_long if long else _write_float)(part, title, again))
    return note_foreign_signs("\n".join(blocks))


def _short(caption: str) -> str:
    """Return the first sentence, without its full stop."""
    return caption.partition(". ")[0].removesuffix(".")


def _write_float(part: Part, caption: str, again: str) -> str:
    table = part.table
    lines = [
        r"\begin{table}[htbp]",
        again,
        r"\centering",
        caption,
        # many classes leave no room below a caption
        r"\par\smallskip",
        SIZES[part.size.share],
        SETUP,
        UNCERTAIN if any(cell.spread for row in table.body for cell in row.cells) else "",
        rf"\begin{{tabular}}{{{_columns(table)}}}",
        r"\toprule",
        *_heads(table),
        r"\midrule",
        *_rows(table),
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]
    return "\n".join(filter(None, lines)) + "\n"


def _write_long(part: Part, caption: str, again: str) -> str:
    table = part.table
    continued = (
        rf"\multicolumn{{{len(table.heads)}}}{{@{{}}l}}{{\tablename~\thetable{{}} (continued)}} \\"
    )
    lines = [
        again,
        r"\begingroup",
        SIZES[part.size.share],
        SETUP,
        UNCERTAIN if any(cell.spread for row in table.body for cell in row.cells) else "",
        rf"\begin{{longtable}}{{{_columns(table)}}}",
        rf"{caption} \\",
        r"\toprule",
        *_heads(table),
        r"\midrule",
        r"\endfirsthead",
        continued,
        r"\toprule",
        *_heads(table),
        r"\midrule",
        r"\endhead",
        r"\bottomrule",
        r"\endfoot",
        *_rows(table),
        r"\end{longtable}",
        r"\endgroup",
    ]
    return "\n".join(filter(None, lines)) + "\n"


def _columns(table: ScoreTable) -> str:
    longest = max(len(row.label) for row in table.rows)
    first = "l" if longest <= LONG_LABEL else r"p{0.35\linewidth}"
    others = [_column(table, place) for place in range(len(table.heads) - 1)]
    return " ".join([f"@{{}}{first}", *others]) + "@{}"


def _column(table: ScoreTable, place: int) -> str:
    """Return the column type for the longest number, with the digits after its ±."""
    cells = [row.cells[place] for row in table.rows if row.cells]
    numbers = [number(cell.text) for cell in cells if number(cell.text)]
    if not numbers:
        return "r"
    whole = max(len(text.lstrip("-").partition(".")[0]) for text in numbers)
    decimals = max(len(text.partition(".")[2]) for text in numbers)
    minus = "-" if any(text.startswith("-") for text in numbers) else ""
    digits = max(len(_uncertain_digits(cell)) for cell in cells)
    return f"S[table-format={minus}{whole}.{decimals}{f'({digits})' if digits else ''}]"


def _uncertain_digits(cell: Cell) -> str:
    """Return the digits of what stands after ±, as siunitx counts them."""
    return number(cell.spread).replace(".", "").lstrip("0") or "0" * bool(number(cell.spread))


def _heads(table: ScoreTable) -> list[str]:
    texts = [_stack(break_heads(table, place)) for place in range(len(table.heads) - 1)]
    line = " & ".join([_text(table.heads[0]), *texts])
    return [*_spans(table.spans), f"{_guard(line)} \\\\"]


def _stack(lines: Sequence[str]) -> str:
    """Write a head, which may have several lines, as text in a column of numbers."""
    text = r" \\ ".join(map(_text, lines))
    return f"{{{text}}}" if len(lines) == 1 else rf"{{\shortstack[r]{{{text}}}}}"


def _spans(spans: Sequence[Span]) -> list[str]:
    """Write the titles above the heads, with a rule below each that has one."""
    if not spans:
        return []
    cells, rules, start = [], [], 1
    for span in spans:
        cells.append(rf"\multicolumn{{{span.columns}}}{{c}}{{{_text(span.title)}}}")
        end = start + span.columns - 1
        rules += [rf"\cmidrule(lr){{{start}-{end}}}"] * bool(span.title)
        start = end + 1
    return [" & ".join(cells) + r" \\", " ".join(rules)]


def _rows(table: ScoreTable) -> list[str]:
    lines = []
    for place, row in enumerate(table.rows):
        if starts_summary(table.rows, place):
            lines.append(r"\midrule")
        lines.append(_row(row, table, first=not place))
    return lines


def _row(row: Row, table: ScoreTable, *, first: bool) -> str:
    if not row.cells:
        space = "" if first else "\\addlinespace\n"
        return rf"{space}\multicolumn{{{len(table.heads)}}}{{@{{}}l}}{{\itshape {_text(row.label)}}} \\"
    # after a number siunitx leaves the room of ±, so that the dagger stands before it
    cells = [
        _cell(cell, before=any(other.cells[place].spread for other in table.body))
        for place, cell in enumerate(row.cells)
    ]
    indent = r"\quad " if row.family else ""
    label = escape(" ".join(row.label.split())) if len(row.label) > LONG_LABEL else _text(row.label)
    return _guard(" & ".join([indent + label, *cells])) + r" \\"


def _guard(line: str) -> str:
    # a bracket or star would be an argument of what ends the row before
    return f"{'{}' * line.startswith(('[', '*'))}{line}"


def _cell(cell: Cell, *, before: bool) -> str:
    dagger = DAGGER * cell.marked
    digits = number(cell.text)
    if not digits:
        text = rf"\textbf{{{_text(cell.text)}}}" if cell.strong else _text(cell.text)
        return f"{{{text}}}{dagger}" if cell.text else dagger
    uncertain = rf" \pm {number(cell.spread)}" if number(cell.spread) else ""
    bold = r"\bfseries " if cell.strong else ""
    if before and dagger:
        return f"{dagger.replace('rlap', 'llap')} {bold}{digits}{uncertain}"
    return f"{bold}{digits}{uncertain}{dagger}"


def _text(text: str) -> str:
    return escape_line(text).replace("†", r"\textdagger{}")
