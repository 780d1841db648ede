"""Make a report on several metrics: the first in full, and all side by side."""

import dataclasses
import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, cast

import pandas as pd

from benchreport import plots, stats
from benchreport.analysis import Analysis
from benchreport.analysis.verdicts.advantage import choose_sizes, measure_advantages
from benchreport.analysis.verdicts.caution import Answer
from benchreport.analysis.verdicts.metrics_verdict import (
    MOST_METRICS,
    answer_metrics,
    compare_by_metrics,
    find_leaders,
    find_pair,
    write_lead,
)
from benchreport.data.columns.words.direction import Directions
from benchreport.data.scores import Scores
from benchreport.data.several import Several, errors_of
from benchreport.errors import format_count
from benchreport.numerics.multiplicity.adjust import adjust
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
from benchreport.report.sections.numbering import see
from benchreport.report.sections.ranking import describe_intervals
from benchreport.report.sections.result_blocks import figure_block
from benchreport.report.sections.results_sections import DESCRIPTION
from benchreport.report.sections.section_order import Wanted, as_list
from benchreport.report.sections.tables import SCORES_FILE, metrics_file, text_table
from benchreport.report.theme import Look
from benchreport.results import OmnibusResult, PairwiseResult, RankChangesResult, Result
from benchreport.results.citing.bibliography import BIBLIOGRAPHY
from benchreport.results.pairs.pair_judgement import contradictions
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import pairs as pictures
from benchreport.wording.figures import titles as figure_titles
from benchreport.wording.papers import checklist, methods
from benchreport.wording.papers import sections as titles
from benchreport.wording.results import metrics as wording

METRICS = "metrics"
LEADERS = ("metric", "first", "mean rank", "next", "control", "lead", "p", wording.OVERALL)
"""The columns of the leaders' table."""
MOST_DIAGRAMS = 4
DIAGRAM = pictures.DIAGRAM.partition(" {")[0]
MOST_OPPOSED = 3
DIAGRAMS: dict[str, Callable[..., PairwiseResult]] = {
    "nemenyi": stats.nemenyi,
    "wilcoxon": stats.wilcoxon,
}
CITED = ("friedman1937", "holm1979")


class _Metrics(NamedTuple):
    """The tables of all metrics, their tests, and how rankings change between them."""

    tables: dict[str, Scores]
    tests: dict[str, OmnibusResult]
    changes: RankChangesResult


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
            functools.partial(_metrics_section, compared, detail)
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


def _revise(compared: _Metrics, contents: Contents) -> Contents:
    """Let the first page answer over all metrics, and the other sections mention them."""
    analysis = cast("Analysis", contents.analysis)
    pairs = compare_by_metrics(analysis, compared.tables)
    answer = answer_metrics(analysis, compared.tests, compared.tables, pairs)
    return dataclasses.replace(
        contents,
        document=_answer(
            _mention_metrics(contents.document, list(compared.tables)),
            answer,
            _leaders_table(compared, pairs, analysis),
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
) -> _Metrics:
    tables = several.by_scores(scores, higher_is_better=better)
    sanitized = _name_unread(
        {escape_unprintable(name): sanitize_scores(table) for name, table in tables.items()}
    )
    tests = {name: _test(name, table, alpha) for name, table in sanitized.items()}
    frame = several.frame.map(
        lambda cell: escape_unprintable(cell) if isinstance(cell, str) else cell
    )
    readable = dataclasses.replace(several, frame=frame)
    changes = stats.rank_changes(readable, scores=list(tables), higher_is_better=better)
    return _Metrics(sanitized, tests, changes)


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


def _metrics_section(metrics: _Metrics, detail: Detail, analysis: Analysis) -> Section:
    """Show who is best by each metric, and whether the algorithms differ, adjusted over metrics."""
    changes = metrics.changes
    agreement = " ".join(filter(None, (changes.agreement, *changes.interpretation)))
    said = [_sum_up(metrics.tests, analysis.alpha), *_name_same(metrics.tables)]
    blocks: list[Block] = [Text((" ".join(said), *([agreement] if detail != "brief" else [])))]
    if analysis.descriptive:
        blocks.insert(0, DESCRIPTION)
    if detail != "brief":
        blocks += [figure_block(plots.bump_plot(changes)), *_draw_diagrams(metrics, analysis)]
    return Section(key="metrics", title=titles.ALL_METRICS, blocks=tuple(blocks))


def _name_same(tables: Mapping[str, Scores]) -> Iterator[str]:
    """Name metrics that have the same scores everywhere."""
    same: dict[bytes, list[str]] = {}
    for name, table in tables.items():
        same.setdefault(table.values.tobytes(), []).append(name)
    for names in same.values():
        if len(names) > 1:
            yield wording.SAME_SCORES.format(names=fmt.join(names), n=len(names))


def _draw_diagrams(metrics: _Metrics, analysis: Analysis) -> list[Block]:
    """Draw the groups by each metric, if the deciding test has groups and one figure holds them all."""
    # bars of mean ranks must not join what another test separates
    test = DIAGRAMS.get(analysis.decisive.procedure) if analysis.decisive else None
    complete = all(table.complete for table in metrics.tables.values())
    if not (test and complete and analysis.omnibus) or len(metrics.tables) > MOST_DIAGRAMS:
        return []
    pairs = [(name, test(table, alpha=analysis.alpha)) for name, table in metrics.tables.items()]
    return [figure_block(plots.cd_sequence_plot(pairs)), *_list_contradictions(pairs)]


def _list_contradictions(pairs: Sequence[tuple[str, PairwiseResult]]) -> list[Block]:
    """Name the pairs in which one algorithm is better by some metrics, and the other by others."""
    of = {id(result): name for name, result in pairs}
    contradicted = contradictions([result for _, result in pairs if not result.doubts])
    if not contradicted:
        return []
    clauses = [_write_sides(sides, of) for sides in list(contradicted.values())[:MOST_OPPOSED]]
    left = len(contradicted) - len(clauses)
    return [
        Text(
            (
                wording.OPPOSED.format(
                    pairs=format_count(len(contradicted), "pair"),
                    test=fmt.lower(pairs[0][1].method.partition(" with ")[0]),
                    clauses="; ".join(clauses),
                    more=wording.MORE_OPPOSED.format(pairs=left) * bool(left),
                ),
            )
        )
    ]


def _write_sides(sides: Mapping[str, Sequence[PairwiseResult]], names: Mapping[int, str]) -> str:
    """Say by which metrics the one of a pair is better, and by which the other."""
    (better, own), (worse, others) = sides.items()
    return wording.OPPOSED_PAIR.format(
        better=better,
        worse=worse,
        own=fmt.join(names[id(view)] for view in own),
        others=fmt.join(names[id(view)] for view in others),
    )


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


def _adjust_p(tests: dict[str, OmnibusResult]) -> dict[str, float]:
    adjusted = adjust([test.p_value for test in tests.values()], "holm")
    return dict(zip(tests, adjusted.tolist(), strict=True))


def _leaders_table(
    metrics: _Metrics, pairs: Mapping[str, PairwiseResult | None], analysis: Analysis
) -> Table:
    """Show who ranks first by each metric, how far ahead of the next, and whether the algorithms differ."""
    adjusted = _adjust_p(metrics.tests)
    rows = [
        {
            **_describe_leader(name, test, pairs[name]),
            wording.OVERALL: fmt.p_value(adjusted[name], analysis.alpha),
        }
        for name, test in metrics.tests.items()
    ]
    # a metric on which several share the first place has no next one
    columns = [name for name in LEADERS if any(name in row for row in rows)]
    frame = pd.DataFrame(rows, columns=columns, dtype=object).fillna("–")
    led = analysis.decisive if "p" in columns else None
    return dataclasses.replace(text_table(frame, _explain_leaders(analysis, led)), key=METRICS)


def _explain_leaders(analysis: Analysis, decides: PairwiseResult | None) -> str:
    """Say what the columns of the leaders are: a lead only where the test that decides has one."""
    first = [wording.LEADERS]
    if decides is not None:
        rival = wording.NEXT if decides.control is None else wording.CONTROL
        sized = choose_sizes([decides])
        if sized is not None:
            score = decides.design.score
            first.append(
                wording.LEAD.format(
                    rival=rival,
                    difference=sized.difference_name.removesuffix(score) + wording.EACH,
                    intervals=describe_intervals(sized, cited=False),
                )
            )
        alone = decides.correction == "none" or len(decides.comparisons) == 1
        p = wording.P if alone else wording.ADJUSTED_P
        first.append(p.format(rival=rival, test=fmt.lower(decides.method)))
    overall = wording.OVERALL_P_OF_SPLITS if analysis.descriptive else wording.OVERALL_P
    return " ".join([*first, overall])


def _describe_leader(
    metric: str, test: OmnibusResult, pairs: PairwiseResult | None
) -> dict[str, str]:
    """Describe who is first by a metric: the mean rank, the next one, the lead over it and its p."""
    leaders = find_leaders(test)
    facts = {
        "metric": metric,
        "first": fmt.join(leaders, most=2),
        "mean rank": fmt.fixed(min(test.mean_ranks)),
    }
    # where several share the first place, none is ahead of the next
    if pairs is None or len(leaders) > 1:
        return facts
    (first,) = leaders
    places = sorted(range(len(test.mean_ranks)), key=test.mean_ranks.__getitem__)
    others = [test.design.algorithms[place] for place in places]
    compared = ((name, find_pair(pairs, first, name)) for name in others)
    rival, row = next(((name, row) for name, row in compared if row), ("", None))
    if row is None:
        return facts
    facts["next" if pairs.control is None else "control"] = rival
    if choose_sizes([pairs]) is not None:
        (lead,) = measure_advantages(pairs, first, [rival])
        facts["lead"] = write_lead(pairs, first, lead)
    return {**facts, "p": fmt.p_value(row.p_adjusted, pairs.alpha)}


def _sum_up(tests: dict[str, OmnibusResult], alpha: float) -> str:
    adjusted = _adjust_p(tests)
    table = see(METRICS)
    clear = [name for name, p in adjusted.items() if p <= alpha]
    if not clear:
        return wording.NONE_DIFFERS.format(see=table)
    rest = fmt.join(name for name in tests if name not in clear)
    doubted = [name for name in clear if tests[name].doubts]
    if doubted:
        return _leave_open(
            tests, clear, doubted, alpha
        ) + f" {wording.NOT_BY.format(rest=rest)}" * bool(rest)
    if not rest:
        return wording.ALL_DIFFER.format(n=len(tests), see=table)
    return wording.SOME_DIFFER.format(clear=fmt.join(clear), rest=rest, see=table)


def _leave_open(
    tests: dict[str, OmnibusResult], clear: Sequence[str], doubted: Sequence[str], alpha: float
) -> str:
    """Say by which metrics the algorithms differ, and by which a check leaves it open."""
    sure = [name for name in clear if name not in doubted]
    every = (
        wording.EACH_OF.format(n=len(tests)) if len(doubted) == len(tests) else fmt.join(doubted)
    )
    said = wording.OPEN.format(
        metrics=every,
        level=fmt.level(alpha),
        see=see(METRICS),
        reservation=tests[doubted[0]].reservation,
    )
    if not sure:
        return said
    return f"{wording.DIFFER_BY.format(clear=fmt.join(sure), see=see(METRICS))} {said}"
