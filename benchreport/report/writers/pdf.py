"""The page as a tagged PDF, rendered in a process of its own with limits of time and memory."""

import base64
import json
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from benchreport.errors import DependencyError, RenderError, check_choice
from benchreport.hints import code
from benchreport.report.document import Download
from benchreport.report.formats import Files
from benchreport.report.theme import templates_folder

if TYPE_CHECKING:
    from benchreport.report.build import Report

__all__ = ["Paper", "render", "write"]

CHILD = Path(__file__).with_name("pdf_process.py")
SECONDS, MEBIBYTES = 300, 4096
MISSING = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """What a report looks like on paper.

    Parameters
    ----------
    size
        ``"a4"`` or ``"letter"``.
    columns
        1, or 2 as in a paper; figures and tables span both.
    appendix
        ``"portrait"``, or ``"landscape"`` for wide tables.
    archival
        PDF/A-3 instead of PDF/UA, with the data that were compared attached.
    seconds, mebibytes
        Limits of rendering.
    """

    size: Literal["a4", "letter"] = "a4"
    columns: Literal[1, 2] = 1
    appendix: Literal["portrait", "landscape"] = "portrait"
    archival: bool = False
    seconds: float = SECONDS
    mebibytes: int = MEBIBYTES

    def __post_init__(self) -> None:
        check_choice("size", self.size, ("a4", "letter"))
        check_choice("columns", str(self.columns), ("1", "2"))
        check_choice("appendix", self.appendix, ("portrait", "landscape"))

    @property
    def styles(self) -> tuple[str, ...]:
        """The stylesheets that follow the page's own."""
        names = [
            *(["letter"] if self.size == "letter" else []),
            *(["two-columns"] if self.columns == 2 else []),  # noqa: PLR2004 - as written above
            *([f"landscape-{self.size}"] if self.appendix == "landscape" else []),
        ]
        folder = templates_folder() / "paper"
        return tuple((folder / f"{name}.css").read_text(encoding="utf-8") for name in names)


def write(report: "Report", name: str) -> Files:
    """Write the PDF."""
    return {name: report.pdf}


def render(page: str, paper: Paper | None = None, *, attachments: Sequence[Download] = ()) -> bytes:
    """Render a page of ours as PDF; nothing is fetched, the same page gives the same bytes.

    Parameters
    ----------
    page
        As from `benchreport.report.writers.html.render`.
    paper
        Size, columns, limits; A4 in one column by default.
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
    job = {
        # after the page's own, which would win otherwise
        "page": page.replace("</head>", f"<style>{''.join(paper.styles)}</style></head>", 1),
        "variant": "pdf/a-3a" if paper.archival else "pdf/ua-1",
        "mebibytes": paper.mebibytes,
        "attachments": [
            {
                "name": each.name,
                "description": each.caption,
                "content": base64.b64encode(each.content).decode(),
            }
            for each in attachments
            if paper.archival
        ],
    }
    try:
        # -P: the folder of the script holds modules that are called as the library's own
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
            hint=code("paper=Paper(seconds=…)") + " allows more; .html takes no time",
        ) from error
    if done.returncode == 0:
        return done.stdout
    raise _failure(done.returncode, done.stderr.decode(errors="replace"), paper)


def _failure(status: int, said: str, paper: Paper) -> Exception:
    """Tell what went wrong in the child."""
    try:
        message = str(json.loads(said)["message"])
    except (ValueError, KeyError, TypeError):
        message = ""
    if status == MISSING:
        return DependencyError(
            "PDF needs Pango, which is not on this system.",
            hint="apt-get install libpango-1.0-0 libpangoft2-1.0-0",
        )
    if message:
        return RenderError(message)
    if status == -signal.SIGKILL:
        return RenderError(
            "the process that makes the PDF was killed: by the system for want of memory, or by somebody.",
            hint="run it again with less beside it; .html needs no such process",
        )
    if status < 0 or "MemoryError" in said or "bad_alloc" in said:
        return RenderError(
            f"the PDF took more than {paper.mebibytes} MiB of memory.",
            hint=code("paper=Paper(mebibytes=…)") + " allows more; .html takes less",
        )
    last = said.strip().splitlines()[-1] if said.strip() else f"exit code {status}"
    return RenderError(f"the page could not be rendered: {last}")
