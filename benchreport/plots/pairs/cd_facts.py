"""What a critical-difference diagram shows in any layout: bars, the axis, words and numbers."""

import numpy as np
import pandas as pd

from benchreport.errors import format_count
from benchreport.plots.base.short_names import list_first
from benchreport.plots.base.style import ACCENT, INK, MUTED
from benchreport.results import PairwiseResult
from benchreport.results.pairs.pairwise import RANKS
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import pairs as wording

MOST_WHOLE = 12  # algorithms of which the axis has all ranks


def find_bars(result: PairwiseResult) -> list[tuple[str, ...]]:
    """Return the groups to draw as bars; for one-sided tests, the significant pairs."""
    if result.control is not None:
        return []
    if is_one_sided(result):
        return [(row.first, row.second) for row in result.significant]
    return [group for group in result.groups() if len(group) > 1]


def axis_name(result: PairwiseResult) -> str:
    """Return what the axis of centres is called, with the side of the best."""
    if not result.by_ranks:
        return wording.MEANS_AXIS.format(centre=result.centre_name)
    of_blocks = result.centre_name == RANKS[0]
    part = of_blocks and not has_all_ranks(result)
    name = wording.PART_OF_RANKS_AXIS if part else wording.RANKS_AXIS
    return name.format(centre=result.centre_name, k=len(result.centres))


def is_one_sided(result: PairwiseResult) -> bool:
    """Tell whether all pairs were tested on one side, so that they make no groups."""
    return result.control is None and result.alternative != "two-sided"


def format_centre(result: PairwiseResult, centre: float) -> str:
    """Write the centre of one algorithm: ranks with two decimals."""
    return fmt.fixed(centre, 2) if result.by_ranks else fmt.number(centre, 4)


def find_reference(result: PairwiseResult) -> str:
    """Return the control, or the best."""
    return result.control or result.design.algorithms[result.order[0]]


def find_different(result: PairwiseResult) -> set[str]:
    """Return who differs significantly from the control, or from the best."""
    pairs = {(row.first, row.second) for row in result.significant}
    reference = find_reference(result)
    return {
        name
        for name in result.design.algorithms
        if not {(reference, name), (name, reference)}.isdisjoint(pairs)
    }


def choose_colours(result: PairwiseResult) -> dict[str, tuple[str, str]]:
    """Return the edge and the fill of each algorithm's mark; intervals of differences have the same."""
    different, reference = find_different(result), find_reference(result)
    colours = {
        name: (ACCENT, ACCENT) if name in different else (MUTED, "white")
        for name in result.design.algorithms
    }
    return colours | {reference: (INK, INK)}


def has_all_ranks(result: PairwiseResult) -> bool:
    """Tell whether the axis goes from the first rank to the last, as Demšar (2006) draws it.

    Mean ranks of many algorithms take a part of it, and need all of the width.
    """
    return result.by_ranks and len(result.centres) <= MOST_WHOLE


def axis_span(result: PairwiseResult) -> tuple[float, float]:
    """Return the ends of the axis: whole ranks, or scores with a little room beside them."""
    if has_all_ranks(result):
        # the bar of the critical difference starts at the axis' end and must fit
        cd = (result.drawn_difference or 0.0) if result.control is None else 0.0
        high = max(len(result.centres), *result.centres, 1 + cd)
        return 1.0, float(np.ceil(high - 1e-9))
    low, high = min(result.centres), max(result.centres)
    if not result.by_ranks:
        # beside equal means of any size
        room = 0.03 * (high - low) or max(0.5, abs(high) / 10)
        return low - room, high + room
    if result.control is not None and result.drawn_difference is not None:
        # the axis holds the control's band, but no ranks beyond the first and the last
        centre, cd = (
            result.centres[result.design.algorithms.index(result.control)],
            result.drawn_difference,
        )
        low, high = (
            min(low, max(1.0, centre - cd)),
            max(high, min(len(result.centres), centre + cd)),
        )
    low = np.floor(low + 1e-9)
    if result.control is None:
        # the bar of the critical difference starts at the axis' end and must fit
        high = max(high, low + (result.drawn_difference or 0.0))
    high = np.ceil(high - 1e-9)
    return float(low), float(max(high, low + 1))


def tabulate_centres(result: PairwiseResult) -> pd.DataFrame:
    """Return the centres from the best, with letters of groups, or p-values against the control."""
    names = [result.design.algorithms[place] for place in result.order]
    frame = pd.DataFrame(
        {"algorithm": names, result.centre_name: [result.centres[place] for place in result.order]}
    )
    if result.control is not None:
        p_values = {row.first: row.p_adjusted for row in result.comparisons}
        return frame.assign(p_adjusted=[p_values.get(name, np.nan) for name in names])
    if is_one_sided(result):
        return frame.assign(better_than=[", ".join(result.better_than(name)) for name in names])
    letters = result.letters()
    return frame.assign(group=[letters[name] for name in names])


def describe_diagram(result: PairwiseResult) -> str:
    """Say what the diagram looks like, for readers who do not see it."""
    names, centres = result.design.algorithms, result.centres
    placed = [f"{names[place]} {fmt.number(centres[place], 4)}" for place in result.order]
    seen = wording.DIAGRAM.format(centre=result.centre_name, listed=list_first(placed))
    return fmt.paragraph(seen, _describe_groups(result))


def _describe_groups(result: PairwiseResult) -> str:
    if result.control is not None:
        names = fmt.join([row.first for row in result.significant], most=6) or wording.NONE
        return wording.DIFFERENT_FROM_CONTROL.format(control=result.control, names=names)
    groups = find_bars(result)
    if is_one_sided(result):
        pairs = [wording.BOTH.format(first=first, second=second) for first, second in groups]
        listed = fmt.join(pairs, most=6) or wording.NONE
        return wording.DIFFERENT_PAIRS.format(pairs=listed)
    if not groups:
        return wording.ALL_DIFFERENT
    listed, more = "; ".join(fmt.join(group, most=6) for group in groups[:6]), len(groups) - 6
    if more > 0:
        listed = wording.MORE_GROUPS.format(groups=listed, n=more)
    return wording.GROUPS.format(groups=listed)


def explain_diagram(result: PairwiseResult, hidden: int, undrawn: int, *, turned: bool) -> str:
    """Say how to read the diagram, what follows from it, and by which test."""
    level, many = fmt.level(result.alpha), result.design.blocks
    cd = result.drawn_difference
    size = "" if cd is None else wording.CRITICAL_DIFFERENCE.format(cd=fmt.fixed(cd, 3))
    left_out = wording.HIDDEN.format(
        hidden=format_count(hidden, "further group"), are=fmt.are(hidden)
    )
    further_down = wording.FURTHER_DOWN.format(
        rows=format_count(undrawn, result.design.noun), are=fmt.are(undrawn)
    )
    return fmt.paragraph(
        _explain_signs(result, len(result.order) - undrawn, turned=turned),
        _conclude(result),
        wording.TEST.format(method=result.method, level=level, size=size, blocks=many),
        left_out if hidden else "",
        result.caution,
        further_down if undrawn else "",
    )


def _explain_signs(result: PairwiseResult, drawn: int, *, turned: bool) -> str:
    noun, centre = result.design.noun, result.centre_name[:1].upper() + result.centre_name[1:]
    if result.control is not None:
        return wording.AGAINST_CONTROL.format(centre=centre, control=result.control)
    if is_one_sided(result):
        side = "higher" if result.alternative == "greater" else "lower"
        return wording.ARROWS.format(centre=centre, noun=noun, side=side)
    has_band = turned and result.drawn_difference is not None
    open_dots = wording.OPEN_DOTS_IN_BAND if has_band else wording.OPEN_DOTS
    names = {result.design.algorithms[place] for place in result.order[:drawn]}
    # those that are not drawn may differ
    signs = wording.BLUE_DOTS if names & {*find_different(result)} else wording.NO_BLUE_DOTS
    bars = wording.BARS_ASIDE if turned else wording.BARS
    # the conclusion says that none differs
    told = not find_different(result) and _conclude(result)
    signs = "" if told else signs.format(open=open_dots)
    return bars.format(centre=centre, noun=noun, signs=signs).rstrip()


def _conclude(result: PairwiseResult) -> str:
    """Say how many the best is better than; nothing of a control, and nothing where p-values are in doubt."""
    if result.control is not None or is_one_sided(result) or result.doubts:
        return ""
    best, noun = result.design.algorithms[result.order[0]], result.design.noun
    others = result.design.n_algorithms - 1
    differ = len(find_different(result))
    if len(set(result.centres)) == 1:
        return wording.ALL_THE_SAME.format(noun=noun, centre=result.centre_name)
    names = [result.design.algorithms[place] for place in result.order]
    sharing = names[: result.centres.count(result.centres[result.order[0]])]
    shared = {"names": fmt.join(sharing, most=3), "centre": result.centre_name, "name": best}
    if not differ:
        if len(sharing) > 1:
            return wording.SHARED_BEST.format(noun=noun, **shared)
        return wording.BEST_WITHOUT_LEAD.format(name=best, centre=result.centre_name, noun=noun)
    from_whom = wording.ALL_OTHERS if differ == others else wording.SOME_OTHERS
    if others == 1:
        from_whom = wording.THE_OTHER
    counted = from_whom.format(n=differ, all=others, noun=noun)
    template = wording.BEST if len(sharing) == 1 else wording.EACH_OF_THE_BEST
    return template.format(others=counted, **shared)
