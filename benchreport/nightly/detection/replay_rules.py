"""Replay of the alert rules, one night after the other."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from benchreport.nightly.config.settings import Alerts, Baseline
from benchreport.nightly.detection.baselines import find_anchor, find_unsettled, mask_unsettled
from benchreport.nightly.detection.families import judge_families
from benchreport.nightly.detection.nights_apart import take_nights_apart
from benchreport.nightly.findings.findings import (
    assign_levels,
    has_open_drift,
    update_findings,
)
from benchreport.nightly.judgements import SeriesMatrix
from benchreport.nightly.night_facts import Finding
from benchreport.progress import watch
from benchreport.wording.shell import progress as steps

Floats = npt.NDArray[np.float64]


class Replayed(NamedTuple):
    """What the rules found.

    Parameters
    ----------
    findings
        All findings, in their state after the last night.
    red
        The nights that would have ended with exit code 1, had nobody answered.
    """

    findings: list[Finding]
    red: list[str]


def replay_rules(
    matrix: SeriesMatrix,
    alerts: Alerts,
    baseline: Baseline,
    *,
    relevant: Floats | float = 0.0,
    start: int = 0,
    pinned: int | None = None,
    equal: bool = False,
) -> Replayed:
    """Judge each night as if it were tonight.

    Parameters
    ----------
    matrix
        The series, with those for what they have in common.
    alerts, baseline
        The rules. A baseline of kind "label" is replaced by the last nights of these series.
    relevant
        (S,) the smallest relevant change of each series, in the unit of the values.
    start
        The index of the first night that is judged.
    pinned
        The index of the pinned night, if the baseline is pinned.
    equal
        Whether a night shifts all series by the same amount.
    """
    findings: list[Finding] = []
    red: list[str] = []
    first = start
    if matrix.expected is None:
        first = max(start, alerts.min_nights + baseline.hold_back)
    for end in watch(range(first + 1, len(matrix.nights) + 1), steps.NIGHTS):
        past = matrix.between(0, end)
        levels = assign_levels(past, findings)
        apart = take_nights_apart(past, levels, latest=baseline.hold_back, equal=equal)
        past = apart.matrix
        place = pinned if pinned is not None and pinned < end - 1 else None
        unsettled, _ = find_unsettled(past.values, levels)
        judgements = judge_families(
            past.values,
            levels,
            alerts,
            baseline,
            parts=past.parts,
            relevant=relevant,
            anchor=find_anchor(baseline, past.values, levels, place),
            drifts=has_open_drift(past, findings),
            widths=apart.widths,
        )
        new, changed = update_findings(
            past, mask_unsettled(judgements, unsettled), findings, alerts, taken=apart.taken
        )
        latest = {finding.number: finding for finding in (*findings, *changed, *new)}
        findings = [latest[number] for number in sorted(latest)]
        is_red = any(
            finding.seen
            for finding in findings
            if finding.kind != "improvement" and not finding.closed
        )
        red += [past.nights[-1]] * is_red
    return Replayed(findings, red)
