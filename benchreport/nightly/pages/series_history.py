"""Series as a page shows them: night by night with their baseline, and the runs behind a change."""

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
from benchreport.nightly.detection.score_scale import Scale, finding_to_values
from benchreport.nightly.detection.series_matrix import Panel, assembled
from benchreport.nightly.findings.findings import Track, assign_levels
from benchreport.nightly.history import History, NightRecord
from benchreport.nightly.history.night_scores import NightScores
from benchreport.nightly.night_facts import Finding, Key
from benchreport.numerics.series.means_with_gaps import column_deviations, column_means

__all__ = ["RunChange", "SeriesHistory", "read_series_histories"]

Floats = npt.NDArray[np.float64]
Nights = Sequence[tuple[str, NightScores | None]]

USUAL = 2.0
"""Standard deviations of nights around the baseline between which most of them lie."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunChange:
    """A dataset, or a repeat of the only one, before a change and tonight, in the metric's unit.

    Parameters
    ----------
    name
        Of the dataset or repeat.
    before, tonight
        Means over the nights before the change, and over the runs of tonight.
    change
        Tonight minus before; a ratio minus 1 where the metric is compared by ratios.
    spread
        The change in standard deviations of the nights before; NaN where those are fewer than three.
    """

    name: str
    before: float
    tonight: float
    change: float
    spread: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesHistory:
    """A series over the nights that it is looked at with, in the metric's unit.

    Parameters
    ----------
    key
        Which series.
    nights, values
        Oldest first, tonight last; NaN where a night has none that can be compared.
    baseline, low, high
        What tonight is compared with, and between which values single nights usually lie; NaN where
        that is not known.
    runs
        Datasets or repeats, those that changed most for the worse first; of better series, for the
        better.
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
    wanted: Mapping[Key, str],
    *,
    findings: Sequence[Finding] = (),
    baselines: Mapping[Key, float] | None = None,
) -> dict[Key, SeriesHistory]:
    """Return series night by night, read once a metric.

    Parameters
    ----------
    history, config
        Of the nights.
    record
        Of the night that is shown last.
    wanted
        Series, and the first night of their change: runs are compared with the nights before it. Empty
        where there is no change.
    findings
        Of these series: nights of a regression are no baseline.
    baselines
        In the metrics' units, where it is not the mean of the last nights.

    Returns
    -------
    dict
        By series; those that tonight does not have are left out.
    """
    found: dict[Key, SeriesHistory] = {}
    for name in dict.fromkeys(key.metric for key in wanted):
        keys = {key: since for key, since in wanted.items() if key.metric == name}
        nights, rules, place = select_nights(history, config, record, name)
        if nights[-1][1] is None:
            continue
        # nights of another label come first, and are no nights of this one
        begin = place or 0 if rules.kind == "label" else 0
        own = [each for each in findings if each.key.metric == name and not begin]
        read = _Read(nights=nights, rules=rules, begin=begin, findings=own)
        found |= _metric(read, config, keys, baselines or {})
    return {key: found[key] for key in wanted if key in found}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    """The nights of a metric, those of another label up to ``begin``, and what was found in them."""

    nights: Nights
    rules: Baseline
    begin: int
    findings: Sequence[Finding]

    def past(self, since: str) -> list[NightScores]:
        """Return the scores of the nights before a change, at most those of a baseline."""
        before = [
            scores
            for name, scores in self.nights[: self.begin or -1]
            if scores is not None and (self.begin or name < since)
        ]
        return before[-self.rules.nights :]


def _metric(
    read: _Read, config: Config, wanted: Mapping[Key, str], baselines: Mapping[Key, float]
) -> dict[Key, SeriesHistory]:
    last = read.nights[-1][1]
    name = next(iter(wanted)).metric
    if last is None:
        return {}
    metric = find_metric(config, name)
    scale = Scale.of(metric, higher_is_better=last.higher_is_better)
    by_dataset = any(key.dataset for key in wanted)
    panel = _only(
        assembled(read.nights, metric, series="both" if by_dataset else "algorithm"), wanted
    )
    centre, deviation = _level(
        panel, read.rules, config, [finding_to_values(each, scale) for each in read.findings]
    )
    found = {}
    for column, key in enumerate(panel.keys):
        level = baselines.get(key)
        middle = centre[column] if level is None else float(scale.to_value(np.asarray(level)))
        ends = sorted(scale.to_score(middle + side * deviation[column]) for side in (-USUAL, USUAL))
        found[key] = SeriesHistory(
            key=key,
            nights=panel.nights[read.begin :],
            values=tuple(scale.to_score(v) for v in panel.values[read.begin :, column].tolist()),
            baseline=scale.to_score(middle),
            low=ends[0],
            high=ends[1],
            runs=_runs(last, read.past(wanted[key]), key, scale) if wanted[key] else (),
        )
    return found


def _only(panel: Panel, wanted: Mapping[Key, str]) -> Panel:
    """Keep the series that are wanted and that tonight has."""
    there = ~np.isnan(panel.values[-1])
    places = [n for n, key in enumerate(panel.keys) if key in wanted and there[n]]
    return dataclasses.replace(
        panel, keys=tuple(panel.keys[place] for place in places), values=panel.values[:, places]
    )


def _level(
    panel: Panel, rules: Baseline, config: Config, findings: Sequence[Finding]
) -> tuple[Floats, Floats]:
    """Return the mean and the standard deviation of the nights that the baseline rests on."""
    if not panel.keys or len(panel.nights) <= rules.hold_back:
        none = np.full(len(panel.keys), np.nan)
        return none, none
    track = Track(keys=panel.keys, nights=panel.nights, values=panel.values)
    # trends take time, and are not shown
    alerts = dataclasses.replace(config.alerts, drift=0.0)
    judged = judge(track.values, assign_levels(track, findings), alerts, rules)
    return judged.centre, judged.deviation


def _runs(
    last: NightScores, past: Sequence[NightScores], key: Key, scale: Scale
) -> tuple[RunChange, ...]:
    """Compare the parts of a series tonight with the nights before its change."""
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
    several = collections.Counter(name for name, _ in tonight)
    changes = [
        RunChange(
            name=" ".join(names) if several[names[0]] > 1 else names[0],
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
    known = moved[~np.isnan(level)]
    order = np.argsort(known if worse else -known, kind="stable")
    return tuple(changes[place] for place in order.tolist())


def _parts(scores: NightScores, key: Key, scale: Scale) -> dict[tuple[str, str], float]:
    """Return the mean value of each dataset, or of each repeat of one, with its version."""
    repeats = bool(key.dataset) or len(scores.datasets) == 1
    if repeats and not scores.matched:
        # repeats of other nights are others
        return {}
    if key.algorithm not in scores.algorithms:
        return {}
    chosen = (scores.algorithm == scores.algorithms.index(key.algorithm)) & ~scores.failed
    if key.dataset:
        wanted = scores.datasets.index(key.dataset) if key.dataset in scores.datasets else -1
        chosen &= scores.dataset == wanted
    if scale.ratio:
        chosen &= scores.value > 0
    code = scores.repeat[chosen] if repeats else scores.dataset[chosen]
    names = scores.repeats if repeats else scores.datasets
    pair = code * len(scores.versions) + scores.version[chosen]
    found, inverse = np.unique(pair, return_inverse=True)
    counts = np.bincount(inverse)
    means = np.bincount(inverse, scale.to_value(scores.value[chosen])) / np.maximum(counts, 1)
    return {
        (names[each // len(scores.versions)], scores.versions[each % len(scores.versions)]): mean
        for each, mean in zip(found.tolist(), means.tolist(), strict=True)
    }
