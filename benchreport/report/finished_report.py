"""A finished report, which notebooks display and which saves itself in any format."""

from collections.abc import Sequence
from pathlib import Path

from benchreport.plots.base.style import Format
from benchreport.report.contents import Contents
from benchreport.report.document import Document
from benchreport.report.figure_files import FIGURE_FORMATS, check_formats, draw_figures
from benchreport.report.formats import files_of
from benchreport.report.rendering.html_page import render_fragment
from benchreport.report.reproduction import AnyAnalysis
from benchreport.report.save import Target, check_target, write_whole
from benchreport.results import Result


class Report:
    """A finished report. Notebooks display it; `save` writes it as HTML, PDF and other formats.

    Parameters
    ----------
    contents
        The facts of the report.
    """

    def __init__(self, contents: Contents) -> None:
        self.contents = contents

    @property
    def analysis(self) -> AnyAnalysis:
        """The results of the recommended path, and the advice that led to it."""
        return self.contents.analysis

    @property
    def document(self) -> Document:
        """The sections of the report."""
        return self.contents.document

    @property
    def sentences(self) -> tuple[str, ...]:
        """The verdict over all that was compared, then the cautions."""
        answer = self.contents.answer
        if answer is None:
            return self.analysis.sentences
        return (*answer.verdict, *(caution.sentence for caution in answer.cautions))

    @property
    def results(self) -> tuple[Result, ...]:
        """All results; those that were included come last."""
        return self.contents.results

    @property
    def html(self) -> str:
        """The report as one self-contained page."""
        return self.contents.page

    @property
    def pdf(self) -> bytes:
        """The report as a tagged PDF."""
        return self.contents.pdf

    def save(self, path: Target) -> Path:
        """Write the report in the format of the path's suffix; a failure changes no file.

        Parameters
        ----------
        path
            A path that ends in ``.html``, ``.pdf`` or another of `benchreport.report.formats.FORMATS`, in
            a folder that exists. Formats that cannot contain figures get a folder of figures beside the
            file. An existing file keeps its permissions; links are followed.

        Returns
        -------
        pathlib.Path
            The file that was written.

        Raises
        ------
        OptionError
            The format is unknown, or the scores were read from this file.
        RenderError
            The file could not be written; older files are unchanged.
        """
        target = check_target(path, self.contents.inputs)
        write_whole(target.parent, files_of(self.contents, target), self.contents.inputs)
        return target

    def save_figures(
        self, folder: Target, formats: Sequence[Format] = FIGURE_FORMATS
    ) -> list[Path]:
        """Write every figure in each format, and what it draws as CSV; a failure changes no file.

        Parameters
        ----------
        folder
            A folder, which is made if its parent exists.
        formats
            Some of ``"svg"``, ``"pdf"`` and ``"png"`` (300 dots an inch). The same report gives the
            same bytes.

        Returns
        -------
        list of pathlib.Path
            The files, named by the figure's number and what it shows: ``figure-2-mean-ranks.svg``.

        Raises
        ------
        OptionError
            A format is unknown, or the scores were read from one of the files.
        RenderError
            The files could not be written; older files are unchanged.
        """
        check_formats(formats)
        files = draw_figures(self.document, formats)
        write_whole(Path(folder), files, self.contents.inputs)
        return [Path(folder) / name for name in files]

    def __repr__(self) -> str:
        return f"Report: {self.document.title} ({self.document.subtitle})"

    def _repr_html_(self) -> str:
        return render_fragment(self.document, self.contents.look)
