"""The comparison of a night with its baseline, which yields the facts of the night."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from benchreport.errors import ConfigError, examples
from benchreport.nightly.config.settings import Alerts, Baseline, Config, Metric
from benchreport.nightly.detection.arrivals import NameSets, describe_arrivals, recent_names
from benchreport.nightly.detection.baselines import (
    assign_label_levels,
    find_anchor,
    find_unsettled,
    known_on,
    mask_unsettled,
    select_nights,
)
from benchreport.nightly.detection.families import judge_families
from benchreport.nightly.detection.leader import find_leader
from benchreport.nightly.detection.night_coverage import EXPECTED
from benchreport.nightly.detection.nights_apart import add_common_series, take_nights_apart
from benchreport.nightly.detection.score_scale import (
    Scale,
    finding_to_scores,
    finding_to_values,
    smallest_relevant_changes,
)
from benchreport.nightly.detection.series_matrix import build_series
from benchreport.nightly.detection.series_states import (
    MetricNight,
    classify_series,
    describe_missing,
)
from benchreport.nightly.detection.tolerated_failures import leave_out_tolerated
from benchreport.nightly.findings.findings import has_open_drift, update_findings
from benchreport.nightly.findings.verdict_text import with_verdict
from benchreport.nightly.history import History, NightRecord
from benchreport.nightly.judgements import Judgements, Widths
from benchreport.nightly.night_facts import ALL, Finding, Leader, NightFacts, SeriesNight
from benchreport.report.rendering.clean_text import MOST_NAME, clean
from benchreport.results.writing import number_format as fmt
from benchreport.wording.nights import verdicts as night_verdicts

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]

UNTOLD = {"source"}
"""Properties of a run that change each night and explain nothing."""

MOST_CHANGES = 5
MOST_METRICS = 5

APART = 5
"""How many nights without a value, in addition to those that confirm, separate two labels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NightComparison:
    """The facts of a night, and the findings that the night opened or changed, in units of the scores."""

    facts: NightFacts
    findings: tuple[Finding, ...]


def compare_night(history: History, config: Config, record: NightRecord) -> NightComparison:
    """Compare a night of the history with its baseline.

    Notes
    -----
    The false discovery rate is controlled over the series of a metric; nights are separate families.

    Raises
    ------
    ConfigError
        The history lacks the pinned night, any night of the other label, or the scores of this night.
    """
    everything = history.findings()
    number = max((finding.number for finding in everything), default=0)
    # a series may have been marked as flaky after a night that is judged again
    everything = [finding for finding in everything if finding.opened <= record.night]
    of_label = [finding for finding in everything if finding.label == record.label]
    parts = []
    for name in record.metrics:
        part = _compare_metric(history, config, record, name, everything, number)
        number = max([number, *(finding.number for finding in part.new)])
        parts.append(part)
    new = [finding for part in parts for finding in part.new]
    changed = [finding for part in parts for finding in part.changed]
    latest = {finding.number: finding for finding in (*of_label, *changed, *new)}
    previous = [night for night in history.nights(record.label) if night.night < record.night]
    findings = tuple(
        finding for _, finding in sorted(latest.items()) if not finding.closed or finding in changed
    )
    # an open finding may be of a metric that tonight's results lack
    metrics = {*record.metrics, *(finding.key.metric for finding in findings)}
    ratios = [metric.name for metric in config.metric if metric.compare == "ratio"]
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
        new=tuple(finding.number for finding in new),
        leaders=tuple(part.leader for part in parts if part.leader is not None),
        units={part.metric.name: part.metric.unit for part in parts},
        ratios=tuple(name for name in ratios if name in metrics),
        directions={part.metric.name: part.higher_is_better for part in parts},
        incomplete=(
            *_missing_metrics(config, record, previous),
            *_say_once([(part.metric.name, part.incomplete) for part in parts]),
        ),
        news=(
            *describe_arrivals([part.names for part in parts], history.names),
            *(line for part in parts for line in part.news),
            *_note_common(history, record, [row for part in parts for row in part.series]),
        ),
        code=record.code,
        context=dict(record.context),
    )
    return NightComparison(facts=with_verdict(facts), findings=(*changed, *new))


def _say_once(of_metrics: Iterable[tuple[str, Sequence[str]]]) -> list[str]:
    """Say once what several metrics lack alike."""
    metrics: dict[str, list[str]] = {}
    for name, sentences in of_metrics:
        for sentence in sentences:
            rest = sentence.removeprefix(night_verdicts.BY_METRICS.format(metrics=name, rest=""))
            metrics.setdefault(rest, []).append(name)
    return [
        night_verdicts.BY_METRICS.format(metrics=fmt.join(names, most=MOST_METRICS), rest=rest)
        for rest, names in metrics.items()
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class _MetricComparison:
    """The part of a night's facts that comes from one metric."""

    metric: Metric
    higher_is_better: bool
    series: tuple[SeriesNight, ...]
    new: tuple[Finding, ...]
    changed: tuple[Finding, ...]
    leader: Leader | None
    incomplete: tuple[str, ...]
    names: Sequence[NameSets]
    news: tuple[str, ...]


def _compare_metric(
    history: History,
    config: Config,
    record: NightRecord,
    name: str,
    findings: Sequence[Finding],
    number: int,
) -> _MetricComparison:
    metric = find_metric(config, name)
    nights, baseline, place = select_nights(history, config, record, name)
    last = nights[-1][1]
    names = recent_names([scores for _, scores in nights])
    if last is None:
        raise ConfigError(
            f"the scores of {record.night} by {name} were deleted to save space.",
            hint=f"store them again: benchreport nightly backfill --night {record.night} --replace",
        )
    by_others = [
        scores
        for other in record.metrics
        if other != name and last.failed.any()
        if (scores := history.scores(record.night, record.label, other)) is not None
    ]
    nights, told = leave_out_tolerated(
        nights, config.expected_failure, by_others, history.names.retired
    )
    last = nights[-1][1] or last
    scale = Scale.of(metric, higher_is_better=last.higher_is_better)
    # nights of another label come first; they belong to the baseline only
    begin = place if config.baseline.label not in ("", record.label) else None
    of_metric = [
        finding_to_values(finding, scale) for finding in findings if finding.key.metric == name
    ]
    of_label = [finding for finding in of_metric if finding.label == record.label]
    others = known_on(
        record.night,
        [finding for finding in of_metric if finding.label == config.baseline.label],
    )
    settled = config.alerts.min_nights + baseline.hold_back
    matrix, coverage = build_series(nights, metric, series=config.alerts.series, settled=settled)
    matrix = add_common_series(matrix)
    levels = assign_label_levels(matrix, of_label, others, begin)
    apart = take_nights_apart(matrix, levels, latest=baseline.hold_back, equal=scale.ratio)
    matrix = apart.matrix
    judgements = _judge_tonight(
        matrix.values,
        levels,
        config.alerts,
        baseline,
        parts=matrix.parts,
        relevant=smallest_relevant_changes(metric, matrix.values, scale),
        anchor=find_anchor(baseline, matrix.values, levels, place),
        drifts=has_open_drift(matrix, of_label),
        widths=apart.widths,
        begin=begin,
    )
    unsettled, lasted = find_unsettled(matrix.values, levels)
    judgements = mask_unsettled(judgements, unsettled)
    matrix_of_label = matrix.between(begin or 0)
    new, changed = update_findings(
        matrix_of_label,
        judgements,
        of_label,
        config.alerts,
        taken=apart.taken[begin or 0 :],
        after=number,
    )
    new = [replace(finding, note=note_causes(history, record, finding.since)) for finding in new]
    latest = {finding.number: finding for finding in (*of_label, *changed, *new)}
    alive = [finding for finding in latest.values() if not finding.closed]
    tonight = MetricNight(coverage, apart, judgements, scale, unsettled, lasted)
    before = [scores for _, scores in nights[begin or 0 : -1] if scores is not None]
    return _MetricComparison(
        metric=metric,
        higher_is_better=last.higher_is_better,
        series=classify_series(tonight, alive, config),
        new=tuple(replace(finding_to_scores(opened, scale), label=record.label) for opened in new),
        changed=tuple(finding_to_scores(finding, scale) for finding in changed),
        leader=find_leader(last, before[-1] if before else None),
        incomplete=describe_missing(coverage, name),
        names=names,
        news=told,
    )


def _judge_tonight(
    values: Floats,
    levels: Ints,
    alerts: Alerts,
    rules: Baseline,
    *,
    widths: Widths,
    begin: int | None,
    **options: Any,  # noqa: ANN401 - as of `judge_families`
) -> Judgements:
    """Judge tonight's series; after a comparison of labels, by the last nights of tonight's label."""
    if begin is not None:
        # the last nights of the other label confirm nothing, and a step between labels is no drift
        gap = alerts.windows[-1] + APART
        values = np.insert(values, [begin] * gap, np.nan, axis=0)
        levels = np.insert(levels, [begin] * gap, -1, axis=0)
        spreads = np.insert(widths.spreads, [begin] * gap, 1.0, axis=0)
        widths = widths._replace(spreads=spreads, expected=None)
        alerts = replace(alerts, drift=0.0)
        rules = replace(rules, hold_back=rules.hold_back + gap)
    return judge_families(values, levels, alerts, rules, widths=widths, **options)


def find_metric(config: Config, name: str) -> Metric:
    """Return the settings of a metric; the defaults if the configuration does not name it."""
    return next((metric for metric in config.metric if metric.name == name), Metric(name=name))


def note_causes(history: History, record: NightRecord, since: str) -> str:
    """Write what else changed on the first night of a change, and whether the code did not."""
    nights = history.nights(record.label)
    first = next((night for night in nights if night.night == since), None)
    before = [night for night in nights if night.night < since]
    if first is None or not before:
        return ""
    earlier = before[-1]
    names = [
        name
        for name in sorted({*first.context, *earlier.context} - UNTOLD)
        if first.context.get(name) != earlier.context.get(name)
    ]
    changes = [
        night_verdicts.CONTEXT_CHANGE.format(
            name=clean(name, most=MOST_NAME),
            before=clean(earlier.context.get(name, ""), most=MOST_NAME),
            after=clean(first.context.get(name, ""), most=MOST_NAME),
        )
        for name in names
    ]
    sentences = []
    if first.code and earlier.code == first.code:
        same = night_verdicts.SAME_CODE.format(since=since, code=first.code, before=earlier.night)
        sentences.append(same)
    if changes:
        sentences.append(
            night_verdicts.CONTEXT.format(since=since, changes=examples(changes, most=MOST_CHANGES))
        )
    return " ".join(sentences)


def _note_common(history: History, record: NightRecord, rows: Sequence[SeriesNight]) -> list[str]:
    """Write what else changed on a night that changed all algorithms together, before it is a finding."""
    together = any(row.key.algorithm == ALL and row.state == "unconfirmed" for row in rows)
    note = note_causes(history, record, record.night) if together else ""
    return [note] if note else []


def _missing_metrics(
    config: Config, record: NightRecord, before: Sequence[NightRecord]
) -> list[str]:
    """Name metrics that the last nights had and tonight lacks, unless the configuration dropped them."""
    configured = {metric.name for metric in config.metric}
    usual = dict.fromkeys(name for night in before[-EXPECTED:] for name in night.metrics)
    missing = [name for name in usual if name not in record.metrics]
    return [
        night_verdicts.NO_SCORES.format(metric=name)
        for name in missing
        if not configured or name in configured
    ]
