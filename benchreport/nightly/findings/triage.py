"""What people do with findings: acknowledge, accept, close, call flaky."""

import dataclasses
import datetime as dt
import difflib
import getpass
import os
from typing import Literal

from benchreport.errors import InputError, OptionError, examples
from benchreport.nightly.findings.verdict_text import with_verdict
from benchreport.nightly.history import History
from benchreport.nightly.night_facts import Finding, NightFacts

__all__ = ["Action", "refresh_facts", "triage"]

Action = Literal["ack", "accept", "fixed", "flaky"]

STATUS: dict[Action, Literal["acknowledged", "accepted", "fixed", "flaky"]] = {
    "ack": "acknowledged",
    "accept": "accepted",
    "fixed": "fixed",
    "flaky": "flaky",
}


def triage(
    history: History,
    series: str,
    action: Action,
    *,
    why: str,
    label: str = "",
    now: dt.datetime | None = None,
) -> list[Finding]:
    """Change what is open of a series, and remember who said so and why.

    Parameters
    ----------
    history
        Of the nights.
    series
        ``"accuracy/svm"``, ``"accuracy/svm/iris"``, or a finding's number.
    action
        ``"ack"``: known, being looked at; ``"accept"``: the new level is right, and the baseline from its
        first night on; ``"fixed"``: over; ``"flaky"``: not to be alerted for.
    why
        Kept beside it.
    label
        Of which branch.
    now
        The present time.

    Returns
    -------
    list of Finding
        As they are now.

    Raises
    ------
    OptionError
        Nothing is said why.
    InputError
        Nothing of that series is open.
    """
    if not why.strip():
        raise OptionError(
            "a reason is needed, for whoever reads this later.", hint="--why 'new seed'"
        )
    found = _open_ones(history, series, label)
    moment = (now or dt.datetime.now(dt.UTC)).isoformat(timespec="seconds")
    newest = history.nights(label)[-1].night
    changed = []
    for each in found:
        over = action in ("accept", "fixed")
        later = dataclasses.replace(
            each, status=STATUS[action], why=why.strip(), closed=newest if over else ""
        )
        event = {
            "at": moment,
            "action": action,
            "finding": str(each.number),
            "series": str(each.key),
            "who": _user(),
            "why": why.strip(),
        }
        history.change(later, event)
        changed.append(later)
    return changed


def _open_ones(history: History, series: str, label: str) -> list[Finding]:
    alive = [
        each
        for each in history.findings()
        if not each.closed and each.label == label and each.kind != "improvement"
    ]
    named = [each for each in alive if series in (str(each.key), str(each.number))]
    if named:
        return named
    names = sorted({str(each.key) for each in alive})
    if not names:
        raise InputError("no finding is open.", hint="benchreport nightly history lists the nights")
    near = difflib.get_close_matches(series, names, n=1)
    raise InputError(
        f"nothing is open of {series!r}; open are {examples(names)}.",
        hint=f"did you mean {near[0]!r}?" if near else repr(names[0]),
    )


def refresh_facts(history: History, facts: NightFacts) -> NightFacts:
    """Return a night's facts with findings as they are now, and keep them so."""
    now = {each.number: each for each in history.findings()}
    later = dataclasses.replace(
        facts, findings=tuple(now.get(each.number, each) for each in facts.findings)
    )
    later = with_verdict(later)
    if later != facts:
        history.conclude(later, (), ())
    return later


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        # a container may have a user without a name
        return str(os.getuid()) if hasattr(os, "getuid") else "somebody"
