"""The builder of the site: pages made from the code, and code of pages that runs while they are read.

``generated/`` beside the guide's pages holds what is made; it is no part of the repository. Each module
writes one kind of page as Markdown, and `code_blocks` runs their code as it does that of the guide.
"""

import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from site_builder import (
    api_pages,
    architecture,
    code_blocks,
    decision_page,
    figure_pages,
    measured_pages,
    peer_pages,
    procedure_pages,
)
from site_builder.docstring_rst import escape_bars
from site_builder.markdown import toctree, write_pages

MAKERS = (
    procedure_pages,
    figure_pages,
    decision_page,
    measured_pages,
    peer_pages,
    architecture,
    api_pages,
)
FIGURE = re.compile(r'(<figure[^>]*>\s*)(<img[^>]* src="([^"]+)"[^>]*>)')


def generate(app: Sphinx) -> None:
    """Write the pages that come from the code; those that did not change keep their time."""
    pages = {name: text for maker in MAKERS for name, text in maker.make_pages().items()}
    write_pages(Path(app.srcdir) / "generated", pages)


def list_other_pages(app: Sphinx, name: str, source: list[str]) -> None:
    """Add pages to the guide's contents that nobody has given a place there yet."""
    if name == "guide":
        pages = sorted(page.stem for page in Path(app.srcdir).glob("*.md"))
        contents = (Path(app.srcdir) / f"{each}.md" for each in ("index", "guide", "trust"))
        listed = {word for page in contents for word in page.read_text(encoding="utf-8").split()}
        others = [page for page in pages if page not in {*listed, "index"}]
        if others:
            source[0] += "\n" + toctree(others, caption="More", hidden=False)


def escape_docstring(*event: Any) -> None:  # noqa: ANN401 - what Sphinx gives: the lines are last
    """Prepare a docstring that Sphinx reads by itself; types are shown without their modules."""
    event[-1][:] = map(_shorten_types, escape_bars(event[-1]))


def _shorten_types(line: str) -> str:
    return re.sub(r"(?<![\w.])(\w+\.)+\w", r"~\g<0>", line) if line.startswith(":type ") else line


def write_dashes(app: Sphinx, doctree: nodes.document) -> None:
    """Write dashes before descriptions of parameters, which Sphinx leaves as two hyphens."""
    del app
    for text in [*doctree.findall(nodes.Text)]:
        if text.startswith(" -- "):
            text.parent.replace(text, nodes.Text(text.replace("--", "–", 1)))


def fit_narrow_pages(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object
) -> None:
    """Put each table into a box that scrolls, also by the keyboard, and link figures to their files."""
    del app, page, template, doctree
    if "body" in context:
        box = '<div class="scrolls" tabindex="0" role="group" aria-label="Table"><table class="table">'
        body = context["body"].replace('<table class="table">', box)
        body = body.replace("</table>", "</table></div>") if box in body else body
        # the letters of a figure are small on a phone, where its file can be enlarged
        context["body"] = FIGURE.sub(r'\1<a href="\3">\2</a>', body)


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the builder with Sphinx."""
    app.connect("builder-inited", generate)
    app.connect("autodoc-process-docstring", escape_docstring, priority=900)
    app.connect("source-read", list_other_pages)
    app.connect("source-read", code_blocks.run_source)
    app.connect("doctree-read", write_dashes)
    app.connect("html-page-context", fit_narrow_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
