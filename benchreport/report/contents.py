"""The input of every writer, `Contents`, and its output, `Files`."""

import functools
import os
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from benchreport.analysis.verdicts.caution import Answer
from benchreport.data.notebook_view import shorten_text
from benchreport.data.scores import Scores
from benchreport.progress import Stages
from benchreport.report.document import Document, Download, Provenance
from benchreport.report.page_setup import Paper
from benchreport.report.rendering.html_page import render_page
from benchreport.report.rendering.pdf import render_pdf
from benchreport.report.reproduction import AnyAnalysis, extract_data
from benchreport.report.theme import Look
from benchreport.results import Result
from benchreport.results.writing.csv_text import csv_bytes
from benchreport.wording.shell import progress as steps

Files = dict[str, bytes]
"""The bytes of files by path, relative to the folder of the report; the report itself is last."""

Progress = Callable[[str], None]
"""A function that is called with the name of each slow step before it starts."""


def ignore(step: str) -> None:
    """Report progress to nobody."""


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Contents:
    """All facts of a report, from which writers make files.

    Parameters
    ----------
    analysis
        The results, and the advice that led to them.
    document
        The sections of the report.
    included
        Further results, which the user included.
    answer
        The answer where it is not the analysis's own: that over several metrics.
    metrics
        The scores by each of several metrics; empty for one metric.
    provenance
        The origin of the data, and the call that made the report.
    inputs
        The files that the data were read from, if known; no report is saved over one of them.
    look
        Templates, theme and logo of the page.
    paper
        Size, columns and limits of the PDF.
    progress
        A function that is called before each slow step.
    """

    analysis: AnyAnalysis
    document: Document
    included: tuple[Result, ...] = ()
    answer: Answer | None = None
    metrics: Mapping[str, Scores] = field(default_factory=dict)
    provenance: Provenance = field(default_factory=Provenance)
    inputs: tuple[str | os.PathLike[str], ...] = ()
    look: Look = field(default_factory=Look)
    paper: Paper = field(default_factory=Paper)
    progress: Progress = ignore

    def __repr__(self) -> str:
        return f"Contents: {shorten_text(self.document.title)}"

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
        """The report as one self-contained page, rendered once."""
        return render_page(self.document, self.look)

    @functools.cached_property
    def pdf(self) -> bytes:
        """The report as a tagged PDF, which takes seconds and is rendered once."""
        with Stages() as stage:
            stage(steps.PDF)
            self.progress(steps.PDF)
            return self._render_pdf()

    def _render_pdf(self) -> bytes:
        if self.paper.engine == "typst":
            return self._compile_typst()
        frame, caption = extract_data(self.analysis)
        data = Download(name="data.csv", content=csv_bytes(frame), caption=caption)
        page = render_page(self.document, self.look, paper=self.paper)
        return render_pdf(page, self.paper, attachments=[data])

    def _compile_typst(self) -> bytes:
        """Compile what ``.typ`` writes; no file stands beside a PDF, so none is referred to."""
        from benchreport.report.rendering.typst_page import write_typst
        from benchreport.report.rendering.typst_pdf import compile_typst

        sections = tuple(
            replace(
                section,
                blocks=tuple(each for each in section.blocks if not isinstance(each, Download)),
            )
            for section in self.document.sections
        )
        printed = replace(self.document, sections=sections)
        return compile_typst(write_typst(printed, self.paper, "report.typ"))
