"""What variations of a comparison share: Friedman's decision and the pairs of mean ranks."""

import functools
import math

import numpy as np
from numpy.typing import NDArray
from scipy import special

from benchreport.data.scores import Scores
from benchreport.numerics.nulls import studentized_range
from benchreport.results.sensitivity import Variation
from benchreport.stats._omnibus import kendall_w

__all__ = ["Signs", "best_of", "compared", "decided"]

Array = NDArray[np.float64]
Signs = NDArray[np.int8]


def best_of(scores: Scores, means: Array) -> tuple[str, ...]:
    """Return the algorithms that share the best mean rank."""
    least = np.nanmin(means)
    return tuple(scores.algorithms[place] for place in np.flatnonzero(means <= least + 1e-9))


def decided(means: Array, n_blocks: int, alpha: float) -> Signs:
    """Judge pairs of mean ranks by Nemenyi's critical difference, (k, k).

    1 where the row's algorithm is better, −1 where the column's is, 0 where neither is shown to be.
    """
    k = int((~np.isnan(means)).sum())
    if k < 2:  # noqa: PLR2004 - no pair
        return np.zeros((len(means), len(means)), dtype=np.int8)
    critical = _quantile(alpha, k) / math.sqrt(2) * math.sqrt(k * (k + 1) / (6 * n_blocks))
    apart = np.nan_to_num(means - means[:, None])
    found: Signs = (np.sign(apart) * (np.abs(apart) >= critical)).astype(np.int8)
    return found


@functools.lru_cache(maxsize=64)
def _quantile(alpha: float, k: int) -> float:
    return float(studentized_range.isf(alpha, k))


def compared(
    scores: Scores,
    ranks: Array,
    *,
    kind: str,
    name: str,
    base: Signs | None,
    alpha: float,
) -> Variation:
    """Do the comparison on a complete table of ranks; columns that are NaN were left out.

    Parameters
    ----------
    base
        How pairs are judged with everything, ``None`` for that one itself.
    """
    there = ~np.isnan(ranks[0])
    part = ranks[:, there]
    n_blocks, k = part.shape
    w = kendall_w(part)
    statistic = math.inf if w >= 1 - 1e-12 else (n_blocks - 1) * w / (1 - w)
    dof = k - 1, (k - 1) * (n_blocks - 1)
    p = 0.0 if math.isinf(statistic) else float(special.fdtrc(*dof, statistic))
    if math.isinf(statistic):
        p = math.exp(-(n_blocks - 1) * math.lgamma(k + 1))
    means = np.full(ranks.shape[1], np.nan)
    means[there] = part.mean(axis=0)
    changed: tuple[tuple[str, str], ...] = ()
    if base is not None:
        other = decided(means, n_blocks, alpha) != base
        names = scores.algorithms
        changed = tuple(
            (names[i], names[j])
            for i, j in np.argwhere(np.triu(other, 1) & there[:, None] & there).tolist()
        )
    return Variation(
        kind,
        name,
        n_blocks,
        statistic,
        p,
        w,
        best_of(scores, means),
        tuple(means.tolist()),
        changed,
    )
