"""Triage of findings by people, who acknowledge, accept or close them, or mark them as flaky."""

import dataclasses
import datetime as dt
import difflib
import getpass
import itertools
import os
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from benchreport.errors import InputError, OptionError, examples
from benchreport.nightly.findings.verdict_text import with_verdict
from benchreport.nightly.history import History
from benchreport.nightly.night_facts import Finding, Key, NightFacts

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
    until: str = "",
    now: dt.datetime | None = None,
) -> list[Finding]:
    """Change the status of the open findings of a series, and record who did so and why.

    Parameters
    ----------
    history
        The history with the findings.
    series
        The name of a series, such as ``"accuracy/svm"`` or ``"accuracy/svm/iris"``, a part of it that no
        other series with an open finding has, such as ``"svm"``, or the number of a finding. Any series
        can be marked as flaky. A change of an algorithm is changed as a whole, unless one dataset is named;
        then it is over for the algorithm when no other dataset is left.
    action
        ``"ack"``: known, being looked at, as large as it is now; ``"accept"``: the new level is right, and
        the baseline from its first night on; ``"fixed"``: over; ``"flaky"``: not to be alerted for, until
        it is ``"fixed"``.
    why
        The reason, which is stored with the finding.
    label
        The branch or variant.
    until
        The night, as an ISO date, on which an acknowledgement or a mark as flaky ends.
    now
        The present time.

    Returns
    -------
    list of Finding
        The findings after the change.

    Raises
    ------
    OptionError
        No reason is given, or a night for an action that does not end.
    InputError
        The series has no open finding, or several series could be meant.
    """
    if not why.strip():
        raise OptionError(
            "a reason is needed, so that others understand the decision.", hint="--why 'new seed'"
        )
    if until and action not in ("ack", "flaky"):
        raise OptionError(f"{action} does not end.", hint="--until goes with ack and flaky")
    newest = history.nights(label)[-1].night if history.nights(label) else ""
    if until and until <= newest:
        raise OptionError(
            f"{until} is over: the newest night is {newest}.", hint="--until with a later date"
        )
    findings = _open_findings(history, series, label, action)
    facts = history.result(history.nights(label)[-1].night, label)
    moment = (now or dt.datetime.now(dt.UTC)).isoformat(timespec="seconds")
    closed = history.nights(label)[-1].night if action in ("accept", "fixed") else ""
    changed = []
    for finding in findings:
        later = dataclasses.replace(
            finding,
            status=STATUS[action],
            why=why.strip(),
            closed=closed,
            by_hand=bool(closed),
            until=until,
            known=_worst(finding, facts) if action == "ack" else None,
        )
        event = {
            "at": moment,
            "action": action,
            "finding": str(finding.number),
            "series": str(finding.key),
            "who": current_user(),
            "why": why.strip(),
            **({"until": until} if until else {}),
        }
        history.change(later, event)
        changed.append(later)
    return changed


def _worst(finding: Finding, facts: NightFacts | None) -> float:
    """Return the worst end of the interval of a change, as of the newest night."""
    return (finding if facts is None else facts.estimate_now(finding)).worst


def _open_findings(history: History, series: str, label: str, action: Action) -> list[Finding]:
    # a mark before any alert has no change to acknowledge or to accept
    marks = action in ("fixed", "flaky")
    alive = [
        finding
        for finding in history.findings()
        if not finding.closed
        and finding.label == label
        and finding.kind != "improvement"
        and (marks or finding.status != "flaky" or not finding.is_mark)
    ]
    numbered = [finding for finding in alive if series == str(finding.change_number)]
    numbered = numbered or [finding for finding in alive if series == str(finding.number)]
    if numbered:
        return numbered
    keys = {finding.key for finding in alive}
    unseen = _unseen(history, label, keys) if action == "flaky" else []
    names: dict[str, set[int]] = {
        str(finding.key): {-place} for place, finding in enumerate(unseen, start=1)
    }
    for finding in alive:
        names.setdefault(str(finding.key), set()).add(finding.change_number)
    names = dict(sorted(names.items()))
    if not names:
        raise _nothing_open(history, label)
    named = _find_named(series, names, only_open=action != "flaky")
    chosen = [finding for finding in (*alive, *unseen) if str(finding.key) in named]
    return _with_averages(chosen, alive)


def _with_averages(named: Sequence[Finding], alive: Sequence[Finding]) -> list[Finding]:
    """Return the findings with all others of their change, or its average if only datasets are named."""
    chosen = list(named)
    for finding in alive:
        parts = [
            other
            for other in alive
            if other.change_number == finding.change_number
            and other.key.over_all == finding.key.over_all
        ]
        whole = any(part in named and not part.key.dataset for part in parts)
        left = [part for part in parts if part.key.dataset and part not in named]
        of_change = whole or (not left and not finding.key.dataset)
        if finding not in named and of_change and any(part in named for part in parts):
            chosen.append(finding)
    return chosen


def _nothing_open(history: History, label: str) -> InputError:
    if history.nights(label):
        return InputError(
            "no finding is open.", hint="benchreport nightly history lists the nights"
        )
    none = history.describe_no_nights(label)
    return InputError(f"no finding is open. {none}", hint="--label with the label of the nights")


def _unseen(history: History, label: str, seen: Collection[Key]) -> list[Finding]:
    """Return a finding without a change for each other series of the newest night; one is to be marked."""
    records = history.nights(label)
    facts = history.result(records[-1].night, label) if records else None
    if facts is None:
        return []
    following = max((finding.number for finding in history.findings()), default=0) + 1
    return [
        Finding(
            number=following,
            key=row.key,
            kind="regression",
            opened=facts.night,
            since=facts.night,
            baseline=row.baseline if row.baseline is not None else row.value or 1.0,
            label=label,
        )
        for row in facts.series
        if row.key not in seen
    ]


def _find_named(series: str, names: Mapping[str, set[int]], *, only_open: bool) -> list[str]:
    """Return the one name that is the series', or that has it as a part; several of one change.

    The names, with the numbers of their changes, are those of all series, or only of those with an open
    finding. The average of an algorithm goes before its datasets.

    Raises
    ------
    InputError
        No name has it, or several have.
    """
    wanted = _typed(series)
    for matches in (
        [name for name in names if _typed(name) == wanted],
        [name for name in names if f"/{wanted}/" in f"/{_typed(name)}/"],
        [name for name in names if _parts(name) == _parts(series)],
        [name for name in names if wanted and wanted in _typed(name)],
    ):
        if len({*itertools.chain(*(names[name] for name in matches))}) == 1 <= len(matches):
            return matches
        first = min(matches, key=len, default="")
        if first and all(name == first or name.startswith(f"{first}/") for name in matches):
            return [first]
        if matches:
            raise InputError(
                f"{series!r} is part of several series: {examples(matches)}.",
                hint=f"name one of them, such as {matches[0]!r}",
            )
    raise _no_such_series(series, sorted(names), only_open=only_open)


def _no_such_series(series: str, names: Sequence[str], *, only_open: bool) -> InputError:
    near = difflib.get_close_matches(series, names, n=1) or [
        name for name in names if {*_parts(name)} & {*_parts(series)}
    ]
    hint = f"did you mean {near[0]!r}?" if near else f"name one of them, such as {names[0]!r}"
    if only_open:
        return InputError(
            f"{series!r} has no open finding; findings are open for {examples(names)}.", hint=hint
        )
    return InputError(f"{series!r} is no series; there are {examples(names)}.", hint=hint)


def _parts(name: str) -> list[str]:
    """Return the parts of a name in any order, also of one that a verdict writes: svm on iris by accuracy."""
    return sorted(re.split("/| by | on ", _typed(name)))


def _typed(name: str) -> str:
    """Return a name as one types it: a slash within a part is a slash, and capitals do not matter."""
    return name.replace("∕", "/").casefold()


def refresh_facts(history: History, facts: NightFacts) -> NightFacts:
    """Store a night's facts with the present findings, and return them."""
    now = {finding.number: finding for finding in history.findings()}
    known = {finding.number for finding in facts.findings}
    # a series may be marked as flaky before it has any finding
    marked = [
        finding
        for number, finding in now.items()
        if number not in known and finding.opened == facts.night and finding.label == facts.label
    ]
    findings = (*(now.get(finding.number, finding) for finding in facts.findings), *marked)
    later = with_verdict(dataclasses.replace(facts, findings=findings))
    if later != facts:
        history.conclude(later, (), ())
    return later


def current_user() -> str:
    """Return the name of who types, for the record."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        # in a container the user may have no name
        return str(os.getuid()) if hasattr(os, "getuid") else "somebody"
