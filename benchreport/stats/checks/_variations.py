"""Variations of a comparison: Friedman's test, and pairs of mean ranks by Nemenyi's."""

import functools
import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy import special

from benchreport.collector import collector_held
from benchreport.data.columns.roles import Missing
from benchreport.data.scores import Scores
from benchreport.errors import InputError
from benchreport.numerics.chunks import by_rows
from benchreport.numerics.effects.superiority import count_wins
from benchreport.numerics.nulls import studentized_range
from benchreport.numerics.nulls.friedman import unanimous_p
from benchreport.numerics.ranks import mid_ranks, tie_sums
from benchreport.results.checks.sensitivity import Variation
from benchreport.stats._arrays import Array
from benchreport.stats._mean_ranks import rank_difference_error
from benchreport.stats._omnibus import agreement, kendall_w
from benchreport.stats._pairs import column_pairs

Signs = NDArray[np.int8]
Places = NDArray[np.intp]
Named = TypeVar("Named")


TREATMENTS: tuple[Missing, ...] = ("drop", "available", "paired", "worst")


def treat_gaps(scores: Scores) -> dict[Missing, Scores]:
    """Return the complete tables that treatments of gaps make, as far as they differ."""
    tables: dict[Missing, Scores] = {}
    for missing in TREATMENTS:
        if missing == "worst" and scores.sparse:
            continue
        try:
            table = scores.treat_gaps(missing)
        except InputError:
            # the treatment leaves too little, or has nothing to fill gaps with
            continue
        if table.complete and not any(_are_equal(table, other) for other in tables.values()):
            tables[missing] = table
    return tables


def _are_equal(table: Scores, other: Scores) -> bool:
    return table.blocks == other.blocks and np.array_equal(table.values, other.values)


def best_algorithms(scores: Scores, means: Array) -> tuple[str, ...]:
    """Return the algorithms that share the best mean rank."""
    least = np.nanmin(means)
    return tuple(scores.algorithms[place] for place in np.flatnonzero(means <= least + 1e-9))


def judge_pairs(means: Array, n_blocks: int, alpha: float) -> Signs:
    """Judge pairs of mean ranks by Nemenyi's critical difference, (k, k).

    An entry is 1 where the row's algorithm is better, −1 where the column's is, and 0 where the test
    shows neither.
    """
    k = int((~np.isnan(means)).sum())
    if k < 2:  # noqa: PLR2004 - no pair
        return np.zeros((len(means), len(means)), dtype=np.int8)
    differences = np.nan_to_num(means - means[:, None])
    return _judge(differences, _critical_difference(n_blocks, k, alpha))


def _judge(differences: Array, critical: float) -> Signs:
    signs: Signs = (np.sign(differences) * (np.abs(differences) >= critical)).astype(np.int8)
    return signs


def _critical_difference(n_blocks: int, k: int, alpha: float) -> float:
    return _quantile(alpha, k) / math.sqrt(2) * rank_difference_error(n_blocks, k)


@functools.lru_cache(maxsize=64)
def _quantile(alpha: float, k: int) -> float:
    return float(studentized_range.isf(alpha, k))


def compare_variation(
    scores: Scores,
    ranks: Array,
    *,
    kind: str,
    name: str,
    base: Signs | None,
    alpha: float,
) -> Variation:
    """Repeat the comparison on a complete table of ranks (N, k); columns left out are NaN.

    Parameters
    ----------
    base
        The judgement of pairs (k, k) on the whole table; ``None`` for that table itself.
    """
    present = ~np.isnan(ranks[0])
    part = ranks[:, present]
    n_blocks, k = part.shape
    w = kendall_w(part)
    statistic, p = (float(number) for number in iman_davenport(np.float64(w), n_blocks, k))
    means = np.full(ranks.shape[1], np.nan)
    means[present] = part.mean(axis=0)
    changed: tuple[tuple[str, str], ...] = ()
    if base is not None:
        differ = judge_pairs(means, n_blocks, alpha) != base
        names = scores.algorithms
        changed = tuple(
            (names[i], names[j])
            for i, j in np.argwhere(np.triu(differ, 1) & present[:, None] & present).tolist()
        )
    return Variation(
        kind,
        name,
        n_blocks,
        statistic,
        p,
        w,
        best_algorithms(scores, means),
        tuple(means.tolist()),
        changed,
    )


def iman_davenport(w: Array | np.float64, n_blocks: int, k: int) -> tuple[Array, Array]:
    """Return F and its p-value from Kendall's W; unanimous blocks are as probable as any one ranking."""
    with np.errstate(divide="ignore"):
        statistic = np.where(w >= 1 - 1e-12, np.inf, (n_blocks - 1) * w / (1 - w))
    p = special.fdtrc(k - 1, (k - 1) * (n_blocks - 1), statistic)
    return statistic, np.where(np.isinf(statistic), unanimous_p(n_blocks, k), p)


def compare_without_each_block(
    scores: Scores, ranks: Array, *, base: Signs, alpha: float
) -> list[Variation]:
    """Repeat the comparison without each block in turn, from the sums over all blocks.

    Parameters
    ----------
    ranks
        Mid-ranks (N, k) of a complete table, N ≥ 3.
    base
        The judgement of pairs (k, k) on the whole table.
    """
    sums, ties = ranks.sum(axis=0) - ranks, tie_sums(ranks)
    left = _Left(scores.block_kind, scores.blocks, len(ranks) - 1, sums, ties.sum() - ties)
    return _compare_each(scores, left, base, alpha)


def compare_without_each_algorithm(
    scores: Scores, ranks: Array, *, base: Signs, alpha: float
) -> list[Variation]:
    """Repeat the comparison without each algorithm in turn, from the sums over all blocks.

    Those ranked behind it move up by 1, those tied with it by half.

    Parameters
    ----------
    ranks
        Mid-ranks (N, k) of a complete table, k ≥ 3.
    base
        The judgement of pairs (k, k) on the whole table.
    """
    sums = ranks.sum(axis=0) - count_wins(ranks).T
    np.fill_diagonal(sums, np.nan)
    # of t tied algorithms, t − 1 are left, which lowers t³ − t by 3t(t − 1)
    tied = mid_ranks(ranks, ties="max") - mid_ranks(ranks, ties="min") + 1
    ties = tie_sums(ranks).sum() - 3 * (tied * (tied - 1)).sum(axis=0)
    left = _Left("algorithm", scores.algorithms, len(ranks), sums, ties)
    return _compare_each(scores, left, base, alpha)


class _Left(NamedTuple):
    """What is left of a comparison without each of m blocks or algorithms."""

    kind: str
    names: Sequence[str]
    n_blocks: int
    sums: Array
    """Sums of ranks (m, k), NaN for an algorithm that is left out."""
    ties: Array
    """Sums of t³ − t over the blocks, (m,)."""


@collector_held()
def _compare_each(scores: Scores, left: _Left, base: Signs, alpha: float) -> list[Variation]:
    present = ~np.isnan(left.sums)
    k = int(present[0].sum())
    w = agreement(left.sums[present].reshape(-1, k), left.ties, left.n_blocks)
    statistic, p = iman_davenport(w, left.n_blocks, k)
    means = left.sums / left.n_blocks
    best = np.nanmin(means, axis=1, keepdims=True)
    rows = zip(
        itertools.repeat(left.kind),
        left.names,
        itertools.repeat(left.n_blocks),
        statistic.tolist(),
        p.tolist(),
        w.tolist(),
        _names_at(means <= best + 1e-9, scores.algorithms),
        map(tuple, means.tolist()),
        _changed_pairs(scores, means, base, _critical_difference(left.n_blocks, k, alpha)),
        strict=False,
    )
    return list(map(Variation._make, rows))


def _names_at(marks: NDArray[np.bool_], names: Sequence[Named]) -> list[tuple[Named, ...]]:
    """List the names of the columns that each row marks."""
    rows: list[list[Named]] = [[] for _ in marks]
    for row, column in np.argwhere(marks).tolist():
        rows[row].append(names[column])
    return list(map(tuple, rows))


def _changed_pairs(
    scores: Scores, means: Array, base: Signs, critical: float
) -> list[tuple[tuple[str, str], ...]]:
    """List the pairs that are judged otherwise on each row of mean ranks (m, k), NaN for those left out.

    One block or algorithm moves few pairs across the critical difference: the others are judged alike at
    both ends of the range that their differences are in.
    """
    low, high = np.nanmin(means, axis=0), np.nanmax(means, axis=0)
    least, most = low - high[:, None], high - low[:, None]
    open_pairs = (_judge(least, critical) != base) | (_judge(most, critical) != base)
    first, second = np.nonzero(np.triu(open_pairs, 1))

    def differ_on(i: Places, j: Places) -> NDArray[np.bool_]:
        differences = means.T[j] - means.T[i]
        known = ~np.isnan(differences)
        judged = _judge(np.where(known, differences, 0.0), critical)
        changed: NDArray[np.bool_] = known & (judged != base[i, j][:, None])
        return changed

    differ = by_rows(differ_on, first, second, width=len(means))
    names = scores.algorithms
    return _names_at(differ.T, [(names[i], names[j]) for i, j in column_pairs((first, second))])
