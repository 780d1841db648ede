"""The baseline: the nights that tonight is compared with, and their level."""

import dataclasses
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from benchreport.errors import ConfigError, examples
from benchreport.nightly.config.settings import Baseline, Config
from benchreport.nightly.findings.findings import assign_levels
from benchreport.nightly.history import History, NightRecord
from benchreport.nightly.history.night_scores import NightScores
from benchreport.nightly.judgements import FEWEST, Anchor, Judgements, SeriesMatrix
from benchreport.nightly.night_facts import Finding
from benchreport.numerics.series.autocorrelation import rho_of_steps
from benchreport.numerics.series.change_points import change_points
from benchreport.numerics.series.level_shift import winsorize

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.intp]
Nights = list[tuple[str, NightScores | None]]

OWN = 30
"""How many nights of tonight's branch are read when it is compared with another branch."""


def select_nights(
    history: History, config: Config, record: NightRecord, metric: str
) -> tuple[Nights, Baseline, int | None]:
    """Read the nights that tonight is compared with, tonight last.

    Parameters
    ----------
    history, config
        The history with the nights, and the rules of the baseline.
    record, metric
        Tonight's record, and the name of the metric.

    Returns
    -------
    tuple
        The names and scores of the nights; the rules of their baseline; and an index or ``None``: the
        index of the pinned night, or of the first night of tonight's label in a comparison of labels.

    Raises
    ------
    ConfigError
        The history lacks the pinned night, or any night of the other label.
    """
    rules = config.baseline
    branch = [
        night
        for night in history.nights(record.label)
        if night.night < record.night and not night.thinned
    ]
    # the test for drifts reads twice as many nights as the baseline has
    chosen = branch[-(2 * rules.nights + rules.hold_back) :]
    place = None
    if rules.kind == "label" and rules.label != record.label:
        others = _others(history, rules.label, record.night)[-rules.nights :]
        recent = branch[-OWN:]
        chosen, place = [*others, *recent], len(others)
        rules = dataclasses.replace(rules, hold_back=len(recent) + 1)
    if rules.kind == "pinned":
        chosen, place = _with_pinned(history, rules.night, record, chosen)
    scores = [history.scores(night.night, night.label, metric) for night in (*chosen, record)]
    names = [night.night for night in (*chosen, record)]
    return list(zip(names, scores, strict=True)), rules, place


def _others(history: History, label: str, until: str) -> list[NightRecord]:
    """Return the nights of another label up to a night."""
    records = [record for record in history.nights(label) if not record.thinned]
    if not records:
        raise ConfigError(
            f"[baseline] compares with label {label!r}, but the history has no night with that label.",
            hint=f"benchreport nightly run --label {label}",
        )
    return [record for record in records if record.night <= until]


def _with_pinned(
    history: History, night: str, record: NightRecord, chosen: list[NightRecord]
) -> tuple[list[NightRecord], int | None]:
    pinned = history.night(night, record.label)
    if pinned is None or pinned.thinned:
        names = [earlier.night for earlier in chosen] or [record.night]
        raise ConfigError(
            f"[baseline] pins {night}, which the history does not have"
            f"{' in full' if pinned else ''}; it has {examples(names)}.",
            hint="pin one of those, or store its results: benchreport nightly backfill --night "
            f"{night}",
        )
    # a night cannot be compared with a later one, nor with itself
    if pinned.night >= record.night:
        return chosen, None
    names = [earlier.night for earlier in chosen]
    if night in names:
        return chosen, names.index(night)
    return [pinned, *chosen], 0


def assign_label_levels(
    matrix: SeriesMatrix, own: Sequence[Finding], others: Sequence[Finding], begin: int | None
) -> Ints:
    """Assign a level to each night of each series, as `assign_levels` does, across two labels.

    Parameters
    ----------
    matrix
        The series.
    own, others
        The findings of tonight's label, and of the label that it is compared with.
    begin
        The index of the first night of tonight's label; ``None`` if all nights have that label.
    """
    if begin is None:
        return assign_levels(matrix, _with_drift_levels(own))
    before = assign_levels(matrix.between(0, begin), _with_drift_levels(others))
    later = assign_levels(matrix.between(begin), _with_drift_levels(own))
    last = before.max(axis=0, initial=0)
    return np.vstack([before, np.where(later < 0, later, later + last)])


def known_on(night: str, findings: Sequence[Finding]) -> list[Finding]:
    """Return findings of a night as they were known on it: none was closed later."""
    return [_reopen(finding) if finding.closed > night else finding for finding in findings]


def _reopen(finding: Finding) -> Finding:
    # a mark as flaky takes no night from a baseline
    flaky = finding.is_mark or finding.status == "flaky"
    return dataclasses.replace(finding, status="flaky" if flaky else "open", closed="")


def _with_drift_levels(findings: Sequence[Finding]) -> list[Finding]:
    """Start the new level of an accepted drift on the night of its acceptance; before, the level moved."""
    return [
        dataclasses.replace(finding, since=finding.closed)
        if finding.kind == "drift" and finding.status == "accepted" and finding.closed
        else finding
        for finding in findings
    ]


def find_anchor(rules: Baseline, values: Floats, levels: Ints, pinned: int | None) -> Anchor | None:
    """Return the level to compare with; ``None`` where it is the mean of the last nights.

    Parameters
    ----------
    rules
        The rules of the baseline.
    values, levels
        (T, S) values of the series and the levels of their nights, tonight last. Once a new level was
        accepted, only the nights of that level count.
    pinned
        The index of the pinned night; ``None`` if it is not before tonight.
    """
    if rules.kind in ("last", "label"):
        return None
    present = levels.max(axis=0, initial=0)
    at_level = np.where((present > 0) & (levels != present), np.nan, values)
    nights = np.arange(len(at_level))[:, None]
    early = nights < len(at_level) - rules.hold_back
    few = (early & ~np.isnan(at_level)).sum(axis=0) < FEWEST
    # the nights of a level that was accepted just now are among those held back
    late = (present > 0) & few & (nights < len(at_level) - 1)
    usable = np.where(early | late, at_level, np.nan)
    if rules.kind == "previous":
        return _newest_night(usable)
    if rules.kind == "best":
        levels_and_nights = [_best_level(column, usable.shape[1]) for column in usable.T]
        return Anchor(*np.array(levels_and_nights, dtype=float).reshape(-1, 2).T)
    return _pinned_night(at_level, usable, pinned, accepted=present > 0)


def _newest_night(values: Floats) -> Anchor:
    present = ~np.isnan(values)
    place = np.where(present, np.arange(len(values))[:, None], -1).max(axis=0, initial=-1)
    centre = np.where(place >= 0, values[place, np.arange(values.shape[1])], np.nan)
    return Anchor(centre, (place >= 0).astype(float))


def _best_level(values: Floats, n_series: int) -> tuple[float, float]:
    """Return the best level of a series so far, and the number of nights at that level.

    The best of levels that chance makes is better than any to come: the cost of a level grows with the
    number of series by what keeps the chance that any of them is split (χ² with one dof), and with
    autocorrelation.
    """
    scores = winsorize(values[~np.isnan(values)][:, None])[:, 0]
    if not len(scores):
        return np.nan, 0.0
    penalty = 3 + 2 * np.log(n_series) / np.log(max(len(scores), FEWEST))
    parts = np.split(scores, change_points(scores, rho=rho_of_steps(scores), penalty=penalty))
    best = max(parts, key=lambda part: float(part.mean()))
    return float(best.mean()), float(len(best))


def _pinned_night(
    at_level: Floats, usable: Floats, place: int | None, *, accepted: Bools
) -> Anchor:
    """Return the values of the pinned night, or the level that was accepted after it."""
    if place is None:
        none = np.full(at_level.shape[1], np.nan)
        return Anchor(none, np.zeros(at_level.shape[1]))
    counts = (~np.isnan(usable)).sum(axis=0).astype(float)
    sums = np.nansum(winsorize(usable), axis=0)
    later = np.divide(sums, counts, out=np.full(len(sums), np.nan), where=counts > 0)
    since = accepted & np.isnan(at_level[place])
    centre = np.where(since, later, at_level[place])
    return Anchor(centre, np.where(np.isnan(centre), 0.0, np.where(since, counts, 1.0)))


def find_unsettled(values: Floats, levels: Ints) -> tuple[Bools, Ints]:
    """Return which series have a level that was accepted too recently to serve as a baseline.

    Returns
    -------
    tuple
        (S,) whether the level is too recent, and (S,) the number of nights before tonight at the level.
    """
    present = levels.max(axis=0, initial=0)
    nights = ((levels[:-1] == present) & ~np.isnan(values[:-1])).sum(axis=0)
    return (present > 0) & (nights < FEWEST), nights


def mask_unsettled(judgements: Judgements, unsettled: Bools) -> Judgements:
    """Remove the judgements of series whose level was accepted too recently to serve as a baseline."""
    keep = ~unsettled
    return judgements._replace(
        worse=judgements.worse & keep,
        better=judgements.better & keep,
        doubtful=judgements.doubtful & keep,
        known=judgements.known & keep,
        centre=np.where(unsettled, np.nan, judgements.centre),
        change=np.where(unsettled, np.nan, judgements.change),
        trend=judgements.trend._replace(drifting=judgements.trend.drifting & keep),
    )
