"""Blocks that fit a text column, in runs between those that need the whole page."""

import itertools
from collections.abc import Iterator
from typing import NamedTuple

from benchreport.report.document import Block, Code, Section, Table
from benchreport.report.rendering.table_layout import least_line

# digits of small print that fit a column of 3.3 inches
DIGITS_A_COLUMN = 56.0


class Run(NamedTuple):
    """Blocks that follow one another, whether they stand in columns, and the number of the first."""

    columned: bool
    first: int
    blocks: tuple[Block, ...]


def split_runs(section: Section, *, columned: bool) -> Iterator[Run]:
    """Split the blocks of a section into those that fit a column and those that need the whole page.

    WeasyPrint fails where a block over all columns breaks between pages; runs need no such block.

    Parameters
    ----------
    section
        The section.
    columned
        Whether there are columns at all; without them all blocks are one run.
    """
    first = 1
    for fits, run in itertools.groupby(
        section.blocks, lambda block: columned and fits_column(block)
    ):
        blocks = tuple(run)
        yield Run(fits, first, blocks)
        first += len(blocks)


def fits_column(block: Block) -> bool:
    """Decide whether a block can be read in a column: figures are drawn for it, tables may be wider.

    >>> fits_column(Table(columns=("a", "b"), rows=(("x", "1"),), numeric=(False, True)))
    True
    """
    if isinstance(block, Table):
        return not block.intervals and least_line(block) <= DIGITS_A_COLUMN
    return not isinstance(block, Code)
