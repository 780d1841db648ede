"""The exact null distribution of Friedman's statistic, given the ties that were observed.

Ours because scipy and statsmodels have χ² only, which is poor for few blocks.
"""

import functools
import math
from typing import Any

import numpy as np
import numpy.typing as npt

from benchreport.numerics.ranks import sum_of_ties

Ranks = npt.NDArray[np.int64]
Weights = npt.NDArray[np.float64]

DEFAULT_BUDGET = 3_000_000
"""The most vectors of rank sums that `exact_p` forms: about 0.3 s on one core."""

_CHUNK = 1 << 20  # numbers held at once, 8 MB, so that memory stays bounded
_WIDE = 8  # the cost of a vector grows with its length beyond this many numbers
_DENSE = 4  # a table of as many times the codes costs less than sorting them
_HALVES = 1 << 23  # below, single floats hold all multiples of one half
_FALL = 10  # in no table that was tried did the states fall to so small a share on the way
_PRODUCTS = 16  # inner products of the last step that cost as much as one merged vector


def exact_p(ranks: npt.ArrayLike, *, budget: int = DEFAULT_BUDGET) -> float | None:
    """Exact p-value of Friedman's test.

    H0: within each block every order of the observed ranks is equally likely, independently of the
    other blocks. H1: some algorithms tend to better ranks. The p-value is P(Σ R_j² ≥ observed) for
    the rank sums R_j; with the ties given, χ², Iman–Davenport's F and Kendall's W are increasing
    in Σ R_j² and have the same p-value.

    Parameters
    ----------
    ranks
        Mid-ranks, (N blocks, k algorithms).
    budget
        The most vectors of rank sums to form. Each block costs (distinct states so far) × (distinct
        orders of its ranks), the last one a sixteenth of that; beyond 8 algorithms times k / 8.

    Returns
    -------
    float or None
        None where the budget does not suffice, or the first blocks show that it will not, or where the
        sums of three or more wide blocks do not fit the 63 bits by which they are told apart.

    Notes
    -----
    Blocks are added one by one. The distribution of the rank sums is exchangeable, so a state is
    the sorted vector of sums; the first block is fixed by symmetry; a block whose ranks are all
    tied changes nothing; a state is dropped once even unanimous further blocks could not lift
    it to the observed value. Unanimous blocks, W = 1, have p = m^−(N−1) with m the number of
    distinct orders of a block, whatever the size.

    Without ties the default budget is exact whatever the p-value for N up to 2,400 (k = 2),
    144 (3), 30 (4), 11 (5), 5 (6), 3 (7) and 2 (8 and 9), and further for small p-values, where
    fewer states can still reach the observed value. With ties there are fewer orders but more
    states.

    References
    ----------
    Odeh (1977), Extended tables of the distribution of Friedman's S-statistic, Comm. Statist. B6.
    Friedman (1937), The use of ranks to avoid the assumption of normality, JASA 32.

    Examples
    --------
    Three algorithms on three blocks, rank sums 4, 5 and 9, χ² = 4.667; Friedman's table V
    gives p = .194:

    >>> round(exact_p([[1, 2, 3], [2, 1, 3], [1, 2, 3]]), 3)
    0.194
    """
    table = np.asarray(ranks, dtype=np.float64)
    if _is_hopeless(table, budget):
        return None
    blocks, unanimous = _scale_blocks(table)
    if len(blocks) <= 1:
        return 1.0
    log_orders = _log_orders(np.sort(blocks, axis=1))
    if unanimous:
        return math.exp(-(len(blocks) - 1) * float(log_orders[0]))
    if log_orders.min() > math.log(max(budget, 1)):
        return None
    observed = int(np.square(blocks.sum(axis=0)).sum())
    # the block with most orders comes first and is free; the next comes last and is not merged
    ascending = np.argsort(log_orders, kind="stable")
    counts = np.rint(np.exp(np.minimum(log_orders[ascending], 700.0)))
    return _add_blocks(np.sort(blocks, axis=1)[ascending], counts, observed, budget)


def unanimous_p(n_blocks: int, k: int) -> float:
    """Return the probability under H0 that all blocks rank as the first does, without ties."""
    return math.exp(-(n_blocks - 1) * math.lgamma(k + 1))


def _is_hopeless(ranks: npt.NDArray[np.float64], budget: float) -> bool:
    """Tell of blocks without ties that are not unanimous if they need more vectors than the budget has."""
    n_blocks, k = ranks.shape
    if k < 2 or sum_of_ties(ranks):  # noqa: PLR2004 - a single algorithm has no order
        return False
    many = math.lgamma(k + 1) > math.log(max(budget, 1))
    if not many:
        sums = ranks.sum(axis=0) - n_blocks
        observed = float(sums @ sums)
        many = observed < _least_affordable(n_blocks, k, budget)
    return many and bool((ranks != ranks[:1]).any())


def _scale_blocks(ranks: npt.NDArray[np.float64]) -> tuple[Ranks, bool]:
    """Take blocks to whole numbers from 0, without those that are all tied."""
    doubled = np.rint(2.0 * ranks).astype(np.int64)
    doubled -= doubled.min(axis=1, keepdims=True)
    informative = doubled[doubled.any(axis=1)]
    # a common divisor, 2 where nothing is half a rank, only makes the codes of the states longer
    informative //= max(int(np.gcd.reduce(informative, axis=None)), 1)
    return informative, bool((informative == informative[:1]).all())


def _add_blocks(blocks: Ranks, counts: Weights, observed: int, budget: float) -> float | None:
    n_blocks, k = blocks.shape
    # those with ties may be left out by now
    if (blocks == np.arange(k)).all() and _least_cost(n_blocks, k, observed) > budget:
        return None
    first, others = blocks[-1], blocks[:-1]
    ahead = np.cumsum(others[::-1], axis=0)[::-1]
    states, weights = first[None, :], np.ones(1)
    costs = counts * max(1.0, k / _WIDE)
    left = np.cumsum(costs[:-2][::-1])[::-1]
    steps = zip(others[:-1], ahead[:-1], costs[:-2].tolist(), left.tolist(), strict=True)
    for block, rest, cost, still in steps:
        states, weights = _keep_able(states, weights, rest, observed)
        # states are added until those that are out of reach leave as many, which are not soon a tenth
        if max(cost, still / _FALL) * len(states) > budget or not _encodable(blocks):
            return None
        budget -= len(states) * cost
        states, weights = _add_block(states, weights, _orders(tuple(block.tolist())))
    states, weights = _keep_able(states, weights, ahead[-1], observed)
    if costs[-2] * (1.0 + len(states) / _PRODUCTS) > budget:
        return None
    orders = _orders(tuple(others[-1].tolist()))
    return min(1.0, _last_block(states, weights, orders, observed))


def _least_cost(n_blocks: int, k: int, observed: float) -> float:
    """Bound from below how many vectors must be formed, for blocks without ties that are not unanimous.

    The sums of i blocks fill i times the permutohedron, whose volume is k^(k−2). Those that can still
    reach the observed value include a corner of it: that of the sums which at most N (1 − √W) blocks move
    away from unanimity. Large tables then need no trial.
    """
    least, most = ((n_blocks**2) * total for total in (k * (k - 1) ** 2 / 4, _squares(k)))
    # squares of very many blocks are rounded
    agreement = max(observed - least, 0.0) / (most - least)
    reach = n_blocks * (1.0 - math.sqrt(agreement))
    moved = np.minimum(np.arange(2.0, n_blocks - 1), reach)
    cost: float = (moved ** (k - 1)).sum() * math.pow(k, k - 2) * max(1.0, k / _WIDE)
    return cost


@functools.lru_cache(maxsize=256)
def _least_affordable(n_blocks: int, k: int, budget: float) -> float:
    """Return the observed value from which `_least_cost`, which falls, is within the budget."""
    low, high = 0.0, n_blocks**2 * _squares(k)
    if _least_cost(n_blocks, k, low) <= budget:
        return low
    # halved until no float is between them
    while low < (middle := (low + high) / 2) < high:
        affordable = _least_cost(n_blocks, k, middle) <= budget
        low, high = (low, middle) if affordable else (middle, high)
    return high


def _squares(k: int) -> float:
    return k * (k - 1) * (2 * k - 1) / 6


def _keep_able(
    states: Ranks, weights: Weights, ahead: Ranks, observed: int
) -> tuple[Ranks, Weights]:
    """Keep the states that reach the observed value if all blocks ahead agree with them."""
    able = np.square(states + ahead).sum(axis=1) >= observed
    return states[able], weights[able]


def _add_block(states: Ranks, weights: Weights, orders: Ranks) -> tuple[Ranks, Weights]:
    """Add each order to each state; return the different states, and the weight of each."""
    step = max(1, _CHUNK // orders.size)
    # the last sum follows from the total
    low = states.min(axis=0)[:-1] + orders.min()
    widths = states.max(axis=0)[:-1] + orders.max() + 1 - low
    scales = np.cumprod([1, *widths.tolist()], dtype=np.int64)
    parts = []
    for start in range(0, len(states), step):
        part = slice(start, start + step)
        columns = _sort_columns(_add_orders(states[part], orders))
        shares = np.repeat(weights[part] / len(orders), len(orders))
        parts.append(_merge(_encode(columns, low, widths), shares, int(scales[-1])))
    codes, weights = parts[0]
    if len(parts) > 1:
        all_codes, all_weights = (np.concatenate(column) for column in zip(*parts, strict=True))
        codes, weights = _merge(all_codes, all_weights, int(scales[-1]))
    sums = _decode(codes, low, widths)
    total = states[0].sum() + orders[0].sum()
    return np.column_stack([*sums, total - sum(sums)]), weights


def _add_orders(states: Ranks, orders: Ranks) -> list[Ranks]:
    """Return the sums as columns: the small integers of a column add and compare many at a time."""
    kind = np.result_type(np.int16, np.min_scalar_type(int(states.max() + orders.max())))
    sides = zip(states.T.astype(kind), orders.T.astype(kind), strict=True)
    return [np.add.outer(state, order).ravel() for state, order in sides]


def _sort_columns(columns: list[Ranks]) -> list[Ranks]:
    """Sort each row, by exchanging neighbours: ten times as fast as rows by themselves."""
    free = np.empty_like(columns[0])
    for last in range(len(columns) - 1, 0, -1):
        for place in range(last):
            left, right = columns[place : place + 2]
            np.minimum(left, right, out=free)
            np.maximum(left, right, out=right)
            columns[place], free = free, left
    return columns


def _encode(columns: list[Ranks], low: Ranks, widths: Ranks) -> Ranks:
    """Make one number of each vector."""
    codes = np.zeros(len(columns[0]), dtype=np.int64)
    for place in reversed(range(len(low))):
        codes *= widths[place]
        codes += columns[place]
        codes -= low[place]
    return codes


def _decode(codes: Ranks, low: Ranks, widths: Ranks) -> list[Ranks]:
    """Return the columns of the vectors; numpy divides fast by one number, and not by several."""
    columns = []
    for least, width in zip(low.tolist(), widths.tolist(), strict=True):
        rest = codes // width
        columns.append(codes - rest * width + least)
        codes = rest
    return columns


def _merge(codes: Ranks, weights: Weights, size: int) -> tuple[Ranks, Weights]:
    """Add up the weights of equal codes below ``size``."""
    if size <= _DENSE * len(codes):
        # a weight may be too small for a float, and 0
        different: Ranks = np.flatnonzero(np.bincount(codes))
        sums = np.bincount(codes, weights)[different]
        return different, sums.astype(np.float64, copy=False)
    # np.unique would sort stably, which takes three times as long
    order = np.argsort(codes)
    codes = codes[order]
    starts = np.flatnonzero(np.diff(codes, prepend=-1))
    return codes[starts], np.add.reduceat(weights[order], starts)


def _encodable(blocks: Ranks) -> bool:
    """Tell whether one positive int64 can encode any vector of sums."""
    largest = int(blocks.max(axis=1).sum())
    bits: float = (blocks.shape[1] - 1) * math.log2(largest + 1)
    return bits < 63  # noqa: PLR2004 - those of a positive int64


def _last_block(states: Ranks, weights: Weights, orders: Ranks, observed: int) -> float:
    # |S + r|² = |S|² + |r|² + 2 S·r: one matrix product, whose integers are exact in these floats
    needed = (observed - np.square(states).sum(axis=1) - np.square(orders[0]).sum()) / 2.0
    largest = states.shape[1] * int(states.max(initial=0)) * int(orders.max())
    kind: Any = np.float32 if max(largest, np.abs(needed).max(initial=0)) < _HALVES else np.float64
    sides, rows, needed = orders.astype(kind), states.T.astype(kind), needed.astype(kind)
    # up to 255 rows of bytes add up many at a time
    starts = np.arange(0, len(orders), 255)
    step = max(1, _CHUNK // len(orders))
    total = 0.0
    for start in range(0, len(states), step):
        part = slice(start, start + step)
        reached = sides @ rows[:, part] >= needed[part]
        counts = np.add.reduceat(reached.view(np.uint8), starts, axis=0).sum(axis=0, dtype=np.int64)
        total += float(weights[part] @ counts)
    return total / len(orders)


def _log_orders(blocks: Ranks) -> Weights:
    """Logarithm of the number of distinct orders, k! / Π t!, of each sorted block."""
    k = blocks.shape[1]
    place = np.arange(k)
    starts = np.diff(blocks, axis=1, prepend=blocks[:, :1] - 1) > 0
    place_in_group = place - np.maximum.accumulate(np.where(starts, place, 0), axis=1) + 1
    return np.asarray(np.log(place + 1).sum() - np.log(place_in_group).sum(axis=1))


@functools.lru_cache(maxsize=1)
def _orders(block: tuple[int, ...]) -> Ranks:
    """List the distinct orders of a block's ranks, (orders, k)."""
    levels, counts = np.unique(block, return_counts=True)
    orders = np.empty((1, 0), dtype=np.int64)
    remaining = counts[None, :]
    for _ in block:
        row, level = np.nonzero(remaining)
        orders = np.column_stack([orders[row], levels[level]])
        remaining = remaining[row]
        remaining[np.arange(len(level)), level] -= 1
    return orders
