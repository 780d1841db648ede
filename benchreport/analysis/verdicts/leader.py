"""Sentences on the leader in a test of pairs: whom it beats, and from whom it does not differ."""

from collections.abc import Sequence
from typing import Literal

from benchreport.analysis.verdicts.advantage import (
    describe_advantage,
    explain_interval,
    insert_advantage,
    write_sizes,
)
from benchreport.analysis.verdicts.standing import (
    TWO,
    Standing,
    agree,
    cite_test,
    find_best,
    find_standing,
    other_of,
    write_centre,
)
from benchreport.errors import format_count
from benchreport.results import Comparison, PairwiseResult
from benchreport.results.writing import number_format as fmt
from benchreport.wording.verdicts import verdict as wording

# names in a list, before the rest are counted
MOST = 5
FEW_RIVALS = 2


def describe_leader(views: Sequence[PairwiseResult], over: str) -> list[str]:
    """Say who leads, whom it beats and by how much, and from whom it does not differ significantly.

    Nothing is called significant while a check puts the p-values in doubt.

    Parameters
    ----------
    views
        The tests of pairs; the first decides, and its own statistic says whom each pair favours.
    over
        A phrase for what was compared over, such as ``"Over 20 datasets"``.

    Returns
    -------
    list of str
        At most three sentences.
    """
    decides = views[0]
    first = wording.LEADS.format(over=over, leader=_name_leaders(views))
    if decides.control is not None:
        return [first, *_describe_control(views, decides.control)]
    leaders, _ = find_best(decides)
    if decides.in_doubt:
        return [first, _describe_reserved(decides, leaders)]
    if len(leaders) > 1:
        return [first, _describe_shared(decides, leaders)]
    return [first, *_describe_best(views, leaders[0])]


def _describe_shared(decides: PairwiseResult, leaders: Sequence[str]) -> str:
    """Say whom those who share the first place all beat, if no pair of the rest differs; else count pairs."""
    beaten = find_standing(decides, leaders[0]).beaten
    rest = [name for name in decides.ranking if name not in beaten]
    told_apart = {frozenset((row.first, row.second)) for row in decides.significant}
    same = all(find_standing(decides, name).beaten == beaten for name in leaders)
    if not beaten or not same or any(pair <= set(rest) for pair in told_apart):
        return _count_differences(decides)
    p = max(
        row.p_adjusted
        for row in decides.significant
        if (row.first in leaders) != (row.second in leaders)
    )
    return wording.SHARED_BETTER.format(
        beaten=fmt.join_short(beaten, most=MOST),
        test=cite_test(decides),
        p=fmt.p_equals(p, decides.alpha).replace("=", "≤"),
        rest=fmt.join_short(rest, most=MOST),
    )


def _name_leaders(views: Sequence[PairwiseResult]) -> str:
    """Say who is best by the deciding test's ranks or means, and by means beside ranks."""
    decides = views[0]
    leaders, _ = find_best(decides)
    phrase = _name_best(decides)
    means = next((view for view in views if not view.by_ranks), None)
    if not decides.by_ranks or means is None:
        return phrase
    best, score = find_best(means)
    if best == leaders:
        if len(best) == len(decides.design.algorithms):
            value = write_centre(means, means.centres[0])
            return wording.ALL_SHARE_BOTH.format(
                leader=phrase, centre=means.centre_name, value=value
            )
        return wording.BEST_BY_BOTH.format(leader=phrase, best=score)
    return wording.BEST_BY_MEAN.format(leader=phrase, other=_name_best(means))


def _name_best(pairs: PairwiseResult) -> str:
    leaders, score = find_best(pairs)
    if len(leaders) == len(pairs.design.algorithms):
        value = write_centre(pairs, pairs.centres[0])
        return wording.ALL_SHARE.format(
            all="both" if len(leaders) == TWO else "all",
            noun=pairs.design.noun,
            centre=pairs.centre_name,
            value=value,
        )
    names, verb = fmt.join_short(leaders, most=MOST), agree(leaders, "has", "share")
    return wording.BEST.format(names=names, verb=verb, best=score)


def _describe_best(views: Sequence[PairwiseResult], best: str) -> list[str]:
    decides = views[0]
    standing = find_standing(decides, best)
    # a test of a pair may contradict the centres: ranks depend on others, means on a few large
    # scores
    test, sentences = cite_test(decides), []
    if standing.ahead:
        names, verb = fmt.join_short(standing.ahead, most=MOST), agree(standing.ahead)
        sentences.append(wording.CONTRADICTED.format(names=names, verb=verb, test=test))
    # the next one by rank comes first: from it the lead is the smallest
    open_first = decides.design.algorithms[decides.order[1]] in standing.open
    clear, unclear = [], []
    if standing.beaten:
        size = describe_advantage(views, best, standing.beaten, explained=not open_first)
        names = fmt.join_short(standing.beaten, most=MOST)
        p = _bound_p(decides, best, standing.beaten, "≤")
        # the first p-value of a verdict comes with its test
        better = wording.ALSO_BETTER if open_first else wording.BETTER
        clear = [better.format(names=names, test=test, p=p, size=size and f"; {size}")]
    if standing.open and not (standing.ahead and standing.beaten):
        unclear = [
            _describe_open(views, best, standing, explained=open_first or not standing.beaten)
        ]
        if not standing.beaten and not standing.ahead and decides.significant:
            unclear.append(_count_others(decides, best))
    return [*sentences, *(unclear + clear if open_first else clear + unclear)]


def _describe_open(
    views: Sequence[PairwiseResult], best: str, standing: Standing, *, explained: bool
) -> str:
    """Say from whom the leader does not differ; with the test, if it is the first claim."""
    rival, *others = standing.open
    p = _bound_p(views[0], best, [rival], "≤")
    size, behind = insert_advantage(views, best, rival, explained=explained)
    return wording.OPEN.format(
        rival=rival,
        size=size,
        p=wording.TEST_AND_P.format(test=cite_test(views[0]), p=p) if explained else p,
        others=_describe_others_open(views, best, others),
        # further rivals have their intervals in the ranking, whose caption explains them
        reason=behind + explain_interval(views, best, rival),
    )


def _describe_others_open(views: Sequence[PairwiseResult], best: str, rivals: Sequence[str]) -> str:
    """Say from which further algorithms the leader does not differ, with sizes and p-values."""
    if not rivals:
        return ""
    decides = views[0]
    if len(rivals) > FEW_RIVALS:
        numbers = (write_sizes(views, best, rivals), _bound_p(decides, best, rivals, "≥"))
        return wording.NOR_MORE_OTHERS.format(
            names=fmt.join_short(rivals, most=MOST), numbers=", ".join(filter(None, numbers))
        )
    named = []
    for rival in rivals:
        numbers = (write_sizes(views, best, [rival]), _bound_p(decides, best, [rival], "≥"))
        named.append(
            wording.RIVAL_WITH_NUMBERS.format(rival=rival, numbers=", ".join(filter(None, numbers)))
        )
    return wording.NOR_OTHERS.format(names=fmt.join(named))


def _count_others(decides: PairwiseResult, best: str) -> str:
    """Say which pairs differ without the leader."""
    others = len([row for row in decides.comparisons if best not in (row.first, row.second)])
    if len(decides.significant) == 1:
        row = decides.significant[0]
        first = row.favours or row.first
        return wording.OTHER_PAIR.format(
            first=first,
            second=other_of(row, first),
            p=fmt.p_equals(row.p_adjusted, decides.alpha),
        )
    return wording.OTHER_PAIRS.format(
        n=len(decides.significant), pairs=format_count(others, "pair")
    )


def _bound_p(
    decides: PairwiseResult, best: str, rivals: Sequence[str], sign: Literal["≤", "≥"]
) -> str:
    """Write the p-value of a pair, or the largest or smallest one of several."""
    p = [
        row.p_adjusted
        for row in decides.comparisons
        if best in (row.first, row.second) and other_of(row, best) in rivals
    ]
    text = fmt.p_equals(max(p) if sign == "≤" else min(p), decides.alpha)
    return text if len(p) == 1 else text.replace("=", sign)


def _count_differences(pairs: PairwiseResult) -> str:
    if len(pairs.comparisons) == 1:
        row = pairs.comparisons[0]
        numbers = {"test": cite_test(pairs), "p": fmt.p_equals(row.p_adjusted, pairs.alpha)}
        if not pairs.significant:
            return wording.NOT_APART.format(**numbers)
        if row.favours:
            loser = other_of(row, row.favours)
            return wording.YET_BETTER.format(name=row.favours, other=loser, **numbers)
    if not pairs.significant:
        return wording.NO_PAIR.format(test=cite_test(pairs))
    return wording.SOME_PAIRS.format(
        n=len(pairs.significant),
        pairs=format_count(len(pairs.comparisons), "pair"),
        verb=agree(pairs.significant, "differs", "differ"),
        test=cite_test(pairs),
    )


def _describe_control(views: Sequence[PairwiseResult], control: str) -> list[str]:
    """Say who is better and worse than the control, and who does not differ significantly from it."""
    decides = views[0]
    if decides.in_doubt:
        return [_describe_reserved(decides, [control])]
    standing = find_standing(decides, control)
    clause = _compare_with_control(decides, control, standing)
    if not standing.ahead and not standing.beaten:
        return [f"{clause[:1].upper()}{clause[1:]}."]
    size = ""
    if standing.ahead:
        whose = wording.ADVANTAGE_OVER_IT.format(name=standing.ahead[0])
        size = describe_advantage(views, standing.ahead[0], [control], whose)
    sentences = [f"{clause}{size and f'; {size}'}."]
    if standing.open:
        names, verb = fmt.join_short(standing.open, most=MOST), agree(standing.open, "does", "do")
        p = _bound_p(decides, control, standing.open, "≥")
        sentences.append(wording.CONTROL_OPEN.format(names=names, verb=verb, p=p))
    return sentences


def _compare_with_control(pairs: PairwiseResult, control: str, standing: Standing) -> str:
    """Say in a clause who is significantly better and worse than the control."""
    value = write_centre(pairs, pairs.centres[pairs.design.algorithms.index(control)])
    reference = wording.CONTROL.format(control=control, centre=pairs.centre_name, value=value)
    if not standing.ahead and not standing.beaten:
        return wording.CONTROL_ALONE.format(
            noun=pairs.design.noun,
            control=reference,
            test=wording.TEST_AND_P.format(
                test=cite_test(pairs), p=_bound_p(pairs, control, standing.open, "≥")
            ),
        )
    parts = [
        wording.CONTROL_SIDE.format(
            names=fmt.join_short(names, most=MOST), verb=agree(names), how=how
        )
        for names, how in ((standing.ahead, "better"), (standing.beaten, "worse"))
        if names
    ]
    parts[0] += f" than {reference}"
    p = _bound_p(pairs, control, [*standing.ahead, *standing.beaten], "≤")
    return f"{', and '.join(parts)} ({wording.TEST_AND_P.format(test=cite_test(pairs), p=p)})"


def _describe_reserved(pairs: PairwiseResult, leaders: Sequence[str]) -> str:
    """Say whom the p-values favour, and which check puts them in doubt."""
    doubt = {"test": fmt.lower(pairs.method), "reservation": pairs.reservation}
    if len(pairs.comparisons) == 1:
        row = pairs.comparisons[0]
        template = wording.FAVOURED_IN_DOUBT if row.favours else wording.DIFFERENCE_IN_DOUBT
        first = row.favours or row.first
        return template.format(
            first=first,
            second=other_of(row, first),
            numbers=_format_difference(pairs, row),
            **doubt,
        )
    favoured = {other_of(row, row.favours) for row in pairs.small_p if row.favours == leaders[0]}
    beaten = [name for name in pairs.ranking if len(leaders) == 1 and name in favoured]
    if beaten:
        finds = wording.FAVOURS.format(
            name=leaders[0],
            others=fmt.join_short(beaten, most=MOST),
            p=_bound_p(pairs, leaders[0], beaten, "≤"),
        )
    else:
        level = f"p ≤ {fmt.level(pairs.alpha)}"
        tried = format_count(len(pairs.comparisons), "pair")
        finds = wording.HAS_SMALL_P.format(level=level, n=len(pairs.small_p), pairs=tried)
    return wording.PAIRS_IN_DOUBT.format(finds=finds, **doubt)


def _format_difference(pairs: PairwiseResult, row: Comparison) -> str:
    """Write the size of the difference with its p-value."""
    size = abs(row.difference)
    p = fmt.p_equals(row.p_adjusted, pairs.alpha)
    return f"{pairs.difference_name} {fmt.number(size, 3)}, {p}"


def describe_in_one(pairs: PairwiseResult) -> str:
    """Say in one clause, without a full stop, who leads a further test and whom it beats.

    Parameters
    ----------
    pairs
        A test of pairs by another measure, or over other blocks, than the one that decides.
    """
    if pairs.in_doubt:
        return wording.FURTHER_IN_DOUBT.format(
            leader=_name_best(pairs), reservation=pairs.reservation
        )
    if pairs.control is not None:
        return _compare_with_control(pairs, pairs.control, find_standing(pairs, pairs.control))
    leaders, _ = find_best(pairs)
    if len(leaders) > 1:
        counted = _count_differences(pairs)[:-1]
        # a number stays a number within a sentence; "No" loses its capital
        return wording.FURTHER_PAIRS.format(
            leader=_name_best(pairs), pairs=counted[:1].lower() + counted[1:]
        )
    standing = find_standing(pairs, leaders[0])
    if standing.ahead:
        names, verb = fmt.join_short(standing.ahead, most=MOST), agree(standing.ahead)
        whom = wording.YET_BEATEN.format(names=names, verb=verb)
    elif standing.beaten:
        whom = wording.AND_BEATS.format(names=fmt.join_short(standing.beaten, most=MOST))
    else:
        whom = wording.BUT_OPEN
    return wording.FURTHER.format(leader=_name_best(pairs), whom=whom, test=cite_test(pairs))
