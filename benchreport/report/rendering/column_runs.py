"""Blocks that fit a text column, in runs between those that need the whole page."""

import itertools
import operator
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from benchreport.report.document import Block, Code, Section, Table
from benchreport.report.rendering.table_layout import least_line

# digits of small print that fit a column of 3.3 inches
DIGITS_A_COLUMN = 56.0
# it has columns of its own, and its pages may be turned
APPENDIX = "appendix"


class Piece(NamedTuple):
    """Blocks of a section that stand together: the section, the blocks, and the number of the first."""

    section: Section
    blocks: tuple[Block, ...]
    first: int

    @property
    def begins(self) -> bool:
        """Whether the section begins with this piece, under its heading."""
        return self.first == 1

    @property
    def ends(self) -> bool:
        """Whether the section ends with this piece."""
        return self.first + len(self.blocks) > len(self.section.blocks)


class Run(NamedTuple):
    """Pieces that follow one another, and whether they stand in columns."""

    columned: bool
    pieces: tuple[Piece, ...]


def split_runs(sections: Sequence[Section], *, columned: bool) -> Iterator[Run]:
    """Split sections into runs of what fits a column and of what needs the whole page.

    A run goes on over the ends of sections, so that columns are as long as they can be. WeasyPrint fails
    where a block over all columns breaks between pages; runs need no such block.

    Parameters
    ----------
    sections
        The sections.
    columned
        Whether there are columns at all; without them all sections are one run.
    """
    pieces = [
        piece
        for section in sections
        for piece in _split_section(section, columned=columned and section.key != APPENDIX)
    ]
    for fits, run in itertools.groupby(pieces, operator.itemgetter(0)):
        yield Run(fits, tuple(piece for _, piece in run))


def _split_section(section: Section, *, columned: bool) -> Iterator[tuple[bool, Piece]]:
    first = 1
    for fits, run in itertools.groupby(
        section.blocks, lambda block: columned and fits_column(block)
    ):
        blocks = tuple(run)
        yield fits, Piece(section, blocks, first)
        first += len(blocks)
    if not section.blocks:
        yield columned, Piece(section, (), 1)


def fits_column(block: Block) -> bool:
    """Decide whether a block can be read in a column: figures are drawn for it, tables may be wider.

    >>> fits_column(Table(columns=("a", "b"), rows=(("x", "1"),), numeric=(False, True)))
    True
    """
    if isinstance(block, Table):
        return not block.intervals and least_line(block) <= DIGITS_A_COLUMN
    return not isinstance(block, Code)
