"""The parts of a report as facts, without any markup."""

import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from html import escape
from typing import Literal, NamedTuple

from benchreport.data.notebook_view import shorten_text, write_paragraphs, write_view
from benchreport.errors import examples, format_count
from benchreport.plots import Format, Point

Detail = Literal["brief", "standard", "full"]
"""How much a report holds: two pages, what a paper's reader asks for, or every result in full."""

NOTE = "Note: "
"""The start of a paragraph that qualifies a result; on paper it is a footnote."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """The origin of the scores, with which the report can be made again.

    Parameters
    ----------
    source
        The name of the file, or a description of the frame; of a full path, reports have the name only.
    sha256
        The digest of the file's bytes, or of the scores if they come from no file.
    call
        The command or call that makes the report.
    seed
        The seed of the random numbers; ``None`` if no random numbers were used.
    files
        The files that were read; no report is saved over one of them.
    """

    source: str = "a pandas DataFrame"
    sha256: str = ""
    call: str = ""
    seed: int | None = None
    files: tuple[str | os.PathLike[str], ...] = ()

    @property
    def inputs(self) -> tuple[str | os.PathLike[str], ...]:
        """The files that must not be overwritten: those that were read, or else the source."""
        return self.files or (self.source,)


@dataclass(frozen=True, slots=True)
class Text:
    """Paragraphs; ``lead`` marks them as the section's main point, ``caution`` as what threatens it."""

    paragraphs: tuple[str, ...]
    lead: bool = False
    caution: bool = False
    kind: str = field(default="text", init=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table of texts, whose numbers are already rounded.

    Parameters
    ----------
    columns
        The heads; the first column names the rows.
    rows
        The texts of each row, one per column.
    numeric
        Whether each column holds numbers.
    strong
        The cells to stress, such as the best of a column, as (row, column).
    caption
        What the table shows.
    key
        A name that sentences refer to.
    number
        The number among the tables of the document; 0 before it is numbered, or without a caption.
    label
        What its caption begins with, such as "Table 2."; empty without a number.
    intervals, interval_column
        An interval for each row, as (low, value, high), which pages draw after this column; ``None`` in a
        row without one. Empty if the table has no such pictures.
    marked
        The rows whose interval is drawn in colour: their adjusted p of the deciding test is at most alpha, as
        of filled marks in figures.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[bool, ...]
    strong: frozenset[tuple[int, int]] = frozenset()
    caption: str = ""
    key: str = ""
    number: int = 0
    label: str = ""
    intervals: tuple[tuple[float, float, float] | None, ...] = ()
    interval_column: int = 0
    marked: frozenset[int] = frozenset()
    kind: str = field(default="table", init=False)


class Drawing(NamedTuple):
    """A drawing as SVG, its caption, and its marks with their texts."""

    svg: bytes
    caption: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureBlock:
    """A vector figure with its alt text, its caption and its data.

    Parameters
    ----------
    draw
        A function that draws the figure in a format and keeps the bytes.
    list_points
        A function that lists the marks of the drawing with their texts, which the page shows when the
        pointer is over one.
    alt, caption
        What the figure looks like, and what it shows.
    draw_narrow
        A function that draws the figure in the width of a column, as SVG with its points, for pages that are
        read on a phone; ``None``, as it or as what it returns, if the page has one drawing only.
    name, data
        The name of the file with the drawn numbers, and its bytes as CSV; empty if there are too many.
    key
        A name that sentences refer to.
    number
        The number among the figures of the document; 0 before it is numbered.
    label
        What its caption begins with, such as "Figure 2."; empty without a number.
    """

    alt: str
    caption: str
    name: str
    data: bytes = field(repr=False)
    draw: Callable[[Format], bytes] = field(repr=False, compare=False)
    list_points: Callable[[], tuple[Point, ...]] = field(default=tuple, repr=False, compare=False)
    draw_narrow: Callable[[], Drawing | None] | None = field(
        default=None, repr=False, compare=False
    )
    key: str = ""
    number: int = 0
    label: str = ""
    kind: str = field(default="figure", init=False)

    @property
    def svg(self) -> bytes:
        """The bytes of the drawing, which only some formats of a report need."""
        return self.draw("svg")

    def rewrite(self, write: Callable[[str], str]) -> "FigureBlock":
        """Return the figure with its captions as a function of them, also the one for narrow screens."""
        narrow = self.draw_narrow

        def draw_narrow() -> Drawing | None:
            drawing = narrow and narrow()
            return drawing and drawing._replace(caption=write(drawing.caption))

        return replace(self, caption=write(self.caption), draw_narrow=narrow and draw_narrow)

    @property
    def points(self) -> tuple[Point, ...]:
        """The marks of the drawing with their texts; their places are known only after the layout."""
        self.draw("svg")
        return self.list_points()


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One assumption and its outcome."""

    procedure: str
    name: str
    outcome: str
    evidence: str


@dataclass(frozen=True, slots=True)
class Checks:
    """Assumptions with their outcomes."""

    items: tuple[Check, ...]
    kind: str = field(default="checks", init=False)


@dataclass(frozen=True, slots=True)
class Facts:
    """Terms, each with a fact; references begin with the names of their terms, which paper leaves out."""

    items: tuple[tuple[str, str], ...]
    references: bool = False
    kind: str = field(default="facts", init=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """Code or another text that readers copy unchanged."""

    text: str
    caption: str
    kind: str = field(default="code", init=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Download:
    """A file that the page contains; paper shows its name and its caption.

    Parameters
    ----------
    name
        The name of the file; its suffix says what it is.
    content
        The bytes of the file.
    caption
        What the file holds.
    """

    name: str
    content: bytes
    caption: str
    kind: str = field(default="download", init=False)

    @property
    def suffix(self) -> str:
        """The suffix of the file, ``.csv`` without one that is plain."""
        _, dot, suffix = self.name.rpartition(".")
        return f".{suffix}" if dot and suffix.isalnum() else ".csv"


Block = Download | Text | Table | FigureBlock | Checks | Facts | Code


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Section:
    """A heading and its blocks; ``key`` is its anchor."""

    key: str
    title: str
    blocks: tuple[Block, ...]

    def __repr__(self) -> str:
        return f"Section: {self.title} ({self.key}, {format_count(len(self.blocks), 'block')})"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Document:
    """A whole report.

    Parameters
    ----------
    title, subtitle
        The name of the report, and what was compared.
    sections
        The sections in their order.
    headline, kicker, source
        The finding in a line, what stands above it, and the origin of the data; empty for a document that has
        none.
    labels
        All names that come from the data, which typography leaves as they are.
    """

    title: str
    algorithms: tuple[str, ...] = ()
    subtitle: str
    sections: tuple[Section, ...]
    headline: str = ""
    kicker: str = ""
    source: str = ""
    labels: tuple[str, ...] = ()

    def __repr__(self) -> str:
        keys = examples([section.key for section in self.sections], most=20)
        return (
            f"Document: {shorten_text(self.title)} ({shorten_text(self.subtitle)})\n"
            f"{format_count(len(self.sections), 'section')}: {keys}"
        )

    def _repr_html_(self) -> str:
        titles = "".join(f"<li>{escape(section.title)}</li>" for section in self.sections)
        subtitle = write_paragraphs([self.subtitle])
        return write_view(f"Document: {self.title}", subtitle, f"<ol>{titles}</ol>")
