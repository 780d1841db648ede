"""What is found on nights of the history: once, and again where an earlier night came late."""

import dataclasses
from collections.abc import Callable

from benchreport.nightly import notify
from benchreport.nightly.config.settings import Config
from benchreport.nightly.detection.compare_night import compare
from benchreport.nightly.findings.verdict_text import exit_code_of, verdict_of
from benchreport.nightly.history import History, NightRecord
from benchreport.nightly.night_facts import Finding, NightFacts
from benchreport.nightly.pages.night_pages import pages_of

__all__ = ["concluded", "looked_again", "with_unfinished"]

MOST_UNFINISHED = 3
"""Nights before tonight whose runs were cut off are compared first, at most so many."""

Progress = Callable[[str], None]
Said = list[Finding]


def with_unfinished(history: History, record: NightRecord) -> list[NightRecord]:
    """Return a night after those just before it that were taken in and never compared."""
    before = [each for each in history.nights(record.label) if each.night < record.night]
    found = [record]
    for each in reversed(before[-MOST_UNFINISHED:]):
        if each.thinned or history.result(each.night, each.label) is not None:
            break
        found.insert(0, each)
    return found


def concluded(
    history: History, config: Config, record: NightRecord, progress: Progress
) -> NightFacts:
    """Compare a night once; a night that was compared keeps its verdict.

    Parameters
    ----------
    history, config
        Of the nights.
    record
        Of the night.
    progress
        Called with each step.
    """
    known = history.result(record.night, record.label)
    if known is not None:
        return known
    progress("comparing with the baseline")
    return _kept(history, config, record, said=[], tell=True)


def looked_again(
    history: History, config: Config, first: NightRecord, progress: Progress, *, tell: bool
) -> list[NightFacts]:
    """Look at a night and all later ones again, keeping what people said of findings.

    Parameters
    ----------
    history, config
        Of the nights.
    first
        Of the earliest of these nights.
    progress
        Called with each step.
    tell
        Queue messages of the newest night: its results are others than those that were told of.

    Notes
    -----
    Findings of these nights are forgotten and found anew: call it within ``history.together()``, so that
    none is lost where it ends half-way. What was found before the last night whose scores were given up
    stays as it is, as it could not be found again.
    """
    records = [each for each in history.nights(first.label) if each.night >= first.night]
    gone = [place for place, each in enumerate(records) if each.thinned]
    facts = [_only_shown(history, config, first)] if gone else []
    records = records[gone[-1] + 1 :] if gone else records
    said = _reopened(history, records[0]) if records else []
    for place, record in enumerate(records, start=1):
        progress(f"comparing {record.night}")
        newest = place == len(records)
        facts.append(_kept(history, config, record, said=said, tell=tell and newest))
    return facts


def _only_shown(history: History, config: Config, record: NightRecord) -> NightFacts:
    """Compare a night that lies too far back to open or end a finding."""
    facts = compare(history, config, record).facts
    known = {each.number: each for each in history.findings()}
    shown = tuple(known[each.number] for each in facts.findings if each.number in known)
    facts = dataclasses.replace(
        facts, new=(), findings=shown, pages=pages_of(history, config, record)
    )
    facts = dataclasses.replace(facts, verdict=verdict_of(facts), exit_code=exit_code_of(facts))
    history.conclude(facts, (), ())
    return facts


def _kept(
    history: History, config: Config, record: NightRecord, *, said: Said, tell: bool
) -> NightFacts:
    compared = compare(history, config, record)
    findings = [_as_said(each, said) for each in compared.findings]
    facts = dataclasses.replace(compared.facts, pages=pages_of(history, config, record))
    ended = any(each.closed for each in findings)
    changed = bool(facts.new) or ended
    messages = notify.write_messages(facts, config.notify, changed=changed) if tell else ()
    history.conclude(facts, findings, messages)
    return facts


def _reopened(history: History, first: NightRecord) -> Said:
    """Undo what a night and later ones did to findings; return what people said of them."""
    own = [each for each in history.findings() if each.label == first.label]
    said = [
        each
        for each in own
        if each.status in ("acknowledged", "accepted", "flaky") and each.kind != "improvement"
    ]
    history.forget_findings(each.number for each in own if each.opened >= first.night)
    for each in own:
        if each.opened < first.night <= each.closed:
            again = dataclasses.replace(
                each, closed="", status=each.status if each in said else "open"
            )
            history.change(
                again,
                {
                    "action": "looked at again",
                    "at": first.recorded,
                    "who": "benchreport",
                    "why": "",
                },
            )
    return said


def _as_said(finding: Finding, said: Said) -> Finding:
    """Return a finding as people left it; one that is found some nights later is the same."""
    same = [each for each in said if (each.key, each.kind) == (finding.key, finding.kind)]
    # as long as the one was not over there was no other
    during = (each for each in same if each.since <= finding.opened <= (each.closed or "~"))
    known = next(
        (each for each in same if finding.opened == each.opened or finding.since == each.since),
        next(during, None),
    )
    if known is None:
        return finding
    return dataclasses.replace(
        finding, status=known.status, why=known.why, closed=known.closed or finding.closed
    )
