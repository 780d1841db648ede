"""A document as Typst: the text, and its figures as SVG in a folder beside it."""

import functools
import re
import unicodedata

import jinja2

from benchreport.report.contents import Contents, Files
from benchreport.report.document import FigureBlock
from benchreport.report.rendering.block_files import folder_of, place_blocks, slug
from benchreport.report.theme import templates_folder

PAPERS = {"a4": "a4", "letter": "us-letter"}
LONG_WORD = re.compile(r"\S{17,}")
# long words may break after signs, else after every twelve letters
AFTER_SIGNS = re.compile(r"(?<=[_/=.,:;|+\\])(?=\w)")
UNBROKEN = re.compile(r"[^\W_]{24,}")
BREAK = "\u200b"


class Markup(str):
    """A text that is Typst already."""

    __slots__ = ()


def write(contents: Contents, name: str) -> Files:
    """Write the document, its figures as SVG, and what else belongs to it.

    Parameters
    ----------
    contents
        The facts of the report; its paper sets the size of pages.
    name
        The name of the ``.typ`` file; other files are in the folder ``NAME-figures``.

    Returns
    -------
    dict
        The bytes of files by path, the document last.
    """
    sections, files = place_blocks(contents.document, folder_of(name), _take_svg)
    template = _environment().get_template("page.typ.j2")
    page = template.render(
        document=contents.document, placed=sections, size=PAPERS[contents.paper.size]
    )
    return {**files, name: page.encode()}


def _take_svg(block: FigureBlock) -> tuple[str, bytes]:
    return ".svg", block.svg


@functools.cache
def _environment() -> jinja2.Environment:
    # finalize escapes all that is written, as autoescape is for HTML
    environment = jinja2.Environment(  # noqa: S701
        loader=jinja2.FileSystemLoader(templates_folder() / "typst"),
        undefined=jinja2.StrictUndefined,
        finalize=_escape,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["code"] = lambda text: Markup(_string(text.expandtabs(4)))
    environment.filters["plain"] = lambda text: Markup(_string(_flat(text)))
    environment.filters["key"] = lambda text: Markup(slug(text))
    environment.filters["markup"] = Markup
    return environment


def _escape(value: object) -> str:
    """Write a value as a string of Typst, which is never markup; long words may break."""
    if isinstance(value, Markup):
        return value
    return _string(LONG_WORD.sub(lambda word: _break_word(word[0]), _flat(str(value))))


def _flat(text: str) -> str:
    return " ".join(text.split())


def _string(text: str) -> str:
    printable = "".join(sign for sign in text if unicodedata.category(sign) not in ("Cc", "Cs"))
    return '"{}"'.format(printable.replace("\\", "\\\\").replace('"', '\\"'))


def _break_word(word: str) -> str:
    pieces = UNBROKEN.sub(lambda run: BREAK.join(re.findall(".{1,12}", run[0])), word)
    return AFTER_SIGNS.sub(BREAK, pieces)
