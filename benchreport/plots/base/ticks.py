"""Ticks of an axis of scores or ranks, and their digits."""

import math

import numpy as np


def nice_ticks(low: float, high: float, *, ranks: bool) -> list[float]:
    """Return at most ten round numbers from low to high; for ranks, whole numbers.

    >>> nice_ticks(0.0, 9.0, ranks=False), nice_ticks(1.0, 4.0, ranks=True)
    ([0.0, 2.0, 4.0, 6.0, 8.0], [1.0, 2.0, 3.0, 4.0])
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
    step = max(1, int(np.ceil((high - low) / 12)))
    return [float(tick) for tick in np.arange(low, high + 0.5, step)]


def tick_digits(ticks: list[float]) -> int:
    """Return the number of significant digits, at least four, with which ticks differ."""
    if len(ticks) < 2:  # noqa: PLR2004 - nothing to tell apart
        return 4
    largest = max(map(abs, ticks))
    return max(4, int(np.ceil(np.log10(largest / (ticks[1] - ticks[0])))) + 1)
