"""The series of each metric for a replay: as measured, and without the changes that were detected."""

import dataclasses
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from benchreport.errors import ConfigError, DesignError
from benchreport.nightly.config.settings import Alerts, Baseline, Config, Metric
from benchreport.nightly.detection.compare_night import find_metric
from benchreport.nightly.detection.nights_apart import (
    add_common_series,
    measure_weekdays,
    series_behind,
)
from benchreport.nightly.detection.replay_rules import Replayed, replay_rules
from benchreport.nightly.detection.score_scale import Scale, smallest_relevant_changes
from benchreport.nightly.detection.series_matrix import build_series
from benchreport.nightly.findings.findings import PASSING
from benchreport.nightly.history import History, NightRecord
from benchreport.nightly.history.night_scores import NightScores
from benchreport.nightly.judgements import SeriesMatrix
from benchreport.nightly.night_facts import ALL, Finding
from benchreport.numerics.series.level_shift import winsorize
from benchreport.numerics.series.means_with_gaps import column_deviations

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]

MOST_SERIES = 400
"""The largest number of series that are replayed; a sample of a larger number is drawn."""


class Family(NamedTuple):
    """The series of a metric, judged together.

    ``n_series`` is their number before sampling; ``n_other`` nights had other algorithms or datasets.
    """

    matrix: SeriesMatrix
    alerts: Alerts
    baseline: Baseline
    relevant: Floats
    metric: Metric
    scale: Scale
    pinned: int | None
    n_series: int
    n_other: int = 0

    @property
    def n_replayed(self) -> int:
        """The number of series that are replayed, without those of what they have in common."""
        return sum(key.algorithm != ALL for key in self.matrix.keys)

    @property
    def begin(self) -> int:
        """The index of the first night that is judged."""
        return self.alerts.min_nights + self.baseline.hold_back

    def replay(self) -> Replayed:
        """Replay the rules over the measured nights."""
        return replay_rules(
            self.matrix,
            self.alerts,
            self.baseline,
            relevant=self.relevant,
            pinned=self.pinned,
            equal=self.scale.ratio,
        )

    def null_history(self, findings: Sequence[Finding]) -> "NullHistory":
        """Return the series without detected changes and weekdays: residuals around each one's last level."""
        levels = _number_stretches(self.matrix, findings)
        values = self.matrix.values
        values = values - measure_weekdays(self.matrix.nights, values, levels)[0]
        residuals = np.full(values.shape, np.nan)
        centre = np.full(len(self.matrix.keys), np.nan)
        for level in range(int(levels.max(initial=0)) + 1):
            at_level = np.where(levels == level, values, np.nan)
            present = ~np.isnan(at_level).all(axis=0)
            mean = np.full(len(centre), np.nan)
            mean[present] = np.nanmean(winsorize(at_level[:, present]), axis=0)
            residuals = np.where(np.isnan(at_level), residuals, at_level - mean)
            centre = np.where(present, mean, centre)
        deviation = column_deviations(winsorize(residuals))
        return NullHistory(self, centre + residuals, deviation)


class NullHistory(NamedTuple):
    """The values of a family without the changes that were detected, and the spread of its nights."""

    family: Family
    values: Floats
    deviation: Floats

    def replay(self, values: Floats, *, start: int, trends: bool = True) -> Replayed:
        """Replay the rules over other values of these series, judging from night ``start`` on."""
        family = self.family
        matrix = dataclasses.replace(
            family.matrix, nights=family.matrix.nights[: len(values)], values=values
        )
        alerts = family.alerts if trends else dataclasses.replace(family.alerts, drift=0.0)
        return replay_rules(
            matrix,
            alerts,
            family.baseline,
            relevant=family.relevant,
            start=start,
            pinned=family.pinned,
            equal=family.scale.ratio,
        )


def read_families(
    history: History, config: Config, records: Sequence[NightRecord], rng: int
) -> list[Family]:
    """Read the nights, oldest first, and return a family for each metric of the newest night.

    Raises
    ------
    ConfigError
        The pinned night is not among the nights.
    DesignError
        No series has enough nights to be judged.
    """
    names = [record.night for record in records]
    rules = config.baseline
    pinned = names.index(rules.night) if rules.night in names else None
    if rules.kind == "pinned" and pinned is None:
        raise ConfigError(
            f"[baseline] pins {rules.night}, which is not among the nights that are replayed: "
            f"{names[0]} to {names[-1]}.",
            hint=f'night = "{names[0]}" under [baseline]',
        )
    metrics = records[-1].metrics
    most = max(1, MOST_SERIES // len(metrics))
    families = []
    for name in metrics:
        scores = [history.scores(record.night, record.label, name) for record in records]
        pairs = list(zip(names, scores, strict=True))
        metric = find_metric(config, name)
        last = scores[-1]
        if last is not None:
            matrix, _ = build_series(pairs, metric, series=config.alerts.series)
            scale = Scale.of(metric, higher_is_better=last.higher_is_better)
            family = _family(matrix, metric, scale, config, pinned, most, rng)
            families.append(family._replace(n_other=_count_others(scores, last)))
    if not any(family.n_series for family in families):
        raise DesignError(
            f"no series of {names[-1]} has {config.alerts.min_nights} nights to compare with.",
            hint="min_nights = 10 under [alerts]",
        )
    return [family for family in families if family.n_series]


def _count_others(nights: Sequence[NightScores | None], last: NightScores) -> int:
    """Return how many nights have other algorithms, datasets, versions or repeats than the last one."""
    return sum(_cells_of(scores) != _cells_of(last) for scores in nights if scores is not None)


def _cells_of(scores: NightScores) -> tuple[tuple[str, ...], ...]:
    names = tuple(sorted(scores.algorithms)), scores.datasets, scores.versions
    return (*names, scores.repeats if scores.matched else ())


def _family(
    matrix: SeriesMatrix,
    metric: Metric,
    scale: Scale,
    config: Config,
    pinned: int | None,
    most: int,
    rng: int,
) -> Family:
    usable = np.flatnonzero((~np.isnan(matrix.values)).sum(axis=0) >= config.alerts.min_nights)
    chosen = usable
    if len(usable) > most:
        chosen = np.sort(np.random.default_rng(rng).choice(usable, most, replace=False))
    matrix = add_common_series(matrix.only(chosen.tolist()))
    relevant = smallest_relevant_changes(metric, matrix.values, scale) + np.zeros(len(matrix.keys))
    return Family(
        matrix=matrix,
        alerts=config.alerts,
        baseline=config.baseline,
        relevant=relevant,
        metric=metric,
        scale=scale,
        pinned=pinned,
        n_series=len(usable),
    )


def _number_stretches(matrix: SeriesMatrix, findings: Sequence[Finding]) -> Ints:
    """Return (T, S) the number of each night's level; findings start a level where they begin and end."""
    begins = np.zeros(matrix.values.shape, dtype=bool)
    for finding in findings:
        # a lasting improvement is closed as accepted, but the series did not change back
        back = finding.closed if finding.status != "accepted" else ""
        begin, *end = (matrix.place_of(night) for night in (finding.since, back) if night)
        # a change that went back after a few nights is noise
        if finding.kind != "drift" and not (end and end[0] - begin <= PASSING):
            for column in series_behind(finding.key, matrix.keys):
                begins[[begin, *end], column] = True
    return np.cumsum(begins, axis=0).astype(np.intp)
