"""Tests of the mean change over several tasks, against a margin.

Ours because no library pools score tests of paired proportions, or t tests of clusters, over tasks.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from benchreport.numerics.moments import least_extreme_t, ratio
from benchreport.numerics.predictions.margin_tests import (
    FEW_CHANGED,
    MANY_CLUSTERS,
    Changes,
    Sums,
    Tails,
    flip_clusters,
    invert_tails,
    skewness_of,
)
from benchreport.numerics.predictions.score_margins import HALF
from benchreport.numerics.tails import p_of_t


class Pool(NamedTuple):
    """The mean change of T tasks, each of which counts the same.

    Parameters
    ----------
    changes
        The changes of the tasks.
    difference
        Their mean.
    dof
        Degrees of freedom, by Satterthwaite's formula over the tasks.
    covariance
        What clusters that several tasks share add to the variance.
    skewness
        The third moment of the mean over its cubed standard error.
    sums
        What each cluster adds to the mean over all tasks; none where it is not needed.
    """

    changes: Changes
    difference: float
    dof: float
    covariance: float
    skewness: float
    sums: Sums | None

    def error_at(self, difference: float) -> float:
        """Return the standard error where the mean truly is so large, and all tasks moved by as much."""
        inner = 1 - 1 / self.changes.n if self.changes.bound == 1 else np.inf
        moved = np.clip(self.changes.difference + difference - self.difference, -inner, inner)
        changes = self.changes
        if changes.changed.sum() >= FEW_CHANGED:
            changes = changes._replace(bounded=np.zeros_like(changes.bounded))
        total = float((changes.errors_at(moved) ** 2).sum()) + self.covariance
        return float(np.sqrt(max(total, 0.0))) / len(self.changes.n)

    def tails_at(self, difference: npt.ArrayLike) -> Tails:
        """Return the p-values of the mean, (1,) each."""
        delta = float(np.asarray(difference).item())
        shift = HALF * float(np.where(self.changes.by_counts, 1 / self.changes.n, 0.0).mean())
        shift /= len(self.changes.n)
        error, apart = np.asarray(self.error_at(delta)), self.difference - delta
        t = ratio(np.array([apart + shift, apart - shift]), error, np.abs(delta))
        t = least_extreme_t(t, np.full(2, self.skewness))
        tails = [p_of_t(t[0], self.dof, "less"), p_of_t(t[1], self.dof, "greater")]
        if self.sums is not None:
            flipped = flip_clusters(self.sums.change - self.sums.share * delta, self.changes.seed)
            tails = [np.maximum(*pair) for pair in zip(tails, flipped, strict=True)]
        return np.atleast_1d(tails[0]), np.atleast_1d(tails[1])

    def ends(self, below: float, above: float) -> tuple[float, float]:
        """Return the interval of the means that no test rejects, with the levels of its ends."""
        reach = self.changes.reach.max(keepdims=True)
        low, high = invert_tails(self.tails_at, np.array([self.difference]), reach, (below, above))
        return float(low[0]), float(high[0])


def pool_mean(changes: Changes) -> Pool:
    """Return the mean of the tasks' changes."""
    n_tasks = len(changes.n)
    squares = changes.errors_at(changes.difference) ** 2
    with np.errstate(invalid="ignore"):
        parts = np.where(np.isfinite(changes.dof) & (squares > 0), squares**2 / changes.dof, 0.0)
    noise = float(parts.sum())
    dof = float(squares.sum()) ** 2 / noise if 0 < noise < np.inf else np.inf
    if not changes.sums:
        return Pool(changes, float(changes.difference.mean()), dof, 0.0, 0.0, None)
    every = Sums(*(np.concatenate(part) for part in zip(*changes.sums, strict=True)))
    codes = np.unique(every.cluster, return_inverse=True)[1]
    parts_of = (every.change, every.share, every.adjusted)
    change, share, adjusted = (np.bincount(codes, part).astype(np.float64) for part in parts_of)
    covariance = float((adjusted**2).sum() - (every.adjusted**2).sum())
    dof = min(dof if np.isfinite(dof) else len(change) - 1, max(1, len(change) - 1))
    few = changes.flipped.any() and dof < MANY_CLUSTERS
    names = np.arange(len(change), dtype=np.intp)
    sums = Sums(names, change / n_tasks, share / n_tasks, adjusted)
    mean = float(changes.difference.mean())
    skewness = skewness_of(adjusted, float(np.sqrt((adjusted**2).sum())))
    return Pool(changes, mean, dof, covariance, skewness, sums if few else None)
