"""Where the leader of a test of pairs stands: whom it beats, who beats it, and who remains open."""

from collections.abc import Sequence
from typing import NamedTuple

from benchreport.results import Comparison, PairwiseResult
from benchreport.results.writing import number_format as fmt
from benchreport.wording.papers.methods import CORRECTIONS
from benchreport.wording.verdicts import verdict as wording

TWO = 2
PART_OF_THE_TEST = ("none", "max_t", "studentized_range")


class Standing(NamedTuple):
    """The algorithms as seen from one of them, each group with the best centre first.

    Parameters
    ----------
    beaten, ahead
        The algorithms that it is significantly better than, and those significantly better than it.
    open
        The algorithms that it does not differ from significantly.
    """

    beaten: list[str]
    ahead: list[str]
    open: list[str]


def find_standing(pairs: PairwiseResult, name: str) -> Standing:
    """Sort the algorithms by the test's decision on their pair with this one.

    Parameters
    ----------
    pairs
        The test of pairs; its own statistic says whom each pair favours.
    name
        The algorithm from which the others are seen.
    """
    won = {other_of(row, name) for row in pairs.significant if row.favours == name}
    lost = set(pairs.better_than(name))
    order = [pairs.design.algorithms[place] for place in pairs.order]
    return Standing(
        [other for other in order if other in won],
        [other for other in order if other in lost],
        [other for other in order if other not in {*won, *lost, name}],
    )


def find_best(pairs: PairwiseResult) -> tuple[list[str], str]:
    """Return the algorithms with the best centre, and that centre in words."""
    names = pairs.design.algorithms
    best = (min if pairs.lower_centre_is_better else max)(pairs.centres)
    leaders = [names[place] for place in pairs.order if pairs.centres[place] == best]
    template = wording.BETTER_CENTRE if len(names) == TWO else wording.BEST_CENTRE
    # a score may end with its unit in brackets
    centre = fmt.add_in_brackets(pairs.centre_name, write_centre(pairs, best))
    return leaders, template.format(centre=centre)


def write_centre(pairs: PairwiseResult, value: float) -> str:
    """Write a mean rank with two decimals, and a mean score with those that tell scores apart."""
    if pairs.by_ranks:
        return fmt.fixed(value)
    return fmt.writer_of_best(pairs.centres, largest=not pairs.lower_centre_is_better)(value)


def other_of(row: Comparison, name: str) -> str:
    """Return the other algorithm of a pair."""
    return row.second if row.first == name else row.first


def agree(names: Sequence[object], one: str = "is", many: str = "are") -> str:
    """Return the verb that agrees with a number of names."""
    return one if len(names) == 1 else many


def cite_test(pairs: PairwiseResult) -> str:
    """Name the test with its correction, and its level, as a claim cites them."""
    corrected = ""
    if len(pairs.comparisons) > 1 and pairs.correction not in PART_OF_THE_TEST:
        corrected = wording.CORRECTED_BY.format(correction=CORRECTIONS[pairs.correction])
    return f"{fmt.lower(pairs.method)}{corrected}, α = {fmt.level(pairs.alpha)}"
