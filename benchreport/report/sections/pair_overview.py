"""One table of all pairs: the difference, the effect size, and the p-values of every view side by side."""

import dataclasses
from collections.abc import Mapping, Sequence

import pandas as pd

from benchreport.analysis import Analysis
from benchreport.analysis.verdicts.advantage import choose_sizes, size_writer
from benchreport.analysis.verdicts.view_agreement import describe_contradictions
from benchreport.errors import format_count
from benchreport.plots.base.short_names import shorten_names
from benchreport.report.document import Block, Download, Section, Text
from benchreport.report.sections.ranking import describe_intervals
from benchreport.report.sections.result_blocks import list_notes, whole_figure
from benchreport.report.sections.tables import (
    LONGEST_IN_PAIR,
    MOST_DOWNLOADED,
    text_table,
    write_bold,
    write_effect,
)
from benchreport.results import BayesResult, Comparison, PairwiseResult
from benchreport.results.pairs.bayes import format_probability
from benchreport.results.pairs.pair_judgement import Judgement, Pair
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.csv_text import csv_bytes
from benchreport.wording.figures import captions
from benchreport.wording.papers import sections

PAIRS = "pairs"
# ten algorithms have 45 pairs
MOST_PAIRS, FEWEST_PAIRS, MOST_ALGORITHMS = 45, 25, 10
DIFFERS = "†"
SHORT = {
    "nemenyi": "Nemenyi",
    "kruskal_nemenyi": "Nemenyi",
    "bonferroni_dunn": "Bonferroni–Dunn",
    "wilcoxon": "Wilcoxon",
    "tukey": "Tukey",
    "dunnett": "Dunnett",
    "corrected_t": "corrected t",
    "paired_t": "paired t",
    "loss_t": "paired t",
    "welch_t": "Welch t",
    "rank_sum": "rank sum",
    "cv5x2_f": "5 × 2 F",
}


def pair_overview(analysis: Analysis) -> list[Section]:
    """Show the pairs by the test that decides, with the other views as columns."""
    if not analysis.pairs:
        return []
    against = describe_contradictions(analysis.pairs)
    notes = [note for result in analysis.pairs for note in list_notes(result)]
    lines = (*([against] if against else []), *dict.fromkeys(notes))
    blocks: list[Block] = [Text(lines)] if lines else []
    blocks += pairs_by_view(
        analysis.pairs, analysis.bayes, beside_verdict=analysis.ablation is None
    )
    return [Section(key="pairs", title=sections.PAIRS, blocks=tuple(blocks))]


def pairs_by_view(
    pairs: Sequence[PairwiseResult],
    bayes: BayesResult | None = None,
    *,
    beside_verdict: bool = True,
) -> list[Block]:
    """List pairs, the smallest p-value first; if they are too many to show, add all of them as a file.

    Of many significant pairs those with the smallest p-values say least: the pairs of the best are shown.

    Parameters
    ----------
    pairs
        Tests of the same pairs, the one that decides first.
    bayes
        Posterior probabilities of some of the pairs.
    beside_verdict
        Whether the first page has the figure of the test that decides.
    """
    decides = pairs[0]
    rows = sorted(decides.comparisons, key=lambda row: (row.p_adjusted, row.p_value))
    shown = decides.oriented(rows=_cut(decides, rows))
    views = [_find_pairs(result, shown, decides.ranking) for result in pairs]
    columns, strong = _fill_columns(pairs, views, shown, bayes)
    table = text_table(
        pd.DataFrame(columns, dtype=object),
        _write_caption(
            pairs,
            bayes,
            len(rows) - len(shown),
            marked=any(cell.endswith(DIFFERS) for cells in columns.values() for cell in cells),
        ),
        strong=strong,
    )
    figure = whole_figure(decides, beside_verdict=beside_verdict)
    blocks: list[Block] = [*figure, dataclasses.replace(table, key=PAIRS)]
    if len(shown) < len(rows) <= MOST_DOWNLOADED:
        test = fmt.lower(decides.method.partition(" (")[0])
        caption = captions.ALL_PAIRS.format(n=len(rows), test=test)
        blocks.append(
            Download(
                name=f"{decides.procedure}.csv", content=csv_bytes(decides.table), caption=caption
            )
        )
    return blocks


def _find_pairs(
    result: PairwiseResult, shown: Sequence[Comparison], ranking: Sequence[str]
) -> dict[Pair, Comparison]:
    """Return what a result says of the pairs shown."""
    names = {names for row in shown for names in (row[:2], row[1::-1])}
    rows = [row for row in result.comparisons if row[:2] in names]
    return {frozenset(row[:2]): row for row in result.oriented(ranking, rows=rows)}


def _cut(decides: PairwiseResult, rows: list[Comparison]) -> list[Comparison]:
    """Leave out pairs that are far from significant, or from the best, where a full list would fill pages."""
    if len(rows) <= MOST_PAIRS:
        return rows
    if _has_many(decides):
        best = {*decides.ranking[:MOST_ALGORITHMS]}
        return [row for row in rows if row.first in best and row.second in best]
    return rows[: min(MOST_PAIRS, max(FEWEST_PAIRS, len(decides.small_p)))]


def _has_many(decides: PairwiseResult) -> bool:
    """Tell whether even the significant pairs are too many to show."""
    return decides.control is None and len(decides.small_p) > MOST_PAIRS


def _fill_columns(
    pairs: Sequence[PairwiseResult],
    views: Sequence[Mapping[Pair, Comparison]],
    shown: Sequence[Comparison],
    bayes: BayesResult | None,
) -> tuple[dict[str, list[str]], frozenset[tuple[int, int]]]:
    """Write the columns; the cells of significant p-values are strong."""
    decides = pairs[0]
    short = shorten_names(decides.design.algorithms, LONGEST_IN_PAIR)
    keys = [frozenset((row.first, row.second)) for row in shown]
    decided = {key: decides.judge(views[0][key]) for key in keys}
    columns = {
        "pair": [f"{short[row.first]} − {short[row.second]}" for row in shown],
        **_write_differences(pairs, views, keys),
        **_write_effects(decides, shown),
    }
    strong = set()
    for result, view in zip(pairs, views, strict=True):
        head = f"p {SHORT.get(result.procedure, result.short_name)}"
        columns[head] = [_write_p(result, view.get(key), decided[key]) for key in keys]
        strong |= {
            (line, len(columns) - 1)
            for line, key in enumerate(keys)
            if key in view and view[key].p_adjusted <= result.claim_alpha
        }
    if bayes is not None:
        columns["P(first better)"] = _write_probabilities(bayes, shown)
    return columns, frozenset(strong)


def _write_differences(
    pairs: Sequence[PairwiseResult],
    views: Sequence[Mapping[Pair, Comparison]],
    keys: Sequence[Pair],
) -> dict[str, list[str]]:
    """Write the lead in score units with its interval, or else the deciding test's own difference."""
    chosen = choose_sizes(pairs)
    sized = chosen or pairs[0]
    view = next(view for result, view in zip(pairs, views, strict=True) if result is sized)
    rows = [view[key] for key in keys]
    # with the digits of the verdict and of the ranking
    write = (
        fmt.writer([0.0, *(row.difference for row in rows)])
        if chosen is None
        else size_writer(chosen, pairs[0].control or pairs[0].ranking[0])
    )
    return {
        "lead": [
            f"{fmt.apart(row.difference, write)} {fmt.interval(row.interval, write)}".rstrip()
            for row in rows
        ]
    }


def _write_effects(decides: PairwiseResult, shown: Sequence[Comparison]) -> dict[str, list[str]]:
    if decides.effect_name == decides.difference_name:
        return {}
    return {"effect size": [write_effect(row, decides.effect_name) for row in shown]}


def _write_p(result: PairwiseResult, row: Comparison | None, decided: Judgement) -> str:
    """Write the p-value of a view, marked where it judges the pair otherwise than the deciding test.

    A test that could find nothing on so few blocks judges nothing.
    """
    if row is None:
        return ""
    text = fmt.p_value(row.p_adjusted, result.alpha)
    differs = result.judge(row) != decided and not result.unattainable
    return f"{text} {DIFFERS}" if differs else text


def _write_probabilities(bayes: BayesResult, shown: Sequence[Comparison]) -> list[str]:
    posteriors = {frozenset((row.first, row.second)): row for row in bayes.rows}
    return [
        format_probability(posteriors[key].of(row.first), bayes.confidence)
        if (key := frozenset((row.first, row.second))) in posteriors
        else ""
        for row in shown
    ]


def _write_caption(
    pairs: Sequence[PairwiseResult], bayes: BayesResult | None, hidden: int, *, marked: bool
) -> str:
    decides, sized = pairs[0], choose_sizes(pairs)
    level = fmt.level(decides.alpha)
    lines = [captions.PAIRS.format(noun=decides.design.noun)]
    if decides.control is not None:
        lines = [captions.CONTROL.format(noun=decides.design.noun, control=decides.control)]
    lines.append(_describe_lead(sized or decides))
    if decides.effect_name != decides.difference_name:
        lines.append(f"Effect size: {decides.effect_name}.")
    others = captions.FURTHER_VIEWS if len(pairs) > 1 else ""
    lines.append(captions.DECIDES.format(test=fmt.lower(decides.method), others=others))
    lines.append(write_bold(decides, pairs))
    lines += [
        captions.COULD_NOT.format(test=fmt.lower(view.method.partition(" (")[0]), level=level)
        for view in pairs[1:]
        if view.unattainable
    ]
    if marked:
        lines.append(captions.DIFFERS.format(mark=DIFFERS))
    if bayes is not None:
        some = len(bayes.rows) < len(decides.comparisons)
        only = captions.ONLY_PAIRS_WITH.format(name=bayes.control) if some else ""
        lines.append(captions.POSTERIOR.format(bayes=fmt.lower(bayes.method), only=only))
    signed = sized is decides and decides.procedure == "wilcoxon"
    if signed and any(map(_includes_zero, decides.significant)):
        lines.append(captions.INTERVALS_WITH_TIES.format(level=level))
    if hidden:
        template = captions.FURTHER_PAIRS if _has_many(decides) else captions.NOT_SHOWN
        pairs_hidden = format_count(hidden, "pair")
        noun, verb = decides.design.noun, "is" if hidden == 1 else "are"
        lines.append(template.format(pairs=pairs_hidden, noun=noun, verb=verb))
    return " ".join(lines)


def _includes_zero(row: Comparison) -> bool:
    return row.interval is not None and row.interval.low <= 0 <= row.interval.high


def _describe_lead(sized: PairwiseResult) -> str:
    return captions.LEAD.format(difference=sized.difference_name, ends=describe_intervals(sized))
