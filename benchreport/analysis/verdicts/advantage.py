"""The size of a leader's advantage in units of the score, with intervals."""

import operator
from collections.abc import Sequence
from typing import NamedTuple

from benchreport.analysis.verdicts.standing import other_of
from benchreport.results import Comparison, Interval, PairwiseResult
from benchreport.results.pairs.pairwise import reverse_interval
from benchreport.results.writing import number_format as fmt
from benchreport.wording.verdicts import verdict as wording

MOST_APART = 10
"""The most intervals that must look different: of more, some are alike by chance."""


class Advantage(NamedTuple):
    """How much better an algorithm is than a rival, in units of the score; negative if it is worse."""

    rival: str
    size: float
    interval: Interval | None


def describe_advantage(
    views: Sequence[PairwiseResult],
    leader: str,
    rivals: Sequence[str],
    whose: str = wording.ITS_ADVANTAGE,
    *,
    explained: bool = True,
) -> str:
    """Write how large an advantage is, from the smallest to the largest; empty if no view tells.

    The size is that of the view whose intervals hold best: those of the deciding test, else
    simultaneous ones, else those of single pairs. No interval is written that a check puts in doubt.

    Parameters
    ----------
    views
        The tests of pairs, the one that decides first.
    leader
        The algorithm whose advantage it is.
    rivals
        The algorithms that it is compared with.
    whose
        The subject of the clause.
    explained
        Whether to name what is measured, and of what the intervals are.
    """
    view = choose_sizes(views)
    sizes = [] if view is None else measure_advantages(view, leader, rivals)
    if view is None or not sizes:
        return ""
    if view is not views[0] and any(map(_holds_zero, sizes)):
        # another test's interval does not belong to what this one decided; a caution says that they differ
        sizes = [row._replace(interval=None) for row in sizes]
    # ranks may favour an algorithm whose scores are lower
    behind, sizes = [row for row in sizes if row.size < 0], [row for row in sizes if row.size >= 0]
    lost = (
        wording.YET_BEHIND.format(
            behind=_write_behind(views, view, leader, behind[0], explained=explained and not sizes)
        )
        if behind
        else ""
    )
    if not sizes:
        return lost
    ends = sizes[:1] if len(sizes) == 1 else [sizes[0], sizes[-1]]
    measure, source = _explain(views, view, ends) if explained else ("", "")
    if view.by_ranks and not sizes[-1].size:
        # ties may hide a shift that ranks show
        return wording.NO_SHIFT.format(measure=measure, source=source)
    write = size_writer(view, leader)
    amounts = _write_sizes(
        ends,
        write,
        between=" and " if len(sizes) == len(ends) else " to ",
        named=len(ends) > 1 or bool(behind),
    )
    advantage = wording.ADVANTAGE.format(
        whose=whose,
        measure=measure,
        # a shift is no difference of means
        is_=(wording.IS if len(sizes) == len(ends) else wording.RANGES)[view.by_ranks],
        amounts=amounts,
        source=source,
    )
    return ", ".join(filter(None, (advantage, lost)))


def insert_advantage(
    views: Sequence[PairwiseResult], leader: str, rival: str, *, explained: bool
) -> tuple[str, str]:
    """Write the advantage over one rival as an insertion, and by how much the rival is ahead if it is so.

    Both are empty if no view tells.
    """
    view = choose_sizes(views)
    sizes = [] if view is None else measure_advantages(view, leader, [rival])
    if view is None or not sizes:
        return "", ""
    if sizes[0].size < 0:
        behind = _write_behind(views, view, leader, sizes[0], explained=explained)
        return wording.BY_CENTRE.format(centre=views[0].centre_name), f"; {behind}"
    write = size_writer(view, leader)
    inserted = wording.INSERTED.format(
        typically=wording.TYPICALLY * view.by_ranks,
        size=_write_size(sizes[0], write),
        explanation=_merge(*_explain(views, view, sizes)) * explained,
    )
    return inserted, ""


def write_sizes(views: Sequence[PairwiseResult], leader: str, rivals: Sequence[str]) -> str:
    """Write the advantages over rivals without intervals: one size, or the ends of a range."""
    view = choose_sizes(views)
    sizes = [] if view is None else measure_advantages(view, leader, rivals)
    if view is None or not sizes:
        return ""
    write = size_writer(view, leader)
    if sizes[-1].size < 0:
        ends = dict.fromkeys(fmt.apart(-row.size, write) for row in (sizes[-1], sizes[0]))
        return wording.BEHIND_BY.format(size=" to ".join(ends))
    ends = dict.fromkeys(fmt.apart(row.size, write) for row in (sizes[0], sizes[-1]))
    return " to ".join(ends)


def _write_behind(
    views: Sequence[PairwiseResult],
    view: PairwiseResult,
    leader: str,
    row: Advantage,
    *,
    explained: bool,
) -> str:
    """Say by how much a rival is ahead in units of the score, though it is behind by the deciding test."""
    ahead = Advantage(row.rival, -row.size, reverse_interval(row.interval, operator.neg))
    return wording.BEHIND.format(
        name=row.rival,
        typically=wording.TYPICALLY * view.by_ranks,
        size=_write_size(ahead, size_writer(view, leader)),
        explanation=_merge(*_explain(views, view, [row])) * explained,
    )


def explain_interval(views: Sequence[PairwiseResult], leader: str, rival: str) -> str:
    """Say why the interval excludes 0 although the pair does not differ significantly; empty if it does not.

    Parameters
    ----------
    views, leader
        As for `describe_advantage`.
    rival
        One from which the leader does not differ significantly.
    """
    view = choose_sizes(views)
    sizes = [] if view is None else measure_advantages(view, leader, [rival])
    interval = sizes[0].interval if sizes else None
    if view is None or interval is None or interval.low <= 0 <= interval.high:
        return ""
    if view.simultaneous_intervals:
        reason = wording.INTERVAL_OF_SCORES
    elif view.level_of(interval) < 1 - view.alpha:
        reason = wording.INTERVAL_OF_FEW.format(level=fmt.number(100 * (1 - view.alpha)))
    elif view.adjusted_intervals:
        by_ranks = view.design.block_kind != "example"
        reason = wording.INTERVAL_OF_TIES if by_ranks else wording.INTERVAL_OF_COUNTS
    elif len(view.comparisons) > 1:
        reason = wording.INTERVAL_OF_PAIR
    else:
        # an interval of one pair needs no adjustment
        reason = wording.INTERVAL_OF_SCORES
    return wording.INTERVAL_EXCLUDES.format(reason=reason)


def measure_advantages(view: PairwiseResult, leader: str, rivals: Sequence[str]) -> list[Advantage]:
    """Return the advantages of the leader over its rivals, the smallest first.

    Parameters
    ----------
    view
        A test of pairs whose differences are in units of the score.
    leader, rivals
        As for `describe_advantage`.
    """
    against = set(rivals)
    rows = [
        row
        for row in view.comparisons
        if leader in (row.first, row.second) and other_of(row, leader) in against
    ]
    measured = [_measure(row, leader, sure=not view.doubts) for row in view.oriented(rows=rows)]
    return sorted(measured, key=lambda advantage: advantage.size)


def _holds_zero(row: Advantage) -> bool:
    return row.interval is not None and row.interval.low <= 0 <= row.interval.high


def _measure(row: Comparison, leader: str, *, sure: bool) -> Advantage:
    interval = row.interval if sure else None
    if row.first == leader:
        return Advantage(row.second, row.difference, interval)
    return Advantage(row.first, -row.difference, reverse_interval(interval, operator.neg))


def choose_sizes(views: Sequence[PairwiseResult]) -> PairwiseResult | None:
    """Return the view whose intervals hold best, else the first in units of the score.

    Sentences, the ranking and the table of pairs all take sizes from it, so that a page has one
    size for a pair.

    Parameters
    ----------
    views
        The tests of pairs, the one that decides first.
    """
    in_units = [view for view in views if "rank" not in view.difference_name]
    sure = [view for view in in_units if not view.doubts and view.comparisons[0].interval]
    # the intervals of the deciding test agree with its decisions
    best = [view for view in sure if view is views[0]]
    best += [view for view in sure if view.simultaneous_intervals]
    return next(iter([*best, *sure, *in_units]), None)


def size_writer(view: PairwiseResult, reference: str) -> fmt.Writer:
    """Return the writer of all differences from an algorithm, which sentences and the ranking share.

    It has the digits of the narrowest interval, or more: intervals that differ look different, and on which
    side of zero each end lies can be seen, unless that takes more than four digits.

    Parameters
    ----------
    view
        The test whose sizes are written.
    reference
        The leader, or the control.
    """
    others = [name for name in view.design.algorithms if name != reference]
    rows = measure_advantages(view, reference, others)
    values = [(row.size, *(row.interval or ())[:2]) for row in rows]
    narrowest = min(values, key=lambda ends: max(ends) - min(ends))
    every = [value for row in values for value in row]
    writers = [fmt.writer(narrowest, least=0, digits=digits, beside=every) for digits in (2, 3, 4)]
    ends = [end for row in values for end in row if end]
    different = [write for write in writers if _tells_apart(write, values)] or writers[-1:]
    shows = (write for write in different if all(write(end).strip("−0.") for end in ends))
    return next(shows, different[0])


def _tells_apart(write: fmt.Writer, values: Sequence[tuple[float, ...]]) -> bool:
    """Tell whether no two sizes with different intervals are written with the same interval."""
    intervals = {row[1:] for row in values if row[1:]}
    return len(intervals) > MOST_APART or len(
        {tuple(map(write, ends)) for ends in intervals}
    ) == len(intervals)


def _write_sizes(ends: Sequence[Advantage], write: fmt.Writer, between: str, *, named: bool) -> str:
    """Write one size, or the smallest and the largest, with the rivals that they are of."""
    if not named:
        return _write_size(ends[0], write)
    return between.join(
        wording.SIZE_OVER.format(size=_write_size(row, write), rival=row.rival) for row in ends
    )


def _write_size(row: Advantage, write: fmt.Writer) -> str:
    ends = f" {fmt.interval(row.interval[:2], write)}" if row.interval else ""
    return f"{fmt.apart(row.size, write)}{ends}"


def _explain(
    views: Sequence[PairwiseResult], view: PairwiseResult, rows: Sequence[Advantage]
) -> tuple[str, str]:
    """Name what sizes are of, and of what their intervals are."""
    measure = wording.IN_MEASURE.format(measure=_name_measure(view))
    return measure, _cite_intervals(view, rows, cited=view is views[0])


def _merge(measure: str, source: str) -> str:
    """Put the source into the brackets that a measure may end with, such as those of its unit."""
    both = measure.endswith(")") and source
    return f"{measure[:-1]}; {source[2:]}" if both else f"{measure}{source}"


def _name_measure(view: PairwiseResult) -> str:
    """Name what is subtracted; a shift is of single scores, not of their means."""
    return view.design.score if view.by_ranks else view.centre_name


def _cite_intervals(view: PairwiseResult, rows: Sequence[Advantage], *, cited: bool) -> str:
    intervals = [row.interval for row in rows if row.interval]
    if not intervals:
        return ""
    together = f"{_name_kind(view)} " * (len(view.comparisons) > 1)
    noun = "interval" if len(rows) == 1 else "intervals"
    of = f"{view.difference_name.partition(' of ')[0]}, " * view.by_ranks
    name = "" if cited else f", {fmt.lower(view.method.partition(' (')[0])}"
    level = fmt.number(100 * view.level_of(*intervals), 3)
    return f" ({of}{together}{level} % {noun}{name})"


def _name_kind(view: PairwiseResult) -> str:
    """Say whether intervals allow for the number of pairs, and how."""
    if view.simultaneous_intervals:
        return wording.SIMULTANEOUS
    return wording.ADJUSTED if view.adjusted_intervals else wording.UNADJUSTED
