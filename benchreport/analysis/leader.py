"""Sentences on the leader in a test of pairs: whom it beats, and from whom it does not differ."""

from collections.abc import Sequence

from benchreport.analysis.advantage import describe_advantage
from benchreport.analysis.standing import (
    Standing,
    cite_test,
    find_best,
    find_standing,
    other_of,
    write_centre,
)
from benchreport.errors import format_count
from benchreport.results import Comparison, PairwiseResult
from benchreport.results import number_format as fmt

# names in a list, before the rest are counted
MOST = 5


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
    first = f"{over}, {_name_leaders(views)}."
    if decides.control is not None:
        return [first, *_describe_control(views, decides.control)]
    leaders, _ = find_best(decides)
    if decides.significant and decides.doubts:
        return [first, _describe_reserved(decides, leaders)]
    if len(leaders) > 1:
        return [first, _count_differences(decides)]
    return [first, *_describe_best(views, leaders[0])]


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
            return f"{phrase} and the {means.centre_name} {write_centre(means, means.centres[0])}"
        return f"{phrase} and {score}"
    return f"{phrase}, while {_name_best(means)}"


def _name_best(pairs: PairwiseResult) -> str:
    leaders, score = find_best(pairs)
    if len(leaders) == len(pairs.design.algorithms):
        value = write_centre(pairs, pairs.centres[0])
        return f"all {pairs.design.noun}s share the {pairs.centre_name} {value}"
    verb = "has" if len(leaders) == 1 else "share"
    return f"{fmt.join(leaders, most=MOST)} {verb} {score}"


def _describe_best(views: Sequence[PairwiseResult], best: str) -> list[str]:
    decides = views[0]
    standing = find_standing(decides, best)
    # a test of a pair may contradict the centres: ranks depend on others, means on a few large
    # scores
    sentences = []
    if standing.ahead:
        verb = "is" if len(standing.ahead) == 1 else "are"
        names = fmt.join(standing.ahead, most=MOST)
        sentences.append(f"Yet {names} {verb} significantly better than it ({cite_test(decides)}).")
    if standing.beaten:
        size = describe_advantage(views, best, standing.beaten)
        sentences.append(
            f"It is significantly better than {fmt.join(standing.beaten, most=MOST)} "
            f"({cite_test(decides)}){size and f'; {size}'}."
        )
    if standing.open and not (standing.ahead and standing.beaten):
        sentences.append(_describe_open(views, best, standing))
    return sentences


def _describe_open(views: Sequence[PairwiseResult], best: str, standing: Standing) -> str:
    """Say from whom the leader does not differ; with the size and the test if it beats nobody."""
    rivals = fmt.join(standing.open, most=MOST)
    if standing.beaten:
        return f"Its lead over {rivals} is not significant."
    whose = "its advantage"
    if len(standing.open) > 1:
        rivals = rivals if standing.ahead else "the others"
        whose += f" over {standing.open[0]}, the next one,"
    size = describe_advantage(views, best, standing.open[:1], whose)
    return (
        f"Its lead over {rivals} is not significant ({cite_test(views[0])}){size and f'; {size}'}."
    )


def _count_differences(pairs: PairwiseResult) -> str:
    n_significant, n_pairs = len(pairs.significant), len(pairs.comparisons)
    if not n_significant:
        return f"No pair differs significantly ({cite_test(pairs)})."
    verb = "differs" if n_significant == 1 else "differ"
    return f"{n_significant} of {format_count(n_pairs, 'pair')} {verb} significantly ({cite_test(pairs)})."


def _describe_control(views: Sequence[PairwiseResult], control: str) -> list[str]:
    """Say who is better and worse than the control, and who does not differ significantly from it."""
    decides = views[0]
    if decides.significant and decides.doubts:
        return [_describe_reserved(decides, [control])]
    standing = find_standing(decides, control)
    clause = _compare_with_control(decides, control, standing)
    if not standing.ahead and not standing.beaten:
        return [f"{clause[:1].upper()}{clause[1:]}."]
    size = ""
    if standing.ahead:
        whose = f"the advantage of {standing.ahead[0]} over it"
        size = describe_advantage(views, standing.ahead[0], [control], whose)
    sentences = [f"{clause}{size and f'; {size}'}."]
    if standing.open:
        verb = "does" if len(standing.open) == 1 else "do"
        names = fmt.join(standing.open, most=MOST)
        sentences.append(f"{names} {verb} not differ significantly from it.")
    return sentences


def _compare_with_control(pairs: PairwiseResult, control: str, standing: Standing) -> str:
    """Say in a clause who is significantly better and worse than the control."""
    value = write_centre(pairs, pairs.centres[pairs.design.algorithms.index(control)])
    reference = f"the control {control} ({pairs.centre_name} {value})"
    if not standing.ahead and not standing.beaten:
        return f"no {pairs.design.noun} differs significantly from {reference} ({cite_test(pairs)})"
    parts = [
        f"{fmt.join(names, most=MOST)} {'is' if len(names) == 1 else 'are'} significantly {how}"
        for names, how in ((standing.ahead, "better"), (standing.beaten, "worse"))
        if names
    ]
    parts[0] += f" than {reference}"
    return f"{', and '.join(parts)} ({cite_test(pairs)})"


def _describe_reserved(pairs: PairwiseResult, leaders: Sequence[str]) -> str:
    """Say whom the p-values favour, and which check puts them in doubt."""
    but = f"but {pairs.reservation}: the difference is not called significant."
    test = fmt.lower(pairs.method)
    if len(pairs.comparisons) == 1:
        row = pairs.comparisons[0]
        numbers = _format_difference(pairs, row)
        if not row.favours:
            return f"The {test} finds {row.first} and {row.second} apart ({numbers}), {but}"
        other = other_of(row, row.favours)
        return f"The {test} favours {row.favours} over {other} ({numbers}), {but}"
    level = f"p ≤ {fmt.level(pairs.alpha)}"
    beaten = find_standing(pairs, leaders[0]).beaten if len(leaders) == 1 else []
    whom = f"favours {leaders[0]} over {fmt.join(beaten, most=MOST)} ({level})"
    if not beaten:
        tried = format_count(len(pairs.comparisons), "pair")
        whom = f"has {level} for {len(pairs.significant)} of {tried}"
    return f"The {test} {whom}, but {pairs.reservation}: no difference is called significant."


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
    if pairs.significant and pairs.doubts:
        return f"{_name_best(pairs)}, but {pairs.reservation}"
    if pairs.control is not None:
        return _compare_with_control(pairs, pairs.control, find_standing(pairs, pairs.control))
    leaders, _ = find_best(pairs)
    if len(leaders) > 1:
        return f"{_name_best(pairs)}, and {_count_differences(pairs)[:-1]}"
    standing = find_standing(pairs, leaders[0])
    if standing.ahead:
        verb = "is" if len(standing.ahead) == 1 else "are"
        whom = f"yet {fmt.join(standing.ahead, most=MOST)} {verb} significantly better than it"
    elif standing.beaten:
        whom = f"and is significantly better than {fmt.join(standing.beaten, most=MOST)}"
    else:
        whom = "but its lead is not significant"
    return f"{_name_best(pairs)}, {whom} ({cite_test(pairs)})"
