"""The exact null distribution of Page's L, given the ties.

Ours because scipy's ``page_trend_test`` ignores ties, and takes five times as long.
"""

import itertools
import math
from collections import Counter

import numpy as np
from numpy.typing import ArrayLike, NDArray

MOST_ALGORITHMS = 8
"""The most algorithms for which a block's rankings are listed (8! = 40,320)."""
MOST_WORK = 200_000_000


def exact_p(ranks: ArrayLike) -> float | None:
    """Return P(L ≥ observed) when every block's ranks are permuted; ``None`` where out of reach.

    Parameters
    ----------
    ranks
        Array (N, k): ranks within blocks, columns in the order that H1 predicts, first the lowest.

    Notes
    -----
    L = Σ_j j·R_j adds up over blocks, so its distribution is the convolution of theirs.

    References
    ----------
    Page (1963), JASA 58: 216-230.

    Examples
    --------
    Three blocks that all agree with the prediction: (1/3!)³.

    >>> round(exact_p([[1, 2, 3]] * 3) * 6**3, 9)
    1.0
    """
    table = np.rint(2 * np.asarray(ranks, dtype=float)).astype(np.int64)
    n_blocks, k = table.shape
    if k > MOST_ALGORITHMS:
        return None
    weights = np.arange(1, k + 1)
    blocks = Counter(tuple(sorted(row)) for row in table.tolist())
    widest = sum(count * _span(block, weights) for block, count in blocks.items())
    if widest * n_blocks * max(_span(block, weights) for block in blocks) > MOST_WORK:
        return None
    null, lowest = np.ones(1), 0
    for block, count in blocks.items():
        chances, start = _block_null(block, weights)
        for _ in range(count):
            null = np.convolve(null, chances)
        lowest += count * start
    observed = int((table @ weights).sum())
    return min(1.0, math.fsum(null[max(0, observed - lowest) :].tolist()))


def _span(block: tuple[int, ...], weights: NDArray[np.int64]) -> int:
    ordered = np.array(block)
    return int(ordered @ weights - ordered[::-1] @ weights) + 1


def _block_null(
    block: tuple[int, ...], weights: NDArray[np.int64]
) -> tuple[NDArray[np.float64], int]:
    orders = np.array(list(itertools.permutations(block)))
    sums = orders @ weights
    start = int(sums.min())
    counts = np.bincount(sums - start)
    return counts / math.factorial(len(block)), start
