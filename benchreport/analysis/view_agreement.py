"""Sentences on where the views of the same pairs agree, differ and contradict one another."""

from collections.abc import Iterable, Sequence

from benchreport.analysis.standing import agree
from benchreport.errors import format_count
from benchreport.results import BayesResult, PairwiseResult
from benchreport.results import number_format as fmt
from benchreport.results.bayes import format_probability
from benchreport.results.pair_judgement import Pair, contradictions, differing_pairs
from benchreport.wording import cautions as wording

View = PairwiseResult | BayesResult
MOST_PAIRS, MOST_NAMED = 6, 2


def describe_contradictions(views: Sequence[View], why: str = wording.RANKS_AND_MEANS) -> str:
    """Name the pairs for which views favour different algorithms; empty if there are none.

    Parameters
    ----------
    views
        Tests of pairs, and posterior probabilities.
    why
        A clause that explains the contradiction; the default explains ranks and means of the same
        scores.
    """
    contradicted = contradictions(views)
    if not contradicted:
        return ""
    clauses = [_describe_sides(*item) for item in list(contradicted.items())[:MOST_PAIRS]]
    n_omitted = len(contradicted) - len(clauses)
    more = wording.MORE_CONTRADICTIONS.format(pairs=format_count(n_omitted, "pair"))
    return wording.CONTRADICTIONS.format(
        pairs=format_count(len(contradicted), "pair"),
        why=why,
        clauses="; ".join(clauses),
        more=more if n_omitted else "",
    )


def _describe_sides(pair: Pair, sides: dict[str, tuple[View, ...]]) -> str:
    """Say whom each view of a pair favours, and how surely."""
    clauses = []
    for name, views in sides.items():
        (other,) = pair - {name}
        by = fmt.join(
            wording.TEST_OF_SIDE.format(
                test=fmt.lower(view.method), strength=_format_strength(view, pair)
            )
            for view in views
        )
        verb = agree(views, "favours", "favour")
        clauses.append(wording.SIDE.format(tests=by, verb=verb, name=name, other=other))
    return ", while ".join(clauses)


def _format_strength(view: View, pair: Pair) -> str:
    if isinstance(view, BayesResult):
        row = next(row for row in view.rows if {row.first, row.second} == pair)
        probability = format_probability(max(row.p_first, row.p_second), view.confidence)
        return wording.POSTERIOR.format(probability=probability)
    test = next(row for row in view.comparisons if {row.first, row.second} == pair)
    p = fmt.p_equals(test.p_adjusted, view.alpha)
    reservation = view.reservation.partition(" (")[0]
    return wording.STRENGTH_IN_DOUBT.format(p=p, reservation=reservation) if view.doubts else p


def describe_disagreement(pairs: Sequence[PairwiseResult]) -> str:
    """Say for which pairs the views differ; empty if they find the same pairs.

    Parameters
    ----------
    pairs
        The views, the one that decides first.
    """
    if len(pairs) < 2:  # noqa: PLR2004 - one view agrees with itself
        return ""
    decides, *others = pairs
    different = differing_pairs(pairs)
    # `describe_contradictions` names the pairs for which two views favour different algorithms
    clauses = [
        line for other in others if (line := _compare_with_deciding(decides, other, different))
    ]
    if not clauses:
        return ""
    leader = decides.ranking[0] if decides.control is None else decides.control
    own = sum(leader in pair for pair in different)
    return wording.DISAGREEMENT.format(
        n=len(different),
        own=f"{own or 'none'} of them",
        leader=leader,
        pairs=format_count(len(decides.comparisons), "pair"),
        test=fmt.lower(decides.method),
        clauses="; ".join(clauses),
    )


def _compare_with_deciding(
    decides: PairwiseResult, other: PairwiseResult, different: Iterable[Pair]
) -> str:
    """Say for which pairs only another view, or only the deciding one, has a small p-value."""
    decisive, alternative = decides.judgements, other.judgements
    more = [
        pair
        for pair in different
        if alternative[pair].significant and not decisive[pair].significant
    ]
    less = [
        pair
        for pair in different
        if decisive[pair].significant and not alternative[pair].significant
    ]
    level = f"p ≤ {fmt.level(decides.alpha)}"
    parts = [
        template.format(pairs=_name_pairs(decides, chosen))
        for template, chosen in ((wording.SMALL_P_FOR, more), (wording.NO_SMALL_P_FOR, less))
        if chosen
    ]
    finds = " and ".join(parts)
    if not parts:
        return ""
    return wording.OTHER_TEST.format(test=fmt.lower(other.method), finds=finds, level=level)


def _name_pairs(result: PairwiseResult, pairs: Sequence[Pair]) -> str:
    """Name a few pairs, the better one of the ranking first; count more, as a table marks them."""
    if len(pairs) > MOST_NAMED:
        return format_count(len(pairs), "pair")
    return fmt.join(" − ".join(name for name in result.ranking if name in pair) for pair in pairs)
