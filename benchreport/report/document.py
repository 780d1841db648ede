"""What a report says, without any markup."""

import os
from collections.abc import Callable
from dataclasses import dataclass, field

from benchreport.plots import Format, Point

__all__ = [
    "NOTE",
    "Block",
    "Check",
    "Checks",
    "Code",
    "Document",
    "Download",
    "Facts",
    "FigureBlock",
    "Provenance",
    "Section",
    "Table",
    "Text",
]


NOTE = "Note: "
"""What a paragraph begins with that a result must be read with; on paper it is a footnote."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """Where the scores came from, so that the report can be made again.

    Parameters
    ----------
    source
        The file's name, or what the frame was.
    sha256
        Of the file's bytes; of the scores themselves where there is no file.
    call
        What to type.
    seed
        Of the random numbers, ``None`` where none were used.
    files
        What was read; no report is saved over one of them.
    """

    source: str = "a pandas DataFrame"
    sha256: str = ""
    call: str = ""
    seed: int | None = None
    files: tuple[str | os.PathLike[str], ...] = ()

    @property
    def inputs(self) -> tuple[str | os.PathLike[str], ...]:
        """What must not be written over: the files, or the source where it is one's name."""
        return self.files or (self.source,)


@dataclass(frozen=True, slots=True)
class Text:
    """Paragraphs; ``lead`` sets them apart as the section's main point."""

    paragraphs: tuple[str, ...]
    lead: bool = False
    kind: str = field(default="text", init=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table of texts that are already rounded.

    Parameters
    ----------
    columns
        Heads; the first column heads its row.
    rows
        As many texts each.
    numeric
        Which columns hold numbers.
    strong
        Cells (row, column) to stress, such as the best of a column.
    caption
        Why the table matters.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[bool, ...]
    strong: frozenset[tuple[int, int]] = frozenset()
    caption: str = ""
    kind: str = field(default="table", init=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureBlock:
    """A vector figure with what is seen (alt), why it matters (caption), and its data.

    Parameters
    ----------
    svg
        Its bytes.
    points
        Marks with their words, for a page that tells on hovering.
    draw
        Makes its bytes in another format: ``"pdf"``, ``"png"`` or ``"pgf"``.
    alt, caption
        In words.
    name, data
        Of the file that holds the numbers drawn, and its bytes, CSV; empty where they are many.
    """

    svg: bytes
    alt: str
    caption: str
    name: str
    data: bytes
    draw: Callable[[Format], bytes] = field(repr=False, compare=False)
    points: tuple[Point, ...] = field(default=(), repr=False)
    kind: str = field(default="figure", init=False)


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
    """Terms and what they are."""

    items: tuple[tuple[str, str], ...]
    kind: str = field(default="facts", init=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """Text to copy as it stands."""

    text: str
    caption: str
    kind: str = field(default="code", init=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Download:
    """A file that the page carries with it; on paper its name and what it holds.

    Parameters
    ----------
    name
        Of the file.
    content
        Its bytes, CSV.
    caption
        What it holds.
    """

    name: str
    content: bytes
    caption: str
    kind: str = field(default="download", init=False)


Block = Download | Text | Table | FigureBlock | Checks | Facts | Code


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A heading and its blocks; ``key`` is its anchor."""

    key: str
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A whole report."""

    title: str
    subtitle: str
    sections: tuple[Section, ...]
