"""Corrections for all pairs of algorithms, which know which equalities can be true together.

If a = b and b = c then a = c: the pairs of equal algorithms are those within the clusters of a
partition of the algorithms. No other set of null hypotheses can be true as a whole.

Ours because no Python library has them; R's scmamp takes 15 s for 9 algorithms and refuses 10.
"""

import functools
import math
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from benchreport.errors import OptionError

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Counts = npt.NDArray[np.uint8]

MOST_ALGORITHMS = 20
"""The most algorithms for which Bergmann–Hommel is computed, in a minute and 0.4 GB."""

# measured for 14 to 20 algorithms
_SECONDS_A_CLUSTER, _SECONDS_A_STEP = 8e-6, 7e-11
_LEVELS_AT_ONCE = 16  # bounds the memory that `_most_through` needs beside the table
_CLUSTERS_BETWEEN_REPORTS = 1024


@functools.lru_cache(maxsize=32)
def true_counts(k: int) -> Integers:
    """List how many of the pairs of k algorithms can be equal at once: Shaffer's S(k).

    Parameters
    ----------
    k
        Number of algorithms.

    Returns
    -------
    ndarray
        S(k) = ∪ {C(j, 2) + x : x ∈ S(k − j), j = 1 … k}, ascending; not writable. Computed once for
        each k and kept.

    References
    ----------
    Shaffer (1986), Modified sequentially rejective multiple test procedures, JASA 81.

    Examples
    --------
    >>> true_counts(5)
    array([ 0,  1,  2,  3,  4,  6, 10])
    """
    # a set of counts is the bits of one number: adding C(j, 2) to all of them is one shift
    sets = [1]
    for size in range(1, k + 1):
        union = 0
        for j in range(1, size + 1):
            union |= sets[size - j] << math.comb(j, 2)
        sets.append(union)
    packed = sets[k].to_bytes(math.comb(k, 2) // 8 + 1, "little")
    counts = np.flatnonzero(np.unpackbits(np.frombuffer(packed, np.uint8), bitorder="little"))
    counts.flags.writeable = False
    return counts


def shaffer_counts(m: int) -> Integers:
    """Bound how many hypotheses can be true when the j − 1 of the smallest p-values are false.

    Parameters
    ----------
    m
        Number of pairs, k(k − 1)/2.

    Returns
    -------
    ndarray of shape (m,)
        t_j = max {s ∈ S(k) : s ≤ m − j + 1} for j = 1 … m.

    References
    ----------
    Shaffer (1986), JASA 81; García & Herrera (2008), JMLR 9, which calls this the static procedure.

    Examples
    --------
    >>> shaffer_counts(10)
    array([10,  6,  6,  6,  6,  4,  4,  3,  2,  1])
    """
    counts = true_counts(_algorithms(m, "shaffer"))
    n_remaining = np.arange(m, 0, -1)
    bounds: Integers = counts[np.searchsorted(counts, n_remaining, side="right") - 1]
    return bounds


def bergmann_hommel(
    p_values: npt.ArrayLike,
    *,
    progress: Callable[[float], None] | None = None,
) -> Floats:
    """Adjust the p-values of all pairs by Bergmann and Hommel's procedure, exactly.

    Parameters
    ----------
    p_values
        (m,), m = k(k − 1)/2, of the pairs (0, 1), (0, 2), …, (1, 2), … as in
        ``np.triu_indices(k, 1)``; in [0, 1].
    progress
        Called with the fraction done, now and then, and with 1.0 at the end.

    Returns
    -------
    ndarray of shape (m,)
        min {1, max {|I|·min p_j over j ∈ I : I exhaustive, i ∈ I}}, where the exhaustive sets are
        the pairs within the clusters of a partition of the algorithms. This may rank pairs otherwise
        than their p-values; García & Herrera (2008) print the running maximum.

    Raises
    ------
    OptionError
        m is not the number of all pairs, or there are more than `MOST_ALGORITHMS` algorithms.

    Notes
    -----
    For each level t among the p-values: the most pairs within clusters, if all of these have
    p ≥ t, by dynamic programming over the 2^k sets of algorithms. That takes time in 3^k, 0.3 s for
    k = 15 and 50 s for k = 20, and 2^k·m bytes; 15 algorithms have 1.4 billion partitions to list.

    References
    ----------
    Bergmann & Hommel (1988), Improvements of general multiple test procedures for redundant systems
    of hypotheses. García & Herrera (2008), An extension on "Statistical comparisons of classifiers
    over multiple data sets" for all pairwise comparisons, JMLR 9.

    Examples
    --------
    Two of three equalities cannot be true alone: when one is false, at most one is true.

    >>> bergmann_hommel([0.01, 0.03, 0.04])
    array([0.03, 0.03, 0.04])
    """
    p = np.asarray(p_values, dtype=np.float64)
    k = _algorithms(len(p), "bergmann_hommel")
    if k > MOST_ALGORITHMS:
        raise OptionError(
            f"bergmann_hommel is computed for up to {MOST_ALGORITHMS} algorithms; got {k}. Its time "
            f"triples and its memory doubles with each.",
            hint="adjust(p_values, 'shaffer')",
        )
    report = progress or _silent
    levels, level_of = np.unique(p, return_inverse=True)
    most = _most_through(*_most_within(level_of, k, len(levels), report), k)
    # a level above the pair's own has no cluster with the pair, so its count is 0
    adjusted: Floats = np.minimum((levels * most[np.triu_indices(k, 1)]).max(axis=1, initial=0), 1)
    report(1.0)
    return adjusted


def seconds_for(p_values: npt.ArrayLike) -> float:
    """Estimate how long `bergmann_hommel` takes: 2^k clusters, 3^k steps for each different p-value.

    Returns
    -------
    float
        About 2 s for 17 algorithms, a minute for 20; ∞ above `MOST_ALGORITHMS`.

    Examples
    --------
    >>> round(seconds_for(np.linspace(0, 1, 190))), seconds_for(np.linspace(0, 1, 210))
    (55, inf)
    """
    p = np.asarray(p_values, dtype=np.float64)
    k = _algorithms(len(p), "bergmann_hommel")
    if k > MOST_ALGORITHMS:
        return math.inf
    return _SECONDS_A_CLUSTER * 2.0**k + _SECONDS_A_STEP * 3.0**k * len(np.unique(p))


def _silent(_: float) -> None:
    """Ignore the progress."""


def _algorithms(m: int, method: str) -> int:
    """Find k from m = k(k − 1)/2."""
    k = (1 + math.isqrt(1 + 8 * m)) // 2
    if math.comb(k, 2) != m:
        raise OptionError(
            f"{method} is for all-pairs families only, which have k(k − 1)/2 p-values "
            f"(1, 3, 6, 10, 15, …); got {m}.",
            hint="adjust(p_values, 'holm')",
        )
    return k


def _count_cluster_levels(level_of: Integers, k: int, n_levels: int) -> Integers:
    """Count, for each set of algorithms, the levels at which it is a cluster: up to its least p.

    The set with bit i holds algorithm i. Levels are ascending, so these are the first ones.
    """
    of_pair = np.full((k, k), n_levels)
    of_pair[np.triu_indices(k, 1)] = level_of + 1
    n_levels_of_set = np.array([n_levels])
    for new in range(k):
        beside_new = np.array([n_levels])
        for old in range(new):
            beside_new = np.concatenate([beside_new, np.minimum(beside_new, of_pair[old, new])])
        n_levels_of_set = np.concatenate([n_levels_of_set, np.minimum(n_levels_of_set, beside_new)])
    return n_levels_of_set


def _most_within(
    level_of: Integers, k: int, n_levels: int, report: Callable[[float], None]
) -> tuple[Counts, Integers]:
    """Find the most pairs within clusters, for each set of algorithms and each level.

    The cluster of the highest algorithm of a set is that algorithm with some of the lower ones;
    the remaining ones were solved before. One cluster is tried on all sets that it fits into at
    once: in a table with one axis of length 2 for each algorithm these are a slice, not a list of
    indices.

    Returns
    -------
    tuple of ndarray
        (2^k, levels), at most C(20, 2) < 256; and `_count_cluster_levels`.
    """
    cluster_levels = _count_cluster_levels(level_of, k, n_levels)
    most: Counts = np.zeros((1 << k, n_levels), dtype=np.uint8)
    for new in range(k):
        half, shape = 1 << new, (*(2,) * new, n_levels)
        without, with_new = most[:half].reshape(shape), most[half : 2 * half].reshape(shape)
        for others, n_cluster_levels in enumerate(cluster_levels[half : 2 * half].tolist()):
            inside, outside = _places(others, new)
            levels = slice(n_cluster_levels)
            target = with_new[(*inside, levels)]
            size = others.bit_count() + 1
            pairs = np.uint8(math.comb(size, 2))
            np.maximum(target, without[(*outside, levels)] + pairs, out=target)
            if others % _CLUSTERS_BETWEEN_REPORTS == 0:
                report((3**new * (1 + 2 * others / half)) / 3**k)
    return most, cluster_levels


def _places(others: int, new: int) -> tuple[list[slice | int], list[slice | int]]:
    """Index the sets that hold all of ``others``, and the same sets without them."""
    inside: list[slice | int] = [slice(None)] * new
    outside = inside.copy()
    while others:
        lowest = others & -others
        axis = new - lowest.bit_length()
        inside[axis], outside[axis] = 1, 0
        others ^= lowest
    return inside, outside


def _most_through(most: Counts, cluster_levels: Integers, k: int) -> Counts:
    """Find the most pairs within clusters, if one cluster holds a given pair.

    Returns
    -------
    ndarray of shape (k, k, levels)
        Filled above the diagonal; 0 at the levels where no cluster can hold the pair.
    """
    sizes = np.array([members.bit_count() for members in range(1 << k)])
    pairs = (sizes * (sizes - 1) // 2).astype(np.uint8)[:, None]
    through: Counts = np.zeros((k, k, most.shape[1]), dtype=np.uint8)
    for start in range(0, most.shape[1], _LEVELS_AT_ONCE):
        # the complement of a set has all its bits flipped: read the table backwards
        outside = most[::-1, start : start + _LEVELS_AT_ONCE]
        is_cluster = np.arange(start, start + outside.shape[1]) < cluster_levels[:, None]
        _fold((outside + pairs) * is_cluster, through[:, :, start : start + _LEVELS_AT_ONCE])
    return through


def _fold(total: Counts, through: Counts) -> None:
    """Fill in, for each pair, the maximum over the clusters that hold it.

    Clusters are halved by their highest algorithm; the examined half is merged into the other, so
    that the rest shrinks.
    """
    for high in reversed(range(len(through))):
        without, holding = total[: 1 << high], total[1 << high :]
        total = np.maximum(without, holding)
        for low in reversed(range(high)):
            through[low, high] = holding[1 << low :].max(axis=0)
            holding = np.maximum(holding[: 1 << low], holding[1 << low :])
