"""The section on pairs that the tests judge differently."""

from benchreport.analysis import Analysis
from benchreport.analysis.bayesian import describe_differences
from benchreport.analysis.verdicts.view_agreement import describe_contradictions
from benchreport.errors import format_count
from benchreport.report.document import Block, Section, Table, Text
from benchreport.results import Comparison
from benchreport.results.pairs.pair_judgement import Judgement
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import captions
from benchreport.wording.papers import sections

MOST_PAIRS = 25


REASONS = {
    "folds": sections.ON_FOLDS,
    "5x2": sections.ON_5X2,
}


def agreement_sections(analysis: Analysis) -> list[Section]:
    """Show the pairs that several tests, or a test and the Bayesian view, judge differently."""
    blocks: list[Block] = [*_compare_tests(analysis), *_compare_with_bayes(analysis)]
    return [Section(key="agreement", title=sections.VIEWS, blocks=tuple(blocks))] if blocks else []


def _compare_tests(analysis: Analysis) -> list[Block]:
    """Compare the tests of pairs, where there are several."""
    if len(analysis.pairs) < 2:  # noqa: PLR2004 - one view agrees with itself
        return []
    rows = _match_pairs(analysis)
    split = [row for row in rows if len(set(_judge(analysis, row))) > 1]
    counts = {"tests": len(analysis.pairs), "pairs": format_count(len(rows), "pair")}
    why = REASONS.get(
        analysis.advice.setting if analysis.descriptive else "",
        sections.WHY_VIEWS_DIFFER.format(kind=analysis.scores.block_kind),
    )
    if not split:
        agree = sections.TESTS_AGREE_ON_PAIR if len(rows) == 1 else sections.TESTS_AGREE
        return [Text((agree.format(level=fmt.level(analysis.alpha), why=why, **counts),))]
    against = describe_contradictions(analysis.pairs)
    differ = sections.TESTS_DIFFER.format(n=len(split), why=why, **counts)
    return [Text((*([against] if against else []), differ)), _differences_table(analysis, split)]


def _compare_with_bayes(analysis: Analysis) -> list[Block]:
    """Compare the test that decides with the Bayesian view, or say why there is none."""
    decisive, bayes = analysis.decisive, analysis.bayes
    if decisive is None:
        return []
    if bayes is None:
        return [Text((sections.NO_BAYES,))]
    differences = describe_differences(bayes, decisive)
    n = len(bayes.rows)
    pairs = "the pair" if n == 1 else f"the {n} pairs"
    alike = sections.BAYES_AGREES.format(
        level=fmt.level(bayes.confidence),
        bayes=fmt.lower(bayes.method),
        test=fmt.lower(decisive.method),
        pairs=pairs,
        control=bayes.control,
    )
    return [Text((differences or alike,))]


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
    more = (
        " "
        + captions.NOT_SHOWN.format(
            pairs=format_count(left, "pair"), verb="is" if left == 1 else "are"
        )
        if left
        else ""
    )
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
            if comparison.p_adjusted <= analysis.pairs[column].claim_alpha
        ),
        caption=captions.DIFFERING.format(
            level=fmt.level(analysis.alpha),
            unless=captions.UNLESS_IN_DOUBT * any(view.in_doubt for view in analysis.pairs),
            more=more,
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
