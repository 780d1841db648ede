"""The texts of a report that a reader sees."""

from collections.abc import Iterator
from typing import NamedTuple

from benchreport.report.document import (
    Block,
    Checks,
    Code,
    Document,
    Download,
    Facts,
    FigureBlock,
    Table,
    Text,
)


class Passage(NamedTuple):
    """A text, the key of its section, and what it is.

    Whole sentences are ``"sentence"``, ``"caption"`` (of a table), ``"figure"`` and ``"alt"``; a ``"clause"``
    is a part of one, and a ``"label"``, ``"title"`` or ``"cell"`` is none.
    """

    section: str
    kind: str
    text: str


def list_passages(document: Document) -> list[Passage]:
    """List every text of a document in the order of reading."""
    heads = [
        Passage("document", "label", document.title),
        Passage("document", "label", document.subtitle),
        Passage("document", "label", document.kicker),
        Passage("document", "clause", document.headline),
    ]
    return heads + [
        Passage(section.key, kind, text)
        for section in document.sections
        for kind, text in (
            ("title", section.title),
            *(part for block in section.blocks for part in _parts(block)),
        )
        if text
    ]


def _parts(block: Block) -> Iterator[tuple[str, str]]:
    match block:
        case Text():
            yield from (("sentence", text) for text in block.paragraphs)
        case Table():
            yield "caption", block.caption
            yield from (("cell", cell) for row in (block.columns, *block.rows) for cell in row)
        case FigureBlock():
            yield "figure", block.caption
            yield "alt", block.alt
        case Checks():
            for check in block.items:
                yield "label", check.procedure
                yield "label", check.name
                yield "label", check.outcome
                yield "clause", check.evidence
        case Facts():
            yield from (("label", text) for fact in block.items for text in fact)
        case Code() | Download():
            # it follows the name of the file, or stands before a colon
            yield "label", block.caption
