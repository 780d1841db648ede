"""The largest |t| of pairs of clustered means under H0: by signs of clusters, or of normal means.

Ours because no library has the restricted wild bootstrap with CR2 errors, or a multivariate t with a variance
of each pair.
"""

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import special

from benchreport.numerics.predictions.clustered_means import (
    DIGITS,
    ROUNDING,
    Clusters,
    Codes,
    Floats,
    all_signs,
    sum_squares,
)
from benchreport.numerics.seeded_parts import draw_bits

# decimals by which rows are ordered
ORDERED = 9
MOST_BITS = 30
MOST_NUMBERS = 2_000_000
KNOWN = 200
"""With so many degrees of freedom, variances are as good as known."""


class FlippedT(NamedTuple):
    """The largest |t| of pairs where clusters have other signs: sorted, (s,), and whether signs are all."""

    draws: Floats
    all_signs: bool

    def p_of(self, t: Floats) -> Floats:
        """Return the p-values adjusted for all pairs."""
        limit = np.abs(t) * (1 - ROUNDING)
        beyond = len(self.draws) - np.searchsorted(self.draws, limit, side="left")
        p_value: Floats = (beyond + self._own) / (len(self.draws) + self._own)
        return p_value

    def quantile(self, confidence: float) -> float:
        """Return the largest |t| whose p-value is above 1 − confidence; infinite where all are."""
        least = (1 - confidence) * (len(self.draws) + self._own) + ROUNDING - self._own
        return float(self.draws[-1 - math.floor(least)]) if least >= 1 - self._own else math.inf

    @property
    def _own(self) -> int:
        # drawn signs do not include those that were observed
        return int(not self.all_signs)


def flip_largest_t(
    clusters: Clusters, first: Codes, second: Codes, error: Floats, *, n_draws: int, rng: int
) -> FlippedT:
    """Compute the largest |t| of pairs where all differences of a cluster change their signs or keep them.

    Each choice of signs has its own CR2 standard errors, as if it had been observed: the restricted wild
    cluster bootstrap (Cameron, Gelbach & Miller, 2008). Under H0, a cluster's differences being as likely
    as their negatives, it is exact, however unequal clusters are. Pairs without a standard error are left
    out.
    """
    share = clusters.share
    one, other = first[error > 0], second[error > 0]
    # what all models share cancels, and would cost digits
    sums = clusters.deviation + share[:, None] * (clusters.mean - clusters.mean.mean())
    odds = (share / (1 - share))[:, None]
    # the sum of squares that no sign changes, and what the mean takes from it
    whole = sum_squares(sums / np.sqrt(1 - share)[:, None], one, other)
    taken = float(share @ odds[:, 0])
    every = len(share) <= MOST_BITS and 2 ** (len(share) - 1) <= n_draws
    largest = []
    for signs in _signs_in_turn(sums, clusters, None if every else n_draws, len(one), rng):
        mean, product = (signs @ rows for rows in (sums, sums * odds))
        distance = mean[:, one] - mean[:, other]
        squares = whole - distance * (2 * (product[:, one] - product[:, other]) - taken * distance)
        scale = np.sqrt(np.maximum(squares, DIGITS**2 * whole))
        # models that never differ have no t, whatever the signs are
        t = np.divide(np.abs(distance), scale, out=np.zeros_like(distance), where=scale > 0)
        largest.append(t.max(axis=1, initial=0.0))
    return FlippedT(np.sort(np.concatenate(largest)), every)


def _signs_in_turn(
    sums: Floats, clusters: Clusters, n_draws: int | None, n_pairs: int, rng: int
) -> Iterator[Floats]:
    """Yield signs of clusters some at a time; drawn ones do not depend on the order of models or clusters."""
    n = len(sums)
    if n_draws is None:
        yield all_signs(n)
        return
    columns = np.lexsort((clusters.mean, clusters.errors))
    rows = np.lexsort(np.round(sums[:, columns] / (np.abs(sums).max() or 1.0), ORDERED).T)
    place = np.argsort(rows)
    generator = np.random.default_rng(rng)
    for size in _chunk_sizes(n_draws, n + n_pairs):
        yield np.asarray(draw_bits(generator, size, n)[:, place] * 2.0 - 1.0, dtype=np.float64)


def separate_clusters(
    clusters: Clusters, *, alpha: float, n_draws: int, rng: int
) -> npt.NDArray[np.int8]:
    """Return which means are higher (1) or lower (−1) than which others, (k, k), by the largest t of pairs.

    The largest t is by signs of clusters, or drawn where variances are as good as known; step-down: pairs
    that are shown to differ leave, and the largest of the others decides again (Romano & Wolf, 2005).

    Examples
    --------
    >>> from benchreport.numerics.predictions.clustered_means import sum_clusters
    >>> values = np.random.default_rng(0).normal(size=(40, 3)) + [0.0, 0.0, 2.0]
    >>> clusters = sum_clusters(values, np.arange(40) // 4)
    >>> separate_clusters(clusters, alpha=0.05, n_draws=500, rng=0).tolist()
    [[0, 0, -1], [0, 0, -1], [1, 1, 0]]
    """
    k = len(clusters.mean)
    first, second = np.triu_indices(k, 1)
    error = clusters.errors_of(first, second)
    difference = clusters.differences_of(first, second)
    t = np.divide(np.abs(difference), error, where=error > 0, out=np.zeros_like(error))
    largest = flip_largest_t if clusters.dof < KNOWN else draw_largest_t
    # what is the same in all clusters has the p-value of as many signs
    found = (error <= 0) & (difference != 0) & (np.ldexp(1.0, 1 - clusters.n) <= alpha)
    left = error > 0
    while left.any():
        draws = largest(clusters, first[left], second[left], error[left], n_draws=n_draws, rng=rng)
        new = np.zeros_like(left)
        new[left] = draws.p_of(t[left]) <= alpha
        if not new.any():
            break
        found, left = found | new, left & ~new
    shown = np.zeros((k, k), dtype=np.int8)
    shown[first, second] = np.sign(difference) * found
    higher: npt.NDArray[np.int8] = shown - shown.T
    return higher


class LargestT(NamedTuple):
    """The largest |t| of m pairs under H0, drawn: sorted, (draws,)."""

    draws: Floats
    dof: float
    n_pairs: int

    def p_of(self, t: Floats) -> Floats:
        """Return the p-values adjusted for all pairs, between those of one pair and Bonferroni's."""
        alone = 2 * special.stdtr(self.dof, -np.abs(t))
        beyond = len(self.draws) - np.searchsorted(self.draws, np.abs(t), side="left")
        drawn = (beyond + 1) / (len(self.draws) + 1)
        p_value: Floats = np.clip(drawn, alone, np.minimum(1.0, self.n_pairs * alone))
        return p_value

    def quantile(self, confidence: float) -> float:
        """Return the half width in standard errors of intervals that hold for all pairs together."""
        outside = (1 - confidence) / 2
        ends = -special.stdtrit(self.dof, np.array([outside, outside / self.n_pairs]))
        place = min(len(self.draws) - 1, int(np.ceil(confidence * (len(self.draws) + 1))) - 1)
        return float(np.clip(self.draws[place], ends[0], ends[1]))


def draw_largest_t(
    clusters: Clusters, first: Codes, second: Codes, error: Floats, *, n_draws: int, rng: int
) -> LargestT:
    """Draw the largest |t| of pairs of means with these errors, by the multivariate t of the clusters.

    Normal means have the covariance of the CR2 estimator, and the variance of each pair is that of as many
    normal clusters as there are degrees of freedom: one variance for all pairs would make the largest t too
    small where clusters are few. Of many clusters, variances are as good as known.
    """
    # a fixed order of models, whatever that of the table
    order = np.lexsort((clusters.mean, clusters.errors))
    place = np.argsort(order)
    scaled = clusters.adjusted[:, order]
    root = _square_root(scaled.T @ scaled)
    generator = np.random.default_rng(rng)
    one, other = place[first][error > 0], place[second][error > 0]
    known = error[error > 0][:, None]
    weights = _weights_of_dof(min(clusters.dof, KNOWN))
    largest = []
    for size in _chunk_sizes(n_draws, len(order) * len(weights) + len(known)):
        # pairs are rows: draws of one model are next to each other, and read at once
        means = np.ascontiguousarray((generator.standard_normal((size, len(order))) @ root).T)
        errors = np.broadcast_to(known, (len(known), size))
        if clusters.dof < KNOWN:
            drawn = generator.standard_normal((size, len(weights), len(order))) @ root
            drawn *= np.sqrt(weights)[:, None]
            products = np.matmul(drawn.transpose(0, 2, 1), drawn) / weights.sum()
            products = np.ascontiguousarray(np.moveaxis(products, 0, -1))
            squares = products[one, one] + products[other, other] - 2 * products[one, other]
            errors = np.sqrt(np.maximum(squares, 0.0))
        distance = np.abs(means[one] - means[other])
        t = np.divide(distance, errors, where=errors > 0, out=np.zeros_like(distance))
        largest.append(t.max(axis=0, initial=0.0))
    return LargestT(np.sort(np.concatenate(largest)), clusters.dof, len(first))


def _weights_of_dof(dof: float) -> Floats:
    """Return weights of squared normals whose weighted mean has these degrees of freedom, by Satterthwaite.

    >>> weights = _weights_of_dof(4.5)
    >>> len(weights), round(float(weights.sum() ** 2 / (weights**2).sum()), 9)
    (5, 4.5)
    """
    n = max(1, math.ceil(dof))
    weights = np.ones(n)
    whole = n - 1
    if whole and dof < n:
        rest = max(0.0, whole**2 - (dof - 1) * whole * (dof - whole))
        weights[-1] = (whole - math.sqrt(rest)) / (dof - 1)
    return weights


def _chunk_sizes(n_draws: int, width: int) -> list[int]:
    """Return how many draws are made at a time, so that few numbers are in memory."""
    size = max(1, min(n_draws, MOST_NUMBERS // width))
    sizes = [size] * (n_draws // size)
    return [*sizes, n_draws % size] if n_draws % size else sizes


def _square_root(covariance: Floats) -> Floats:
    """Return the symmetric root of a covariance, which no sign of an eigenvector changes."""
    values, vectors = np.linalg.eigh(covariance)
    root: Floats = (vectors * np.sqrt(np.maximum(values, 0.0))) @ vectors.T
    return root
