"""Evaluation of recorded nights: once each, and again if the results of an earlier night changed."""

import dataclasses
from collections.abc import Sequence

from benchreport.nightly.config.settings import Config
from benchreport.nightly.detection.compare_night import compare_night
from benchreport.nightly.findings.verdict_text import with_verdict
from benchreport.nightly.history import History, NightRecord
from benchreport.nightly.history.night_scores import Night
from benchreport.nightly.night_facts import Finding, NightFacts, tell_changes
from benchreport.nightly.notify.wording import name_change
from benchreport.nightly.outbox import compose
from benchreport.nightly.pages.night_pages import list_pages
from benchreport.report.contents import Progress
from benchreport.wording.nights import verdicts as night_verdicts

MOST_UNFINISHED = 3
"""The largest number of earlier nights, left unfinished by interrupted runs, that a run evaluates first."""


def nights_to_evaluate(history: History, record: NightRecord) -> list[NightRecord]:
    """Return a night, preceded by the nights just before it that were recorded but never evaluated."""
    before = [night for night in history.nights(record.label) if night.night < record.night]
    records = [record]
    for earlier in reversed(before[-MOST_UNFINISHED:]):
        if earlier.thinned or history.result(earlier.night, earlier.label) is not None:
            break
        records.insert(0, earlier)
    return records


def evaluate_once(
    history: History, config: Config, record: NightRecord, progress: Progress
) -> NightFacts:
    """Evaluate a night, or return its stored facts if it was evaluated before."""
    stored = history.result(record.night, record.label)
    if stored is not None:
        return stored
    progress("comparing with the baseline")
    return _evaluate(history, config, record, decided=(), queue_messages=True)


def reevaluate(
    history: History,
    config: Config,
    first: NightRecord,
    progress: Progress,
    *,
    queue_messages: bool,
) -> list[NightFacts]:
    """Evaluate a night and all later nights again; findings keep the status that people gave them.

    Parameters
    ----------
    history, config
        The history with the nights, and the rules.
    first
        The record of the earliest of these nights, which the history may have removed.
    progress
        A function that is called with the name of each step.
    queue_messages
        Whether to queue messages about the newest night, because its results were replaced.

    Notes
    -----
    The findings of these nights are deleted and detected again. Call this within
    ``history.transaction()``, so that an interruption loses no finding. Findings from before the last
    thinned night stay as they are, because they could not be detected again without its scores.
    """
    records = [night for night in history.nights(first.label) if night.night >= first.night]
    thinned = [place for place, night in enumerate(records) if night.thinned]
    facts = []
    if thinned:
        # a night that was removed is not evaluated
        if records[0].night == first.night:
            facts.append(_evaluate_without_findings(history, config, first))
        records = records[thinned[-1] + 1 :]
        if not records:
            return facts
        first = records[0]
    decided = _undo(history, first, judged_from=records[0].night if records else "~")
    for place, record in enumerate(records, start=1):
        progress(f"comparing {record.night}")
        send = queue_messages and place == len(records)
        facts.append(_evaluate(history, config, record, decided=decided, queue_messages=send))
    return facts


def reevaluate_others(
    history: History, config: Config, first: NightRecord, progress: Progress
) -> list[NightFacts]:
    """Evaluate the nights of other labels again that are compared with a night of this label.

    Parameters are those of `reevaluate`.
    """
    others = compared_with(history, config, first)
    firsts = {record.label: record for record in reversed(others)}
    return [
        facts
        for label in sorted(firsts)
        for facts in reevaluate(history, config, firsts[label], progress, queue_messages=False)
    ]


def compared_with(
    history: History, config: Config, first: NightRecord | Night
) -> list[NightRecord]:
    """Return the nights of other labels, from this night on, whose baseline is the label of this night."""
    if (config.baseline.kind, config.baseline.label) != ("label", first.label):
        return []
    return [
        record
        for record in history.nights()
        if record.label != first.label and record.night >= first.night
    ]


def _evaluate_without_findings(history: History, config: Config, record: NightRecord) -> NightFacts:
    """Evaluate a night that lies too far back to open or close a finding."""
    facts = compare_night(history, config, record).facts
    by_number = {finding.number: finding for finding in history.findings()}
    findings = tuple(
        by_number[finding.number] for finding in facts.findings if finding.number in by_number
    )
    pages = list_pages(history, config, record)
    facts = with_verdict(dataclasses.replace(facts, new=(), findings=findings, pages=pages))
    history.conclude(facts, (), ())
    return facts


def _evaluate(
    history: History,
    config: Config,
    record: NightRecord,
    *,
    decided: Sequence[Finding],
    queue_messages: bool,
) -> NightFacts:
    comparison = compare_night(history, config, record)
    before = {finding.number: finding for finding in history.findings()}
    found = {finding.number: finding for finding in comparison.findings}
    # of nights that were judged before, people may have decided already
    for finding in comparison.facts.findings if decided else ():
        new = finding.number in comparison.facts.new
        said = _with_triage(finding, decided) if new else finding
        said = _close_by_hand(history, record, said, decided)
        if said != finding:
            found[finding.number] = said
    findings = tuple(found.get(finding.number, finding) for finding in comparison.facts.findings)
    pages = list_pages(history, config, record)
    news = (*comparison.facts.news, *_tell_ended(history, record, findings, decided))
    facts = with_verdict(
        dataclasses.replace(comparison.facts, findings=findings, news=news, pages=pages)
    )
    changed = bool(facts.new) or any(
        finding.closed or before.get(number, finding).status != finding.status
        for number, finding in found.items()
    )
    if not queue_messages:
        history.conclude(facts, found.values(), ())
        return facts
    # the findings of tonight are not stored yet, and are none of an earlier night's
    messages, replaced = compose(history, config, facts, changed=changed)
    history.conclude(facts, found.values(), messages, replaced)
    return facts


def _undo(history: History, first: NightRecord, *, judged_from: str) -> list[Finding]:
    """Undo the effects of a night and later nights on findings; return the findings people decided on.

    A finding from before is again what it was on the night before, apart from what people said of it since.
    The nights from ``judged_from`` on are judged again.
    """
    of_label = [finding for finding in history.findings() if finding.label == first.label]
    # no night found what somebody marked
    found = {
        finding.number
        for finding in of_label
        if finding.opened >= first.night and not finding.is_mark
    }
    history.forget_findings(found)
    before = _findings_before(history, first)
    event = {"action": "looked at again", "at": first.recorded, "who": "benchreport", "why": ""}
    for finding in of_label:
        was = before.get(finding.number, finding)
        if finding.is_mark and finding.opened >= first.night:
            ends = finding.until if finding.by_hand else _end_of(finding)
            was = dataclasses.replace(finding, status="flaky", closed="", until=ends, by_hand=False)
        # what people accepted stays closed: its level begins before these nights
        holds = finding.by_hand and (finding.status == "accepted" or finding.closed < judged_from)
        if finding.number in found or holds or was.closed:
            continue
        was = _with_words(was, finding)
        if was != finding:
            history.change(was, event)
    return [finding for finding in of_label if finding.by_hand or _is_said_of(finding)]


def _is_said_of(finding: Finding) -> bool:
    """Return whether people know a finding, or know its series as flaky; nights may have closed it since."""
    return finding.status in ("acknowledged", "flaky") or finding.known is not None


def _with_words(finding: Finding, later: Finding) -> Finding:
    """Return a finding with what people said of it before nights closed it, if they said anything."""
    if later.by_hand or not _is_said_of(later):
        return finding
    flaky = later.status == "flaky"
    return dataclasses.replace(
        finding,
        status="flaky" if flaky else "acknowledged",
        why=later.why.removesuffix(f"; {night_verdicts.FELL_FURTHER}"),
        until=_end_of(later) if flaky else later.until,
        known=later.known,
    )


def _end_of(mark: Finding) -> str:
    """Return the night on which a mark as flaky ends, also of one that has ended."""
    return mark.until or mark.closed


def _findings_before(history: History, first: NightRecord) -> dict[int, Finding]:
    """Return the findings by their numbers as they were after the last compared night before a night."""
    for record in reversed(history.nights(first.label)):
        facts = history.result(record.night, record.label) if record.night < first.night else None
        if facts is not None:
            return {finding.number: finding for finding in facts.findings}
    return {}


def _tell_ended(
    history: History, record: NightRecord, findings: Sequence[Finding], decided: Sequence[Finding]
) -> list[str]:
    """Say on the newest night which acknowledged findings are no longer open."""
    if history.nights(record.label)[-1].night != record.night:
        return []
    known = {
        (finding.key, finding.kind)
        for finding in findings
        if finding.status == "acknowledged" and not finding.closed
    }
    ended = [
        other
        for other in decided
        if other.status == "acknowledged"
        and not other.closed
        and (other.key, other.kind) not in known
    ]
    return [
        night_verdicts.NO_LONGER_FOUND.format(
            kind=other.kind, series=name_change(other), why=other.why
        )
        for other in tell_changes(ended)
    ]


def _with_triage(finding: Finding, decided: Sequence[Finding]) -> Finding:
    """Copy what people said of a finding to the same finding, detected again."""
    same = [other for other in decided if (other.key, other.kind) == (finding.key, finding.kind)]
    fixed = [other for other in same if other.by_hand and other.status == "fixed"]
    if any(finding.opened == other.opened for other in fixed):
        return finding  # it is closed on the night on which somebody said so
    same = [other for other in same if other not in fixed]
    # a series has one open finding of a kind, so a finding opened before that one closed is the same; the
    # night on which it fell further closed one and opened another
    during = (
        other
        for other in same
        if other.since <= finding.opened < (other.closed or "~")
        or (other.by_hand and finding.opened == other.closed)
    )
    earlier = next(
        (other for other in same if finding.opened == other.opened or finding.since == other.since),
        next(during, None),
    )
    if earlier is None:
        return finding
    if not earlier.by_hand:
        return _with_words(finding, earlier)
    return dataclasses.replace(
        finding,
        status=earlier.status,
        why=earlier.why,
        until=earlier.until,
        known=earlier.known,
        closed=earlier.closed,
        by_hand=True,
    )


def _close_by_hand(
    history: History, record: NightRecord, finding: Finding, decided: Sequence[Finding]
) -> Finding:
    """Close a finding that somebody closed as fixed when this night was the newest."""
    later = [night.night for night in history.nights(record.label) if night.night > record.night]
    following = min(later, default="~")
    for other in decided:
        same = (other.key, other.kind) == (finding.key, finding.kind)
        fixed = other.by_hand and other.status == "fixed"
        if same and fixed and not finding.closed and record.night <= other.closed < following:
            return dataclasses.replace(
                finding, status="fixed", closed=record.night, by_hand=True, why=other.why, until=""
            )
    return finding
