"""Exact tails of sums of signed or chosen numbers, counted from the sorted sums of two halves.

Each of the 2^n sums adds one of the 2^(n/2) sums of the first half to one of the second. For each
sum of the first half, bisection counts those of the second that carry it far enough (Horowitz &
Sahni, 1974).

Ours because scipy's ``permutation_test`` lists all 2^n.
"""

import math

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

MOST_SUMS = 1 << 20
"""The most sums of a half that are sorted for one pair: 8 MB, a tenth of a second."""
MOST_IN_ALL = 1 << 26
"""The most sums for all pairs of a table: a few seconds."""


def most_sums(n_pairs: int) -> int:
    """Return the most sums of a half that are sorted for each of ``n_pairs`` pairs.

    >>> most_sums(1) == most_sums(64) == MOST_SUMS, most_sums(1225)
    (True, 54782)
    """
    return min(MOST_SUMS, MOST_IN_ALL // max(1, n_pairs))


def signs_are_countable(n: int, most: int = MOST_SUMS) -> bool:
    """Tell whether all ways to sign n numbers can be counted: up to 40 numbers.

    >>> signs_are_countable(40), signs_are_countable(41), signs_are_countable(40, 1 << 15)
    (True, False, False)
    """
    return (n + 1) // 2 < most.bit_length()


def sign_tail(sizes: Array, least: float) -> float:
    """Return the share of all 2^n signed sums Σ ±size that are at least so large.

    Parameters
    ----------
    sizes
        (n,), 0 or more, n ≤ 40. In one order, the same sizes give the same bytes.

    References
    ----------
    Horowitz & Sahni (1974), Computing partitions with applications to the knapsack problem, Journal
    of the ACM 21: 277-292.

    Examples
    --------
    >>> sign_tail(np.array([1.0, 2.0, 3.0]), 4.0)
    0.25
    """
    # a signed sum is the sum of all less twice the sum of those with a minus
    limit = (float(sizes.sum()) - least) / 2
    halves = _all_sums(sizes[::2]), _all_sums(sizes[1::2])
    return math.ldexp(_count(*halves, limit), -len(sizes))


def choices_are_countable(n: int, chosen: int, most: int = MOST_SUMS) -> bool:
    """Tell whether all ways to choose some of n numbers can be counted: 20 of 40, 3 of 300.

    >>> choices_are_countable(40, 20), choices_are_countable(300, 3), choices_are_countable(42, 21)
    (True, True, False)
    """
    half, sums = (n + 1) // 2, 0
    for size in range(min(chosen, half) + 1):
        sums += math.comb(half, size)
        if sums > most:
            return False
    return True


def choice_tail(values: Array, chosen: int, least: float) -> float:
    """Return the share of all sums of ``chosen`` values that are at least so large.

    Parameters
    ----------
    values
        (n,), in an order that does not depend on which of them were chosen.
    chosen
        How many values are added up; `choices_are_countable` says how many can be.

    Examples
    --------
    >>> choice_tail(np.array([1.0, 2.0, 3.0, 4.0]), 2, 6.0)
    0.3333333333333333
    """
    # the negated values have the upper tail of sums as their lower one
    first_sums, second_sums = (_sums_by_size(-half, chosen) for half in (values[::2], values[1::2]))
    pairs = zip(first_sums, reversed(second_sums), strict=True)
    count = sum(_count(*sums, -least) for sums in pairs)
    return count / math.comb(len(values), chosen)


def _all_sums(values: Array) -> Array:
    """Add up every subset; the sums in ascending order."""
    sums = np.zeros(1 << len(values))
    for place, value in enumerate(values.tolist()):
        many = 1 << place
        np.add(sums[:many], value, out=sums[many : 2 * many])
    return np.sort(sums)


def _sums_by_size(values: Array, most: int) -> list[Array]:
    """Add up every subset of 0, 1, … up to ``most`` values; the sums of each size ascending."""
    sums = [np.zeros(math.comb(len(values), size)) for size in range(most + 1)]
    for place, value in enumerate(values.tolist()):
        # going from large subsets to small ones adds this value to each only once
        for size in range(min(most, place + 1), 0, -1):
            filled, many = math.comb(place, size), math.comb(place, size - 1)
            np.add(sums[size - 1][:many], value, out=sums[size][filled : filled + many])
    return [np.sort(sums_of_size) for sums_of_size in sums]


def _count(first: Array, second: Array, limit: float) -> int:
    """Count the pairs, one sum of each half, that add up to at most the limit."""
    return int(np.searchsorted(second, limit - first, side="right").sum())
