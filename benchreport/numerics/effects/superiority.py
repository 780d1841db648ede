"""The probability that one algorithm is better than another on the same blocks.

Ours because no library counts wins and ties of all pairs of columns; memory stays at k², whatever N is.
"""

import numpy as np
from numpy.typing import NDArray

from benchreport.numerics.predictions.proportion_interval import proportion_interval
from benchreport.numerics.ranks import mid_ranks

Array = NDArray[np.float64]

_BYTE_BLOCKS = 127  # each adds at most two halves to a byte
_FEW = 1 << 15  # comparisons made at once


def probability_of_superiority(
    values: Array,
    first: NDArray[np.intp],
    second: NDArray[np.intp],
    *,
    higher_is_better: bool,
    confidence: float,
) -> tuple[Array, Array, Array]:
    """Estimate P(first better) + P(tie)/2 on a new block, for pairs of columns.

    Parameters
    ----------
    values
        Array (N, k) of scores.
    first, second
        Columns of the pairs, each of length m.
    higher_is_better
        Whether a higher score wins.
    confidence
        Confidence of Wilson's interval on (wins + ties/2) of N, approximate with ties.

    Returns
    -------
    estimate, low, high
        Arrays of length m; 0.5 is no superiority.

    References
    ----------
    Grissom & Kim (2012), Effect Sizes for Research, chapter 5.

    Examples
    --------
    >>> table = np.array([[3.0, 1.0], [2.0, 2.0], [5.0, 4.0], [1.0, 2.0]])
    >>> pair = np.array([0]), np.array([1])
    >>> estimate, _, _ = probability_of_superiority(
    ...     table, *pair, higher_is_better=True, confidence=0.95
    ... )
    >>> estimate.tolist()
    [0.625]
    """
    n_blocks = len(values)
    wins = count_wins(values)
    successes = wins[first, second] if higher_is_better else wins[second, first]
    low, high = proportion_interval(successes, n_blocks, confidence)
    return successes / n_blocks, low, high


def count_wins(values: Array) -> Array:
    """Count the blocks where column i is above column j, ties one half, (k, k).

    Parameters
    ----------
    values
        Array (N, k) of scores, or of their ranks.

    Examples
    --------
    >>> count_wins(np.array([[3.0, 1.0], [2.0, 2.0], [5.0, 4.0]]))
    array([[1.5, 2.5],
           [0.5, 1.5]])
    """
    k = values.shape[1]
    # small whole numbers compare and add several times as fast as floats
    ranks = mid_ranks(values, ties="min").astype(np.min_scalar_type(k))
    halves = np.zeros((k, k), dtype=np.int64)
    if (step := _FEW // k**2) > 1:
        for start in range(0, len(ranks), step):
            rows = ranks[start : start + step, :, None]
            columns = rows.transpose(0, 2, 1)
            halves += (rows > columns).sum(axis=0) + (rows >= columns).sum(axis=0)
        return halves / 2.0
    above = np.empty((k, k), dtype=bool)
    for start in range(0, len(ranks), _BYTE_BLOCKS):
        counted = np.zeros((k, k), dtype=np.uint8)
        for row in ranks[start : start + _BYTE_BLOCKS]:
            for compare in (np.greater, np.greater_equal):
                counted += compare(row[:, None], row, out=above).view(np.uint8)
        halves += counted
    return halves / 2.0
