"""The alert rules over the past: what they would have said, and what they would miss."""

from collections.abc import Callable, Sequence

import numpy as np

from benchreport.errors import DesignError, check_number, check_seed, examples
from benchreport.hints import option
from benchreport.nightly.config.settings import Config
from benchreport.nightly.detection.null_histories import (
    BY_NIGHT,
    count_false_alarms,
    draw_blocks,
    measure_delays,
)
from benchreport.nightly.detection.replay_results import Alert, Delay, ReplayResult
from benchreport.nightly.detection.replay_rules import replay_rules
from benchreport.nightly.detection.replayed_series import Family, NullHistory, read_families
from benchreport.nightly.detection.score_scale import finding_to_scores
from benchreport.nightly.history import History, NightRecord
from benchreport.nightly.night_facts import Finding

__all__ = ["replay_history", "replay_rules"]

Progress = Callable[[str], None]

MOST_NIGHTS = 400
"""Older ones are left out: a rehearsal is to end while one waits."""


def _quiet(step: str) -> None:
    """Tell nobody."""


def replay_history(
    history: History,
    config: Config,
    *,
    label: str = "",
    shuffles: int = 20,
    rng: int = 0,
    progress: Progress = _quiet,
) -> ReplayResult:
    """Run the alert rules over the stored nights, over shuffled ones, and over shifts put into these.

    Parameters
    ----------
    history
        With the nights.
    config
        The rules, and the metrics.
    label
        Of which branch.
    shuffles
        Shuffled histories to try, 2 or more.
    rng
        Their seed.
    progress
        Called with each step.

    Raises
    ------
    DesignError
        There are too few nights to judge ten of them.
    ConfigError
        The pinned night is not among them.
    OptionError
        ``shuffles`` is not a whole number above 1, or ``rng`` no seed.

    Notes
    -----
    Every metric is a family of its own, as in a night's comparison, on the cells that the newest night
    has. Shuffled histories are the series' residuals around their levels (as the rules saw them: each
    finding begins one and ends one) at the last level; the nights of all series move together, so that
    what connects series stays. In blocks of seven nights (circular block bootstrap; Politis and Romano,
    1992) most of what connects nights stays, too. Their last nights are judged, as long histories are what
    the rules work on from now on. A shift lowers a tenth of the series, one at least, from a random night
    on. Nothing that people said of findings is replayed.

    References
    ----------
    Politis and Romano (1992), A circular block-resampling procedure for stationary data.
    """
    check_number("shuffles", shuffles, above=1, whole=True, hint=option(shuffles=20))
    check_seed(rng)
    records = _nights(history, config, label)
    progress("reading the nights")
    families = read_families(history, config, records, rng)
    drawn = [np.random.default_rng([rng, number]) for number in range(shuffles)]
    progress("replaying the nights")
    told = [each.replay() for each in families]
    nulls = [each.null_history(part) for each, part in zip(families, told, strict=True)]
    permuted = count_false_alarms(
        nulls, [each.permutation(len(records)) for each in drawn], progress
    )
    blocks = count_false_alarms(
        nulls, [draw_blocks(each, len(records)) for each in drawn], progress
    )
    found = measure_delays(nulls, drawn, progress)
    alerts = [each for part in told for each in part if each[0].kind != "improvement"]
    return ReplayResult(
        name=config.nightly.name,
        label=label,
        first=records[0].night,
        last=records[-1].night,
        nights=len(records),
        series=sum(len(each.track.keys) for each in families),
        judged=len(records) - families[0].begin,
        alerts=tuple(_alert(*each) for each in sorted(alerts, key=lambda one: one[0].opened)),
        improvements=sum(map(len, told)) - len(alerts),
        permuted=permuted,
        blocks=blocks,
        shuffles=shuffles,
        rng=rng,
        delays=found,
        notes=_notes(families, nulls, found, config, len(history.nights(label))),
    )


def _nights(history: History, config: Config, label: str) -> list[NightRecord]:
    """Return the nights that have scores, the last ones where there are many."""
    needed = config.alerts.min_nights + config.baseline.hold_back + max(BY_NIGHT)
    records = [each for each in history.nights(label) if not each.thinned]
    if len(records) >= needed:
        return records[-MOST_NIGHTS:]
    others = sorted({each.label for each in history.nights() if each.label != label})
    of = f" of label {label!r}" if label else ""
    there = f"; there are nights of {examples(map(repr, others))}" if others else ""
    raise DesignError(
        f"a rehearsal needs {needed} nights with scores (alerts.min_nights + baseline.hold_back + "
        f"{max(BY_NIGHT)}); the history has {len(records)}{of}{there}.",
        hint="take in earlier nights: benchreport nightly backfill"
        if not others
        else f"benchreport nightly replay --label {others[0] or repr('')}",
    )


def _alert(finding: Finding, family: Family) -> Alert:
    told = finding_to_scores(finding, family.scale)
    ratio = family.metric.compare == "ratio"
    return Alert(
        series=str(told.key),
        kind=told.kind,
        opened=told.opened,
        since=told.since,
        change=100 * told.change if ratio else told.change,
        unit="%" if ratio else family.metric.unit,
        ended=told.closed,
    )


def _notes(
    families: Sequence[Family],
    nulls: Sequence[NullHistory],
    shifts: Sequence[Delay],
    config: Config,
    nights: int,
) -> tuple[str, ...]:
    """Say what the rules cannot see, and what was left out."""
    told = [
        f"In {100 * each.unseen:.0f} % of the series a shift of {each.size:g} SD is smaller than "
        "smallest_relevant: the rules do not look for it there."
        for each in shifts
        if each.unseen
    ]
    if config.alerts.confirm > 1:
        told.append(
            f"No shift can be found before its night {config.alerts.confirm}: alerts.confirm = "
            f"{config.alerts.confirm}."
        )
    still = sum(int((each.deviation == 0).sum()) for each in nulls)
    if still:
        told.append(f"{still} series are the same every night; no shifts were put into them.")
    shown, all_of = sum(len(each.track.keys) for each in families), sum(e.of for e in families)
    if shown < all_of:
        told.append(
            f"{shown} of {all_of} series were drawn to be rehearsed; the rates are those of so many."
        )
    if nights > len(families[0].track.nights):
        told.append(
            f"{len(families[0].track.nights)} of {nights} nights were rehearsed: the last ones that have "
            "scores."
        )
    if config.baseline.kind == "label":
        told.append(
            f"The baseline is label {config.baseline.label!r}; here the nights are compared with those "
            "before them."
        )
    told.append("What people said of findings is not replayed.")
    return tuple(told)
