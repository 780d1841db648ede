"""Equal rows of a table, and how many of them arise by chance where scores are coarse.

Ours because libraries find duplicates, but none says how many to expect.
"""

import functools
import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchreport.numerics.moments import common_unit

Array = NDArray[np.float64]
# equal rows count as copies where chance gives as many in less than one table of a thousand
TAIL = 0.001
NOISE = 1e-9
MARGIN = 5.0
TWO = 2


class Copies(NamedTuple):
    """Rows that are equal in every column.

    Parameters
    ----------
    groups
        The places of equal rows, one tuple for each group.
    step
        The granularity of the values: how far apart two neighbouring ones are.
    expected
        How many pairs of equal rows are expected by chance.
    p_value
        The probability of as many pairs, or more, by chance.
    """

    groups: tuple[tuple[int, ...], ...]
    step: float
    expected: float
    p_value: float


def equal_rows(values: Array) -> Copies | None:
    """Find equal rows, and how many of them chance explains; ``None`` where no rows are equal.

    Parameters
    ----------
    values
        Array (N, k); rows with gaps, and rows of one value only, are left out.

    Notes
    -----
    The probability that two independent rows are equal is estimated in two ways; the larger
    estimate counts, times 5, since scores near 1 are not normal, and folds may differ in size. On a
    grid: ∏ min(1, 1/√(4π λ)), λ the eigenvalues of the columns' covariance in units of each
    column's step: the density of a normal difference at 0. A column's step is that of the grid with
    as many ties as it has (Σ p² = step/(2 σ √π)), and at least the smallest gap between its values.
    By ties: the share of pairs that tie in the first column, times the share of those that tie in
    each next one. Ties of equal rows are left out of both; with two columns that have other ties
    they count, as nothing else shows how often both tie. The number of equal pairs is taken as
    Poisson.
    """
    if not _any_equal(values):
        # so it is in most tables
        return None
    usable = np.flatnonzero(np.isfinite(values).all(axis=1) & (np.ptp(values, axis=1) > 0))
    unit = common_unit(values[usable])
    rows = values[usable] / unit
    if not _any_equal(rows):
        return None
    codes, counts = np.unique(rows, axis=0, return_inverse=True, return_counts=True)[1:]
    equal = float((counts * (counts - 1)).sum() / 2)
    if not equal:
        return None
    from scipy import special  # few tables have equal rows, and need it

    pairs = len(rows) * (len(rows) - 1) / 2
    steps = np.array(
        [_step(column, equal, pairs, coarse=rows.shape[1] == TWO) for column in rows.T]
    )
    on_grid = _chance_on_grid(rows / np.where(steps > 0, steps, 1.0), steps > 0)
    expected = pairs * min(1.0, MARGIN * max(on_grid, _chance_by_ties(rows, equal, pairs)))
    groups = [usable[codes.ravel() == code] for code in np.flatnonzero(counts > 1).tolist()]
    return Copies(
        groups=tuple(tuple(group.tolist()) for group in groups),
        step=unit * float(np.median(steps[steps > 0])) if (steps > 0).any() else 0.0,
        expected=expected,
        p_value=float(special.pdtrc(equal - 1, expected)) if expected > 0 else 0.0,
    )


def _any_equal(rows: Array) -> bool:
    """Tell whether rows may be equal, by sums of their bits: sorting rows takes a hundred times as long."""
    bits = (np.ascontiguousarray(rows) + 0.0).view(np.int64)
    # the last bits of round numbers are all zero, and products keep them so
    bits ^= bits >> 32
    with np.errstate(over="ignore"):
        keys = np.sort((bits * _factors(rows.shape[1])).sum(axis=1))
    return bool((keys[1:] == keys[:-1]).any())


@functools.lru_cache(maxsize=8)
def _factors(n: int) -> NDArray[np.int64]:
    """Draw odd factors, the same each time."""
    return np.random.default_rng(0).integers(1, 2**62, n) | 1


def _step(column: Array, equal: float, pairs: float, *, coarse: bool) -> float:
    """Return the step of a grid with as many ties as the column has beside the equal rows."""
    different, counts = np.unique(column, return_counts=True)
    gaps = np.diff(different)
    gaps = gaps[gaps > NOISE * np.abs(column).max()]
    if not len(gaps):
        return 0.0
    tied = (counts * (counts - 1)).sum() / 2
    if not coarse or tied <= equal:
        tied, pairs = tied - equal, pairs - equal
    share = tied / pairs if pairs > 0 else 0.0
    return max(float(gaps.min()), 2 * float(column.std()) * math.sqrt(math.pi) * share)


def _chance_on_grid(scaled: Array, moving: NDArray[np.bool_]) -> float:
    """Return the probability that two independent rows are equal."""
    varying = scaled[:, moving]
    spread = np.maximum(np.linalg.eigvalsh(np.atleast_2d(np.cov(varying.T, ddof=0))), 0.0)
    with np.errstate(divide="ignore"):
        factors = np.minimum(1.0, 1 / np.sqrt(4 * np.pi * spread))
    return float(factors.prod())


def _chance_by_ties(rows: Array, equal: float, pairs: float) -> float:
    """Return the same probability by ties in columns and neighbouring columns, without the equal rows."""
    if pairs <= equal:
        return 0.0
    single = [max(_ties(rows[:, [at]]) - equal, 0.0) for at in range(rows.shape[1])]
    both = [max(_ties(rows[:, [at, at + 1]]) - equal, 0.0) for at in range(rows.shape[1] - 1)]
    share = single[0] / (pairs - equal)
    for together, alone in zip(both, single, strict=False):
        share *= together / alone if alone > 0 else 0.0
    return share


def _ties(columns: Array) -> float:
    """Count the pairs of rows that are equal in these columns."""
    counts = np.unique(columns, axis=0, return_counts=True)[1]
    return float((counts * (counts - 1)).sum() / 2)


def equal_tables(tables: NDArray[np.float64]) -> tuple[tuple[int, int], float]:
    """Find two tables of a stack with equal rows throughout, and how probable that is by chance.

    Parameters
    ----------
    tables
        Array (R, F, k): R repetitions of F rows. Rows with gaps equal no other row.

    Returns
    -------
    tuple
        The places of the first two equal tables, (-1, -1) if there are none; and the probability by
        chance, at most R(R − 1)/2 · q^F, with q the share of equal ones among all pairs of rows.
    """
    n_tables, n_rows, _ = tables.shape
    flat = tables.reshape(n_tables * n_rows, -1)
    codes = np.unique(flat, axis=0, return_inverse=True)[1].reshape(n_tables, n_rows)
    first: dict[tuple[int, ...], int] = {}
    places = (-1, -1)
    for place, row in enumerate(map(tuple, codes.tolist())):
        if row in first:
            places = (first[row], place)
            break
        first[row] = place
    counts = np.bincount(codes.ravel()).astype(float)
    n = float(codes.size)
    share = (counts * (counts - 1)).sum() / (n * (n - 1))
    return places, min(1.0, n_tables * (n_tables - 1) / 2 * share**n_rows)
