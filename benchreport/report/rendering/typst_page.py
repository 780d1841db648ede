"""A document in Typst's language, with its figures as SVG in a folder beside it."""

import functools

import jinja2

from benchreport.report.document import Document, FigureBlock
from benchreport.report.page_setup import Paper
from benchreport.report.rendering.block_files import folder_of, place_blocks, slug
from benchreport.report.rendering.typography import labels_of, typeset, typeset_head
from benchreport.report.rendering.typst_text import (
    Markup,
    escape_typst,
    join_lines,
    write_pieces,
    write_string,
)
from benchreport.report.theme import templates_folder

PAPERS = {"a4": "a4", "letter": "us-letter"}


def write_typst(document: Document, paper: Paper, name: str) -> dict[str, bytes]:
    """Write the document, its figures as SVG, and what else belongs to it.

    Parameters
    ----------
    document
        The sections of the report.
    paper
        The size of pages, and the names of figures and tables.
    name
        The name of the ``.typ`` file; other files are in the folder ``NAME-figures``.

    Returns
    -------
    dict
        The bytes of files by path, the document last.
    """
    sections, files = place_blocks(document, folder_of(name), _take_svg)
    template = _environment().get_template("page.typ.j2")
    page = template.render(
        document=document, placed=sections, size=PAPERS[paper.page_size], style=paper.captions
    )
    return {**files, name: page.encode()}


def _take_svg(block: FigureBlock) -> tuple[str, bytes]:
    return ".svg", block.svg


@jinja2.pass_context
def _typeset(context: jinja2.runtime.Context, text: str) -> Markup:
    return write_pieces(typeset(join_lines(text), labels_of(context["document"].labels)))


@jinja2.pass_context
def _typeset_head(context: jinja2.runtime.Context, text: str) -> Markup:
    return write_pieces(typeset_head(join_lines(text), labels_of(context["document"].labels)))


@functools.cache
def _environment() -> jinja2.Environment:
    # finalize escapes all that is written, as autoescape is for HTML
    environment = jinja2.Environment(  # noqa: S701
        loader=jinja2.FileSystemLoader(templates_folder() / "typst"),
        undefined=jinja2.StrictUndefined,
        finalize=escape_typst,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["code"] = lambda text: Markup(write_string(text.expandtabs(4)))
    environment.filters["plain"] = lambda text: Markup(write_string(join_lines(text)))
    environment.filters["typeset"] = _typeset
    environment.filters["typeset_head"] = _typeset_head
    environment.filters["key"] = lambda text: Markup(slug(text))
    environment.filters["markup"] = Markup
    return environment
