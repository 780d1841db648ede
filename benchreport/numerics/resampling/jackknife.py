"""The jackknife: the influence of single examples on a metric, and the acceleration that BCa needs.

Ours because scipy keeps its jackknife inside ``bootstrap``, without strata or groups of examples.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from benchreport.numerics.resampling.resample_weights import (
    Statistic,
    check_counts,
    check_strata,
    rows_at_a_time,
)

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

MOST_ROWS = 2_000
"""The most rows that the jackknife leaves out one by one; of more it leaves out groups of examples."""
N_GROUPS = 200


class _Omissions(NamedTuple):
    """The parts to leave out, one at a time: an example of a row, or a group of examples."""

    rows: list[Integers]
    """For each part, the rows of its examples."""
    stratum: Integers
    times: Integers
    """How many such parts there are."""


def acceleration(
    statistic: Statistic,
    multiplicity: npt.ArrayLike,
    *,
    strata: npt.ArrayLike | None = None,
    rng: int | np.random.Generator = 0,
) -> Floats:
    """Estimate how fast a metric's standard error changes with it, by the jackknife.

    Parameters
    ----------
    statistic, multiplicity, strata
        As for `bootstrap`.
    rng
        Seed of the groups. Beyond 2,000 rows, 200 groups of examples are left out in place of
        single ones; the result differs by a few thousandths.

    Returns
    -------
    ndarray
        (…): 0 where leaving out changes nothing.

    Notes
    -----
    With l the jackknife's influence values and n the size of a stratum: a = Σ Σ l³/n³ over
    6 (Σ Σ l²/n²)^1.5, over all examples of all strata.

    References
    ----------
    Efron (1987), JASA 82: 171-185. Davison & Hinkley (1997), Bootstrap methods and their
    application, section 5.3, for strata. Efron & Narasimhan (2020), The automatic construction of
    bootstrap confidence intervals, JCGS 29: 608-619, for groups.

    Examples
    --------
    The variance of 26 spatial test scores, â = .061 in Efron and Tibshirani, section 14.3:

    >>> a = [48, 36, 20, 29, 42, 42, 20, 42, 22, 41, 45, 14, 6]
    >>> a += [0, 33, 28, 34, 4, 32, 24, 47, 41, 24, 26, 30, 41]
    >>> def variance(weights):
    ...     mean = weights @ a / weights.sum(axis=1)
    ...     return weights @ np.square(a) / weights.sum(axis=1) - mean**2
    >>> float(acceleration(variance, np.ones(26)).round(3))
    0.061
    """
    counts = check_counts(multiplicity)
    groups = check_strata(strata, len(counts))
    sizes = np.asarray(np.bincount(groups, weights=counts), dtype=np.float64)
    # leaving out its only example empties a stratum, and the metric may be undefined
    used = (counts > 0) & (sizes[groups] > 1)
    if used.sum() <= MOST_ROWS:
        places = np.flatnonzero(used)
        left_out = _Omissions(list(places[:, None]), groups[places], counts[places])
    else:
        left_out = _group_examples(np.where(used, counts, 0), groups, np.random.default_rng(rng))
    if not left_out.rows:
        return np.zeros(np.shape(statistic(counts[None, :].astype(np.float64)))[1:])
    values = _leave_out(statistic, counts, left_out)
    accelerations = _sum_acceleration(values.reshape(len(values), -1), left_out, sizes)
    return accelerations.reshape(values.shape[1:])


def acceleration_by_influence(
    influence: Floats, multiplicity: npt.ArrayLike, *, strata: npt.ArrayLike | None = None
) -> Floats:
    """Compute the acceleration from influence values that are known, with nothing left out.

    Parameters
    ----------
    influence
        (rows, K): how fast each of K metrics changes with an example's share of its stratum. Of a
        difference of metrics it is the difference.
    multiplicity, strata
        As for `bootstrap`.

    Returns
    -------
    ndarray
        (K,): 0 where no example matters.

    References
    ----------
    As for `acceleration`; Efron & Tibshirani (1993), An introduction to the bootstrap, section 22.4.

    Examples
    --------
    Of a mean it is a sixth of the skewness over √n:

    >>> values = np.array([[1.0], [2.0], [3.0], [10.0]])
    >>> acceleration_by_influence(mean_influence(values), np.ones(4)).round(4).tolist()
    [0.0849]
    """
    counts = check_counts(multiplicity)
    groups = check_strata(strata, len(counts))
    size = np.asarray(np.bincount(groups, weights=counts), dtype=np.float64)[groups]
    accelerations = np.zeros(influence.shape[1])
    # one metric at a time: the powers for a million examples are as large as the table
    for place, column in enumerate(influence.T):
        part = column / size
        largest = float(np.abs(part).max())
        if largest > 0:
            # the scale cancels; cubes of small numbers would vanish
            part /= largest
            squares = np.square(part)
            accelerations[place] = counts @ (squares * part) / (6.0 * (counts @ squares) ** 1.5)
    return accelerations


def mean_influence(
    values: Floats, multiplicity: npt.ArrayLike = 1.0, weights: npt.ArrayLike = 1.0
) -> Floats:
    """Influence of examples on weighted means of values of their own.

    Parameters
    ----------
    values
        (rows, K), finite.
    multiplicity
        How many examples each row stands for, (rows,), or a number.
    weights
        Weights of each row's examples, (rows,), or a number.

    Returns
    -------
    ndarray
        (rows, K), for resampling without strata.

    Examples
    --------
    >>> mean_influence(np.array([[1.0], [4.0]]), weights=np.array([2.0, 1.0])).tolist()
    [[-1.3333333333333333], [1.3333333333333333]]
    """
    counts = np.broadcast_to(np.asarray(multiplicity, dtype=np.float64), len(values))
    example_weights = np.broadcast_to(np.asarray(weights, dtype=np.float64), len(values))
    share = counts * example_weights
    mean = share @ values / share.sum()
    influence: Floats = (example_weights * counts.sum() / share.sum())[:, None] * (values - mean)
    return influence


def _group_examples(
    counts: Integers, groups: Integers, generator: np.random.Generator
) -> _Omissions:
    """Divide the examples of each stratum at random into groups of almost equal size."""
    owner = generator.permutation(np.repeat(np.arange(len(counts)), counts))
    owner = owner[np.argsort(groups[owner], kind="stable")]
    rows: list[Integers] = []
    stratum: list[int] = []
    for number, size in enumerate(np.bincount(groups, weights=counts).astype(np.int64).tolist()):
        members, owner = owner[:size], owner[size:]
        parts = min(size, max(2, round(N_GROUPS * size / counts.sum())))
        rows += np.array_split(members, parts) if size else []
        stratum += [number] * parts
    return _Omissions(rows, np.array(stratum), np.ones(len(rows), dtype=np.int64))


def _leave_out(statistic: Statistic, counts: Integers, left_out: _Omissions) -> Floats:
    """Compute the metric without each of the parts."""
    parts, step = [], rows_at_a_time(len(counts))
    for start in range(0, len(left_out.rows), step):
        some = left_out.rows[start : start + step]
        weights = np.tile(counts.astype(np.float64), (len(some), 1))
        for row, rows_of_one in zip(weights, some, strict=True):
            np.subtract.at(row, rows_of_one, 1.0)
        parts.append(np.asarray(statistic(weights)))
    return np.concatenate(parts)


def _sum_acceleration(values: Floats, left_out: _Omissions, sizes: Floats) -> Floats:
    """Compute the acceleration from the metrics without each part, (parts, metrics)."""
    size = np.array([len(rows_of_one) for rows_of_one in left_out.rows], dtype=np.float64)
    # the scale cancels; its sixth powers would overflow
    largest = np.abs(values).max(axis=0)
    values = values / np.where(largest > 0, largest, 1.0)
    n = sizes[left_out.stratum]
    mean = np.zeros((len(sizes), values.shape[1]))
    np.add.at(mean, left_out.stratum, (left_out.times * size / n)[:, None] * values)
    influence = ((n - size) / n)[:, None] * (mean[left_out.stratum] - values)
    cubes, squares = (left_out.times @ influence**power for power in (3, 2))
    fits = squares != 0
    return np.where(fits, cubes / np.where(fits, 6.0 * squares**1.5, 1.0), 0.0)
