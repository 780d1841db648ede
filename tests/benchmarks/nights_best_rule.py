"""What a rule finds that knows all but the first night of a change, for the table of `nights.py`."""

import itertools
import math
from collections.abc import Sequence

import numpy as np
from nights_histories import SEED

CONFIRMED = 0.025
"""A bad night of any size is confirmed by this share of usual nights: those two SD worse by chance."""


def find_by_best_rule(
    rate: float,
    size: float,
    at: Sequence[int],
    *,
    nights: int,
    waits: bool,
    draws: int = 1_000_000,
) -> list[float]:
    """Return the share of steps that the best rule finds by some nights of the step.

    It knows level, spread and the size of the step, and adds the likelihood ratios of steps that began on the
    last night and on the ``nights`` − 1 before it. It alerts at ``rate`` a night and series where nothing
    changes. If it ``waits``, no step began on the last night, and each night's ratio is bounded as little as
    the promise of bad nights allows.
    """
    rng = np.random.default_rng([SEED, 5])
    quiet = rng.normal(size=draws)
    steps = rng.normal(size=(nights - 1 + at[-1], draws // 20))
    steps[nights - 1 :] += size
    bad = rng.normal(size=(nights + 1, draws // 20))
    bad[-2] = 1e9

    def log_ratios(values: np.ndarray, most: float) -> np.ndarray:
        each = np.minimum(size * values - size**2 / 2, most)
        last = len(each) - nights + 1
        parts = (each[nights - 1 - k :][:last] for k in range(nights))
        return np.logaddexp.reduce(list(itertools.accumulate(parts))[waits:], axis=0)

    def bound(most: float) -> float:
        ratios = log_ratios(quiet, most)
        low, high = 0.0, float(ratios.max())
        for _ in range(30):
            middle = (low + high) / 2
            alerts = ratios > middle
            too_many = (alerts[1:] & ~alerts[:-1]).mean() > rate
            low, high = (middle, high) if too_many else (low, middle)
        return high

    most = math.inf
    if waits:
        most, too_large = 0.0, 30.0
        for _ in range(14):
            middle = (most + too_large) / 2
            confirmed = log_ratios(bad, middle)[-1] > bound(middle)
            most, too_large = (
                (middle, too_large) if confirmed.mean() <= CONFIRMED else (most, middle)
            )
    found = np.maximum.accumulate(log_ratios(steps, most) > bound(most), axis=0).mean(axis=1)
    return [float(found[after - 1]) for after in at]
