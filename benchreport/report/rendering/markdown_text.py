"""The report as GitHub-flavoured Markdown, its figures and long tables in a folder beside it."""

import functools
import re
from typing import NamedTuple
from urllib.parse import quote

import jinja2
import pandas as pd

from benchreport.plots.base.short_names import escape_unprintable
from benchreport.report.document import Block, Document, Download, FigureBlock, Section, Table
from benchreport.report.rendering.block_files import dash
from benchreport.report.theme import templates_folder
from benchreport.results.writing.csv_text import csv_bytes

MOST_ROWS = 100

# this mark stands for an empty line of code; no sanitized text contains it
KEPT = "\0"
BLANKS = re.compile(r"[ \t\n\r\x0b\x0c\x85\u2028\u2029]+")
SIGNS = str.maketrans(
    {
        **{sign: f"\\{sign}" for sign in "\\`*_[]~|"},
        "&": "&amp;",
        "<": "&lt;",
        ">": "&gt;",
    }
)
# GitHub looks for mentions, issues, e-mail addresses and emoji in the rendered text: escapes do not stop
# it, a space without width does
LINKED = re.compile(r"@|#(?=\d)|\bGH-(?=\d)|:(?=[\w+-]+:)")
BLOCKS = re.compile(r"^([-+=#]|\d+(?=[.)](?:\s|$)))")


class Ready(str):
    """A text that is already Markdown."""

    __slots__ = ()


class Placed(NamedTuple):
    """A block with its number, the paths of its files, and the number of rows that are shown."""

    block: Block
    number: int = 0
    path: str = ""
    data: str = ""
    shown: int = 0


def render_markdown(document: Document, folder: str) -> tuple[str, dict[str, bytes]]:
    """Write a document as Markdown in which nothing from the data is markup, a link or a mention.

    Parameters
    ----------
    document
        The document.
    folder
        The name of the folder for the document's files.

    Returns
    -------
    str, dict
        The Markdown text, and the bytes of files by path.
    """
    sections, files = _place_blocks(document, folder)
    return fill_template("report", document=document, sections=sections), files


def _place_blocks(
    document: Document, folder: str
) -> tuple[list[tuple[Section, list[Placed]]], dict[str, bytes]]:
    """Assign numbers to blocks, and names to their files."""
    files: dict[str, bytes] = {}
    counts = {"figure": 0, "table": 0, "download": 0}
    sections = []
    for section in document.sections:
        blocks = []
        for block in section.blocks:
            number = counts[block.kind] = counts.get(block.kind, 0) + 1
            blocks.append(_place_block(block, number, folder, files))
        sections.append((section, blocks))
    return sections, files


def _place_block(block: Block, number: int, folder: str, files: dict[str, bytes]) -> Placed:
    """Write the files of a block, and return their paths with it."""
    if isinstance(block, FigureBlock):
        start = f"{folder}/{figure_name(block, number)}"
        files[f"{start}.svg"] = block.svg
        if block.data:
            files[f"{start}.csv"] = block.data
        return Placed(block, number, f"{start}.svg", f"{start}.csv" if block.data else "")
    if isinstance(block, Table):
        n_rows = min(MOST_ROWS, len(block.rows))
        if n_rows == len(block.rows):
            return Placed(block, number, shown=n_rows)
        path = f"{folder}/table-{number}.csv"
        files[path] = csv_bytes(pd.DataFrame(block.rows, columns=list(block.columns), dtype=object))
        return Placed(block, number, path, shown=n_rows)
    if isinstance(block, Download):
        path = f"{folder}/file-{number}-{slug(block.name)}{block.suffix}"
        files[path] = block.content
        return Placed(block, number, path)
    return Placed(block, number)


def figure_name(block: FigureBlock, number: int) -> str:
    """Name the file of a figure, without its suffix."""
    return f"figure-{number}-{slug(block.name)}"


def slug(name: str) -> str:
    """Turn the name of a file into a part of a path, without its suffix.

    >>> slug("mean ranks.csv"), slug("../../etc/passwd"), slug("決定木.csv")
    ('mean-ranks', 'etc-passwd', 'data')
    """
    stem = re.sub(r"\.[A-Za-z0-9]{1,4}$", "", name)
    return dash(stem)[:60] or "data"


def escape_markdown(text: object) -> str:
    r"""Write a text so that GitHub shows it as it is, on one line.

    >>> print(escape_markdown("a_b | <b> [x](javascript:y) see https://z"))
    a\_b \| &lt;b&gt; \[x\](javascript:y) see https&#58;//z
    """
    if isinstance(text, Ready | jinja2.Undefined):
        return str(text)
    # the documented way to have a dollar sign that begins no formula
    return _escape(text).replace("$", "<span>$</span>")


def _escape(text: object) -> str:
    line = BLANKS.sub(" ", escape_unprintable(str(text))).strip().translate(SIGNS)
    line = LINKED.sub(r"\g<0>&#8203;", line)
    line = line.replace("://", "&#58;//").replace("www.", "www&#46;")
    return BLOCKS.sub(lambda match: _escape_start(match[0]), line)


def _escape_start(start: str) -> str:
    """Escape what would begin a list, a heading or a rule."""
    return f"{start}\\" if start[0].isdigit() else f"\\{start}"


def _write_alternative(text: str) -> Ready:
    """Write the alternative text of an image, in which a tag would be visible."""
    return Ready(_escape(text).replace("$", "\\$"))


def _quote_path(path: str) -> Ready:
    return Ready(quote(path))


def _fence(text: str) -> Ready:
    """Put a text between fences that are longer than any in it."""
    lines = [escape_unprintable(line) for line in text.strip("\n").splitlines()]
    runs = re.findall("`+", "\n".join(lines))
    fence = "`" * max(3, *(len(run) + 1 for run in runs), 0)
    return Ready("\n".join([f"{fence}text", *(line or KEPT for line in lines), fence]))


def fill_template(template: str, **facts: object) -> str:
    """Fill a template of Markdown, with one empty line between blocks; code keeps its empty lines.

    Parameters
    ----------
    template
        The template's name in ``templates/markdown``.
    **facts
        The values that the template prints; all are escaped.
    """
    text = _environment().get_template(f"markdown/{template}.md.j2").render(**facts)
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n").replace(KEPT, "") + "\n"


@functools.cache
def _environment() -> jinja2.Environment:
    # Jinja escapes for HTML only: finalize escapes all that is printed
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(templates_folder()),
        autoescape=False,  # noqa: S701 - as said
        finalize=escape_markdown,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {
        "alternative": _write_alternative,
        "fenced": _fence,
        "link": _quote_path,
    }
    return environment
