"""Seeded histories for `nights.py` and `nights_peers.py`; they need only numpy.

Noise has mean 0 and standard deviation 1, higher is better. A history is 200 nights × 100 series.
"""

import math
import warnings
from functools import partial

import numpy as np

NIGHTS, SERIES, FIRST = 200, 100, 100
SEED = 2026

# the null cases that the bound of false alarms covers; OTHERS are not covered
NULL = {
    "independent": "normal",
    "AR(1) .5": "autocorrelated",
    "half AR(1) .5": "mixed",
    "steps of 0.25 SD": "rounded .25",
    "steps of 1 SD": "rounded 1",
    "steps of 2 SD": "rounded 2",
    "accuracy of 200 examples": "accuracy",
    "spikes": "spikes",
    "10 % of cells missing": "missing cells",
    "5 % of nights missing": "missing nights",
    "AR(1) .3": "autocorrelated .3",
    "AR(1) .8": "autocorrelated .8",
    "common effect .3": "common .3",
    "common effect .5": "common .5",
    "common effect .7": "common .7",
    "common effect .5, AR(1) .6": "common autocorrelated .5",
    "weekends 2 SD better": "weekends",
    "each third 2 SD better at weekends": "own weekends",
    "spells of 3 SD": "spells",
}
OTHERS = {
    "Student's t, 2 dof": "very heavy",
    "gamma, long tail below": "gamma",
    "Student's t, 3 dof": "heavy",
    "log-normal, long tail below": "skewed",
    "spread that lasts (GARCH)": "garch",
    "spread that doubles": "doubled",
    "spread that doubles, one by one": "doubled alone",
}


def draw_autoregressive(
    rng: np.random.Generator, shape: tuple[int, int], rho: float = 0.5
) -> np.ndarray:
    """Draw stationary AR(1) series."""
    values = rng.normal(size=shape)
    for night in range(1, shape[0]):
        values[night] = rho * values[night - 1] + math.sqrt(1 - rho**2) * values[night]
    return values


def draw_noise(rng: np.random.Generator, kind: str, n_series: int = SERIES) -> np.ndarray:
    """Draw a history in which nothing changes."""
    shape = (NIGHTS, n_series)
    if kind.startswith(("common", "weekends", "spells")):
        return draw_shared(rng, kind, shape)
    if kind.startswith("autocorrelated"):
        return draw_autoregressive(rng, shape, float(kind.partition(" ")[2] or 0.5))
    if kind in SKEWED_OR_HEAVY:
        return SKEWED_OR_HEAVY[kind](rng, shape)
    return disturb(rng, kind, rng.normal(size=shape))


def draw_garch(rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
    """Draw series whose spread is larger after a large deviation, by GARCH(1, 1)."""
    values = rng.normal(size=shape)
    variance = np.ones(shape[1])
    for night in range(shape[0]):
        values[night] *= np.sqrt(variance)
        variance = 0.1 + 0.25 * values[night] ** 2 + 0.65 * variance
    return values


def draw_doubled(rng: np.random.Generator, shape: tuple[int, int], *, alone: bool) -> np.ndarray:
    """Draw series whose spread doubles on the 100th night, or each on a random one."""
    values = rng.normal(size=shape)
    begin = rng.integers(30, NIGHTS, shape[1]) if alone else FIRST
    return values * np.where(np.arange(NIGHTS)[:, None] < begin, 1, 2)


SKEWED_OR_HEAVY = {
    "accuracy": lambda rng, shape: rng.binomial(200, 0.9, shape) / 200,
    "heavy": lambda rng, shape: rng.standard_t(3, shape) / math.sqrt(3),
    "very heavy": lambda rng, shape: rng.standard_t(2, shape) / 2,
    "gamma": lambda rng, shape: -(rng.gamma(2, size=shape) - 2) / math.sqrt(2),
    "garch": draw_garch,
    "doubled": partial(draw_doubled, alone=False),
    "doubled alone": partial(draw_doubled, alone=True),
    "skewed": lambda rng, shape: (
        -(rng.lognormal(size=shape) - math.exp(0.5)) / math.sqrt(math.e * (math.e - 1))
    ),
}


def draw_shared(rng: np.random.Generator, kind: str, shape: tuple[int, int]) -> np.ndarray:
    """Draw normal series with what their nights share."""
    values = rng.normal(size=shape)
    if kind == "weekends":
        return values + 2 * (np.arange(NIGHTS) % 7 >= 5)[:, None]
    if kind == "spells":
        for begin in rng.integers(0, NIGHTS, 4):
            values[begin : begin + 10] *= 3
        return values
    share = float(kind.rsplit(maxsplit=1)[-1])
    one = (NIGHTS, 1)
    nights = draw_autoregressive(rng, one, 0.6) if "auto" in kind else rng.normal(size=one)
    return math.sqrt(share) * nights + math.sqrt(1 - share) * values


def disturb(rng: np.random.Generator, kind: str, values: np.ndarray) -> np.ndarray:
    """Round, spike or delete independent normal values."""
    if kind.startswith("rounded"):
        step = float(kind.split()[1])
        return np.round(values / step) * step
    if kind == "mixed":
        values[:, ::2] = draw_autoregressive(rng, (NIGHTS, SERIES // 2))
    elif kind == "own weekends":
        values[np.arange(NIGHTS) % 7 >= 5, ::3] += 2
    elif kind == "spikes":
        hit = rng.random(values.shape) < 0.01
        values = values + np.where(hit, 6.0 * rng.choice([-1, 1], values.shape), 0.0)
    elif kind == "missing cells":
        values[rng.random(values.shape) < 0.1] = np.nan
    elif kind == "missing nights":
        values[rng.random(NIGHTS) < 0.05] = np.nan
    return values


def null(kind: str, draw: int, n_series: int = SERIES) -> np.ndarray:
    """Return a history in which nothing changes; the same draw gives the same history."""
    return draw_noise(np.random.default_rng([SEED, 0, draw]), kind, n_series)


def draw_steps(kind: str, size: float, draw: int, changed: int = 10) -> tuple[np.ndarray, int]:
    """Lower the first series from a random night after 100 on; return that night too."""
    rng = np.random.default_rng([SEED, 1, draw])
    values = draw_replicates(rng) if kind == "replicated" else draw_noise(rng, kind)
    night = int(rng.integers(FIRST, NIGHTS - 15))
    values[night:, :changed] -= size
    return values, night


def draw_replicates(rng: np.random.Generator) -> np.ndarray:
    """Average five seeds a cell, each with its own effect, where a tenth of the runs failed.

    Runs have standard deviation 1. Each seed's effect is its mean over the nights before any change.
    """
    runs = rng.normal(size=(NIGHTS, SERIES, 5)) + rng.normal(size=(SERIES, 5))
    runs[rng.random(runs.shape) < 0.1] = np.nan
    with warnings.catch_warnings():
        # where all five failed, the cell is missing
        warnings.simplefilter("ignore", RuntimeWarning)
        return np.nanmean(runs - np.nanmean(runs[:FIRST], axis=0), axis=2)


def draw_few(
    draw: int, n_series: int, night: float, shared: float = 0.0, rho: float = 0.0
) -> np.ndarray:
    """Draw 20 nights × series × 5 seeds of SD 1 each, nights that differ beyond them, alone and together."""
    rng = np.random.default_rng([SEED, 4, draw, n_series])
    runs = rng.normal(size=(20, n_series, 5)) + rng.normal(size=(n_series, 5))
    runs += night * draw_autoregressive(rng, (20, n_series), rho)[:, :, None]
    return runs + shared * draw_autoregressive(rng, (20, 1), rho)[:, :, None]


def draw_spikes(changed: int, draw: int, size: float = 6.0) -> tuple[np.ndarray, int]:
    """Lower the first series on one night after 100."""
    rng = np.random.default_rng([SEED, 2, draw])
    values = draw_noise(rng, "normal")
    night = int(rng.integers(FIRST, NIGHTS - 15))
    values[night, :changed] -= size
    return values, night


def draw_drift(kind: str, draw: int, changed: int = 10) -> tuple[np.ndarray, int]:
    """Lower the first series by 2 SD over 100 nights."""
    rng = np.random.default_rng([SEED, 3, draw])
    values = draw_noise(rng, kind)
    night = int(rng.integers(FIRST - 20, FIRST))
    values[night:, :changed] -= 2.0 * np.clip(np.arange(NIGHTS - night) / 100, 0, 1)[:, None]
    return values, night
