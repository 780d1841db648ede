r"""A document as LaTeX: the text, and its figures as PDF in a folder beside it.

XeLaTeX and LuaLaTeX set any script that an installed font has; pdfLaTeX sets Latin letters and the signs
of statistics, and shows other characters as codes. A letter that no font has stops none of them.
"""

import functools
import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

import jinja2

from benchreport.report.contents import Contents, Files
from benchreport.report.document import FigureBlock
from benchreport.report.rendering.block_files import Placed, folder_of, place_blocks, slug
from benchreport.report.rendering.table_layout import Part
from benchreport.report.rendering.typography import Piece, labels_of, typeset, typeset_head
from benchreport.report.theme import templates_folder
from benchreport.results.writing.latex_table import number, siunitx_column
from benchreport.results.writing.latex_text import escape, substitute

LAST_LATIN = 0x17F
FEW_ROWS, ROUND_ROWS = 5, 8
# characters beyond Latin letters that the first font of every engine has
KNOWN = frozenset("–—‘’‚“”„†‡•…‰‹›€™")
RTL = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe"
# Greek words need a font, single Greek letters are set as in formulas; some scripts run to the left
WORDS = re.compile(f"(?P<words>[\u0370-\u03ff\u1f00-\u1fff]{{3,}})|(?P<rtl>[{RTL}]+(?: [{RTL}]+)*)")
FIRST_EMOJI = 0x1F000


# fonts in the order in which they are tried; a colour font would stop XeLaTeX
FONTS: dict[str, tuple[str, ...]] = {
    "letter": (
        "CMU Serif",
        "Libertinus Serif",
        "Noto Serif",
        "DejaVu Serif",
        "Liberation Serif",
        "Times New Roman",
        "Noto Naskh Arabic",
        "Noto Serif Hebrew",
        "Noto Serif Devanagari",
        "Noto Serif CJK SC",
        "FreeSerif",
        "Arial Unicode MS",
    ),
    "wide": (
        "Noto Serif CJK SC",
        "Noto Serif CJK JP",
        "Noto Serif CJK KR",
        "Noto Sans CJK SC",
        "Source Han Serif SC",
        "FandolSong",
        "IPAexMincho",
        "WenQuanYi Zen Hei",
        "Droid Sans Fallback",
        "SimSun",
        "Songti SC",
        "Arial Unicode MS",
    ),
    "symbol": (
        "DejaVu Sans",
        "Noto Emoji",
        "Noto Sans Symbols",
        "Noto Sans Symbols2",
        "Symbola",
        "FreeSerif",
        "Segoe UI Symbol",
        "Noto Sans CJK SC",
    ),
}


class Sign(NamedTuple):
    """A sign that fonts may lack: its code, the kind of font that may have it, and its substitute."""

    code: str
    kind: str
    instead: str


class Tex(str):
    """A text that is LaTeX already."""

    __slots__ = ()


def write(contents: Contents, name: str) -> Files:
    r"""Write the document, its figures as PDF, and what else belongs to it.

    Parameters
    ----------
    contents
        The facts of the report; its paper sets the size of pages.
    name
        The name of the ``.tex`` file; other files are in the folder ``NAME-figures``.

    Returns
    -------
    dict
        The bytes of files by path, the document last.
    """
    sections, files = place_blocks(contents.document, folder_of(name), _draw_figure)
    template = _environment().get_template("page.tex.j2")
    facts = {"document": contents.document, "placed": sections, "paper": contents.paper}
    body = template.render(**facts, signs=(), fonts={}, engine="")
    signs = _list_signs(body)
    lacking = {sign.kind for sign in signs if not sign.instead}
    # Greek words have a substitute, but look better in a font
    kinds = lacking | ({"letter"} if r"\words{" in body else set())
    page = template.render(
        **facts,
        signs=signs,
        fonts={kind: FONTS[kind] for kind in sorted(kinds)},
        engine="XeLaTeX or LuaLaTeX" if lacking else "",
    )
    return {**files, name: page.encode()}


def _draw_figure(block: FigureBlock) -> tuple[str, bytes]:
    return ".pdf", block.draw("pdf")


def _list_signs(page: str) -> tuple[Sign, ...]:
    """List the signs of a page that fonts may lack."""
    signs = sorted(set(page))
    return tuple(
        Sign(f"{ord(sign):04X}", _font_kind(sign), substitute(sign))
        for sign in signs
        if ord(sign) > LAST_LATIN and sign not in KNOWN
    )


def _font_kind(sign: str) -> str:
    if ord(sign) >= FIRST_EMOJI or unicodedata.category(sign)[0] == "S":
        return "symbol"
    return "wide" if unicodedata.east_asian_width(sign) in "WF" else "letter"


@functools.cache
def _environment() -> jinja2.Environment:
    # LaTeX uses braces itself; finalize escapes all that is written, as autoescape is for HTML
    environment = jinja2.Environment(  # noqa: S701
        loader=jinja2.FileSystemLoader(templates_folder() / "latex"),
        undefined=jinja2.StrictUndefined,
        finalize=_escape,
        block_start_string="<%",
        block_end_string="%>",
        variable_start_string="<<",
        variable_end_string=">>",
        comment_start_string="<#",
        comment_end_string="#>",
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["code"] = lambda text: Tex(escape(text, code=True))
    environment.filters["tex"] = Tex
    environment.filters["typeset"] = _typeset
    environment.filters["typeset_head"] = _typeset_head
    environment.filters["key"] = slug
    environment.filters["number"] = lambda text: Tex(number(text))
    environment.globals["room"] = _heading_room
    environment.globals["columns"] = _column_kinds
    return environment


@jinja2.pass_context
def _typeset(context: jinja2.runtime.Context, text: str) -> Tex:
    pieces = typeset(" ".join(text.split()), labels_of(context["document"].labels))
    return Tex(_guard(text) + "".join(map(_mark, pieces)))


@jinja2.pass_context
def _typeset_head(context: jinja2.runtime.Context, text: str) -> Tex:
    pieces = typeset_head(text, labels_of(context["document"].labels))
    return Tex(_guard(text) + "".join(map(_mark, pieces)))


def _mark(piece: Piece) -> str:
    r"""Write a piece of text.

    >>> print(_mark(Piece("p", "symbol")), _mark(Piece("svm-rbf", "whole")))
    \textit{p} \mbox{svm-rbf}
    """
    text = _escape_signs(piece.text)
    return {
        "symbol": rf"\textit{{{text}}}",
        "subscript": rf"\textsubscript{{{text}}}",
        "whole": rf"\mbox{{{text}}}",
    }.get(piece.kind, text)


def _heading_room(blocks: Sequence[Placed]) -> str:
    """Return the room that a heading needs for its first block to be on the same page."""
    first = blocks[0] if blocks else None
    if first is None or not (first.height or first.parts):
        return r"8\baselineskip"
    if first.height:
        return rf"{first.height}\linewidth+6\baselineskip"
    part = first.parts[0]
    return (
        rf"{min(len(part.rows), part.whole * len(part.rows) or FEW_ROWS) + ROUND_ROWS}\baselineskip"
    )


def _column_kinds(part: Part) -> list[Tex]:
    """Return the kinds of columns: texts that wrap, numbers aligned at the decimal point, or neither."""
    kinds = []
    for place, column in enumerate(part.columns):
        kind = siunitx_column(row[place].text for row in part.rows) if column.numeric else "l"
        wrapped = f"P{{{column.share}}}" if column.share else ""
        kinds.append(Tex(wrapped or kind or "r"))
    return kinds


def _escape(value: object) -> str:
    """Write a value so that LaTeX prints it as it is."""
    if isinstance(value, Tex):
        return value
    flat = " ".join(str(value).split())
    return _guard(flat) + _escape_signs(flat)


def _guard(text: str) -> str:
    """Protect a text from the command before, which would take a bracket or star for its argument."""
    return "{}" if text.lstrip().startswith(("[", "*")) else ""


def _escape_signs(text: str) -> str:
    flat = unicodedata.normalize("NFC", text)
    parts, end = [], 0
    for match in WORDS.finditer(flat):
        run = escape(match[0])
        parts += [escape(flat[end : match.start()]), rf"\{match.lastgroup}{{{run}}}"]
        end = match.end()
    return "".join([*parts, escape(flat[end:])])
