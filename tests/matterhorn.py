"""What a program can decide of PDF/UA, by the Matterhorn Protocol 1.1 of the PDF Association.

Each check yields sentences on what is wrong; the number is that of the protocol's checkpoint.
"""

import itertools

from pdf_pages import read_pdf
from pypdf.generic import ContentStream

PAINT = {
    b"Tj",
    b"TJ",
    b"'",
    b'"',
    b"f",
    b"F",
    b"f*",
    b"S",
    b"s",
    b"B",
    b"B*",
    b"b",
    b"b*",
    b"sh",
    b"Do",
}
STANDARD = {
    *("Document", "Part", "Art", "Sect", "Div", "BlockQuote", "Caption", "TOC", "TOCI", "Index"),
    *(
        "NonStruct",
        "Private",
        "P",
        "H",
        "H1",
        "H2",
        "H3",
        "H4",
        "H5",
        "H6",
        "L",
        "LI",
        "Lbl",
        "LBody",
    ),
    *("Table", "TR", "TH", "TD", "THead", "TBody", "TFoot", "Span", "Quote", "Note", "Reference"),
    *("BibEntry", "Code", "Link", "Annot", "Ruby", "Warichu", "Figure", "Formula", "Form"),
}
KIDS = {
    "L": {"LI", "L", "Caption"},
    "LI": {"Lbl", "LBody"},
    "Table": {"TR", "THead", "TBody", "TFoot", "Caption"},
    "THead": {"TR"},
    "TBody": {"TR"},
    "TFoot": {"TR"},
    "TR": {"TH", "TD"},
}
PARENTS = {"LI": {"L"}, "LBody": {"LI"}, "TR": {"Table", "THead", "TBody", "TFoot"}}


def violations(content: bytes) -> list[str]:
    """List what a PDF violates."""
    reader = read_pdf(content, painted=True)
    structure = reader.trailer["/Root"]["/StructTreeRoot"]
    roles = structure.get("/RoleMap", {})
    nodes = [
        (node, role_of(kind, roles), role_of(parent, roles))
        for node, kind, parent in walk(structure, "")
    ]
    return [
        *check_catalog(reader),
        *check_nodes(nodes),
        *check_headings([kind for _, kind, _ in nodes]),
        *check_tables(nodes),
        *check_links(reader, nodes),
        *check_content(reader, {owner(node) for node, _, _ in nodes}),
        *check_fonts(reader),
    ]


def role_of(kind, roles):
    """Return the standard kind that the document says a kind stands for."""
    return str(roles.get(f"/{kind}", f"/{kind}"))[1:]


def kids_of(node):
    kids = node.get("/K", [])
    kids = kids.get_object() if hasattr(kids, "get_object") else kids
    for reference in kids if isinstance(kids, list) else [kids]:
        kid = reference.get_object()
        if isinstance(kid, dict):
            yield kid


def walk(node, parent):
    """Yield each element of the structure with its kind and its parent's kind."""
    for kid in kids_of(node.get_object()):
        if "/S" in kid:
            kind = str(kid["/S"])[1:]
            yield kid, kind, parent
            yield from walk(kid, kind)


def check_catalog(reader):
    root = reader.trailer["/Root"]
    marks = root.get("/MarkInfo", {})
    if [str(marks.get(name)) for name in ("/Marked", "/Suspects")] not in (
        ["True", "False"],
        ["True", "None"],
    ):
        yield "06: the document is not marked as tagged, or has suspects"
    if not root.get("/ViewerPreferences", {}).get("/DisplayDocTitle"):
        yield "07: the title is not shown"
    if not root.get("/Lang"):
        yield "11: there is no language"
    metadata = root["/Metadata"].get_object().get_data() if "/Metadata" in root else b""
    if b"pdfuaid:part" not in metadata:
        yield "05: the metadata do not say PDF/UA"
    if b"dc:title" not in metadata:
        yield "06: the metadata have no title"
    if not reader.outline:
        yield "27: there are no bookmarks"
    if reader.is_encrypted or "/JavaScript" in root.get("/Names", {}):
        yield "26, 29: the document is encrypted, or runs a script"


def check_nodes(nodes):
    for node, kind, parent in nodes:
        if kind not in STANDARD:
            yield f"02: {kind} is no standard kind"
        if kind == "Figure" and not str(node.get("/Alt", "")).strip():
            yield "13: a figure has no alternative text"
        if parent in KIDS and kind not in KIDS[parent]:
            yield f"09: {kind} stands in {parent}"
        if kind in PARENTS and parent not in PARENTS[kind]:
            yield f"09: {kind} stands in {parent}"


def check_headings(kinds):
    levels = [int(kind[1]) for kind in kinds if len(kind) == 2 and kind[0] == "H"]
    if levels and levels[0] != 1:
        yield "14: the first heading is not of level 1"
    for before, after in itertools.pairwise(levels):
        if after > before + 1:
            yield f"14: a heading of level {after} follows one of level {before}"


def check_tables(nodes):
    for node, kind, _ in nodes:
        if kind == "TH":
            attributes = node.get("/A", {}).get_object()
            found = attributes if isinstance(attributes, list) else [attributes]
            if not any(each.get_object().get("/Scope") for each in found):
                yield "15: a head of a table has no scope"
        if kind == "Table":
            rows = [row for row, inner, _ in walk(node, "Table") if inner == "TR"]
            if len({len(list(kids_of(row))) for row in rows}) > 1:
                yield "15: the rows of a table differ in their number of cells"


def check_links(reader, nodes):
    inside = {
        id(kid.get("/Obj").get_object())
        for node, kind, _ in nodes
        if kind == "Link"
        for kid in kids_of(node)
        if "/Obj" in kid
    }
    for number, page in enumerate(reader.pages, 1):
        annotations = [each.get_object() for each in page.get("/Annots", [])]
        if annotations and page.get("/Tabs") != "/S":
            yield f"28: page {number} does not go from link to link in the order of its structure"
        for each in annotations:
            if each["/Subtype"] != "/Link":
                continue
            if not str(each.get("/Contents", "")).strip():
                yield f"28: a link on page {number} has no description"
            if id(each) not in inside or "/StructParent" not in each:
                yield f"28: a link on page {number} is not in the structure"


def owner(node):
    """Identify an element of the structure by the number of its object."""
    return getattr(getattr(node, "indirect_reference", node), "idnum", None)


def check_content(reader, inside):
    """Check that all that is painted belongs to the structure or is an artifact."""
    parents = reader.trailer["/Root"]["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    tree = dict(zip(parents[::2], parents[1::2], strict=True))
    for number, page in enumerate(reader.pages, 1):
        known = tree.get(page.get("/StructParents"))
        known = [] if known is None else known.get_object()
        depth = []
        for operands, operator in ContentStream(page["/Contents"].get_object(), reader).operations:
            if operator in (b"BDC", b"BMC"):
                place = operands[1].get("/MCID") if operator == b"BDC" else None
                depth.append(operands[0] == "/Artifact" or place is not None)
                if place is not None and (place >= len(known) or owner(known[place]) not in inside):
                    yield f"01: content {place} of page {number} is not in the structure"
            elif operator == b"EMC":
                depth.pop()
            elif operator in PAINT and not any(depth):
                yield f"01: page {number} paints ({operator.decode()}) without a tag"


def check_fonts(reader):
    for page in reader.pages:
        for name, reference in page["/Resources"].get("/Font", {}).items():
            font = reference.get_object()
            below = font["/DescendantFonts"][0].get_object() if "/DescendantFonts" in font else font
            descriptor = below.get("/FontDescriptor", {}).get_object()
            if not {"/FontFile", "/FontFile2", "/FontFile3"} & set(descriptor):
                yield f"31: font {name} is not embedded"
            if "/ToUnicode" not in font:
                yield f"31: font {name} does not say which characters its glyphs are"
