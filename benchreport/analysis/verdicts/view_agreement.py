"""Sentences on where the views of the same pairs agree, differ and contradict one another."""

import itertools
from collections.abc import Sequence
from typing import NamedTuple

from benchreport.analysis.verdicts.standing import agree
from benchreport.errors import format_count
from benchreport.results import BayesResult, PairwiseResult
from benchreport.results.pairs.bayes import format_probability
from benchreport.results.pairs.pair_judgement import Pair, contradictions, is_open
from benchreport.results.writing import number_format as fmt
from benchreport.wording.verdicts import cautions as wording

View = PairwiseResult | BayesResult
MOST_PAIRS, MOST_NAMED = 3, 3
# letters of pairs in one sentence: long names leave room for fewer
LONGEST = 600


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
    ends = list(itertools.accumulate(map(len, clauses)))
    clauses = clauses[: max(1, sum(end <= LONGEST for end in ends))]
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
                test=fmt.lower(view.method.partition(" (")[0]),
                strength=_format_strength(view, pair),
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
    """Say which claims about the leader, or the control, depend on the test; empty if none does.

    Parameters
    ----------
    pairs
        The views, the one that decides first.
    """
    claims = list_other_claims(pairs)
    if not claims:
        return ""
    return wording.DEPENDS.format(test=fmt.lower(pairs[0].method), clauses="; ".join(claims))


class _Claim(NamedTuple):
    """What some tests say of pairs with the leader that the deciding one judges otherwise."""

    finds: bool
    leader_better: bool
    tests: tuple[str, ...]


def list_other_claims(pairs: Sequence[PairwiseResult], *, against: bool = False) -> list[str]:
    """Say in clauses what other tests claim about the leader, or the control, against the deciding one.

    A test that could find nothing on so few blocks claims nothing.

    Parameters
    ----------
    pairs
        The views, the one that decides first.
    against
        Whether to name only what speaks against the leader: a lead that is not found, or a rival's.
    """
    pairs = [pairs[0], *(view for view in pairs[1:] if not view.unattainable)]
    decides = pairs[0]
    leader, rivals = find_disagreement(pairs)
    # the rivals that the same tests judge otherwise
    sides: dict[_Claim, list[str]] = {}
    for rival in rivals:
        pair = frozenset((rival, leader))
        claims: dict[tuple[bool, bool], list[str]] = {}
        for view in pairs[1:]:
            other, decided = view.judgements[pair], decides.judgements[pair]
            if other.significant != decided.significant:
                favoured = other.favours if other.significant else decided.favours
                name = f"the {fmt.lower(view.method.partition(' (')[0])}"
                if view.doubts:
                    # that a test in doubt finds nothing speaks against nobody
                    if not other.significant:
                        continue
                    name = wording.TEST_IN_DOUBT.format(test=name)
                # of a control it is said that there is a difference, whichever side is better
                better = favoured != rival or decides.control is not None
                claims.setdefault((other.significant, better), []).append(name)
        for (finds, leader_better), tests in sorted(claims.items(), reverse=True):
            if not against or decides.control is not None or finds != leader_better:
                sides.setdefault(_Claim(finds, leader_better, tuple(tests)), []).append(rival)
    claims_before = [None, *sides]
    return [
        # after a clause on a rival, "it" could be the rival
        _write_claim(
            decides,
            leader,
            claim,
            rivals,
            named=not (before and before.leader_better and claim.leader_better),
        )
        for before, (claim, rivals) in zip(claims_before, sides.items(), strict=False)
    ]


def _write_claim(
    decides: PairwiseResult, leader: str, claim: _Claim, rivals: Sequence[str], *, named: bool
) -> str:
    template = wording.LEADER_BETTER if claim.leader_better else wording.RIVALS_BETTER
    if decides.control is not None:
        template = wording.CONTROL_DIFFERS
    return wording.FINDS.format(
        tests=fmt.join(claim.tests),
        verb=agree(claim.tests, "finds", "find")
        if claim.finds
        else agree(claim.tests, "does not find", "do not find"),
        claim=template.format(
            leader=leader if named or decides.control is not None else wording.THE_SAME,
            rivals=fmt.join(rivals, most=MOST_NAMED),
        ),
    )


def find_disagreement(pairs: Sequence[PairwiseResult]) -> tuple[str, list[str]]:
    """Return the leader, or the control, and those whose pairs with it other tests judge otherwise.

    Parameters
    ----------
    pairs
        The views, the one that decides first.
    """
    decides = pairs[0]
    leader = decides.ranking[0] if decides.control is None else decides.control
    return leader, [name for name in decides.ranking if is_open(frozenset((name, leader)), pairs)]


def describe_agreement(pairs: Sequence[PairwiseResult]) -> str:
    """Say in a clause how far tests agree; empty where some find more, or less, about the leader.

    Parameters
    ----------
    pairs
        The views, the one that decides first.
    """
    decides = pairs[0]
    subject, rivals = find_disagreement(pairs)
    if rivals:
        return ""
    if len(decides.comparisons) == 1:
        return wording.BOTH_TESTS_AGREE.format(n=len(pairs))
    different = [pair for pair in decides.judgements if is_open(pair, pairs)]
    if not different:
        return wording.TESTS_AGREE
    first, second = sorted(different[0], key=decides.ranking.index)
    counted = wording.PAIRS_OF_OTHERS.format(
        pairs=format_count(len(different), "pair"), noun=decides.design.noun
    )
    return wording.AGREE_ON_LEADER.format(
        leader=subject,
        pairs=wording.PAIR.format(first=first, second=second) if len(different) == 1 else counted,
    )
