"""Histories without regressions, made of shuffled nights: false alarms, and shifts put into them."""

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from benchreport.nightly.detection.replay_results import Delay, Rate
from benchreport.nightly.detection.replayed_series import NullHistory

__all__ = ["BY_NIGHT", "count_false_alarms", "draw_blocks", "measure_delays"]

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]
Progress = Callable[[str], None]

LOOKED_AT = 3000
"""Series times nights that are judged in each shuffled history."""

MOST_JUDGED = 30
SIZES = (1.0, 2.0, 4.0)
BY_NIGHT = (1, 2, 3, 5, 10)
SHARE = 0.1
BLOCK = 7


def draw_blocks(drawn: np.random.Generator, count: int) -> Ints:
    """Draw places of nights in blocks of seven; the first follows the last."""
    starts = drawn.integers(count, size=-(-count // BLOCK))
    order: Ints = ((starts[:, None] + np.arange(BLOCK)).ravel()[:count]) % count
    return order


def count_false_alarms(
    nulls: Sequence[NullHistory], orders: Sequence[Ints], progress: Progress
) -> Rate:
    """Count the alerts of the last nights of shuffled histories."""
    count = len(orders[0])
    series = sum(each.values.shape[1] for each in nulls)
    wanted = min(max(LOOKED_AT // series, *BY_NIGHT), MOST_JUDGED)
    looked_at = min(wanted, count - nulls[0].family.begin - 1)
    # what the nights before have piled up is found on the first, which does not count
    start = count - looked_at - 1
    rates = []
    for number, order in enumerate(orders, start=1):
        progress(f"judging shuffled history {number} of {len(orders)}")
        found = [
            each
            for null in nulls
            for each in null.replay(null.values[order], start=start)
            if each.kind != "improvement" and each.opened > null.family.track.nights[start]
        ]
        rates.append(len(found) / looked_at)
    error = float(np.std(rates, ddof=1)) / len(rates) ** 0.5
    return Rate(mean=float(np.mean(rates)), error=error, nights=looked_at * len(rates))


def measure_delays(
    nulls: Sequence[NullHistory], drawn: Sequence[np.random.Generator], progress: Progress
) -> tuple[Delay, ...]:
    """Put shifts into shuffled histories, and see by which night they are found."""
    count, last = len(nulls[0].values), max(BY_NIGHT)
    nights: dict[float, list[float]] = {size: [] for size in SIZES}
    for number, each in enumerate(drawn, start=1):
        progress(f"looking for shifts in history {number} of {len(drawn)}")
        order = each.permutation(count)
        begin = int(each.integers(nulls[0].family.begin, count - last + 1))
        for null in nulls:
            varying = np.flatnonzero(null.deviation > 0)
            wanted = min(len(varying), max(1, round(SHARE * null.values.shape[1])))
            columns = each.choice(varying, wanted, replace=False)
            for size in SIZES:
                values = null.values[order][: begin + last]
                values[begin:, columns] -= size * null.deviation[columns]
                nights[size] += _found_by(null, values, columns, begin)
    return tuple(
        _delay(size, np.array(found), nulls) for size, found in nights.items() if len(found)
    )


def _found_by(null: NullHistory, values: Floats, columns: Ints, begin: int) -> list[float]:
    track = null.family.track
    found = {
        each.key: each.opened
        for each in null.replay(values, start=begin, trends=False)
        if each.kind == "regression"
    }
    opened = [found.get(track.keys[column]) for column in columns.tolist()]
    return [
        np.inf if night is None else track.nights.index(night) - begin + 1.0 for night in opened
    ]


def _delay(size: float, found: Floats, nulls: Sequence[NullHistory]) -> Delay:
    small = [each.family.relevant > size * each.deviation for each in nulls]
    middle = float(np.sort(found)[(len(found) - 1) // 2])
    return Delay(
        size=size,
        injected=len(found),
        found={night: float((found <= night).mean()) for night in BY_NIGHT},
        median=middle if np.isfinite(middle) else None,
        unseen=float(np.concatenate(small).mean()),
    )
