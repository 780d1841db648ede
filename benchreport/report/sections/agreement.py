"""The section on pairs that the tests judge differently."""

from benchreport.analysis import Analysis
from benchreport.analysis.bayesian import describe_differences
from benchreport.analysis.view_agreement import describe_contradictions
from benchreport.errors import format_count
from benchreport.report.document import Block, Section, Table, Text
from benchreport.results import Comparison
from benchreport.results import number_format as fmt
from benchreport.results.pair_judgement import Judgement

MOST_PAIRS = 25
TITLE = "Do the views agree?"


REASONS = {
    "folds": "Only the corrected t test allows for overlapping training sets: it decides.",
    "5x2": "The corrected t test allows for training sets that overlap between repetitions: it "
    "decides.",
}


def agreement_sections(analysis: Analysis) -> list[Section]:
    """Show the pairs that several tests, or a test and the Bayesian view, judge differently."""
    blocks: list[Block] = [*_compare_tests(analysis), *_compare_with_bayes(analysis)]
    return [Section(key="agreement", title=TITLE, blocks=tuple(blocks))] if blocks else []


def _compare_tests(analysis: Analysis) -> list[Block]:
    """Compare the tests of pairs, where there are several."""
    if len(analysis.pairs) < 2:  # noqa: PLR2004 - one view agrees with itself
        return []
    rows = _match_pairs(analysis)
    split = [row for row in rows if len(set(_judge(analysis, row))) > 1]
    start = f"{format_count(len(rows), 'pair')} compared by {len(analysis.pairs)} tests: "
    why = REASONS.get(
        analysis.advice.setting if analysis.descriptive else "",
        "Mean ranks depend on the other algorithms, signed ranks on the pair alone, and means on "
        f"the {analysis.scores.block_kind}s with the widest spread.",
    )
    if not split:
        level = fmt.level(analysis.alpha)
        alike = f"all judged alike at α = {level}, and for the same algorithms"
        return [Text((f"{start}{alike}. {why}",))]
    against = describe_contradictions(analysis.pairs)
    lines = [*([against] if against else []), f"{start}{len(split)} judged differently. {why}"]
    return [Text(tuple(lines)), _differences_table(analysis, split)]


def _compare_with_bayes(analysis: Analysis) -> list[Block]:
    """Compare the test that decides with the Bayesian view, or say why there is none."""
    decisive, bayes = analysis.decisive, analysis.bayes
    if decisive is None:
        return []
    if bayes is None:
        return [Text((NO_DIFFERENCES,))]
    differences = describe_differences(bayes, decisive)
    pairs = format_count(len(bayes.rows), "pair")
    alike = (
        f"The Bayesian view ({bayes.method}) judges the {pairs} with {bayes.control} as "
        f"the {decisive.method} does, at probability {fmt.number(bayes.confidence)}."
    )
    return [Text((differences or alike,))]


NO_DIFFERENCES = (
    "No Bayesian view is shown: it is one of differences within a block, and independent runs have none "
    "that belong together."
)


def _match_pairs(analysis: Analysis) -> list[tuple[Comparison, ...]]:
    """Put the tests' comparisons of each pair side by side; a test with a control has fewer pairs."""
    views = [
        {frozenset((row.first, row.second)): row for row in result.comparisons}
        for result in analysis.pairs
    ]
    common = set.intersection(*(set(view) for view in views))
    return [
        tuple(view[pair] for view in views)
        for row in analysis.pairs[0].comparisons
        if (pair := frozenset((row.first, row.second))) in common
    ]


def _judge(analysis: Analysis, row: tuple[Comparison, ...]) -> tuple[Judgement, ...]:
    """Judge a pair by each test."""
    return tuple(
        view.judge(comparison) for view, comparison in zip(analysis.pairs, row, strict=True)
    )


def _differences_table(analysis: Analysis, split: list[tuple[Comparison, ...]]) -> Table:
    ordered = sorted(split, key=lambda row: min(comparison.p_adjusted for comparison in row))
    shown = ordered[:MOST_PAIRS]
    left = len(split) - len(shown)
    more = f" {format_count(left, 'pair')} more, with larger p-values, left out." if left else ""
    return Table(
        columns=(
            "pair",
            *(NAMES.get(result.procedure, result.method) for result in analysis.pairs),
        ),
        rows=tuple(
            (
                f"{row[0].first} − {row[0].second}",
                *_write_p_values(analysis, row),
            )
            for row in shown
        ),
        numeric=(False, *(True for _ in analysis.pairs)),
        strong=frozenset(
            (line, column + 1)
            for line, row in enumerate(shown)
            for column, comparison in enumerate(row)
            if analysis.pairs[column].judge(comparison).significant
        ),
        caption=(
            "Adjusted p-values of the pairs that the tests judge differently; significant ones are bold (α = "
            f"{fmt.level(analysis.alpha)}).{more}"
        ),
    )


def _write_p_values(analysis: Analysis, row: tuple[Comparison, ...]) -> list[str]:
    """Write a pair's p-values, with the algorithm that a test favours where tests contradict each other."""
    judgements = _judge(analysis, row)
    favoured = {each.favours for each in judgements if each.significant}
    return [
        fmt.p_value(comparison.p_adjusted, analysis.alpha)
        + (f", for {each.favours}" if each.significant and len(favoured) > 1 else "")
        for comparison, each in zip(row, judgements, strict=True)
    ]


NAMES = {
    "wilcoxon": "Wilcoxon, Holm",
    "tukey": "Tukey on means",
    "corrected_t": "Corrected t, Holm",
}
