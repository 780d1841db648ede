"""Replay of the alert rules over stored nights: the alerts they would have given, and what they miss."""

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
from benchreport.nightly.detection.score_scale import finding_to_scores
from benchreport.nightly.detection.series_for_replay import Family, NullHistory, read_families
from benchreport.nightly.history import History, NightRecord
from benchreport.nightly.night_facts import Finding, tell_changes
from benchreport.progress import watch
from benchreport.wording.nights import replay as night_replay
from benchreport.wording.shell import progress as steps

Progress = Callable[[str], None]

MOST_NIGHTS = 400
"""The largest number of nights that are replayed, because somebody waits for the result."""


def _quiet(step: str) -> None:
    """Report no progress."""


def replay_history(
    history: History,
    config: Config,
    *,
    label: str = "",
    shuffles: int = 20,
    rng: int = 0,
    progress: Progress = _quiet,
) -> ReplayResult:
    """Run the alert rules on the stored nights, on shuffled nights, and on shuffled nights with shifts.

    Parameters
    ----------
    history, config
        The history with the nights; the configuration with the rules and metrics.
    label
        The branch or variant whose nights are replayed.
    shuffles
        The number of shuffled histories, 2 or more.
    rng
        The seed of the shuffled histories.
    progress
        A function that is called with the name of each step.

    Raises
    ------
    DesignError
        The history has too few nights to judge ten of them.
    ConfigError
        The pinned night is not among the nights that are replayed.
    OptionError
        ``shuffles`` is not a whole number above 1, or ``rng`` is not a valid seed.

    Notes
    -----
    As in the comparison of a night, each metric is a family, and only cells that the newest night has
    count. A shuffled history consists of the residuals around the levels of each series, added to its
    last level; a finding of the replay begins or ends a level. The nights of all series are shuffled
    together, which keeps the correlation between series. Blocks of seven nights (circular block
    bootstrap; Politis and Romano, 1992) keep most of the correlation between nights as well. The last
    nights of these histories are judged, because the rules will work on long histories from now on. A
    shift lowers a tenth of the series, at least one, from a random night on. The replay ignores what
    people decided about findings.

    References
    ----------
    Politis and Romano (1992), A circular block-resampling procedure for stationary data.
    """
    check_number("shuffles", shuffles, above=1, whole=True, hint=option(shuffles=20))
    check_seed(rng)
    records = _nights(history, config, label)
    progress("reading the nights")
    families = read_families(history, config, records, rng)
    rngs = [np.random.default_rng([rng, number]) for number in range(shuffles)]
    progress(steps.NIGHTS)
    replays = list(map(Family.replay, watch(families, steps.NIGHTS)))
    findings = [
        (finding, family)
        for family, replayed in zip(families, replays, strict=True)
        for finding in tell_changes(replayed.findings, family.matrix.keys)
    ]
    nulls = [
        family.null_history(replayed.findings)
        for family, replayed in zip(families, replays, strict=True)
    ]
    orders = [stream.permutation(len(records)) for stream in rngs]
    permuted, red_permuted = count_false_alarms(nulls, orders, progress)
    orders = [draw_blocks(stream, len(records)) for stream in rngs]
    blocks, red_blocks = count_false_alarms(nulls, orders, progress)
    delays = measure_delays(nulls, rngs, progress)
    alerts = [pair for pair in findings if pair[0].kind != "improvement"]
    return ReplayResult(
        name=config.nightly.name,
        label=label,
        first=records[0].night,
        last=records[-1].night,
        nights=len(records),
        series=sum(family.n_replayed for family in families),
        judged=len(records) - families[0].begin,
        alerts=tuple(_alert(*pair) for pair in sorted(alerts, key=lambda pair: pair[0].opened)),
        improvements=len(findings) - len(alerts),
        red=len({night for replayed in replays for night in replayed.red}),
        permuted=permuted,
        blocks=blocks,
        red_permuted=red_permuted,
        red_blocks=red_blocks,
        shuffles=shuffles,
        rng=rng,
        delays=delays,
        notes=_notes(families, nulls, delays, config, len(history.nights(label))),
    )


def _nights(history: History, config: Config, label: str) -> list[NightRecord]:
    """Return the nights that have scores, at most the last `MOST_NIGHTS`."""
    needed = config.alerts.min_nights + config.baseline.hold_back + max(BY_NIGHT)
    records = [record for record in history.nights(label) if not record.thinned]
    if len(records) >= needed:
        return records[-MOST_NIGHTS:]
    others = sorted({record.label for record in history.nights() if record.label != label})
    of = f" of label {label!r}" if label else ""
    elsewhere = f"; there are nights of {examples(map(repr, others))}" if others else ""
    raise DesignError(
        f"a replay needs {needed} nights with scores (alerts.min_nights + baseline.hold_back + "
        f"{max(BY_NIGHT)}); the history has {len(records)}{of}{elsewhere}.",
        hint="store earlier nights: benchreport nightly backfill"
        if not others
        else f"benchreport nightly replay --label {others[0] or repr('')}",
    )


def _alert(finding: Finding, family: Family) -> Alert:
    finding = finding_to_scores(finding, family.scale)
    ratio = family.metric.compare == "ratio"
    return Alert(
        series=str(finding.key),
        kind=finding.kind,
        opened=finding.opened,
        since=finding.since,
        change=100 * finding.change if ratio else finding.change,
        unit="%" if ratio else family.metric.unit,
        ended=finding.closed,
    )


def _notes(
    families: Sequence[Family],
    nulls: Sequence[NullHistory],
    delays: Sequence[Delay],
    config: Config,
    nights: int,
) -> tuple[str, ...]:
    """Write sentences about what the rules cannot detect, and what the replay left out."""
    notes = [
        night_replay.UNSEEN.format(share=f"{100 * delay.unseen:.0f}", size=f"{delay.size:g}")
        for delay in delays
        if delay.unseen
    ]
    if config.alerts.confirm > 1:
        notes.append(night_replay.CONFIRMED_LATE.format(confirm=config.alerts.confirm))
    constant = sum(int((null.deviation == 0).sum()) for null in nulls)
    if constant:
        verb = "is" if constant == 1 else "are"
        notes.append(night_replay.CONSTANT.format(series=f"{constant} series", verb=verb))
    sampled = sum(family.n_replayed for family in families)
    series = sum(family.n_series for family in families)
    if sampled < series:
        notes.append(night_replay.SAMPLED.format(sampled=sampled, series=series))
    used = len(families[0].matrix.nights)
    if nights > used:
        notes.append(night_replay.LAST_NIGHTS.format(used=used, nights=nights, most=MOST_NIGHTS))
    others = max(family.n_other for family in families)
    if others:
        notes.append(night_replay.OTHER_CELLS.format(n=others, nights=used))
    if config.baseline.kind == "label":
        notes.append(night_replay.OTHER_LABEL.format(label=repr(config.baseline.label)))
    notes.append(night_replay.TRIAGE)
    return tuple(notes)
