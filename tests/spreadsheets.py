"""How spreadsheets split a CSV file, and labels that try to become formulas in one."""

import csv
import io
import re

FORMULAS = ("=cmd()", "+1+1", "-1-1", "@SUM(A1)", "＝1+1", "-1_0")
ENDS = ("\r", "\n", "\r\n", "\v", "\f", "\x1e", "\x85", "\u2028", "\u2029", ";", "\t")
HOSTILE = [
    *FORMULAS,
    *(
        f"{before}=1"
        for before in (" ", "\xa0", "\ufeff", "\u200b", "'", '"', "\t", "\r", "\n\n", "\" '")
    ),
    *(f"svm{end}=cmd()" for end in ENDS),
    *(f'svm{end} "-1-1' for end in ENDS),
    *("a,b", 'a"b', "a;b", "a\tb", "a\rb", "a'b", " a ", "'quoted'", "\t", "plain", "-1 %"),
]
# text behind a number and a comma is no formula where the comma does not separate cells
NUMBER = re.compile(r"([+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|-inf)(,.*)?", re.ASCII)
LINES = re.compile("\r\n|[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]")


def refuse_formulas(content: bytes) -> None:
    """Fail where a spreadsheet would run a cell, as Excel and LibreOffice split the file."""
    text = content.decode()
    rows = list(csv.reader(io.StringIO(text, newline="")))
    # LibreOffice splits at commas, semicolons and tabs by default
    several = [
        cell
        for row in LINES.split(re.sub(r'"(?:[^"]|"")*"', '""', text))
        for cell in re.split("[,;\t]", row)
    ]
    cells = [cell for row in rows for cell in row] + several
    # Excel splits at semicolons or tabs; quotes count only at the start of a cell
    for separator in ";\t":
        lines = LINES.split(text)
        cells += [cell for row in csv.reader(lines, delimiter=separator) for cell in row]
    for cell in cells:
        for line in LINES.split(cell):
            bare = re.sub(r"^[\s\0\ufeff\u200b\"]+", "", line)
            assert not bare.startswith(tuple("=+-@＝＋－＠")) or NUMBER.fullmatch(bare), (
                cell,
                line,
            )
    widths = {len(row) for row in rows if row}
    assert len(widths) <= 1, widths
