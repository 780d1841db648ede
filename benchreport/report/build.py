"""The report: made once, saved in any format."""

import dataclasses
import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchreport.analysis import (
    Analysis,
    CurveAnalysis,
    PredictionAnalysis,
    analyze,
    analyze_curves,
    analyze_predictions,
)
from benchreport.data.curves import Curves
from benchreport.data.predictions import Predictions
from benchreport.data.scores import Scores
from benchreport.errors import OptionError, counted
from benchreport.hints import call, code
from benchreport.plots.base.fonts import one_font_warning
from benchreport.plots.base.short_names import visible
from benchreport.report.document import Document, Download, Provenance
from benchreport.report.formats import files_of
from benchreport.report.reproduction import compared
from benchreport.report.sanitize import (
    labels,
    visible_curves,
    visible_predictions,
    visible_scores,
)
from benchreport.report.save import Target, checked, checked_all, write_whole
from benchreport.report.sections.curve_sections import curve_document
from benchreport.report.sections.included_results import included
from benchreport.report.sections.prediction_sections import prediction_document
from benchreport.report.sections.score_sections import document
from benchreport.report.sections.section_order import Wanted, arranged, with_fonts
from benchreport.report.sections.tables import csv_bytes
from benchreport.report.theme import Look
from benchreport.report.writers import html, pdf
from benchreport.report.writers.pdf import Paper
from benchreport.results import Result

__all__ = ["Report", "report"]

Table = Predictions | Curves | Scores
Found = Analysis | CurveAnalysis | PredictionAnalysis


def _quiet(step: str) -> None:
    """Tell nobody."""


class Report:
    """A finished report: shows in a notebook, saves as HTML or PDF.

    Parameters
    ----------
    analysis
        What was found.
    document
        What is said about it.
    progress
        Called before slow steps.
    paper
        What it looks like as PDF.
    included
        Results beside those of the analysis.
    look
        What it looks like as a page.
    """

    def __init__(
        self,
        analysis: Found,
        document: Document,
        progress: Callable[[str], None] = _quiet,
        paper: Paper | None = None,
        included: Sequence[Result] = (),
        look: Look | None = None,
    ) -> None:
        self.analysis = analysis
        self.included = tuple(included)
        # tables of all metrics, where there are several
        self.metrics: dict[str, Scores] = {}
        # what it was read from, where that is known: no report is saved over it
        self.inputs: tuple[Target, ...] = ()
        self.look = _checked(look)
        self.paper = paper or Paper()
        self.document = document
        self._progress = progress

    @property
    def results(self) -> tuple[Result, ...]:
        """All results, those that were included last."""
        return (*self.analysis.results, *self.included)

    @functools.cached_property
    def html(self) -> str:
        """The report as one self-contained page."""
        return html.render(self.document, self.look)

    @functools.cached_property
    def pdf(self) -> bytes:
        """The report as a tagged PDF."""
        self._progress("rendering the PDF")
        return pdf.render(self.html, self.paper, attachments=_attached(self.analysis))

    def save(self, path: Target) -> Path:
        """Write the report whole or not at all; the suffix says which format.

        Parameters
        ----------
        path
            Ends in ``.html``, ``.pdf`` or another of `benchreport.report.formats.FORMATS`; its folder
            exists. Formats that cannot hold figures have them in a folder beside it. A file that is there
            keeps its permissions; a link is written through.

        Returns
        -------
        pathlib.Path
            What was written.

        Raises
        ------
        OptionError
            No such format, or a file that the scores were read from.
        RenderError
            It could not be written; older files are still there.
        """
        target = checked(path, self.inputs)
        write_whole(target.parent, files_of(self, target), self.inputs)
        return target

    def __repr__(self) -> str:
        return f"Report: {self.document.title} ({self.document.subtitle})"

    def _repr_html_(self) -> str:
        return html.fragment(self.document, self.look)


def _checked(look: Look | None) -> Look:
    if look is None or isinstance(look, Look):
        return look or Look()
    raise OptionError(
        f"look must be a Look; got {look!r}.",
        hint=code("from benchreport.report import Look; look=Look(theme={'accent': '#00598c'})"),
    )


def _attached(analysis: Found) -> list[Download]:
    """Return what was compared as a file that an archival PDF carries."""
    frame, what = compared(analysis)
    return [Download(name="data.csv", content=csv_bytes(frame), caption=what)]


@one_font_warning()
def report(  # noqa: PLR0913 - each says one thing, all have defaults
    table: Table,
    path: Target | Iterable[Target] | None = None,
    *,
    title: str | None = None,
    alpha: float = 0.05,
    control: str | None = None,
    include: Iterable[str | Result] = (),
    test_fraction: float | None = None,
    rope: float = 0.0,
    provenance: Provenance | None = None,
    sections: Wanted | Sequence[Wanted] | None = None,
    paper: Paper | None = None,
    look: Look | None = None,
    progress: Callable[[str], None] = _quiet,
) -> Report:
    """Compare, and write the report.

    Parameters
    ----------
    table
        Scores of k algorithms, whatever their design, predictions of k models, or curves of runs.
    path
        Where to save: one or several files ending in ``.html`` or ``.pdf``; ``None`` saves nothing.
    title
        Of the report.
    alpha
        The level of all decisions.
    control
        Compare the others with this algorithm; ``None`` compares all pairs.
    include
        Procedures beside the recommended path, a section each: names of the catalogue, run with
        their defaults, or results that were made before.
    test_fraction
        The share of the data that each split of one dataset is tested on.
    rope
        Differences of scores up to this one are practically none, for the Bayesian view.
    provenance
        Where the scores came from.
    sections
        Keys of sections in the order wanted, ``"..."`` for the rest, sections of your own, or functions
        from the analysis to one; ``None`` takes all.
    paper
        Size, columns and limits of PDFs; A4 in one column by default.
    look
        Templates, theme, logo and language of pages and PDFs.
    progress
        Called with the name of each step before it starts.

    Returns
    -------
    Report
        With ``.html``, ``.pdf`` and ``.save(path)``.

    Raises
    ------
    DesignError
        The table is too small, or the control is not in it.
    OptionError
        No such format, or no such procedure to include.
    RenderError, DependencyError
        The report could not be written, or a library for it is missing.

    Examples
    --------
    >>> import pandas as pd
    >>> from benchreport.data import Roles
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
    >>> report(Scores.from_frame(frame, Roles(score="accuracy")))
    Report: Comparison of 3 algorithms by accuracy (3 algorithms × 4 datasets, 1 score each;
    accuracy, higher is better)
    """
    # formats and folders are checked before any work is done
    inputs = (provenance or Provenance()).inputs
    targets = checked_all(path, inputs)
    own = {"test_fraction": test_fraction, "rope": rope or None}
    _refuse_for_others(table, own)
    given = _visible(provenance or Provenance())
    versus = None if control is None else _shown_as(str(control), table.algorithms)
    shown = _shown(table)
    beside = included(include, shown, alpha=alpha, control=versus)
    options: dict[str, Any] = {
        "alpha": alpha,
        "control": versus,
        "rng": given.seed or 0,
        "progress": progress,
    }
    if isinstance(table, Scores):
        options |= {"test_fraction": test_fraction, "rope": rope}
    analysis, fill, names = _analyzed(shown, options)
    filled = fill(
        analysis,
        title=_named(shown) if title is None else visible(title),
        provenance=given,
        include=beside,
        progress=progress,
    )
    whole = arranged(with_fonts(filled, names), sections, analysis)
    made = Report(analysis, whole, progress, paper, beside, look)
    made.inputs = inputs
    for target in targets:
        made.save(target)
    return made


ONLY_OF_SCORES = {
    "test_fraction": "is the share of data that splits of scores were tested on",
    "rope": "says which differences of scores are practically none",
}


def _refuse_for_others(table: Table, given: Mapping[str, object]) -> None:
    """Refuse what only a table of scores has an answer to."""
    if isinstance(table, Scores):
        return
    curves = isinstance(table, Curves)
    way = call("area_under_curve") if curves else call("to_scores", metric=..., by="repeat")
    for name, value in given.items():
        if value is not None:
            raise OptionError(
                f"{name} {ONLY_OF_SCORES[name]}; these are {'curves' if curves else 'predictions'}.",
                hint=f"leave {name} out, or report scores: " + way,
            )


def _shown_as(control: str, algorithms: Sequence[str]) -> str:
    return labels(algorithms).get(control, visible(control))


def _shown(table: Table) -> Table:
    if isinstance(table, Predictions):
        return visible_predictions(table)
    return visible_curves(table) if isinstance(table, Curves) else visible_scores(table)


def _analyzed(
    table: Table, options: dict[str, Any]
) -> tuple[Found, Callable[..., Document], tuple[str, ...]]:
    """Run what suits the table; return also what fills its sections, and the names in them."""
    if isinstance(table, Predictions):
        return analyze_predictions(table, **options), prediction_document, table.algorithms
    if isinstance(table, Curves):
        return analyze_curves(table, **options), curve_document, table.algorithms
    analysis = analyze(table, **options)
    return analysis, document, (*table.algorithms, *table.blocks)


def _named(table: Table) -> str:
    k = len(table.algorithms)
    if isinstance(table, Curves):
        return f"Curves of {counted(k, 'algorithm')} by {table.score}"
    if isinstance(table, Scores):
        return f"Comparison of {k} algorithms by {table.score}"
    return (
        f"Comparison of {k} models by their predictions" if k > 1 else "A model by its predictions"
    )


def _visible(provenance: Provenance) -> Provenance:
    return dataclasses.replace(
        provenance, source=visible(provenance.source), call=visible(provenance.call)
    )
