"""Render one page as PDF in a separate process, which its parent may stop.

A script, not a module to import: it reads a job as JSON from its input and writes the PDF to its output, or
a message as JSON to its errors. It imports nothing of this package, so that it starts fast.
"""

import base64
import gc
import json
import logging
import os
import sys
from datetime import UTC, datetime
from typing import Any

MISSING, REFUSED = 3, 4
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


def add_scopes(_document: object, pdf: Any) -> None:  # noqa: ANN401 - WeasyPrint's
    """Say in the tags which heads are of columns and which of rows; WeasyPrint writes identifiers only."""
    items: dict[int, Any] = {item.number: item for item in pdf.objects if hasattr(item, "get")}
    for item in items.values():
        if item.get("S") == "/TH":
            row = items[int(item["P"].split()[0])]
            group = items[int(row["P"].split()[0])]
            item["A"]["Scope"] = "/Column" if group.get("S") == "/THead" else "/Row"


def render(job: dict[str, Any]) -> bytes:
    """Render the job's page; nothing is fetched."""
    try:
        import weasyprint
        from weasyprint.urls import FatalURLFetchingError, URLFetcher
    except OSError as error:
        fail(MISSING, str(error))
    # after the libraries are loaded: the system calls a library missing that has no room
    limit_memory(job["mebibytes"])
    keeper = ErrorKeeper()
    logging.getLogger("weasyprint").addHandler(keeper)
    fetcher = URLFetcher(allowed_protocols={"data"}, allow_redirects=False, fail_on_errors=True)
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
        html = weasyprint.HTML(string=job["page"], url_fetcher=fetcher)
        pdf: bytes = html.write_pdf(
            pdf_variant=job["variant"], attachments=attachments, finisher=add_scopes
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
    sys.stdout.buffer.write(render(job))


if __name__ == "__main__":
    main()
