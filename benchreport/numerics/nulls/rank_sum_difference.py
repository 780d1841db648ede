"""The exact null distribution of the difference of two algorithms' rank sums.

Ours because no Python library has it.
"""

from collections import Counter

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]

MOST_WORK = 2_000_000_000
"""The most multiplications that an automatic p-value takes to be exact: about half a second."""


def work(n_blocks: int, k: int) -> int:
    """Count the multiplications that the distribution takes."""
    # the distribution grows by 4k places with each block, and is convolved with as many
    return n_blocks**2 * (4 * k) ** 2 // 2


def exact_p(ranks: ArrayLike, differences: ArrayLike) -> Array:
    """Return P(absolute difference of two rank sums ≥ observed) when all rankings are equally likely.

    Parameters
    ----------
    ranks
        Array (N, k): the ranks within blocks, whose ties the distribution keeps.
    differences
        Observed differences of rank sums, any shape.

    Notes
    -----
    In a block all ordered pairs of its ranks are equally likely; blocks are convolved. Without ties
    that is the distribution of Eisinga et al. (2017).

    References
    ----------
    Eisinga et al. (2017), BMC Bioinformatics 18:68.

    Examples
    --------
    Two blocks of three: a difference of 4 needs 1 and 3 in both, 2 of 36 ways.

    >>> exact_p([[1, 2, 3], [1, 2, 3]], [4.0]).round(6).tolist()
    [0.055556]
    """
    table = np.rint(2 * np.asarray(ranks, dtype=float)).astype(np.int64)
    null = np.ones(1)
    for block, count in Counter(tuple(sorted(row)) for row in table.tolist()).items():
        chances = _block_null(np.array(block))
        for _ in range(count):
            null = np.convolve(null, chances)
    middle = len(null) // 2
    # the tails are equal; summing from the far end keeps the digits of small ones
    tail = np.cumsum(null[::-1])[: middle + 1][::-1]
    away = np.rint(2 * np.abs(np.asarray(differences, dtype=float))).astype(np.int64)
    inside = np.minimum(away, middle)
    p: Array = np.where(away > middle, 0.0, np.where(away == 0, 1.0, 2 * tail[inside]))
    return np.minimum(p, 1.0)


def _block_null(block: NDArray[np.int64]) -> Array:
    """Chances of r_i − r_j over ordered pairs i ≠ j of a block, from −widest to widest."""
    widest = int(block[-1] - block[0])
    gaps = (block[:, None] - block)[~np.eye(len(block), dtype=bool)]
    counts = np.bincount(gaps + widest, minlength=2 * widest + 1)
    chances: Array = counts / counts.sum()
    return chances
