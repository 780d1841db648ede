"""Where the views of the same pairs agree, differ and contradict one another, in sentences."""

from collections.abc import Iterable, Sequence

from benchreport.errors import counted
from benchreport.results import BayesResult, PairwiseResult
from benchreport.results import number_format as fmt
from benchreport.results.bayes import format_probability
from benchreport.results.pair_judgement import Pair, contradictions, differing_pairs

__all__ = ["REMEDY", "_name_pair", "describe_agreement", "describe_contradictions"]

View = PairwiseResult | BayesResult
MOST_PAIRS, MOST_NAMED = 6, 4
VIEWS = {
    "nemenyi": "mean ranks",
    "bonferroni_dunn": "mean ranks",
    "wilcoxon": "signed ranks",
    "tukey": "means",
    "dunnett": "means",
    "paired_t": "means",
    "rank_sum": "rank sums",
    "welch_t": "means",
}
REMEDY = (
    "Ranks count how often an algorithm is better, means by how much; the two need not agree, and a claim "
    "for one of them is no claim for the other."
)


def describe_contradictions(views: Sequence[View], why: str = REMEDY) -> str:
    """Name the pairs for which views favour different algorithms, pair by pair; empty without any.

    Parameters
    ----------
    views
        Tests of pairs, and posterior probabilities.
    why
        How that can be; by default of ranks and means of the same scores.
    """
    found = contradictions(views)
    if not found:
        return ""
    told = [_describe_sides(pair, sides) for pair, sides in list(found.items())[:MOST_PAIRS]]
    left = len(found) - len(told)
    more = f"; and {counted(left, 'pair')} more" if left else ""
    pairs = counted(len(found), "pair")
    return f"The views contradict each other on {pairs}: {'; '.join(told)}{more}. {why}"


def _describe_sides(pair: Pair, sides: dict[str, tuple[View, ...]]) -> str:
    """Say whom each view of a pair favours, and how surely."""
    told = []
    for name, views in sides.items():
        (other,) = pair - {name}
        by = fmt.join(
            f"the {fmt.lower(view.method)} ({_format_strength(view, pair)})" for view in views
        )
        told.append(f"{by} favour{'s' if len(views) == 1 else ''} {name} over {other}")
    return ", while ".join(told)


def _format_strength(view: View, pair: Pair) -> str:
    if isinstance(view, BayesResult):
        row = next(each for each in view.rows if {each.first, each.second} == pair)
        return f"posterior probability {format_probability(max(row.p_first, row.p_second), view.confidence)}"
    test = next(each for each in view.comparisons if {each.first, each.second} == pair)
    p = fmt.p_equals(test.p_adjusted, view.alpha)
    return f"{p}, though {view.reservation.partition(' (')[0]}" if view.doubts else p


def describe_agreement(pairs: Sequence[PairwiseResult]) -> str:
    """Compare the views of the same pairs as sets: say which pairs differ, or that none does.

    Parameters
    ----------
    pairs
        The views, the one that decides first.
    """
    if len(pairs) < 2:  # noqa: PLR2004 - one view agrees with itself
        return ""
    decides, *others = pairs
    tried = counted(len(decides.comparisons), "pair")
    different = differing_pairs(pairs)
    if not different:
        found = len(decides.significant)
        views = fmt.join(VIEWS.get(result.procedure, result.method) for result in pairs)
        agree = (
            f"The views agree: {views} find the same {found} of {tried}, for the same algorithms."
        )
        return agree * bool(found)
    # where both find a difference, for different algorithms, the contradiction says so
    said = [line for other in others if (line := _compare_with_deciding(decides, other, different))]
    if not said:
        return ""
    return (
        f"The views differ on {len(different)} of {tried}: {'; '.join(said)}. The "
        f"{fmt.lower(decides.method)} was chosen in advance and decides."
    )


def _compare_with_deciding(
    decides: PairwiseResult, other: PairwiseResult, different: Iterable[Pair]
) -> str:
    """Say for which pairs another view has a small p-value where the deciding one has none."""
    mine, theirs = decides.judgements, other.judgements
    more = [pair for pair in different if theirs[pair].significant and not mine[pair].significant]
    less = [pair for pair in different if mine[pair].significant and not theirs[pair].significant]
    level = f"p ≤ {fmt.level(decides.alpha)}"
    parts = [
        f"{how} {fmt.join((_name_pair(decides, pair) for pair in kept), most=MOST_NAMED)}"
        for how, kept in (
            (f"has {level} for", more),
            (f"has no {level} for", less),
        )
        if kept
    ]
    return f"the {fmt.lower(other.method)} {' and '.join(parts)}" if parts else ""


def _name_pair(result: PairwiseResult, pair: Pair) -> str:
    """Write a pair in the order of the design.

    Parameters
    ----------
    result
        Any that compares the two.
    pair
        The names.
    """
    return " – ".join(name for name in result.design.algorithms if name in pair)
