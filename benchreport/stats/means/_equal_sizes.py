"""Array functions applied to the samples of all pairs, those of equal sizes together."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from benchreport.stats._pairs import Pairs

__all__ = ["stacked"]

Array = NDArray[np.float64]

MOST_SCORES = 1 << 20
"""Stacked at once: 8 MB."""


def stacked(
    samples: tuple[Array, ...],
    columns: Pairs,
    function: Callable[[Array, Array], tuple[Array, ...]],
) -> tuple[Array, ...]:
    """Apply a function of stacked samples to the two samples of every pair.

    Parameters
    ----------
    samples
        (n_i,) each, of any sizes.
    columns
        Which samples the pairs are of, both (m,), m ≥ 1.
    function
        From samples (r, n₁) and (r, n₂) to columns of numbers, (r,) each.

    Returns
    -------
    tuple of ndarray
        The columns, (m,) each, in the order of the pairs.

    Examples
    --------
    >>> samples = np.array([1.0, 3.0]), np.array([4.0, 6.0, 5.0]), np.array([2.0, 0.0])
    >>> columns = np.array([0, 0, 1]), np.array([1, 2, 2])
    >>> differences, = stacked(samples, columns, lambda x, y: (x.mean(axis=1) - y.mean(axis=1),))
    >>> differences
    array([-3.,  1.,  4.])
    """
    sizes = np.array([len(sample) for sample in samples])
    both = np.column_stack([sizes[column] for column in columns])
    kinds, kind = np.unique(both, axis=0, return_inverse=True)
    places, parts = [], []
    for number, counts in enumerate(kinds.tolist()):
        members = np.flatnonzero(kind.ravel() == number)
        rows = max(1, MOST_SCORES // sum(counts))
        for start in range(0, len(members), rows):
            some = members[start : start + rows]
            first, second = (np.stack([samples[i] for i in column[some]]) for column in columns)
            places.append(some)
            parts.append(function(first, second))
    order = np.argsort(np.concatenate(places))
    return tuple(np.concatenate(each)[order] for each in zip(*parts, strict=True))
