"""LaTeX tables whose numbers are aligned at the decimal point."""

import re
from collections.abc import Collection, Iterable, Sequence

from benchreport.results.writing.latex_text import escape_line, note_foreign_signs

NUMBER = re.compile(r"([<>] ?)?([−-])?([0-9]*)(?:\.([0-9]+))?")
NOTHING = ("", "–", "∞", "−∞")


def number(text: str) -> str:
    """Write a number as siunitx reads it; empty where the text is none.

    >>> number("−1.50"), number("< .001"), number("–"), number("1 [0, 2]")
    ('-1.50', '< .001', '', '')
    """
    match = NUMBER.fullmatch(text)
    has_digits = match is not None and bool(match[3] or match[4])
    return text.replace("−", "-") if has_digits else ""


def siunitx_column(texts: Iterable[str]) -> str:
    """Return the column type of siunitx that aligns numbers at the decimal point.

    Parameters
    ----------
    texts
        The texts of the column's cells.

    Returns
    -------
    str
        The column type; empty if the column has no number, or other texts than numbers, infinities
        and gaps.

    Examples
    --------
    >>> siunitx_column(["1.5", "−10.25", "∞"]), siunitx_column(["1 [0, 2]", "3"])
    ('S[table-format=-2.2]', '')
    >>> siunitx_column(["< .001", ".042"])
    'S[table-format=<1.3,print-zero-integer=false]'
    """
    numbers = [text for text in texts if text not in NOTHING]
    matches = [NUMBER.fullmatch(text) for text in numbers if number(text)]
    if not matches or len(matches) < len(numbers):
        return ""
    less_than, minus, integers, decimals = zip(
        *(match.groups("") for match in matches if match), strict=True
    )
    signs = ("<" if any(less_than) else "") + ("-" if any(minus) else "")
    digits, places = max(map(len, integers)), max(map(len, decimals))
    # siunitx prints a zero before the point unless told not to
    bare = "" in integers and "0" not in integers
    point = f".{places}" if places else ""
    plain = ",print-zero-integer=false" if bare else ""
    return f"S[table-format={signs}{max(1, digits)}{point}{plain}]"


def tabular(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    numeric: Sequence[bool],
    strong: Collection[tuple[int, int]] = (),
    caption: str = "",
    label: str = "",
    siunitx: bool = False,
) -> str:
    r"""Write a table of booktabs, which pdfLaTeX sets; a caption or a label makes it a float.

    Parameters
    ----------
    heads, rows
        Texts.
    numeric
        Which columns hold numbers.
    strong
        Cells (row, column) in bold.
    caption, label
        The caption above the table, escaped; the label, unescaped.
    siunitx
        Whether numbers are aligned at the decimal point; otherwise they are right-aligned.

    Examples
    --------
    >>> print(tabular(["a_b", "p"], [["x", "< .001"]], numeric=[False, True]))
    \begin{tabular}{lr}
    \toprule
    a\_b & p \\
    \midrule
    x & $<$ .001 \\
    \bottomrule
    \end{tabular}
    <BLANKLINE>
    """
    kinds = [
        ((siunitx and siunitx_column(row[place] for row in rows)) or "r") if is_number else "l"
        for place, is_number in enumerate(numeric)
    ]
    by_number = [kind.startswith("S") for kind in kinds]
    body = [
        *([SETUP] if any(by_number) else []),
        rf"\begin{{tabular}}{{{(' ' if any(by_number) else '').join(kinds)}}}",
        r"\toprule",
        _row(heads, by_number, [False] * len(heads)),
        r"\midrule",
        *(
            _row(row, by_number, [(line, place) in strong for place in range(len(row))])
            for line, row in enumerate(rows)
        ),
        r"\bottomrule",
        r"\end{tabular}",
    ]
    if caption or label:
        lines = [rf"\caption{{{escape_line(caption)}}}"] if caption else []
        lines += [rf"\label{{{label}}}"] if label else []
        body = [r"\begin{table}[htbp]", r"\centering", *lines, *body, r"\end{table}"]
    return note_foreign_signs("\n".join(body) + "\n")


def _row(texts: Sequence[str], by_number: Sequence[bool], strong: Sequence[bool]) -> str:
    cells = " & ".join(map(_cell, texts, by_number, strong))
    # a bracket or star would be an argument of what ends the row before
    return f"{'{}' if cells.startswith(('[', '*')) else ''}{cells} " + r"\\"


# bold numbers stay bold; in a float the setup ends with the table
SETUP = (
    r"\sisetup{mode=text,reset-text-series=false,group-digits=none,"
    "table-number-alignment=right,table-text-alignment=right}"
)


def _cell(text: str, by_number: bool, strong: bool) -> str:  # noqa: FBT001 - as rows hold them
    if not by_number:
        return rf"\textbf{{{escape_line(text)}}}" if strong else escape_line(text)
    bold = r"\bfseries " if strong else ""
    digits = number(text)
    if digits or not text:
        return f"{bold}{digits}" if digits else ""
    return f"{{{bold}{escape_line(text)}}}"
