"""The probability that one algorithm is better than another on the same blocks.

Ours because no library counts wins and ties of all pairs of columns; memory stays at k², whatever N is.
"""

import numpy as np
from numpy.typing import NDArray

from benchreport.numerics.predictions.proportion_interval import proportion_interval

Array = NDArray[np.float64]


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
    n_blocks, n_columns = values.shape
    wins = np.zeros((n_columns, n_columns))
    for row in values:
        # one block at a time keeps memory at k², whatever N is
        wins += (row[:, None] > row) + 0.5 * (row[:, None] == row)
    successes = wins[first, second] if higher_is_better else wins[second, first]
    low, high = proportion_interval(successes, n_blocks, confidence)
    return successes / n_blocks, low, high
