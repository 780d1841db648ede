"""What is said of each series tonight: its state with the numbers behind it, and what the night lacks."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from benchreport.errors import counted, examples
from benchreport.nightly.config.settings import Config
from benchreport.nightly.detection.score_scale import Scale
from benchreport.nightly.detection.series_matrix import Panel
from benchreport.nightly.judgements import FEWEST, Judgements
from benchreport.nightly.night_facts import Finding, Key, SeriesNight, State

__all__ = ["MetricNight", "classify_series", "describe_missing"]

MOST = 5


class MetricNight(NamedTuple):
    """The series of a metric tonight.

    Parameters
    ----------
    panel, judged, scale
        Their nights, and what was found of the last.
    young, nights
        (S,) whose level was accepted lately, and over how many nights each level lasts.
    """

    panel: Panel
    judged: Judgements
    scale: Scale
    young: npt.NDArray[np.bool_]
    nights: npt.NDArray[np.intp]


def classify_series(
    seen: MetricNight, alive: Sequence[Finding], config: Config
) -> tuple[SeriesNight, ...]:
    """Return every series with its state.

    Parameters
    ----------
    seen
        Tonight's series.
    alive
        Findings that are not over.
    config
        The rules.
    """
    open_now = {(each.key, each.kind) for each in alive}
    rows = []
    for column, key in enumerate(seen.panel.keys):
        state, reason = _state(seen, column, open_now, config)
        rows.append(_row(seen, column, key, state, reason))
    return tuple(rows)


def _row(seen: MetricNight, column: int, key: Key, state: State, reason: str) -> SeriesNight:
    judged, scale = seen.judged, seen.scale
    change = float(judged.change[column])
    shown = bool(judged.known[column]) and not np.isnan(change)
    sides = sorted(scale.to_change(float(side[column])) for side in (judged.low, judged.high))
    p_values = judged.p_worse if change <= 0 else judged.p_better
    tonight, centre = float(seen.panel.values[-1, column]), float(judged.centre[column])
    return SeriesNight(
        key=key,
        state=state,
        reason=reason,
        value=None if np.isnan(tonight) else scale.to_score(tonight),
        baseline=None if np.isnan(centre) else scale.to_score(centre),
        change=scale.to_change(change) if shown else None,
        low=sides[0] if shown else None,
        high=sides[1] if shown else None,
        p_value=_known(p_values, column, shown=shown),
        p_adjusted=_known(judged.adjusted, column, shown=shown),
        n_baseline=int(judged.n_baseline[column]),
        window=int(judged.window[column]) if shown else 0,
    )


def _known(values: npt.NDArray[np.float64], column: int, *, shown: bool) -> float | None:
    value = float(values[column])
    return None if not shown or np.isnan(value) else value


def _state(
    seen: MetricNight, column: int, alive: AbstractSet[tuple[Key, str]], config: Config
) -> tuple[State, str]:
    """Say how a series is tonight, and why where that is not plain."""
    panel = seen.panel
    runs, expected = int(panel.runs[column]), int(panel.expected[column])
    failed = int(panel.failed[column])
    if not runs:
        return "missing", f"none of {counted(expected, 'run')}"
    if failed == runs:
        return "failed", f"{counted(failed, 'run')} without a score"
    if panel.incomparable[column]:
        return "not comparable", panel.incomparable[column]
    state, reason = _judged_state(seen, column, alive, config)
    part = [f"{failed} of {counted(runs, 'run')} failed"] * bool(failed)
    part += [f"{runs} of {counted(expected, 'run')}"] * (runs < expected)
    part += [panel.partly[column]] * bool(panel.partly and panel.partly[column])
    return state, ", ".join([*reason, *part])


def _judged_state(
    seen: MetricNight, column: int, alive: AbstractSet[tuple[Key, str]], config: Config
) -> tuple[State, list[str]]:
    key, judged = seen.panel.keys[column], seen.judged
    found: tuple[tuple[bool, State, list[str]], ...] = (
        (bool(judged.worse[column]) or (key, "regression") in alive, "regressed", []),
        (
            bool(judged.trend.drifting[column]) or (key, "drift") in alive,
            "regressed",
            ["slow drift"],
        ),
        (not judged.known[column], "no evidence", [_unknown(seen, column, config)]),
        (bool(judged.better[column]), "improved", []),
        (bool(judged.doubtful[column]), "unconfirmed", ["tonight alone"]),
    )
    return next(((state, why) for holds, state, why in found if holds), ("ok", []))


def _unknown(seen: MetricNight, column: int, config: Config) -> str:
    """Say why a series cannot be judged."""
    if seen.young[column]:
        return f"{seen.nights[column]} of {FEWEST} nights of the level that was accepted"
    nights, needed = int(seen.judged.n_reference[column]), config.alerts.min_nights
    if nights < needed:
        return f"{nights} of {needed} nights that a baseline needs"
    pinned = config.baseline.night
    if config.baseline.kind == "pinned" and pinned >= seen.panel.nights[-1]:
        return f"the pinned night, {pinned}, is not before this one"
    return "the baseline has no such series"


def describe_missing(panel: Panel, metric: str) -> tuple[str, ...]:
    """Say what tonight lacks of what there usually is."""
    whole = [place for place, key in enumerate(panel.keys) if not key.dataset]
    places = whole or list(range(len(panel.keys)))
    expected = int(panel.expected[places].sum())
    there = int(np.minimum(panel.runs, panel.expected)[places].sum())
    failed = int(panel.failed[places].sum())
    told = []
    if there < expected:
        gone = [str(panel.keys[place]) for place in places if not panel.runs[place]]
        nothing = [f"nothing of {examples(gone, most=MOST)}"] * bool(gone)
        nothing += [f"nothing on {examples(panel.gone, most=MOST)}"] * bool(panel.gone)
        behind = f"; {', '.join(nothing)}" if nothing else ""
        told.append(
            f"{metric}: {expected - there} of {expected} expected runs are missing{behind}."
        )
    if failed:
        names = [str(panel.keys[place]) for place in places if panel.failed[place]]
        told.append(f"{metric}: {counted(failed, 'run')} failed, of {examples(names)}.")
    return tuple(told)
