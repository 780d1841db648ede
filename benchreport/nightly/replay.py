"""The alert rules over the past: what they would have said, and what they would miss."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from benchreport.nightly.config import Alerts, Baseline
from benchreport.nightly.facts import Finding
from benchreport.nightly.judge import judge
from benchreport.nightly.life import Track, levels_of, step

__all__ = ["walked"]

Floats = npt.NDArray[np.float64]


def walked(
    track: Track,
    alerts: Alerts,
    baseline: Baseline,
    *,
    relevant: Floats | float = 0.0,
    start: int = 0,
) -> list[Finding]:
    """Walk through the nights as if each were tonight.

    Parameters
    ----------
    track
        The series.
    alerts, baseline
        The rules.
    relevant
        (S,) the smallest relevant changes.
    start
        The first night that is judged.

    Returns
    -------
    list
        All findings, as the last night left them.
    """
    findings: list[Finding] = []
    first = max(start, alerts.min_nights + baseline.hold_back)
    for end in range(first + 1, len(track.nights) + 1):
        past = track.until(end)
        judged = judge(past.values, levels_of(past, findings), alerts, baseline, relevant=relevant)
        new, changed = step(past, judged, findings, alerts)
        latest = {each.number: each for each in (*findings, *changed, *new)}
        findings = [latest[number] for number in sorted(latest)]
    return findings
