"""Make a finished report from a table."""

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from benchreport import analysis
from benchreport.collector import collector_held
from benchreport.data.curves import Curves
from benchreport.data.predictions import Predictions
from benchreport.data.scores import Scores
from benchreport.errors import OptionError, check_choice, format_count
from benchreport.hints import call, code
from benchreport.plots.base.fonts import one_font_warning
from benchreport.plots.base.short_names import escape_unprintable
from benchreport.plots.base.style import draw_pages_at
from benchreport.report.contents import Contents, Progress, ignore
from benchreport.report.document import Detail, Document, Provenance, Section
from benchreport.report.finished_report import Report
from benchreport.report.page_setup import Paper, PaperName, make_paper
from benchreport.report.reproduction import AnyAnalysis
from benchreport.report.sanitize import (
    sanitize_curves,
    sanitize_labels,
    sanitize_predictions,
    sanitize_scores,
)
from benchreport.report.save import Target, check_targets
from benchreport.report.sections.included_results import run_included
from benchreport.report.sections.numbering import number_blocks
from benchreport.report.sections.result_blocks import drop_repeated_notes
from benchreport.report.sections.section_order import (
    Wanted,
    arrange_sections,
    as_list,
    note_missing_fonts,
)
from benchreport.report.theme import Look
from benchreport.results import Result
from benchreport.results.writing.number_format import capitalize_words
from benchreport.wording.figures import titles
from benchreport.wording.shell import progress as steps

Table = Predictions | Curves | Scores
Revise = Callable[[Contents], Contents]
Fill = Callable[[Any, Provenance, Sequence[Result], Detail], tuple[Section, ...]]


@one_font_warning()
@collector_held()
def report_table(  # noqa: PLR0913 - each says one thing, all have defaults
    table: Table,
    path: Target | Iterable[Target] | None = None,
    *,
    title: str | None = None,
    alpha: float = 0.05,
    control: str | None = None,
    include: Iterable[str | Result] = (),
    test_fraction: float | None = None,
    rope: float = 0.0,
    baseline: Sequence[str] | str | None = None,
    provenance: Provenance | None = None,
    sections: Wanted | Sequence[Wanted] | None = None,
    detail: Detail = "standard",
    paper: Paper | PaperName | None = None,
    look: Look | None = None,
    progress: Progress = ignore,
    revise: Revise | None = None,
) -> Report:
    """Compare the algorithms, models or runs of one table (see `benchreport.report.report`).

    ``revise`` changes the contents before tables and figures are numbered.
    """
    # check formats, folders and looks before the slow work
    inputs = (provenance or Provenance()).inputs
    targets = check_targets(path, inputs)
    check_choice("detail", detail, get_args(Detail))
    _check_look(look)
    pages = make_paper(paper)
    _refuse_for_others(
        table, {"test_fraction": test_fraction, "rope": rope or None, "baseline": baseline}
    )
    origin = _sanitize_provenance(provenance or Provenance())
    versus = None if control is None else _sanitize_name(str(control), table.algorithms)
    sanitized = _sanitize_table(table)
    extra = run_included(include, sanitized, alpha=alpha, control=versus)
    options: dict[str, Any] = {
        "alpha": alpha,
        "control": versus,
        "rng": origin.seed or 0,
        "progress": progress,
    }
    if isinstance(table, Scores):
        options |= {"test_fraction": test_fraction, "rope": rope, "baseline": baseline}
    analysis, compared, fill = _analyze(sanitized, options)
    progress(steps.FIGURES)
    name, subtitle = escape_unprintable(title or ""), str(compared)
    with draw_pages_at(pages.figure_width):
        filled = _fill(fill, (analysis, origin, extra), detail, sections)
    document = Document(
        algorithms=sanitized.algorithms,
        title=name or _default_title(sanitized),
        subtitle=subtitle,
        kicker=f"{name} · {subtitle}" if name else subtitle,
        source=origin.source,
        headline=capitalize_words(analysis.headline, sanitized.algorithms),
        labels=(name, origin.source, *_list_labels(sanitized)),
        sections=filled,
    )
    names = (*sanitized.algorithms, *(sanitized.blocks if isinstance(sanitized, Scores) else ()))
    contents = Contents(
        analysis=analysis,
        document=arrange_sections(note_missing_fonts(document, names), sections, analysis),
        included=tuple(extra),
        provenance=origin,
        inputs=inputs,
        look=look or Look(),
        paper=pages,
        progress=progress,
    )
    if revise is not None:
        contents = revise(contents)
    numbered = number_blocks(contents.document, pages.captions)
    result = Report(dataclasses.replace(contents, document=numbered))
    for target in targets:
        result.save(target)
    return result


def _fill(
    fill: Fill,
    facts: tuple[AnyAnalysis, Provenance, Sequence[Result]],
    detail: Detail,
    chosen: Wanted | Sequence[Wanted] | None,
) -> tuple[Section, ...]:
    """Fill the sections of the detail, and those that are chosen by key beyond it."""
    sections = fill(*facts, detail)
    keys = {section.key for section in sections}
    beyond = {key for key in as_list(chosen or ()) if isinstance(key, str)} - keys - {"..."}
    if beyond and detail != "full":
        full = fill(*facts, "full")
        sections += tuple(section for section in full if section.key in beyond)
    return drop_repeated_notes(sections)


ONLY_OF_SCORES = {
    "test_fraction": "is the share of data that splits of scores were tested on",
    "rope": "says which differences of scores are practically none",
    "baseline": "names levels of factors",
}


def _refuse_for_others(table: Table, options: Mapping[str, object]) -> None:
    """Refuse options that apply to scores only."""
    if isinstance(table, Scores):
        return
    curves = isinstance(table, Curves)
    hint = call("area_under_curve") if curves else call("to_scores", metric=..., by="repeat")
    for name, value in options.items():
        if value is not None:
            raise OptionError(
                f"{name} {ONLY_OF_SCORES[name]}; these are {'curves' if curves else 'predictions'}.",
                hint=f"leave {name} out, or report scores: " + hint,
            )


def _check_look(look: object) -> None:
    if look is not None and not isinstance(look, Look):
        raise OptionError(
            f"look must be a Look; got {look!r}.",
            hint=code(
                "from benchreport.report import Look; look=Look(theme={'accent': '#00598c'})"
            ),
        )


def _sanitize_name(control: str, algorithms: Sequence[str]) -> str:
    return sanitize_labels(algorithms).get(control, escape_unprintable(control))


def _sanitize_table(table: Table) -> Table:
    if isinstance(table, Predictions):
        return sanitize_predictions(table)
    return sanitize_curves(table) if isinstance(table, Curves) else sanitize_scores(table)


def _sanitize_provenance(provenance: Provenance) -> Provenance:
    source = provenance.source
    # a report does not say where on a machine its data are
    name = Path(source).name if Path(source).is_absolute() else source
    return dataclasses.replace(
        provenance,
        source=escape_unprintable(name),
        call=escape_unprintable(provenance.call),
    )


def _analyze(table: Table, options: dict[str, Any]) -> tuple[AnyAnalysis, Table, Fill]:
    """Analyze a table; return the analysis, the table as compared, and the function that fills sections.

    Only what its kind needs is loaded.
    """
    if isinstance(table, Predictions):
        from benchreport.report.sections.prediction_sections import prediction_sections

        measured = analysis.analyze_predictions(table, **options)
        return measured, measured.predictions, prediction_sections
    if isinstance(table, Curves):
        from benchreport.report.sections.curve_sections import curve_sections

        traced = analysis.analyze_curves(table, **options)
        return traced, traced.curves, curve_sections
    from benchreport.report.sections.score_sections import score_sections

    compared = analysis.analyze(table, **options)
    return compared, compared.scores, score_sections


def _list_labels(table: Table) -> tuple[str, ...]:
    """List the names from the data that sentences may have."""
    if isinstance(table, Predictions):
        return (*table.algorithms, *table.datasets, *table.classes, table.positive)
    own = (*table.algorithms, table.score)
    if isinstance(table, Curves):
        return (*own, *table.datasets, table.step)
    return (*own, *table.blocks, *table.runs.datasets, table.dataset)


def _default_title(table: Table) -> str:
    k = len(table.algorithms)
    if isinstance(table, Curves):
        return titles.CURVES.format(algorithms=format_count(k, "algorithm"), score=table.score)
    if isinstance(table, Scores):
        return titles.SCORES.format(n=k, score=table.score)
    return titles.MODELS.format(n=k) if k > 1 else titles.ONE_MODEL
