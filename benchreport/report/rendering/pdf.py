"""Render a page as a tagged PDF, in a separate process with limits of time and memory."""

import base64
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from benchreport import hints
from benchreport.errors import DependencyError, RenderError
from benchreport.report.document import Download
from benchreport.report.page_setup import LITTLE, Paper
from benchreport.report.rendering.font_faces import font_faces
from benchreport.report.rendering.pango import install_pango

CHILD = Path(__file__).with_name("pdf_process.py")
MISSING = 3
KILLED = -9
"""What a process returns that SIGKILL ended; the signal has no name on Windows."""


def render_pdf(
    page: str, paper: Paper | None = None, *, attachments: Sequence[Download] = ()
) -> bytes:
    """Render a page as PDF. Nothing is fetched, and the same page gives the same bytes.

    Parameters
    ----------
    page
        The page, as `benchreport.report.rendering.html_page.render_page` makes it.
    paper
        Size, columns and limits; A4 in one column by default.
    attachments
        Files that an archival PDF carries.

    Raises
    ------
    DependencyError
        Pango is not on this system.
    RenderError
        The page refers to something outside itself, cannot be drawn, or takes too long or too much
        memory.
    """
    paper = paper or Paper()
    page = page.replace(font_faces(), font_faces(unpacked=True), 1)
    job = {
        # after the styles of the page, which would win otherwise
        "page": page.replace("</head>", f"<style>{''.join(paper.styles)}</style></head>", 1),
        "variant": "pdf/a-3a" if paper.archival else "pdf/ua-1",
        "little": LITTLE,
        "tighter": f"<style>{paper.tighter}</style>" if paper.tighter else "",
        "mebibytes": paper.mebibytes,
        "attachments": [
            {
                "name": file.name,
                "description": file.caption,
                "content": base64.b64encode(file.content).decode(),
            }
            for file in attachments
            if paper.archival
        ],
    }
    try:
        # -P, since modules beside the script have the names of standard modules
        done = subprocess.run(  # noqa: S603 - our own script
            [sys.executable, "-P", str(CHILD)],
            input=json.dumps(job).encode(),
            capture_output=True,
            timeout=paper.seconds,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise RenderError(
            f"the PDF was not ready after {paper.seconds:g} seconds.",
            hint=hints.code("paper=Paper(seconds=…)") + " allows more; .html takes no time",
        ) from error
    if done.returncode == 0:
        return done.stdout
    raise _failure(done.returncode, done.stderr.decode(errors="replace"), paper)


def _failure(code: int, errors: str, paper: Paper) -> Exception:
    """Make an error from the messages of the child process."""
    try:
        message = str(json.loads(errors)["message"])
    except (ValueError, KeyError, TypeError):
        message = ""
    if code == MISSING:
        return DependencyError(
            "PDF needs Pango, which is not on this system.",
            hint=install_pango(),
        )
    if message:
        return RenderError(message)
    if code == KILLED:
        return RenderError(
            "the process that makes the PDF was killed: by the system for want of memory, or by somebody.",
            hint="run it again with less beside it; .html needs no such process",
        )
    if code < 0 or "MemoryError" in errors or "bad_alloc" in errors:
        return RenderError(
            f"the PDF took more than {paper.mebibytes} MiB of memory.",
            hint=hints.code("paper=Paper(mebibytes=…)") + " allows more; .html takes less",
        )
    last = errors.strip().splitlines()[-1] if errors.strip() else f"exit code {code}"
    return RenderError(f"the page could not be rendered: {last}")
