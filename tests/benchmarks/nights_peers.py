"""The step detection of asv and of Apache Otava on the histories of `nights.py`.

    PYTHON_OF_THE_PEER tests/benchmarks/nights_peers.py asv|otava [--quick]

It runs where the peer is installed, needs only numpy besides, and prints JSON. Each night the peer sees the
history so far, with its defaults; asv's threshold is 0, because a share of the value means nothing here. A
reported worsening is an alert unless the peer reported one within three nights of it before.
"""

import json
import math
import sys
from collections.abc import Callable
from unittest import mock

import numpy as np
from nights_histories import FIRST, NIGHTS, NULL, draw_spikes, draw_steps, null

LEVEL, NEAR = 100.0, 3
CASES = (
    "independent",
    "AR(1) .5",
    "steps of 1 SD",
    "spikes",
    "10 % of cells missing",
    "common effect .5",
)
TUNED = {"asv": (0.35, 0.4, 0.45, 0.5, 0.6), "otava": (1e-2, 1e-3, 1e-4, 1e-5, 1e-6)}
"""What each peer is tuned by: a factor of asv's penalty of a step, and Otava's largest p-value."""


def detector(name: str, setting: float | None = None) -> Callable[[np.ndarray], list[int]]:
    """Return the function of a peer that finds the nights from which a series is worse."""
    if name == "asv":
        from asv import step_detect
        from asv.step_detect import detect_regressions, detect_steps

        by_penalty = step_detect.solve_potts_autogamma

        def tuned(values: list[float], w: list[float]) -> object:
            usual = 4 * math.log(len(values)) / len(values)
            return by_penalty(values, w=w, beta=(1.0 if setting is None else setting) * usual)

        def by_asv(values: np.ndarray) -> list[int]:
            # lower is better there
            with mock.patch.object(step_detect, "solve_potts_autogamma", tuned):
                steps = detect_regressions(detect_steps(list(-values - LEVEL)))[2]
            return [after for _, after, *_ in steps or []]

        return by_asv
    from otava.analysis import compute_change_points, fill_missing

    def by_otava(values: np.ndarray) -> list[int]:
        listed = [None if math.isnan(value) else float(value) + LEVEL for value in values]
        fill_missing(listed)
        options = {} if setting is None else {"max_pvalue": setting}
        changes = compute_change_points(listed, **options)[0]
        return [change.index for change in changes if change.stats.mean_2 < change.stats.mean_1]

    return by_otava


def alerts(find: Callable[[np.ndarray], list[int]], series: np.ndarray, start: int) -> list[int]:
    """Return the nights on which a series alerts; changes before the start are known."""
    reported = list(find(series[:start]))
    nights = []
    for night in range(start, len(series)):
        places = find(series[: night + 1])
        fresh = [place for place in places if all(abs(place - old) > NEAR for old in reported)]
        nights += [night] * bool(fresh)
        reported += fresh
    return nights


def false_alarms(find: Callable, kind: str, draws: int, n_series: int) -> tuple[float, float]:
    """Return alerts a night of 100 series, with the standard error."""
    rates = []
    for draw in range(draws):
        values = null(kind, draw)
        rates += [
            len(alerts(find, values[:, series], FIRST)) / (NIGHTS - FIRST)
            for series in range(n_series)
        ]
    return 100 * float(np.mean(rates)), 100 * float(np.std(rates, ddof=1)) / math.sqrt(len(rates))


def delays(find: Callable, kind: str, size: float, draws: int) -> list[float]:
    """Return the share detected by the first to fifth, and the tenth night."""
    detected = []
    for draw in range(draws):
        values, night = draw_steps(kind, size, draw)
        for series in range(2):
            nights = alerts(find, values[: night + 10, series], night)
            detected.append([bool(nights) and nights[0] < night + n for n in (1, 2, 3, 4, 5, 10)])
    return [float(share) for share in np.mean(detected, axis=0)]


def spike_alerts(find: Callable, draws: int) -> float:
    """Return the share of one-night spikes that alert within four nights."""
    alarmed = []
    for draw in range(draws):
        values, night = draw_spikes(1, draw)
        alarmed.append(bool(alerts(find, values[: night + 4, 0], night)))
    return float(np.mean(alarmed))


def tune(name: str, setting: float, draws: int, n_series: int, steps: int) -> list[float]:
    """Return the false alarms a night of 100 independent series, and the delays of steps of 2 SD."""
    find = detector(name, setting)
    alarms, error = false_alarms(find, NULL["independent"], draws, n_series)
    return [alarms, error, *delays(find, "normal", 2.0, steps)]


def study(name: str, *, quick: bool) -> dict[str, object]:
    """Run all sections, and return them as JSON values."""
    find = detector(name)
    # asv takes seven times as long
    draws, n_series, steps = (
        (1, 5, 10) if quick else (3, 15, 50) if name == "asv" else (10, 30, 100)
    )
    sizes = [("normal", 1.0), ("normal", 2.0), ("normal", 4.0), ("autocorrelated", 2.0)]
    return {
        "false alarms": {case: false_alarms(find, NULL[case], draws, n_series) for case in CASES},
        "steps": {f"{kind} {size:g}": delays(find, kind, size, steps) for kind, size in sizes},
        "curve": {setting: tune(name, setting, draws, n_series, steps) for setting in TUNED[name]},
        "spikes": spike_alerts(find, 4 * steps),
        "series": draws * n_series,
        "changes": 2 * steps,
    }


if __name__ == "__main__":
    print(json.dumps(study(sys.argv[1], quick="--quick" in sys.argv)))
