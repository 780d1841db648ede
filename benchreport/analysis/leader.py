"""Sentences on the leader in a test of pairs: whom it beats, and from whom it does not differ."""

from benchreport.errors import format_count
from benchreport.results import Comparison, PairwiseResult
from benchreport.results import number_format as fmt

MOST = 6


def describe_leader(pairs: PairwiseResult) -> str:
    """Say who leads, whom it beats, and from whom it does not differ significantly.

    Nothing is called significant while a check puts the p-values in doubt.

    Parameters
    ----------
    pairs
        The test of pairs; its own statistic says whom each pair favours.
    """
    if pairs.significant and pairs.doubts:
        return _describe_reserved(pairs)
    best = (
        _describe_best(pairs) if pairs.control is None else _describe_control(pairs, pairs.control)
    )
    return " ".join(sentence for sentence in (best, pairs.unattainable) if sentence)


def _name_test(pairs: PairwiseResult) -> str:
    """Name the test and its level, as a claim cites them."""
    return f"{pairs.method}, α = {fmt.level(pairs.alpha)}"


def _describe_best(pairs: PairwiseResult) -> str:
    names = pairs.design.algorithms
    leaders, score = find_best(pairs)
    if len(leaders) == len(names):
        shared = f"the {pairs.centre_name} {_format_centre(pairs, pairs.centres[0])}"
        return f"All {pairs.design.noun}s share {shared}; {_count_differences(pairs)}."
    if len(leaders) > 1:
        return f"{fmt.join(leaders, most=MOST)} share {score}; {_count_differences(pairs)}."
    best = leaders[0]
    beaten = _find_losers(pairs, best)
    ahead = f"{best} has {score}"
    # a test of a pair may contradict the centres: ranks depend on others, means on a few large
    # scores
    ahead_of_it = _sort_by_centre(pairs, list(pairs.better_than(best)))
    if ahead_of_it:
        verb = "is" if len(ahead_of_it) == 1 else "are"
        ahead += f", yet {fmt.join(ahead_of_it, most=MOST)} {verb} significantly better than it"
    rest = _sort_by_centre(
        pairs, [name for name in names if name not in {*beaten, *ahead_of_it, best}]
    )
    if not beaten:
        lead = f"its lead over {rest[0] if len(rest) == 1 else 'the others'} is not significant"
        return f"{ahead}{'' if ahead_of_it else f', but {lead}'} ({_name_test(pairs)})."
    line = f"{ahead} and is significantly better than {fmt.join(_sort_by_centre(pairs, beaten), most=MOST)}"
    if not rest:
        return f"{line} ({_name_test(pairs)})."
    apart = fmt.join(rest, most=MOST)
    return f"{line}; it could not be told apart from {apart} ({_name_test(pairs)})."


def find_best(pairs: PairwiseResult) -> tuple[list[str], str]:
    """Return the algorithms with the best centre, and that centre in words."""
    names = pairs.design.algorithms
    best = (min if pairs.lower_centre_is_better else max)(pairs.centres)
    leaders = [names[place] for place in pairs.order if pairs.centres[place] == best]
    return leaders, f"the best {pairs.centre_name} ({_format_centre(pairs, best)})"


def _format_centre(pairs: PairwiseResult, value: float) -> str:
    if pairs.by_ranks:
        return fmt.fixed(value)
    return fmt.writer(pairs.centres)(value)


def _count_differences(pairs: PairwiseResult) -> str:
    n_significant, n_pairs = len(pairs.significant), len(pairs.comparisons)
    verb = "differs" if n_significant == 1 else "differ"
    return f"{n_significant} of {format_count(n_pairs, 'pair')} {verb} significantly ({_name_test(pairs)})"


def _find_losers(pairs: PairwiseResult, winner: str) -> list[str]:
    won = [row for row in pairs.significant if row.favours == winner]
    return [_other_of(row, winner) for row in won]


def _other_of(row: Comparison, name: str) -> str:
    return row.second if row.first == name else row.first


def _sort_by_centre(pairs: PairwiseResult, chosen: list[str]) -> list[str]:
    names = pairs.design.algorithms
    return [names[place] for place in pairs.order if names[place] in chosen]


def _describe_control(pairs: PairwiseResult, control: str) -> str:
    """Say who is better and worse than the control, and who does not differ significantly from it."""
    better = list(pairs.better_than(control))
    worse = _sort_by_centre(pairs, _find_losers(pairs, control))
    names = pairs.design.algorithms
    value = _format_centre(pairs, pairs.centres[names.index(control)])
    reference = f"the control {control} ({pairs.centre_name} {value})"
    if not better and not worse:
        return (
            f"No {pairs.design.noun} differs significantly from {reference} ({_name_test(pairs)})."
        )
    parts = [
        f"{fmt.join(names, most=MOST)} {'is' if len(names) == 1 else 'are'} significantly {how}"
        for names, how in ((better, "better"), (worse, "worse"))
        if names
    ]
    parts[0] += f" than {reference}"
    equals = [
        names[place] for place in pairs.order if names[place] not in (*better, *worse, control)
    ]
    apart = f"; {fmt.join(equals, most=MOST)} could not be told apart from it" if equals else ""
    return f"{', '.join(parts)}{apart} ({_name_test(pairs)})."


def _describe_reserved(pairs: PairwiseResult) -> str:
    """Say whom the p-values favour, and which check puts them in doubt."""
    but = f"but {pairs.reservation}"
    test = fmt.lower(pairs.method)
    if len(pairs.comparisons) == 1:
        row = pairs.comparisons[0]
        numbers = _format_difference(pairs, row)
        if not row.favours:
            return (
                f"The {test} finds {row.first} and {row.second} apart ({numbers}), {but}: the difference "
                "is not called significant."
            )
        return (
            f"The {test} favours {row.favours} over {_other_of(row, row.favours)} ({numbers}), {but}: the "
            "difference is not called significant."
        )
    leaders, score = find_best(pairs)
    ahead = f"{fmt.join(leaders, most=MOST)} {'has' if len(leaders) == 1 else 'share'} {score}"
    beaten = _sort_by_centre(pairs, _find_losers(pairs, leaders[0])) if len(leaders) == 1 else []
    level = f"p ≤ {fmt.level(pairs.alpha)}"
    whom = f"favours it over {fmt.join(beaten, most=MOST)} ({level})"
    if not beaten:
        tried = format_count(len(pairs.comparisons), "pair")
        whom = f"has {level} for {len(pairs.significant)} of {tried}"
    return f"{ahead}, and the {test} {whom}, {but}: no difference is called significant."


def _format_difference(pairs: PairwiseResult, row: Comparison) -> str:
    """Write the size of the difference with its p-value."""
    size = abs(row.difference)
    p = fmt.p_equals(row.p_adjusted, pairs.alpha)
    return f"{pairs.difference_name} {fmt.number(size, 3)}, {p}"
