"""Tonight against the baseline: from the history to the facts of a night."""

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from benchreport.errors import ConfigError
from benchreport.nightly.config.settings import Baseline, Config, Metric
from benchreport.nightly.detection.baselines import (
    assign_label_levels,
    find_anchor,
    find_unsettled,
    mask_unsettled,
    select_nights,
)
from benchreport.nightly.detection.detection import judge
from benchreport.nightly.detection.leader import find_leader
from benchreport.nightly.detection.score_scale import (
    Scale,
    finding_to_scores,
    finding_to_values,
    smallest_relevant_changes,
)
from benchreport.nightly.detection.series_matrix import EXPECTED, Panel, assembled
from benchreport.nightly.detection.series_states import (
    MetricNight,
    classify_series,
    describe_missing,
)
from benchreport.nightly.findings.findings import Track, has_open_drift, update_findings
from benchreport.nightly.findings.verdict_text import with_verdict
from benchreport.nightly.history import History, NightRecord
from benchreport.nightly.history.night_scores import NightScores
from benchreport.nightly.night_facts import Finding, Leader, NightFacts, SeriesNight

__all__ = ["NightComparison", "compare_night", "find_metric"]

APART = 5
"""Nights without a value that keep labels apart, beside those that confirm."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NightComparison:
    """A night's facts, and the findings that it opened or changed, in scores' own units."""

    facts: NightFacts
    findings: tuple[Finding, ...]


def compare_night(history: History, config: Config, record: NightRecord) -> NightComparison:
    """Compare a night that is in the history with its baseline.

    Parameters
    ----------
    history
        With the night.
    config
        The rules.
    record
        Of the night.

    Notes
    -----
    The false discovery rate is controlled over the series of a metric; nights are separate families.

    Raises
    ------
    ConfigError
        The pinned night is not in the history, or the other label has no nights.
    """
    everything = history.findings()
    own = [each for each in everything if each.label == record.label]
    number = max((each.number for each in everything), default=0)
    parts = []
    for name in record.metrics:
        part = _metric(history, config, record, name, everything, number)
        number = max([number, *(each.number for each in part.new)])
        parts.append(part)
    new = [each for part in parts for each in part.new]
    changed = [each for part in parts for each in part.changed]
    latest = {each.number: each for each in (*own, *changed, *new)}
    previous = [each for each in history.nights(record.label) if each.night < record.night]
    findings = tuple(
        each for _, each in sorted(latest.items()) if not each.closed or each in changed
    )
    # an open finding may be of a metric that tonight's results lack
    named = {*record.metrics, *(each.key.metric for each in findings)}
    ratios = [each.name for each in config.metric if each.compare == "ratio"]
    facts = NightFacts(
        name=config.nightly.name,
        night=record.night,
        label=record.label,
        previous=previous[-1].night if previous else "",
        recorded=record.recorded,
        sha256=record.sha256,
        n_scores=record.n_scores,
        series=tuple(row for part in parts for row in part.series),
        findings=findings,
        new=tuple(each.number for each in new),
        leaders=tuple(part.leader for part in parts if part.leader is not None),
        units={part.metric.name: part.metric.unit for part in parts},
        ratios=tuple(name for name in ratios if name in named),
        directions={part.metric.name: part.higher_is_better for part in parts},
        incomplete=(
            *_gone(config, record, previous),
            *(line for part in parts for line in part.incomplete),
        ),
        code=record.code,
        context=dict(record.context),
    )
    return NightComparison(facts=with_verdict(facts), findings=(*changed, *new))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """What one metric adds to a night."""

    metric: Metric
    higher_is_better: bool
    series: tuple[SeriesNight, ...]
    new: tuple[Finding, ...]
    changed: tuple[Finding, ...]
    leader: Leader | None
    incomplete: tuple[str, ...]


def _metric(
    history: History,
    config: Config,
    record: NightRecord,
    name: str,
    findings: Sequence[Finding],
    number: int,
) -> _Part:
    metric = find_metric(config, name)
    nights, baseline, place = select_nights(history, config, record, name)
    last = nights[-1][1]
    if last is None:
        raise ConfigError(
            f"the scores of {record.night} by {name} were given up to save room.",
            hint=f"take them in again: benchreport nightly backfill --night {record.night} --replace",
        )
    panel = assembled(nights, metric, series=config.alerts.series)
    scale = Scale.of(metric, higher_is_better=last.higher_is_better)
    # nights of another label are looked at, and are no nights of this one
    begin = place if config.baseline.label not in ("", record.label) else None
    told = [finding_to_values(each, scale) for each in findings if each.key.metric == name]
    own = [each for each in told if each.label == record.label]
    others = [each for each in told if each.label == config.baseline.label]
    track = Track(keys=panel.keys, nights=panel.nights, values=panel.values)
    levels = assign_label_levels(track, own, others, begin)
    known = has_open_drift(track, own)
    seen = _judged(panel, levels, config, baseline, metric, scale, known, begin=begin, place=place)
    mine = track if begin is None else _since(track, begin)
    new, changed = update_findings(mine, seen.judged, own, config.alerts, after=number)
    noted = [dataclasses.replace(each, note=_note(history, record, each.since)) for each in new]
    latest = {each.number: each for each in (*own, *changed, *noted)}
    return _Part(
        metric=metric,
        higher_is_better=last.higher_is_better,
        series=classify_series(seen, [each for each in latest.values() if not each.closed], config),
        new=tuple(
            dataclasses.replace(finding_to_scores(each, scale), label=record.label)
            for each in noted
        ),
        changed=tuple(finding_to_scores(each, scale) for each in changed),
        leader=find_leader(last, _before(nights[begin or 0 :])),
        incomplete=describe_missing(panel, name),
    )


def _judged(  # noqa: PLR0913 - what is judged, the rules, and which nights are whose
    panel: Panel,
    levels: npt.NDArray[np.intp],
    config: Config,
    rules: Baseline,
    metric: Metric,
    scale: Scale,
    drifts: npt.NDArray[np.bool_],
    *,
    begin: int | None,
    place: int | None,
) -> MetricNight:
    """Judge tonight's series; where they are compared with another label, by their own last nights."""
    values, alerts = panel.values, config.alerts
    relevant = smallest_relevant_changes(metric, values, scale)
    young, nights = find_unsettled(values, levels)
    anchor = find_anchor(rules, values, levels, place)
    if begin is not None:
        # the other label's last nights confirm nothing, and a step between labels is no drift
        gap = alerts.confirm + APART
        values = np.insert(values, [begin] * gap, np.nan, axis=0)
        levels = np.insert(levels, [begin] * gap, -1, axis=0)
        alerts = dataclasses.replace(alerts, drift=0.0)
        rules = dataclasses.replace(rules, hold_back=rules.hold_back + gap)
    judged = judge(values, levels, alerts, rules, relevant=relevant, anchor=anchor, drifts=drifts)
    return MetricNight(panel, mask_unsettled(judged, young), scale, young, nights)


def _since(track: Track, begin: int) -> Track:
    return dataclasses.replace(track, nights=track.nights[begin:], values=track.values[begin:])


def find_metric(config: Config, name: str) -> Metric:
    """Return how a metric is configured; one that is not is compared by its name's direction."""
    found = [each for each in config.metric if each.name == name]
    return found[0] if found else Metric(name=name)


def _note(history: History, record: NightRecord, since: str) -> str:
    """Say of a finding what the code tells about its cause: nothing, where it changed with the scores."""
    nights = history.nights(record.label)
    first = next((each for each in nights if each.night == since), None)
    before = [each for each in nights if each.night < since]
    if first is None or not before or not first.code or before[-1].code != first.code:
        return ""
    return (
        f"The code of {since} ({first.code}) is that of {before[-1].night}: noise, the data or the "
        "environment changed it."
    )


def _before(nights: Sequence[tuple[str, NightScores | None]]) -> NightScores | None:
    return next((scores for _, scores in reversed(nights[:-1]) if scores is not None), None)


def _gone(config: Config, record: NightRecord, before: Sequence[NightRecord]) -> list[str]:
    """Name metrics that the last nights had and tonight has not, unless they are asked for no more."""
    asked = {each.name for each in config.metric}
    usual = dict.fromkeys(name for each in before[-EXPECTED:] for name in each.metrics)
    lacking = [name for name in usual if name not in record.metrics]
    return [f"{name}: there are no scores." for name in lacking if not asked or name in asked]
