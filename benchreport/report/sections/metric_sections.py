"""What a report on several metrics shows of them all: who leads by each, and where they disagree."""

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import pandas as pd

from benchreport import plots, stats
from benchreport.analysis import Analysis
from benchreport.analysis.verdicts.advantage import choose_sizes, measure_advantages
from benchreport.analysis.verdicts.metrics_verdict import find_leaders, find_pair, write_lead
from benchreport.data.gaps_in_words import gaps_in_words
from benchreport.data.scores import Scores
from benchreport.errors import format_count
from benchreport.numerics.multiplicity.adjust import adjust
from benchreport.report.document import Block, Detail, Section, Table, Text
from benchreport.report.sections.numbering import see
from benchreport.report.sections.ranking import describe_intervals
from benchreport.report.sections.result_blocks import figure_block
from benchreport.report.sections.results_sections import DESCRIPTION
from benchreport.report.sections.tables import text_table
from benchreport.results import OmnibusResult, PairwiseResult, RankChangesResult
from benchreport.results.pairs.pair_judgement import contradictions
from benchreport.results.writing import number_format as fmt
from benchreport.wording.papers import sections as titles
from benchreport.wording.results import metrics as wording

METRICS = "metrics"
LEADERS = ("metric", "first", "mean rank", "next", "control", "lead", "p", wording.OVERALL)
"""The columns of the leaders' table."""
MOST_DIAGRAMS = 4
MOST_OPPOSED = 3
DIAGRAMS: dict[str, Callable[..., PairwiseResult]] = {
    "nemenyi": stats.nemenyi,
    "wilcoxon": stats.wilcoxon,
}


class Metrics(NamedTuple):
    """The tables of all metrics, their tests, and how rankings change between them."""

    tables: dict[str, Scores]
    tests: dict[str, OmnibusResult]
    changes: RankChangesResult


def metrics_section(metrics: Metrics, detail: Detail, analysis: Analysis) -> Section:
    """Show who is best by each metric, and whether the algorithms differ, adjusted over metrics."""
    changes = metrics.changes
    agreement = " ".join(filter(None, (changes.agreement, *changes.interpretation)))
    said = [_sum_up(metrics.tests, analysis.alpha), *_name_same(metrics.tables)]
    said += _name_gaps(metrics.tables)
    blocks: list[Block] = [Text((" ".join(said), *([agreement] if detail != "brief" else [])))]
    if analysis.descriptive:
        blocks.insert(0, DESCRIPTION)
    if detail != "brief":
        bump = figure_block(plots.bump_plot(changes)).rewrite(
            lambda caption: _leave_out(caption, (changes.mover, changes.agreement))
        )
        blocks += [bump, *_draw_diagrams(metrics, analysis)]
    return Section(key="metrics", title=titles.ALL_METRICS, blocks=tuple(blocks))


def _leave_out(caption: str, said: Sequence[str]) -> str:
    """Leave out of a caption what the text above it says."""
    for sentence in filter(None, said):
        caption = caption.replace(f" {sentence}", "")
    return caption


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


def _name_same(tables: Mapping[str, Scores]) -> Iterator[str]:
    """Name metrics that have the same scores everywhere."""
    same: dict[bytes, list[str]] = {}
    for name, table in tables.items():
        same.setdefault(table.values.tobytes(), []).append(name)
    for names in same.values():
        if len(names) > 1:
            yield wording.SAME_SCORES.format(names=fmt.join(names), n=len(names))


def _name_gaps(tables: Mapping[str, Scores]) -> Iterator[str]:
    """Name the gaps of metrics that are others than those of the first, which has sections of its own."""
    first, *others = ((name, gaps_in_words(table)) for name, table in tables.items())
    for name, gaps in others:
        if gaps and gaps != first[1]:
            yield wording.GAPS.format(metric=name, gaps=gaps)


def _draw_diagrams(metrics: Metrics, analysis: Analysis) -> list[Block]:
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


def leaders_table(
    metrics: Metrics, pairs: Mapping[str, PairwiseResult | None], analysis: Analysis
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


def _adjust_p(tests: dict[str, OmnibusResult]) -> dict[str, float]:
    adjusted = adjust([test.p_value for test in tests.values()], "holm")
    return dict(zip(tests, adjusted.tolist(), strict=True))
