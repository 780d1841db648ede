r"""The table of a LaTeX source, as papers have it: cells between &, rows that end in \\."""

import itertools
import re
from typing import NamedTuple

import pandas as pd

from benchreport.data.readers.bold_cells import Bold, facts_of_bold
from benchreport.data.readers.captions import Caption, facts_of
from benchreport.data.readers.content import SIZE_LIMIT, text_of
from benchreport.data.readers.delimited import read_delimited
from benchreport.data.readers.parts import NUMBER, most_numbers_first, name_parts, select_tables
from benchreport.errors import ReadError

TABULAR = re.compile(
    r"\\begin\{(?P<kind>tabular\*?|tabularx|tabulary|longtable|array|tblr)\}(?P<body>.*?)\\end\{(?P=kind)\}",
    re.DOTALL,
)
BEGIN, END = (
    re.compile(rf"\\{word}\{{(?:tabular[xy*]?|(?:long|xltabular|tabu)(?:table)?)\}}")
    for word in ("begin", "end")
)
# a table that holds no other
INNERMOST = re.compile(
    r"\\begin\{tabular\}(?:\[[^]]*\])?\{(?:[^{}]|\{[^{}]*\})*\}"
    r"(?P<body>(?:(?!\\(?:begin|end)\{tabular[xy*]?\}).)*)\\end\{tabular\}",
    re.DOTALL,
)
CAPTION = re.compile(r"\\caption(?:\[[^]]*\])?\{(?P<text>(?:[^{}]|\{[^{}]*\})*)\}")
COMMENT = re.compile(r"(?<!\\)%.*")
RULES = re.compile(
    r"\\(?:toprule|midrule|bottomrule|hline|specialrule(?:\{[^{}]*\}){3}|addlinespace(?:\[[^]]*\])?|"
    r"endhead|endfirsthead|endfoot|endlastfoot|noalign\{[^{}]*\}|rowcolor(?:\[[^]]*\])?\{[^{}]*\}|"
    r"[A-Za-z]{1,8}hline(?![A-Za-z])(?:\{[^{}]*\})?|(?:c(?:mid)?(?:rule|line))(?:\([^)]*\))?(?:\[[^]]*\])?\{[^{}]*\})(?:\[[^]]*\])?"
)
SPANNING = re.compile(r"\\multicolumn\{\s*(?:[2-9]|\d\d)")
# below the names of columns
HEAD_END = re.compile(r"\\(?:midrule|hline)(?![A-Za-z])")
ROW_END = re.compile(r"\\\\(?:\*|\[[^]]*\])?|\\tabularnewline|\\cr(?![a-z])")
# one that holds line breaks, such as that of makecell, is a cell of several lines
BRACES = re.compile(r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}")
CELL_END = re.compile(r"(?<!\\)&")
SPAN = re.compile(
    r"\\multicolumn\{\s*(?P<count>\d+)\s*\}\{(?:[^{}]|\{[^{}]*\})*\}\{(?P<inner>.*)\}", re.DOTALL
)
ROWS = re.compile(
    r"\\multirow(?:\[[^]]*\])?\{\s*(?P<count>[^{}]*?)\s*\}(?:\[[^]]*\])?\{[^{}]*\}\{(?P<inner>.*)\}",
    re.DOTALL,
)
CITATION = re.compile(
    r"~?\\(?:cite[a-z]*|ref|label|footnote(?:mark|text)?)(?![A-Za-z])\*?(?:\[[^]]*\])*(?:\{[^{}]*\})?"
)
STYLE = re.compile(
    r"\\(?:text(?:bf|it|rm|sc|sl|tt|sf|up|md|normal)?|emph|underline|mathbf|mathrm|mathcal|boldsymbol|bm|"
    r"rotatebox(?:\[[^]]*\])?\{[^{}]*\}|makecell(?:\[[^]]*\])?|thead|scalebox\{[^{}]*\}|"
    r"raisebox\{[^{}]*\}(?:\[[^]]*\])*)\s*\{(?P<inner>(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}"
)
BOLD = re.compile(r"\\(?:textbf|mathbf|boldsymbol|bm)\s*\{|\\(?:bfseries|bf|best)(?![A-Za-z])")
COLOURED = re.compile(r"\\(?:textcolor|cellcolor|colorbox|color)(?:\[[^]]*\])?\{[^{}]*\}")
# commands that a paper defines for its tables, such as \best{0.5}
OWN = re.compile(r"\\[A-Za-z]+\{(?P<inner>[^{}\\]*)\}(?!\s*\{)")
SWITCH = re.compile(
    r"\\(?:(?:bfseries|itshape|bf|it|em|tiny|scriptsize|footnotesize|small|centering|raggedright|normalsize|"
    r"rm|sf|tt|sc|sl|quad|qquad|hfill|protect|xspace|strut|noindent|left|right|(?:make|frame|par|m|h|f)box(?:\[[^]]*\])*)"
    r"(?![A-Za-z])|[hv]space\*?\{[^{}]*\}|[hv]?phantom\{[^{}]*\}|rule(?:\[[^]]*\])?\{[^{}]*\}\{[^{}]*\}|"
    r"kern\s*-?[\d.]+\s*[a-z]{2}|"
    r"[vh]rule(?![A-Za-z])(?:\s*(?:width|height|depth)\s*-?[\d.]*\s*(?:[a-z]{2}|\\[a-z]+))*)"
)
# thin spaces between thousands, and other spaces
THOUSANDS = re.compile(r"(?<=\d)\\[,;:](?=\d{3}(?!\d))")
SPACES = re.compile(r"\\[,;: ]|\\(?=\s)")
# \alpha is one letter, and \ours the word that a paper has defined
WORD = re.compile(r"\\(?P<name>[A-Za-z]+)(?![A-Za-z])(?P<more>\s*\{)?")
# 61.4_{\pm 0.3}
SPREAD = re.compile(r"[_^]\{\s*±\s*([\d.]+)\s*\}")
SIGNS = (
    (r"\%", "%"), (r"\_", "_"), (r"\&", "&"), (r"\#", "#"), (r"\$", "$"), (r"\!", ""),
    ("---", "—"), ("--", "–"),
)  # fmt: skip
LETTERS = dict(
    zip(
        """uparrow downarrow pm times dagger ddagger dag ddag bullet blacktriangle triangle diamond
        diamondsuit clubsuit spadesuit heartsuit bigstar le leq leqslant ge geq geqslant ne neq approx sim
        infty cdot to rightarrow leftarrow ldots dots textendash textemdash star ast circ checkmark degree
        alpha beta gamma delta epsilon varepsilon eta theta kappa lambda mu pi rho sigma tau phi varphi chi
        psi omega Gamma Delta Theta Lambda Pi Sigma Phi Psi Omega""".split(),
        "↑↓±×†‡†‡•▲△⋄♦♣♠♥★≤≤≤≥≥≥≠≠≈∼∞·→→←……–—⋆*∘✓°αβγδεεηθκλμπρστφφχψωΓΔΘΛΠΣΦΨΩ",
        strict=True,
    )
)


class _Table(NamedTuple):
    """The rows of a table, and its caption."""

    rows: list[list[str]]
    caption: str


def read_latex(content: bytes, size_limit: int = SIZE_LIMIT, *, part: str = "") -> pd.DataFrame:
    r"""Read the table of a LaTeX source; of commands, the text stays.

    One of several tables is named by its caption. Beside one with numbers, tables without any are left out.

    Raises
    ------
    ReadError
        The source holds no table, none that is called so, or several.

    Examples
    --------
    >>> text = rb"\begin{tabular}{lr}\toprule Method & \textbf{Acc} \\ \midrule svm & 0.5 \\ \end{tabular}"
    >>> read_latex(text).to_dict("list")
    {'Method': ['svm'], 'Acc': [0.5]}
    """
    tables = _tables(_without_nested(COMMENT.sub("", text_of(content))))
    if not tables:
        raise ReadError(
            "it holds no table; one is expected",
            hint=r"save a table, from \begin{tabular} to \end{tabular}",
        )
    titles = [table.caption or ", ".join(filter(None, table.rows[0])) for table in tables]
    places, notes = select_tables(titles, [table.rows for table in tables], part)
    if len(places) > 1:
        raise ReadError(
            f"it holds {len(places)} tables; one is expected",
            hint=name_parts(titles, most_numbers_first(places, [table.rows for table in tables])),
        )
    table = tables[places[0]]
    rows = _with_name_of_rows(table.rows)
    width = max(map(len, rows))
    cells = zip(*([*row, *[""] * (width - len(row))] for row in rows), strict=True)
    # one name may span the names of the rows and a column without any
    columns = [column for column in cells if any(column)]
    lines = ["\t".join(row) for row in zip(*columns, strict=True)]
    frame = read_delimited("\n".join(lines).encode(), size_limit, separators="\t")
    frame.attrs.update(facts_of([Caption(text=table.caption)], notes, frame))
    heads, *below = zip(*columns, strict=True)
    frame.attrs.update(facts_of_bold(below, heads))
    return frame


def _without_nested(text: str) -> str:
    r"""Write tables that stand within a cell, as names of several lines do, in one line.

    >>> _without_nested(r"\begin{tabular}{r} \begin{tabular}[c]{@{}l@{}}b\\ c\end{tabular} \end{tabular}")
    '\\begin{tabular}{r} b  c \\end{tabular}'
    """
    found = INNERMOST.search(text)
    while found:
        before = text[: found.start()]
        if len(BEGIN.findall(before)) > len(END.findall(before)):
            inside = ROW_END.sub(" ", found["body"])
            text, at = before + inside + text[found.end() :], found.start()
        else:
            at = found.end()
        found = INNERMOST.search(text, at)
    return text


def _tables(text: str) -> list[_Table]:
    captions = [_plain(found["text"]) for found in CAPTION.finditer(text)]
    found = []
    for match in TABULAR.finditer(text):
        body = _body(match["body"])
        rows = _rows(body)
        head = HEAD_END.split(body.strip().removeprefix(r"\hline"))[0]
        two = len(_rows(head)) == 2  # noqa: PLR2004 - groups, and names; or names, and units
        if two and not SPANNING.search(head):
            rows = _with_units(rows)
        elif two:
            several = sum(map(bool, rows[0])) == 1 and rows[1] in rows[2:]
            rows = _with_headings(rows) if several else _with_one_head(rows)
        # a row of a layout, and no table
        if len(rows) > 1 and max(map(len, rows)) > 1:
            found.append(_Table(rows, ""))
    # one caption is that of all
    captions *= len(found) if len(captions) == 1 else 1
    if len(captions) != len(found):
        return found
    pairs = zip(found, captions, strict=True)
    return [table._replace(caption=caption) for table, caption in pairs]


def _rows(body: str) -> list[list[str]]:
    """Return the texts of the cells of each row that has any."""
    lines = ROW_END.split(
        BRACES.sub(lambda cell: cell[0].replace("\\\\", " "), RULES.sub(" ", body))
    )
    return [
        row for row in _with_spans([_parts(line) for line in lines if line.strip()]) if any(row)
    ]


def _with_headings(rows: list[list[str]]) -> list[list[str]]:
    """Put the heading above each line of the same names into a column of its own.

    >>> head = ["", "PSNR"]
    >>> _with_headings([["", "Rooms"], head, ["a", "27"], ["", "Parks"], head, ["a", "25"]])
    [['dataset', 'Method', 'PSNR'], ['Rooms', 'a', '27'], ['Parks', 'a', '25']]
    """
    names = rows[1]
    long = [["dataset", names[0] or "Method", *names[1:]]]
    heading = ""
    for row, below in zip(rows, [*rows[1:], []], strict=True):
        if below == names:
            heading = " ".join(filter(None, row))
        elif row != names:
            long.append([heading, *row])
    return long


def _with_one_head(rows: list[list[str]]) -> list[list[str]]:
    """Join two lines of names to one, unless the second has the same names below several of the first.

    >>> _with_one_head([["Method", "CIFAR", "", "Avg"], ["", "10", "100", ""], ["svm", "4", "9", "6"]])[0]
    ['Method', 'CIFAR 10', 'CIFAR 100', 'Avg']
    """
    above, below = rows[:2]
    named = [name for name in below if name]
    if len(above) != len(below) or len({*named}) < len(named) or (above[0] and below[0]):
        return rows
    if sum(map(bool, above)) == 1:
        # a title of all columns
        return [[below[0] or above[0], *below[1:]], *rows[2:]]
    # a name over several columns stands in the first of them
    names: list[str] = []
    group = ""
    for own, name in zip(above, below, strict=True):
        group = own or group
        names.append(f"{group} {name}".strip() if name else own)
    return [names, *rows[2:]]


def _with_units(rows: list[list[str]]) -> list[list[str]]:
    """Write a second line of units, in which the names of rows have none, behind the names above them.

    >>> _with_units([["Method", "Time", "Gap"], ["", "[s]", "×10"], ["svm", "4", "9"]])[0]
    ['Method', 'Time [s]', 'Gap (×10)']
    >>> _with_units([["Method", "Time"], ["", "0.5"]])[1]
    ['', '0.5']
    """
    names, units = rows[:2]
    said = [unit for unit in units if unit]
    if units[0] or not all(names[: len(units)]) or any(map(NUMBER.match, said)):
        return rows
    pairs = itertools.zip_longest(names, units, fillvalue="")
    bracketed = [
        (name, unit if unit[:1] in {"", "(", "["} else f"({unit})") for name, unit in pairs
    ]
    return [[" ".join(filter(None, pair)) for pair in bracketed], *rows[2:]]


def _with_name_of_rows(rows: list[list[str]]) -> list[list[str]]:
    """Put the name of the rows into the first line, where pandas writes it alone into the second."""
    first, second = rows[:2]
    if len(rows) > 2 and not first[0] and second[0] and not any(second[1:]):  # noqa: PLR2004 - a row below the names
        return [[second[0], *first[1:]], *rows[2:]]
    return rows


def _body(text: str) -> str:
    """Return a table without its width and the kinds of its columns."""
    while (
        start := re.match(r"\s*(?:\[[^]]*\]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})", text)
    ) is not None:
        text = text[start.end() :]
    return text


def _parts(row: str) -> list[str]:
    """Split a row into the sources of its cells."""
    cells: list[str] = []
    for cell in CELL_END.split(row):
        span = SPAN.fullmatch(cell.strip())
        cells.append(span["inner"] if span else cell)
        # the names of several columns stand in the first of them
        cells += [""] * (int(span["count"]) - 1 if span else 0)
    return cells


def _with_spans(rows: list[list[str]]) -> list[list[str]]:
    """Return the texts of cells; those that span rows stand in each, but for the names of columns."""
    texts = [
        [Bold(_plain(cell)) if BOLD.search(cell) else _plain(cell) for cell in row] for row in rows
    ]
    for number, row in enumerate(rows):
        for place, cell in enumerate(row):
            span = ROWS.fullmatch(cell.strip())
            if span is None or not span["count"].isdecimal() or not any(map(any, texts[:number])):
                continue
            for below in texts[number + 1 : number + int(span["count"])]:
                if place < len(below) and not below[place]:
                    below[place] = texts[number][place]
    return texts


def _plain(cell: str) -> str:
    text = cell.strip()
    rows = ROWS.fullmatch(text)
    text = rows["inner"] if rows else text
    text = SWITCH.sub(" ", CITATION.sub("", text))
    while STYLE.search(text):
        text = STYLE.sub(r"\g<inner>", text)
    text = OWN.sub(r"\g<inner>", COLOURED.sub("", text))
    text = SPACES.sub(" ", THOUSANDS.sub("", text))
    text = WORD.sub(_spell, text)
    for written, sign in SIGNS:
        text = text.replace(written, sign)
    text = SPREAD.sub(r" ± \1", text)
    text = re.sub(r"\$([^$]*)\$", r"\1", text).replace("\\\\", " ")
    text = re.sub(r"(?<=\S)~", " ", text)
    if not re.search(r"[\^_]\{", text):
        text = re.sub(r"[{}]", "", text)
    return " ".join(text.replace('"', "'").split())


def _spell(found: re.Match[str]) -> str:
    """Return the sign of a command, or its name as a word unless something stands in its braces."""
    name, more = found["name"], found["more"] or ""
    if name in LETTERS:
        return LETTERS[name] + more
    return found[0] if more else name
