"""Variances of crossed and nested random factors, by analysis of variance.

Ours because statsmodels fits one grouping at a time, by iteration; balanced tables have closed forms.
"""

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Codes = NDArray[np.intp]
Part = frozenset[int]
"""The axes of a random part: 0 is the algorithm, which is fixed; the others are facets."""


def crossed(values: Array, within: Sequence[Part]) -> dict[Part, float]:
    """Estimate the variance of each random part of a complete table.

    Parameters
    ----------
    values
        (k, n₁, n₂, …): algorithms, then the levels of each facet, one score each.
    within
        For each facet the axes without which its levels mean nothing: none for a crossed one, ``{1}`` for
        seeds of a dataset.

    Returns
    -------
    dict
        From the axes of a part to its variance, unbiased, which may be negative. The part of all axes is the
        residual.

    References
    ----------
    Searle, Casella & McCulloch (1992), Variance Components, chapter 4.

    Examples
    --------
    >>> scores = np.array([[1.0, 4.0, 7.0], [2.0, 6.0, 7.0]])
    >>> {tuple(part): round(size, 6) for part, size in crossed(scores, [frozenset()]).items()}
    {(0, 1): 0.5, (1,): 7.5}
    """
    axes = range(values.ndim)
    squares: dict[Part, float] = {}
    dof: dict[Part, int] = {}
    for size in range(1, values.ndim + 1):
        for chosen in itertools.combinations(axes, size):
            part = frozenset(chosen).union(*(within[axis - 1] for axis in chosen if axis))
            squares[part] = squares.get(part, 0.0) + _sum_of_squares(values, chosen)
            dof[part] = dof.get(part, 0) + math.prod(values.shape[axis] - 1 for axis in chosen)
    variances: dict[Part, float] = {}
    for part in sorted(squares, key=len, reverse=True):
        if part == {0}:
            continue
        expected = sum(
            variance * _others(values, larger)
            for larger, variance in variances.items()
            if larger > part
        )
        mean_square = squares[part] / dof[part]
        variances[part] = (mean_square - expected) / _others(values, part)
    return variances


def _others(values: Array, part: Part) -> int:
    """Return how many scores share a level of a part."""
    return math.prod(n for axis, n in enumerate(values.shape) if axis not in part)


def _sum_of_squares(values: Array, chosen: Sequence[int]) -> float:
    effect = values
    for axis in range(values.ndim):
        mean = effect.mean(axis=axis, keepdims=True)
        effect = effect - mean if axis in chosen else mean
    return float((effect**2).sum()) * _others(values, frozenset(chosen))


class Nested(NamedTuple):
    """Variances of units in clusters, and of what algorithms make of them; each may be negative."""

    cluster: float
    unit: float
    of_cluster: float
    of_unit: float


def nested(values: Array, cluster: Codes | None, noise: float) -> Nested:
    """Estimate the variances of units, such as examples, nested in clusters of any sizes.

    Parameters
    ----------
    values
        (n, k): the mean of each unit for each algorithm.
    cluster
        The code of each unit's cluster, (n,), or ``None``.
    noise
        The variance of these means within a unit, such as that of samples.

    Returns
    -------
    Nested
        Of clusters and units, and of their interactions with algorithms (``of_…``), by Henderson's method 1;
        for clusters of one size it is the analysis of variance.

    References
    ----------
    Henderson (1953), Biometrics 9: 226-252; Searle, Casella & McCulloch (1992), section 3.6.

    Examples
    --------
    >>> values = np.array([[0.0, 1.0], [2.0, 3.5], [4.0, 5.0], [6.0, 6.5]])
    >>> [round(number, 4) for number in nested(values, np.array([0, 0, 1, 1]), 0.0)]
    [6.0, 2.0, 0.0312, 0.0625]
    """
    k = values.shape[1]
    row = values.mean(axis=1, keepdims=True)
    shared = _between(row, cluster, 1)
    apart = values - row - values.mean(axis=0) + values.mean()
    own = _between(apart, cluster, k - 1)
    unit = shared.within - own.within / k
    of_cluster = (own.between - own.within) / own.size if cluster is not None else 0.0
    in_clusters = (shared.between - shared.within) / shared.size if cluster is not None else 0.0
    return Nested(in_clusters - of_cluster / k, unit, of_cluster, own.within - noise)


class _Squares(NamedTuple):
    between: float
    within: float
    size: float
    """The number of units that a cluster counts for, n₀."""


def _between(values: Array, cluster: Codes | None, width: int) -> _Squares:
    """Return mean squares of columns, which have ``width`` degrees of freedom together."""
    n = len(values)
    centred = values - values.mean(axis=0)
    total = float((centred**2).sum())
    if cluster is None:
        return _Squares(math.nan, total / ((n - 1) * width), math.nan)
    counts = np.bincount(cluster).astype(np.float64)
    sums = np.zeros((len(counts), values.shape[1]))
    np.add.at(sums, cluster, centred)
    explained = float((sums**2 / counts[:, None]).sum())
    n_clusters = len(counts)
    size = (n - (counts**2).sum() / n) / (n_clusters - 1)
    return _Squares(
        explained / ((n_clusters - 1) * width),
        (total - explained) / ((n - n_clusters) * width),
        float(size),
    )
