"""Styles of a Word document: its page, fonts, running head and page numbers."""

import importlib
from typing import Any

# all systems have these fonts, or others of the same widths, unlike the theme's fonts
FONT, MONO = "Arial", "Courier New"
INK, MUTED, ACCENT = "1A1A1A", "55595E", "00598C"
# sizes of pages, and of their margins, in millimetres
SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGIN = 20.0
# size, colour, bold, points before and after
STYLES: dict[str, tuple[float, str, bool, float, float]] = {
    "Normal": (10, INK, False, 0, 5),
    "Title": (20, INK, True, 0, 4),
    "Subtitle": (10.5, MUTED, False, 0, 10),
    "Heading 1": (13, INK, True, 16, 5),
    "Caption": (8.5, INK, False, 4, 4),
    "Header": (8, MUTED, False, 0, 0),
    "Footer": (8, MUTED, False, 0, 0),
    "List": (9.5, INK, False, 0, 3),
    "macro": (7.5, INK, False, 0, 4),
    "Intense Quote": (10.5, INK, False, 0, 5),
}
LONGEST_HEAD = 100


def set_up(word: Any, size: str, title: str) -> tuple[int, int]:  # noqa: ANN401 - a document
    """Set page, styles, the running head and page numbers; return the width and height for text.

    Parameters
    ----------
    word
        A document of python-docx.
    size
        The size of the pages, ``"a4"`` or ``"letter"``.
    title
        The title, for the running head.
    """
    shared = importlib.import_module("docx.shared")
    page = word.sections[0]
    width, height = SIZES[size]
    page.page_width, page.page_height = shared.Mm(width), shared.Mm(height)
    for side in ("left_margin", "right_margin", "top_margin", "bottom_margin"):
        setattr(page, side, shared.Mm(MARGIN))
    for name, (points, colour, bold, before, after) in STYLES.items():
        style = word.styles[name]
        _set_font(style, MONO if name == "macro" else FONT)
        style.font.size, style.font.bold, style.font.italic = shared.Pt(points), bold, False
        style.font.color.rgb = shared.RGBColor.from_string(colour)
        form = style.paragraph_format
        form.space_before, form.space_after = shared.Pt(before), shared.Pt(after)
        form.line_spacing = 1.15 if name in ("Normal", "Intense Quote") else 1.0
    _set_indents(word, shared)
    _add_running_head(page, title)
    return int(shared.Mm(width - 2 * MARGIN)), int(shared.Mm(height - 2 * MARGIN))


def _set_font(style: Any, font: str) -> None:  # noqa: ANN401
    """Set the font of a style, and remove the theme's font, which has precedence."""
    style.font.name = font
    fonts = style.element.rPr.rFonts
    for name in [item for item in fonts.attrib if item.endswith("Theme")]:
        del fonts.attrib[name]
    # letters that the font lacks come from fonts of the system
    qn = importlib.import_module("docx.oxml.ns").qn
    fonts.set(qn("w:cs"), font)
    for tag in ("w:spacing", "w:kern"):
        for item in style.element.rPr.findall(qn(tag)):
            style.element.rPr.remove(item)


def _set_indents(word: Any, shared: Any) -> None:  # noqa: ANN401
    """Set rules and indents: a bar beside the verdict, and hanging terms."""
    for name in ("Title", "Intense Quote"):
        set_borders(word.styles[name].element.get_or_add_pPr(), {})
    lead = word.styles["Intense Quote"]
    set_borders(lead.element.get_or_add_pPr(), {"left": (18, ACCENT, 8)})
    lead.paragraph_format.left_indent, lead.paragraph_format.right_indent = shared.Mm(4), 0
    terms = word.styles["List"].paragraph_format
    terms.left_indent, terms.first_line_indent = shared.Mm(5), shared.Mm(-5)
    word.styles["List"].element.get_or_add_pPr()


def set_borders(
    properties: Any,  # noqa: ANN401
    sides: dict[str, tuple[int, str, int]],
    tag: str = "w:pBdr",
) -> None:
    """Replace the borders of a paragraph or cell.

    Parameters
    ----------
    properties
        The properties of the paragraph or cell.
    sides
        The width in eighths of a point, the colour and the distance, by the name of the side.
    tag
        ``"w:pBdr"``, or ``"w:tcBorders"`` for a cell.
    """
    qn = importlib.import_module("docx.oxml.ns").qn
    make = importlib.import_module("docx.oxml").OxmlElement
    for item in properties.findall(qn(tag)):
        properties.remove(item)
    if not sides:
        return
    borders = make(tag)
    for name, (size, colour, space) in sides.items():
        side = make(f"w:{name}")
        for key, value in (("val", "single"), ("sz", size), ("space", space), ("color", colour)):
            side.set(qn(f"w:{key}"), str(value))
        borders.append(side)
    # the schema demands an order: these elements come before borders
    first = ("w:pStyle", "w:keepNext", "w:keepLines", "w:pageBreakBefore", "w:widowControl")
    earlier = {qn(item) for item in (*first, "w:numPr", "w:tcW", "w:gridSpan", "w:vMerge")}
    place = sum(item.tag in earlier for item in properties)
    properties.insert(place, borders)


def _add_running_head(page: Any, title: str) -> None:  # noqa: ANN401
    """Write the title above all pages but the first, and the number below every page."""
    page.different_first_page_header_footer = True
    short = title if len(title) <= LONGEST_HEAD else f"{title[: LONGEST_HEAD - 1]}…"
    page.header.paragraphs[0].text = short
    align = importlib.import_module("docx.enum.text").WD_ALIGN_PARAGRAPH
    for footer in (page.footer, page.first_page_footer):
        paragraph = footer.paragraphs[0]
        paragraph.style = "Footer"
        paragraph.alignment = align.RIGHT
        add_field(paragraph, " PAGE ", "1")
        paragraph.add_run(" / ")
        add_field(paragraph, " NUMPAGES ", "1")


def add_field(paragraph: Any, code: str, text: str, *, bold: bool | None = None) -> None:  # noqa: ANN401
    """Write a field: its begin, its code, the text that it shows until Word updates it, and its end.

    Parameters
    ----------
    paragraph
        The paragraph that the field is added to.
    code, text
        The code of the field, and the text that it shows at first.
    bold
        Whether the text is bold; ``None`` follows the paragraph.
    """
    qn = importlib.import_module("docx.oxml.ns").qn
    make = importlib.import_module("docx.oxml").OxmlElement
    for kind in ("begin", "code", "separate", "shown", "end"):
        run = paragraph.add_run(text if kind == "shown" else "")
        run.bold = bold
        if kind == "shown":
            continue
        part = make("w:instrText" if kind == "code" else "w:fldChar")
        if kind == "code":
            part.text = code
        else:
            part.set(qn("w:fldCharType"), kind)
        run._element.append(part)  # noqa: SLF001 - the library has no fields
