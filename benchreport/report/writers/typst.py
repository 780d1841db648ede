"""A document as Typst: the text, and its figures as SVG in a folder beside it."""

import functools
import re
import unicodedata
from typing import TYPE_CHECKING

import jinja2

from benchreport.report.document import FigureBlock
from benchreport.report.formats import Files
from benchreport.report.theme import templates_folder
from benchreport.report.writers.typesetting import folder_of, placed, slug

if TYPE_CHECKING:
    from benchreport.report.build import Report

__all__ = ["write"]

PAPERS = {"a4": "a4", "letter": "us-letter"}
LONG_WORD = re.compile(r"\S{17,}")
# where a long word may go on in the next line: after signs, else every twelve letters
AFTER_SIGNS = re.compile(r"(?<=[_/=.,:;|+\\])(?=\w)")
UNBROKEN = re.compile(r"[^\W_]{24,}")
BREAK = "\u200b"


class Markup(str):
    """Text that is Typst already."""

    __slots__ = ()


def write(report: "Report", name: str) -> Files:
    """Write the document, its figures as SVG, and what else belongs to it.

    Parameters
    ----------
    report
        Finished; its paper says the page's size.
    name
        Of the ``.typ`` file; the rest is in the folder ``NAME-figures``.

    Returns
    -------
    dict
        Contents by path, the document last.
    """
    sections, files = placed(report.document, folder_of(name), _drawn)
    template = _environment().get_template("page.typ.j2")
    page = template.render(
        document=report.document, placed=sections, size=PAPERS[report.paper.size]
    )
    return {**files, name: page.encode()}


def _drawn(block: FigureBlock) -> tuple[str, bytes]:
    return ".svg", block.svg


@functools.cache
def _environment() -> jinja2.Environment:
    # what is written is escaped by finalize: autoescape is for HTML
    environment = jinja2.Environment(  # noqa: S701
        loader=jinja2.FileSystemLoader(templates_folder() / "typst"),
        undefined=jinja2.StrictUndefined,
        finalize=_literal,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["code"] = lambda text: Markup(_string(text.expandtabs(4)))
    environment.filters["plain"] = lambda text: Markup(_string(_flat(text)))
    environment.filters["key"] = lambda text: Markup(slug(text))
    environment.filters["markup"] = Markup
    return environment


def _literal(value: object) -> str:
    """Write a value as a string of Typst, which is never read as markup; long words may break."""
    if isinstance(value, Markup):
        return value
    return _string(LONG_WORD.sub(lambda word: _breakable(word[0]), _flat(str(value))))


def _flat(text: str) -> str:
    return " ".join(text.split())


def _string(text: str) -> str:
    kept = "".join(sign for sign in text if unicodedata.category(sign) not in ("Cc", "Cs"))
    return '"{}"'.format(kept.replace("\\", "\\\\").replace('"', '\\"'))


def _breakable(word: str) -> str:
    pieces = UNBROKEN.sub(lambda run: BREAK.join(re.findall(".{1,12}", run[0])), word)
    return AFTER_SIGNS.sub(BREAK, pieces)
