"""Permutation tests of two samples, paired and not: exact when small, else seeded."""

import itertools
import math
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from benchreport.errors import check_choice
from benchreport.numerics.tails import ALTERNATIVES, Alternative
from benchreport.numerics.ties import snap_differences

__all__ = ["EXACT_LARGEST", "STATISTICS", "Permuted", "Statistic", "paired", "unpaired"]

Array = NDArray[np.float64]
Statistic = Literal["mean", "median", "trimmed_mean", "t"]
STATISTICS: tuple[Statistic, ...] = ("mean", "median", "trimmed_mean", "t")

EXACT_LARGEST = 65_536
"""Up to how many arrangements all of them are looked at."""
TRIMMED = 0.2
CHUNK = 1 << 21
# arrangements whose statistics differ by less than this share are the same but for rounding
NOISE = 1e-11


class Permuted(NamedTuple):
    """Observed statistics with their p-values, and how these were found."""

    statistic: Array
    p_value: Array
    how: str


def paired(
    differences: Array,
    *,
    statistic: Statistic = "mean",
    alternative: Alternative = "two-sided",
    n_resamples: int = 10_000,
    rng: int | np.random.Generator = 0,
) -> Permuted:
    """Change the signs of paired differences at random: under H0 all signs are equally likely.

    Parameters
    ----------
    differences
        Array (m, n) of m pairs.
    statistic
        Of the differences. ``"t"`` orders the arrangements as the mean does, since the sum of
        squares stays.
    n_resamples
        Random arrangements where there are more than 65,536; the p-value is (b + 1)/(B + 1).
    rng
        Seed or generator; all pairs share the arrangements.

    Examples
    --------
    >>> paired(np.array([[1.0, 2.0, 3.0, 4.0]])).p_value.tolist()
    [0.125]
    """
    _check(statistic, alternative)
    n = differences.shape[1]
    if 2**n <= EXACT_LARGEST:
        signs = 1 - 2 * (np.arange(2**n)[:, None] >> np.arange(n) & 1).astype(float)
        how = "exact"
    else:
        signs = np.random.default_rng(rng).choice([-1.0, 1.0], size=(n_resamples, n))
        how = "resampled"
    of = _LOCATIONS["mean" if statistic == "t" else statistic]
    observed = of(differences)
    p_values = np.empty(len(differences))
    scale = np.abs(differences).mean(axis=1)
    for place, row in enumerate(differences):
        if statistic in ("mean", "t"):
            null = signs @ row / n
        else:
            null = _in_chunks(lambda some, row=row: of(some * row), signs)  # type: ignore[misc]
        p_values[place] = _share(null, observed[place], scale[place], alternative, how)
    return Permuted(observed, p_values, how)


def unpaired(
    first: Array,
    second: Array,
    *,
    statistic: Statistic = "mean",
    alternative: Alternative = "two-sided",
    n_resamples: int = 10_000,
    rng: int | np.random.Generator = 0,
) -> Permuted:
    """Deal two samples' scores out again at random: under H0 all ways are equally likely.

    Parameters
    ----------
    first, second
        (n1,) and (n2,).
    statistic
        Its difference, first − second; ``"t"`` is Welch's, which keeps its level where variances
        differ (Janssen, 1997).

    Examples
    --------
    >>> unpaired(np.array([4.0, 5.0, 6.0]), np.array([1.0, 2.0, 3.0])).p_value.tolist()
    [0.1]
    """
    _check(statistic, alternative)
    together = np.concatenate([first, second])
    # no level, no noise of it: all statistics are differences
    together = snap_differences(together, together[0])
    total, size = len(together), len(first)
    if math.comb(total, size) <= EXACT_LARGEST:
        chosen = np.array(list(itertools.combinations(range(total), size)))
        taken = np.zeros((len(chosen), total), dtype=bool)
        np.put_along_axis(taken, chosen, values=True, axis=1)
        how = "exact"
    else:
        start = np.broadcast_to(np.arange(total) < size, (n_resamples, total))
        taken = np.random.default_rng(rng).permuted(start, axis=1)
        how = "resampled"
    of = _DIFFERENCES[statistic]
    null = _in_chunks(lambda some: of(together, some), taken)
    observed = of(together, (np.arange(total) < size)[None, :])
    scale = 1.0 if statistic == "t" else float(np.abs(together - np.median(together)).mean())
    p_value = _share(null, float(observed[0]), scale, alternative, how)
    return Permuted(observed, np.array([p_value]), how)


def _check(statistic: str, alternative: str) -> None:
    check_choice("statistic", statistic, STATISTICS)
    check_choice("alternative", alternative, ALTERNATIVES)


def _share(null: Array, observed: float, scale: float, alternative: Alternative, how: str) -> float:
    """Count arrangements at least as far out; the observed one is among all of them."""
    noise = NOISE * max(scale, abs(observed))
    if alternative == "two-sided":
        found = np.abs(null) >= abs(observed) - noise
    elif alternative == "greater":
        found = null >= observed - noise
    else:
        found = null <= observed + noise
    count = int(found.sum())
    return count / len(null) if how == "exact" else (count + 1) / (len(null) + 1)


def _in_chunks(function: Callable[[Any], Array], table: NDArray[Any]) -> Array:
    step = max(1, CHUNK // table.shape[1])
    parts = [function(table[start : start + step]) for start in range(0, len(table), step)]
    return np.concatenate(parts)


def _median(values: Array) -> Array:
    found: Array = np.median(values, axis=1)
    return found


def _trimmed(values: Array) -> Array:
    return np.asarray(stats.trim_mean(values, TRIMMED, axis=1), dtype=float)


def _mean(values: Array) -> Array:
    found: Array = values.mean(axis=1)
    return found


_LOCATIONS: dict[str, Callable[[Array], Array]] = {
    "mean": _mean,
    "median": _median,
    "trimmed_mean": _trimmed,
}


def _mean_difference(values: Array, taken: NDArray[np.bool_]) -> Array:
    sums = taken @ values
    size, total = int(taken[0].sum()), len(values)
    difference: Array = sums / size - (values.sum() - sums) / (total - size)
    return difference


def _welch(values: Array, taken: NDArray[np.bool_]) -> Array:
    size = int(taken[0].sum())
    rows = np.broadcast_to(values, taken.shape)
    one, other = rows[taken].reshape(-1, size), rows[~taken].reshape(len(taken), -1)
    spread = one.var(axis=1, ddof=1) / size + other.var(axis=1, ddof=1) / other.shape[1]
    difference = one.mean(axis=1) - other.mean(axis=1)
    floor = 1e-24 * float(values.var())
    t: Array = difference / np.sqrt(np.maximum(spread, floor)) if floor > 0 else 0 * difference
    return t


def _split(of: Callable[[Array], Array]) -> Callable[[Array, NDArray[np.bool_]], Array]:
    def difference(values: Array, taken: NDArray[np.bool_]) -> Array:
        size = int(taken[0].sum())
        rows = np.broadcast_to(values, taken.shape)
        return of(rows[taken].reshape(-1, size)) - of(rows[~taken].reshape(len(taken), -1))

    return difference


_DIFFERENCES: dict[str, Callable[[Array, NDArray[np.bool_]], Array]] = {
    "mean": _mean_difference,
    "median": _split(_median),
    "trimmed_mean": _split(_trimmed),
    "t": _welch,
}
