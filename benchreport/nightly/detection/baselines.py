"""What tonight is compared with: which nights, at which level."""

import dataclasses
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from benchreport.errors import ConfigError, examples
from benchreport.nightly.config.settings import Baseline, Config
from benchreport.nightly.findings.findings import Track, assign_levels
from benchreport.nightly.history import History, NightRecord
from benchreport.nightly.history.night_scores import NightScores
from benchreport.nightly.judgements import FEWEST, Anchor, Judgements
from benchreport.nightly.night_facts import Finding
from benchreport.numerics.series.change_points import change_points
from benchreport.numerics.series.level_shift import winsorize

__all__ = [
    "assign_label_levels",
    "find_anchor",
    "find_unsettled",
    "mask_unsettled",
    "select_nights",
]

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.intp]
Nights = list[tuple[str, NightScores | None]]

OWN = 30
"""Nights of a branch itself that are looked at where it is compared with another."""


def select_nights(
    history: History, config: Config, record: NightRecord, metric: str
) -> tuple[Nights, Baseline, int | None]:
    """Return the nights that tonight is looked at with, tonight last.

    Parameters
    ----------
    history
        With the night.
    config
        Its baseline.
    record, metric
        Of the night.

    Returns
    -------
    tuple
        Names and scores; the baseline's rules for them; and a place among them: of the pinned night,
        or of the first night of the label's own where it is compared with another label.

    Raises
    ------
    ConfigError
        The pinned night is not in the history, or the other label has no nights.
    """
    rules = config.baseline
    own = [
        each
        for each in history.nights(record.label)
        if each.night < record.night and not each.thinned
    ]
    # trends are looked for over twice the baseline's nights
    chosen = own[-(2 * rules.nights + rules.hold_back) :]
    place = None
    if rules.kind == "label" and rules.label != record.label:
        others = _others(history, rules.label, record.night)[-rules.nights :]
        held = own[-OWN:]
        chosen, place = [*others, *held], len(others)
        rules = dataclasses.replace(rules, hold_back=len(held) + 1)
    if rules.kind == "pinned":
        chosen, place = _with_pinned(history, rules.night, record, chosen)
    scores = [history.scores(each.night, each.label, metric) for each in (*chosen, record)]
    names = [each.night for each in (*chosen, record)]
    return list(zip(names, scores, strict=True)), rules, place


def _others(history: History, label: str, until: str) -> list[NightRecord]:
    """Return the nights of another label that were there on a night."""
    found = [each for each in history.nights(label) if not each.thinned]
    if not found:
        raise ConfigError(
            f"[baseline] compares with label {label!r}, of which there is no night.",
            hint=f"benchreport nightly run --label {label}",
        )
    return [each for each in found if each.night <= until]


def _with_pinned(
    history: History, night: str, record: NightRecord, chosen: list[NightRecord]
) -> tuple[list[NightRecord], int | None]:
    pinned = history.night(night, record.label)
    if pinned is None or pinned.thinned:
        known = [each.night for each in chosen] or [record.night]
        raise ConfigError(
            f"[baseline] pins {night}, which the history does not have"
            f"{' in full' if pinned else ''}; it has {examples(known)}.",
            hint="pin one of those, or take in its results: benchreport nightly backfill --night "
            f"{night}",
        )
    if pinned.night >= record.night:
        # a night cannot be compared with a later one, nor with itself
        return chosen, None
    known = [each.night for each in chosen]
    if night in known:
        return chosen, known.index(night)
    return [pinned, *chosen], 0


def assign_label_levels(
    track: Track, own: Sequence[Finding], others: Sequence[Finding], begin: int | None
) -> Ints:
    """Say which level each night of each series belongs to; see `assign_levels`.

    Parameters
    ----------
    track
        The series.
    own, others
        Findings of tonight's label, and of the one that it is compared with.
    begin
        The first night of tonight's label; ``None`` where all are.
    """
    if begin is None:
        return assign_levels(track, _accepted(own))
    before = assign_levels(track.until(begin), _accepted(others))
    later = dataclasses.replace(track, nights=track.nights[begin:], values=track.values[begin:])
    mine = assign_levels(later, _accepted(own))
    last = before.max(axis=0, initial=0)
    return np.vstack([before, np.where(mine < 0, mine, mine + last)])


def _accepted(findings: Sequence[Finding]) -> list[Finding]:
    """Let the level of a trend that was accepted begin where it was: until then it moved."""
    return [
        dataclasses.replace(each, since=each.closed)
        if each.kind == "drift" and each.status == "accepted" and each.closed
        else each
        for each in findings
    ]


def find_anchor(rules: Baseline, values: Floats, levels: Ints, pinned: int | None) -> Anchor | None:
    """Return the level of a baseline that is not the last nights.

    Parameters
    ----------
    rules
        The baseline.
    values, levels
        (T, S) of the series, tonight last. Where a level was accepted, only its nights count.
    pinned
        Place of the pinned night; ``None`` where it is not before tonight.
    """
    if rules.kind in ("last", "label"):
        return None
    present = levels.max(axis=0, initial=0)
    own = np.where((present > 0) & (levels != present), np.nan, values)
    nights = np.arange(len(own))[:, None]
    early = nights < len(own) - rules.hold_back
    few = (early & ~np.isnan(own)).sum(axis=0) < FEWEST
    # nights that are held back stand for a level that was accepted just now
    late = (present > 0) & few & (nights < len(own) - 1)
    usable = np.where(early | late, own, np.nan)
    if rules.kind == "previous":
        return _newest(usable)
    if rules.kind == "best":
        found = [_best_level(column) for column in usable.T]
        return Anchor(*np.array(found, dtype=float).reshape(-1, 2).T)
    return _pinned(own, usable, pinned, accepted=present > 0)


def _newest(values: Floats) -> Anchor:
    there = ~np.isnan(values)
    place = np.where(there, np.arange(len(values))[:, None], -1).max(axis=0, initial=-1)
    centre = np.where(place >= 0, values[place, np.arange(values.shape[1])], np.nan)
    return Anchor(centre, (place >= 0).astype(float))


def _best_level(values: Floats) -> tuple[float, float]:
    """Return the best level that a series had, and over how many nights."""
    known = winsorize(values[~np.isnan(values)][:, None])[:, 0]
    if not len(known):
        return np.nan, 0.0
    parts = np.split(known, change_points(known))
    best = max(parts, key=lambda part: float(part.mean()))
    return float(best.mean()), float(len(best))


def _pinned(own: Floats, usable: Floats, place: int | None, *, accepted: Bools) -> Anchor:
    """Return the pinned night's values; a level that was accepted since stands for them."""
    if place is None:
        none = np.full(own.shape[1], np.nan)
        return Anchor(none, np.zeros(own.shape[1]))
    counts = (~np.isnan(usable)).sum(axis=0).astype(float)
    sums = np.nansum(winsorize(usable), axis=0)
    later = np.divide(sums, counts, out=np.full(len(sums), np.nan), where=counts > 0)
    since = accepted & np.isnan(own[place])
    centre = np.where(since, later, own[place])
    return Anchor(centre, np.where(np.isnan(centre), 0.0, np.where(since, counts, 1.0)))


def find_unsettled(values: Floats, levels: Ints) -> tuple[Bools, Ints]:
    """Tell which series' level was accepted so lately that it says nothing yet.

    Returns
    -------
    tuple
        (S,) which, and over how many nights before tonight the level lasts.
    """
    present = levels.max(axis=0, initial=0)
    nights = ((levels[:-1] == present) & ~np.isnan(values[:-1])).sum(axis=0)
    return (present > 0) & (nights < FEWEST), nights


def mask_unsettled(judged: Judgements, young: Bools) -> Judgements:
    """Say nothing of series whose level was accepted lately: the old level is none any more."""
    keep = ~young
    return judged._replace(
        worse=judged.worse & keep,
        better=judged.better & keep,
        doubtful=judged.doubtful & keep,
        known=judged.known & keep,
        centre=np.where(young, np.nan, judged.centre),
        change=np.where(young, np.nan, judged.change),
        trend=judged.trend._replace(drifting=judged.trend.drifting & keep),
    )
