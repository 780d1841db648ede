"""Evaluation of recorded nights: once each, and again if the results of an earlier night changed."""

import dataclasses

from benchreport.nightly.config.settings import Config
from benchreport.nightly.detection.compare_night import compare_night
from benchreport.nightly.findings.verdict_text import with_verdict
from benchreport.nightly.history import History, NightRecord
from benchreport.nightly.night_facts import Finding, NightFacts
from benchreport.nightly.outbox import compose
from benchreport.nightly.pages.night_pages import list_pages
from benchreport.report.contents import Progress

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
    return _evaluate(history, config, record, triaged=[], queue_messages=True)


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
        The record of the earliest of these nights.
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
    facts = [_evaluate_without_findings(history, config, first)] if thinned else []
    records = records[thinned[-1] + 1 :] if thinned else records
    triaged = _reopen_findings(history, records[0]) if records else []
    for place, record in enumerate(records, start=1):
        progress(f"comparing {record.night}")
        send = queue_messages and place == len(records)
        facts.append(_evaluate(history, config, record, triaged=triaged, queue_messages=send))
    return facts


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
    triaged: list[Finding],
    queue_messages: bool,
) -> NightFacts:
    comparison = compare_night(history, config, record)
    findings = [_with_triage(finding, triaged) for finding in comparison.findings]
    facts = dataclasses.replace(comparison.facts, pages=list_pages(history, config, record))
    before = {finding.number: finding.status for finding in history.findings()}
    changed = bool(facts.new) or any(
        finding.closed or before.get(finding.number, finding.status) != finding.status
        for finding in findings
    )
    if not queue_messages:
        history.conclude(facts, findings, ())
        return facts
    # the findings of tonight are not stored yet, and are none of an earlier night's
    messages, replaced = compose(history, config, facts, changed=changed)
    history.conclude(facts, findings, messages, replaced)
    return facts


def _reopen_findings(history: History, first: NightRecord) -> list[Finding]:
    """Undo the effects of a night and later nights on findings; return the findings people triaged."""
    of_label = [finding for finding in history.findings() if finding.label == first.label]
    triaged = [
        finding
        for finding in of_label
        if finding.status in ("acknowledged", "accepted", "flaky") and finding.kind != "improvement"
    ]
    history.forget_findings(finding.number for finding in of_label if finding.opened >= first.night)
    event = {"action": "looked at again", "at": first.recorded, "who": "benchreport", "why": ""}
    for finding in of_label:
        # what people accepted stays closed: its level begins before these nights
        accepted = finding.status == "accepted" and finding in triaged
        if finding.opened < first.night <= finding.closed and not accepted:
            status = finding.status if finding in triaged else "open"
            history.change(dataclasses.replace(finding, closed="", status=status), event)
    return triaged


def _with_triage(finding: Finding, triaged: list[Finding]) -> Finding:
    """Copy the status and reason of a triaged finding to the same finding, detected again."""
    same = [other for other in triaged if (other.key, other.kind) == (finding.key, finding.kind)]
    # a series has one open finding of a kind, so a finding opened before that one closed is the same
    during = (other for other in same if other.since <= finding.opened <= (other.closed or "~"))
    earlier = next(
        (other for other in same if finding.opened == other.opened or finding.since == other.since),
        next(during, None),
    )
    if earlier is None:
        return finding
    return dataclasses.replace(
        finding,
        status=earlier.status,
        why=earlier.why,
        until=earlier.until,
        known=earlier.known,
        closed=earlier.closed or finding.closed,
    )
