"""The report as a Word document that can be edited: styles, tables, pictures with alt texts."""

import functools
import importlib
import io
import zipfile
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from benchreport.errors import DependencyError
from benchreport.report.artifact import packed
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
from benchreport.report.formats import Files
from benchreport.report.markdown import slug
from benchreport.report.typeset import folder_of
from benchreport.report.visible import visible

if TYPE_CHECKING:
    from benchreport.report.build import Report

__all__ = ["write"]

# of pages, and of their margins
SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGIN = 20.0
# leaves room for the caption on the page of a figure
TALLEST = 0.8
SMALL = 8
# in millimetres, of the small letters and of both sides of a cell
LETTER, CELL_MARGINS = 1.6, 4.0


def write(report: "Report", name: str) -> Files:
    """Write the document; what it has to download stands in a folder beside it.

    Parameters
    ----------
    report
        Finished.
    name
        Of the file.

    Raises
    ------
    DependencyError
        python-docx is not installed.
    """
    writer = _Writer(_library("docx"), folder_of(name), SIZES[report.paper.size])
    writer.add(report.document)
    return {**writer.files, name: writer.content()}


def _library(name: str) -> Any:  # noqa: ANN401 - a module
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise DependencyError(
            "Word documents need python-docx, which is not installed.",
            hint="pip install 'benchreport[word]'",
        ) from error


class _Writer:
    """A document of python-docx that grows block by block."""

    def __init__(self, docx: Any, folder: str, size: tuple[float, float]) -> None:  # noqa: ANN401
        self.docx, self.shared = docx, _library("docx.shared")
        self.qn = _library("docx.oxml.ns").qn
        self.element = _library("docx.oxml").OxmlElement
        self.folder = folder
        self.files: Files = {}
        self.counts = {"Figure": 0, "Table": 0, "file": 0}
        self.word = docx.Document()
        self._set_up(size)

    def _set_up(self, size: tuple[float, float]) -> None:
        """Set the page, and drop the library's own picture, author and dates."""
        page = self.word.sections[0]
        page.page_width, page.page_height = map(self.shared.Mm, size)
        for side in ("left_margin", "right_margin", "top_margin", "bottom_margin"):
            setattr(page, side, self.shared.Mm(MARGIN))
        self.width = self.shared.Mm(size[0] - 2 * MARGIN)
        self.height = self.shared.Mm((size[1] - 2 * MARGIN) * TALLEST)
        package = self.word.part.package
        for key, each in list(package.rels.items()):
            if each.reltype.endswith("/thumbnail"):
                del package.rels[key]

    def add(self, document: Document) -> None:
        """Write all sections under their headings."""
        self._describe(document.title)
        self.word.add_heading(_line(document.title), level=0)
        self._paragraph(document.subtitle, "Subtitle")
        for section in document.sections:
            self.word.add_heading(_line(section.title), level=1)
            for block in section.blocks:
                self._block(block)

    def _describe(self, title: str) -> None:
        """Give the document its title; when it was made is left out, so that bytes repeat."""
        said = self.word.core_properties
        # the format allows no more than 255 letters
        said.title, said.author, said.comments = _line(title)[:255], "", ""
        said.language = "en"
        for tag in ("dcterms:created", "dcterms:modified"):
            for each in said._element.findall(self.qn(tag)):  # noqa: SLF001 - it cannot be unset
                said._element.remove(each)  # noqa: SLF001 - as above

    @functools.cached_property
    def _kinds(self) -> dict[type, Callable[[Any], None]]:
        return {
            Text: self._text,
            Table: self._table,
            FigureBlock: self._figure,
            Checks: self._checks,
            Facts: self._facts,
            Code: self._code,
            Download: self._download,
        }

    def _block(self, block: Block) -> None:
        self._kinds[type(block)](block)

    def _paragraph(self, text: str, style: str = "Normal") -> Any:  # noqa: ANN401
        return self.word.add_paragraph(_line(text), style=style)

    def _text(self, block: Text) -> None:
        for paragraph in block.paragraphs:
            made = self._paragraph(paragraph)
            if block.lead:
                made.runs[0].bold = True

    def _caption(self, kind: str, text: str, *, above: bool) -> None:
        """Write a numbered caption; the number is a field, as Word's own are."""
        self.counts[kind] += 1
        made = self.word.add_paragraph(f"{kind} ", style="Caption")
        self._fill(made, f" SEQ {kind} \\* ARABIC ", str(self.counts[kind]))
        made.add_run(f". {_line(text)}" if text else "")
        made.paragraph_format.keep_with_next = above

    def _fill(self, paragraph: Any, code: str, shown: str) -> None:  # noqa: ANN401
        """Write a field: where it begins, its code, what it shows until it is updated, its end."""
        for kind in ("begin", "code", "separate", "shown", "end"):
            run = paragraph.add_run(shown if kind == "shown" else "")
            if kind == "shown":
                continue
            part = self.element("w:instrText" if kind == "code" else "w:fldChar")
            if kind == "code":
                part.text = code
            else:
                part.set(self.qn("w:fldCharType"), kind)
            run._element.append(part)  # noqa: SLF001 - the library has no fields

    def _figure(self, block: FigureBlock) -> None:
        picture = self.word.add_picture(io.BytesIO(block.draw("png")))
        scale = min(1.0, self.width / picture.width, self.height / picture.height)
        picture.width, picture.height = int(picture.width * scale), int(picture.height * scale)
        said = picture._inline.docPr  # noqa: SLF001 - the library has no alt texts
        said.set("descr", _line(block.alt))
        self.word.paragraphs[-1].paragraph_format.keep_with_next = True
        self._caption("Figure", block.caption, above=False)

    def _table(self, block: Table) -> None:
        self._caption("Table", block.caption, above=True)
        self._grid(block.columns, block.rows, numeric=block.numeric, strong=block.strong)

    def _checks(self, block: Checks) -> None:
        named = any(each.name for each in block.items)
        heads = (
            ("Outcome", "Of", "Assumption", "Evidence") if named else ("Outcome", "", "Evidence")
        )
        rows = [
            (each.outcome, each.procedure, *([each.name] if named else []), each.evidence)
            for each in block.items
        ]
        self._grid(heads, rows, numeric=(False,) * len(heads))

    def _grid(
        self,
        heads: Sequence[str],
        rows: Sequence[Sequence[str]],
        *,
        numeric: Sequence[bool],
        strong: frozenset[tuple[int, int]] = frozenset(),
    ) -> None:
        """Write a table whose head is repeated on every page."""
        table = self.word.add_table(rows=1 + len(rows), cols=len(heads), style="Light Shading")
        look = table._tbl.tblPr.find(self.qn("w:tblLook"))  # noqa: SLF001 - bold is for the best
        for name in ("firstColumn", "lastColumn", "lastRow"):
            look.set(self.qn(f"w:{name}"), "0")
        look.set(self.qn("w:noHBand"), "1")
        widths = _widths([heads, *rows], self.width / self.shared.Mm(1))
        for column, width in zip(table.columns, widths, strict=True):
            column.width = self.shared.Mm(width)
        for number, (row, texts) in enumerate(zip(table.rows, (heads, *rows), strict=True)):
            self._mark(row, *(["w:tblHeader"] if number == 0 else []), "w:cantSplit")
            for column, (cell, text) in enumerate(zip(row.cells, texts, strict=True)):
                bold = number == 0 or (number - 1, column) in strong
                self._cell(cell, text, bold=bold, right=numeric[column])
                cell.width = self.shared.Mm(widths[column])
        self.word.add_paragraph()

    def _mark(self, row: Any, *tags: str) -> None:  # noqa: ANN401
        properties = row._tr.get_or_add_trPr()  # noqa: SLF001 - the library cannot repeat heads
        for tag in tags:
            properties.append(self.element(tag))

    def _cell(self, cell: Any, text: str, *, bold: bool, right: bool) -> None:  # noqa: ANN401
        paragraph = cell.paragraphs[0]
        run = paragraph.add_run(_line(text))
        run.bold, run.font.size = bold, self.shared.Pt(SMALL)
        paragraph.paragraph_format.space_after = 0
        if right:
            paragraph.alignment = _library("docx.enum.text").WD_ALIGN_PARAGRAPH.RIGHT

    def _facts(self, block: Facts) -> None:
        for term, fact in block.items:
            made = self.word.add_paragraph(style="List Bullet")
            made.add_run(f"{_line(term)}: ").bold = True
            made.add_run(_line(fact))

    def _code(self, block: Code) -> None:
        self._paragraph(block.caption).paragraph_format.keep_with_next = True
        for part in block.text.strip("\n").split("\n\n"):
            lines = "\n".join(visible(line) for line in part.splitlines())
            run = self.word.add_paragraph().add_run(lines)
            run.font.name, run.font.size = "Courier New", self.shared.Pt(SMALL)

    def _download(self, block: Download) -> None:
        self.counts["file"] += 1
        path = f"{self.folder}/file-{self.counts['file']}-{slug(block.name)}.csv"
        self.files[path] = block.content
        self._paragraph(f"{path}: {block.caption}")

    def content(self) -> bytes:
        """Return the file's bytes, the same for the same report."""
        out = io.BytesIO()
        self.word.save(out)
        with zipfile.ZipFile(out) as package:
            return packed(_parts(package))


def _parts(package: zipfile.ZipFile) -> dict[str, bytes]:
    return {name: package.read(name) for name in package.namelist()}


def _widths(rows: Sequence[Sequence[str]], most: float) -> list[float]:
    """Give columns the millimetres that their texts need, the widest ones less if those are short.

    >>> _widths([("ab", "a" * 100)], 50)
    [7.2, 42.8]
    """
    needed = [LETTER * max(map(len, column)) + CELL_MARGINS for column in zip(*rows, strict=True)]
    left, limit = most, 0.0
    for place, width in enumerate(sorted(needed)):
        limit = left / (len(needed) - place)
        if width > limit:
            break
        left -= width
    else:
        return needed
    return [round(min(width, limit), 2) for width in needed]


def _line(text: str) -> str:
    """Write a text on one line, without what XML cannot hold."""
    return " ".join(visible(text).split())
