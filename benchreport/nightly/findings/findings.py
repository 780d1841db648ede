"""How findings live: opened by a night, ended by others, or by somebody who says why."""

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from benchreport.nightly.config.settings import Alerts
from benchreport.nightly.judgements import Judgements
from benchreport.nightly.night_facts import Finding, Key, Kind
from benchreport.numerics.series.change_points import change_points

__all__ = ["Track", "assign_levels", "has_open_drift", "update_findings"]

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]

SETTLED = 5
"""Nights after which an improvement that lasts is the new level."""

PASSING = 7
"""Nights after which a regression that went back was one."""

SURE = 1e-3
"""A regression of a smaller p-value was one, however few nights it lasted."""

LOOK_BACK = 60
"""Nights among which the beginning of a change is looked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Track:
    """The series of one metric over the nights that are kept, tonight last.

    Parameters
    ----------
    keys
        S series.
    nights
        T names.
    values
        (T, S), higher is better; NaN where a night has none.
    """

    keys: tuple[Key, ...]
    nights: tuple[str, ...]
    values: Floats

    def until(self, end: int) -> "Track":
        """Return the nights before the ``end``-th."""
        return dataclasses.replace(self, nights=self.nights[:end], values=self.values[:end])


def assign_levels(track: Track, findings: Sequence[Finding]) -> Ints:
    """Say which level each night of each series belongs to.

    Parameters
    ----------
    track
        The series.
    findings
        All of the history.

    Returns
    -------
    ndarray of shape (T, S)
        A new level begins where a change was accepted; −1 marks nights that are no baseline: those of
        a regression, neither while it is open nor after it was fixed, and those by which an
        improvement was found, as they were picked for being good.
    """
    levels = np.zeros(track.values.shape, dtype=np.intp)
    columns = {key: place for place, key in enumerate(track.keys)}
    for each in sorted(findings, key=lambda one: (one.since, one.number)):
        column = columns.get(each.key)
        if column is None:
            continue
        begin = int(np.searchsorted(track.nights, each.since))
        if each.status == "accepted":
            # a trend has no first night of its new level but the one on which somebody said so
            begin = (
                int(np.searchsorted(track.nights, each.closed)) if each.kind == "drift" else begin
            )
            levels[begin:, column] = levels[:, column].max(initial=0) + 1
            if each.kind == "improvement":
                found = int(np.searchsorted(track.nights, each.opened, side="right"))
                levels[begin:found, column] = -1
        elif each.kind == "regression":
            end = int(np.searchsorted(track.nights, each.closed)) if each.closed else len(levels)
            # a few nights that went back by themselves are noise, and noise is part of the baseline;
            # far ones are none
            if not each.closed or end - begin > PASSING or each.p_value < SURE:
                levels[begin:end, column] = -1
    return levels


def has_open_drift(track: Track, findings: Sequence[Finding]) -> npt.NDArray[np.bool_]:
    """Say of which series a drift is known that is not over."""
    known = {each.key for each in findings if each.kind == "drift" and not each.closed}
    return np.array([key in known for key in track.keys], dtype=bool)


def update_findings(
    track: Track,
    judged: Judgements,
    findings: Sequence[Finding],
    alerts: Alerts,
    *,
    notes: Mapping[Key, str] | None = None,
    after: int = 0,
) -> tuple[list[Finding], list[Finding]]:
    """Let one night open, end and settle findings.

    Parameters
    ----------
    track, judged
        The series, and what was found of their last night.
    findings
        All so far.
    alerts
        The rules.
    notes
        Said beside new findings.
    after
        New findings are numbered from here on, where there are others beside ``findings``.

    Returns
    -------
    tuple
        Those that are new, and those that changed.
    """
    alive = {(each.key, each.kind): each for each in findings if not each.closed}
    number = max([after, *(each.number for each in findings)])
    new: list[Finding] = []
    changed: list[Finding] = []
    for column, key in enumerate(track.keys):
        for kind in _shown(judged, column):
            known = alive.get((key, kind))
            if known is not None and _deeper(known, track, judged, column, alerts):
                why = "; ".join(filter(None, (known.why, "fell further: a finding of its own")))
                changed.append(dataclasses.replace(known, closed=track.nights[-1], why=why))
                del alive[key, kind]
            if (key, kind) not in alive:
                number += 1
                note = (notes or {}).get(key, "")
                new.append(_opened(track, judged, column, kind, number, note))
        for kind in ("regression", "improvement", "drift"):
            known = alive.get((key, kind))
            older = None if known is None else _older(known, track, judged, column, alerts)
            if older is not None and older != known:
                changed.append(older)
    return new, changed


def _shown(judged: Judgements, column: int) -> list[Kind]:
    shown: list[Kind] = []
    if judged.worse[column]:
        shown.append("regression")
    if judged.better[column]:
        shown.append("improvement")
    if judged.trend.drifting[column]:
        shown.append("drift")
    return shown


def _opened(
    track: Track, judged: Judgements, column: int, kind: Kind, number: int, note: str
) -> Finding:
    change, low, high, p_value = _found(judged, column, kind)
    return Finding(
        number=number,
        key=track.keys[column],
        kind=kind,
        opened=track.nights[-1],
        since=_since(track, judged, column, kind),
        change=change,
        low=low,
        high=high,
        p_value=p_value,
        baseline=float(judged.centre[column]),
        note=note,
    )


def _found(judged: Judgements, column: int, kind: Kind) -> tuple[float, float, float, float]:
    if kind == "drift":
        sides = (judged.trend.change, judged.trend.low, judged.trend.high, judged.trend.p_values)
    else:
        p_values = judged.p_worse if kind == "regression" else judged.p_better
        sides = (judged.change, judged.low, judged.high, p_values)
    change, low, high, p_value = (float(each[column]) for each in sides)
    return change, low, high, p_value


def _since(track: Track, judged: Judgements, column: int, kind: Kind) -> str:
    """Find the first night of a change: the last change point, else the first night that shows it."""
    present = np.flatnonzero(~np.isnan(track.values[:, column]))
    if kind == "drift":
        return track.nights[int(present[0])]
    recent = present[-LOOK_BACK:]
    found = change_points(track.values[recent, column], shortest=2)
    # a change that was found a week after the fact would have been found before
    if found and len(recent) - found[-1] <= SETTLED + 2:
        return track.nights[int(recent[found[-1]])]
    window = int(judged.window[column])
    return track.nights[int(present[max(0, len(present) - window)])]


def _older(
    finding: Finding, track: Track, judged: Judgements, column: int, alerts: Alerts
) -> Finding | None:
    """Return a finding as this night leaves it; ``None`` where it says nothing of it."""
    tonight = track.nights[-1]
    # a level to go back to is enough; of nights that are no baseline there may be too many to judge
    if np.isnan(track.values[-1, column]):
        return None
    if finding.kind == "drift":
        over = bool(judged.trend.p_values[column] > 2 * alerts.drift)
        return _ended(finding, tonight, track, column, alerts) if over else finding
    shown = judged.worse if finding.kind == "regression" else judged.better
    # three nights nearer to the old level than to the new one
    back = track.values[:, column] - finding.baseline
    recent = back[~np.isnan(back)][-(alerts.confirm + 1) :]
    towards = recent / finding.change if finding.change else np.zeros(len(recent))
    if bool((towards < 0.5).all()) and not shown[column]:  # noqa: PLR2004 - half way
        return _ended(finding, tonight, track, column, alerts)
    after = back[int(np.searchsorted(track.nights, finding.opened)) + 1 :]
    after = after[~np.isnan(after)]
    if finding.kind == "improvement" and len(after) >= SETTLED:
        if after.mean() < finding.change / 2:
            return _ended(finding, tonight, track, column, alerts)
        return dataclasses.replace(
            finding, status="accepted", closed=tonight, why="lasted: it is the new baseline"
        )
    return finding


def _deeper(
    finding: Finding, track: Track, judged: Judgements, column: int, alerts: Alerts
) -> bool:
    """Tell whether a series fell clearly below what was found: who knew of that does not know of this."""
    if finding.kind != "regression" or finding.status == "flaky":
        return False
    values = track.values[:, column] - finding.baseline
    recent = values[~np.isnan(values)][-alerts.confirm :]
    # intervals apart, and every night that must agree beyond the old one
    return bool(judged.high[column] < finding.low and (recent < finding.low).all())


def _ended(finding: Finding, tonight: str, track: Track, column: int, alerts: Alerts) -> Finding:
    """Close a finding with the first of the nights that are back."""
    present = np.flatnonzero(~np.isnan(track.values[:, column]))
    back = present[-(alerts.confirm + 1) :]
    first = tonight if finding.kind == "drift" else track.nights[int(back[0])]
    status = finding.status if finding.status == "flaky" else "fixed"
    return dataclasses.replace(
        finding, status=status, closed=max(first, finding.since), why=finding.why or "went back"
    )
