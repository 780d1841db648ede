"""The page as a tagged PDF, with its own print style."""

import contextlib
import logging
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from benchreport.errors import DependencyError, RenderError
from benchreport.report.formats import Files

if TYPE_CHECKING:
    from benchreport.report.build import Report

__all__ = ["render", "write"]

# the bytes depend on no clock: WeasyPrint and fontTools read the time from here
EPOCH = "SOURCE_DATE_EPOCH"


def write(report: "Report", name: str) -> Files:
    """Write the PDF."""
    return {name: report.pdf}


def render(page: str) -> bytes:
    """Render a page of ours as PDF; nothing is fetched, the same page gives the same bytes.

    Parameters
    ----------
    page
        As from `benchreport.report.html.render`.

    Raises
    ------
    DependencyError
        Pango is not on this system.
    RenderError
        The page refers to something outside itself, or cannot be drawn.
    """
    weasyprint = _weasyprint()
    # FatalURLFetchingError is a BaseException, which would end the caller's program
    fatal = _fatal()
    with _fixed_time(), _strict_log():
        try:
            fetcher = weasyprint.urls.URLFetcher(
                allowed_protocols={"data"}, allow_redirects=False, fail_on_errors=True
            )
            html = weasyprint.HTML(string=page, url_fetcher=fetcher)
            pdf: bytes = html.write_pdf(pdf_variant="pdf/ua-1")
        except fatal as error:
            raise RenderError(f"the page refers to something outside itself: {error}") from error
    return pdf


def _fatal() -> type[BaseException]:
    """Return the error that WeasyPrint raises for a forbidden address."""
    from weasyprint.urls import FatalURLFetchingError

    kind: type[BaseException] = FatalURLFetchingError
    return kind


def _weasyprint() -> Any:  # noqa: ANN401 - a module
    try:
        import weasyprint
        import weasyprint.urls
    except OSError as error:
        raise DependencyError(
            "PDF needs Pango, which is not on this system.",
            hint="apt-get install libpango-1.0-0 libpangoft2-1.0-0",
        ) from error
    return weasyprint


@contextlib.contextmanager
def _fixed_time() -> Iterator[None]:
    before = os.environ.get(EPOCH)
    os.environ.setdefault(EPOCH, "0")
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(EPOCH, None)


class _Refused(logging.Handler):
    """Keeps WeasyPrint's errors, some of which it only logs."""

    def __init__(self) -> None:
        super().__init__(level=logging.ERROR)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


@contextlib.contextmanager
def _strict_log() -> Iterator[None]:
    logger = logging.getLogger("weasyprint")
    handler = _Refused()
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)
    if handler.messages:
        raise RenderError(f"the page could not be rendered as it is: {handler.messages[0]}")
