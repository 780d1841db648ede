"""The report: made once, saved in any format."""

import contextlib
import dataclasses
import functools
import inspect
import os
import tempfile
from collections.abc import Callable, Iterable, Sequence
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
from benchreport.errors import OptionError, RenderError, check_choice, counted
from benchreport.report import html, pdf
from benchreport.report.arrange import Wanted, arranged, with_fonts
from benchreport.report.artifact import compared
from benchreport.report.curve_sections import curve_document
from benchreport.report.document import Document, Download, Provenance
from benchreport.report.formats import check_suffix, files_of
from benchreport.report.look import Look
from benchreport.report.pdf import Paper
from benchreport.report.prediction_sections import prediction_document
from benchreport.report.sections import document
from benchreport.report.tables import csv_of
from benchreport.report.visible import (
    visible,
    visible_curves,
    visible_predictions,
    visible_scores,
)
from benchreport.results import Result
from benchreport.stats import CATALOGUE, CURVE_CATALOGUE, PREDICTION_CATALOGUE

__all__ = ["Report", "report"]

Target = str | os.PathLike[str]


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
        analysis: Analysis | CurveAnalysis | PredictionAnalysis,
        document: Document,
        progress: Callable[[str], None] = _quiet,
        paper: Paper | None = None,
        included: Sequence[Result] = (),
        look: Look | None = None,
    ) -> None:
        self.analysis = analysis
        self.included = tuple(included)
        self.look = look or Look()
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
            exists. Formats that cannot hold figures have them in a folder beside it.

        Returns
        -------
        pathlib.Path
            What was written.

        Raises
        ------
        OptionError
            No such format.
        RenderError
            It could not be written; an older file is still there.
        """
        target = _checked(path)
        files = files_of(self, target)
        # what a file refers to is there before the file is
        for name, content in files.items():
            place = target.parent / name
            if place.parent != target.parent:
                _make(place.parent)
            _write(place, content)
        return target

    def __repr__(self) -> str:
        return f"Report: {self.document.title} ({self.document.subtitle})"

    def _repr_html_(self) -> str:
        return html.fragment(self.document, self.look)


def _attached(analysis: Analysis | CurveAnalysis | PredictionAnalysis) -> list[Download]:
    """Return what was compared as a file that an archival PDF carries."""
    frame, what = compared(analysis)
    return [Download(name="data.csv", content=csv_of(frame), caption=what)]


def _checked(path: Target) -> Path:
    target = Path(path)
    check_suffix(target)
    return target


def _make(folder: Path) -> None:
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise RenderError(f"cannot make {str(folder)!r}: {error.strerror}.") from error


def report(  # noqa: PLR0913 - each says one thing, all have defaults
    table: Predictions | Curves | Scores,
    path: Target | Iterable[Target] | None = None,
    *,
    title: str | None = None,
    alpha: float = 0.05,
    control: str | None = None,
    include: Iterable[str | Result] = (),
    test_fraction: float | None = None,
    provenance: Provenance | None = None,
    sections: Sequence[Wanted] | None = None,
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
    # all formats are checked before any work is done
    targets = [_checked(each) for each in _several(path)]
    given = _visible(provenance or Provenance())
    versus = None if control is None else visible(str(control))
    seed = given.seed or 0
    name = None if title is None else visible(title)
    wanted = _listed(include)
    if test_fraction is not None and not isinstance(table, Scores):
        raise OptionError(
            "test_fraction is the share of data that splits of scores were tested on; these are "
            f"{'curves' if isinstance(table, Curves) else 'predictions'}.",
            hint="leave test_fraction out, or report scores: df.bench.area_under_curve()"
            if isinstance(table, Curves)
            else "leave test_fraction out, or report scores: df.bench.to_scores(metric=…, by='repeat')",
        )
    common: dict[str, Any] = {"alpha": alpha, "control": versus, "rng": seed, "progress": progress}
    pages: dict[str, Any] = {"provenance": given, "progress": progress}
    made: Report
    if isinstance(table, Predictions):
        predictions = visible_predictions(table)
        pages["include"] = [_result(each, predictions, alpha, versus) for each in wanted]
        models = analyze_predictions(predictions, **common)
        pages["title"] = name or _named(predictions)
        made = Report(
            models,
            arranged(
                with_fonts(prediction_document(models, **pages), predictions.algorithms),
                sections,
                models,
            ),
            progress,
            paper,
            pages["include"],
            look,
        )
    elif isinstance(table, Curves):
        curves = visible_curves(table)
        pages["include"] = [_result(each, curves, alpha, versus) for each in wanted]
        runs = analyze_curves(curves, **common)
        pages["title"] = (
            name or f"Curves of {counted(len(curves.algorithms), 'algorithm')} by {curves.score}"
        )
        made = Report(
            runs,
            arranged(with_fonts(curve_document(runs, **pages), curves.algorithms), sections, runs),
            progress,
            paper,
            pages["include"],
            look,
        )
    else:
        scores = visible_scores(table)
        pages["include"] = [_result(each, scores, alpha, versus) for each in wanted]
        analysis = analyze(scores, test_fraction=test_fraction, **common)
        names = (*scores.algorithms, *scores.blocks)
        pages["title"] = (
            name or f"Comparison of {len(scores.algorithms)} algorithms by {scores.score}"
        )
        made = Report(
            analysis,
            arranged(with_fonts(document(analysis, **pages), names), sections, analysis),
            progress,
            paper,
            pages["include"],
            look,
        )
    for target in targets:
        made.save(target)
    return made


def _named(predictions: Predictions) -> str:
    k = len(predictions.algorithms)
    return (
        f"Comparison of {k} models by their predictions" if k > 1 else "A model by its predictions"
    )


def _listed(include: str | Result | Iterable[str | Result]) -> list[str | Result]:
    if isinstance(include, str | Result):
        return [include]
    if not isinstance(include, Iterable):
        raise OptionError(
            f"include names procedures, or holds results; got {include!r}.",
            hint="include=['quade']",
        )
    return list(include)


def _result(
    wanted: str | Result, table: Predictions | Curves | Scores, alpha: float, control: str | None
) -> Result:
    """Run a procedure of the catalogue with the report's own alpha and control."""
    if isinstance(wanted, Result):
        return wanted
    catalogue = CATALOGUE
    if not isinstance(table, Scores):
        catalogue = CURVE_CATALOGUE if isinstance(table, Curves) else PREDICTION_CATALOGUE
    check_choice("include", wanted, catalogue)
    procedure = catalogue[wanted]
    options = inspect.signature(procedure).parameters
    given: dict[str, object] = {"alpha": alpha, "control": control}
    chosen = {name: value for name, value in given.items() if name in options and value is not None}
    needed = [
        name
        for name, each in options.items()
        if each.kind is each.KEYWORD_ONLY and each.default is each.empty and name not in chosen
    ]
    if needed:
        call = ", ".join(f"{name}=…" for name in needed)
        raise OptionError(
            f"{wanted} needs {' and '.join(needed)}, which a report cannot guess.",
            hint=f"in Python, make it first: result = df.bench.{wanted}({call}), then include=[result]",
        )
    return procedure(table, **chosen)


def _visible(provenance: Provenance) -> Provenance:
    return dataclasses.replace(
        provenance, source=visible(provenance.source), call=visible(provenance.call)
    )


def _several(path: Target | Iterable[Target] | None) -> list[Target]:
    return [path] if isinstance(path, str | os.PathLike) else list(path or ())


def _write(target: Path, content: bytes) -> None:
    """Replace the file in one step, after all bytes are on the disk."""
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    except OSError as error:
        raise RenderError(
            f"cannot write {str(target)!r}: {error.strerror}.", hint="name a folder that exists"
        ) from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        # mkstemp is private to its user; a report is as readable as any new file
        umask = os.umask(0)
        os.umask(umask)
        Path(name).chmod(0o666 & ~umask)
        Path(name).replace(target)
    except OSError as error:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise RenderError(f"cannot write {str(target)!r}: {error.strerror}.") from error
