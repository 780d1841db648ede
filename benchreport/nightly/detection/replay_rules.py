"""The alert rules over one night after the other."""

import numpy as np
import numpy.typing as npt

from benchreport.nightly.config.settings import Alerts, Baseline
from benchreport.nightly.detection.baselines import find_anchor, find_unsettled, mask_unsettled
from benchreport.nightly.detection.detection import judge
from benchreport.nightly.findings.findings import (
    Track,
    assign_levels,
    has_open_drift,
    update_findings,
)
from benchreport.nightly.night_facts import Finding

__all__ = ["replay_rules"]

Floats = npt.NDArray[np.float64]


def replay_rules(
    track: Track,
    alerts: Alerts,
    baseline: Baseline,
    *,
    relevant: Floats | float = 0.0,
    start: int = 0,
    pinned: int | None = None,
) -> list[Finding]:
    """Walk through the nights as if each were tonight.

    Parameters
    ----------
    track
        The series.
    alerts, baseline
        The rules. A baseline of another label is taken for one of the same.
    relevant
        (S,) the smallest relevant changes.
    start
        The first night that is judged.
    pinned
        Place of the pinned night, where the baseline is one.

    Returns
    -------
    list
        All findings, as the last night left them.
    """
    findings: list[Finding] = []
    first = max(start, alerts.min_nights + baseline.hold_back)
    for end in range(first + 1, len(track.nights) + 1):
        past = track.until(end)
        levels = assign_levels(past, findings)
        place = pinned if pinned is not None and pinned < end - 1 else None
        anchor = find_anchor(baseline, past.values, levels, place)
        young, _ = find_unsettled(past.values, levels)
        judged = judge(
            past.values,
            levels,
            alerts,
            baseline,
            relevant=relevant,
            anchor=anchor,
            drifts=has_open_drift(past, findings),
        )
        new, changed = update_findings(past, mask_unsettled(judged, young), findings, alerts)
        latest = {each.number: each for each in (*findings, *changed, *new)}
        findings = [latest[number] for number in sorted(latest)]
    return findings
