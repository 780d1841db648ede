"""The series of each metric as the rules saw them, and without what they found."""

import dataclasses
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from benchreport.errors import ConfigError, DesignError
from benchreport.nightly.config.settings import Alerts, Baseline, Config, Metric
from benchreport.nightly.detection.compare_night import find_metric
from benchreport.nightly.detection.replay_rules import replay_rules
from benchreport.nightly.detection.score_scale import Scale, smallest_relevant_changes
from benchreport.nightly.detection.series_matrix import Panel, assembled
from benchreport.nightly.findings.findings import PASSING, Track
from benchreport.nightly.history import History, NightRecord
from benchreport.nightly.night_facts import Finding
from benchreport.numerics.series.level_shift import winsorize

__all__ = ["Family", "NullHistory", "read_families"]

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]

MOST_SERIES = 400
"""More are sampled: a rehearsal is to end while one waits."""


class Family(NamedTuple):
    """The series of a metric, judged together."""

    track: Track
    alerts: Alerts
    baseline: Baseline
    relevant: Floats
    metric: Metric
    scale: Scale
    pinned: int | None
    of: int
    """How many series there are; some may be left out."""

    @property
    def begin(self) -> int:
        """The first night that is judged."""
        return self.alerts.min_nights + self.baseline.hold_back

    def replay(self) -> list[tuple[Finding, "Family"]]:
        """Walk through the nights as they were; return what is found, each with its family."""
        found = replay_rules(
            self.track, self.alerts, self.baseline, relevant=self.relevant, pinned=self.pinned
        )
        return [(each, self) for each in found]

    def null_history(self, found: Sequence[tuple[Finding, "Family"]]) -> "NullHistory":
        """Take what was found out of the series, and put them at their last level."""
        levels = _parts(self.track, [each for each, _ in found])
        residuals = np.full(self.track.values.shape, np.nan)
        centre = np.full(len(self.track.keys), np.nan)
        for level in range(int(levels.max(initial=0)) + 1):
            own = np.where(levels == level, self.track.values, np.nan)
            there = ~np.isnan(own).all(axis=0)
            mean = np.full(len(centre), np.nan)
            mean[there] = np.nanmean(winsorize(own[:, there]), axis=0)
            residuals = np.where(np.isnan(own), residuals, own - mean)
            centre = np.where(there, mean, centre)
        deviation = np.nanstd(winsorize(residuals), axis=0, ddof=1)
        return NullHistory(self, centre + residuals, deviation)


class NullHistory(NamedTuple):
    """A family without what was found, and the standard deviation of its nights."""

    family: Family
    values: Floats
    deviation: Floats

    def replay(self, values: Floats, *, start: int, trends: bool = True) -> list[Finding]:
        """Walk through other values of these series from a night on."""
        family = self.family
        track = dataclasses.replace(
            family.track, nights=family.track.nights[: len(values)], values=values
        )
        alerts = family.alerts if trends else dataclasses.replace(family.alerts, drift=0.0)
        return replay_rules(
            track,
            alerts,
            family.baseline,
            relevant=family.relevant,
            start=start,
            pinned=family.pinned,
        )


def read_families(
    history: History, config: Config, records: Sequence[NightRecord], rng: int
) -> list[Family]:
    """Return the families of the newest night's metrics.

    Parameters
    ----------
    history, config
        Of the nights.
    records
        The nights, oldest first.
    rng
        Seed of the sample of series, where they are many.

    Raises
    ------
    ConfigError
        The pinned night is not among the nights.
    DesignError
        No series has nights enough.
    """
    names = [each.night for each in records]
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
    found = []
    for name in metrics:
        scores = [history.scores(each.night, each.label, name) for each in records]
        pairs = list(zip(names, scores, strict=True))
        metric = find_metric(config, name)
        last = scores[-1]
        if last is not None:
            panel = assembled(pairs, metric, series=config.alerts.series)
            scale = Scale.of(metric, higher_is_better=last.higher_is_better)
            found.append(_family(panel, metric, scale, config, pinned, most, rng))
    if not any(each.of for each in found):
        raise DesignError(
            f"no series of {names[-1]} has {config.alerts.min_nights} nights to compare with.",
            hint="min_nights = 10 under [alerts]",
        )
    return [each for each in found if each.of]


def _family(
    panel: Panel,
    metric: Metric,
    scale: Scale,
    config: Config,
    pinned: int | None,
    most: int,
    rng: int,
) -> Family:
    usable = np.flatnonzero((~np.isnan(panel.values)).sum(axis=0) >= config.alerts.min_nights)
    chosen = usable
    if len(usable) > most:
        chosen = np.sort(np.random.default_rng(rng).choice(usable, most, replace=False))
    relevant = smallest_relevant_changes(metric, panel.values, scale) + np.zeros(len(panel.keys))
    return Family(
        track=Track(
            keys=tuple(panel.keys[place] for place in chosen.tolist()),
            nights=panel.nights,
            values=panel.values[:, chosen],
        ),
        alerts=config.alerts,
        baseline=config.baseline,
        relevant=relevant[chosen],
        metric=metric,
        scale=scale,
        pinned=pinned,
        of=len(usable),
    )


def _parts(track: Track, findings: Sequence[Finding]) -> Ints:
    """Give the stretches of each series numbers; at each finding one begins, and one ends."""
    begins = np.zeros(track.values.shape, dtype=bool)
    columns = {key: place for place, key in enumerate(track.keys)}
    for each in findings:
        # an improvement that lasts is closed, and is no change back
        back = each.closed if each.status != "accepted" else ""
        begin, *end = (int(np.searchsorted(track.nights, n)) for n in (each.since, back) if n)
        # a few nights that went back by themselves are noise
        if each.kind != "drift" and not (end and end[0] - begin <= PASSING):
            begins[[begin, *end], columns[each.key]] = True
    return np.cumsum(begins, axis=0).astype(np.intp)
