"""The history of a series for its figure, with the baseline, and the runs behind a change."""

import collections
import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from benchreport.nightly.config.settings import Baseline, Config
from benchreport.nightly.detection.baselines import select_nights
from benchreport.nightly.detection.compare_night import find_metric
from benchreport.nightly.detection.detection import judge
from benchreport.nightly.detection.nights_apart import add_common_series, take_nights_apart
from benchreport.nightly.detection.score_scale import Scale, finding_to_values
from benchreport.nightly.detection.series_matrix import build_series
from benchreport.nightly.findings.findings import assign_levels
from benchreport.nightly.history import History, NightRecord
from benchreport.nightly.history.night_scores import NightScores
from benchreport.nightly.judgements import SeriesMatrix
from benchreport.nightly.night_facts import ALL, Finding, Key
from benchreport.numerics.series.means_with_gaps import column_deviations, column_means

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]

USUAL = 2.0
"""Most nights lie within this many standard deviations around the baseline."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunChange:
    """The change of one dataset, or of one repeat if there is one dataset, in the metric's unit.

    Parameters
    ----------
    name
        The name of the dataset or repeat.
    before, tonight
        The mean over the nights before the change, and the mean of tonight's runs.
    change
        Tonight minus before; a ratio minus 1 if the metric is compared by ratios.
    spread
        The change in standard deviations of the nights before; NaN if there are fewer than three.
    """

    name: str
    before: float
    tonight: float
    change: float
    spread: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesHistory:
    """A series night by night, in the metric's unit.

    Parameters
    ----------
    key
        The name of the series.
    nights, values
        The nights and their values, oldest first, tonight last; NaN if no value is comparable.
    baseline, low, high
        The level that tonight is compared with, and the limits between which single nights usually lie;
        NaN if they are unknown.
    runs
        The changes of datasets or repeats, sorted: the largest change in the direction of the series'
        change comes first.
    """

    key: Key
    nights: tuple[str, ...]
    values: tuple[float, ...]
    baseline: float
    low: float
    high: float
    runs: tuple[RunChange, ...] = ()


def read_series_histories(
    history: History,
    config: Config,
    record: NightRecord,
    starts: Mapping[Key, str],
    *,
    findings: Sequence[Finding] = (),
    baselines: Mapping[Key, float] | None = None,
) -> dict[Key, SeriesHistory]:
    """Return series night by night; the scores of each metric are read once.

    Parameters
    ----------
    history, config
        The history with the nights; the configuration with the rules.
    record
        The record of the last night.
    starts
        The first night of each series' change; its runs are compared with the nights before. Empty if the
        series has no change.
    findings
        The findings of these series, because nights of a regression do not belong to the baseline.
    baselines
        The levels to compare with, in the metrics' units, for series whose level is not the mean of the
        last nights.

    Returns
    -------
    dict
        The histories, by series; series that tonight lacks are missing.
    """
    series: dict[Key, SeriesHistory] = {}
    for name in dict.fromkeys(key.metric for key in starts):
        keys = {key: since for key, since in starts.items() if key.metric == name}
        nights, rules, place = select_nights(history, config, record, name)
        if nights[-1][1] is None:
            continue
        # nights of another label come first; they belong to the baseline only
        begin = place or 0 if rules.kind == "label" else 0
        of_metric = [finding for finding in findings if finding.key.metric == name and not begin]
        read = _Nights(nights=nights, rules=rules, begin=begin, findings=of_metric)
        series |= _metric_histories(read, config, keys, baselines or {})
    return {key: series[key] for key in starts if key in series}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Nights:
    """The nights of a metric, with another label before index ``begin``, and the findings in them."""

    nights: Sequence[tuple[str, NightScores | None]]
    rules: Baseline
    begin: int
    findings: Sequence[Finding]

    def before(self, since: str, levels: Ints) -> list[NightScores]:
        """Return the scores of the last nights of the level before a change, as many as a baseline has."""
        before = [
            place
            for place, (name, scores) in enumerate(self.nights)
            if scores is not None
            and levels[place] >= 0
            and (place < self.begin if self.begin else name < since)
        ]
        same = (self.nights[place][1] for place in before if levels[place] == levels[before[-1]])
        return [scores for scores in same if scores is not None][-self.rules.nights :]


def _metric_histories(
    read: _Nights, config: Config, starts: Mapping[Key, str], baselines: Mapping[Key, float]
) -> dict[Key, SeriesHistory]:
    last = read.nights[-1][1]
    if last is None:
        return {}
    metric = find_metric(config, next(iter(starts)).metric)
    scale = Scale.of(metric, higher_is_better=last.higher_is_better)
    by_dataset = any(key.dataset for key in starts)
    matrix, _ = build_series(read.nights, metric, series="both" if by_dataset else "algorithm")
    findings = [finding_to_values(finding, scale) for finding in read.findings]
    if any(key.algorithm == ALL for key in starts):
        matrix = _measure_common(matrix, findings, read.rules, scale)
    measured = ~np.isnan(matrix.values[-1])
    matrix = matrix.only([n for n, key in enumerate(matrix.keys) if key in starts and measured[n]])
    levels = _levels(matrix, metric.name, findings)
    centre, deviation = _baseline(matrix, levels, read.rules, config)
    series = {}
    for column, key in enumerate(matrix.keys):
        level = baselines.get(key)
        middle = float(centre[column] if level is None else scale.to_value(np.asarray(level)))
        half = USUAL * float(deviation[column])
        ends = sorted(scale.to_score(middle + side) for side in (-half, half))
        values = matrix.values[read.begin :, column].tolist()
        series[key] = SeriesHistory(
            key=key,
            nights=matrix.nights[read.begin :],
            values=tuple(scale.to_score(value) for value in values),
            baseline=scale.to_score(middle),
            low=ends[0],
            high=ends[1],
            runs=(
                _runs(last, read.before(starts[key], levels[:, column]), key, scale)
                if starts[key]
                else ()
            ),
        )
    return series


def _measure_common(
    matrix: SeriesMatrix, findings: Sequence[Finding], rules: Baseline, scale: Scale
) -> SeriesMatrix:
    """Add the series of what all have in common, and leave the others as measured."""
    whole = add_common_series(matrix)
    levels = assign_levels(whole, findings)
    apart = take_nights_apart(whole, levels, latest=rules.hold_back, equal=scale.ratio)
    return dataclasses.replace(whole, values=apart.matrix.values + apart.taken)


def _levels(matrix: SeriesMatrix, metric: str, findings: Sequence[Finding]) -> Ints:
    """Return the level of each night of each series; −1 also before the last level of all algorithms.

    Series are drawn as measured, with what all have in common, such as another machine.
    """
    levels = assign_levels(matrix, findings)
    together = dataclasses.replace(matrix, keys=(Key(metric, ALL),), values=matrix.values[:, :1])
    common = assign_levels(together, findings) if matrix.keys else levels
    levels[(common != common.max(axis=0)).any(axis=1)] = -1
    return levels


def _baseline(
    matrix: SeriesMatrix, levels: Ints, rules: Baseline, config: Config
) -> tuple[Floats, Floats]:
    """Return the mean and the standard deviation of the nights in the baseline."""
    if not matrix.keys or len(matrix.nights) <= rules.hold_back:
        none = np.full(len(matrix.keys), np.nan)
        return none, none
    # skip the slow test for drifts, because its result is not used here
    alerts = dataclasses.replace(config.alerts, drift=0.0)
    judgements = judge(matrix.values, levels, alerts, rules)
    return judgements.centre, judgements.deviation


def _runs(
    last: NightScores, past: Sequence[NightScores], key: Key, scale: Scale
) -> tuple[RunChange, ...]:
    """Compare the datasets or repeats of a series tonight with the nights before its change."""
    tonight = _parts(last, key, scale)
    if not past or len(tonight) <= 1:
        return ()
    before = np.full((len(past), len(tonight)), np.nan)
    for row, scores in enumerate(past):
        parts = _parts(scores, key, scale)
        before[row] = [parts.get(name, np.nan) for name in tonight]
    level, spread = column_means(before), column_deviations(before)
    now = np.array(list(tonight.values()))
    with np.errstate(divide="ignore", invalid="ignore"):
        away = np.where(spread > 0, (now - level) / spread, np.nan)
    versions = collections.Counter(name for name, _ in tonight)
    changes = [
        RunChange(
            name=" ".join(names) if versions[names[0]] > 1 else names[0],
            before=scale.to_score(float(level[place])),
            tonight=scale.to_score(float(now[place])),
            change=scale.to_change(float(now[place] - level[place])),
            spread=scale.sign * float(away[place]),
        )
        for place, names in enumerate(tonight)
        if not np.isnan(level[place])
    ]
    moved = now - level
    worse = float(np.nanmean(moved)) <= 0
    finite = moved[~np.isnan(level)]
    order = np.argsort(finite if worse else -finite, kind="stable")
    return tuple(changes[place] for place in order.tolist())


def _parts(scores: NightScores, key: Key, scale: Scale) -> dict[tuple[str, str], float]:
    """Return the mean value of each dataset, or of each repeat of one dataset, by name and version."""
    repeats = bool(key.dataset) or len(scores.datasets) == 1
    if repeats and not scores.matched:
        # these repeats are paired within a night only
        return {}
    if key.algorithm not in scores.algorithms:
        return {}
    chosen = (scores.algorithm == scores.algorithms.index(key.algorithm)) & ~scores.failed
    if key.dataset:
        dataset = scores.datasets.index(key.dataset) if key.dataset in scores.datasets else -1
        chosen &= scores.dataset == dataset
    if scale.ratio:
        chosen &= scores.value > 0
    codes = scores.repeat[chosen] if repeats else scores.dataset[chosen]
    names = scores.repeats if repeats else scores.datasets
    pair = codes * len(scores.versions) + scores.version[chosen]
    pairs, inverse = np.unique(pair, return_inverse=True)
    counts = np.bincount(inverse)
    means = scale.to_value(np.bincount(inverse, scores.value[chosen]) / np.maximum(counts, 1))
    return {
        (names[code // len(scores.versions)], scores.versions[code % len(scores.versions)]): mean
        for code, mean in zip(pairs.tolist(), means.tolist(), strict=True)
    }
