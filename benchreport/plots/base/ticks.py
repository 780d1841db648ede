"""Ticks of an axis of scores or ranks, and their digits."""

import math

import numpy as np


def nice_ticks(low: float, high: float, *, ranks: bool) -> list[float]:
    """Return at most ten round numbers from low to high; for ranks, whole numbers.

    >>> nice_ticks(0.0, 9.0, ranks=False), nice_ticks(1.0, 4.0, ranks=True)
    ([0.0, 2.0, 4.0, 6.0, 8.0], [1.0, 2.0, 3.0, 4.0])
    >>> nice_ticks(1.0, 40.0, ranks=True), nice_ticks(15.0, 168.0, ranks=True)[:4]
    ([1.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0, 40.0], [20.0, 40.0, 60.0, 80.0])
    """
    if not ranks:
        step = 10 ** np.floor(np.log10(high - low))
        # a range of one to two steps is divided by fifths of a step, one of nearly ten by twos
        step *= next(tick for tick in (0.2, 0.5, 1.0, 2.0) if (high - low) / (step * tick) <= 8)  # noqa: PLR2004
        multiples = np.arange(np.ceil(low / step - 1e-9), np.floor(high / step + 1e-9) + 1)
        # ticks have as many decimals as the step
        decimals = -math.floor(math.log10(step) + 1e-9)
        ticks = (round(float(tick * step), decimals) + 0.0 for tick in multiples)
        # there may be only a few doubles in the range
        return list(dict.fromkeys(ticks))
    least = max(1, math.ceil((high - low) / 12))
    if least <= 2:  # noqa: PLR2004 - every rank, or every other one
        return [float(tick) for tick in np.arange(low, high + 0.5, least)]
    power = 10 ** math.floor(math.log10(least))
    step = next(step for step in (power, 2 * power, 5 * power, 10 * power) if step >= least)
    rounded = np.arange(math.ceil(low / step), math.floor(high / step) + 1) * step
    # the best rank there can be
    return [float(tick) for tick in ([1] if low == 1 else []) + rounded.tolist()]


def tick_digits(ticks: list[float]) -> int:
    """Return the number of significant digits, at least four, with which ticks differ."""
    if len(ticks) < 2:  # noqa: PLR2004 - nothing to tell apart
        return 4
    largest = max(map(abs, ticks))
    return max(4, int(np.ceil(np.log10(largest / (ticks[1] - ticks[0])))) + 1)
