"""Label blocks and name their files, for formats with figures and data in separate files."""

import hashlib
import re
from collections.abc import Callable
from typing import NamedTuple

from benchreport.report.document import Block, Document, Download, FigureBlock, Table
from benchreport.report.rendering.table_layout import Part, parts_of


class Placed(NamedTuple):
    """A block with its label, the path of its file, and its table in parts that fit a page."""

    block: Block
    label: str
    path: str = ""
    parts: tuple[Part, ...] = ()
    height: float = 0.0


def folder_of(name: str) -> str:
    """Name the folder of a document's figures and data, in letters that every TeX engine reads.

    >>> folder_of("report.tex"), folder_of("../50 % {done}.tex")
    ('report-figures', '50-done-36029ea0-figures')
    """
    stem = re.split(r"[/\\]", name)[-1].rpartition(".")[0]
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", stem).strip("-.")
    if plain != stem:
        # the digest keeps the folders of names apart that differ only in other characters
        plain = f"{plain}-{hashlib.sha256(stem.encode()).hexdigest()[:8]}".lstrip("-")
    return f"{plain}-figures"


def place_blocks(
    document: Document, folder: str, draw: Callable[[FigureBlock], tuple[str, bytes]]
) -> tuple[dict[str, list[Placed]], dict[str, bytes]]:
    """Give blocks labels and files.

    Parameters
    ----------
    document
        The document.
    folder
        The name of the folder of the files.
    draw
        A function that returns the suffix and the bytes of a figure's file.

    Returns
    -------
    dict, dict
        The blocks by the key of their section, and the bytes of files by path.
    """
    files: dict[str, bytes] = {}
    sections: dict[str, list[Placed]] = {}
    figures = 0
    for section in document.sections:
        blocks = sections.setdefault(section.key, [])
        for number, block in enumerate(section.blocks, 1):
            label = f"{slug(section.key)}-{number}"
            if isinstance(block, Table):
                blocks.append(Placed(block, label, parts=parts_of(block)))
                continue
            if isinstance(block, FigureBlock):
                figures += 1
                suffix, content = draw(block)
                path = f"{folder}/figure-{figures}{suffix}"
                files[path] = content
                if block.data:
                    files[f"{folder}/figure-{figures}.csv"] = block.data
                blocks.append(Placed(block, label, path, height=_height(block.svg)))
                continue
            blocks.append(Placed(block, label, _companion(block, folder, files)))
    return sections, files


def _companion(block: Block, folder: str, files: dict[str, bytes]) -> str:
    """Add the file of a block to the files; return its path, or an empty text without a file."""
    if isinstance(block, Download):
        stem = slug(block.name.rpartition(".")[0])
        path = _free(f"{folder}/{stem}{block.suffix}", files)
        files[path] = block.content
        return path
    return ""


def _free(path: str, files: dict[str, bytes]) -> str:
    start, _, suffix = path.rpartition(".")
    number = 2
    while path in files:
        path = f"{start}-{number}.{suffix}"
        number += 1
    return path


def dash(text: str) -> str:
    """Reduce a name to letters, digits and dashes; it may become empty."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def slug(text: str) -> str:
    """Write the label of a part of a document."""
    return dash(text) or "part"


def _height(svg: bytes) -> float:
    """Return the height of a figure as a share of its width."""
    sizes = re.search(rb'<svg[^>]*?height="([\d.]+)pt"[^>]*?width="([\d.]+)pt"', svg[:4000])
    if sizes is None:
        return 0.0
    return round(min(1.2, float(sizes[1]) / float(sizes[2])), 3)
