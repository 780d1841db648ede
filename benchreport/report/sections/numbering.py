"""Number the tables and figures of a document, and write what sentences refer to."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from benchreport.report.caption_style import CaptionStyle, Kind
from benchreport.report.document import Block, Document, FigureBlock, Section, Table, Text
from benchreport.results.writing import number_format as fmt

# labels are free of control characters, so that no name from the data is a reference
MARK = "\x1f"
REFERENCE = re.compile(f"{MARK}([^{MARK}]*){MARK}")
KINDS: dict[type[Block], Kind] = {Table: "Table", FigureBlock: "Figure"}


def see(*keys: str) -> str:
    """Refer to tables and figures by their keys: `number_blocks` makes " (Table 3)" of it.

    A block that is not part of the document is left out, and with it an empty reference.
    """
    return f"{MARK}{' '.join(keys)}{MARK}"


def number_blocks(document: Document, style: CaptionStyle | None = None) -> Document:
    """Assign numbers to tables and figures in the order of the document, and write references to them.

    A table without a caption has no number.

    Parameters
    ----------
    document
        The document.
    style
        How figures and tables are named; ``None`` writes "Figure 2" and "Table 2".

    Examples
    --------
    >>> ranking = Table(columns=("a",), rows=(), numeric=(False,), caption="Ranks.", key="ranking")
    >>> text = Text((f"a is best{see('ranking')}.", f"No outliers{see('outliers')}."))
    >>> section = Section(key="verdict", title="Verdict", blocks=(text, ranking))
    >>> numbered = number_blocks(Document(title="", subtitle="", sections=(section,)))
    >>> numbered.sections[0].blocks[0].paragraphs
    ('a is best (Table 1).', 'No outliers.')
    """
    names = style or CaptionStyle()
    counts: Counter[str] = Counter()
    places: dict[str, str] = {}
    sections = tuple(
        replace(
            section, blocks=tuple(_number(block, counts, places, names) for block in section.blocks)
        )
        for section in document.sections
    )
    return replace(document, sections=tuple(_resolve(section, places) for section in sections))


def _number(
    block: Block, counts: Counter[str], places: dict[str, str], style: CaptionStyle
) -> Block:
    if not isinstance(block, Table | FigureBlock) or not block.caption:
        return block
    kind = KINDS[type(block)]
    counts[kind] += 1
    if block.key:
        places.setdefault(block.key, style.refer(kind, counts[kind]))
    return replace(block, number=counts[kind], label=style.label(kind, counts[kind]))


def _resolve(section: Section, places: Mapping[str, str]) -> Section:
    return replace(section, blocks=tuple(_resolve_block(each, places) for each in section.blocks))


def _resolve_block(block: Block, places: Mapping[str, str]) -> Block:
    if isinstance(block, Text):
        lines = tuple(_write_references(line, places) for line in block.paragraphs)
        return replace(block, paragraphs=lines)
    if isinstance(block, Table):
        return replace(block, caption=_write_references(block.caption, places))
    if isinstance(block, FigureBlock):
        return block.rewrite(lambda caption: _write_references(caption, places))
    return block


def _write_references(text: str, places: Mapping[str, str]) -> str:
    def write(match: re.Match[str]) -> str:
        present = [places[key] for key in match[1].split() if key in places]
        return f" ({fmt.join(present)})" if present else ""

    return fmt.end_once(REFERENCE.sub(write, text))
