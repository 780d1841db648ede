"""Findings of one change: of an algorithm and its datasets, or of a dataset for several algorithms."""

import dataclasses
from collections.abc import Sequence

from benchreport.nightly.judgements import SeriesMatrix
from benchreport.nightly.night_facts import ALL, Finding, Key

NEAR = 5
"""Changes whose estimated first nights are at most so many nights apart are taken for one."""


def join_changes(
    new: Sequence[Finding], earlier: Sequence[Finding], matrix: SeriesMatrix
) -> list[Finding]:
    """Return the new findings, joined with one another and with earlier ones of the same change.

    A change of an algorithm is one of the same kind that begins at about the same night on its datasets and
    over all of them; where nothing is judged over all, each dataset is by itself. A drift is a part of an
    open step of its algorithm. A change of a dataset is one of the same kind that begins at about the same
    night for several algorithms, on no other dataset. What somebody said of a change over all holds for
    datasets on which it is found later, and what was said of datasets for their average; a change that was
    acknowledged on some datasets is a new one where it is found on others.

    Parameters
    ----------
    new
        The findings that tonight opens.
    earlier
        All earlier findings of the label, as they are now.
    matrix
        The series.
    """
    changes: dict[int, list[Finding]] = {}
    for finding in earlier:
        changes.setdefault(finding.change_number, []).append(finding)
    joined: list[Finding] = []
    # an average follows its datasets, which tell whether one of them changed for several algorithms
    for finding in sorted(new, key=lambda each: not each.key.dataset):
        related = {
            other.change_number
            for other in (*earlier, *joined)
            if _are_related(finding.key, other.key) and not other.is_mark
        }
        newest = [changes[number] for number in sorted(related)[::-1]]
        candidates = (
            each
            for join in (_join_algorithm, _join_step, _join_dataset)
            for parts in newest
            if (each := join(finding, parts, matrix)) is not None
        )
        part = next(candidates, finding)
        joined.append(part)
        changes.setdefault(part.change_number, []).append(part)
    return _name_by_first(joined)


def _are_related(key: Key, other: Key) -> bool:
    """Return whether two series are of one algorithm or of one dataset, by the same metric."""
    same_dataset = key.dataset != "" and key.dataset == other.dataset
    return key.over_all == other.over_all or (same_dataset and key.metric == other.metric)


def _name_by_first(joined: Sequence[Finding]) -> list[Finding]:
    """Return the findings in the order of their numbers, each change named by the first of its findings."""
    ordered = sorted(joined, key=lambda finding: finding.number)
    first: dict[int, int] = {}
    for each in ordered:
        first.setdefault(each.change_number, min(each.number, each.change_number))
    numbers = [first[each.change_number] for each in ordered]
    return [
        dataclasses.replace(each, part_of=number if number < each.number else 0)
        for each, number in zip(ordered, numbers, strict=True)
    ]


def _join_algorithm(
    finding: Finding, change: Sequence[Finding], matrix: SeriesMatrix
) -> Finding | None:
    """Join a finding with a change of its algorithm, where that is judged over all datasets."""
    whole = finding.key.over_all in matrix.keys
    parts = [
        part
        for part in change
        if whole and part.key.over_all == finding.key.over_all and part.kind == finding.kind
    ]
    return _join(finding, parts, matrix)


def _join_step(finding: Finding, change: Sequence[Finding], _: SeriesMatrix) -> Finding | None:
    """Join a drift with an open step of its series, or of the average that it is of, which explains it."""
    whole = finding.key.over_all
    keys = {finding.key, whole}
    steps = any(
        (part.key in keys or (finding.key == whole and part.key.over_all == whole))
        and (part.kind, part.status) == ("regression", "open")
        for part in change
    )
    if finding.kind != "drift" or not steps:
        return None
    return dataclasses.replace(finding, part_of=change[0].change_number)


def _join_dataset(
    finding: Finding, change: Sequence[Finding], matrix: SeriesMatrix
) -> Finding | None:
    """Join a finding with a change of its dataset for other algorithms, which is on no other dataset."""
    name = finding.key.dataset
    everywhere = {part.key.dataset for part in change} - {name, ""}
    together = ALL in {finding.key.algorithm, *(part.key.algorithm for part in change)}
    if not name or everywhere or together:
        return None
    parts = [part for part in change if part.key.dataset and part.kind == finding.kind]
    return _join(finding, parts, matrix)


def _join(finding: Finding, parts: Sequence[Finding], matrix: SeriesMatrix) -> Finding | None:
    """Return a finding as part of a change, with what was said of the change; ``None`` if it is another."""
    begin = matrix.place_of(finding.since)
    near = any(abs(matrix.place_of(part.since) - begin) <= NEAR for part in parts)
    # a series that fell further has another finding of the old change
    if not near or any(part.key == finding.key for part in parts):
        return None
    part_of = dataclasses.replace(finding, part_of=parts[0].change_number)
    if any(part.status == "open" for part in parts):
        return part_of
    known = [part for part in parts if part.status == "acknowledged"]
    # a drift has no first night that could tell it from another
    ended = [part for part in parts if part.status == "accepted" and finding.kind != "drift"]
    said = [part for part in known or ended if not finding.key.dataset or not part.key.dataset]
    if not said:
        return None
    answer = said[-1]
    return dataclasses.replace(
        part_of,
        status=answer.status,
        why=answer.why,
        until=answer.until,
        known=None if answer.known is None else finding.worst,
        closed=matrix.nights[-1] if answer.closed else "",
        by_hand=answer.by_hand,
    )
