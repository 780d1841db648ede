"""Tonight against the baseline: from the history to the facts of a night."""

import dataclasses
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from benchreport.errors import ConfigError, counted, examples
from benchreport.nightly.config import Baseline, Config, Metric
from benchreport.nightly.facts import Finding, Key, Leader, NightFacts, SeriesNight, State
from benchreport.nightly.history import History, NightRecord
from benchreport.nightly.judge import Anchor, Judged, judge
from benchreport.nightly.leader import leader_of
from benchreport.nightly.life import Track, levels_of, step
from benchreport.nightly.night import NightScores
from benchreport.nightly.panel import Panel, Scale, assembled
from benchreport.nightly.said import exit_code_of, verdict_of
from benchreport.numerics.change_points import change_points
from benchreport.numerics.night_shift import winsorized

__all__ = ["Compared", "compare", "inward", "metric_of", "outward", "relevant_of", "stretch"]

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """A night's facts, and the findings that it opened or changed, in scores' own units."""

    facts: NightFacts
    findings: tuple[Finding, ...]


def compare(history: History, config: Config, record: NightRecord) -> Compared:
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
        part = _metric(history, config, record, name, own, number)
        number = max([number, *(each.number for each in part.new)])
        parts.append(part)
    new = [each for part in parts for each in part.new]
    changed = [each for part in parts for each in part.changed]
    latest = {each.number: each for each in (*own, *changed, *new)}
    previous = [each for each in history.nights(record.label) if each.night < record.night]
    facts = NightFacts(
        name=config.nightly.name,
        night=record.night,
        label=record.label,
        previous=previous[-1].night if previous else "",
        recorded=record.recorded,
        sha256=record.sha256,
        n_scores=record.n_scores,
        series=tuple(row for part in parts for row in part.series),
        findings=tuple(
            each for _, each in sorted(latest.items()) if not each.closed or each in changed
        ),
        new=tuple(each.number for each in new),
        leaders=tuple(part.leader for part in parts if part.leader is not None),
        units={part.metric.name: part.metric.unit for part in parts},
        directions={part.metric.name: part.higher_is_better for part in parts},
        incomplete=tuple(line for part in parts for line in part.incomplete),
        code=record.code,
        context=dict(record.context),
    )
    facts = dataclasses.replace(facts, verdict=verdict_of(facts), exit_code=exit_code_of(facts))
    return Compared(facts=facts, findings=(*changed, *new))


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
    metric = metric_of(config, name)
    nights, baseline, anchored = stretch(history, config, record, name)
    last = nights[-1][1]
    if last is None:
        raise ConfigError(f"the scores of {record.night} by {name} were given up to save room.")
    panel = assembled(nights, metric, series=config.alerts.series)
    scale = Scale.of(metric, higher_is_better=last.higher_is_better)
    track = Track(keys=panel.keys, nights=panel.nights, values=panel.values)
    own = [inward(each, scale) for each in findings if each.key.metric == name]
    judged = judge(
        track.values,
        levels_of(track, own),
        config.alerts,
        baseline,
        relevant=relevant_of(metric, panel.values, scale),
        anchor=_anchor(config.baseline, track, anchored),
    )
    notes = _notes(history, record, track.keys)
    new, changed = step(track, judged, own, config.alerts, notes=notes, after=number)
    opened = tuple(dataclasses.replace(outward(each, scale), label=record.label) for each in new)
    later = tuple(outward(each, scale) for each in changed)
    alive = {each.number: each for each in (*own, *changed, *new) if not each.closed}
    return _Part(
        metric=metric,
        higher_is_better=last.higher_is_better,
        series=_series(panel, judged, scale, list(alive.values()), config),
        new=opened,
        changed=later,
        leader=leader_of(last, _before(nights)),
        incomplete=_incomplete(panel, name),
    )


def metric_of(config: Config, name: str) -> Metric:
    """Return how a metric is configured; one that is not is compared by its name's direction."""
    found = [each for each in config.metric if each.name == name]
    return found[0] if found else Metric(name=name)


def stretch(
    history: History, config: Config, record: NightRecord, metric: str
) -> tuple[list[tuple[str, NightScores | None]], Baseline, int | None]:
    """Return the nights that tonight is looked at with, tonight last.

    Returns
    -------
    tuple
        Names and scores; the baseline's rules for them; and the place of a pinned night among them.
    """
    rules = config.baseline
    own = [
        each
        for each in history.nights(record.label)
        if each.night < record.night and not each.thinned
    ]
    # trends are looked for over twice the baseline's nights
    most = 2 * rules.nights + rules.hold_back
    chosen = own[-most:]
    if rules.kind == "label" and rules.label != record.label:
        others = [each for each in history.nights(rules.label) if not each.thinned]
        if not others:
            raise ConfigError(
                f"[baseline] compares with label {rules.label!r}, of which there is no night.",
                hint=f"benchreport nightly run --label {rules.label}",
            )
        held = own[-config.alerts.confirm :]
        chosen = [*others[-most:], *held]
        rules = dataclasses.replace(rules, hold_back=len(held) + 1)
    place = None
    if rules.kind == "pinned":
        pinned = history.night(rules.night, record.label)
        if pinned is None or pinned.thinned:
            raise ConfigError(
                f"[baseline] pins {rules.night}, which the history does not have"
                f"{' in full' if pinned else ''}; it has {examples(each.night for each in own)}.",
                hint="pin one of those, or take in its results: benchreport nightly backfill",
            )
        if pinned not in chosen:
            chosen = [pinned, *chosen]
        place = chosen.index(pinned)
    scores = [history.scores(each.night, each.label, metric) for each in (*chosen, record)]
    names = [each.night for each in (*chosen, record)]
    return list(zip(names, scores, strict=True)), rules, place


def _anchor(rules: Baseline, track: Track, pinned: int | None) -> Anchor | None:
    """Return the level of a baseline that is not the last nights."""
    values, size = track.values, track.values.shape[1]
    if rules.kind == "pinned" and pinned is not None:
        return Anchor(values[pinned], np.where(np.isnan(values[pinned]), 0.0, 1.0))
    if rules.kind == "previous":
        before = values[: max(0, len(values) - rules.hold_back)]
        there = ~np.isnan(before)
        newest = np.where(there, np.arange(len(before))[:, None], -1).max(axis=0, initial=-1)
        centre = np.where(
            newest >= 0, before[newest, np.arange(size)] if len(before) else 0, np.nan
        )
        return Anchor(centre, (newest >= 0).astype(float))
    if rules.kind == "best":
        found = [_best_level(column) for column in values[: -rules.hold_back].T]
        return Anchor(*np.array(found, dtype=float).T.reshape(2, size))
    return None


def _best_level(values: Floats) -> tuple[float, float]:
    """Return the best level that a series had, and over how many nights."""
    known = winsorized(values[~np.isnan(values)][:, None])[:, 0]
    if not len(known):
        return np.nan, 0.0
    parts = np.split(known, change_points(known))
    best = max(parts, key=lambda part: float(part.mean()))
    return float(best.mean()), float(len(best))


def relevant_of(metric: Metric, values: Floats, scale: Scale) -> Floats | float:
    """Return the smallest relevant change of each series, as a difference of values."""
    told = metric.smallest_relevant
    if isinstance(told, str):
        share = float(re.sub(r"\s*%", "", told)) / 100
        if scale.ratio:
            return float(np.log1p(share))
        level = np.where(np.isnan(values).all(axis=0), np.nan, 0.0)
        some = ~np.isnan(level)
        level[some] = np.nanmedian(np.abs(values[:, some]), axis=0)
        return share * level
    return float(np.log1p(told)) if scale.ratio else float(told)


def outward(finding: Finding, scale: Scale) -> Finding:
    """Return a finding in the metric's own unit and direction."""
    sides = sorted((scale.change(finding.low), scale.change(finding.high)))
    return dataclasses.replace(
        finding,
        change=scale.change(finding.change),
        low=sides[0],
        high=sides[1],
        baseline=scale.outward(finding.baseline),
    )


def inward(finding: Finding, scale: Scale) -> Finding:
    """Return a finding on the scale on which values are compared, higher being better."""
    sides = sorted((scale.value_of_change(finding.low), scale.value_of_change(finding.high)))
    return dataclasses.replace(
        finding,
        change=scale.value_of_change(finding.change),
        low=sides[0],
        high=sides[1],
        baseline=float(scale.inward(np.asarray(finding.baseline))),
    )


def _notes(history: History, record: NightRecord, keys: Sequence[Key]) -> Mapping[Key, str]:
    """Say of every new finding what the night's context tells about its cause."""
    before = [each for each in history.nights(record.label) if each.night < record.night]
    if not before or not record.code or before[-1].code != record.code:
        return {}
    told = (
        f"The code ({record.code}) is that of {before[-1].night}: noise, the data or the "
        "environment changed it."
    )
    return dict.fromkeys(keys, told)


def _before(nights: Sequence[tuple[str, NightScores | None]]) -> NightScores | None:
    return next((scores for _, scores in reversed(nights[:-1]) if scores is not None), None)


def _series(
    panel: Panel,
    judged: Judged,
    scale: Scale,
    alive: Sequence[Finding],
    config: Config,
) -> tuple[SeriesNight, ...]:
    open_now: set[tuple[Key, str]] = {(each.key, each.kind) for each in alive}
    rows = []
    for column, key in enumerate(panel.keys):
        state, reason = _state(panel, judged, column, open_now, config)
        shown = judged.known[column] and not np.isnan(judged.change[column])
        sides = sorted(scale.change(float(side[column])) for side in (judged.low, judged.high))
        worse = judged.change[column] <= 0
        p_value = float((judged.p_worse if worse else judged.p_better)[column])
        tonight = float(panel.values[-1, column])
        centre = float(judged.centre[column])
        rows.append(
            SeriesNight(
                key=key,
                state=state,
                reason=reason,
                value=None if np.isnan(tonight) else scale.outward(tonight),
                baseline=None if np.isnan(centre) else scale.outward(centre),
                change=scale.change(float(judged.change[column])) if shown else None,
                low=sides[0] if shown else None,
                high=sides[1] if shown else None,
                p_value=None if not shown or np.isnan(p_value) else p_value,
                p_adjusted=None
                if not shown or np.isnan(judged.adjusted[column])
                else float(judged.adjusted[column]),
                n_baseline=int(judged.n_baseline[column]),
                window=int(judged.window[column]) if shown else 0,
            )
        )
    return tuple(rows)


def _state(
    panel: Panel, judged: Judged, column: int, alive: set[tuple[Key, str]], config: Config
) -> tuple[State, str]:
    """Say how a series is tonight, and why where that is not plain."""
    runs, expected = int(panel.runs[column]), int(panel.expected[column])
    failed = int(panel.failed[column])
    if not runs:
        return "missing", f"none of {counted(expected, 'run')}"
    if failed == runs:
        return "failed", f"{counted(failed, 'run')} without a score"
    if panel.incomparable[column]:
        return "not comparable", panel.incomparable[column]
    part = [f"{failed} of {counted(runs, 'run')} failed"] * bool(failed)
    part += [f"{runs} of {counted(expected, 'run')}"] * (runs < expected)
    state, reason = _judged_state(panel.keys[column], judged, column, alive, config)
    return state, ", ".join([*reason, *part])


def _judged_state(
    key: Key, judged: Judged, column: int, alive: set[tuple[Key, str]], config: Config
) -> tuple[State, list[str]]:
    found: tuple[tuple[bool, State, list[str]], ...] = (
        (bool(judged.worse[column]) or (key, "regression") in alive, "regressed", []),
        (
            bool(judged.trend.drifting[column]) or (key, "drift") in alive,
            "regressed",
            ["slow drift"],
        ),
        (not judged.known[column], "no evidence", [_too_few(judged, column, config)]),
        (bool(judged.better[column]), "improved", []),
        (bool(judged.doubtful[column]), "unconfirmed", ["tonight alone"]),
    )
    return next(((state, why) for holds, state, why in found if holds), ("ok", []))


def _too_few(judged: Judged, column: int, config: Config) -> str:
    nights, needed = int(judged.n_reference[column]), config.alerts.min_nights
    if nights < needed:
        return f"{nights} of {needed} nights that a baseline needs"
    return "the baseline has no such series"


def _incomplete(panel: Panel, metric: str) -> tuple[str, ...]:
    """Say what tonight lacks of what there usually is."""
    whole = [place for place, key in enumerate(panel.keys) if not key.dataset]
    places = whole or list(range(len(panel.keys)))
    expected = int(panel.expected[places].sum())
    there = int(np.minimum(panel.runs, panel.expected)[places].sum())
    failed = int(panel.failed[places].sum())
    told = []
    if there < expected:
        gone = [str(panel.keys[place]) for place in places if not panel.runs[place]]
        whole_ones = f"; nothing of {examples(gone)}" if gone else ""
        told.append(
            f"{metric}: {expected - there} of {expected} expected runs are missing{whole_ones}."
        )
    if failed:
        names = [str(panel.keys[place]) for place in places if panel.failed[place]]
        told.append(f"{metric}: {counted(failed, 'run')} failed, of {examples(names)}.")
    return tuple(told)
