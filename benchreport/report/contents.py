"""What every writer is given, all that a report knows, and what it returns: files."""

import functools
import os
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from benchreport.data.scores import Scores
from benchreport.report.document import Document, Download
from benchreport.report.page_setup import Paper
from benchreport.report.rendering.html_page import render_page
from benchreport.report.rendering.pdf import render_pdf
from benchreport.report.reproduction import AnyAnalysis, extract_data
from benchreport.report.theme import Look
from benchreport.results import Result
from benchreport.results.csv_text import csv_bytes

Files = dict[str, bytes]
"""Contents by path relative to the folder of the report; the report itself comes last."""

Progress = Callable[[str], None]
"""Called with the name of a slow step before it starts."""


def ignore(step: str) -> None:
    """Report progress to nobody."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Contents:
    """What a report knows.

    Parameters
    ----------
    analysis
        The results, and the advice that led to them.
    document
        The sections that say so.
    included
        Results beside those of the analysis.
    metrics
        The scores by every metric, where there are several.
    inputs
        Files that the data were read from, as far as they are known; no report is saved over one.
    look
        Templates, theme, logo and language of the page.
    paper
        Size, columns and limits of the PDF.
    progress
        Called before slow steps.
    """

    analysis: AnyAnalysis
    document: Document
    included: tuple[Result, ...] = ()
    metrics: Mapping[str, Scores] = field(default_factory=dict)
    inputs: tuple[str | os.PathLike[str], ...] = ()
    look: Look = field(default_factory=Look)
    paper: Paper = field(default_factory=Paper)
    progress: Progress = ignore

    @property
    def results(self) -> tuple[Result, ...]:
        """All results; those that were included come last."""
        return (*self.analysis.results, *self.included)

    @property
    def titled_results(self) -> list[tuple[str, Result]]:
        """The results by their procedure; if it ran more than once, also by their metric."""
        times = Counter(result.procedure for result in self.results)
        return [
            (
                f"{result.procedure} {result.design.score}"
                if times[result.procedure] > 1
                else result.procedure,
                result,
            )
            for result in self.results
        ]

    @functools.cached_property
    def page(self) -> str:
        """The report as one self-contained page, rendered once: the PDF is made of it too."""
        return render_page(self.document, self.look)

    @functools.cached_property
    def pdf(self) -> bytes:
        """The report as a tagged PDF, which takes seconds and is rendered once."""
        self.progress("rendering the PDF")
        frame, caption = extract_data(self.analysis)
        data = Download(name="data.csv", content=csv_bytes(frame), caption=caption)
        return render_pdf(self.page, self.paper, attachments=[data])
