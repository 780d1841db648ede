"""Where mean ranks, signed ranks and means judge a pair differently."""

from benchreport.analysis import Analysis
from benchreport.errors import counted
from benchreport.report.document import Section, Table, Text
from benchreport.results import Comparison
from benchreport.results import format as fmt

__all__ = ["agreement"]

MOST_PAIRS = 25


def agreement(analysis: Analysis) -> Section:
    """Tell which pairs depend on the view that is taken of them.

    Parameters
    ----------
    analysis
        Its three views of the same pairs.
    """
    rows = _same_pairs(analysis)
    split = [row for row in rows if len({_found(analysis, each) for each in row}) > 1]
    told = f"{counted(len(rows), 'pair')} looked at by mean ranks, signed ranks and means: "
    why = (
        "Mean ranks depend on the other algorithms, signed ranks on the pair alone, and means on "
        f"the {analysis.scores.block_kind}s with the widest spread."
    )
    if not split:
        text = Text((f"{told}all judged alike at alpha = {fmt.number(analysis.alpha)}. {why}",))
        return Section(key="agreement", title="Do the views agree?", blocks=(text,))
    text = Text((f"{told}{len(split)} judged differently. {why}",))
    table = _table(analysis, split)
    return Section(key="agreement", title="Do the views agree?", blocks=(text, table))


def _same_pairs(analysis: Analysis) -> list[tuple[Comparison, ...]]:
    """Put the views' comparisons of a pair side by side; a control's view has fewer pairs."""
    others = [
        {frozenset((row.first, row.second)): row for row in result.comparisons}
        for result in (analysis.signed_rank_pairs, analysis.mean_pairs)
    ]
    return [
        (row, *(found[frozenset((row.first, row.second))] for found in others))
        for row in analysis.mean_rank_pairs.comparisons
    ]


def _found(analysis: Analysis, row: Comparison) -> bool:
    return row.p_adjusted <= analysis.alpha


def _table(analysis: Analysis, split: list[tuple[Comparison, ...]]) -> Table:
    ordered = sorted(split, key=lambda row: min(each.p_adjusted for each in row))
    shown = ordered[:MOST_PAIRS]
    left = len(split) - len(shown)
    more = f" {counted(left, 'pair')} more, with larger p-values, left out." if left else ""
    return Table(
        columns=("pair", analysis.mean_rank_pairs.method, "Wilcoxon, Holm", "Tukey on means"),
        rows=tuple(
            (f"{row[0].first} − {row[0].second}", *(fmt.p_value(each.p_adjusted) for each in row))
            for row in shown
        ),
        numeric=(False, True, True, True),
        strong=frozenset(
            (line, column + 1)
            for line, row in enumerate(shown)
            for column, each in enumerate(row)
            if _found(analysis, each)
        ),
        caption=(
            "Adjusted p-values of the pairs that the views judge differently; those at most "
            f"{fmt.number(analysis.alpha)} are bold.{more}"
        ),
    )
