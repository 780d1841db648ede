"""Make a report on several metrics: the first in full, and all side by side."""

import dataclasses
import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from benchreport import stats
from benchreport.analysis import Analysis
from benchreport.analysis.verdicts.caution import Answer
from benchreport.analysis.verdicts.metrics_verdict import (
    MOST_METRICS,
    answer_metrics,
    compare_by_metrics,
)
from benchreport.data.columns.words.direction import Directions
from benchreport.data.scores import Scores
from benchreport.data.several import Several, errors_of
from benchreport.plots.base.short_names import escape_unprintable
from benchreport.report.contents import Contents, Progress, ignore
from benchreport.report.document import (
    Block,
    Check,
    Checks,
    Detail,
    Document,
    Download,
    Facts,
    FigureBlock,
    Provenance,
    Section,
    Table,
    Text,
)
from benchreport.report.finished_report import Report
from benchreport.report.make_report import report_table
from benchreport.report.page_setup import Paper, PaperName
from benchreport.report.sanitize import sanitize_scores
from benchreport.report.save import Target, check_targets
from benchreport.report.sections.checklist import PASSED
from benchreport.report.sections.methods import cite, reference_blocks
from benchreport.report.sections.metric_sections import Metrics, leaders_table, metrics_section
from benchreport.report.sections.section_order import Wanted, as_list
from benchreport.report.sections.tables import SCORES_FILE, metrics_file
from benchreport.report.theme import Look
from benchreport.results import OmnibusResult, Result
from benchreport.results.citing.bibliography import BIBLIOGRAPHY
from benchreport.results.writing import number_format as fmt
from benchreport.stats.description.rank_changes import compare_rankings
from benchreport.wording.figures import pairs as pictures
from benchreport.wording.figures import titles as figure_titles
from benchreport.wording.papers import checklist, methods
from benchreport.wording.papers import sections as titles
from benchreport.wording.results import metrics as wording

DIAGRAM = pictures.DIAGRAM.partition(" {")[0]
CITED = ("friedman1937", "holm1979")


def report_metrics(  # noqa: PLR0913 - those of report, and which metrics
    several: Several,
    path: Target | Iterable[Target] | None = None,
    *,
    scores: Sequence[str] | None = None,
    higher_is_better: Directions = None,
    title: str | None = None,
    alpha: float = 0.05,
    control: str | None = None,
    include: Iterable[str | Result] = (),
    test_fraction: float | None = None,
    rope: float = 0.0,
    baseline: Sequence[str] | str | None = None,
    sections: Wanted | Sequence[Wanted] | None = None,
    detail: Detail = "standard",
    provenance: Provenance | None = None,
    paper: Paper | PaperName | None = None,
    look: Look | None = None,
    progress: Progress = ignore,
) -> Report:
    """Compare algorithms by several metrics: the first in full, and all side by side.

    Parameters
    ----------
    several
        A long table with a column for each metric.
    path
        The file to save, or several; ``None`` saves nothing.
    scores
        The metrics; the report covers the first in full. ``None`` takes all whose direction is known.
    higher_is_better
        The direction by metric, if its name does not show it.
    alpha
        The significance level of all tests; Holm's method adjusts p-values over metrics.
    title, control, include, test_fraction, rope, baseline, detail, provenance, paper, look, progress
        As for `report`.
    sections
        As for `report`; the section on all metrics has the key ``"metrics"`` and follows the verdict
        by default.

    Returns
    -------
    Report
        The report, with a section on all metrics after the verdict.

    Raises
    ------
    DesignError, OptionError
        As for `report`; also if there is only one metric.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({
    ...     "algorithm": list("abc") * 4, "dataset": [1] * 3 + [2] * 3 + [3] * 3 + [4] * 3,
    ...     "accuracy": [9, 7, 5, 8, 6, 4, 9, 8, 4, 7, 5, 2], "runtime": [3, 2, 1] * 4,
    ... })
    >>> made = frame.bench.report_metrics(scores=["accuracy", "runtime"])
    >>> [section.key for section in made.document.sections][:2]
    ['verdict', 'metrics']
    """
    targets = check_targets(path, (provenance or Provenance()).inputs)
    compared = _compare_metrics(several, scores, higher_is_better, alpha)
    chosen = ["verdict", "metrics", "..."] if sections is None else as_list(sections)
    result = report_table(
        next(iter(compared.tables.values())),
        title=title,
        alpha=alpha,
        control=control,
        include=include,
        test_fraction=test_fraction,
        rope=rope,
        baseline=baseline,
        sections=[
            functools.partial(metrics_section, compared, detail)
            if section == "metrics"
            else section
            for section in chosen
        ],
        detail=detail,
        provenance=provenance,
        paper=paper,
        look=look,
        progress=progress,
        revise=functools.partial(_revise, compared),
    )
    for target in targets:
        result.save(target)
    return result


def _revise(compared: Metrics, contents: Contents) -> Contents:
    """Let the first page answer over all metrics, and the other sections mention them."""
    analysis = cast("Analysis", contents.analysis)
    pairs = compare_by_metrics(analysis, compared.tables)
    answer = answer_metrics(analysis, compared.tests, compared.tables, pairs)
    return dataclasses.replace(
        contents,
        document=_answer(
            _mention_metrics(contents.document, list(compared.tables)),
            answer,
            leaders_table(compared, pairs, analysis),
            compared.tables,
        ),
        answer=answer,
        metrics=compared.tables,
        # the results already include the test of the first metric
        included=(*contents.included, compared.changes, *list(compared.tests.values())[1:]),
    )


def _answer(
    document: Document, answer: Answer, leaders: Table, metrics: Mapping[str, Scores]
) -> Document:
    """Put the answer over all metrics into the headline and the verdict, and their names into the labels."""
    sections = tuple(
        dataclasses.replace(section, blocks=_answer_blocks(section.blocks, answer, leaders))
        if section.key == "verdict"
        else section
        for section in document.sections
    )
    labels = (*document.labels, *metrics)
    n, (metric, *_) = len(document.algorithms), metrics
    first = wording.METRICS.format(metrics=metric, direction=metrics[metric].direction)
    alike = {
        direction: [name for name, table in metrics.items() if table.direction == direction]
        for direction in dict.fromkeys(table.direction for table in metrics.values())
    }
    every_metric = "; ".join(
        wording.METRICS.format(metrics=fmt.join(names, most=MOST_METRICS), direction=direction)
        for direction, names in alike.items()
    )
    unnamed = document.title == figure_titles.SCORES.format(n=n, score=metric)
    every = figure_titles.SCORES.format(n=n, score=fmt.join(metrics, most=MOST_METRICS))
    return dataclasses.replace(
        document,
        title=every if unnamed else document.title,
        headline=fmt.capitalize_words(answer.headline, document.algorithms),
        subtitle=document.subtitle.replace(first, every_metric, 1),
        kicker=document.kicker.replace(first, every_metric, 1),
        sections=tuple(
            _put_scores(_name_scores(section, every_metric), metrics) for section in sections
        ),
        labels=labels,
    )


def _name_scores(section: Section, scores: str) -> Section:
    """Name the scores of all metrics among the facts of what was compared."""
    blocks = tuple(
        Facts(tuple((key, scores if key == titles.SCORE else fact) for key, fact in block.items))
        if isinstance(block, Facts) and section.key == "compared"
        else block
        for block in section.blocks
    )
    return dataclasses.replace(section, blocks=blocks)


def _put_scores(section: Section, metrics: Mapping[str, Scores]) -> Section:
    """Let the file of scores of the appendix hold those of all metrics."""
    blocks = tuple(
        metrics_file(metrics)
        if isinstance(block, Download) and block.name == SCORES_FILE
        else block
        for block in section.blocks
    )
    return dataclasses.replace(section, blocks=blocks)


def _answer_blocks(blocks: Sequence[Block], answer: Answer, leaders: Table) -> tuple[Block, ...]:
    """Let the verdict be that over all metrics, and their leaders follow what is said."""
    said = [block for block in blocks if isinstance(block, Text)]
    shown = [block for block in blocks if not isinstance(block, Text)]
    verdict = " ".join(answer.verdict)
    return (
        *(dataclasses.replace(each, paragraphs=(verdict,)) if each.lead else each for each in said),
        leaders,
        *shown,
    )


def _compare_metrics(
    several: Several, scores: Sequence[str] | None, better: Directions, alpha: float
) -> Metrics:
    tables = several.by_scores(scores, higher_is_better=better)
    for name, table in tables.items():
        if not table.complete:
            with errors_of(name):
                # as a report on one metric compares runs that are shared, and pairs on what is complete
                tables[name] = table.with_shared_runs().without_gaps()
    sanitized = _name_unread(
        {escape_unprintable(name): sanitize_scores(table) for name, table in tables.items()}
    )
    tests = {name: _test(name, table, alpha) for name, table in sanitized.items()}
    return Metrics(sanitized, tests, compare_rankings(sanitized))


def _name_unread(tables: Mapping[str, Scores]) -> dict[str, Scores]:
    """Name as not read what no metric reads: the table of each leaves out the others."""
    unread = [set(table.runs.unread) for table in tables.values()]
    left = set.intersection(*unread)
    return {
        name: dataclasses.replace(
            table,
            runs=dataclasses.replace(
                table.runs, unread=tuple(each for each in table.runs.unread if each in left)
            ),
        )
        for name, table in tables.items()
    }


def _test(name: str, table: Scores, alpha: float) -> OmnibusResult:
    with errors_of(name):
        return stats.friedman(table, alpha=alpha)


def _mention_metrics(document: Document, metrics: Sequence[str]) -> Document:
    """Mention the other metrics in the sections on one metric, which do not draw its diagram again."""
    drawn = any(
        section.key == "metrics" and any(map(_has_diagram, section.blocks))
        for section in document.sections
    )
    return dataclasses.replace(
        document,
        sections=tuple(
            _mention_in_section(section, metrics, drawn=drawn) for section in document.sections
        ),
    )


def _mention_in_section(section: Section, metrics: Sequence[str], *, drawn: bool) -> Section:
    if section.key == "pairs" and drawn:
        kept = (block for block in section.blocks if not _has_diagram(block))
        return dataclasses.replace(section, blocks=tuple(kept))
    if section.key == "methods":
        return _add_method(section, _method_sentence(metrics))
    if section.key != "checklist":
        return section
    blocks = (
        Checks(tuple(_answer_check(check, metrics) for check in block.items))
        if isinstance(block, Checks)
        else block
        for block in section.blocks
    )
    return dataclasses.replace(section, blocks=tuple(blocks))


def _has_diagram(block: Block) -> bool:
    """Tell whether a block draws groups of mean ranks, and no other block refers to it."""
    return isinstance(block, FigureBlock) and not block.key and DIAGRAM in block.alt


def _add_method(section: Section, sentence: str) -> Section:
    """Add a sentence to the first paragraph of the methods, and its references to the list."""
    text, *rest = section.blocks
    if not isinstance(text, Text):
        return section
    first, *more = text.paragraphs
    entries = {item for block in rest if isinstance(block, Facts) for item in block.items}
    keys = [
        key
        for key, entry in BIBLIOGRAPHY.items()
        if key in CITED or (entry.short, entry.text) in entries
    ]
    replacements: dict[type, Block] = {type(block): block for block in reference_blocks(keys)}
    blocks = (
        Text((f"{first} {sentence}", *more)),
        *(replacements.get(type(block), block) for block in rest),
    )
    return dataclasses.replace(section, blocks=blocks)


def _answer_check(check: Check, metrics: Sequence[str]) -> Check:
    if check.procedure != checklist.METRICS:
        return check
    names = fmt.join(metrics, most=5)
    evidence = checklist.SEVERAL_METRICS.format(n=len(metrics), metrics=names)
    return dataclasses.replace(check, outcome=PASSED, evidence=evidence)


def _method_sentence(metrics: Sequence[str]) -> str:
    return methods.METRICS.format(
        metrics=fmt.join(metrics[1:]),
        n=len(metrics),
        citation=cite(CITED[0]),
        correction=cite(CITED[1]),
    )
