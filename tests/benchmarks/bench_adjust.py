"""Time the corrections for all pairs of algorithms.

    python tests/benchmarks/bench_adjust.py [--slow]

It prints medians of five runs. For Bergmann–Hommel it also prints the time to list the partitions of the
definition, for sizes that take seconds. ``--slow`` adds k = 15, 18 and 20, once each (a minute and a half).
"""

import math
import statistics
import sys
import time
from collections.abc import Callable, Iterator

import numpy as np

from benchreport.numerics.multiplicity.adjust import adjust
from benchreport.numerics.multiplicity.logical_relations import true_counts

MOST_LISTED = 10


def median(work: Callable[[], object], runs: int = 5) -> float:
    """Return the median seconds of some runs."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def line(label: str, ours: float, listing: float | None = None) -> None:
    """Print one row."""
    comparison = "" if listing is None else f"listing {listing:8.3f} s   {listing / ours:6.0f} ×"
    print(f"{label:40} {ours:8.4f} s   {comparison}")


def partitions(k: int) -> Iterator[list[int]]:
    """List all partitions of k algorithms."""
    if k == 0:
        yield []
        return
    for clusters in partitions(k - 1):
        for cluster in range(max(clusters, default=-1) + 2):
            yield [*clusters, cluster]


def by_listing(p: np.ndarray, k: int) -> np.ndarray:
    """Adjust p-values by the definition, over all partitions."""
    pairs = np.triu_indices(k, 1)
    clusters = np.array(list(partitions(k)))
    sets = clusters[:, pairs[0]] == clusters[:, pairs[1]]
    value = sets.sum(axis=1) * np.where(sets, p, 1.0).min(axis=1)
    return np.minimum(np.where(sets, value[:, None], 0.0).max(axis=0), 1.0)


def bergmann_hommel(sizes: tuple[int, ...], runs: int) -> None:
    """Time Bergmann–Hommel on p-values; a few of them are small."""
    for k in sizes:
        p = np.random.default_rng(k).random(math.comb(k, 2)) ** 2
        ours = median(lambda p=p: adjust(p, "bergmann_hommel"), runs)
        listing = median(lambda p=p, k=k: by_listing(p, k), 1) if k <= MOST_LISTED else None
        line(f"Bergmann–Hommel, k = {k}, {len(p)} p-values", ours, listing)


def shaffer() -> None:
    """Time Shaffer's correction with S(k) computed anew."""

    def cold(p: np.ndarray) -> object:
        true_counts.cache_clear()
        return adjust(p, "shaffer")

    for k in (20, 30, 300):
        p = np.random.default_rng(k).random(math.comb(k, 2))
        line(f"Shaffer, k = {k}, {len(p)} p-values", median(lambda p=p: cold(p)))


def others() -> None:
    """Time two other corrections of 45,000 p-values."""
    p = np.random.default_rng(0).random(math.comb(300, 2))
    for method in ("rom", "hommel"):
        line(f"{method}, {len(p)} p-values", median(lambda method=method: adjust(p, method), 1))


if __name__ == "__main__":
    bergmann_hommel((8, 9, 10, 11, 12), 5)
    if "--slow" in sys.argv:
        bergmann_hommel((15, 18, 20), 1)
    shaffer()
    others()
