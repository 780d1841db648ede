"""Triage of findings by people, who acknowledge, accept or close them, or mark them as flaky."""

import dataclasses
import datetime as dt
import difflib
import getpass
import os
from collections.abc import Sequence
from typing import Literal

from benchreport.errors import InputError, OptionError, examples
from benchreport.nightly.findings.verdict_text import with_verdict
from benchreport.nightly.history import History
from benchreport.nightly.night_facts import Finding, NightFacts

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
    """Change the status of the open findings of a series, and record who did so and why.

    Parameters
    ----------
    history
        The history with the findings.
    series
        The name of a series, such as ``"accuracy/svm"`` or ``"accuracy/svm/iris"``, a part of it that no
        other series with an open finding has, such as ``"svm"``, or the number of a finding.
    action
        ``"ack"``: known, being looked at; ``"accept"``: the new level is right, and the baseline from its
        first night on; ``"fixed"``: over; ``"flaky"``: not to be alerted for.
    why
        The reason, which is stored with the finding.
    label
        The branch or variant.
    now
        The present time.

    Returns
    -------
    list of Finding
        The findings after the change.

    Raises
    ------
    OptionError
        No reason is given.
    InputError
        The series has no open finding, or several series could be meant.
    """
    if not why.strip():
        raise OptionError(
            "a reason is needed, so that others understand the decision.", hint="--why 'new seed'"
        )
    findings = _open_findings(history, series, label)
    moment = (now or dt.datetime.now(dt.UTC)).isoformat(timespec="seconds")
    closed = history.nights(label)[-1].night if action in ("accept", "fixed") else ""
    changed = []
    for finding in findings:
        later = dataclasses.replace(finding, status=STATUS[action], why=why.strip(), closed=closed)
        event = {
            "at": moment,
            "action": action,
            "finding": str(finding.number),
            "series": str(finding.key),
            "who": _user(),
            "why": why.strip(),
        }
        history.change(later, event)
        changed.append(later)
    return changed


def _open_findings(history: History, series: str, label: str) -> list[Finding]:
    alive = [
        finding
        for finding in history.findings()
        if not finding.closed and finding.label == label and finding.kind != "improvement"
    ]
    numbered = [finding for finding in alive if series == str(finding.number)]
    if numbered:
        return numbered
    names = sorted({str(finding.key) for finding in alive})
    if not names:
        raise InputError("no finding is open.", hint="benchreport nightly history lists the nights")
    name = _find_named(series, names)
    return [finding for finding in alive if str(finding.key) == name]


def _find_named(series: str, names: Sequence[str]) -> str:
    """Return the one name that is the series', or that has it as a part.

    Raises
    ------
    InputError
        No name has it, or several have.
    """
    wanted = _typed(series)
    for matches in (
        [name for name in names if _typed(name) == wanted],
        [name for name in names if f"/{wanted}/" in f"/{_typed(name)}/"],
        [name for name in names if wanted and wanted in _typed(name)],
    ):
        if len(matches) == 1:
            return matches[0]
        if matches:
            raise InputError(
                f"{series!r} is part of several series with an open finding: {examples(matches)}.",
                hint=f"name one of them, such as {matches[0]!r}",
            )
    near = difflib.get_close_matches(series, names, n=1)
    raise InputError(
        f"{series!r} has no open finding; findings are open for {examples(names)}.",
        hint=f"did you mean {near[0]!r}?" if near else f"name one of them, such as {names[0]!r}",
    )


def _typed(name: str) -> str:
    """Return a name as one types it: a slash within a part is a slash, and capitals do not matter."""
    return name.replace("∕", "/").casefold()


def refresh_facts(history: History, facts: NightFacts) -> NightFacts:
    """Store a night's facts with the present findings, and return them."""
    now = {finding.number: finding for finding in history.findings()}
    findings = tuple(now.get(finding.number, finding) for finding in facts.findings)
    later = with_verdict(dataclasses.replace(facts, findings=findings))
    if later != facts:
        history.conclude(later, (), ())
    return later


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        # in a container the user may have no name
        return str(os.getuid()) if hasattr(os, "getuid") else "somebody"
