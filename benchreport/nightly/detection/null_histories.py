"""Shuffled histories without regressions, to count false alarms and to measure delays of detection."""

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from benchreport.nightly.detection.replay_results import Delay, Rate
from benchreport.nightly.detection.series_for_replay import NullHistory
from benchreport.progress import watch
from benchreport.wording.shell import progress as steps

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]
Progress = Callable[[str], None]

MOST_SERIES_NIGHTS = 3000
"""The largest number of series × nights that is judged in each shuffled history."""

MOST_NIGHTS = 30
SIZES = (1.0, 2.0, 4.0)
BY_NIGHT = (1, 2, 3, 5, 10)
SHARE = 0.1
BLOCK = 7


def draw_blocks(rng: np.random.Generator, count: int) -> Ints:
    """Draw indices of nights in circular blocks of seven nights."""
    starts = rng.integers(count, size=-(-count // BLOCK))
    order: Ints = ((starts[:, None] + np.arange(BLOCK)).ravel()[:count]) % count
    return order


def count_false_alarms(
    nulls: Sequence[NullHistory], orders: Sequence[Ints], progress: Progress
) -> tuple[Rate, Rate]:
    """Count the alerts, and the red nights, on the last nights of shuffled histories, one for each order."""
    count = len(orders[0])
    series = sum(null.values.shape[1] for null in nulls)
    most = min(max(MOST_SERIES_NIGHTS // series, *BY_NIGHT), MOST_NIGHTS)
    judged = min(most, count - nulls[0].family.begin - 1)
    # the first night collects the findings of all nights before it, so it does not count
    start = count - judged - 1
    rates, red = [], []
    progress(steps.SHUFFLES)
    for order in watch(orders, steps.SHUFFLES):
        replays = [null.replay(null.values[order], start=start) for null in nulls]
        first = nulls[0].family.matrix.nights[start]
        alerts = [
            finding
            for replay in replays
            for finding in replay.findings
            if finding.kind != "improvement" and finding.opened > first and not finding.part_of
        ]
        rates.append(len(alerts) / judged)
        # findings of the first night are red for days
        nights = {night for replay in replays for night in replay.red if night > first}
        red.append(len(nights) / judged)
    return _rate(rates, judged), _rate(red, judged)


def _rate(rates: Sequence[float], judged: int) -> Rate:
    error = float(np.std(rates, ddof=1)) / len(rates) ** 0.5
    return Rate(mean=float(np.mean(rates)), error=error, nights=judged * len(rates))


def measure_delays(
    nulls: Sequence[NullHistory], rngs: Sequence[np.random.Generator], progress: Progress
) -> tuple[Delay, ...]:
    """Add shifts to shuffled histories, and measure how many nights pass before they are detected."""
    count, last = len(nulls[0].values), max(BY_NIGHT)
    nights: dict[float, list[float]] = {size: [] for size in SIZES}
    progress(steps.SHIFTS)
    for rng in watch(rngs, steps.SHIFTS):
        order = rng.permutation(count)
        begin = int(rng.integers(nulls[0].family.begin, count - last + 1))
        for null in nulls:
            varying = np.flatnonzero(null.deviation > 0)
            n_shifted = min(len(varying), max(1, round(SHARE * null.values.shape[1])))
            columns = rng.choice(varying, n_shifted, replace=False)
            for size in SIZES:
                values = null.values[order][: begin + last]
                values[begin:, columns] -= size * null.deviation[columns]
                nights[size] += _nights_until_detected(null, values, columns, begin)
    return tuple(_delay(size, np.array(delays), nulls) for size, delays in nights.items() if delays)


def _nights_until_detected(
    null: NullHistory, values: Floats, columns: Ints, begin: int
) -> list[float]:
    matrix = null.family.matrix
    opened = {
        finding.key: finding.opened
        for finding in null.replay(values, start=begin, trends=False).findings
        if finding.kind == "regression"
    }
    nights = [opened.get(matrix.keys[column]) for column in columns.tolist()]
    return [
        np.inf if night is None else matrix.nights.index(night) - begin + 1.0 for night in nights
    ]


def _delay(size: float, nights: Floats, nulls: Sequence[NullHistory]) -> Delay:
    small = [null.family.relevant > size * null.deviation for null in nulls]
    middle = float(np.sort(nights)[(len(nights) - 1) // 2])
    return Delay(
        size=size,
        injected=len(nights),
        found={night: float((nights <= night).mean()) for night in BY_NIGHT},
        median=middle if np.isfinite(middle) else None,
        unseen=float(np.concatenate(small).mean()),
    )
