"""What a critical-difference diagram shows in any layout: bars, the axis, words and numbers."""

import numpy as np
import pandas as pd

from benchreport.errors import format_count
from benchreport.plots.base.short_names import list_first
from benchreport.results import PairwiseResult
from benchreport.results import number_format as fmt
from benchreport.wording import figures as wording


def find_bars(result: PairwiseResult) -> list[tuple[str, ...]]:
    """Return the groups to draw as bars; for one-sided tests, the significant pairs."""
    if result.control is not None:
        return []
    if is_one_sided(result):
        return [(row.first, row.second) for row in result.significant]
    return [group for group in result.groups() if len(group) > 1]


def axis_name(result: PairwiseResult) -> str:
    """Return what the axis of centres is called, with the side of the best."""
    best = "1 = best" if result.by_ranks else "best on the left"
    return f"{result.centre_name} ({best})"


def is_one_sided(result: PairwiseResult) -> bool:
    """Tell whether all pairs were tested on one side, so that they make no groups."""
    return result.control is None and result.alternative != "two-sided"


def format_centre(result: PairwiseResult, centre: float) -> str:
    """Write the centre of one algorithm: ranks with two decimals."""
    return fmt.fixed(centre, 2) if result.by_ranks else fmt.number(centre, 4)


def find_filled(result: PairwiseResult) -> set[str]:
    """Return who differs significantly from the control; without one, who does not from the best."""
    if result.control is not None:
        return {row.first for row in result.significant}
    best = result.design.algorithms[result.order[0]]
    pairs = [(row.first, row.second) for row in result.significant]
    return {
        name for name in result.design.algorithms if {(best, name), (name, best)}.isdisjoint(pairs)
    }


def axis_span(result: PairwiseResult) -> tuple[float, float]:
    """Return the ends of the axis: whole ranks, or scores with a little room beside them."""
    low, high = min(result.centres), max(result.centres)
    if not result.by_ranks:
        room = 0.03 * (high - low) or 0.5
        return low - room, high + room
    if result.control is not None and result.critical_difference is not None:
        # the axis holds the control's band, but no ranks beyond the first and the last
        centre, cd = (
            result.centres[result.design.algorithms.index(result.control)],
            result.critical_difference,
        )
        low, high = (
            min(low, max(1.0, centre - cd)),
            max(high, min(len(result.centres), centre + cd)),
        )
    low = np.floor(low + 1e-9)
    if result.control is None:
        # the bar of the critical difference starts at the axis' end and must fit
        high = max(high, low + (result.critical_difference or 0.0))
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
    seen = f"Critical-difference diagram by {result.centre_name}: {list_first(placed)}."
    return f"{seen} {_describe_groups(result)}"


def _describe_groups(result: PairwiseResult) -> str:
    if result.control is not None:
        different = fmt.join([row.first for row in result.significant], most=6) or "none"
        return f"Significantly different from the control {result.control}: {different}."
    groups = find_bars(result)
    if is_one_sided(result):
        listed = fmt.join([f"{first} and {second}" for first, second in groups], most=6) or "none"
        return f"Pairs that differ significantly: {listed}."
    if not groups:
        return "All pairs differ significantly."
    listed = "; ".join(fmt.join(group, most=6) for group in groups[:6])
    more = f"; and {len(groups) - 6} more" if len(groups) > 6 else ""  # noqa: PLR2004 - as many as above
    return f"Groups without a significant difference: {listed}{more}."


def explain_diagram(result: PairwiseResult, hidden: int, undrawn: int = 0, *, turned: bool) -> str:
    """Say how to read the diagram, what follows from it, and by which test."""
    level, many = (
        fmt.level(result.alpha),
        format_count(result.design.n_blocks, result.design.block_kind),
    )
    cd = result.critical_difference
    size = f", critical difference {fmt.fixed(cd, 3)}" if cd is not None else ""
    parts = [
        _explain_signs(result, turned=turned),
        _conclude(result),
        f"{result.method}, α = {level}{size}, {many}.",
        f"{format_count(hidden, 'further group')} {'is' if hidden == 1 else 'are'} not drawn."
        if hidden
        else "",
        wording.FURTHER_DOWN.format(
            rows=format_count(undrawn, result.design.noun), verb="is" if undrawn == 1 else "are"
        )
        if undrawn
        else "",
        result.caution,
    ]
    return " ".join(filter(None, parts))


def _explain_signs(result: PairwiseResult, *, turned: bool) -> str:
    noun, centre = result.design.noun, result.centre_name[:1].upper() + result.centre_name[1:]
    if result.control is not None:
        against = f"{centre} against the control {result.control}"
        return f"{against}: filled markers differ significantly from it."
    if is_one_sided(result):
        sought = "higher" if result.alternative == "greater" else "lower"
        return (
            f"{centre} of the {noun}s; an arrow points to the better one of each pair in which the first "
            f"was shown to have the {sought}."
        )
    if not turned:
        return (
            f"{centre} of the {noun}s; bars join those that do not differ significantly, with dots on the "
            "members."
        )
    band = " and lie in the shaded band" if result.critical_difference is not None else ""
    return (
        f"{centre} of the {noun}s, the best on top; bars join those that do not differ significantly. "
        f"Coloured dots do not differ significantly from the first{band}."
    )


def _conclude(result: PairwiseResult) -> str:
    """Say how many the best is better than; nothing of a control, and nothing where p-values are in doubt."""
    if result.control is not None or is_one_sided(result) or result.doubts:
        return ""
    best = result.design.algorithms[result.order[0]]
    others = result.design.n_algorithms - 1
    differ = result.design.n_algorithms - len(find_filled(result))
    if len(set(result.centres)) == 1:
        return f"All {result.design.noun}s have the same {result.centre_name}."
    first = f"{best} has the best {result.centre_name}"
    if not differ:
        return f"{first}, but its lead is not significant."
    of_all = "all" if differ == others else f"{differ} of the"
    counted = (
        f"the other {result.design.noun}"
        if others == 1
        else f"{of_all} other {result.design.noun}s"
    )
    return f"{first} and differs significantly from {counted}."
