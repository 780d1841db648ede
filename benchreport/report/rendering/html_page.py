"""A document as one self-contained HTML page."""

import base64
import functools
import hashlib
import json
import re
import string
from pathlib import Path

import jinja2
from markupsafe import Markup

from benchreport.plots.base.cell_picture import choose_limits, interval_picture, scale_picture
from benchreport.report.document import NOTE, Document, Download, Drawing, FigureBlock, Table
from benchreport.report.page_setup import Paper
from benchreport.report.rendering.column_runs import split_runs
from benchreport.report.rendering.compact_svg import compact_svg
from benchreport.report.rendering.font_faces import font_faces
from benchreport.report.rendering.table_layout import split_wide
from benchreport.report.rendering.templates import base_environment, name_errors
from benchreport.report.rendering.typography import (
    Labels,
    Piece,
    keep_end,
    labels_of,
    typeset,
    typeset_head,
)
from benchreport.report.theme import Look
from benchreport.results.citing.bibliography import bibtex
from benchreport.wording.figures import captions

PIECES = {
    "plain": Markup("{}"),
    "symbol": Markup("<i>{}</i>"),
    "subscript": Markup("<sub>{}</sub>"),
    "whole": Markup('<span class="whole">{}</span>'),
}
# WeasyPrint would end lines after the point of ".05", and misjudges texts that end with a space
FRACTION = re.compile(r"(\u00a0?[=<>≤≥≈]\u00a0[−+]?\.\d+|(?<![\w.])[−+]?\.\d+)")
# Hebrew and Arabic letters, and the spaces between their words
FROM_THE_RIGHT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+(?:\\s+[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+)*"
)
STRONG = Markup("<strong>{}</strong>")
HYPHENED, KEPT = re.compile(r"<i>[A-Za-z]</i>-\w+"), r'<span class="whole">\g<0></span>'
# a difference with its interval, and a p-value, in the words of a verdict
SIZE = re.compile(r"[−+\d][\d.,]*(?:\s?%)? \[[^\]\n]+\]")
P_VALUE = re.compile(r"\bp [=<>≤≥] \.\d+")
TAG = re.compile(r"<[^>]+>")
# the signs of an address that mean nothing in HTML, besides letters and digits
PLAIN = " '()*+,-./:;=?@[]_{|}~!$"
CODE = ord("%")


def render_page(
    document: Document,
    look: Look | None = None,
    *,
    paper: Paper | None = None,
    fonts: str = "",
) -> str:
    """Render a document as a page in which everything from the data is escaped.

    Parameters
    ----------
    document
        The document.
    look
        Templates, theme and logo; ours by default.
    paper
        The paper of a PDF: the page has nothing for screens only, and columns where the paper has two.
    fonts
        The address of the file of `font_sheet`, for pages of one folder; by default the page holds its fonts.

    Returns
    -------
    str
        One file that needs no other, except shared fonts. Its Content-Security-Policy allows the styles
        and the script in it by their SHA-256, and nothing else; without the script everything is still
        readable.
    """
    return _page(document, look or Look(), framed=False, paper=paper, fonts=fonts)


def render_fragment(document: Document, look: Look | None = None) -> str:
    """Render a document as an element for a notebook or for another page.

    Parameters
    ----------
    document
        The document.
    look
        As for `render_page`.

    Returns
    -------
    str
        An ``iframe`` that holds the page. A frame keeps styles, identifiers and the policy apart in
        both directions: notebooks style every table in them, which no prefix of ours would stop,
        and a shadow root needs a script of the host's. Its ``sandbox`` has an origin of its own, so
        that nothing in it reaches the notebook.
    """
    look = look or Look()
    page = _page(document, look, framed=True)
    with name_errors(look):
        template = page_environment(look).get_template("fragment.html.j2")
        return template.render(document=document, page=page)


def _page(
    document: Document, look: Look, *, framed: bool, paper: Paper | None = None, fonts: str = ""
) -> str:
    theme = Markup(look.styles)  # noqa: S704 - checked values of known variables
    with name_errors(look):
        template = page_environment(look).get_template("page.html.j2")
        return template.render(
            document=document,
            framed=framed,
            printed=paper is not None,
            columned=paper is not None and paper.columned,
            fonts=fonts,
            logo=look.logo_url,
            theme=theme,
        )


def page_environment(look: Look) -> jinja2.Environment:
    """Return the environment that renders templates of HTML; it escapes every value."""
    folder = None if look.templates is None else Path(look.templates)
    return _environment(folder)


@functools.lru_cache(maxsize=8)
def _environment(templates: Path | None) -> jinja2.Environment:
    environment = base_environment(Look(templates=templates))
    environment.globals["font_faces"] = font_faces
    environment.globals["own_bibtex"] = bibtex(("benchreport",))
    environment.filters["keep_end"] = keep_end
    environment.filters["typeset"] = _typeset
    environment.filters["typeset_lead"] = _typeset_lead
    environment.filters["typeset_head"] = _typeset_head
    environment.filters["data_url"] = _data_url
    environment.filters["narrow"] = _draw_narrow
    environment.filters["csv_url"] = _text_url
    environment.filters["file_url"] = _file_url
    environment.filters["runs"] = split_runs
    environment.filters["split_wide"] = split_wide
    environment.filters["mark_interval"] = _mark_interval
    environment.filters["picture"] = _draw_interval
    environment.filters["scale"] = _draw_scale
    environment.filters["arrows"] = _explain_arrows
    environment.filters["pixels"] = _pixels
    environment.filters["digest"] = _digest
    # for an attribute, where it is escaped as any text
    environment.filters["plain_json"] = functools.partial(
        json.dumps, ensure_ascii=False, separators=(",", ":")
    )
    environment.tests["note"] = lambda text: text.startswith(NOTE)
    return environment


@jinja2.pass_context
def _typeset(context: jinja2.runtime.Context, text: str) -> Markup:
    marked = Markup().join(map(_mark, typeset(text, _labels(context))))
    # no line ends with the hyphen of a p-value
    return Markup(HYPHENED.sub(KEPT, str(marked))) if "</i>-" in marked else marked  # noqa: S704 - escaped


@jinja2.pass_context
def _typeset_lead(context: jinja2.runtime.Context, text: str) -> Markup:
    """Set the verdict, with its first difference and its first p-value in bold: readers look for these."""
    found = filter(None, (pattern.search(text) for pattern in (SIZE, P_VALUE)))
    spans = sorted(match.span() for match in found)
    pieces, at = [], 0
    for start, end in spans:
        pieces.append(_typeset(context, text[at:start]))
        pieces.append(STRONG.format(_typeset(context, text[start:end])))
        at = end
    return Markup().join([*pieces, _typeset(context, text[at:])])


@jinja2.pass_context
def _typeset_head(context: jinja2.runtime.Context, text: str) -> Markup:
    """Set the head of a column, which may break after underscores: its width is that of its numbers."""
    head = Markup().join(map(_mark, typeset_head(text, _labels(context))))
    return head.replace("_", Markup("_<wbr>"))


def _labels(context: jinja2.runtime.Context) -> Labels:
    """Return the labels of the document, which a page that is no report has not."""
    document = context.get("document")
    return labels_of(document.labels if isinstance(document, Document) else ())


def _mark(piece: Piece) -> Markup:
    """Write a piece of text, escaped.

    >>> _mark(Piece("p", "symbol")), _mark(Piece("svm-<b>", "whole"))
    (Markup('<i>p</i>'), Markup('<span class="whole">svm-&lt;b&gt;</span>'))
    """
    if piece.kind != "plain":
        return _isolate(PIECES[piece.kind].format(piece.text))
    parts = FRACTION.split(piece.text)
    # every second part is a fraction
    return _isolate(
        Markup().join(
            PIECES["whole" if place % 2 else "plain"].format(part)
            for place, part in enumerate(parts)
        )
    )


def _isolate(text: Markup) -> Markup:
    """Keep names that are written from the right from turning round the numbers behind them.

    >>> print(_isolate(Markup("b and \u05d0\u05d1 \u05d2 (.024)")))
    b and <bdi>\u05d0\u05d1 \u05d2</bdi> (.024)
    """
    if text.isascii():
        return text
    return Markup(FROM_THE_RIGHT.sub(r"<bdi>\g<0></bdi>", str(text)))  # noqa: S704 - escaped


def _data_url(svg: bytes) -> Markup:
    """Write a drawing as an address, which is shorter by signs than as base64.

    >>> _data_url(b'<svg id="a" fill="#fff">50 %</svg>')
    Markup("data:image/svg+xml,%3Csvg fill='%23fff'%3E50 %25%3C/svg%3E")
    """
    bare = compact_svg(svg).decode().replace("'", "&apos;")
    # drawings with quotes outside their tags are rare
    quoted = '"' in TAG.sub("", bare)
    text = TAG.sub(_swap_quotes, bare) if quoted else bare.replace('"', "'")
    # what could end an attribute or begin a reference is written as its code
    return Markup(f"data:image/svg+xml,{_escape(text.encode(), PLAIN)}")  # noqa: S704 - see above


def _swap_quotes(tag: re.Match[str]) -> str:
    return tag[0].replace('"', "'")


def _draw_narrow(figure: FigureBlock) -> Drawing | None:
    """Draw a figure for narrow screens, if it can be drawn for them; templates call no functions."""
    return None if figure.draw_narrow is None else figure.draw_narrow()


def _pixels(svg: bytes) -> dict[str, int]:
    """Return the width and height of a drawing, for which the page keeps room before it is drawn.

    >>> _pixels(b'<svg width="504pt" height="147.6pt">')
    {'width': 672, 'height': 197}
    """
    head = svg[: svg.index(b">", svg.index(b"<svg"))]
    sizes = re.findall(rb' (width|height)="([\d.]+)pt"', head)
    return {name.decode(): round(float(points) * 96 / 72) for name, points in sizes}


def _file_url(file: Download) -> str:
    return _text_url(
        file.content, {".csv": "text/csv", ".bib": "text/x-bibtex"}.get(file.suffix, "text/plain")
    )


def _mark_interval(cell: str) -> Markup:
    """Mark the interval at the end of a cell, which narrow screens put on a line of its own.

    >>> _mark_interval("0.12 [0.05, 0.19]")
    Markup('0.12 <span class="interval">[0.05, 0.19]</span>')
    """
    value, bracket, interval = cell.partition(" [")
    if not bracket:
        return Markup("{}").format(cell)
    return Markup('{} <span class="interval">[{}</span>').format(value, interval)


def _draw_interval(table: Table, row: int) -> Markup:
    """Draw the interval of a row on the scale that all rows of the table share."""
    interval = table.intervals[row]
    if interval is None:
        return Markup()
    title = table.rows[row][table.interval_column]
    picture = interval_picture(
        *interval,
        choose_limits(filter(None, table.intervals)),
        strong=row in table.marked,
        title=title,
    )
    return Markup(picture)  # noqa: S704 - numbers only


def _draw_scale(table: Table) -> Markup:
    """Draw the scale of the intervals for the head of their column."""
    limits = choose_limits(filter(None, table.intervals))
    return Markup(scale_picture(limits, title=captions.SCALE))  # noqa: S704 - numbers only


def _explain_arrows(table: Table) -> str:
    """Say what an arrow at the end of a drawn interval means; empty where there is none."""
    drawn = [interval for interval in table.intervals if interval is not None]
    if not drawn:
        return ""
    left, right = choose_limits(drawn)
    within = all(left <= low and high <= right for low, _, high in drawn)
    return "" if within else captions.ARROW


def _text_url(content: bytes, kind: str = "text/csv") -> str:
    r"""Write a text as an address, which for numbers is three quarters of base64.

    >>> _text_url(b"a,b\n1,<2>\n")
    'data:text/csv;charset=utf-8,a,b%0A1,%3C2%3E%0A'
    """
    return f"data:{kind};charset=utf-8,{_escape(content, PLAIN.replace(' ', ''))}"


def _escape(text: bytes, plain: str) -> str:
    """Write all signs but plain ones, letters and digits as codes; sign by sign, as few differ.

    >>> _escape("p < .05, <b>µ</b>".encode(), " ,.")
    'p %3C .05, %3Cb%3E%C2%B5%3C%2Fb%3E'
    """
    signs = set(text) - set(f"{string.ascii_letters}{string.digits}{plain}".encode())
    # the sign that begins a code comes first
    for sign in sorted(signs, key=lambda sign: sign != CODE):
        text = text.replace(bytes([sign]), b"%%%02X" % sign)
    return text.decode()


def _digest(text: str) -> str:
    """Name the bytes of a style or script for a Content-Security-Policy.

    >>> _digest("")
    'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
    """
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
