"""Findings of one change: an algorithm's average and its datasets, each of which is a series of its own."""

import dataclasses
from collections.abc import Sequence

from benchreport.nightly.judgements import SeriesMatrix
from benchreport.nightly.night_facts import Finding

NEAR = 5
"""Changes whose estimated first nights are at most so many nights apart are taken for one."""


def join_changes(
    new: Sequence[Finding], earlier: Sequence[Finding], matrix: SeriesMatrix
) -> list[Finding]:
    """Return the new findings, joined with one another and with earlier ones of the same change.

    A change of an algorithm is one of the same kind that begins at about the same night on its datasets and
    over all of them; where nothing is judged over all, each dataset is by itself. What somebody said of a
    change over all holds for datasets on which it is found later, and what was said of datasets for their
    average; a change that was acknowledged on some datasets is a new one where it is found on others.

    Parameters
    ----------
    new
        The findings that tonight opens.
    earlier
        All earlier findings of the label, as they are now.
    matrix
        The series.
    """
    keys = set(matrix.keys)
    joined: list[Finding] = []
    for finding in new:
        of_algorithm = [
            other
            for other in (*earlier, *joined)
            if other.kind == finding.kind
            and other.key.over_all == finding.key.over_all
            and not other.is_mark
        ]
        changes: dict[int, list[Finding]] = {}
        for other in of_algorithm if finding.key.over_all in keys else ():
            changes.setdefault(other.change_number, []).append(other)
        candidates = (_join(finding, changes[number], matrix) for number in sorted(changes)[::-1])
        joined.append(next((each for each in candidates if each is not None), finding))
    return joined


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
