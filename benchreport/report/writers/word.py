"""Write the report as an editable Word document: styles, tables, pictures with alt texts."""

import copy
import functools
import importlib
import io
import zipfile
from collections.abc import Callable, Iterable
from typing import Any

from benchreport.errors import DependencyError
from benchreport.plots.base.short_names import escape_unprintable
from benchreport.report.caption_style import Kind
from benchreport.report.contents import Contents, Files
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
from benchreport.report.page_setup import Paper
from benchreport.report.rendering.block_files import folder_of
from benchreport.report.rendering.markdown_text import slug
from benchreport.report.rendering.reproducible_zip import pack
from benchreport.report.rendering.table_layout import (
    BOLD,
    LETTERS_A_LINE,
    Cell,
    Part,
    letters,
    parts_of,
)
from benchreport.report.rendering.typography import Labels, Piece, labels_of, typeset, typeset_head
from benchreport.report.rendering.word_styles import add_field, set_borders, set_up

# a lower figure leaves room for its caption on the page
TALLEST = 0.8
SMALL = 8
# in millimetres: a digit of small print, the margin of a cell, and room for wider fonts
DIGIT, CELL_MARGIN, SLACK = 1.57, 1.3, 0.6
# a table of at most this many lines stays on one page
MOST_TOGETHER = 14
RULE, THIN = (8, "1A1A1A", 0), (4, "1A1A1A", 0)


def write(contents: Contents, name: str) -> Files:
    """Write the document, with its downloads in a folder beside it.

    Raises
    ------
    DependencyError
        python-docx is not installed.
    """
    writer = _Writer(_library("docx"), folder_of(name), contents.paper)
    writer.add(contents.document)
    return {**writer.files, name: writer.content()}


def write_blocks(title: str, blocks: Iterable[Block]) -> bytes:
    """Write blocks without a heading, such as a table that goes into another document.

    Parameters
    ----------
    title
        The title in the properties of the file, and above later pages.
    blocks
        The blocks; what they refer to in other files is left out.

    Raises
    ------
    DependencyError
        python-docx is not installed.
    """
    writer = _Writer(_library("docx"), "", Paper(size="a4"))
    writer.begin(title)
    for block in blocks:
        writer.add_block(block)
    return writer.content()


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

    def __init__(self, docx: Any, folder: str, paper: Paper) -> None:  # noqa: ANN401
        self.shared = _library("docx.shared")
        self.qn = _library("docx.oxml.ns").qn
        self.element = _library("docx.oxml").OxmlElement
        self.folder, self.paper = folder, paper
        self.width = self.height = 0
        self.files: Files = {}
        self.labels = Labels()
        self.n_files = 0
        self.formats: dict[tuple[object, ...], Any] = {}
        self.styles: dict[str, str] = {}
        self.word = docx.Document()
        # python-docx's template carries a picture of a page
        package = self.word.part.package
        for key, relation in list(package.rels.items()):
            if relation.reltype.endswith("/thumbnail"):
                del package.rels[key]

    def begin(self, title: str) -> None:
        """Set up the pages and the properties of the file."""
        self._describe(title)
        self.width, self.height = set_up(self.word, self.paper.page_size, _sanitize(title))

    def add(self, document: Document) -> None:
        """Write all sections under their headings."""
        self.begin(document.title)
        self.labels = labels_of(document.labels)
        if document.headline:
            self._paragraph(document.kicker, "Subtitle")
        self._add("Title").add_run(_sanitize(document.headline or document.title))
        if not document.headline:
            self._paragraph(document.subtitle, "Subtitle")
        for section in document.sections:
            self._add("Heading 1").add_run(_sanitize(section.title))
            for block in section.blocks:
                self.add_block(block)

    def _describe(self, title: str) -> None:
        """Set the title, and leave out the dates, so that the same report has the same bytes."""
        properties = self.word.core_properties
        # the format allows 255 letters at most
        properties.title, properties.author, properties.comments = _sanitize(title)[:255], "", ""
        properties.language = "en"
        for tag in ("dcterms:created", "dcterms:modified"):
            for element in properties._element.findall(self.qn(tag)):  # noqa: SLF001 - it cannot be unset
                properties._element.remove(element)  # noqa: SLF001 - as above

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

    def add_block(self, block: Block) -> None:
        """Write one block."""
        self._kinds[type(block)](block)

    def _paragraph(self, text: str, style: str = "") -> Any:  # noqa: ANN401
        paragraph = self._add(style)
        self._write(paragraph, text)
        return paragraph

    def _add(self, style: str) -> Any:  # noqa: ANN401
        """Add a paragraph; the library looks for a style and its default anew for each."""
        paragraph = self.word.add_paragraph()
        if style:
            if style not in self.styles:
                self.styles[style] = self.word.styles[style].style_id
            paragraph._p.style = self.styles[style]  # noqa: SLF001 - see above
        return paragraph

    def _write(self, paragraph: Any, text: str, *, bold: bool | None = None) -> None:  # noqa: ANN401
        """Write running text, with its symbols in italics."""
        for piece in typeset(_sanitize(text), self.labels):
            run = paragraph.add_run(piece.text)
            run.bold, run.italic = bold, piece.kind == "symbol" or None
            run.font.subscript = piece.kind == "subscript" or None

    def _text(self, block: Text) -> None:
        for paragraph in block.paragraphs:
            if block.caution:
                self._caution(paragraph)
            else:
                self._paragraph(paragraph, "Intense Quote" if block.lead else "")

    def _caution(self, text: str) -> None:
        """Write what weakens the verdict, with its first words in bold."""
        label, colon, rest = text.partition(":")
        paragraph = self.word.add_paragraph()
        self._write(paragraph, f"{label}{colon}", bold=True if colon else None)
        # a text has no spaces at its ends
        paragraph.add_run(" ")
        self._write(paragraph, rest)

    def _caption(
        self, kind: Kind, block: Table | FigureBlock, *, above: bool, again: bool = False
    ) -> None:
        """Write a numbered caption, whose number is a field as in Word's own captions."""
        paragraph = self._add("Caption")
        if block.number:
            self._label(paragraph, kind, block.number, again=again)
        self._write(paragraph, f"{block.caption}{' (continued)' if again else ''}")
        paragraph.paragraph_format.keep_with_next = above
        if not above:
            paragraph.paragraph_format.space_after = self.shared.Pt(10)

    def _label(self, paragraph: Any, kind: Kind, number: int, *, again: bool) -> None:  # noqa: ANN401
        """Write the label of a caption; one without an end stands above the caption."""
        style = self.paper.captions
        paragraph.add_run(f"{style.name(kind)} ").bold = True
        numeral = style.write_number(kind, number)
        numerals = "ARABIC" if numeral.isdecimal() else "ROMAN"
        # the first switch repeats the number
        repeat = r"\c " if again else ""
        add_field(paragraph, rf" SEQ {kind} {repeat}\* {numerals} ", numeral, bold=True)
        end = style.end(kind)
        paragraph.add_run(f"{end} ") if end else paragraph.add_run().add_break()

    def _figure(self, block: FigureBlock) -> None:
        picture = self.word.add_picture(io.BytesIO(block.draw("png")))
        scale = min(1.0, self.width / picture.width, TALLEST * self.height / picture.height)
        picture.width, picture.height = int(picture.width * scale), int(picture.height * scale)
        properties = picture._inline.docPr  # noqa: SLF001 - the library has no alt texts
        properties.set("descr", _sanitize(block.alt))
        self.word.paragraphs[-1].paragraph_format.keep_with_next = True
        self._caption("Figure", block, above=False)

    def _table(self, block: Table) -> None:
        for number, part in enumerate(parts_of(block)):
            if block.caption:
                self._caption("Table", block, above=True, again=number > 0)
            self._grid(part)

    def _checks(self, block: Checks) -> None:
        has_names = any(check.name for check in block.items)
        heads = (
            ("Outcome", "Of", "Assumption", "Evidence")
            if has_names
            else ("Outcome", "", "Evidence")
        )
        rows = tuple(
            (check.outcome, check.procedure, *([check.name] if has_names else []), check.evidence)
            for check in block.items
        )
        for part in parts_of(Table(columns=heads, rows=rows, numeric=(False,) * len(heads))):
            self._grid(part)

    def _grid(self, part: Part) -> None:
        """Write a table with rules above, below and under its head; every page repeats the head."""
        table = self.word.add_table(rows=1 + len(part.rows), cols=len(part.columns))
        table.autofit = False
        self._margins(table)
        widths = [self.shared.Mm(width) for width in _widths(part, self.width / self.shared.Mm(1))]
        for column, width in zip(table.columns, widths, strict=True):
            column.width = width
        heads = tuple(Cell(" ".join(column.head), "", strong=True) for column in part.columns)
        rows, bottom = (heads, *part.rows), _library("docx.enum.table").WD_ALIGN_VERTICAL.BOTTOM
        short = _count_lines(part) <= MOST_TOGETHER
        for number, (row, cells) in enumerate(zip(table.rows, rows, strict=True)):
            self._mark(row, *(["w:tblHeader"] if number == 0 else []), "w:cantSplit")
            last = number == len(part.rows)
            sides = (
                {"top": RULE, "bottom": THIN} if number == 0 else {"bottom": RULE} if last else {}
            )
            together = not last and (short or number == 0)
            for place, (cell, content) in enumerate(zip(row.cells, cells, strict=True)):
                cell.width = widths[place]
                if sides:
                    set_borders(cell._tc.get_or_add_tcPr(), sides, "w:tcBorders")  # noqa: SLF001
                cell.vertical_alignment = None if number else bottom
                right = part.columns[place].numeric
                self._cell(cell, content, head=number == 0, right=right, together=together)
        self.word.add_paragraph().paragraph_format.space_after = 0

    def _margins(self, table: Any) -> None:  # noqa: ANN401
        """Set the margins of cells, which their widths allow for."""
        margins = self.element("w:tblCellMar")
        for name in ("left", "right"):
            side = self.element(f"w:{name}")
            side.set(self.qn("w:w"), str(self.shared.Mm(CELL_MARGIN).twips))
            side.set(self.qn("w:type"), "dxa")
            margins.append(side)
        properties = table._tbl.tblPr  # noqa: SLF001 - the library sets no margins
        properties.find(self.qn("w:tblLook")).addprevious(margins)

    def _mark(self, row: Any, *tags: str) -> None:  # noqa: ANN401
        properties = row._tr.get_or_add_trPr()  # noqa: SLF001 - the library cannot repeat heads
        for tag in tags:
            properties.append(self.element(tag))

    def _cell(self, cell: Any, content: Cell, *, head: bool, right: bool, together: bool) -> None:  # noqa: ANN401
        paragraph, text = cell.paragraphs[0], _sanitize(content.text)
        for piece in typeset_head(text, self.labels) if head else [Piece(text)]:
            run = paragraph.add_run(piece.text)
            self._format(
                run._r,  # noqa: SLF001 - the library copies no formats
                functools.partial(self._format_letters, run),
                piece.kind,
                content.strong,
            )
        self._format(
            paragraph._p,  # noqa: SLF001 - see above
            functools.partial(self._format_lines, paragraph),
            right,
            together,
        )

    def _format(self, element: Any, make: Callable[..., None], *options: object) -> None:  # noqa: ANN401
        """Format the first of many elements, and copy its properties into the others: a fifth of the work."""
        key = element.tag, *options
        if key in self.formats:
            element.insert(0, copy.deepcopy(self.formats[key]))
        else:
            make(*options)
            self.formats[key] = element[0]

    def _format_letters(self, run: Any, kind: str, strong: bool) -> None:  # noqa: ANN401, FBT001
        run.italic = kind == "symbol" or None
        run.font.subscript = kind == "subscript" or None
        run.bold, run.font.size = strong, self.shared.Pt(SMALL)

    def _format_lines(self, paragraph: Any, right: bool, together: bool) -> None:  # noqa: ANN401, FBT001
        form = paragraph.paragraph_format
        form.space_before = form.space_after = self.shared.Pt(1.5)
        form.line_spacing, form.keep_with_next = 1.0, together
        if right:
            paragraph.alignment = _library("docx.enum.text").WD_ALIGN_PARAGRAPH.RIGHT

    def _facts(self, block: Facts) -> None:
        for term, fact in block.items:
            paragraph = self._add("List")
            if not block.references:
                self._write(paragraph, f"{term}:", bold=True)
                paragraph.add_run(" ")
            self._write(paragraph, fact)

    def _code(self, block: Code) -> None:
        self._paragraph(block.caption).paragraph_format.keep_with_next = True
        for part in block.text.strip("\n").split("\n\n"):
            lines = "\n".join(escape_unprintable(line) for line in part.splitlines())
            self._add("macro").add_run(lines)

    def _download(self, block: Download) -> None:
        self.n_files += 1
        path = f"{self.folder}/file-{self.n_files}-{slug(block.name)}{block.suffix}"
        self.files[path] = block.content
        self._paragraph(f"{path}: {block.caption}")

    def content(self) -> bytes:
        """Return the bytes of the file, which are the same for the same report."""
        out = io.BytesIO()
        self.word.save(out)
        with zipfile.ZipFile(out) as package:
            return pack(_parts(package))


def _parts(package: zipfile.ZipFile) -> dict[str, bytes]:
    return {name: package.read(name) for name in package.namelist()}


def _widths(part: Part, most: float) -> list[float]:
    """Return the widths of columns in millimetres, by their texts; columns that wrap have their share."""
    unit = min(DIGIT, most / LETTERS_A_LINE)
    needed = []
    for place, column in enumerate(part.columns):
        cells = [letters(row[place].text) * (BOLD if row[place].strong else 1) for row in part.rows]
        whole = max(BOLD * max(map(letters, column.head)), *cells, 0.0)
        needed.append(unit * (column.share * LETTERS_A_LINE or whole) + 2 * CELL_MARGIN + SLACK)
    fit = min(1.0, most / sum(needed))
    return [round(width * fit, 2) for width in needed]


def _count_lines(part: Part) -> float:
    """Estimate the lines of a table: texts wrap in columns that have a share of the width."""
    shares = [column.share for column in part.columns]
    return 1 + sum(
        max(
            max(1.0, letters(cell.text) / (share * LETTERS_A_LINE)) if share else 1.0
            for cell, share in zip(row, shares, strict=True)
        )
        for row in part.rows
    )


def _sanitize(text: str) -> str:
    """Write a text on one line, without characters that XML cannot hold."""
    return " ".join(escape_unprintable(text).split())
