"""Opening and closing of findings by the judgements of a night, and the levels that they imply."""

import dataclasses
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from benchreport.nightly.config.settings import Alerts
from benchreport.nightly.findings.changes import join_changes
from benchreport.nightly.judgements import Judgements, SeriesMatrix
from benchreport.nightly.night_facts import Finding, Kind
from benchreport.numerics.series.change_points import change_points
from benchreport.numerics.series.means_with_gaps import column_means
from benchreport.wording.nights import verdicts as night_verdicts

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]

SETTLED = 5
"""The number of nights after which a lasting improvement may become the new level."""

CLEAR, SHOWN = 4.0, 1.5
"""So many standard errors off are the nights of an improvement that becomes the new level, and at least those
that show a change: noise that became a level would bring a regression back to the old one."""

PASSING = 7
"""A regression that went back within this many nights was noise, unless it was very significant."""

SURE = 1e-3
"""A regression with a p-value below this was real, however few nights it lasted."""

SEEN_BY = {"regression": (3, 1 / 2), "improvement": (3, 1 / 2), "drift": (20, 2 / 3)}
"""So many of the last nights tell whether a change is still there, by this share of it or more."""

LOOK_BACK = 60
"""The number of last nights among which the first night of a change is estimated."""


def assign_levels(matrix: SeriesMatrix, findings: Sequence[Finding]) -> Ints:
    """Assign a level to each night of each series.

    Parameters
    ----------
    matrix
        The series.
    findings
        All findings of the history.

    Returns
    -------
    ndarray of shape (T, S)
        The number of each night's level; a new level begins with each accepted change. −1 marks nights
        that no baseline may use: the nights of a regression, open or fixed, and the nights on which an
        improvement was detected, because they were selected for being good.
    """
    levels = np.zeros(matrix.values.shape, dtype=np.intp)
    columns = {key: place for place, key in enumerate(matrix.keys)}
    for finding in sorted(findings, key=lambda finding: (finding.since, finding.number)):
        column = columns.get(finding.key)
        if column is None:
            continue
        begin = matrix.place_of(finding.since)
        if finding.status == "accepted":
            # the new level of a drift has no first night other than the one on which somebody accepted it
            begin = matrix.place_of(finding.closed) if finding.kind == "drift" else begin
            levels[begin:, column] = levels[:, column].max(initial=0) + 1
            if finding.kind == "improvement":
                after = int(np.searchsorted(matrix.nights, finding.opened, side="right"))
                levels[begin:after, column] = -1
        elif finding.kind == "regression" and finding.status != "flaky":
            end = matrix.place_of(finding.closed) if finding.closed else len(levels)
            # a change that went back after a few nights is noise, which belongs to the baseline,
            # unless it was very significant
            if not finding.closed or end - begin > PASSING or finding.p_value < SURE:
                levels[begin:end, column] = -1
    return levels


def has_open_drift(matrix: SeriesMatrix, findings: Sequence[Finding]) -> npt.NDArray[np.bool_]:
    """Return (S,) which series have a drift that is not over."""
    drifting = {
        finding.key for finding in findings if finding.kind == "drift" and not finding.closed
    }
    return np.array([key in drifting for key in matrix.keys], dtype=bool)


def update_findings(
    matrix: SeriesMatrix,
    judgements: Judgements,
    findings: Sequence[Finding],
    alerts: Alerts,
    *,
    taken: Floats | None = None,
    after: int = 0,
) -> tuple[list[Finding], list[Finding]]:
    """Open, close and accept findings according to the judgements of one night.

    Parameters
    ----------
    matrix, judgements
        The matrix of nights × series, and the judgements of the last night.
    findings
        All findings of the label so far.
    alerts
        The settings of the alerts.
    taken
        (T, S) what was taken from each series, as all have it in common or for the weekday; nothing if not
        given.
    after
        The largest number in use; new findings get larger numbers. Findings of other labels count too.

    Returns
    -------
    tuple
        The new findings, and the earlier findings that changed.
    """
    number = max([after, *(finding.number for finding in findings)])
    taken = np.zeros(matrix.values.shape) if taken is None else taken
    new: list[Finding] = []
    changed = _end_in_time(findings, matrix.nights[-1])
    latest = {finding.number: finding for finding in (*findings, *changed)}
    alive = {
        (finding.key, finding.kind): finding for finding in latest.values() if not finding.closed
    }
    flaky = {finding.key for finding in alive.values() if finding.status == "flaky"}
    for column, key in enumerate(matrix.keys):
        if key in flaky:
            continue
        # nothing is found on the datasets of an algorithm that is marked over all
        marked = key.over_all in flaky
        for kind in [] if marked else _detected_kinds(judgements, column):
            current = alive.get((key, kind))
            if current is not None and _fell_further(
                current, matrix, taken, judgements, column, alerts
            ):
                why = "; ".join(filter(None, (current.why, night_verdicts.FELL_FURTHER)))
                changed.append(dataclasses.replace(current, closed=matrix.nights[-1], why=why))
                del alive[key, kind]
            if (key, kind) not in alive:
                number += 1
                since = _first_night(matrix, judgements, column, kind, alerts)
                new.append(_open_finding(matrix, judgements, column, kind, number, since=since))
        for kind in ("regression", "improvement", "drift"):
            current = alive.get((key, kind))
            later = (
                None
                if current is None
                else _advance(current, matrix, taken, judgements, column, alerts)
            )
            if later is not None and later != current:
                changed.append(later)
    latest |= {finding.number: finding for finding in changed}
    return join_changes(new, list(latest.values()), matrix), changed


def _end_in_time(findings: Sequence[Finding], night: str) -> list[Finding]:
    """Return the findings whose acknowledgement, or mark as flaky, ends by this night."""
    over = [
        finding
        for finding in findings
        if finding.until and not finding.closed and finding.until <= night
    ]
    return [
        dataclasses.replace(finding, status="open", until="", known=None)
        if finding.status == "acknowledged"
        else dataclasses.replace(finding, closed=night, until="")
        for finding in over
    ]


def _detected_kinds(judgements: Judgements, column: int) -> list[Kind]:
    detected: dict[Kind, npt.NDArray[np.bool_]] = {
        "regression": judgements.worse,
        "improvement": judgements.better,
        "drift": judgements.trend.drifting,
    }
    return [kind for kind, series in detected.items() if series[column]]


def _open_finding(
    matrix: SeriesMatrix,
    judgements: Judgements,
    column: int,
    kind: Kind,
    number: int,
    *,
    since: str,
) -> Finding:
    trend = judgements.trend
    p_values = judgements.p_worse if kind == "regression" else judgements.p_better
    estimates = (judgements.change, judgements.low, judgements.high, p_values)
    if kind == "drift":
        estimates = (trend.change, trend.low, trend.high, trend.p_values)
    change, low, high, p_value = (float(estimate[column]) for estimate in estimates)
    return Finding(
        number=number,
        key=matrix.keys[column],
        kind=kind,
        opened=matrix.nights[-1],
        since=since,
        change=change,
        low=low,
        high=high,
        p_value=p_value,
        baseline=float(judgements.centre[column]),
    )


def _first_night(
    matrix: SeriesMatrix, judgements: Judgements, column: int, kind: Kind, alerts: Alerts
) -> str:
    """Return the first night of a change: the last change point, or else the first night of the window."""
    present = np.flatnonzero(~np.isnan(matrix.values[:, column]))
    if kind == "drift":
        return matrix.nights[int(present[0])]
    recent = present[-LOOK_BACK:]
    # what one night confirms may have begun with it
    points = change_points(matrix.values[recent, column], shortest=min(2, alerts.confirm))
    # a change before the window would have been detected on an earlier night
    window = int(judgements.window[column])
    if points and len(recent) - points[-1] <= max(SETTLED, window) + 2:
        return matrix.nights[int(recent[points[-1]])]
    return matrix.nights[int(present[max(0, len(present) - window)])]


def _advance(
    finding: Finding,
    matrix: SeriesMatrix,
    taken: Floats,
    judgements: Judgements,
    column: int,
    alerts: Alerts,
) -> Finding | None:
    """Return a finding updated by this night; ``None`` if the series was not measured."""
    # a series that cannot be judged can still be back: that needs only the level of the baseline
    if np.isnan(matrix.values[-1, column]):
        return None
    away = _away(finding, matrix, taken, column)
    seen = _is_seen(finding, matrix, away, judgements, column)
    if finding.kind == "drift":
        over = bool(judgements.trend.p_values[column] > 2 * alerts.drift)
        still = dataclasses.replace(finding, seen=seen)
        return _close_finding(finding, matrix, column, alerts) if over else still
    detected = judgements.worse if finding.kind == "regression" else judgements.better
    recent = away[~np.isnan(away)][-(alerts.confirm + 1) :]
    shares = recent / finding.change if finding.change else np.zeros(len(recent))
    # the change is over if the last nights are all nearer to the old level than to the new one
    if bool((shares < 0.5).all()) and not detected[column]:  # noqa: PLR2004 - half way
        return _close_finding(finding, matrix, column, alerts)
    later = away[matrix.place_of(finding.opened) + 1 :]
    later = later[~np.isnan(later)]
    if finding.kind == "improvement" and len(later) >= SETTLED:
        if later.mean() < finding.change / 2:
            return _close_finding(finding, matrix, column, alerts)
        # a series whose spread is not known has no noise to be told from
        if not later.mean() < CLEAR * judgements.deviation[column] / np.sqrt(len(later)):
            return dataclasses.replace(
                finding,
                status="accepted",
                closed=matrix.nights[-1],
                why=night_verdicts.NEW_BASELINE,
            )
    return dataclasses.replace(finding, seen=seen)


def _fell_further(
    finding: Finding,
    matrix: SeriesMatrix,
    taken: Floats,
    judgements: Judgements,
    column: int,
    alerts: Alerts,
) -> bool:
    """Return whether a series fell clearly below the finding's change, which opens another finding."""
    if finding.kind != "regression":
        return False
    away = _away(finding, matrix, taken, column)
    recent = away[~np.isnan(away)][-alerts.confirm :]
    worst = finding.low if finding.known is None else finding.known
    # required: the intervals do not overlap, and every confirming night lies beyond the old interval
    return bool(judgements.high[column] < worst and (recent < worst).all())


def _is_seen(
    finding: Finding, matrix: SeriesMatrix, away: Floats, judgements: Judgements, column: int
) -> bool:
    """Return whether tonight shows a change, and so do the nights since it was found, on average.

    One night alone would show a third of the changes that noise has feigned. If nothing changed, the nights
    that found it tell as much of the level as those of its baseline, and later ones are like both together.
    """
    nights, share = SEEN_BY[finding.kind]
    since, opened = matrix.place_of(finding.since), matrix.place_of(finding.opened) + 1
    found, later = (part[~np.isnan(part)] for part in (away[since:opened], away[opened:]))
    later = later[-nights:]
    if not len(later):
        return True
    # the level before a drift is the mean of nights on which half of it had come
    drift = finding.kind == "drift"
    change = finding.change / 2 if drift else finding.change
    shares = later / change if change else np.ones(len(later))
    n_found = 0 if drift else len(found)
    both = n_found + max(int(judgements.n_baseline[column]), 1)
    worth = np.maximum(judgements.worth[column] * np.array([len(later), both]), 1.0)
    error = judgements.deviation[column] * np.sqrt((1 / worth).sum())
    least = abs(change) * n_found / both + SHOWN * error
    return bool(shares[-1] >= 1 / 3 and shares.mean() >= share and abs(later.mean()) >= least)


def _away(finding: Finding, matrix: SeriesMatrix, taken: Floats, column: int) -> Floats:
    """Return how far the nights of a series are from the level before a finding."""
    # of the nights of that level, more or less is taken by now than when it was found
    moved = column_means(taken[: matrix.place_of(finding.since), [column]])[0]
    level = finding.baseline - (0.0 if np.isnan(moved) else moved)
    away: Floats = matrix.values[:, column] - level
    return away


def _close_finding(finding: Finding, matrix: SeriesMatrix, column: int, alerts: Alerts) -> Finding:
    """Close a finding on the first of the nights that are back at the earlier level."""
    present = np.flatnonzero(~np.isnan(matrix.values[:, column]))
    back = present[-(alerts.confirm + 1) :]
    first = matrix.nights[-1 if finding.kind == "drift" else int(back[0])]
    return dataclasses.replace(
        finding,
        status="fixed",
        closed=max(first, finding.since),
        why=finding.why or night_verdicts.WENT_BACK,
    )
