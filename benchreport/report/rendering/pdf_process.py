"""Render one page as PDF in a separate process, which its parent may stop.

A script, not a module to import: it reads a job as JSON from its input and writes the PDF to its output, or
a message as JSON to its errors. It imports nothing of this package, so that it starts fast.
"""

import base64
import ctypes.util
import gc
import json
import logging
import os
import re
import ssl
import sys
import tempfile
from datetime import UTC, datetime
from typing import Any

MISSING, REFUSED = 3, 4
NUMBER = re.compile(r"-?\d*\.?\d+")
SPECIAL = {"transform", "opacity", "clip-path", "filter", "mask"}
"""Attributes of what is used in a drawing that concern its place."""
EPOCH = "SOURCE_DATE_EPOCH"


class ErrorKeeper(logging.Handler):
    """A handler that collects WeasyPrint's errors, since it only logs some of them."""

    def __init__(self) -> None:
        super().__init__(level=logging.ERROR)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the message."""
        self.messages.append(record.getMessage())


def limit_memory(mebibytes: int) -> None:
    """Limit the memory of this process, where the system can."""
    try:
        import resource
    except ImportError:
        return
    size = mebibytes * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (size, size))


def fail(code: int, message: str) -> None:
    """End with a code and a message for the parent."""
    json.dump({"message": message}, sys.stderr)
    raise SystemExit(code)


def repair_tags(_document: object, pdf: Any) -> None:  # noqa: ANN401 - WeasyPrint's
    """Complete the tags that WeasyPrint writes, as PDF/UA asks for."""
    items: dict[int, Any] = {item.number: item for item in pdf.objects if hasattr(item, "get")}
    add_scopes(items)
    name_terms(items)
    mark_artifacts(pdf, items)


def look_up(items: dict[int, Any], reference: bytes) -> Any:  # noqa: ANN401 - pydyf has no types
    """Return the object of a reference such as ``b"12 0 R"``."""
    return items[int(reference.split()[0])]


def kids_of(items: dict[int, Any], item: Any) -> list[Any]:  # noqa: ANN401 - pydyf has no types
    """Return the elements in an element of the structure."""
    kids = item.get("K", [])
    return [look_up(items, kid) for kid in kids if isinstance(kid, bytes)]


def add_scopes(items: dict[int, Any]) -> None:
    """Say which heads are of columns and which of rows; WeasyPrint writes identifiers only."""
    for item in items.values():
        if item.get("S") == "/TH":
            group = look_up(items, look_up(items, item["P"])["P"])
            item["A"]["Scope"] = "/Column" if group.get("S") == "/THead" else "/Row"


def name_terms(items: dict[int, Any]) -> None:
    """Make a term and its fact one item; WeasyPrint makes an item of each, in a division within the list."""
    for item in items.values():
        if item.get("S") == "/Div" and look_up(items, item["P"]).get("S") == "/L":
            item["S"] = "/LI"
            kids = kids_of(items, item)
            for kid in kids:
                # references are printed without their terms
                kid["S"] = "/LBody" if kid is kids[-1] else "/Lbl"
                for body in kids_of(items, kid):
                    body["S"] = "/NonStruct"


def mark_artifacts(pdf: Any, items: dict[int, Any]) -> None:  # noqa: ANN401 - WeasyPrint's
    """Mark heads and numbers of pages as artifacts; WeasyPrint tags them outside the structure."""
    root = look_up(items, pdf.catalog["StructTreeRoot"])
    inside, rest = set(), kids_of(items, root)
    while rest:
        item = rest.pop()
        inside.add(item.number)
        rest += kids_of(items, item)
    tree = look_up(items, root["ParentTree"])["Nums"]
    pages = {item["StructParents"]: item for item in items.values() if "StructParents" in item}
    for number, owners in zip(tree[::2], tree[1::2], strict=True):
        if number not in pages:
            continue
        outside = {
            place for place, owner in enumerate(owners) if int(owner.split()[0]) not in inside
        }
        for place in outside:
            owners[place] = "null"
        content = pdf.objects[int(pages[number]["Contents"].split()[0])]
        _replace_tags(content.stream, outside)


def _replace_tags(stream: list[Any], outside: set[int]) -> None:
    for place, part in enumerate(stream):
        if isinstance(part, dict) and part.get("MCID") in outside:
            stream[place - 1], stream[place] = "/Artifact", type(part)({"Type": "/Pagination"})


def let_spaces_hang() -> None:
    """Let the space at the end of a text overflow its line.

    WeasyPrint 70 breaks a text after its first word where it fits but for that space, and leaves the word
    alone on its line.
    """
    from weasyprint.layout import inline

    split_line = inline.split_first_line

    def split(
        text: str,
        style: Any,  # noqa: ANN401
        context: Any,  # noqa: ANN401
        width: float | None,
        *rest: Any,  # noqa: ANN401
        **named: Any,  # noqa: ANN401
    ) -> Any:  # noqa: ANN401 - WeasyPrint's line
        line = split_line(text, style, context, width, *rest, **named)
        _, length, resume_at, *_ = line
        broken = text.endswith(" ") and width is not None and resume_at is not None
        if not broken or b" " in text.encode()[:length].strip():
            return line
        whole = split_line(text[:-1], style, context, width, *rest, **named)
        return whole if whole[2] is None and whole[3] <= width else line

    inline.split_first_line = split


def parse_paths_once() -> None:
    """Let a path that a drawing repeats be parsed once, such as a letter of its labels.

    WeasyPrint 70 parses it at each place, which took a third of the time of a drawing.
    """
    from weasyprint import svg

    draw_path = svg.TAGS["path"]
    known: dict[str, tuple[bytes, list[Any]]] = {}

    def draw(drawing: Any, node: Any, font_size: float) -> None:  # noqa: ANN401 - WeasyPrint's
        stream, data = drawing.stream.stream, node.get("d", "")
        if data in known:
            drawn, vertices = known[data]
            node.vertices.extend(vertices)
        else:
            start = len(stream)
            draw_path(drawing, node, font_size)
            drawn = b"\n".join(stream[start:])
            del stream[start:]
            known[data] = drawn, [*node.vertices]
        stream.append(drawn)

    svg.TAGS["path"] = draw


def draw_letters_once() -> None:
    """Let what a drawing uses again be drawn once: the letters of its labels, and its marks.

    WeasyPrint 70 goes through two elements at each place, which took half of the time of a drawing.
    """
    from weasyprint.svg import SVG

    draw_node = SVG.draw_node
    known: dict[tuple[Any, ...], bytes] = {}

    def draw(
        drawing: Any,  # noqa: ANN401
        node: Any,  # noqa: ANN401
        size: float,
        fill_stroke: bool = True,  # noqa: FBT001, FBT002
        context: Any = None,  # noqa: ANN401
    ) -> None:
        again = node.tag == "use" and fill_stroke and context is None
        place = [node.get(side, "0") for side in "xy"]
        if not again or SPECIAL & node.attrib.keys() or not all(map(NUMBER.fullmatch, place)):
            draw_node(drawing, node, size, fill_stroke, context)
            return
        stream, (x, y) = drawing.stream, map(float, place)
        node.attrib |= {"x": "0", "y": "0"}
        key = (stream, drawing, size, *node.attrib.items())
        stream.push_state()
        stream.transform(e=x, f=y)
        if key not in known:
            # all that it looks like is written, whatever was drawn before
            stream._current_color = stream._current_color_stroke = None  # noqa: SLF001
            stream._current_alpha = stream._current_alpha_stroke = None  # noqa: SLF001
            start = len(stream.stream)
            draw_node(drawing, node, size)
            known[key] = b"\n".join(stream.stream[start:])
            del stream.stream[start:]
        stream.stream.append(known[key])
        stream.pop_state()
        # a group that is drawn as a whole asks where its parts are
        node.attrib |= dict(zip("xy", place, strict=True))

    SVG.draw_node = draw


def load_by_file_name() -> None:
    """Let libraries load by the names of their files, which WeasyPrint tries last.

    For each other name, a search starts the compiler and the linker: a third of the time of the import.
    """
    if sys.platform == "linux":
        ctypes.util.find_library = lambda name: None  # noqa: ARG005 - the name as it was


def lay_out(job: dict[str, Any], read: Any) -> Any:  # noqa: ANN401 - WeasyPrint's
    """Lay out the pages, and again more tightly where the last has little and can be spared."""
    document = read(job["page"]).render(pdf_variant=job["variant"])
    last = document.pages[-1]._page_box  # noqa: SLF001 - there is no other way to ask
    filled = last.children[0].height / last.height
    if len(document.pages) == 1 or filled > job["little"] or not job["tighter"]:
        return document
    page = job["page"].replace("</head>", f"{job['tighter']}</head>", 1)
    tighter = read(page).render(pdf_variant=job["variant"])
    return tighter if len(tighter.pages) < len(document.pages) else document


def render(job: dict[str, Any]) -> bytes:
    """Render the job's page; nothing is fetched."""
    load_by_file_name()
    try:
        import weasyprint
        from weasyprint.urls import FatalURLFetchingError, URLFetcher
    except OSError as error:
        fail(MISSING, str(error))
    let_spaces_hang()
    parse_paths_once()
    draw_letters_once()
    # after the libraries are loaded: the system calls a library missing that has no room
    limit_memory(job["mebibytes"])
    keeper = ErrorKeeper()
    logging.getLogger("weasyprint").addHandler(keeper)
    fetcher = URLFetcher(
        allowed_protocols={"data"},
        allow_redirects=False,
        fail_on_errors=True,
        # without the system's certificates, which take time to load and which no page needs
        ssl_context=ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT),
    )
    moment = datetime.fromtimestamp(int(os.environ[EPOCH]), UTC)
    attachments = [
        weasyprint.Attachment(
            string=base64.b64decode(file["content"]),
            name=file["name"],
            description=file["description"],
            relationship="Source",
            created=moment,
            modified=moment,
        )
        for file in job["attachments"]
    ]
    try:
        document = lay_out(job, lambda page: weasyprint.HTML(string=page, url_fetcher=fetcher))
        pdf: bytes = document.write_pdf(
            pdf_variant=job["variant"], attachments=attachments, finisher=repair_tags
        )
    except FatalURLFetchingError as error:
        # WeasyPrint's error is a BaseException, which would end with a traceback
        if "data:" in str(error)[:40]:
            # what the page holds itself was not read: there is no memory for it
            fail(REFUSED, "the page could not be rendered: one of its own pictures was not read")
        fail(REFUSED, f"the page refers to something outside itself: {error}")
    if keeper.messages:
        fail(REFUSED, f"the page could not be rendered as it is: {keeper.messages[0]}")
    return pdf


def main() -> None:
    """Read the job, write the PDF."""
    # all objects are needed until the end: collecting garbage would take a fifth of the time
    gc.disable()
    job = json.load(sys.stdin.buffer)
    # the bytes depend on no clock: WeasyPrint and fontTools read the time from here
    os.environ.setdefault(EPOCH, "0")
    with tempfile.TemporaryDirectory() as folder:
        # WeasyPrint removes the files of its fonts where it is collected as garbage
        tempfile.tempdir = folder
        pdf = render(job)
    sys.stdout.buffer.write(pdf)
    # the end of the process would collect all objects once more
    gc.freeze()


if __name__ == "__main__":
    main()
