"""Variations of a comparison: Friedman's test, and pairs of mean ranks by Nemenyi's."""

import functools
import math

import numpy as np
from numpy.typing import NDArray
from scipy import special

from benchreport.data.scores import Scores
from benchreport.numerics.nulls import studentized_range
from benchreport.results.sensitivity import Variation
from benchreport.stats._arrays import Array
from benchreport.stats._mean_ranks import rank_difference_error, unanimous_p
from benchreport.stats._omnibus import kendall_w

Signs = NDArray[np.int8]


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
    critical = _quantile(alpha, k) / math.sqrt(2) * rank_difference_error(n_blocks, k)
    differences = np.nan_to_num(means - means[:, None])
    signs: Signs = (np.sign(differences) * (np.abs(differences) >= critical)).astype(np.int8)
    return signs


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
    if w >= 1 - 1e-12:
        statistic, p = math.inf, unanimous_p(n_blocks, k)
    else:
        statistic = (n_blocks - 1) * w / (1 - w)
        p = float(special.fdtrc(k - 1, (k - 1) * (n_blocks - 1), statistic))
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
