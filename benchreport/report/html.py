"""A document as one self-contained HTML page."""

import base64
import functools
import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

import jinja2
from markupsafe import Markup

from benchreport.errors import RenderError
from benchreport.report.document import Document
from benchreport.report.formats import Files

if TYPE_CHECKING:
    from benchreport.report.build import Report

__all__ = ["fragment", "render", "templates_folder", "write"]

PACKAGE = Path(__file__).resolve().parents[1]


def templates_folder() -> Path:
    """Find the templates: inside the installed package, or beside it in a checkout."""
    for folder in (PACKAGE / "templates", PACKAGE.parent / "templates"):
        if (folder / "page.html.j2").is_file():
            return folder
    raise RenderError(
        f"the templates are neither in {PACKAGE} nor beside it.", hint="pip install benchreport"
    )


def write(report: "Report", name: str) -> Files:
    """Write the page."""
    return {name: report.html.encode()}


def render(document: Document) -> str:
    """Write the page; everything from the data is escaped.

    Parameters
    ----------
    document
        The facts.

    Returns
    -------
    str
        One file that needs no other. Its Content-Security-Policy allows the styles and the script
        in it by their SHA-256, and nothing else; without the script everything is still readable.
    """
    return _page(document, framed=False)


def fragment(document: Document) -> str:
    """Write the page as an element for a notebook or for another page.

    Parameters
    ----------
    document
        The facts.

    Returns
    -------
    str
        An ``iframe`` that holds the page. A frame keeps styles, identifiers and the policy apart in
        both directions: notebooks style every table in them, which no prefix of ours would stop,
        and a shadow root needs a script of the host's. Its ``sandbox`` has an origin of its own, so
        that nothing in it reaches the notebook.
    """
    page = _page(document, framed=True)
    return _environment().get_template("fragment.html.j2").render(document=document, page=page)


def _page(document: Document, *, framed: bool) -> str:
    template = _environment().get_template("page.html.j2")
    return template.render(document=document, framed=framed)


@functools.cache
def _environment() -> jinja2.Environment:
    # select_autoescape would leave *.html.j2 unescaped
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(templates_folder()),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["data_url"] = _data_url
    environment.filters["csv_url"] = _csv_url
    environment.filters["digest"] = _digest
    environment.globals["file"] = _file
    return environment


def _data_url(svg: bytes) -> str:
    return f"data:image/svg+xml;base64,{base64.b64encode(svg).decode()}"


def _csv_url(content: bytes) -> str:
    return f"data:text/csv;charset=utf-8;base64,{base64.b64encode(content).decode()}"


def _digest(text: str) -> str:
    """Name the bytes of a style or script for a Content-Security-Policy.

    >>> _digest("")
    'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
    """
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _file(name: str) -> Markup:
    """Read a stylesheet or script of ours; it holds nothing from the data."""
    text = (templates_folder() / name).read_text(encoding="utf-8")
    return Markup(text)  # noqa: S704 - our own file
