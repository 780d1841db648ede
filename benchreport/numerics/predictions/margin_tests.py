"""Tests of how much the mean of each of several tasks changes, against a margin.

What gets better is positive. Right and wrong answers of independent examples have Tango's score test; all
others the t test of clusters (CR2, Satterthwaite), by Hall's t (1992) where that is nearer to 0: losses are
rare, and their means skewed. Tests that hold for little data bound it.

Ours because statsmodels has no test of paired proportions against a margin, and no CR2 with its degrees of
freedom.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from benchreport.numerics.moments import least_extreme_t, ratio
from benchreport.numerics.predictions.clustered_means import (
    Clusters,
    all_signs,
    draw_signs,
    sign_flip_p,
    sum_clusters,
)
from benchreport.numerics.predictions.score_margins import Discordant, score_z
from benchreport.numerics.tails import p_of_t, p_of_z

Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.intp]
Booleans = npt.NDArray[np.bool_]
Tails = tuple[Floats, Floats]
"""P-values of H0, a difference is as given, against a smaller one and against a larger one."""
# with fewer examples or clusters of one size that changed, a t test knows too little of how much they vary
FEW_CHANGED = 9
# all signs of this many clusters are tried, and drawn ones of more
ALL_SIGNS = 12
DRAWN_SIGNS = 5_000
MANY_CLUSTERS = 30
# halvings until an end of an interval is found
STEPS = 48
# an interval is not looked for beyond so many standard errors
FARTHEST = 1e4


class Sums(NamedTuple):
    """What the clusters of one task add to its difference.

    Parameters
    ----------
    cluster
        The code of each cluster, (g,), which other tasks may share.
    change, share
        Its change, and its share of the weight, (g,).
    adjusted
        Its deviation, whose squares add up to the CR2 variance, (g,).
    """

    cluster: Codes
    change: Floats
    share: Floats
    adjusted: Floats


class Changes(NamedTuple):
    """The changes of T tasks.

    Parameters
    ----------
    n, clusters
        Examples, and what varies independently: clusters, or examples, (T,).
    old, new
        Mean scores, (T,).
    difference
        How much better the new mean is, (T,).
    better, worse
        Examples with a better, and with a worse, score, (T,).
    counts
        Sums of gains and of losses over what varies independently, for the score test.
    changed
        How many of what varies independently changed, as if each had changed by the same (Kish), (T,).
    by_counts
        Whether the score test decides, (T,): of right and wrong answers.
    bounded
        Whether the score test bounds the t test, (T,): little has changed.
    error, dof, skewness
        The CR2 standard error, its degrees of freedom, and the third moment over its cube, (T,).
    sums
        The clusters of each task; none where counts decide.
    flipped
        Whether the signs of clusters are tried, too: they are few.
    seed
        The seed of signs that are drawn.
    bound
        The largest difference that there can be: 1 for scores from 0 to 1, else infinite.
    """

    n: Floats
    clusters: Floats
    old: Floats
    new: Floats
    difference: Floats
    better: Floats
    worse: Floats
    counts: Discordant
    changed: Floats
    by_counts: Booleans
    bounded: Booleans
    error: Floats
    dof: Floats
    skewness: Floats
    sums: tuple[Sums, ...]
    flipped: Booleans
    seed: int
    bound: float

    def errors_at(self, difference: npt.ArrayLike) -> Floats:
        """Return the standard error of each task where its difference truly is so large, (T,)."""
        by_counts = self.counts.error_at(difference)
        bounded = np.where(self.bounded, np.maximum(self.error, by_counts), self.error)
        return np.where(self.by_counts, by_counts, bounded)

    def tails_at(self, difference: npt.ArrayLike) -> Tails:
        """Return the p-values of each task, (T,) each."""
        delta = np.broadcast_to(np.asarray(difference, dtype=np.float64), self.n.shape)
        below, above = score_z(self.counts, delta)
        counted = p_of_z(below, "less"), p_of_z(above, "greater")
        t = ratio(self.difference - delta, self.error, np.abs(delta))
        t = least_extreme_t(t, self.skewness)
        # an error of 0: all clusters changed by the same
        least = np.where(np.isinf(t), np.ldexp(1.0, -self.clusters.astype(int)), 0.0)
        tails = [np.maximum(p_of_t(t, self.dof, side), least) for side in ("less", "greater")]
        for place in np.flatnonzero(self.flipped).tolist():
            sums = self.sums[place]
            flipped = flip_clusters(sums.change - sums.share * delta[place], self.seed)
            for tail, p_value in zip(tails, flipped, strict=True):
                tail[place] = max(tail[place], p_value)
        chosen = [
            np.where(self.by_counts, count, np.where(self.bounded, np.maximum(tail, count), tail))
            for tail, count in zip(tails, counted, strict=True)
        ]
        return chosen[0], chosen[1]

    def ends(self, below: float | Floats, above: float | Floats) -> tuple[Floats, Floats]:
        """Return the interval of the differences that no test rejects, (T,) each.

        Parameters
        ----------
        below, above
            The levels of the tests that set the lower and the upper end, (T,) or one for all.
        """
        return invert_tails(self.tails_at, self.difference, self.reach, (below, above))

    @property
    def reach(self) -> Floats:
        """The largest difference at which ends of intervals are looked for, (T,)."""
        size = np.abs(self.old) + np.abs(self.new)
        if np.isinf(self.bound):
            return np.asarray(FARTHEST * self.errors_at(self.difference) + size)
        return np.full(self.n.shape, self.bound)


def flip_clusters(sums: Floats, seed: int) -> tuple[float, float]:
    """Return both p-values of the sum of clusters, each of which may have the other sign."""
    n_clusters = len(sums)
    exact = n_clusters <= ALL_SIGNS
    signs = all_signs(n_clusters) if exact else draw_signs(n_clusters, DRAWN_SIGNS, seed)
    half = float(sign_flip_p(sums[:, None], signs)[0]) / 2
    return (half, 1.0) if sums.sum() < 0 else (1.0, half)


def invert_tails(
    tails_at: Callable[[Floats], Tails],
    estimate: Floats,
    reach: Floats,
    levels: tuple[float | Floats, float | Floats],
) -> tuple[Floats, Floats]:
    """Return both ends of intervals by halving, between estimates and how far from 0 an end can be."""
    ends = []
    for sign, side, level in ((-1.0, 1, levels[0]), (1.0, 0, levels[1])):
        near, far = estimate, sign * reach
        unbounded = (reach != 1) & (tails_at(far)[side] > level)
        for _ in range(STEPS):
            middle = (near + far) / 2
            rejected = tails_at(middle)[side] <= level
            near, far = np.where(rejected, near, middle), np.where(rejected, middle, far)
        ends.append(np.where(unbounded, sign * np.inf, far))
    return ends[0], ends[1]


def measure_changes(
    old: Floats,
    new: Floats,
    task: Codes,
    *,
    shares: bool,
    block: Codes | None,
    weights: Floats | None = None,
    seed: int = 0,
) -> Changes:
    """Compare the scores of n examples, the higher the better, task by task.

    Parameters
    ----------
    old, new
        Scores, (n,).
    task
        The code of each example's task, (n,); every code occurs.
    shares
        Whether scores are from 0 to 1.
    block
        The code of each example's cluster, (n,); ``None`` where examples are independent.
    weights
        How much each example counts, (n,).
    seed
        The seed of signs that are drawn.
    """
    n_tasks = int(task.max()) + 1
    gain = new - old
    n = np.bincount(task, minlength=n_tasks).astype(np.float64)
    better, worse = (
        np.bincount(task[side], minlength=n_tasks).astype(np.float64)
        for side in (gain > 0, gain < 0)
    )
    bound = 1.0 if shares else np.inf
    answers = shares and all(((side == 0) | (side == 1)).all() for side in (old, new))
    if answers and block is None and weights is None:
        before, after = (np.bincount(task, side, n_tasks) / n for side in (old, new))
        counts, none = Discordant(better, worse, n), np.zeros(n_tasks)
        no, many = none.astype(bool), none + np.inf
        return Changes(
            n, n, before, after, counts.difference, better, worse, counts, better + worse,
            ~no, no, none, many, none, (), no, seed, bound,
        )  # fmt: skip
    order = np.argsort(task, kind="stable")
    rows = np.split(order, np.cumsum(n.astype(np.intp))[:-1])
    blocks = np.arange(len(task)) if block is None else block
    parts = [_measure(old, new, blocks, weights, places) for places in rows]
    numbers = np.array([part[0] for part in parts]).T
    clusters, old_mean, new_mean, difference, error, dof, skewness, gains, losses, changed = numbers
    few = (dof < MANY_CLUSTERS) & (clusters > 1) & (block is not None)
    return Changes(
        n, clusters, old_mean, new_mean, difference, better, worse,
        Discordant(gains, losses, clusters), changed, np.zeros(n_tasks, bool),
        (changed < FEW_CHANGED) & shares, error, dof, skewness, tuple(part[1] for part in parts), few,
        seed, bound,
    )  # fmt: skip


def _measure(
    old: Floats, new: Floats, block: Codes, weights: Floats | None, rows: Codes
) -> tuple[tuple[float, ...], Sums]:
    """Return the numbers of one task, in the order of `measure_changes`, and the sums of its clusters."""
    names, codes = np.unique(block[rows], return_inverse=True)
    of_rows = None if weights is None else weights[rows]
    change = (new - old)[rows]
    means = [float(np.average(side[rows], weights=of_rows)) for side in (old, new)]
    if len(names) == 1:
        # a single cluster does not show how much clusters vary
        whole = float(np.average(change, weights=of_rows))
        sums = Sums(names, np.array([whole]), np.ones(1), np.zeros(1))
        apart = (whole, np.inf, 1.0, 0.0, max(whole, 0.0), max(-whole, 0.0), float(whole != 0))
        return (1.0, *means, *apart), sums
    clusters = sum_clusters(change[:, None], codes.astype(np.intp), of_rows)
    unit = clusters.unit
    sums = _sums_of(clusters, names)
    of_clusters = sums.change / sums.share
    moved = np.abs(of_clusters) > clusters.noise[0] * unit
    error = float(clusters.errors[0])
    numbers = (
        float(clusters.mean[0]) * unit,
        error * unit,
        clusters.dof,
        skewness_of(clusters.adjusted[:, 0], error),
        float(of_clusters[moved & (of_clusters > 0)].sum()),
        -float(of_clusters[moved & (of_clusters < 0)].sum()),
        _count_as_equal(sums.change[moved]),
    )
    return (float(len(names)), *means, *numbers), sums


def skewness_of(adjusted: Floats, error: float) -> float:
    """Return the third moment of a mean over its cubed standard error, 0 without variation."""
    return float(((adjusted / error) ** 3).sum()) if error > 0 else 0.0


def _count_as_equal(changes: Floats) -> float:
    """Return how many equal changes would vary as much (Kish)."""
    size = np.abs(changes)
    return float(size.sum() ** 2 / (size**2).sum()) if len(size) else 0.0


def _sums_of(clusters: Clusters, names: Codes) -> Sums:
    unit = clusters.unit
    change = (clusters.deviation[:, 0] + clusters.share * clusters.mean[0]) * unit
    return Sums(names, change, clusters.share, clusters.adjusted[:, 0] * unit)
